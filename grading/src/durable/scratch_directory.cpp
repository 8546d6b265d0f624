#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "grading/durable.h"

namespace grading {
namespace {

// Where all of this process's scratch directories lie. Scenes that are abandoned in the middle
// leave theirs behind until the process ends.
class Root {
 public:
  Root() {
    const char* chosen = std::getenv("TMPDIR");
    std::string path = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
    path += "/scenes.XXXXXX";
    if (mkdtemp(path.data()) == nullptr) {
      error_ = errno;
    } else {
      path_ = path;
    }
  }
  ~Root() {
    std::error_code ignored;  // What cannot be removed stays behind.
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Root(const Root&) = delete;
  Root& operator=(const Root&) = delete;

  [[nodiscard]] std::string new_directory() const {
    std::string path = path_ + "/scene.XXXXXX";
    if (path_.empty() || mkdtemp(path.data()) == nullptr) {
      throw std::system_error(path_.empty() ? error_ : errno, std::generic_category(),
                              "no scratch directory");
    }
    return path;
  }

 private:
  std::string path_;
  int error_ = 0;
};

const Root root;

}  // namespace

ScratchDirectory::ScratchDirectory() : path_(root.new_directory()) {}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace grading
