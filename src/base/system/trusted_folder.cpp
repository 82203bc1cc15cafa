#include "base/system/trusted_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <utility>

namespace vyre {
namespace {

constexpr int kReadOnly = O_RDONLY | O_CLOEXEC;

// Control characters would bend the message that the name stands in.
std::string quoted(std::string_view name) {
  std::string text(name);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }, '?');
  return concat('\'', text, '\'');
}

Status system_failure(std::string_view what, std::string_view name, int error) {
  Status status = fail(error == ENOENT || error == ENOTDIR ? Code::kNotFound : Code::kInputOutput,
                       what, ' ', quoted(name), ": ", std::generic_category().message(error),
                       ". Fix: check that it is there and may be read");
  status.info().native_code = error;
  return status;
}

Status refused(std::string_view name, std::string_view why, std::string_view fix) {
  return fail(Code::kInvalidArgument, "the file ", quoted(name), ' ', why, ". Fix: ", fix);
}

Status check_name(std::string_view name) {
  if (name.empty() || name.find('\0') != name.npos) {
    return refused(name, "has no name that a file can have", "write its name");
  }
  if (name.front() == '/') {
    return refused(name, "is named by an absolute path",
                   "put it into the folder and write its name in there");
  }
  return {};
}

Status cannot_open(std::string_view name, int error) {
  if (error == ELOOP) {
    return refused(name, "is a symbolic link, or lies behind one", "put the file itself there");
  }
  return system_failure("cannot open the file", name, error);
}

// The file |name| below |folder|, opened step by step so that no step leads away.
Result<Descriptor> open_below(int folder, std::string_view name) {
  Descriptor at;
  for (std::string_view rest = name; !rest.empty();) {
    const size_t end = std::min(rest.find('/'), rest.size());
    const std::string step(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (step == "..") {
      return refused(name, "is named by a path with '..'", "name files inside the folder");
    }
    // A file that is a pipe must not make us wait for its other end.
    const int from = at.is_open() ? at.value() : folder;
    Descriptor next(::openat(from, step.c_str(), kReadOnly | O_NOFOLLOW | O_NONBLOCK));
    if (!next.is_open()) return cannot_open(name, errno);
    at = std::move(next);
  }
  return at;
}

Status check_file(int file, std::string_view name, size_t max_bytes, size_t& size) {
  struct stat facts;
  if (::fstat(file, &facts) != 0) return system_failure("cannot look at the file", name, errno);
  if (!S_ISREG(facts.st_mode)) {
    return refused(name, "is no regular file", "name a file, not a folder, pipe or device");
  }
  size = static_cast<size_t>(facts.st_size);
  if (size <= max_bytes) return {};
  return refused(name, concat("has ", size, " bytes; at most ", max_bytes, " are read"),
                 "make it smaller or split it");
}

// Fills |bytes| from |file| until the end of either; how many there were.
Result<size_t> fill(int file, std::string_view name, std::string& bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_failure("cannot read the file", name, errno);
    if (count == 0) break;
    done += static_cast<size_t>(count);
  }
  return done;
}

}  // namespace

Result<std::string> real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (real == nullptr) return system_failure("cannot find", path, errno);
  return std::string(real.get());
}

Result<Folder> Folder::open(const std::string& path) {
  VYRE_ASSIGN_OR_RETURN(std::string real, real_path(path));
  Descriptor descriptor(::open(real.c_str(), kReadOnly | O_DIRECTORY));
  if (!descriptor.is_open()) return system_failure("cannot open the folder", path, errno);
  return Folder(std::move(descriptor), std::move(real));
}

Result<std::vector<std::string>> Folder::names(std::string_view ending) const {
  // A descriptor of its own: reading a folder moves its place.
  Descriptor descriptor(::openat(folder_.value(), ".", kReadOnly | O_DIRECTORY));
  if (!descriptor.is_open()) return system_failure("cannot open the folder", path_, errno);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(descriptor.value()), &::closedir);
  if (stream == nullptr) return system_failure("cannot list the folder", path_, errno);
  descriptor.release();  // the stream's now
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(stream.get())) {
    if (std::string_view(entry->d_name).ends_with(ending)) names.emplace_back(entry->d_name);
    errno = 0;
  }
  if (errno != 0) return system_failure("cannot list the folder", path_, errno);
  std::ranges::stable_sort(names);
  return names;
}

Result<std::string> Folder::read(std::string_view name, size_t max_bytes) const {
  VYRE_RETURN_IF_ERROR(check_name(name));
  VYRE_ASSIGN_OR_RETURN(const Descriptor file, open_below(folder_.value(), name));
  size_t size = 0;
  VYRE_RETURN_IF_ERROR(check_file(file.value(), name, max_bytes, size));
  std::string bytes(size, '\0');
  VYRE_ASSIGN_OR_RETURN(const size_t done, fill(file.value(), name, bytes));
  bytes.resize(done);
  return bytes;
}

}  // namespace vyre
