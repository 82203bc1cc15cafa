#include "kernel_host/code_identity.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace vyre::kernel_host {
namespace {

using Uuid = std::array<uint8_t, 16>;
using Change = void (*)(spirv::Target& target, Uuid& cache);

std::vector<uint8_t> identity_with(Change change) {
  spirv::Target target;
  target.driver = "ab";
  target.api_version = "c";
  Uuid cache{};
  change(target, cache);
  return code_identity_of(target, cache);
}

// Whatever code depends on, and where one text ends and the next begins.
constexpr Change kChanges[] = {
    [](spirv::Target&, Uuid&) {},
    [](spirv::Target& t, Uuid&) { t.storage_8bit = true; },
    [](spirv::Target& t, Uuid&) { t.storage_16bit = true; },
    [](spirv::Target& t, Uuid&) { t.int64 = true; },
    [](spirv::Target& t, Uuid&) { t.f64 = true; },
    [](spirv::Target& t, Uuid&) { t.preserves_f32_denormals = true; },
    [](spirv::Target& t, Uuid&) { t.signed_zero_inf_nan_preserve = true; },
    [](spirv::Target& t, Uuid&) { t.denorm_preserve_mode = true; },
    [](spirv::Target& t, Uuid&) { t.rounding_rte_mode = true; },
    [](spirv::Target& t, Uuid&) { t.exact_f32_division = true; },
    [](spirv::Target& t, Uuid&) { t.exact_f32_fma = true; },
    [](spirv::Target& t, Uuid&) { t.mistakes_constant_zeros = true; },
    [](spirv::Target& t, Uuid&) { t.waits_at_memory_barriers = true; },
    [](spirv::Target& t, Uuid&) { t.min_coarsened_invocations = 1; },
    [](spirv::Target& t, Uuid&) { t.max_loop_trips = 0; },
    [](spirv::Target& t, Uuid&) { t.max_loop_trips = 1; },
    [](spirv::Target& t, Uuid&) { t.workgroup_memory_bytes = 1; },
    [](spirv::Target& t, Uuid&) { t.pci_vendor = 1; },
    [](spirv::Target& t, Uuid&) { t.pci_device = 1; },
    [](spirv::Target& t, Uuid&) { t.driver_version = 1; },
    [](spirv::Target& t, Uuid&) { t.name = "256 bits"; },
    [](spirv::Target& t, Uuid&) { t.driver = "abc", t.api_version = ""; },
    [](spirv::Target& t, Uuid&) { t.driver = "a", t.api_version = "bc"; },
    [](spirv::Target& t, Uuid&) { t.device_uuid[15] = 1; },
    [](spirv::Target& t, Uuid&) { t.driver_uuid[0] = 1; },
    [](spirv::Target&, Uuid& cache) { cache[0] = 1; },
};

TEST(CodeIdentity, ChangesWithEveryFactThatCodeDependsOn) {
  std::set<std::vector<uint8_t>> identities;
  for (const Change change : kChanges) identities.insert(identity_with(change));
  EXPECT_EQ(identities.size(), std::size(kChanges));
  EXPECT_EQ(identity_with(kChanges[0]), identity_with(kChanges[0]));
}

}  // namespace
}  // namespace vyre::kernel_host
