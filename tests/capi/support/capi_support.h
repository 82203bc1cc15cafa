#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "vyre_driver.h"

namespace vyre::test {

inline std::string string_of(vyre_string text) {
  return {text.data == nullptr ? "" : text.data, text.size};
}
inline std::string text_of(const vyre_error* error) { return string_of(vyre_error_text(error)); }
inline vyre_string c_string(std::string_view text) { return {text.data(), text.size()}; }

// What an error says, with its code: "1005 text". The error is destroyed.
inline std::string said(vyre_error* error) {
  if (error == nullptr) return "success";
  const std::string text = text_of(error);
  return std::to_string(vyre_error_consume(error)) + " " + text;
}

// Whether a call succeeded; its error is shown and destroyed.
inline testing::AssertionResult ok(vyre_error* error) {
  if (error == nullptr) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "error " << said(error);
}

template <auto destroy>
struct Destroy {
  void operator()(auto* object) const { destroy(object); }
};
template <typename Object, auto destroy>
using Handle = std::unique_ptr<Object, Destroy<destroy>>;

using Context = Handle<vyre_context, vyre_context_destroy>;
using BackendHandle = Handle<vyre_backend, vyre_backend_destroy>;
using BackendList = Handle<vyre_backend_list, vyre_backend_list_destroy>;
using ProgramHandle = Handle<vyre_program, vyre_program_destroy>;
using Pipeline = Handle<vyre_pipeline, vyre_pipeline_destroy>;
using Buffer = Handle<vyre_buffer, vyre_buffer_destroy>;
using PendingHandle = Handle<vyre_pending, vyre_pending_destroy>;
using Sequence = Handle<vyre_sequence, vyre_sequence_destroy>;
using SpecMap = Handle<vyre_spec_map, vyre_spec_map_destroy>;
using Registry = Handle<vyre_registry, vyre_registry_destroy>;
using RegistryBuilder = Handle<vyre_registry_builder, vyre_registry_builder_destroy>;

// What |create| makes of |arguments|: the last one that it takes is where it puts it.
template <typename Made, typename... Arguments>
Made made(auto create, Arguments... arguments) {
  typename Made::pointer object = nullptr;
  EXPECT_TRUE(ok(create(arguments..., &object)));
  return Made(object);
}

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

// ---- Contexts, backends and what is made on them ----

inline BackendHandle acquire(const Context& context, std::string_view id) {
  return made<BackendHandle>(vyre_backend_acquire, context.get(), c_string(id), nullptr);
}

// A context and one backend of it.
struct Opened {
  Opened() = default;
  Opened(const vyre_context_desc* desc, std::string_view id)
      : context(made<Context>(vyre_context_create, desc)), backend(acquire(context, id)) {}
  Context context;
  BackendHandle backend;
};

// Errors that are logged fail the test.
inline Opened open_device(std::string_view id, vyre_context_desc desc) {
  desc.log = [](void*, int32_t level, vyre_string text) {
    EXPECT_NE(level, VYRE_LOG_ERROR) << string_of(text);
  };
  return Opened(&desc, id);
}
// What the Vulkan validation layer finds is logged, if |flags| are not given.
inline Opened open_device(std::string_view id, uint64_t flags = VYRE_CONTEXT_VULKAN_VALIDATION) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = flags;
  return open_device(id, desc);
}

inline vyre_error* try_pipeline(const Opened& opened, std::string_view json, Pipeline* out) {
  const auto program =
      made<ProgramHandle>(vyre_program_from_json, opened.context.get(), c_string(json));
  vyre_pipeline* pipeline = nullptr;
  vyre_error* error = vyre_pipeline_create(opened.backend.get(), program.get(), nullptr, &pipeline);
  out->reset(pipeline);
  return error;
}

inline Pipeline make_pipeline(const Opened& opened, std::string_view json) {
  Pipeline pipeline;
  EXPECT_TRUE(ok(try_pipeline(opened, json, &pipeline)));
  return pipeline;
}

inline Buffer make_buffer(const Opened& opened, uint64_t size) {
  return made<Buffer>(vyre_buffer_create, opened.backend.get(), size);
}

inline vyre_counters counters_of(const Opened& opened) {
  vyre_counters counters = VYRE_COUNTERS_INIT;
  EXPECT_TRUE(ok(vyre_backend_get_counters(opened.backend.get(), &counters)));
  return counters;
}

inline vyre_device_profile profile_of(const Opened& opened) {
  vyre_device_profile profile = VYRE_DEVICE_PROFILE_INIT;
  EXPECT_TRUE(ok(vyre_backend_get_profile(opened.backend.get(), &profile)));
  return profile;
}

// ---- Bytes ----

using Words = std::vector<uint32_t>;

inline Words numbers(uint32_t first, size_t count) {
  Words words(count);
  std::iota(words.begin(), words.end(), first);
  return words;
}

inline Words words_of(const Buffer& buffer) {
  Words words(vyre_buffer_size(buffer.get()) / 4);
  EXPECT_TRUE(ok(vyre_buffer_read(buffer.get(), 0, words.data(), words.size() * 4)));
  return words;
}

inline void write(const Buffer& buffer, const Words& words) {
  EXPECT_TRUE(ok(vyre_buffer_write(buffer.get(), 0, words.data(), words.size() * 4)));
}

// ---- Dispatches ----

using Bindings = std::vector<vyre_binding>;

template <typename Element>
vyre_binding bind_input(uint32_t slot, const std::vector<Element>& values) {
  return vyre_bind_input(slot, values.data(), values.size() * sizeof(Element));
}
template <typename Element>
vyre_binding bind_output(uint32_t slot, std::vector<Element>& values) {
  return vyre_bind_output(slot, values.data(), values.size() * sizeof(Element));
}
template <typename Element>
vyre_binding bind_inout(uint32_t slot, std::vector<Element>& values) {
  return vyre_bind_inout(slot, values.data(), values.size() * sizeof(Element));
}
inline vyre_binding bind_buffer(uint32_t slot, const Buffer& buffer) {
  return vyre_bind_buffer(slot, buffer.get());
}

inline vyre_dispatch_desc with_flags(uint64_t flags) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.flags = flags;
  return desc;
}

inline vyre_dispatch_desc with_grid(vyre_dispatch_desc desc, uint32_t x, uint32_t y = 1,
                                    uint32_t z = 1) {
  desc.set |= VYRE_DISPATCH_SET_GRID;
  desc.grid[0] = x;
  desc.grid[1] = y;
  desc.grid[2] = z;
  return desc;
}

inline vyre_error* dispatch(const Pipeline& pipeline, const Bindings& bindings,
                            const vyre_dispatch_desc* desc = nullptr,
                            vyre_dispatch_result* result = nullptr) {
  return vyre_dispatch(pipeline.get(), bindings.data(), bindings.size(), desc, result);
}

inline vyre_error* dispatch(const Pipeline& pipeline, const Bindings& bindings,
                            const vyre_dispatch_desc& desc,
                            vyre_dispatch_result* result = nullptr) {
  return dispatch(pipeline, bindings, &desc, result);
}

// A dispatch under way; without the handle it goes on by itself.
inline PendingHandle begin_dispatch(const Pipeline& pipeline, const Bindings& bindings,
                                    const vyre_dispatch_desc* desc = nullptr) {
  return made<PendingHandle>(vyre_dispatch_async, pipeline.get(), bindings.data(), bindings.size(),
                             desc);
}

inline vyre_error* collect(const PendingHandle& pending, const Bindings& bindings = {}) {
  return vyre_pending_collect(pending.get(), bindings.data(), bindings.size());
}

// VYRE_READY or VYRE_FAILED; VYRE_PENDING when |timeout_ns| is over.
inline int32_t wait_for(const PendingHandle& pending, uint64_t timeout_ns = VYRE_WAIT_FOREVER) {
  int32_t state = -1;
  EXPECT_TRUE(ok(vyre_pending_wait(pending.get(), timeout_ns, &state)));
  return state;
}

// Instantiates tests with the id of a backend for the oracle and for a device.
#define VYRE_ON_BOTH_BACKENDS(Fixture)                                                             \
  INSTANTIATE_TEST_SUITE_P(Backends, Fixture, testing::Values("cpu-ref", "vulkan"),                \
                           [](const auto& id) {                                                    \
                             return std::string_view(id.param) == "cpu-ref" ? "Oracle" : "Vulkan"; \
                           })

// What a dispatch of kIncrement makes of |in|.
inline Words incremented(const Pipeline& pipeline, const Words& in) {
  Words out(in.size());
  EXPECT_TRUE(ok(dispatch(pipeline, {bind_input(0, in), bind_output(1, out)})));
  return out;
}

}  // namespace vyre::test
