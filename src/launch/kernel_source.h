#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ir/program/program.h"
#include "ir/types/op_table.h"
#include "launch/binding_plan.h"
#include "launch/external_code.h"
#include "launch/geometry.h"
#include "specialization/map.h"

namespace vyre::launch {

// Everything that a kernel is made of.
struct KernelSource {
  std::shared_ptr<const ir::Program> program;        // validated
  std::shared_ptr<const BindingPlan> plan;           // of that program
  Axes workgroup_size = {1, 1, 1};                   // effective; may differ from the declared
  std::shared_ptr<const ir::OpTable> ops = nullptr;  // those that the program calls; may be null
  uint32_t segment_number = 0;  // tells apart the kernels that one dispatch runs
  // Literals, each all of a Let's value, whose bits every run gets from Dispatch::words. At most
  // as many as the device takes.
  std::vector<ir::ExprId> parameters = {};
  KnownLaunch launch = {};  // of every run
  // A value for each that the program names, and no others; may be null when it names none.
  std::shared_ptr<const specialization::Map> specialization = nullptr;
  // What runs instead of the program's body; null: that body. Only for a device that takes it.
  std::shared_ptr<const ExternalCode> external = nullptr;
};

// The source with numbers in place of the values that it names.
KernelSource with_literals(const KernelSource& source);

}  // namespace vyre::launch
