#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>

#include "base/status/status.h"
#include "ir/build/name_index.h"
#include "ir/program/program.h"

namespace vyre::ir {

// Puts a program together: interns names and types and appends records. The wire decoder, the JSON
// reader and the builder all end here. Children are added before or after their parents as it
// suits the caller; finish() checks indices and nesting.
class Assembler {
 public:
  explicit Assembler(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : Assembler(memory, 0, memory) {}
  // A program that is thought to need |bytes| gets them at once: its records are not moved to
  // other memory then, and all of it is given back together. What the assembler itself needs until
  // the program is finished is from |scratch|.
  Assembler(std::pmr::memory_resource* memory, size_t bytes, std::pmr::memory_resource* scratch);

  Program& program() { return *program_; }
  const Program& program() const { return *program_; }

  NameId name(std::string_view text);
  // The same for a text that may be malformed: kNone unless |is_valid(text)|, which is asked about
  // new names alone. |readable| bytes may be read from the start of |text|.
  NameId name(std::string_view text, size_t readable, bool (*is_valid)(std::string_view)) {
    if (text.size() > ShortNames::kMaxSize) return find_or_add_long(text, is_valid);
    return short_names_.find_or_add(ShortNames::key(text, readable),
                                    [&] { return append(text, is_valid); });
  }
  TypeId type(const Type& type, std::span<const uint32_t> dims = {}) {
    return program_->types.intern(type, dims);
  }
  ExprId add(const Expr& expr) {
    program_->exprs.push_back(expr);
    return static_cast<ExprId>(program_->exprs.size() - 1);
  }
  // One of that kind with nothing else filled in.
  ExprId add(ExprKind kind) {
    program_->exprs.emplace_back().kind = kind;
    return static_cast<ExprId>(program_->exprs.size() - 1);
  }
  NodeId add(const Node& node) {
    program_->nodes.push_back(node);
    return static_cast<NodeId>(program_->nodes.size() - 1);
  }
  Range list(std::span<const uint32_t> ids);
  Range payload(std::span<const uint8_t> bytes);
  void add(const Buffer& buffer) { program_->buffers.push_back(buffer); }
  uint32_t add(const ShapePredicate& predicate);

  // Makes |entry| the body of the program by the convention of all builders: a list that is empty
  // or holds anything but Regions goes into one Region named kRootRegion.
  void entry(std::span<const NodeId> body);

  // Hands the program out; the assembler is empty afterwards. Fails with kInvalidArgument when an
  // index is out of range, a record stands in two places or inside itself, or the nesting is deeper
  // than Program::kMaxDepth.
  Result<std::shared_ptr<const Program>> finish();

  // The same for a caller that guarantees what finish() checks.
  std::shared_ptr<const Program> finish_unchecked();

 private:
  NameId find_or_add_long(std::string_view text, bool (*is_valid)(std::string_view));
  NameId append(std::string_view text, bool (*is_valid)(std::string_view));

  std::shared_ptr<Program> program_;
  ShortNames short_names_;
  IdIndex long_names_;
};

// Generator of the Region that builders put around a body of other statements.
inline constexpr std::string_view kRootRegion = "vyre.program.root";

}  // namespace vyre::ir
