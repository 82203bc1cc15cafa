#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status/status.h"
#include "base/system/descriptor.h"

namespace vyre {

// A folder whose files are read on behalf of a text that may come from anybody: what a name leads
// to lies inside the folder. Names are relative; "..", symbolic links, and all that is no regular
// file are refused, and so is what is longer than the caller allows.
class Folder {
 public:
  // |path| itself may be or pass symbolic links. Fails with kNotFound or kInputOutput.
  static Result<Folder> open(const std::string& path);

  // Absolute and free of symbolic links: equal for all ways to name one folder.
  const std::string& path() const { return path_; }

  // Of everything in it that ends in |ending|, sorted by bytes. Folders in it are not entered.
  Result<std::vector<std::string>> names(std::string_view ending) const;

  // All bytes of a file. Fails with kInvalidArgument for names that are refused and files that are
  // too long, kNotFound or kInputOutput for what the system refuses.
  Result<std::string> read(std::string_view name, size_t max_bytes) const;

 private:
  Folder(Descriptor folder, std::string path)
      : folder_(std::move(folder)), path_(std::move(path)) {}

  Descriptor folder_;
  std::string path_;
};

// The absolute path of |path| without symbolic links. Fails with kNotFound or kInputOutput.
Result<std::string> real_path(const std::string& path);

}  // namespace vyre
