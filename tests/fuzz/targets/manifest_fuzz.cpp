// Text that may be a dialect manifest: read, or refused with findings.
#include <memory_resource>

#include "fuzz/mutate/fuzz.h"
#include "registry/manifest/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto manifest =
      vyre::registry::read_manifest(text, "", "fuzz", std::pmr::get_default_resource());
  if (manifest.ok()) return 0;
  vyre::fuzz::expect(!manifest.error().info().findings.empty(), "a refusal without findings");
  for (const vyre::Finding& finding : manifest.error().info().findings) {
    vyre::fuzz::expect(finding.text.find("Fix: ") != std::string::npos, "no way out is named",
                       finding.text);
  }
  return 0;
}
