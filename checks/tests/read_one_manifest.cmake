# Reads a manifest the way the build does. -DMANIFEST=… -DMODULES=…
cmake_minimum_required(VERSION 3.25)
include("${MODULES}/read_manifest.cmake")
kata_read_manifest("${MANIFEST}")
message("${KATA_SLUG}: ${KATA_LIBRARIES}")
