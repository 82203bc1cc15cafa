#include "cache/store_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>

namespace vyre::cache {
namespace {

constexpr int kQuiet = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
constexpr mode_t kOwnersFolder = 0700, kOwnersFile = 0600;

Status cannot_open(const std::string& path, int error) {
  Status status = fail(Code::kInputOutput, "cannot open the cache folder '", path,
                       "': ", std::generic_category().message(error),
                       ". Fix: name a folder that this process may use, or none");
  status.info().native_code = error;
  return status;
}

// A cache that root installed for everybody may be read.
bool is_foreign(const struct stat& facts) {
  return facts.st_uid != ::geteuid() && facts.st_uid != 0;
}

Miss miss_of(int error) {
  return error == ENOENT || error == ENOTDIR ? Miss::kAbsent : Miss::kUnreadable;
}

int64_t nanoseconds(const struct timespec& time) {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// What fails shows when the folder is opened.
void make_folders(const std::string& path) {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  ::mkdir(path.c_str(), kOwnersFolder);
}

}  // namespace

Result<StoreFolder> StoreFolder::open(const std::string& path, bool read_only, Probe* probe) {
  StoreFolder store;
  store.probe_ = probe;
  if (!read_only) make_folders(path);
  store.folder_ = Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!store.folder_.is_open()) return cannot_open(path, errno);
  return store;
}

int StoreFolder::inside(const std::string& name, bool make, StoreFolder& out) const {
  if (make) {
    if (const int error = before(Step::kMakeFolder)) return error;
    if (::mkdirat(folder_.value(), name.c_str(), kOwnersFolder) != 0 && errno != EEXIST) {
      return errno;
    }
  }
  out.probe_ = probe_;
  out.folder_ = Descriptor(
      ::openat(folder_.value(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  return out.folder_.is_open() ? 0 : errno;
}

std::variant<std::vector<uint8_t>, Miss> StoreFolder::read(const std::string& name, uint64_t most,
                                                           Use use) const {
  if (const int error = before(Step::kOpen)) return miss_of(error);
  const Descriptor file(::openat(folder_.value(), name.c_str(), O_RDONLY | kQuiet));
  struct stat facts;
  if (!file.is_open() || ::fstat(file.value(), &facts) != 0) {
    return errno == ELOOP ? Miss::kNotAFile : miss_of(errno);
  }
  if (!S_ISREG(facts.st_mode)) return Miss::kNotAFile;
  if (is_foreign(facts)) return Miss::kForeignOwner;
  if (static_cast<uint64_t>(facts.st_size) > most) return Miss::kTooLarge;
  std::vector<uint8_t> bytes(static_cast<size_t>(facts.st_size));
  size_t done = 0;
  while (done < bytes.size()) {
    if (const int error = before(Step::kRead)) return miss_of(error);
    const ssize_t count = ::read(file.value(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return miss_of(errno);
    if (count == 0) break;
    done += static_cast<size_t>(count);
  }
  bytes.resize(done);
  // Fails where a file is only read, which is right.
  if (use == Use::kNoted) ::futimens(file.value(), nullptr);
  return bytes;
}

int StoreFolder::write_all(int file, std::span<const uint8_t> bytes) const {
  while (!bytes.empty()) {
    if (const int error = before(Step::kWrite)) return error;
    const size_t most = probe_ == nullptr ? bytes.size() : probe_->max_written();
    const ssize_t count = ::write(file, bytes.data(), std::min(bytes.size(), most));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return 0;
}

int StoreFolder::write_temporary(const std::string& name,
                                 std::span<const std::span<const uint8_t>> parts) const {
  if (const int error = before(Step::kCreate)) return error;
  const Descriptor file(
      ::openat(folder_.value(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | kQuiet, kOwnersFile));
  if (!file.is_open()) return errno;
  for (const auto& part : parts) {
    if (const int error = write_all(file.value(), part)) return error;
  }
  return 0;
}

int StoreFolder::write(const std::string& name, std::string_view unique,
                       std::span<const std::span<const uint8_t>> parts) const {
  const std::string temporary = concat(kTemporary, ::getpid(), '-', unique);
  int error = write_temporary(temporary, parts);
  if (error == 0) error = before(Step::kRename);
  if (error == 0 && ::renameat(folder_.value(), temporary.c_str(), folder_.value(), name.c_str())) {
    error = errno;
  }
  if (error != 0) ::unlinkat(folder_.value(), temporary.c_str(), 0);
  return error;
}

int StoreFolder::remove(const std::string& name) const {
  if (const int error = before(Step::kRemove)) return error;
  return ::unlinkat(folder_.value(), name.c_str(), 0) == 0 ? 0 : errno;
}

template <typename Visit>
int StoreFolder::for_each_name(Visit visit) const {
  if (const int error = before(Step::kList)) return error;
  // A descriptor of its own: reading a folder moves its place.
  const int own = ::openat(folder_.value(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (own < 0) return errno;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(own), &::closedir);
  if (stream == nullptr) {
    const int error = errno;
    ::close(own);
    return error;
  }
  while (const dirent* entry = ::readdir(stream.get())) {
    struct stat facts;
    if (::fstatat(own, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0) continue;
    visit(std::string(entry->d_name), facts);
  }
  return 0;
}

int StoreFolder::list(std::vector<StoredFile>& files) const {
  return for_each_name([&](std::string name, const struct stat& facts) {
    if (!S_ISREG(facts.st_mode)) return;
    files.push_back(
        {std::move(name), static_cast<uint64_t>(facts.st_size), nanoseconds(facts.st_mtim)});
  });
}

int StoreFolder::list_folders(std::vector<std::string>& names) const {
  return for_each_name([&](std::string name, const struct stat& facts) {
    if (S_ISDIR(facts.st_mode) && name != "." && name != "..") names.push_back(std::move(name));
  });
}

Descriptor StoreFolder::lock() const {
  Descriptor file(::openat(folder_.value(), "lock", O_RDWR | O_CREAT | kQuiet, kOwnersFile));
  if (file.is_open() && ::flock(file.value(), LOCK_EX | LOCK_NB) != 0) return Descriptor();
  return file;
}

}  // namespace vyre::cache
