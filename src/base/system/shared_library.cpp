#include "base/system/shared_library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <vector>

#include "base/encoding/hex.h"
#include "base/system/descriptor.h"

namespace vyre {
namespace {

class SystemLibraries final : public LibraryCalls {
 public:
  void* open(const char* path, std::string* why_not) override {
    void* library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) return library;
    const char* reason = ::dlerror();
    *why_not = reason != nullptr ? reason : "no reason given";
    return nullptr;
  }
  void* find(void* library, const char* name) override { return ::dlsym(library, name); }
  void close(void* library) override { ::dlclose(library); }
};

Status system_failure(std::string_view what, const std::string& path, int error) {
  Status status = fail(error == ENOENT || error == ENOTDIR ? Code::kNotFound : Code::kInputOutput,
                       what, " the library '", path, "': ", std::generic_category().message(error),
                       ". Fix: check that it is there and may be read");
  status.info().native_code = error;
  return status;
}

// Before the system is asked to load it: it would wait for ever for the other end of a pipe.
Result<Descriptor> open_regular(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return system_failure("cannot open", path, errno);
  struct stat facts;
  if (::fstat(file.value(), &facts) != 0) return system_failure("cannot look at", path, errno);
  if (S_ISREG(facts.st_mode)) return file;
  return fail(Code::kInvalidArgument, "the library '", path,
              "' is no regular file. Fix: name the library itself");
}

Status load_failure(const std::string& path, const std::string& why_not) {
  return fail(Code::kInvalidArgument, "the library '", path, "' cannot be loaded: ", why_not,
              ". Fix: build it as a shared library for this system, with all it needs beside it");
}

#ifdef __linux__

// All of |file| in memory that has no name and cannot be written any more.
Result<Descriptor> sealed_copy(int file, const std::string& path, Blake3& hash) {
  Descriptor copy(::memfd_create("vyre-plugin", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!copy.is_open()) return system_failure("cannot make room for", path, errno);
  std::vector<uint8_t> piece(size_t{1} << 16);
  for (;;) {
    const ssize_t count = ::read(file, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_failure("cannot read", path, errno);
    if (count == 0) break;
    const auto bytes = std::span(piece).first(static_cast<size_t>(count));
    hash.update(bytes);
    for (size_t done = 0; done < bytes.size();) {
      const ssize_t written = ::write(copy.value(), bytes.data() + done, bytes.size() - done);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return system_failure("cannot copy", path, errno);
      done += static_cast<size_t>(written);
    }
  }
  constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (::fcntl(copy.value(), F_ADD_SEALS, kSeals) != 0) {
    return system_failure("cannot seal a copy of", path, errno);
  }
  return copy;
}

// A path to an open file that was never used before in this process: the loader takes equal paths
// for equal libraries, and numbers of descriptors come again. Doubled slashes and dots spell a
// counter.
std::string unique_path(int file) {
  static std::atomic<uint64_t> count = 0;
  std::string path = "/proc/self/fd/";
  for (uint64_t rest = ++count; rest != 0; rest >>= 1) path += (rest & 1) != 0 ? "./" : "/";
  return path + std::to_string(file);
}

Status wrong_digest(const std::string& path, const Digest& digest) {
  return fail(Code::kInvalidArgument, "the library '", path, "' has the BLAKE3 digest ",
              hex_encode(digest),
              ", which is not allowed. Fix: check where the file comes from; "
              "allow the digest only when it is the file that you mean");
}

#endif

}  // namespace

bool is_regular_file(const std::string& path) {
  struct stat facts;
  return ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
}

LibraryCalls& system_libraries() {
  static SystemLibraries calls;
  return calls;
}

Result<std::shared_ptr<SharedLibrary>> SharedLibrary::open(LibraryCalls& calls,
                                                           const std::string& path,
                                                           std::span<const Digest> allowed) {
  VYRE_ASSIGN_OR_RETURN(const Descriptor file, open_regular(path));
  std::string why_not;
  if (allowed.empty()) {
    // A name without a slash would be looked for in the system's folders.
    const std::string place = path.find('/') == path.npos ? "./" + path : path;
    void* library = calls.open(place.c_str(), &why_not);
    if (library == nullptr) return load_failure(path, why_not);
    return std::shared_ptr<SharedLibrary>(new SharedLibrary(calls, path, library));
  }
#ifdef __linux__
  Blake3 hash;
  VYRE_ASSIGN_OR_RETURN(const Descriptor copy, sealed_copy(file.value(), path, hash));
  const Digest digest = hash.digest();
  if (std::ranges::find(allowed, digest) == allowed.end()) {
    return wrong_digest(path, digest);
  }
  void* library = calls.open(unique_path(copy.value()).c_str(), &why_not);
  if (library == nullptr) return load_failure(path, why_not);
  return std::shared_ptr<SharedLibrary>(new SharedLibrary(calls, path, library));
#else
  return fail(Code::kUnsupportedFeature, "the library '", path,
              "' cannot be checked and loaded as one file on this system. Fix: load it without "
              "digests, from a folder that nobody else can write");
#endif
}

SharedLibrary::~SharedLibrary() { calls_.close(library_); }

}  // namespace vyre
