#pragma once

// Tests that run on each kind of backend: a device, the oracle, and tables that keep the order of
// their work or do not.
#include "fixpoint_support.h"
#include "vyre_driver_plugin.h"

namespace vyre::test {

class EachBackend : public ::testing::TestWithParam<const char*> {
 protected:
  EachBackend() {
    if (is("ordered")) scripted_.table.flags |= VYRE_PLUGIN_ORDERED;
    opened_ = is_table() ? open_table(scripted_.table) : open_device(GetParam());
  }
  static bool is(std::string_view name) { return GetParam() == name; }
  static bool is_table() { return is("ordered") || is("unordered"); }

  Scripted scripted_;
  Opened opened_;
};

// Instantiates the tests of |Fixture|, which is an EachBackend.
#define VYRE_ON_EACH_BACKEND(Fixture)                                                    \
  INSTANTIATE_TEST_SUITE_P(                                                              \
      Backends, Fixture, ::testing::Values("vulkan", "cpu-ref", "ordered", "unordered"), \
      [](const auto& given) {                                                            \
        return std::string_view(given.param) == "cpu-ref" ? "oracle" : given.param;      \
      })

}  // namespace vyre::test
