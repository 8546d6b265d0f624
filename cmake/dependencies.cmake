# The libraries the project uses, each looked for once. setup/packages.txt says why each is needed
# and installs them; nothing is downloaded by the build.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(SQLite3 REQUIRED)
include(GoogleTest)

# GoogleTest's sources, to compile it the way graders are compiled. Debian: package googletest.
find_path(KATA_GTEST_SOURCE_DIR src/gtest-all.cc
  PATHS /usr/src/googletest/googletest /usr/src/gtest
  NO_DEFAULT_PATH
  DOC "Folder with src/gtest-all.cc; if there is none, the installed library is used")
