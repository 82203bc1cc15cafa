// Several devices of one machine: the software device's driver, installed twice.
#include <gtest/gtest.h>

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
  const auto context = made<Context>(vyre_context_create, nullptr);
  const auto list = made<DeviceList>(vyre_device_list_create, context.get(), nullptr);
  const vyre_device_list_info* info = vyre_device_list_get_info(list.get());
  std::vector<std::string> ids;
  for (size_t i = 0; i < info->device_count; ++i) ids.push_back(string_of(info->devices[i]->id));
  return ids;
}

// How many of |rounds| dispatches came out wrong.
size_t wrong_dispatches(const Pipeline& pipeline, uint32_t rounds) {
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
  const Opened first = open_device(ids[0]), second = open_device(ids[1]);
  const Pipeline one = make_pipeline(first, kIncrement), other = make_pipeline(second, kIncrement);
  size_t wrong_on_other = 0;
  std::thread thread([&] { wrong_on_other = wrong_dispatches(other, 50); });
  EXPECT_EQ(wrong_dispatches(one, 50), 0u);
  thread.join();
  EXPECT_EQ(wrong_on_other, 0u);
}

TEST_F(TwoDevices, RefuseEachOthersBuffers) {
  const std::vector<std::string> ids = device_ids();
  ASSERT_EQ(ids.size(), 3u);
  const Opened first = open_device(ids[0]), second = open_device(ids[1]);
  const Pipeline pipeline = make_pipeline(first, kIncrement);
  const Buffer external = make_buffer(second, 256);
  Words out(64);
  EXPECT_TRUE(refused(dispatch(pipeline, {bind_buffer(0, external), bind_output(1, out)}),
                      VYRE_ERROR_INVALID_ARGUMENT, {"#2'"}));
}

}  // namespace
}  // namespace vyre::test
