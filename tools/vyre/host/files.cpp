#include "files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace tool {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin && file != stdout) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Failure cannot(const char* verb, const std::string& path, const char* fix) {
  return {std::string("cannot ") + verb + " '" + path + "': " + std::strerror(errno) +
              ". Fix: " + fix + ".",
          VYRE_ERROR_INPUT_OUTPUT};
}

}  // namespace

Result<Bytes> read_file(const std::string& path) {
  constexpr const char* kFix = "give the path of a readable file, or '-' for standard input";
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return cannot("open", path, kFix);
  Bytes bytes;
  uint8_t chunk[1 << 16];
  while (const size_t got = std::fread(chunk, 1, sizeof chunk, file.get()))
    bytes.insert(bytes.end(), chunk, chunk + got);
  if (std::ferror(file.get())) return cannot("read", path, kFix);
  return bytes;
}

std::optional<Failure> write_file(const std::string& path, std::span<const uint8_t> bytes) {
  constexpr const char* kFix = "give a path in a writable folder, or '-' for standard output";
  File file(path == "-" ? stdout : std::fopen(path.c_str(), "wb"));
  if (!file) return cannot("create", path, kFix);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  if (!written || std::fflush(file.get()) != 0) return cannot("write", path, kFix);
  return std::nullopt;
}

}  // namespace tool
