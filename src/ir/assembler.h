#pragma once

#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <unordered_map>

#include "base/status.h"
#include "ir/program.h"

namespace vyre::ir {

// Puts a program together: interns names and types and appends records. The wire decoder, the JSON
// reader and the builder all end here. Children are added before or after their parents as it
// suits the caller; finish() checks indices and depth.
class Assembler {
 public:
  explicit Assembler(std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  Program& program() { return *program_; }

  NameId name(std::string_view text);
  TypeId type(const Type& type, std::span<const uint32_t> dims = {});
  ExprId add(const Expr& expr);
  NodeId add(const Node& node);
  Range list(std::span<const uint32_t> ids);
  Range payload(std::span<const uint8_t> bytes);
  void add(const Buffer& buffer);

  // Hands the program out; the assembler is empty afterwards. Fails with kInvalidArgument when
  // an index is out of range or the nesting is deeper than Program::kMaxDepth.
  Result<std::shared_ptr<const Program>> finish();

 private:
  std::shared_ptr<Program> program_;
  std::unordered_map<std::string, NameId> names_;
};

}  // namespace vyre::ir
