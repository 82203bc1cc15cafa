#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"
#include "launch/op_function.h"
#include "registry/ops/called_ops.h"

namespace vyre::runtime {

struct Compilation;
struct CompiledProgram;

// Which ops of a program its device carries out itself, by the lowerings that they have for it.
struct Lowerings {
  // Why a lowering for the device is of no use.
  struct Misfit {
    std::string why;
    std::string fix;
    bool has_composition = false;  // which runs then
  };

  std::vector<std::string> left = {};  // their ids, in order
  // Of a device that links functions of SPIR-V, by op.
  std::vector<std::shared_ptr<const launch::OpFunction>> functions = {};
  std::vector<std::string> composed = {};  // the ids of those that have a composition too, in order
  std::map<std::string, Misfit, std::less<>> misfits = {};

  bool carries_out(std::string_view op) const;
};

// What a device with |can| has for the ops that |program| calls, itself and through compositions.
// Calls functions of the host: without a lock.
Lowerings find_lowerings(const backend::Capabilities& can, const ir::Program& program,
                         const registry::CalledOps& called);
Lowerings find_lowerings(const backend::Capabilities& can, const registry::OpDef& op);

// Plans, and perhaps makes, |compiled| with what it is given.
using Compile = std::function<Status(const Lowerings&, CompiledProgram&)>;

// Compiles with the lowerings; where the device refuses these, with compositions in the place of
// such calls. |tells|: the log says of each op which of the two it is.
Status compile_with_lowerings(const Compilation& on, const Lowerings& lowerings, bool tells,
                              CompiledProgram& compiled, const Compile& compile);

}  // namespace vyre::runtime
