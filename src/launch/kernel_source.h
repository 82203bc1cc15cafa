#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program/program.h"
#include "ir/types/op_table.h"
#include "launch/binding_plan.h"
#include "launch/geometry.h"
#include "launch/op_function.h"
#include "specialization/map.h"

namespace vyre::launch {

// A kernel that somebody else compiled to SPIR-V, in place of a program's body. The program of its
// KernelSource only declares its buffers: binding i of descriptor set 0 is the i-th of the plan.
struct ExternalCode {
  struct Constant {
    uint32_t number = 0;  // its SpecId
    uint32_t bits = 0;
    bool operator==(const Constant&) const = default;
  };

  std::vector<uint32_t> words;
  std::string entry_point;
  std::vector<Constant> constants;      // chosen; all others keep their defaults
  uint32_t push_constant_bytes = 0;     // a multiple of 4; what Dispatch::words then has
  std::vector<uint64_t> min_bytes;      // of each binding; fewer would not hold what it may access
  std::vector<Descriptor> descriptors;  // of each binding
  bool checked = false;                 // indexes are to be kept within what they index
  uint32_t subgroup_size = 0;           // 0: the device's
  bool full_subgroups = false;          // no subgroup may lack an invocation

  // What a device must offer for it.
  uint32_t minor_version = 0;  // of SPIR-V 1
  std::vector<uint32_t> capabilities;
  std::vector<std::string> extensions;
  std::optional<uint64_t> workgroup_memory_bytes;  // where the module says it plainly
};

// What the shape takes of a device's room for parameters.
inline constexpr uint32_t kShapeWords = 3;

// Everything that a kernel is made of.
struct KernelSource {
  std::shared_ptr<const ir::Program> program;        // validated
  std::shared_ptr<const BindingPlan> plan;           // of that program
  Axes workgroup_size = {1, 1, 1};                   // effective; may differ from the declared
  std::shared_ptr<const ir::OpTable> ops = nullptr;  // those that the program calls; may be null
  bool guarded = false;         // its invocations do nothing where they lie beyond Dispatch::shape
  uint32_t segment_number = 0;  // tells apart the kernels that one dispatch runs
  // Literals, each all of a Let's value, whose bits every run gets from Dispatch::words. At most
  // as many as the device takes.
  std::vector<ir::ExprId> parameters = {};
  KnownLaunch launch = {};  // of every run
  // A value for each that the program names, and no others; may be null when it names none.
  std::shared_ptr<const specialization::Map> specialization = nullptr;
  // What runs instead of the program's body; null: that body. Only for a device that takes it.
  std::shared_ptr<const ExternalCode> external = nullptr;
  // Calls of these ops stand for functions of modules; a program with one is for no other device.
  std::vector<std::shared_ptr<const OpFunction>> functions = {};
  std::string label = {};  // of the pipeline, for messages; no code depends on it
  // Signed x / 0, x % 0, MIN / -1 and MIN % -1 are 0, 0, MIN and 0; else they fail.
  bool division_gives_zero = false;
  // By NodeId: where the statements stood in the program of which this one was made; null: there.
  std::shared_ptr<const std::vector<std::string>> paths = nullptr;
};

// Null when the source has none for that op.
const OpFunction* find_function(const KernelSource& source, std::string_view op);

// The source with numbers in place of the values that it names.
KernelSource with_literals(const KernelSource& source);

}  // namespace vyre::launch
