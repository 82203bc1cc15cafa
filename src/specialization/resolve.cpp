#include "specialization/resolve.h"

#include <algorithm>
#include <string>

#include "ir/program/display_name.h"

namespace vyre::specialization {
namespace {

using ir::ConstantValue;

constexpr size_t kMaxTold = 16;  // of the mistakes in one message

Value value_of(Kind kind, uint32_t bits) {
  if (kind != Kind::kElementType) return Value::of(kind, bits);
  const ir::TypeTable scalars(std::pmr::get_default_resource());
  return Value::element_type(ElementType(scalars, bits));
}

class Resolution {
 public:
  Resolution(std::span<const ConstantValue> named, const Map& given, const Workgroup& declared)
      : named_(named), given_(given), declared_(declared) {}

  Result<Map> run(std::vector<std::string>* ignored) {
    Map values;
    for (const ConstantValue& value : named_) VYRE_RETURN_IF_ERROR(add(value, values));
    for (const auto& [name, value] : given_.entries()) check_known(name, ignored);
    return mistakes_.empty() ? Result<Map>(std::move(values)) : failure();
  }

 private:
  Status add(const ConstantValue& named, Map& values) {
    if (const Value* given = given_.find(named.name)) {
      if (given->kind() == named.kind) return values.set(named.name, *given);
      wrong("constant ", ir::display_name(named.name), " is given as ",
            ir::constant_kind_name(given->kind()), " and the program names it as ",
            ir::constant_kind_name(named.kind));
      return {};
    }
    const std::optional<uint32_t> bits = initial(named);
    if (bits) return values.set(named.name, value_of(named.kind, *bits));
    wrong("constant ", ir::display_name(named.name), " is missing, and the program names it as ",
          ir::describe(named));
    return {};
  }

  // A composition may say another default for an axis than its caller declares.
  std::optional<uint32_t> initial(const ConstantValue& named) {
    const std::optional<uint32_t> axis = ir::workgroup_axis(named.name);
    if (!axis) return named.initial;
    if (named.initial.value_or(declared_[*axis]) != declared_[*axis]) {
      wrong("the workgroup size ", ir::display_name(named.name), " has the default ",
            *named.initial, " and the program declares ", declared_[*axis]);
    }
    return declared_[*axis];
  }

  void check_known(std::string_view name, std::vector<std::string>* ignored) {
    const auto found = std::ranges::lower_bound(named_, name, {}, &ConstantValue::name);
    if (found != named_.end() && found->name == name) return;
    if (ignored != nullptr) {
      ignored->emplace_back(name);
      return;
    }
    unknown_.emplace_back(name);
    wrong("the program names no constant ", ir::display_name(name));
  }

  template <typename... Parts>
  void wrong(const Parts&... parts) {
    if (++count_ <= kMaxTold) mistakes_ += concat(mistakes_.empty() ? "" : "; ", parts...);
  }

  std::string names() const {
    std::string text;
    for (size_t i = 0; i < named_.size() && i < kMaxTold; ++i) {
      text += concat(i == 0 ? "" : ", ", ir::display_name(named_[i].name), " (",
                     ir::describe(named_[i]), ")");
    }
    if (named_.size() > kMaxTold) text += concat(" and ", named_.size() - kMaxTold, " more");
    return text;
  }

  Status failure() const {
    const std::string more =
        count_ > kMaxTold ? concat(" and ", count_ - kMaxTold, " more") : std::string();
    const std::string fix =
        named_.empty() ? "leave them away: this program names no constants"
                       : concat(
                             "give each that has no default a value, under its name and of its "
                             "kind, and no others: the program names ",
                             names());
    Status status = fail(unknown_.empty() ? Code::kInvalidArgument : Code::kNotFound,
                         "the constants do not fit the program: ", mistakes_, more, ". Fix: ", fix);
    status.info().findings = findings_of_unknown(unknown_);
    return status;
  }

  const std::span<const ConstantValue> named_;
  const Map& given_;
  const Workgroup& declared_;
  std::vector<std::string> unknown_;
  std::string mistakes_;
  size_t count_ = 0;
};

}  // namespace

Result<Map> resolve(std::span<const ConstantValue> named, const Map& given,
                    const Workgroup& declared, std::vector<std::string>* ignored) {
  return Resolution(named, given, declared).run(ignored);
}

std::vector<Finding> findings_of_unknown(std::span<const std::string> names) {
  std::vector<Finding> findings;
  for (const std::string& name : names) {
    findings.push_back({"constant", concat("constant ", ir::display_name(name)),
                        "the program names no such constant"});
    findings.back().fix = "correct its name, or leave it out";
  }
  return findings;
}

bool names_workgroup_axis(const Map& values, uint32_t axis) {
  return values.find(ir::kWorkgroupSpecs[axis]) != nullptr;
}

Workgroup workgroup_of(const Workgroup& declared, const Map& values) {
  Workgroup size = declared;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    if (const Value* value = values.find(ir::kWorkgroupSpecs[axis])) size[axis] = value->bits();
  }
  return size;
}

ir::Expr literal(const Value& value) {
  using enum ir::ExprKind;
  constexpr ir::ExprKind kKinds[] = {kLitU32, kLitI32, kLitF32, kLitBool, kLitU32};
  static_assert(std::size(kKinds) == static_cast<size_t>(Kind::kElementType) + 1);
  return {.kind = kKinds[static_cast<size_t>(value.kind())], .value = value.bits()};
}

std::shared_ptr<const ir::Program> with_literals(const ir::Program& program, const Map& values,
                                                 std::pmr::memory_resource* memory) {
  const auto copy = std::allocate_shared<ir::Program>(
      std::pmr::polymorphic_allocator<ir::Program>(memory), memory);
  *copy = program;
  for (ir::Expr& expr : copy->exprs) {
    if (!ir::is_constant_value(program, expr)) continue;
    const Result<ConstantValue> named = ir::read_constant_value(program.bytes(expr.args));
    const Value* value = named.ok() ? values.find(named.value().name) : nullptr;
    if (value != nullptr) expr = literal(*value);
  }
  return copy;
}

}  // namespace vyre::specialization
