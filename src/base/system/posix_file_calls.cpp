#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#if defined(__linux__)
#include <linux/fs.h>
#endif

#include "base/system/file_calls.h"

namespace vyre {
namespace {

constexpr uint64_t kBlockUnit = 512;        // of st_blocks, whatever the device
constexpr uint64_t kUsualAlignment = 4096;  // enough for O_DIRECT on every device that is common

const char* kind_of(mode_t mode) {
  if (S_ISREG(mode)) return "a regular file";
  if (S_ISBLK(mode)) return "a block device";
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode)) return "a character device";
  return "an unknown object";
}

uint64_t limit_on_size() {
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? limit.rlim_cur : UINT64_MAX;
}

uint64_t device_size([[maybe_unused]] int fd) {
  uint64_t size = 0;
#if defined(BLKGETSIZE64)
  if (ioctl(fd, BLKGETSIZE64, &size) != 0) size = 0;
#endif
  return size;
}

uint64_t direct_alignment([[maybe_unused]] int fd, [[maybe_unused]] int flags,
                          [[maybe_unused]] bool is_block_device) {
#if defined(O_DIRECT) && defined(__linux__)
  if ((flags & O_DIRECT) == 0) return 0;
  int sector = 0;
  if (is_block_device && ioctl(fd, BLKSSZGET, &sector) == 0 && sector > 0) {
    return static_cast<uint64_t>(sector);
  }
  return kUsualAlignment;
#else
  return 0;
#endif
}

class SystemFiles final : public FileCalls {
 public:
  int64_t facts(int fd, FileFacts* out) override {
    struct stat info {};
    const int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fstat(fd, &info) != 0) return -errno;
    const int access = flags & O_ACCMODE;
    *out = {};
    out->is_regular = S_ISREG(info.st_mode);
    out->is_block_device = S_ISBLK(info.st_mode);
    out->kind = kind_of(info.st_mode);
    out->readable = access == O_RDONLY || access == O_RDWR;
    out->writable = access == O_WRONLY || access == O_RDWR;
    out->appends = (flags & O_APPEND) != 0;
    out->size = out->is_block_device ? device_size(fd) : static_cast<uint64_t>(info.st_size);
    out->allocated = static_cast<uint64_t>(info.st_blocks) * kBlockUnit;
    out->direct_alignment = direct_alignment(fd, flags, out->is_block_device);
    out->size_limit = out->is_regular ? limit_on_size() : UINT64_MAX;
    return 0;
  }
  int64_t duplicate(int fd) override {
    const int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return own < 0 ? -errno : own;
  }
  void close(int fd) override { ::close(fd); }
  int64_t read(int fd, std::span<std::byte> to, uint64_t offset) override {
    const ssize_t count = pread(fd, to.data(), to.size(), static_cast<off_t>(offset));
    return count < 0 ? -errno : count;
  }
  int64_t write(int fd, std::span<const std::byte> from, uint64_t offset) override {
    const ssize_t count = pwrite(fd, from.data(), from.size(), static_cast<off_t>(offset));
    return count < 0 ? -errno : count;
  }
  int64_t reserve([[maybe_unused]] int fd, [[maybe_unused]] uint64_t offset,
                  [[maybe_unused]] uint64_t size) override {
#if defined(FALLOC_FL_KEEP_SIZE)
    const int result =
        fallocate(fd, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset), static_cast<off_t>(size));
    return result != 0 ? -errno : 0;
#else
    return -ENOSYS;
#endif
  }
  int64_t set_size(int fd, uint64_t size) override {
    return ftruncate(fd, static_cast<off_t>(size)) != 0 ? -errno : 0;
  }
  int64_t map(int fd, uint64_t size, bool writable, void** out) override {
    const int access = writable ? PROT_READ | PROT_WRITE : PROT_READ;
    void* address = mmap(nullptr, static_cast<size_t>(size), access, MAP_SHARED, fd, 0);
    if (address == MAP_FAILED) return -errno;
    *out = address;
    return 0;
  }
  void unmap(void* address, uint64_t size) override { munmap(address, static_cast<size_t>(size)); }
};

}  // namespace

FileCalls& system_files() {
  static SystemFiles calls;
  return calls;
}

}  // namespace vyre
