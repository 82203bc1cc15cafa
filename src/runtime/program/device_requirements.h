#pragma once

#include "ir/program/program.h"
#include "runtime/program/external_program.h"

namespace vyre::runtime {

// What a program uses of a device, and how much workgroup memory it declares.
struct DeviceRequirements {
#define VYRE_NEED(bit, name, field, tool, words) bool field = false;
#include "runtime/program/needs.def"
  uint64_t workgroup_memory_bytes = 0;
};

DeviceRequirements device_requirements(const ir::Program& program);

// By what the module declares and what its entry point reaches.
DeviceRequirements device_requirements(const ExternalProgram& program);

// Of all workgroup memory that is declared.
uint64_t workgroup_memory_bytes(const ir::Program& program);

}  // namespace vyre::runtime
