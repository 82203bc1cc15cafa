#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/hash/blake3.h"
#include "base/status/status.h"

namespace vyre {

// The calls of the system that concern libraries. Tests put another object in its place.
// Thread-safe.
class LibraryCalls {
 public:
  virtual ~LibraryCalls() = default;
  virtual void* open(const char* path, std::string* why_not) = 0;  // null: failed
  virtual void* find(void* library, const char* name) = 0;         // null: it has none
  virtual void close(void* library) = 0;
};

// The system itself.
LibraryCalls& system_libraries();

// Whether a path leads to a regular file, symbolic links followed.
bool is_regular_file(const std::string& path);

// Code that was loaded into the process, until the last owner lets go.
class SharedLibrary {
 public:
  // Loads the regular file |path|. With |allowed| digests it must have one of them, and what is
  // loaded is a copy that nobody can change after it was hashed; such a library finds no other
  // libraries beside itself ($ORIGIN). Fails with kNotFound, kInputOutput, kInvalidArgument.
  static Result<std::shared_ptr<SharedLibrary>> open(LibraryCalls& calls, const std::string& path,
                                                     std::span<const Digest> allowed);
  ~SharedLibrary();
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;

  const std::string& path() const { return path_; }
  void* find(const char* name) const { return calls_.find(library_, name); }

 private:
  SharedLibrary(LibraryCalls& calls, std::string path, void* library)
      : calls_(calls), path_(std::move(path)), library_(library) {}

  LibraryCalls& calls_;  // borrowed
  const std::string path_;
  void* const library_;
};

}  // namespace vyre
