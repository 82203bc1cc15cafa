#pragma once

#include <memory_resource>
#include <string_view>

#include "base/json/document.h"
#include "base/system/trusted_folder.h"
#include "registry/manifest/input.h"
#include "registry/manifest/manifest.h"

namespace vyre::registry {

// What |root| says, as far as it could be read; what could not is noted in |in|. |folder| is null
// when the manifest can name no files.
Manifest read_manifest_value(JsonValue root, std::string_view source, const Folder* folder,
                             std::pmr::memory_resource* memory, ManifestInput& in);

}  // namespace vyre::registry
