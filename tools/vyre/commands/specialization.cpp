#include "specialization.h"

#include <charconv>
#include <cstring>
#include <optional>

#include "host/arguments.h"
#include "host/joined.h"

namespace tool {

namespace {

struct KindName {
  uint32_t kind;
  std::string_view prefix;  // in options
  std::string_view name;
};

constexpr KindName kKinds[] = {{VYRE_SPEC_U32, "u32", "U32"},
                               {VYRE_SPEC_I32, "i32", "I32"},
                               {VYRE_SPEC_F32, "f32", "F32"},
                               {VYRE_SPEC_BOOLEAN, "bool", "Bool"},
                               {VYRE_SPEC_ELEMENT, "element", "ElementType"}};

template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && stop == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

template <typename Make, typename Number>
std::optional<vyre_spec_value> made(Make make, std::optional<Number> value) {
  return value ? std::optional(make(*value)) : std::nullopt;
}

// None when |text| is no value of |kind|. The spelling of an element type is the library's to
// check.
std::optional<vyre_spec_value> value_of(uint32_t kind, std::string_view text) {
  if (kind == VYRE_SPEC_ELEMENT) return vyre_spec_element(borrow(text));
  if (kind == VYRE_SPEC_F32) return made(vyre_spec_f32, number<float>(text));
  if (kind == VYRE_SPEC_I32) return made(vyre_spec_i32, number<int32_t>(text));
  if (kind == VYRE_SPEC_U32) return made(vyre_spec_u32, number<uint32_t>(text));
  if (text == "true" || text == "1") return vyre_spec_boolean(1);
  if (text == "false" || text == "0") return vyre_spec_boolean(0);
  return std::nullopt;
}

// What |text| is of: the kind that it says, else that of the program's value |name|.
std::optional<uint32_t> kind_of(const std::vector<vyre_spec_info>& named, const std::string& name,
                                std::string_view& text) {
  for (const KindName& kind : kKinds) {
    const size_t colon = kind.prefix.size();
    if (!text.starts_with(kind.prefix) || text.size() == colon || text[colon] != ':') continue;
    text.remove_prefix(colon + 1);
    return kind.kind;
  }
  for (const vyre_spec_info& info : named) {
    if (view(info.name) == name) return info.kind;
  }
  return std::nullopt;
}

std::optional<Failure> set(vyre_spec_map* map, const std::vector<vyre_spec_info>& named,
                           const Assignment& option) {
  std::string_view text = option.value;
  const auto kind = kind_of(named, option.name, text);
  if (!kind) {
    const auto name_of = [](const vyre_spec_info& info) { return view(info.name); };
    return Failure{"--spec names '" + option.name +
                   "', which the program does not name. Fix: use one of its values (" +
                   joined_names(named, name_of) + "), or say the type, as in " + option.name +
                   "=u32:16."};
  }
  const auto value = value_of(*kind, text);
  if (!value) {
    return Failure{"--spec gives '" + option.name + "' the value '" + std::string(text) +
                   "', which is no " + std::string(constant_kind_name(*kind)) +
                   ". Fix: write a number of that type, or true or false."};
  }
  return failure_of(vyre_spec_map_set(map, borrow(option.name), *value));
}

}  // namespace

std::string_view constant_kind_name(uint32_t kind) {
  for (const KindName& known : kKinds) {
    if (known.kind == kind) return known.name;
  }
  return "unknown";
}

std::string spec_text(const vyre_spec_value& value) {
  const auto bits = static_cast<uint32_t>(value.bits);
  if (value.kind == VYRE_SPEC_ELEMENT) return std::string(view(value.element));
  if (value.kind == VYRE_SPEC_BOOLEAN) return bits != 0 ? "true" : "false";
  if (value.kind == VYRE_SPEC_I32) return std::to_string(static_cast<int32_t>(bits));
  if (value.kind != VYRE_SPEC_F32) return std::to_string(bits);
  float number = 0;
  std::memcpy(&number, &bits, sizeof number);
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

Result<std::vector<vyre_spec_info>> specs_of(const vyre_program* program) {
  size_t count = 0;
  if (vyre_error* error = vyre_program_get_spec_count(program, &count)) return failure(error);
  return list_of(count, vyre_spec_info VYRE_SPEC_INFO_INIT,
                 [&](size_t i, auto* out) { return vyre_program_get_spec(program, i, out); });
}

Result<SpecMap> parse_specs(const vyre_program* program, const std::vector<std::string>& texts) {
  const auto options = parse_assignments(texts, "--spec");
  if (!options) return options.failure();
  const auto named = specs_of(program);
  if (!named) return named.failure();
  auto map = make<SpecMap>([](vyre_spec_map** out) { return vyre_spec_map_create(out); });
  if (!map) return map.failure();
  for (const Assignment& option : *options) {
    if (auto failure = set(map->get(), *named, option)) return *failure;
  }
  return map;
}

}  // namespace tool
