#pragma once

#include <memory>
#include <string>

#include "base/status/status.h"
#include "registry/manifest/manifest.h"
#include "registry/ops/snapshot.h"
#include "runtime/context/context.h"

namespace vyre::runtime {

// Publishes what counts now with the manifests of |folder| as they are now, in place of all that
// came from files in that folder before, and returns it. Everything has to be right: else nothing
// is published and the error carries all findings. Loading a folder again is how it is reloaded.
// What others publish meanwhile is kept.
Result<std::shared_ptr<const registry::Snapshot>> load_manifests(Context& context,
                                                                 const std::string& folder);

// |manifest| with compositions that keep the memory of |context| alive, so that a snapshot may
// outlive it.
registry::Manifest keep_memory(registry::Manifest manifest, const Context& context);

}  // namespace vyre::runtime
