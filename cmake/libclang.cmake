# The syntax tree of C++ code, as Clang sees it: the target libclang::libclang.
#
# The compiler's own release comes first, so that the tree and the code that is compiled agree; then
# the newest there is. setup/packages.txt: libclang-@-dev.
function(kata_find_libclang)
  set(prefixes)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    string(REGEX MATCH "^[0-9]+" major "${CMAKE_CXX_COMPILER_VERSION}")
    get_filename_component(compiler "${CMAKE_CXX_COMPILER}" REALPATH)
    get_filename_component(bin "${compiler}" DIRECTORY)
    get_filename_component(prefix "${bin}" DIRECTORY)
    list(APPEND prefixes "/usr/lib/llvm-${major}" "${prefix}")
  endif()
  file(GLOB installed /usr/lib/llvm-*)
  list(SORT installed COMPARE NATURAL ORDER DESCENDING)
  list(APPEND prefixes ${installed} /usr/lib64 /usr)
  # One prefix after the other: header and library have to be of the same release.
  foreach(prefix IN LISTS prefixes)
    find_path(KATA_LIBCLANG_INCLUDE clang-c/Index.h PATHS "${prefix}/include" NO_DEFAULT_PATH)
    find_library(KATA_LIBCLANG clang PATHS "${prefix}/lib" "${prefix}/lib64" NO_DEFAULT_PATH)
    if(KATA_LIBCLANG_INCLUDE AND KATA_LIBCLANG)
      break()
    endif()
    unset(KATA_LIBCLANG_INCLUDE CACHE)
    unset(KATA_LIBCLANG CACHE)
  endforeach()
  if(NOT KATA_LIBCLANG)
    message(FATAL_ERROR "There is no libclang (clang-c/Index.h and libclang.so) for kata mutate. "
      "Install libclang-dev of Clang's release, or let ./kata doctor do it.")
  endif()
  message(STATUS "libclang: ${KATA_LIBCLANG}")
  add_library(libclang::libclang UNKNOWN IMPORTED GLOBAL)
  set_target_properties(libclang::libclang PROPERTIES
    IMPORTED_LOCATION "${KATA_LIBCLANG}"
    INTERFACE_INCLUDE_DIRECTORIES "${KATA_LIBCLANG_INCLUDE}")
endfunction()

kata_find_libclang()
