#include <gtest/gtest.h>

#include <set>

#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

using Uuid = std::array<uint8_t, 16>;
using Change = void (*)(spirv::Target& target, profile::DeviceProfile& profile, Uuid& cache);

std::vector<uint8_t> identity_with(Change change) {
  spirv::Target target;
  profile::DeviceProfile profile;
  profile.driver = "ab";
  profile.api_version = "c";
  Uuid cache{};
  change(target, profile, cache);
  return code_identity_of(target, profile, cache);
}

// Whatever code depends on, and where one text ends and the next begins.
constexpr Change kChanges[] = {
    [](spirv::Target&, profile::DeviceProfile&, Uuid&) {},
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.storage_8bit = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.storage_16bit = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.int64 = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.f64 = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.preserves_f32_denormals = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.signed_zero_inf_nan_preserve = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.denorm_preserve_mode = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.rounding_rte_mode = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.exact_f32_division = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.exact_f32_fma = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.mistakes_constant_zeros = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.waits_at_memory_barriers = true; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.min_coarsened_invocations = 1; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.max_loop_trips = 0; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.max_loop_trips = 1; },
    [](spirv::Target& t, profile::DeviceProfile&, Uuid&) { t.workgroup_memory_bytes = 1; },
    [](spirv::Target&, profile::DeviceProfile& p, Uuid&) { p.vendor_id = 1; },
    [](spirv::Target&, profile::DeviceProfile& p, Uuid&) { p.device_id = 1; },
    [](spirv::Target&, profile::DeviceProfile& p, Uuid&) { p.driver_version = 1; },
    [](spirv::Target&, profile::DeviceProfile& p, Uuid&) { p.name = "256 bits"; },
    [](spirv::Target&, profile::DeviceProfile& p, Uuid&) { p.driver = "abc", p.api_version = ""; },
    [](spirv::Target&, profile::DeviceProfile& p, Uuid&) { p.driver = "a", p.api_version = "bc"; },
    [](spirv::Target&, profile::DeviceProfile& p, Uuid&) { p.device_uuid[15] = 1; },
    [](spirv::Target&, profile::DeviceProfile& p, Uuid&) { p.driver_uuid[0] = 1; },
    [](spirv::Target&, profile::DeviceProfile&, Uuid& cache) { cache[0] = 1; },
};

TEST(CodeIdentity, ChangesWithEveryFactThatCodeDependsOn) {
  std::set<std::vector<uint8_t>> identities;
  for (const Change change : kChanges) identities.insert(identity_with(change));
  EXPECT_EQ(identities.size(), std::size(kChanges));
  EXPECT_EQ(identity_with(kChanges[0]), identity_with(kChanges[0]));
}

}  // namespace
}  // namespace vyre::vulkan
