// Types as text. An element stands first between the angle brackets, so a chain of wrapped types is
// all opening names, then the innermost type, then all parameters: both directions are two loops.
#include <charconv>

#include "ir/types/type_table.h"

namespace vyre::ir {
namespace {

constexpr std::string_view kScaleNames[] = {"PerTensor", "PerChannel", "PerGroup"};
constexpr std::string_view kZeroPointNames[] = {"Absent", "PerTensor", "PerChannel", "PerGroup"};

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool takes_parameter(std::string_view scheme) {
  return scheme == "PerChannel" || scheme == "PerGroup";
}

std::string scheme_text(std::span<const std::string_view> names, uint8_t tag, uint32_t parameter) {
  if (tag >= names.size()) return concat("scheme ", tag);
  if (!takes_parameter(names[tag])) return std::string(names[tag]);
  return concat(names[tag], '(', parameter, ')');
}

std::string dims_text(std::span<const uint32_t> dims) {
  std::string text = "[";
  for (const uint32_t dim : dims) text += concat(text.size() == 1 ? "" : ",", dim);
  return text + "]";
}

// What follows the element of a wrapped type, closing bracket included.
std::string parameters_text(const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  if (type.tag == DataType::kVec) return concat(',', type.size, '>');
  if (type.tag == DataType::kTensorShaped) return concat(',', dims_text(types.dims(id)), '>');
  if (type.tag == DataType::kSparseBsr) return concat(',', type.size, ',', type.extra, '>');
  if (type.tag != DataType::kQuantized) return ">";
  return concat(',', scheme_text(kScaleNames, type.scale, static_cast<uint32_t>(type.size)), ',',
                scheme_text(kZeroPointNames, type.zero_point, type.extra), '>');
}

// A recursive descent over the text without the recursion: |open_| holds the wrapped types whose
// parameters are still to come.
class Parser {
 public:
  Parser(TypeTable& types, std::string_view text) : types_(types), text_(text), rest_(text) {}

  Result<TypeId> parse() {
    TypeId id = kNone;
    while (id == kNone) {
      const std::optional<DataType> tag = find_tag(word());
      if (!tag) return bad("starts with no known type");
      if (has_element(*tag)) {
        open_.push_back(*tag);
        if (!take('<')) return bad(concat(tag_name(*tag), " needs '<' and an element type"));
      } else if (!finish(*tag, id)) {
        return bad(concat("malformed ", tag_name(*tag)));
      }
    }
    for (; !open_.empty(); open_.pop_back()) {
      if (!finish(open_.back(), id)) return bad(concat("malformed ", tag_name(open_.back())));
    }
    if (!rest_.empty()) return bad("text follows the end of the type");
    return id;
  }

 private:
  Status bad(std::string_view what) const {
    return fail(Code::kMalformedJson, "type '", text_.substr(0, 80), "', character ",
                text_.size() - rest_.size(), ": ", what,
                ". Fix: write a type like U32, Array<12>, Vec<F32,4> or "
                "Quantized<I4,PerGroup(32),Absent>.");
  }

  std::string_view word() {
    size_t length = 0;
    while (length < rest_.size() && is_word(rest_[length])) ++length;
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    while (c == ',' && rest_.starts_with(' ')) rest_.remove_prefix(1);
    return true;
  }

  template <typename Integer>
  bool integer(Integer& value) {
    const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (read.ec != std::errc()) return false;
    rest_.remove_prefix(static_cast<size_t>(read.ptr - rest_.data()));
    return true;
  }

  bool dims() {
    dims_.clear();
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      uint32_t dim;
      if (!integer(dim)) return false;
      dims_.push_back(dim);
    } while (take(','));
    return take(']');
  }

  bool leaf_parameters(Type& type) {
    if (type.tag == DataType::kDeviceMesh) return dims();
    if (type.tag == DataType::kArray) return integer(type.size);
    uint32_t number = 0;
    if (!integer(number)) return false;
    type.size = number;
    return type.tag != DataType::kOpaque || (number & kExtensionBit) != 0;
  }

  bool scheme(std::span<const std::string_view> names, uint8_t& tag, uint32_t& parameter) {
    const std::string_view name = word();
    for (tag = 0; tag < names.size() && names[tag] != name; ++tag) {
    }
    if (tag == names.size()) return false;
    return !takes_parameter(name) || (take('(') && integer(parameter) && take(')'));
  }

  bool quantized(Type& type) {
    uint32_t scale_parameter = 0;
    if (!is_quantized_storage(types_[type.element].tag)) return false;
    if (!take(',') || !scheme(kScaleNames, type.scale, scale_parameter)) return false;
    if (!take(',') || !scheme(kZeroPointNames, type.zero_point, type.extra)) return false;
    type.size = scale_parameter;
    return is_valid_scale(type.scale, scale_parameter) &&
           is_valid_zero_point(type.zero_point, type.extra);
  }

  template <typename Integer>
  bool comma_integer(uint64_t& value) {
    Integer number;
    if (!take(',') || !integer(number)) return false;
    value = number;
    return true;
  }

  // Those behind the element.
  bool more_parameters(Type& type) {
    if (type.tag == DataType::kVec) return comma_integer<uint8_t>(type.size);
    if (type.tag == DataType::kTensorShaped) return take(',') && dims();
    if (type.tag == DataType::kQuantized) return quantized(type);
    if (type.tag != DataType::kSparseBsr) return true;
    return comma_integer<uint32_t>(type.size) && take(',') && integer(type.extra);
  }

  bool parameters(Type& type) {
    if (has_element(type.tag)) return more_parameters(type) && take('>');
    return take('<') && leaf_parameters(type) && take('>');
  }

  // Reads the rest of a type around |id|, which is none for the innermost.
  bool finish(DataType tag, TypeId& id) {
    Type type{.tag = tag, .element = id};
    dims_.clear();
    if (has_parameters(tag) && !parameters(type)) return false;
    id = types_.intern(type, dims_);
    return true;
  }

  TypeTable& types_;
  const std::string_view text_;
  std::string_view rest_;
  std::vector<DataType> open_;
  std::vector<uint32_t> dims_;
};

}  // namespace

std::string type_name(const TypeTable& types, TypeId id) {
  std::string text;
  std::vector<TypeId> open;
  for (; has_element(types[id].tag); id = types[id].element) {
    text += concat(tag_name(types[id].tag), '<');
    open.push_back(id);
  }
  const Type& leaf = types[id];
  text += tag_name(leaf.tag);
  if (leaf.tag == DataType::kDeviceMesh) {
    text += concat('<', dims_text(types.dims(id)), '>');
  } else if (has_parameters(leaf.tag)) {
    text += concat('<', leaf.size, '>');
  }
  for (; !open.empty(); open.pop_back()) text += parameters_text(types, open.back());
  return text;
}

Result<TypeId> parse_type_name(TypeTable& types, std::string_view text) {
  return Parser(types, text).parse();
}

}  // namespace vyre::ir
