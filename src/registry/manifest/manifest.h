#pragma once

#include <cstddef>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "registry/ops/op_def.h"

namespace vyre::registry {

// An extern dialect and its ops as a JSON text; docs/manifests.md tells the form.
struct Manifest {
  ExternDialect dialect;
  std::vector<OpDef> ops;
};

// Manifests of a folder are the files whose names end so.
inline constexpr std::string_view kManifestEnding = ".dialect.json";

// Longest file that is read: a manifest, or one that a manifest names.
inline constexpr size_t kMaxManifestFileBytes = size_t{64} << 20;

// All of these fail with one error whose findings are all problems, each naming the file, the op
// and the place: kMalformedJson, or kInputOutput when files are all that is wrong. Compositions are
// allocated from |memory|, which must outlive them.

// |origin| is who the messages name, and the source of dialect and ops. The files that |json| names
// lie in |folder|; it can name none when that is empty.
Result<Manifest> read_manifest(std::string_view json, const std::string& folder,
                               std::string_view origin, std::pmr::memory_resource* memory);

// The files that it names lie in the folder where it really is. Source: its absolute path.
Result<Manifest> read_manifest_file(const std::string& path, std::pmr::memory_resource* memory);

// All manifests of a folder, by name.
Result<std::vector<Manifest>> read_manifest_folder(const std::string& path,
                                                   std::pmr::memory_resource* memory);

// What |path| is: those of a folder, or one file.
Result<std::vector<Manifest>> read_manifests(const std::string& path,
                                             std::pmr::memory_resource* memory);

}  // namespace vyre::registry
