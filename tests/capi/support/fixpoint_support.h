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

// How many passes a dispatch took.
inline uint32_t passes_of(const Pipeline& pipeline, const Bindings& bindings,
                          const vyre_dispatch_desc& desc) {
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  EXPECT_TRUE(ok(dispatch(pipeline, bindings, desc, &result)));
  return result.iterations;
}

// Labels that fall along the chain, and what came of them.
struct Chain {
  Words label = start(), next = Words(kNodes);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;

  static Words start() { return numbers(7, kNodes); }
  Bindings bindings() { return {bind_inout(0, label), bind_inout(1, next)}; }
  std::string run(const Pipeline& pipeline, const vyre_dispatch_desc& desc) {
    return said(dispatch(pipeline, bindings(), &desc, &result));
  }
};

}  // namespace vyre::test
