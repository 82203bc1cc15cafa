// Kernels in GLSL are kept like programs.
#include <array>

#include "capi/support/spirv_support.h"
#include "support/temporary_folder.h"

namespace vyre::test {
namespace {

// A context with a cache folder, and the Vulkan backend of it.
Opened keeping(const std::string& folder) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.cache_directory = c_string(folder);
  return Opened(&desc, "vulkan");
}

Pipeline matmul(const Opened& opened, uint32_t tile) {
  const std::string module = kernel("matmul");
  const SpecMap values = values_of({{"TILE", vyre_spec_u32(tile)}});
  vyre_spirv_desc desc = describe(module);
  desc.values = values.get();
  return make(opened, desc);
}

uint32_t origin(const Pipeline& pipeline) {
  uint32_t origin = 99;
  EXPECT_TRUE(ok(vyre_pipeline_get_origin(pipeline.get(), &origin)));
  return origin;
}

// The product of a matrix of ones and one of twos, 8 x 8.
void expect_multiplies(const Pipeline& pipeline, uint32_t tile) {
  const std::vector<uint32_t> ones(64, 1), twos(64, 2);
  std::vector<uint32_t> product(64);
  const uint32_t size = 8;
  EXPECT_TRUE(
      ok(dispatch(pipeline, {bind_input(4, ones), bind_input(2, twos), bind_inout(7, product)},
                  with_grid(pushing(size), 8 / tile, 8 / tile))));
  EXPECT_EQ(product, std::vector<uint32_t>(64, 16));
}

TEST(SpirvCache, ModulesComeFromMemoryAndFromTheFolder) {
  const TemporaryFolder folder;
  const Opened first = keeping(folder.path("kept"));
  for (const uint32_t tile : {2u, 4u}) {
    EXPECT_EQ(origin(matmul(first, tile)), uint32_t{VYRE_ORIGIN_COMPILED});
    EXPECT_EQ(origin(matmul(first, tile)), uint32_t{VYRE_ORIGIN_MEMORY});
    expect_multiplies(matmul(first, tile), tile);
  }
  const Opened later = keeping(folder.path("kept"));
  for (const uint32_t tile : {2u, 4u}) {
    const Pipeline pipeline = matmul(later, tile);
    EXPECT_EQ(origin(pipeline), uint32_t{VYRE_ORIGIN_DISK});
    expect_multiplies(pipeline, tile);
  }
}

TEST(SpirvCache, KeysOfModulesArePrepared) {
  const TemporaryFolder folder;
  std::array<uint8_t, 2 * VYRE_CACHE_KEY_BYTES> keys;
  size_t size = 0;
  {
    const Opened first = keeping(folder.path("kept"));
    matmul(first, 2);
    matmul(first, 4);
    ASSERT_TRUE(ok(vyre_backend_export_keys(first.backend.get(), keys.data(), keys.size(), &size)));
    ASSERT_EQ(size, keys.size());
  }
  const Opened later = keeping(folder.path("kept"));
  uint64_t prepared = 0;
  EXPECT_TRUE(ok(vyre_backend_prepare_keys(later.backend.get(), keys.data(), size, nullptr, nullptr,
                                           &prepared)));
  EXPECT_EQ(prepared, 2u);
  for (const uint32_t tile : {2u, 4u}) {
    const Pipeline pipeline = matmul(later, tile);
    EXPECT_EQ(origin(pipeline), uint32_t{VYRE_ORIGIN_MEMORY});
    expect_multiplies(pipeline, tile);
  }
}

}  // namespace
}  // namespace vyre::test
