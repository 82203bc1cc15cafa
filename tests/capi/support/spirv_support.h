#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "capi_support.h"
#include "support/kernels.h"

namespace vyre::test {

using Constants = std::vector<vyre_constant>;

// A module with how it is read and made.
struct Module {
  std::string bytes;
  Constants constants;
  vyre_program_desc reading = VYRE_PROGRAM_DESC_INIT;
  vyre_pipeline_desc making = VYRE_PIPELINE_DESC_INIT;  // but for its constants
};

inline Module describe(std::string bytes, Constants constants = {}) {
  return {std::move(bytes), std::move(constants)};
}

inline vyre_error* try_make(const Opened& opened, const Module& module, Pipeline* out) {
  vyre_program* program = nullptr;
  vyre_error* error = vyre_program_load(opened.context.get(), module.bytes.data(),
                                        module.bytes.size(), &module.reading, &program);
  const Program owned(program);
  if (error != nullptr) return error;
  vyre_pipeline_desc desc = module.making;
  desc.constants = module.constants.data();
  desc.constant_count = module.constants.size();
  vyre_pipeline* pipeline = nullptr;
  error = vyre_pipeline_create(opened.device.get(), program, &desc, &pipeline);
  out->reset(pipeline);
  return error;
}

inline Pipeline make(const Opened& opened, const Module& module) {
  Pipeline pipeline;
  EXPECT_TRUE(ok(try_make(opened, module, &pipeline)));
  return pipeline;
}

inline Pipeline make(const Opened& opened, std::string_view name, Constants constants = {}) {
  return make(opened, describe(kernel(name), std::move(constants)));
}

// Whether the module is refused, when it is read or when a pipeline is made.
inline testing::AssertionResult refused_module(const Opened& opened, const Module& module,
                                               vyre_error_code code,
                                               std::initializer_list<std::string_view> parts) {
  Pipeline pipeline;
  vyre_error* error = try_make(opened, module, &pipeline);
  EXPECT_EQ(pipeline, nullptr);
  return refused(error, code, parts);
}

// A description with push constants, which have to live as long as it is used.
template <typename Push>
vyre_dispatch_desc pushing(const Push& push) {
  static std::deque<vyre_push_range> ranges;  // their addresses stay
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.push = &ranges.emplace_back(vyre_push(&push, sizeof push));
  desc.push_count = 1;
  return desc;
}

template <typename Element>
uint64_t bytes_in(const std::vector<Element>& values) {
  return values.size() * sizeof(Element);
}

}  // namespace vyre::test
