# shellcheck shell=bash
put README.md 'Clone it anywhere; /usr/bin/env is everywhere.'
is_clean

put a.md '' 'It lies in /ho''me/ana/katas.'
finds 'a.md:2: names a machine or a mirror'
put a.md 'It lies in /wor''k/main.'
finds 'a.md:1: names a machine or a mirror'
put a.md 'From http://deb.debian''.org/debian it comes.'
finds 'a.md:1: names a machine or a mirror'
