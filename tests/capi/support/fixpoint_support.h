#pragma once

// Programs that settle after a known number of passes, and how they are dispatched.
#include "plugin_support.h"

namespace vyre::test {

using Bytes = std::vector<uint8_t>;

// Every node of a chain takes the lowest label among itself and the node before it; the grid waits
// between finding and taking.
inline constexpr std::string_view kLabels = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "label", "type": "U32", "binding": 0, "access": "read_write"},
              {"name": "next", "type": "U32", "binding": 1, "access": "read_write"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"let": "before", "value": {"sub": [{"max": ["i", 1]}, 1]}},
           {"store": "next", "at": "i", "value": {"min": [{"load": "label", "at": "i"},
               {"load": "label", "at": "before"}]}},
           {"barrier": "grid_sync"},
           {"store": "label", "at": "i", "value": {"load": "next", "at": "i"}}]})";
inline constexpr uint32_t kNodes = 16;
// The lowest label goes kNodes - 1 steps; one more pass finds that it rests.
inline constexpr uint32_t kPasses = kNodes;

// Never the same twice.
inline constexpr std::string_view kCounter = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "n", "type": "U32", "binding": 0, "access": "read_write"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"store": "n", "at": "i", "value": {"add": [{"load": "n", "at": "i"}, 1]}}]})";

// The last element counts to three, in three passes; a fourth changes nothing.
inline std::string last_counts_to_three(const std::string& type) {
  return R"({"workgroup_size": [1, 1, 1],
    "buffers": [{"name": "b", "type": ")" +
         type + R"(", "binding": 0, "access": "read_write"}],
    "body": [{"let": "at", "value": {"sub": [{"buf_len": "b"}, 1]}},
             {"let": "now", "value": {"cast": "U32", "value": {"load": "b", "at": "at"}}},
             {"store": "b", "at": "at", "value": {"cast": ")" +
         type + R"(", "value": {"min": [{"add": ["now", 1]}, 3]}}}]})";
}

inline vyre_dispatch_desc until_stable(uint32_t most) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.set = VYRE_DISPATCH_SET_ITERATIONS;
  desc.flags = VYRE_DISPATCH_UNTIL_STABLE;
  desc.iterations = most;
  return desc;
}

inline vyre_dispatch_desc plain(uint32_t iterations) {
  vyre_dispatch_desc desc = until_stable(iterations);
  desc.flags = 0;
  return desc;
}

inline vyre_dispatch_desc once(vyre_dispatch_desc desc) { return with_grid(desc, 1); }

// Labels that fall along the chain, and what came of them.
struct Chain {
  Words label = start(), next = Words(kNodes);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;

  static Words start() { return numbers(7, kNodes); }
  std::array<vyre_binding, 2> bindings() {
    return {vyre_bind_inout(0, label.data(), kNodes * 4),
            vyre_bind_inout(1, next.data(), kNodes * 4)};
  }
  std::string run(const Pipeline& pipeline, const vyre_dispatch_desc& desc) {
    const auto bound = bindings();
    return said(vyre_dispatch(pipeline.get(), bound.data(), 2, &desc, &result));
  }
};

inline vyre_counters counters_of(const Opened& opened) {
  vyre_counters counters = VYRE_COUNTERS_INIT;
  EXPECT_TRUE(ok(vyre_backend_get_counters(opened.backend.get(), &counters)));
  return counters;
}

inline Opened open_device(std::string_view id) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = VYRE_CONTEXT_VULKAN_VALIDATION;
  desc.log = [](void*, int32_t level, vyre_string text) {
    EXPECT_NE(level, VYRE_LOG_ERROR) << std::string(text.data, text.size);
  };
  return Opened(&desc, id);
}

}  // namespace vyre::test
