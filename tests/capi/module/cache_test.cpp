// Kernels in GLSL are kept like programs.
#include "capi/support/spirv_support.h"
#include "support/temporary_folder.h"
#include "vyre_driver_tools.h"

namespace vyre::test {
namespace {

// A context with a cache folder, and the Vulkan device of it.
Opened keeping(const std::string& folder) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.cache_folder = c_string(folder);
  return Opened(&desc, "vulkan");
}

Pipeline matmul(const Opened& opened, uint32_t tile) {
  return make(opened, "matmul", {vyre_constant_u32("TILE", tile)});
}

vyre_origin origin(const Pipeline& pipeline) {
  return vyre_pipeline_get_info(pipeline.get())->origin;
}

// The product of a matrix of ones and one of twos, 8 x 8.
void expect_multiplies(const Pipeline& pipeline, uint32_t tile) {
  const std::vector<uint32_t> ones(64, 1), twos(64, 2);
  std::vector<uint32_t> product(64);
  const uint32_t size = 8;
  EXPECT_TRUE(ok(dispatch(
      pipeline,
      {vyre_bind_at(1, 4, bind_input(0, ones)), bind_input(2, twos), bind_inout(7, product)},
      with_grid(pushing(size), 8 / tile, 8 / tile))));
  EXPECT_EQ(product, std::vector<uint32_t>(64, 16));
}

TEST(SpirvCache, ModulesComeFromMemoryAndFromTheFolder) {
  const TemporaryFolder folder;
  const Opened first = keeping(folder.path("kept"));
  for (const uint32_t tile : {2u, 4u}) {
    EXPECT_EQ(origin(matmul(first, tile)), VYRE_ORIGIN_COMPILED);
    EXPECT_EQ(origin(matmul(first, tile)), VYRE_ORIGIN_MEMORY);
    expect_multiplies(matmul(first, tile), tile);
  }
  const Opened later = keeping(folder.path("kept"));
  for (const uint32_t tile : {2u, 4u}) {
    const Pipeline pipeline = matmul(later, tile);
    EXPECT_EQ(origin(pipeline), VYRE_ORIGIN_DISK);
    expect_multiplies(pipeline, tile);
  }
}

TEST(SpirvCache, KeysOfModulesArePrepared) {
  const TemporaryFolder folder;
  std::string keys;
  {
    const Opened first = keeping(folder.path("kept"));
    matmul(first, 2);
    matmul(first, 4);
    const auto blob = made<Blob>(vyre_device_save_keys, first.device.get());
    const vyre_bytes bytes = vyre_blob_get_bytes(blob.get());
    keys.assign(static_cast<const char*>(bytes.data), bytes.size);
    ASSERT_EQ(keys.size(), 2 * 32u);
  }
  const Opened later = keeping(folder.path("kept"));
  uint64_t prepared = 0;
  EXPECT_TRUE(ok(vyre_device_prepare_keys(later.device.get(), keys.data(), keys.size(), nullptr,
                                          nullptr, &prepared)));
  EXPECT_EQ(prepared, 2u);
  for (const uint32_t tile : {2u, 4u}) {
    const Pipeline pipeline = matmul(later, tile);
    EXPECT_EQ(origin(pipeline), VYRE_ORIGIN_MEMORY);
    expect_multiplies(pipeline, tile);
  }
}

}  // namespace
}  // namespace vyre::test
