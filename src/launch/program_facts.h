#pragma once

#include <string_view>

#include "ir/program/program.h"
#include "launch/geometry.h"

namespace vyre::launch {

// What a program contains that decides how it may be launched.
struct ProgramFacts {
  bool has_atomics = false;
  bool has_workgroup_memory = false;
  bool has_workgroup_barrier = false;
  bool has_grid_barrier = false;
  bool has_subgroup_operations = false;
  bool has_async_copies = false;
  bool reads_invocation_id = false;
  bool reads_local_id = false;
  bool reads_workgroup_id = false;
};

ProgramFacts facts_of(const ir::Program& program);

// How many axes |program| looks at when its workgroups have |workgroup_size|, 1 to 3: up to the
// highest on which that is above 1 or of which it asks for an invocation, workgroup or local id.
uint32_t dimensions_of(const ir::Program& program, const Axes& workgroup_size);

// What of the program needs all invocations of a workgroup ("barriers"); empty: nothing does.
std::string_view whole_workgroup_user(const ir::Program& program);

// What of the program would notice running with |wanted| instead of its own workgroup size
// ("workgroup memory"); empty when nothing does.
std::string_view workgroup_size_observer(const ir::Program& program, const Axes& wanted);

}  // namespace vyre::launch
