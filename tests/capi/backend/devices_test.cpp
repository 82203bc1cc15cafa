// Several devices of one machine: the software device's driver, installed twice.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "capi/support/capi_support.h"
#include "support/temporary_folder.h"

namespace vyre::test {
namespace {

// The manifest of the software device's driver.
std::string driver_manifest() {
  for (const auto& file : std::filesystem::directory_iterator("/usr/share/vulkan/icd.d")) {
    if (!file.path().filename().string().starts_with("lvp_icd")) continue;
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    return text.str();
  }
  return {};
}

class TwoDevices : public testing::Test {
 protected:
  void SetUp() override {
    const std::string manifest = driver_manifest();
    ASSERT_NE(manifest, "") << "Fix: install mesa-vulkan-drivers";
    const std::string both =
        folder_.write("a.json", manifest) + ":" + folder_.write("b.json", manifest);
    ASSERT_EQ(setenv("VK_DRIVER_FILES", both.c_str(), 1), 0);
  }
  void TearDown() override { unsetenv("VK_DRIVER_FILES"); }

 private:
  TemporaryFolder folder_;
};

std::vector<std::string> device_ids() {
  vyre_context* context = nullptr;
  vyre_backend_list* list = nullptr;
  EXPECT_TRUE(ok(vyre_context_create(nullptr, &context)));
  EXPECT_TRUE(ok(vyre_backend_list_create(context, nullptr, &list)));
  std::vector<std::string> ids;
  for (size_t i = 0; i < vyre_backend_list_count(list); ++i) {
    vyre_backend_info info = VYRE_BACKEND_INFO_INIT;
    EXPECT_TRUE(ok(vyre_backend_list_get(list, i, &info)));
    ids.emplace_back(info.id.data, info.id.size);
  }
  vyre_backend_list_destroy(list);
  vyre_context_destroy(context);
  return ids;
}

// How many of |rounds| dispatches came out wrong.
size_t wrong_dispatches(vyre_pipeline* pipeline, uint32_t rounds) {
  size_t wrong = 0;
  for (uint32_t round = 0; round < rounds; ++round) {
    const Words out = incremented(pipeline, numbers(round, 1000));
    wrong += out != numbers(round + 1, 1000) ? 1 : 0;
  }
  return wrong;
}

TEST_F(TwoDevices, EachHasItsOwnIdTheSameInEveryContext) {
  const std::vector<std::string> ids = device_ids();
  ASSERT_EQ(ids.size(), 3u);  // and the oracle
  EXPECT_TRUE(ids[0].starts_with("vulkan:"));
  EXPECT_EQ(ids[1], ids[0] + "#2");
  EXPECT_EQ(device_ids(), ids);
}

TEST_F(TwoDevices, WorkAtTheSameTime) {
  const std::vector<std::string> ids = device_ids();
  ASSERT_EQ(ids.size(), 3u);
  const Session first(ids[0]), second(ids[1]);
  const Pipeline one = first.pipeline(kIncrement), other = second.pipeline(kIncrement);
  size_t wrong_on_other = 0;
  std::thread thread([&] { wrong_on_other = wrong_dispatches(other.get(), 50); });
  EXPECT_EQ(wrong_dispatches(one.get(), 50), 0u);
  thread.join();
  EXPECT_EQ(wrong_on_other, 0u);
}

TEST_F(TwoDevices, RefuseEachOthersBuffers) {
  const std::vector<std::string> ids = device_ids();
  ASSERT_EQ(ids.size(), 3u);
  const Session first(ids[0]), second(ids[1]);
  const Pipeline pipeline = first.pipeline(kIncrement);
  vyre_buffer* external = nullptr;
  ASSERT_TRUE(ok(vyre_buffer_create(second.backend(), 256, &external)));
  std::array<uint32_t, 64> out{};
  const std::array bindings = {vyre_bind_buffer(0, external),
                               vyre_bind_output(1, out.data(), sizeof out)};
  vyre_error* error = vyre_dispatch(pipeline.get(), bindings.data(), 2, nullptr, nullptr);
  EXPECT_NE(text_of(error).find("#2'"), std::string::npos) << text_of(error);
  EXPECT_EQ(vyre_error_consume(error), VYRE_ERROR_INVALID_ARGUMENT);
  vyre_buffer_destroy(external);
}

}  // namespace
}  // namespace vyre::test
