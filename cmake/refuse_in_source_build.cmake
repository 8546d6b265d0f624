# A build tree inside of the sources would bury them under generated files.
if(CMAKE_SOURCE_DIR STREQUAL CMAKE_BINARY_DIR)
  message(FATAL_ERROR
    "This project is not built inside its source folder. Use\n"
    "    cmake --preset dev && cmake --build --preset dev\n"
    "which builds in build/dev, or name a folder of your own:\n"
    "    cmake -G Ninja -S . -B build/mine\n"
    "CMake has left two things here that you may want to remove first:\n"
    "    rm -r CMakeCache.txt CMakeFiles")
endif()
