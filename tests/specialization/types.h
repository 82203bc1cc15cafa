#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "specialization/map.h"
#include "support/value_of.h"

// Element types, values and maps for tests.
namespace vyre::specialization::test {

using vyre::test::value_of;

inline ElementType type(std::string_view spelling) {
  return value_of(ElementType::parse(spelling));
}

inline Value type_value(std::string_view spelling) { return Value::element_type(type(spelling)); }

inline Map map_of(std::initializer_list<std::pair<std::string_view, Value>> entries) {
  Map map;
  for (const auto& [name, value] : entries) EXPECT_TRUE(map.set(name, value).ok()) << name;
  return map;
}

// A type with that tag, with some parameters where it has any.
inline std::string example(ir::DataType tag) {
  const std::string name(ir::tag_name(tag));
  if (!ir::has_parameters(tag)) return name;
  switch (tag) {
    case ir::DataType::kVec:
      return "Vec<U32,4>";
    case ir::DataType::kTensorShaped:
      return "TensorShaped<F32,[2,3]>";
    case ir::DataType::kSparseBsr:
      return "SparseBsr<F32,2,4>";
    case ir::DataType::kQuantized:
      return "Quantized<I4,PerGroup(32),Absent>";
    case ir::DataType::kDeviceMesh:
      return "DeviceMesh<[2,4]>";
    case ir::DataType::kOpaque:
      return "Opaque<2147483649>";
    default:
      return name + (ir::has_element(tag) ? "<F32>" : "<7>");
  }
}

}  // namespace vyre::specialization::test
