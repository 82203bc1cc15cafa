#pragma once

// Tests of vyre_driver.hpp as its users see it: no header of src/.
#include <gtest/gtest.h>

#include <vector>
#include <vyre_driver.hpp>

namespace hpp {

using Floats = std::vector<float>;
using Ints = std::vector<int32_t>;
using Words = std::vector<uint32_t>;

// A device under the validation layer, whose errors fail the test.
class OnDevice : public testing::TestWithParam<const char*> {
 protected:
  static vyre::Context open_context() {
    vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
    desc.flags = VYRE_CONTEXT_VULKAN_VALIDATION;
    desc.log = [](void*, vyre_log_level level, vyre_string text) {
      EXPECT_NE(level, VYRE_LOG_ERROR) << text.data;
    };
    return vyre::Context::create(desc);
  }

  // What was built so far, made for the device.
  vyre::Pipeline finish(const vyre::Options& options = {}) {
    return vyre::Pipeline::create(device_, k_.finish(), options);
  }

  vyre::Context context_ = open_context();
  vyre::Device device_ = vyre::Device::open(context_, GetParam());
  vyre::Builder k_ = vyre::Builder::create(context_);
};

#define VYRE_ON_DEVICES(Fixture)                                                                \
  INSTANTIATE_TEST_SUITE_P(Devices, Fixture, testing::Values("vulkan", "cpu-ref"),              \
                           [](const auto& given) {                                              \
                             const bool is_oracle = given.param == std::string_view("cpu-ref"); \
                             return is_oracle ? "oracle" : "vulkan";                            \
                           })

}  // namespace hpp
