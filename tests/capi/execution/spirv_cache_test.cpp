// Kernels in GLSL are kept like programs.
#include <array>

#include "capi/support/spirv_support.h"
#include "support/temporary_folder.h"

namespace vyre::test {
namespace {

// A context with a cache folder, and the Vulkan backend of it.
class Keeping {
 public:
  explicit Keeping(const std::string& folder) {
    vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
    desc.cache_directory = c_string(folder);
    EXPECT_TRUE(ok(vyre_context_create(&desc, &context_)));
    EXPECT_TRUE(ok(vyre_backend_acquire(context_, vyre_str("vulkan"), nullptr, &backend_)));
  }
  Keeping(const Keeping&) = delete;
  ~Keeping() {
    vyre_backend_destroy(backend_);
    vyre_context_destroy(context_);
  }
  vyre_backend* backend() const { return backend_; }

  Pipeline matmul(uint32_t tile) const {
    const std::string module = kernel("matmul");
    const Values values = {{"TILE", vyre_spec_u32(tile)}};
    vyre_spirv_desc desc = describe(module);
    desc.values = values.get();
    vyre_pipeline* pipeline = nullptr;
    EXPECT_TRUE(ok(vyre_pipeline_create_spirv(backend_, &desc, &pipeline)));
    return Pipeline(pipeline);
  }

 private:
  vyre_context* context_ = nullptr;
  vyre_backend* backend_ = nullptr;
};

uint32_t origin(const Pipeline& pipeline) {
  uint32_t origin = 99;
  EXPECT_TRUE(ok(vyre_pipeline_get_origin(pipeline.get(), &origin)));
  return origin;
}

// The product of a matrix of ones and one of twos, 8 x 8.
void expect_multiplies(const Pipeline& pipeline, uint32_t tile) {
  const std::vector<uint32_t> ones(64, 1), twos(64, 2);
  std::vector<uint32_t> product(64);
  const std::array bindings = {vyre_bind_input(4, ones.data(), 256),
                               vyre_bind_input(2, twos.data(), 256),
                               vyre_bind_inout(7, product.data(), 256)};
  const uint32_t size = 8;
  const vyre_dispatch_desc desc = with_grid(pushing(size), 8 / tile, 8 / tile);
  EXPECT_TRUE(ok(vyre_dispatch(pipeline.get(), bindings.data(), 3, &desc, nullptr)));
  EXPECT_EQ(product, std::vector<uint32_t>(64, 16));
}

TEST(SpirvCache, ModulesComeFromMemoryAndFromTheFolder) {
  const TemporaryFolder folder;
  const Keeping first(folder.path("kept"));
  for (const uint32_t tile : {2u, 4u}) {
    EXPECT_EQ(origin(first.matmul(tile)), uint32_t{VYRE_ORIGIN_COMPILED});
    EXPECT_EQ(origin(first.matmul(tile)), uint32_t{VYRE_ORIGIN_MEMORY});
    expect_multiplies(first.matmul(tile), tile);
  }
  const Keeping later(folder.path("kept"));
  for (const uint32_t tile : {2u, 4u}) {
    const Pipeline pipeline = later.matmul(tile);
    EXPECT_EQ(origin(pipeline), uint32_t{VYRE_ORIGIN_DISK});
    expect_multiplies(pipeline, tile);
  }
}

TEST(SpirvCache, KeysOfModulesArePrepared) {
  const TemporaryFolder folder;
  std::array<uint8_t, 2 * VYRE_CACHE_KEY_BYTES> keys;
  size_t size = 0;
  {
    const Keeping first(folder.path("kept"));
    first.matmul(2);
    first.matmul(4);
    ASSERT_TRUE(ok(vyre_backend_export_keys(first.backend(), keys.data(), keys.size(), &size)));
    ASSERT_EQ(size, keys.size());
  }
  const Keeping later(folder.path("kept"));
  uint64_t prepared = 0;
  EXPECT_TRUE(ok(
      vyre_backend_prepare_keys(later.backend(), keys.data(), size, nullptr, nullptr, &prepared)));
  EXPECT_EQ(prepared, 2u);
  for (const uint32_t tile : {2u, 4u}) {
    const Pipeline pipeline = later.matmul(tile);
    EXPECT_EQ(origin(pipeline), uint32_t{VYRE_ORIGIN_MEMORY});
    expect_multiplies(pipeline, tile);
  }
}

}  // namespace
}  // namespace vyre::test
