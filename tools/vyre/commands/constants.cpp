#include "constants.h"

#include <charconv>
#include <cstring>
#include <optional>

#include "host/arguments.h"
#include "host/joined.h"

namespace tool {

namespace {

struct KindName {
  vyre_constant_kind kind;
  std::string_view prefix;  // in options
  std::string_view name;
};

constexpr KindName kKinds[] = {{VYRE_CONSTANT_U32, "u32", "U32"},
                               {VYRE_CONSTANT_I32, "i32", "I32"},
                               {VYRE_CONSTANT_F32, "f32", "F32"},
                               {VYRE_CONSTANT_BOOL, "bool", "Bool"},
                               {VYRE_CONSTANT_TYPE, "element", "ElementType"}};

template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && stop == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

vyre_constant constant(vyre_constant_kind kind, uint32_t bits) {
  vyre_constant made{};
  made.kind = kind;
  made.bits = bits;
  return made;
}

template <typename Number>
std::optional<vyre_constant> made(vyre_constant_kind kind, std::optional<Number> value) {
  if (!value) return std::nullopt;
  uint32_t bits = 0;
  std::memcpy(&bits, &*value, sizeof bits);
  return constant(kind, bits);
}

// None when |text| is no value of |kind|. The spelling of an element type is the library's to
// check.
std::optional<vyre_constant> value_of(vyre_constant_kind kind, std::string_view text) {
  if (kind == VYRE_CONSTANT_TYPE) {
    vyre_constant type = constant(kind, 0);
    type.element = borrow(text);
    return type;
  }
  if (kind == VYRE_CONSTANT_F32) return made(kind, number<float>(text));
  if (kind == VYRE_CONSTANT_I32) return made(kind, number<int32_t>(text));
  if (kind == VYRE_CONSTANT_U32) return made(kind, number<uint32_t>(text));
  if (text == "true" || text == "1") return constant(kind, 1);
  if (text == "false" || text == "0") return constant(kind, 0);
  return std::nullopt;
}

// What |text| is of: the kind that it says, else that of the program's constant |name|.
std::optional<vyre_constant_kind> kind_of(const std::vector<vyre_constant_info>& named,
                                          const std::string& name, std::string_view& text) {
  for (const KindName& kind : kKinds) {
    const size_t colon = kind.prefix.size();
    if (!text.starts_with(kind.prefix) || text.size() == colon || text[colon] != ':') continue;
    text.remove_prefix(colon + 1);
    return kind.kind;
  }
  for (const vyre_constant_info& info : named) {
    if (view(info.name) == name) return info.kind;
  }
  return std::nullopt;
}

// |option| and what it is called live as long as the result.
Result<vyre_constant> parse(const std::vector<vyre_constant_info>& named, vyre_string name,
                            std::string_view text) {
  const auto kind = kind_of(named, std::string(view(name)), text);
  if (!kind) {
    const auto name_of = [](const vyre_constant_info& info) { return view(info.name); };
    const std::string shown(view(name));
    return Failure{"--constant names '" + shown +
                   "', which the program does not name. Fix: use one of its constants (" +
                   joined_names(named, name_of) + "), or say the type, as in " + shown +
                   "=u32:16."};
  }
  auto value = value_of(*kind, text);
  if (!value) {
    return Failure{"--constant gives '" + std::string(view(name)) + "' the value '" +
                   std::string(text) + "', which is no " + std::string(constant_kind_name(*kind)) +
                   ". Fix: write a number of that type, or true or false."};
  }
  value->name = name;
  return *value;
}

}  // namespace

std::string_view constant_kind_name(vyre_constant_kind kind) {
  for (const KindName& known : kKinds) {
    if (known.kind == kind) return known.name;
  }
  return "unknown";
}

std::string constant_text(const vyre_constant& constant) {
  const auto bits = static_cast<uint32_t>(constant.bits);
  if (constant.kind == VYRE_CONSTANT_TYPE) return std::string(view(constant.element));
  if (constant.kind == VYRE_CONSTANT_BOOL) return bits != 0 ? "true" : "false";
  if (constant.kind == VYRE_CONSTANT_I32) return std::to_string(static_cast<int32_t>(bits));
  if (constant.kind != VYRE_CONSTANT_F32) return std::to_string(bits);
  float number = 0;
  std::memcpy(&number, &bits, sizeof number);
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::vector<vyre_constant_info> constants_of(const vyre_program* program) {
  const vyre_program_info* info = vyre_program_get_info(program);
  return list_of(info->constants, info->constant_count);
}

Result<std::vector<vyre_constant>> parse_constants(const vyre_program* program,
                                                   const std::vector<std::string>& texts) {
  const auto options = parse_assignments(texts, "--constant");
  if (!options) return options.failure();
  const auto named = constants_of(program);
  std::vector<vyre_constant> constants;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    const auto one = parse(named, {text.data(), equals}, std::string_view(text).substr(equals + 1));
    if (!one) return one.failure();
    constants.push_back(*one);
  }
  return constants;
}

}  // namespace tool
