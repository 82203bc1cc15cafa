#include "registry/manifest/manifest.h"

#include <iterator>

#include "base/system/trusted_folder.h"
#include "registry/manifest/input.h"
#include "registry/manifest/reader.h"

namespace vyre::registry {
namespace {

// One error for all |findings|, of which there is one at least.
Status unusable(std::vector<Finding> findings) {
  bool only_files = true;
  for (const Finding& finding : findings) only_files &= finding.code == kFindingFile;
  Status status =
      fail(only_files ? Code::kInputOutput : Code::kMalformedJson, findings.front().text, " (",
           findings.size(), findings.size() == 1 ? " finding)" : " findings)");
  status.info().findings = std::move(findings);
  return status;
}

Status unusable(std::string_view code, std::string_view origin, const Status& status) {
  ManifestInput in(origin);
  in.problem(code, status);
  return unusable(in.take());
}

Result<Manifest> read(std::string_view json, const Folder* folder, std::string_view origin,
                      std::pmr::memory_resource* memory) {
  const Result<JsonDocument> document = JsonDocument::parse(json);
  if (!document.ok()) return unusable(kFindingJson, origin, document.error());
  ManifestInput in(origin);
  Manifest manifest = read_manifest_value(document.value().root(), origin, folder, memory, in);
  std::vector<Finding> findings = in.take();
  if (!findings.empty()) return unusable(std::move(findings));
  return manifest;
}

Result<Manifest> read_in(const Folder& folder, const std::string& name,
                         std::pmr::memory_resource* memory) {
  const std::string origin = concat(folder.path(), '/', name);
  const Result<std::string> json = folder.read(name, kMaxManifestFileBytes);
  if (!json.ok()) return unusable(kFindingFile, origin, json.error());
  return read(json.value(), &folder, origin, memory);
}

}  // namespace

Result<Manifest> read_manifest(std::string_view json, const std::string& folder,
                               std::string_view origin, std::pmr::memory_resource* memory) {
  if (folder.empty()) return read(json, nullptr, origin, memory);
  VYRE_ASSIGN_OR_RETURN(const Folder opened, Folder::open(folder));
  return read(json, &opened, origin, memory);
}

Result<Manifest> read_manifest_file(const std::string& path, std::pmr::memory_resource* memory) {
  VYRE_ASSIGN_OR_RETURN(const std::string real, real_path(path));
  const size_t slash = real.rfind('/');
  VYRE_ASSIGN_OR_RETURN(const Folder folder, Folder::open(real.substr(0, slash + 1)));
  return read_in(folder, real.substr(slash + 1), memory);
}

Result<std::vector<Manifest>> read_manifest_folder(const std::string& path,
                                                   std::pmr::memory_resource* memory) {
  VYRE_ASSIGN_OR_RETURN(const Folder folder, Folder::open(path));
  VYRE_ASSIGN_OR_RETURN(const std::vector<std::string> names, folder.names(kManifestEnding));
  std::vector<Manifest> manifests;
  std::vector<Finding> findings;
  for (const std::string& name : names) {
    Result<Manifest> manifest = read_in(folder, name, memory);
    if (manifest.ok()) {
      manifests.push_back(manifest.take());
    } else {
      std::vector<Finding> more = std::move(std::move(manifest).status().info().findings);
      findings.insert(findings.end(), std::make_move_iterator(more.begin()),
                      std::make_move_iterator(more.end()));
    }
  }
  if (!findings.empty()) return unusable(std::move(findings));
  return manifests;
}

}  // namespace vyre::registry
