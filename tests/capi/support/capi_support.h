#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "vyre_driver.h"
#include "vyre_driver_registry.h"
#include "vyre_driver_sequence.h"
#include "vyre_driver_tools.h"

namespace vyre::test {

inline std::string string_of(vyre_string text) {
  return {text.data == nullptr ? "" : text.data, text.size};
}
inline std::string text_of(const vyre_error* error) { return vyre_error_text(error); }
inline vyre_string c_string(std::string_view text) { return {text.data(), text.size()}; }

template <auto destroy>
struct Destroy {
  void operator()(auto* object) const { destroy(object); }
};
template <typename Object, auto destroy>
using Handle = std::unique_ptr<Object, Destroy<destroy>>;

using Error = Handle<vyre_error, vyre_error_destroy>;
using Blob = Handle<vyre_blob, vyre_blob_destroy>;
using Context = Handle<vyre_context, vyre_context_destroy>;
using Device = Handle<vyre_device, vyre_device_destroy>;
using DeviceList = Handle<vyre_device_list, vyre_device_list_destroy>;
using Program = Handle<vyre_program, vyre_program_destroy>;
using Pipeline = Handle<vyre_pipeline, vyre_pipeline_destroy>;
using Buffer = Handle<vyre_buffer, vyre_buffer_destroy>;
using Work = Handle<vyre_work, vyre_work_destroy>;
using Sequence = Handle<vyre_sequence, vyre_sequence_destroy>;
using Plan = Handle<vyre_plan, vyre_plan_destroy>;
using MetricList = Handle<vyre_metric_list, vyre_metric_list_destroy>;
using Registry = Handle<vyre_registry, vyre_registry_destroy>;
using RegistryBuilder = Handle<vyre_registry_builder, vyre_registry_builder_destroy>;

// What an error says, with its code: "1005 text". The error is destroyed.
inline std::string said(vyre_error* error) {
  if (error == nullptr) return "success";
  const Error owned(error);
  return std::to_string(static_cast<uint32_t>(vyre_error_get_code(error))) + " " + text_of(error);
}

// Whether a call succeeded; its error is shown and destroyed.
inline testing::AssertionResult ok(vyre_error* error) {
  if (error == nullptr) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "error " << said(error);
}

// Whether |error| has that code and its text these parts and a way out. Destroys it.
inline testing::AssertionResult refused(vyre_error* error, vyre_error_code code,
                                        std::initializer_list<std::string_view> parts) {
  const Error owned(error);
  const std::string text = text_of(error);
  const vyre_error_code found = vyre_error_get_code(error);
  if (found != code) {
    return testing::AssertionFailure()
           << "code " << found << " instead of " << code << ": " << text;
  }
  for (const std::string_view part : parts) {
    if (text.find(part) == std::string::npos) {
      return testing::AssertionFailure() << "no '" << part << "' in: " << text;
    }
  }
  return text.find("Fix: ") != std::string::npos
             ? testing::AssertionSuccess()
             : testing::AssertionFailure() << "no way out in: " << text;
}

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

// ---- Contexts, devices and what is made on them ----

inline Device open_device(const Context& context, const std::string& id) {
  return made<Device>(vyre_device_open_id, context.get(), id.c_str());
}

// A context and one device of it.
struct Opened {
  Opened() = default;
  Opened(const vyre_context_desc* desc, const std::string& id)
      : context(made<Context>(vyre_context_create, desc)), device(open_device(context, id)) {}
  Context context;
  Device device;
};

inline void fail_on_error(void*, vyre_log_level level, vyre_string text) {
  EXPECT_NE(level, VYRE_LOG_ERROR) << string_of(text);
}

// Errors that are logged fail the test.
inline Opened open_device(const std::string& id, vyre_context_desc desc) {
  desc.log = fail_on_error;
  return Opened(&desc, id);
}
// What the Vulkan validation layer finds is logged, if |flags| are not given.
inline Opened open_device(const std::string& id,
                          vyre_context_flags flags = VYRE_CONTEXT_VULKAN_VALIDATION) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = flags;
  return open_device(id, desc);
}

inline Program load(const Context& context, std::string_view bytes) {
  return made<Program>(vyre_program_load, context.get(), bytes.data(), bytes.size(), nullptr);
}

inline vyre_error* try_pipeline(const Opened& opened, std::string_view json, Pipeline* out) {
  const Program program = load(opened.context, json);
  vyre_pipeline* pipeline = nullptr;
  vyre_error* error = vyre_pipeline_create(opened.device.get(), program.get(), nullptr, &pipeline);
  out->reset(pipeline);
  return error;
}

inline Pipeline make_pipeline(const Opened& opened, std::string_view json) {
  Pipeline pipeline;
  EXPECT_TRUE(ok(try_pipeline(opened, json, &pipeline)));
  return pipeline;
}

inline Buffer make_buffer(const Opened& opened, uint64_t size) {
  return made<Buffer>(vyre_buffer_create, opened.device.get(), size, nullptr);
}

inline const vyre_device_info& info_of(const Opened& opened) {
  return *vyre_device_get_info(opened.device.get());
}

// What the device has counted so far, by VYRE_METRIC_...
inline std::vector<uint64_t> metrics_of(const Opened& opened) {
  const auto list = made<MetricList>(vyre_metric_list_create, opened.device.get());
  const vyre_metric_list_info* info = vyre_metric_list_get_info(list.get());
  std::vector<uint64_t> values;
  for (size_t i = 0; i < info->metric_count; ++i) values.push_back(info->metrics[i]->value);
  return values;
}

inline uint64_t metric_of(const Opened& opened, vyre_metric_id id) {
  return metrics_of(opened).at(id);
}

// ---- Bytes ----

using Words = std::vector<uint32_t>;

inline Words numbers(uint32_t first, size_t count) {
  Words words(count);
  std::iota(words.begin(), words.end(), first);
  return words;
}

inline Words words_of(const Buffer& buffer) {
  Words words(vyre_buffer_get_info(buffer.get())->size / 4);
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

inline vyre_dispatch_desc with_flags(vyre_dispatch_flags flags) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.flags = flags;
  return desc;
}

inline vyre_dispatch_desc with_grid(vyre_dispatch_desc desc, uint32_t x, uint32_t y = 1,
                                    uint32_t z = 1) {
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
inline Work begin_dispatch(const Pipeline& pipeline, const Bindings& bindings,
                           const vyre_dispatch_desc* desc = nullptr) {
  return made<Work>(vyre_dispatch_async, pipeline.get(), bindings.data(), bindings.size(), desc);
}

inline vyre_error* collect(const Work& work, const Bindings& bindings = {}) {
  return vyre_work_collect(work.get(), bindings.data(), bindings.size());
}

// VYRE_WORK_READY or VYRE_WORK_FAILED; VYRE_WORK_RUNNING when |timeout_ns| is over.
inline vyre_work_state wait_for(const Work& work, uint64_t timeout_ns = VYRE_FOREVER) {
  auto state = static_cast<vyre_work_state>(99);
  EXPECT_TRUE(ok(vyre_work_wait(work.get(), timeout_ns, &state)));
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
