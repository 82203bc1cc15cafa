#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "vyre_driver.h"

namespace vyre::test {

inline std::string text_of(const vyre_error* error) {
  const vyre_string text = vyre_error_text(error);
  return {text.data == nullptr ? "" : text.data, text.size};
}

// Whether a call succeeded; its error is shown and destroyed.
inline testing::AssertionResult ok(vyre_error* error) {
  if (error == nullptr) return testing::AssertionSuccess();
  const std::string text = text_of(error);
  const int32_t code = vyre_error_consume(error);
  return testing::AssertionFailure() << "error " << code << ": " << text;
}

inline vyre_string c_string(std::string_view text) { return {text.data(), text.size()}; }

struct DestroyPipeline {
  void operator()(vyre_pipeline* pipeline) const { vyre_pipeline_destroy(pipeline); }
};
using Pipeline = std::unique_ptr<vyre_pipeline, DestroyPipeline>;

// out[i] = a[i] + 1 for as many elements as |a| has.
inline constexpr std::string_view kIncrement = R"({
  "workgroup_size": [64, 1, 1],
  "buffers": [{"name": "a", "type": "U32"},
              {"name": "out", "type": "U32", "access": "write_only"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"if": {"lt": ["i", {"buf_len": "a"}]},
            "then": [{"store": "out", "at": "i",
                      "value": {"add": [{"load": "a", "at": "i"}, 1]}}]}]
})";

inline vyre_dispatch_desc with_grid(vyre_dispatch_desc desc, uint32_t x, uint32_t y = 1) {
  desc.set |= VYRE_DISPATCH_SET_GRID;
  desc.grid[0] = x;
  desc.grid[1] = y;
  desc.grid[2] = 1;
  return desc;
}

using Words = std::vector<uint32_t>;

inline Words numbers(uint32_t first, size_t count) {
  Words words(count);
  std::iota(words.begin(), words.end(), first);
  return words;
}

// What a dispatch of kIncrement makes of |in|.
inline Words incremented(vyre_pipeline* pipeline, const Words& in) {
  Words out(in.size());
  const vyre_binding bindings[] = {vyre_bind_input(0, in.data(), in.size() * 4),
                                   vyre_bind_output(1, out.data(), out.size() * 4)};
  EXPECT_TRUE(ok(vyre_dispatch(pipeline, bindings, 2, nullptr, nullptr)));
  return out;
}

// A context and one backend of it, under the Vulkan validation layer if |flags| are not given. What
// the layer finds fails the test.
class Session {
 public:
  explicit Session(std::string_view backend_id, uint64_t flags = VYRE_CONTEXT_VULKAN_VALIDATION)
      : Session(backend_id, with_flags(flags)) {}
  Session(std::string_view backend_id, vyre_context_desc desc) {
    desc.log = [](void*, int32_t level, vyre_string text) {
      EXPECT_NE(level, VYRE_LOG_ERROR) << std::string(text.data, text.size);
    };
    EXPECT_TRUE(ok(vyre_context_create(&desc, &context_)));
    EXPECT_TRUE(ok(vyre_backend_acquire(context_, c_string(backend_id), nullptr, &backend_)));
  }
  Session(const Session&) = delete;
  ~Session() {
    vyre_backend_destroy(backend_);
    vyre_context_destroy(context_);
  }

  vyre_context* context() const { return context_; }
  vyre_backend* backend() const { return backend_; }

  Pipeline pipeline(std::string_view json) const {
    vyre_program* program = nullptr;
    vyre_pipeline* pipeline = nullptr;
    EXPECT_TRUE(ok(vyre_program_from_json(context_, c_string(json), &program)));
    EXPECT_TRUE(ok(vyre_pipeline_create(backend_, program, nullptr, &pipeline)));
    vyre_program_destroy(program);
    return Pipeline(pipeline);
  }

 private:
  static vyre_context_desc with_flags(uint64_t flags) {
    vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
    desc.flags = flags;
    return desc;
  }

  vyre_context* context_ = nullptr;
  vyre_backend* backend_ = nullptr;
};

}  // namespace vyre::test
