#include "ir/program/constant_value.h"

#include <algorithm>

#include "base/encoding/little_endian.h"
#include "base/encoding/utf8.h"
#include "ir/program/display_name.h"
#include "ir/program/limits.h"
#include "ir/program/tag_names.h"

namespace vyre::ir {
namespace {

constexpr uint8_t kForm = 1;
constexpr size_t kHeadBytes = 7;
constexpr std::string_view kKindNames[] = {"U32", "I32", "F32", "Bool", "ElementType"};

// The numbers that are tags are those of the types.
static_assert([] {
  for (uint32_t tag = 0; tag <= UINT8_MAX; ++tag) {
    const auto found = std::ranges::find(kAllDataTypes, static_cast<DataType>(tag));
    const bool is_listed = found != std::end(kAllDataTypes);
    if (is_data_type_tag(static_cast<uint8_t>(tag)) != is_listed) return false;
  }
  return true;
}());

Status malformed(std::string_view what) { return fail(Code::kInvalidProgram, what); }

bool is_plain_element_type(uint32_t tag) {
  return tag <= UINT8_MAX && is_data_type_tag(static_cast<uint8_t>(tag)) &&
         !has_parameters(static_cast<DataType>(tag));
}

}  // namespace

std::string_view constant_kind_name(ConstantKind kind) {
  return kKindNames[static_cast<size_t>(kind)];
}

std::optional<ConstantKind> find_constant_kind(std::string_view name) {
  const auto found = spelling::find(kKindNames, name);
  return found ? std::optional(static_cast<ConstantKind>(*found)) : std::nullopt;
}

TypeId type_of(ConstantKind kind) {
  constexpr DataType kTypes[] = {DataType::kU32, DataType::kI32, DataType::kF32, DataType::kBool,
                                 DataType::kU32};
  return scalar(kTypes[static_cast<size_t>(kind)]);
}

std::string bits_text(ConstantKind kind, uint32_t bits) {
  switch (kind) {
    case ConstantKind::kU32:
      return std::to_string(bits);
    case ConstantKind::kI32:
      return std::to_string(static_cast<int32_t>(bits));
    case ConstantKind::kF32:
      return concat("of bits ", bits);
    case ConstantKind::kBool:
      return bits != 0 ? "true" : "false";
    case ConstantKind::kElementType:
      return std::string(tag_name(static_cast<DataType>(bits)));
  }
  return {};
}

std::string describe(const ConstantValue& value) {
  const std::string kind(constant_kind_name(value.kind));
  if (!value.initial) return kind + " without a default";
  return concat(kind, " with the default ", bits_text(value.kind, *value.initial));
}

std::string find_mistake(const ConstantValue& value) {
  if (value.name.empty()) return "its name is empty";
  if (value.name.size() > kMaxString) {
    return concat("its name has ", value.name.size(), " bytes, more than ", kMaxString);
  }
  if (!is_utf8(value.name)) return "its name is not UTF-8";
  const uint32_t bits = value.initial.value_or(0);
  if (value.kind == ConstantKind::kBool && bits > 1) {
    return concat("its default is ", bits, ", and a Bool is 0 or 1");
  }
  if (value.kind == ConstantKind::kElementType && value.initial && !is_plain_element_type(bits)) {
    return concat("its default ", bits, " is no element type without parameters");
  }
  return {};
}

std::vector<uint8_t> write_constant_value(const ConstantValue& value) {
  std::vector<uint8_t> payload(kHeadBytes + value.name.size());
  payload[0] = kForm;
  payload[1] = static_cast<uint8_t>(value.kind);
  payload[2] = value.initial.has_value() ? 1 : 0;
  store_little_endian(&payload[3], value.initial.value_or(0));
  std::ranges::copy(value.name, payload.begin() + kHeadBytes);
  return payload;
}

Result<ConstantValue> read_constant_value(std::span<const uint8_t> payload) {
  if (payload.size() < kHeadBytes) {
    return malformed(concat("it has ", payload.size(), " bytes, fewer than ", kHeadBytes));
  }
  if (payload[0] != kForm) return malformed(concat("its form is ", payload[0], ", not ", kForm));
  if (payload[1] >= std::size(kKindNames)) {
    return malformed(
        concat("its kind is ", payload[1], ", and kinds are 0 to ", std::size(kKindNames) - 1));
  }
  if (payload[2] > 1) return malformed(concat("byte 2 is ", payload[2], ", not 0 or 1"));
  const auto bits = load_little_endian<uint32_t>(&payload[3]);
  if (payload[2] == 0 && bits != 0) {
    return malformed(concat("it has the bits ", bits, " of a default and no default"));
  }
  ConstantValue value{.kind = static_cast<ConstantKind>(payload[1])};
  if (payload[2] != 0) value.initial = bits;
  const std::span<const uint8_t> name = payload.subspan(kHeadBytes);
  value.name = {reinterpret_cast<const char*>(name.data()), name.size()};
  const std::string mistake = find_mistake(value);
  return mistake.empty() ? Result<ConstantValue>(value) : malformed(mistake);
}

Result<std::vector<ConstantValue>> constant_values(const Program& program) {
  std::vector<ConstantValue> values;
  for (const Expr& expr : program.exprs) {
    if (!is_constant_value(program, expr)) continue;
    const Result<ConstantValue> value = read_constant_value(program.bytes(expr.args));
    if (!value.ok()) {
      return fail(Code::kInvalidProgram,
                  "a specialization value is malformed: ", value.error().text(),
                  ". Fix: write it as the documentation of programs says");
    }
    values.push_back(value.value());
  }
  std::ranges::stable_sort(values, {}, &ConstantValue::name);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const auto differs = std::ranges::adjacent_find(values, {}, &ConstantValue::name);
  if (differs == values.end()) return values;
  return fail(Code::kInvalidProgram, "the specialization value ", display_name(differs->name),
              " is ", describe(*differs), " in one place and ", describe(*(differs + 1)),
              " in another. Fix: say the same wherever it is named");
}

std::vector<ConstantValue> named_constants(const Program& program) {
  std::vector<ConstantValue> values;
  for (const Expr& expr : program.exprs) {
    if (!is_constant_value(program, expr)) continue;
    const Result<ConstantValue> value = read_constant_value(program.bytes(expr.args));
    if (value.ok()) values.push_back(value.value());
  }
  std::ranges::stable_sort(values, {}, &ConstantValue::name);
  const auto same_name = [](const ConstantValue& a, const ConstantValue& b) {
    return a.name == b.name;
  };
  values.erase(std::unique(values.begin(), values.end(), same_name), values.end());
  return values;
}

std::optional<uint32_t> workgroup_axis(std::string_view spec_name) {
  return spelling::find(kWorkgroupSpecs, spec_name);
}

}  // namespace vyre::ir
