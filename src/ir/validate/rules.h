#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/memory/scope_exit.h"
#include "ir/program/constant_value.h"
#include "ir/program/display_name.h"
#include "ir/validate/fixes.h"
#include "ir/validate/scope.h"
#include "ir/validate/static_types.h"
#include "ir/validate/validate.h"

namespace vyre::ir {

// The report being written, and where in the program the walk stands. A path is only spelled out
// when something is found there.
class Findings {
 public:
  explicit Findings(ValidationReport& report) : report_(report) { path_.reserve(32); }

  // error("V010", parts of the text as for concat() ...).
  template <typename... Parts>
  void error(const char* code, const Parts&... parts) {
    if (++report_.error_count > ValidationReport::kMaxFindings) return;
    add(code, path(), concat(parts...));
  }

  // The same at a place that the walk has left.
  template <typename... Parts>
  void error_at(std::string place, const char* code, const Parts&... parts) {
    if (++report_.error_count > ValidationReport::kMaxFindings) return;
    add(code, std::move(place), concat(parts...));
  }

  template <typename... Parts>
  void warning(const char* code, const Parts&... parts) {
    if (++report_.warning_count > ValidationReport::kMaxFindings) return;
    report_.warnings.push_back({code, path(), concat(parts...)});
  }

  // One step of the path, as long as the answer lives: "then[2]", "value".
  auto step(const char* label, uint32_t index = kNone) {
    path_.push_back({label, index});
    return ScopeExit([this] { path_.pop_back(); });
  }

  std::string path() const;

 private:
  struct Part {
    const char* label;
    uint32_t index;  // kNone: no list
  };

  void add(const char* code, std::string place, std::string text) {
    report_.errors.push_back(
        {code, std::move(place), std::move(text), {}, std::string(fix_of(code))});
  }

  ValidationReport& report_;
  std::vector<Part> path_;
};

// What the rule families share while one program is validated.
struct Validation {
  Validation(const Program& program_in, const ValidationOptions& options_in,
             ValidationReport& report)
      : program(program_in),
        options(options_in),
        semantics(options_in.semantics == Semantics::kAny ? program_in.semantics
                                                          : options_in.semantics),
        findings(report),
        scopes(program_in.names.size()),
        types(program_in, scopes, options_in.ops) {}

  std::string quoted(NameId name) const { return display_name(program.names[name]); }
  std::string type(TypeId id) const { return type_name(program.types, id); }
  // Null when no buffer has that name.
  const Buffer* buffer(NameId name) const {
    const uint32_t index = program.find_buffer(name);
    return index != kNone ? &program.buffers[index] : nullptr;
  }

  const Program& program;
  const ValidationOptions& options;
  const Semantics semantics;
  Findings findings;
  Scopes scopes;
  StaticTypes types;
  std::map<std::string_view, ConstantValue> specs;  // by name, as the first place says
};

std::string access_name(Access access);  // "read-only"

// Whether a value of type |from| may be stored where |to| is declared: equal, U32 and Bytes, or
// what later generations take beside these.
bool storable(Semantics semantics, TypeId from, TypeId to);

// Whether |id| has the same value in every invocation of a workgroup, as far as one pass can tell.
bool is_uniform(Validation& validation, ExprId id);

// The rule families. They report into |validation.findings|.
void validate_buffers(Validation& validation);
void validate_shapes(Validation& validation);
void validate_statements(Validation& validation);
void validate_linear_use(Validation& validation);

// |id| and everything inside it; |label| is its place in the statement.
void validate_expression(Validation& validation, const char* label, ExprId id);

// Rules of one expression whose operands are already checked.
void validate_binary(Validation& validation, const Expr& expr);
void validate_unary(Validation& validation, const Expr& expr);
void validate_cast(Validation& validation, const Expr& expr);

}  // namespace vyre::ir
