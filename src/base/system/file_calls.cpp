#include "base/system/file_calls.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <system_error>

namespace vyre {
namespace {

constexpr size_t kMaxAtOnce = size_t{1} << 30;     // the system moves less than 2^31 bytes per call
constexpr size_t kAlignedBytes = size_t{1} << 20;  // the detour of unaligned memory under O_DIRECT
constexpr std::align_val_t kPage{4096};

struct AlignedDelete {
  void operator()(std::byte* bytes) const { ::operator delete(bytes, kPage); }
};
using AlignedBytes = std::unique_ptr<std::byte, AlignedDelete>;

AlignedBytes aligned_bytes() {
  return AlignedBytes(static_cast<std::byte*>(::operator new(kAlignedBytes, kPage)));
}

std::string_view way_out(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free space on the file's device";
    case EFBIG:
      return "write less, or raise the limit on file sizes";
    case EBADF:
      return "pass a descriptor that is open";
    case EINVAL:
      return "check that the offset, the size and the file system allow this access";
    case ENOSYS:
      return "use a system with POSIX files";
    default:
      return "check the file's device and try again";
  }
}

std::string error_text(int error) { return std::generic_category().message(error); }

bool is_aligned(uint64_t value, uint64_t alignment) { return value % alignment == 0; }

// A null answer: the descriptor can be used.
Status check_kind(const FileFacts& facts, const std::string& name) {
  if (facts.is_regular || facts.is_block_device) return {};
  return fail(Code::kInvalidArgument, name, " is ", facts.kind,
              ", which has no ranges of bytes. Fix: pass a regular file or a block device");
}

Status check_access(const FileFacts& facts, FileUse use, const std::string& name) {
  if (use != FileUse::kWrite && !facts.readable) {
    return fail(Code::kInvalidArgument, name,
                " is open for writing alone. Fix: open the file for reading, too");
  }
  if (use != FileUse::kRead && !facts.writable) {
    return fail(Code::kInvalidArgument, name,
                " is read-only. Fix: open the file for reading and writing");
  }
  return {};
}

}  // namespace

Result<File> File::open(FileCalls& calls, int fd, FileUse use) {
  std::string name = concat("file descriptor ", fd);
  FileFacts facts;
  int64_t error = fd < 0 ? -EBADF : calls.facts(fd, &facts);
  if (error < 0 && error != -EBADF) {
    return fail(Code::kInputOutput, name,
                " cannot be asked what it is: ", error_text(static_cast<int>(-error)),
                ". Fix: ", way_out(static_cast<int>(-error)));
  }
  if (error < 0) {
    return fail(Code::kInvalidArgument, name, " is not open. Fix: pass a descriptor that is open");
  }
  VYRE_RETURN_IF_ERROR(check_kind(facts, name));
  VYRE_RETURN_IF_ERROR(check_access(facts, use, name));
  const int64_t own = calls.duplicate(fd);
  if (own < 0) {
    return fail(Code::kInputOutput, name,
                " cannot be duplicated: ", error_text(static_cast<int>(-own)),
                ". Fix: close descriptors or raise the limit");
  }
  return File(calls, static_cast<int>(own), facts, std::move(name));
}

File::~File() {
  if (fd_ >= 0) calls_.close(fd_);
}

File::File(File&& other) noexcept
    : calls_(other.calls_), fd_(other.fd_), facts_(other.facts_), name_(std::move(other.name_)) {
  other.fd_ = -1;
}

Status File::failed(const char* what, int64_t error) const {
  const int number = static_cast<int>(-error);
  Status status = fail(Code::kInputOutput, what, " ", name_, " failed: ", error_text(number),
                       ". Fix: ", way_out(number));
  status.info().native_code = number;
  return status;
}

Status File::check_range(uint64_t offset, uint64_t size) const {
  if (offset > INT64_MAX || size > INT64_MAX - offset) {
    return fail(Code::kInvalidArgument, size, " bytes at offset ", offset, " of ", name_,
                " lie beyond what a file can have. Fix: pass a smaller offset or size");
  }
  const uint64_t alignment = facts_.direct_alignment;
  if (alignment == 0 || (is_aligned(offset, alignment) && is_aligned(size, alignment))) return {};
  return fail(Code::kInvalidArgument, size, " bytes at offset ", offset, " of ", name_,
              ": it is open with O_DIRECT, so that both have to be multiples of ", alignment,
              ". Fix: align them or open the file without O_DIRECT");
}

Status File::check_read(uint64_t offset, uint64_t size) const {
  VYRE_RETURN_IF_ERROR(check_range(offset, size));
  if (offset <= facts_.size && size <= facts_.size - offset) return {};
  return fail(Code::kInputOutput, name_, " is too short: it has ", facts_.size, " bytes, ", size,
              " are wanted at offset ", offset, ". Fix: read what is there");
}

Status File::check_write(uint64_t offset, uint64_t size) const {
  VYRE_RETURN_IF_ERROR(check_range(offset, size));
  if (facts_.appends) {
    return fail(Code::kInvalidArgument, name_,
                " is open with O_APPEND: every write would go to its end, not to offset ", offset,
                ". Fix: open it without");
  }
  const uint64_t end = offset + size;
  if (facts_.is_block_device && end > facts_.size) {
    return fail(Code::kInputOutput, name_, " is a device of ", facts_.size, " bytes, ", size,
                " at offset ", offset, " do not fit. Fix: write less");
  }
  if (end > facts_.size_limit) {
    return fail(Code::kInputOutput, name_, " would grow to ", end,
                " bytes, this process may write ", "files of ", facts_.size_limit,
                " (RLIMIT_FSIZE). Fix: raise the limit");
  }
  return {};
}

// Only bytes without a place on the device need one: those behind the end, and holes.
Status File::reserve(uint64_t offset, uint64_t size) const {
  const bool has_place = offset + size <= facts_.size && facts_.allocated >= facts_.size;
  if (!facts_.is_regular || size == 0 || has_place) return {};
  int64_t error = calls_.reserve(fd_, offset, size);
  while (error == -EINTR) error = calls_.reserve(fd_, offset, size);
  const bool unknown = error == -EOPNOTSUPP || error == -ENOSYS || error == -EINVAL;
  if (error >= 0 || unknown) return {};  // then a write finds out
  return failed("reserving space for", error);
}

bool File::is_direct_and_unaligned(const void* address) const {
  const uint64_t alignment = facts_.direct_alignment;
  return alignment > 0 && !is_aligned(reinterpret_cast<uintptr_t>(address), alignment);
}

Result<size_t> File::read_some(uint64_t offset, std::span<std::byte> to) const {
  for (;;) {
    const int64_t count = calls_.read(fd_, to, offset);
    if (count == -EINTR) continue;
    if (count < 0) return failed("reading", count);
    if (count > 0) return static_cast<size_t>(count);
    return fail(Code::kInputOutput, name_, " ends at byte ", offset,
                " although it was longer when this began. Fix: keep others from truncating it");
  }
}

Result<size_t> File::write_some(uint64_t offset, std::span<const std::byte> from) const {
  for (;;) {
    const int64_t count = calls_.write(fd_, from, offset);
    if (count == -EINTR) continue;
    if (count < 0) return failed("writing", count);
    if (count > 0) return static_cast<size_t>(count);
    return fail(Code::kInputOutput, name_, " takes no bytes at offset ", offset,
                ". Fix: check the file's device");
  }
}

Status File::read(uint64_t offset, std::span<std::byte> to) const {
  const AlignedBytes detour = is_direct_and_unaligned(to.data()) ? aligned_bytes() : nullptr;
  const size_t most = detour != nullptr ? kAlignedBytes : kMaxAtOnce;
  while (!to.empty()) {
    const size_t bytes = std::min(to.size(), most);
    std::byte* const target = detour != nullptr ? detour.get() : to.data();
    VYRE_ASSIGN_OR_RETURN(const size_t count, read_some(offset, {target, bytes}));
    if (detour != nullptr) std::memcpy(to.data(), target, count);
    to = to.subspan(count);
    offset += count;
  }
  return {};
}

Status File::write(uint64_t offset, std::span<const std::byte> from) const {
  const AlignedBytes detour = is_direct_and_unaligned(from.data()) ? aligned_bytes() : nullptr;
  const size_t most = detour != nullptr ? kAlignedBytes : kMaxAtOnce;
  while (!from.empty()) {
    const size_t bytes = std::min(from.size(), most);
    if (detour != nullptr) std::memcpy(detour.get(), from.data(), bytes);
    const std::byte* const source = detour != nullptr ? detour.get() : from.data();
    VYRE_ASSIGN_OR_RETURN(const size_t count, write_some(offset, {source, bytes}));
    from = from.subspan(count);
    offset += count;
  }
  return {};
}

Result<void*> File::map(uint64_t size, bool writable) const {
  void* address = nullptr;
  const int64_t error = calls_.map(fd_, size, writable, &address);
  if (error < 0) return failed("mapping", error);
  return address;
}

void File::undo_growth(uint64_t end) const {
  if (fd_ < 0 || !facts_.is_regular || end <= facts_.size) return;
  FileFacts now;
  if (calls_.facts(fd_, &now) < 0 || now.size > end) return;  // others have written, too
  (void)calls_.set_size(fd_, facts_.size);
}

}  // namespace vyre
