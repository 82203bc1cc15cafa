#pragma once

#include <span>
#include <vector>

#include "interface/caller.h"
#include "interface/models.h"
#include "interface/world.h"

namespace vyre::interface {

// The calls of one part of the interface each.
std::span<const Action> library_calls();
std::span<const Action> context_calls();
std::span<const Action> program_calls();
std::span<const Action> device_calls();
std::span<const Action> pipeline_calls();
std::span<const Action> buffer_calls();
std::span<const Action> image_calls();
std::span<const Action> dispatch_calls();
std::span<const Action> work_calls();
std::span<const Action> value_calls();
std::span<const Action> statement_calls();
std::span<const Action> sequence_calls();
std::span<const Action> tool_calls();
std::span<const Action> key_calls();
std::span<const Action> registry_calls();
std::span<const Action> registry_builder_calls();
std::span<const Action> plugin_calls();
std::span<const Action> vulkan_calls();

// Bindings of every parameter of |pipeline|, in memory of |caller| or, where |recorded|, in buffers
// of the device and zeroes. What they point to lives as long as this.
struct BoundArguments {
  std::vector<vyre_binding> bindings;
  std::vector<std::shared_ptr<Buffer>> buffers;
};
BoundArguments bind_arguments(Caller& caller, const Pipeline& pipeline, bool recorded);
// At times one of them gets an odd value.
void spoil(Caller& caller, BoundArguments& arguments);
// How it runs; |recorded| work has no time-out of its own.
vyre_dispatch_desc describe_dispatch(Caller& caller, const Pipeline& pipeline, bool recorded);

}  // namespace vyre::interface
