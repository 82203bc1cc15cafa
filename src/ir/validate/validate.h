#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "ir/types/op_table.h"

namespace vyre::ir {

// What surrounds a program that is validated. The default is the strictest.
struct ValidationOptions {
  bool subgroup_operations = false;
  bool distributed_collectives = false;
  bool allow_shadowing = false;
  Semantics semantics = Semantics::kAny;  // by whose rules; any: those of the program
  bool typed_reductions = false;          // refuse those of a known type that no device reduces
  const OpTable* ops = nullptr;           // borrowed; null: calls are not checked
  // Whether the backend can cast to a type. Null: to every type.
  std::function<bool(const TypeTable&, TypeId)> accepts_cast_target = nullptr;
};

// What is wrong with a program, in this order: top level, workgroup size, buffers, output marker,
// statements in program order, self-exclusive regions, linear buffers, shape predicates. Repeats
// are kept. Beyond kMaxFindings findings are counted, not described: a hostile program may have
// millions.
struct ValidationReport {
  static constexpr size_t kMaxFindings = 4096;

  std::vector<Finding> errors;
  std::vector<Finding> warnings;
  uint64_t error_count = 0;
  uint64_t warning_count = 0;

  bool valid() const { return error_count == 0; }
};

// Takes time linear in the size of the program.
ValidationReport find_violations(const Program& program, const ValidationOptions& options = {});

// Success, or one kInvalidProgram error that carries all errors of |report|.
Status verdict(ValidationReport report);

// The verdict on the violations that are found.
Status validate(const Program& program, const ValidationOptions& options = {});

}  // namespace vyre::ir
