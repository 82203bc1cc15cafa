#pragma once

#include <string>
#include <utility>
#include <vector>

#include "capi_support.h"
#include "support/kernels.h"

namespace vyre::test {

// Values of specialization constants.
inline SpecMap values_of(
    std::initializer_list<std::pair<std::string_view, vyre_spec_value>> values) {
  SpecMap map = made<SpecMap>(vyre_spec_map_create);
  for (const auto& [name, value] : values) {
    EXPECT_TRUE(ok(vyre_spec_map_set(map.get(), c_string(name), value)));
  }
  return map;
}

inline vyre_spirv_desc describe(const std::string& module) {
  vyre_spirv_desc desc = VYRE_SPIRV_DESC_INIT;
  desc.words = module.data();
  desc.size = module.size();
  return desc;
}

inline Pipeline make(const Opened& opened, const vyre_spirv_desc& desc) {
  return made<Pipeline>(vyre_pipeline_create_spirv, opened.backend.get(), &desc);
}

inline Pipeline make(const Opened& opened, std::string_view name) {
  const std::string module = kernel(name);
  return make(opened, describe(module));
}

// Whether |error| has that code and its text these parts and a way out. Destroys it.
inline testing::AssertionResult refused(vyre_error* error, int32_t code,
                                        std::initializer_list<std::string_view> parts) {
  const std::string text = text_of(error);
  const int32_t found = vyre_error_consume(error);
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

inline testing::AssertionResult refused_module(const Opened& opened, const vyre_spirv_desc& desc,
                                               int32_t code,
                                               std::initializer_list<std::string_view> parts) {
  vyre_pipeline* pipeline = nullptr;
  vyre_error* error = vyre_pipeline_create_spirv(opened.backend.get(), &desc, &pipeline);
  EXPECT_EQ(pipeline, nullptr);
  return refused(error, code, parts);
}

template <typename Push>
vyre_dispatch_desc pushing(const Push& push) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.push_constants = &push;
  desc.push_constant_bytes = sizeof push;
  return desc;
}

template <typename Element>
uint64_t bytes_in(const std::vector<Element>& values) {
  return values.size() * sizeof(Element);
}

}  // namespace vyre::test
