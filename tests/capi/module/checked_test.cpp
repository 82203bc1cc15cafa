// What SPIRV-Tools adds, where the library was built with them; and that its lack is named.
#include <cstring>

#include "capi/support/spirv_support.h"

namespace vyre::test {
namespace {

bool has_tools() { return (vyre_get_build_flags() & VYRE_BUILD_SPIRV_TOOLS) != 0; }

Module checked(std::string_view name) {
  Module module = describe(kernel(name));
  module.making.flags = VYRE_PIPELINE_CHECKED;
  return module;
}

TEST(SpirvChecked, IsRefusedByNameWithoutTheTools) {
  if (has_tools()) GTEST_SKIP() << "built with SPIRV-Tools";
  const Opened session = open_device("vulkan");
  EXPECT_TRUE(refused_module(session, checked("saxpy"), VYRE_ERROR_UNSUPPORTED_FEATURE,
                             {"VYRE_PIPELINE_CHECKED", "SPIRV-Tools"}));
}

// Three buffers of the device that lie side by side: the kernel gets the one in the middle.
TEST(SpirvChecked, IndexesFarOutsideTouchNoOtherMemory) {
  if (!has_tools()) GTEST_SKIP() << "built without SPIRV-Tools";
  const Opened session = open_device("vulkan");
  const Pipeline pipeline = make(session, checked("strayed"));
  constexpr size_t kWords = 64;
  const Words untouched(kWords, 0xABCDABCDu);
  Buffer buffers[5];
  for (Buffer& buffer : buffers) {
    buffer = make_buffer(session, kWords * 4);
    write(buffer, untouched);
  }
  const Words at = {0xFFFFFFFFu, 0x80000000u, 0x7FFFFFFFu, 0x40000000u, 1u << 20,
                    65,          64,          128,         5,           300};
  ASSERT_TRUE(ok(dispatch(
      pipeline,
      {bind_input(0, at), bind_buffer(1, buffers[1]), vyre_bind_range(2, buffers[3].get(), 0, 20)},
      with_grid(VYRE_DISPATCH_DESC_INIT, 1))));
  Words found[5];
  for (size_t i = 0; i < 5; ++i) found[i] = words_of(buffers[i]);
  for (const size_t other : {0u, 2u, 4u}) EXPECT_EQ(found[other], untouched) << other;
  EXPECT_EQ(found[1][5], 7u);  // the index inside went where it points
  EXPECT_EQ(Words(found[3].begin() + 4, found[3].end()), Words(kWords - 4, 0xABCDABCDu));
  EXPECT_EQ(found[3][3], 9u);
}

TEST(SpirvChecked, AnArrayWithoutAnElementIsRefused) {
  if (!has_tools()) GTEST_SKIP() << "built without SPIRV-Tools";
  const Opened session = open_device("vulkan");
  const Pipeline pipeline = make(session, checked("strayed"));
  EXPECT_EQ(vyre_pipeline_get_info(pipeline.get())->flags, VYRE_PIPELINE_CHECKED);
  const uint32_t words[8] = {};
  EXPECT_TRUE(refused(
      dispatch(pipeline,
               {vyre_bind_input(0, words, 0), vyre_bind_zeros(1, 32), vyre_bind_zeros(2, 32)},
               with_grid(VYRE_DISPATCH_DESC_INIT, 1)),
      VYRE_ERROR_INVALID_ARGUMENT, {"'At'", "0 bytes", "may access 4"}));
}

// A valid header and whole instructions, and a body that uses what nothing makes.
TEST(SpirvChecked, TheValidatorsTextIsInTheError) {
  if (!has_tools()) GTEST_SKIP() << "built without SPIRV-Tools";
  const Opened session = open_device("vulkan");
  std::string module = kernel("saxpy");
  constexpr uint32_t kStore = 3u << 16 | 62;
  size_t at = 20;
  const auto word = [&](size_t byte) {
    uint32_t value = 0;
    std::memcpy(&value, module.data() + byte, sizeof value);
    return value;
  };
  while (at < module.size() && word(at) != kStore) at += (word(at) >> 16) * 4;
  ASSERT_LT(at, module.size());
  const uint32_t bound = word(12) + 1;
  std::memcpy(module.data() + 12, &bound, sizeof bound);
  const uint32_t unmade = bound - 1;
  std::memcpy(module.data() + at + 8, &unmade, sizeof unmade);
  EXPECT_TRUE(refused_module(session, describe(module), VYRE_ERROR_INVALID_PROGRAM,
                             {"not valid for Vulkan 1.", "has not been defined"}));
}

}  // namespace
}  // namespace vyre::test
