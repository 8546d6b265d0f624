# kata_precompile(<target>): parses the standard headers that nearly every source file includes once
# for the target, not once for each file: most of what a build from scratch takes is that. For setting
# up a fresh clone; elsewhere every file has to say itself what it includes.
option(KATA_PRECOMPILE "Precompile standard headers, for the fastest build from scratch" OFF)

function(kata_precompile target)
  if(KATA_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <atomic> <chrono> <condition_variable> <functional> <map> <memory> <optional> <set>
      <sstream> <string> <thread> <unordered_map> <vector>)
  endif()
endfunction()
