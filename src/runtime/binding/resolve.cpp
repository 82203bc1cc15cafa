#include "runtime/binding/resolve.h"

#include <algorithm>

#include "ir/program/display_name.h"
#include "launch/layout.h"
#include "runtime/binding/images.h"

namespace vyre::runtime {
namespace {

using launch::Role;

std::string_view name_of(const Pipeline& pipeline, const launch::PlannedBinding& planned) {
  return pipeline.ir().names[pipeline.ir().buffers[planned.buffer].name];
}

// The buffers that can be bound, for messages; the first few of many.
std::string bindable(const Pipeline& pipeline) {
  constexpr size_t kMax = 8;
  std::string text;
  size_t count = 0;
  for (const launch::PlannedBinding& planned : pipeline.plan().bindings) {
    if (planned.role == Role::kShared) continue;
    if (++count > kMax) continue;
    text += concat(text.empty() ? "" : ", ", ir::display_name(name_of(pipeline, planned)),
                   " (slot ", planned.slot, ", ", launch::role_name(planned.role), ")");
  }
  if (count == 0) return "no parameter to bind";
  return count > kMax ? concat(text, " and ", count - kMax, " more") : text;
}

Result<uint32_t> find_by_name(const Pipeline& pipeline, std::string_view name) {
  const uint32_t buffer = pipeline.ir().find_buffer(name);
  const std::vector<launch::PlannedBinding>& planned = pipeline.plan().bindings;
  for (uint32_t i = 0; buffer != ir::kNone && i < planned.size(); ++i) {
    if (planned[i].buffer != buffer) continue;
    if (planned[i].role != Role::kShared) return i;
    return fail(
        Code::kInvalidArgument, "parameter ", ir::display_name(name), pipeline.in_label(),
        " is workgroup memory, which every workgroup has for itself. Fix: leave it unbound");
  }
  return fail(Code::kNotFound, "the program has no parameter ", ir::display_name(name),
              pipeline.in_label(), ". Fix: bind one of its parameters: ", bindable(pipeline));
}

// Slots mostly count the parameters, so that there is nothing to search.
bool is_at_its_slot(const std::vector<launch::PlannedBinding>& planned, const Binding& binding) {
  if (binding.slot >= planned.size()) return false;
  const launch::PlannedBinding& there = planned[binding.slot];
  return there.slot == binding.slot && there.set == binding.set && there.role != Role::kShared &&
         there.descriptor.array_index == binding.array_index;
}

// The descriptor of |binding| in the array that begins at |first|.
Result<uint32_t> find_in_array(const Pipeline& pipeline, const Binding& binding, uint32_t first) {
  const std::vector<launch::PlannedBinding>& planned = pipeline.plan().bindings;
  const uint64_t index = uint64_t{first} + binding.array_index;
  const bool is_there = index < planned.size() && planned[index].slot == planned[first].slot &&
                        planned[index].set == planned[first].set &&
                        planned[index].descriptor.array_index == binding.array_index;
  if (is_there) return static_cast<uint32_t>(index);
  return fail(Code::kInvalidArgument, buffer_label(pipeline, first), " is bound at array_index ",
              binding.array_index, ", and has fewer descriptors. Fix: bind those from 0 to ",
              "vyre_parameter_info.array_count - 1");
}

// Why a buffer of that role is not to be bound so, and the way out; nothing: it may.
std::string_view misfit(Role role, BindKind kind) {
  switch (role) {
    case Role::kInput:
    case Role::kUniform:
      if (kind != BindKind::kOutput && kind != BindKind::kInOut) return {};
      return "the program only reads it. Fix: bind it as input, zeros or a device buffer";
    case Role::kOutput:
      if (kind != BindKind::kInput && kind != BindKind::kInOut) return {};
      return "it starts zeroed. Fix: bind it as output or a device buffer, or leave it unbound";
    case Role::kShared:
      return "Fix: leave it unbound";
    case Role::kInputOutput:
    case Role::kPersistent:
      break;
  }
  return {};
}

Status check_kind(const Pipeline& pipeline, uint32_t index, const Binding& binding) {
  const Role role = pipeline.plan().bindings[index].role;
  const std::string_view why = misfit(role, binding.kind);
  if (why.empty()) return {};
  return fail(Code::kInvalidArgument, buffer_label(pipeline, index), " has the role ",
              launch::role_name(role), " and is bound as ", bind_kind_name(binding.kind), ": ",
              why);
}

Status check_input(const Pipeline& pipeline, uint32_t index, const Binding& binding) {
  const bool needs_input = binding.kind == BindKind::kInput || binding.kind == BindKind::kInOut;
  if (!needs_input || binding.input != nullptr || binding.size == 0) return {};
  return fail(Code::kInvalidArgument, buffer_label(pipeline, index), " is bound as ",
              bind_kind_name(binding.kind), " of ", binding.size,
              " bytes at a null pointer. Fix: pass the bytes, or bind zeros");
}

// How many bytes the binding gives the program.
Result<uint64_t> size_of(const Pipeline& pipeline, uint32_t index, const Binding& binding) {
  const std::optional<uint64_t>& declared = pipeline.plan().bindings[index].static_bytes;
  if (binding.kind == BindKind::kImage) return binding.image->size();
  if (binding.kind == BindKind::kOutput && declared) return *declared;
  if (binding.kind != BindKind::kBuffer) return binding.size;
  const uint64_t whole = binding.buffer->size();
  if (binding.offset <= whole && binding.size == kWholeSize) return whole - binding.offset;
  if (binding.offset <= whole && binding.size <= whole - binding.offset) return binding.size;
  return fail(Code::kInvalidArgument, buffer_label(pipeline, index), " is bound to ", binding.size,
              " bytes at offset ", binding.offset, " of ", binding.buffer->name(),
              ", which reaches beyond its end. Fix: stay within its size");
}

Status check_owner(const Pipeline& pipeline, uint32_t index, const Binding& binding) {
  if (binding.buffer == nullptr) return {};
  if (&binding.buffer->device() == &pipeline.device()) return {};
  return fail(Code::kInvalidArgument, buffer_label(pipeline, index), " is bound to ",
              binding.buffer->name(), ", which belongs to another device than the pipeline's '",
              pipeline.device().id(), "'. Fix: make the buffer with the device of the pipeline");
}

// Whether the buffer may stay without a binding.
Status check_unbound(const Pipeline& pipeline, uint32_t index) {
  const launch::PlannedBinding& planned = pipeline.plan().bindings[index];
  const bool needs_bytes = planned.role != Role::kOutput && planned.role != Role::kPersistent;
  if (planned.role == Role::kShared || (!needs_bytes && planned.static_bytes)) return {};
  if (!planned.descriptor.is_buffer()) {
    return fail(Code::kInvalidArgument, buffer_label(pipeline, index), " is ",
                launch::resource_name(planned.descriptor.resource),
                " of the SPIR-V module and nothing is bound to it. Fix: bind one "
                "(vyre_bind_image, vyre_bind_sampler)");
  }
  const std::string lack = needs_bytes ? concat("the role ", launch::role_name(planned.role))
                                       : std::string("no declared count");
  const std::string size = planned.static_bytes ? concat(*planned.static_bytes, " bytes")
                                                : std::string("any number of whole elements");
  return fail(Code::kInvalidArgument, buffer_label(pipeline, index), " has ", lack,
              " and nothing is bound to it. Fix: bind ", size);
}

bool share_bytes(const ResolvedBindings& resolved, size_t a, size_t b) {
  if (resolved.of[a] == nullptr || resolved.of[b] == nullptr) return false;
  if (share_texels(*resolved.of[a], *resolved.of[b])) return true;
  if (resolved.of[a]->buffer == nullptr || resolved.of[a]->buffer != resolved.of[b]->buffer)
    return false;
  return ranges_meet(resolved.of[a]->offset, resolved.sizes[a], resolved.of[b]->offset,
                     resolved.sizes[b]);
}

Status check_complete(const Pipeline& pipeline, const ResolvedBindings& resolved) {
  for (uint32_t i = 0; i < resolved.of.size(); ++i) {
    const bool supplied = !resolved.supplied.empty() && resolved.supplied[i];
    if (resolved.of[i] == nullptr && !supplied) VYRE_RETURN_IF_ERROR(check_unbound(pipeline, i));
  }
  return {};
}

const std::string& shared_name(const Binding& binding) {
  return binding.image != nullptr ? binding.image->name() : binding.buffer->name();
}

// A module may be made for it.
std::string_view overlap_fix(const Pipeline& pipeline) {
  return pipeline.external() != nullptr ? ", or make the pipeline with VYRE_PIPELINE_ALLOW_OVERLAP"
                                        : "";
}

Status check_overlaps(const Pipeline& pipeline, const ResolvedBindings& resolved) {
  for (uint32_t a = 0; a < resolved.of.size(); ++a) {
    for (uint32_t b = a + 1; b < resolved.of.size(); ++b) {
      if (!must_be_apart(pipeline, a, b) || !share_bytes(resolved, a, b)) continue;
      return fail(Code::kInvalidArgument, buffer_label(pipeline, a), " and ",
                  buffer_label(pipeline, b), " share bytes of ", shared_name(*resolved.of[a]),
                  " and one of them is written. Fix: bind what does not overlap",
                  overlap_fix(pipeline));
    }
  }
  return {};
}

// Its size is looked at by who counts elements.
Status take(const Pipeline& pipeline, uint32_t index, const Binding& binding, uint64_t& size) {
  VYRE_RETURN_IF_ERROR(check_resource(pipeline, index, binding));
  VYRE_RETURN_IF_ERROR(check_kind(pipeline, index, binding));
  VYRE_RETURN_IF_ERROR(check_input(pipeline, index, binding));
  VYRE_RETURN_IF_ERROR(check_owner(pipeline, index, binding));
  VYRE_ASSIGN_OR_RETURN(size, size_of(pipeline, index, binding));
  return {};
}

// Memory of the host that a binding has in a dispatch.
struct HostBytes {
  uint32_t plan_index;
  uintptr_t begin;
  uint64_t size;

  bool meets(const HostBytes& other) const {
    return ranges_meet(begin, size, other.begin, other.size);
  }
};

Status shared_bytes(const Pipeline& pipeline, uint32_t result, uint32_t other) {
  return fail(Code::kInvalidArgument, buffer_label(pipeline, result), " and ",
              buffer_label(pipeline, other),
              " are bound to the same bytes of host memory, and the first is written. Fix: give "
              "each result memory of its own",
              overlap_fix(pipeline));
}

}  // namespace

std::string_view bind_kind_name(BindKind kind) {
  constexpr std::string_view kNames[] = {"input",         "output", "input and output", "zeros",
                                         "device buffer", "image",  "sampler"};
  static_assert(std::size(kNames) == static_cast<size_t>(BindKind::kSampler) + 1);
  return kNames[static_cast<size_t>(kind)];
}

Status check_size(const Pipeline& pipeline, uint32_t index, uint64_t size) {
  const launch::PlannedBinding& planned = pipeline.plan().bindings[index];
  return launch::element_count(pipeline.ir(), planned, size).status();
}

std::string buffer_label(const Pipeline& pipeline, uint32_t plan_index) {
  const launch::PlannedBinding& planned = pipeline.plan().bindings[plan_index];
  const std::string set = planned.set != 0 ? concat(" of set ", planned.set) : std::string();
  return launch::buffer_label(pipeline.ir(), pipeline.ir().buffers[planned.buffer]) + set +
         pipeline.in_label();
}

Result<uint32_t> find_buffer(const Pipeline& pipeline, const Binding& binding) {
  if (binding.name) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t named, find_by_name(pipeline, *binding.name));
    return binding.array_index == 0 ? named : find_in_array(pipeline, binding, named);
  }
  if (is_at_its_slot(pipeline.plan().bindings, binding)) return binding.slot;
  const uint32_t index = pipeline.plan().find_slot(binding.slot, binding.set);
  if (index != ir::kNone && binding.array_index == 0) return index;
  if (index != ir::kNone) return find_in_array(pipeline, binding, index);
  return fail(Code::kNotFound, "the program has no parameter at slot ", binding.slot,
              pipeline.in_label(), ". Fix: bind one of its parameters: ", bindable(pipeline));
}

Status bound_twice(const Pipeline& pipeline, uint32_t index) {
  return fail(Code::kInvalidArgument, buffer_label(pipeline, index),
              " is bound twice. Fix: bind each parameter once");
}

Result<std::vector<Located>> locate(const Pipeline& pipeline, std::span<const Binding> bindings) {
  std::vector<bool> taken(pipeline.plan().bindings.size(), false);
  std::vector<Located> found;
  found.reserve(std::min(bindings.size(), taken.size()));
  for (const Binding& binding : bindings) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t index, find_buffer(pipeline, binding));
    if (taken[index]) return bound_twice(pipeline, index);
    taken[index] = true;
    found.push_back({index, &binding});
  }
  return found;
}

bool must_be_apart(const Pipeline& pipeline, size_t a, size_t b) {
  const std::vector<launch::PlannedBinding>& planned = pipeline.plan().bindings;
  return !pipeline.options().allow_overlap && (planned[a].is_written || planned[b].is_written);
}

Status resolve(const Pipeline& pipeline, std::span<const Binding> bindings,
               ResolvedBindings& resolved, std::span<const uint32_t> places) {
  const std::vector<launch::PlannedBinding>& planned = pipeline.plan().bindings;
  resolved.of.assign(planned.size(), nullptr);
  resolved.sizes.assign(planned.size(), 0);
  for (size_t i = 0; i < planned.size(); ++i) {
    resolved.sizes[i] = planned[i].static_bytes.value_or(0);
  }
  Status first;  // of those that were found, told when all are
  const auto add = [&](uint32_t index, const Binding& binding) {
    resolved.of[index] = &binding;
    if (first.ok()) first = take(pipeline, index, binding, resolved.sizes[index]);
  };
  for (size_t i = 0; i < places.size(); ++i) add(places[i], bindings[i]);
  for (const Binding& binding : bindings.subspan(places.size())) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t index, find_buffer(pipeline, binding));
    if (resolved.of[index] != nullptr) return bound_twice(pipeline, index);
    add(index, binding);
  }
  return first;
}

Status check_together(const Pipeline& pipeline, const ResolvedBindings& resolved) {
  VYRE_RETURN_IF_ERROR(check_complete(pipeline, resolved));
  return check_overlaps(pipeline, resolved);
}

Status check_host_overlaps(const Pipeline& pipeline, const ResolvedBindings& resolved,
                           std::span<const OutputRange> outputs) {
  if (pipeline.options().allow_overlap) return {};
  const auto written = [&](const OutputRange& range) {
    const std::byte* data = resolved.of[range.plan_index]->output;
    return HostBytes{range.plan_index, reinterpret_cast<uintptr_t>(data), range.bytes};
  };
  for (const OutputRange& range : outputs) {
    const HostBytes result = written(range);
    for (const OutputRange& other : outputs) {
      if (other.plan_index > range.plan_index && result.meets(written(other)))
        return shared_bytes(pipeline, range.plan_index, other.plan_index);
    }
    for (uint32_t i = 0; i < resolved.of.size(); ++i) {
      const Binding* binding = resolved.of[i];
      if (i == range.plan_index || binding == nullptr || binding->input == nullptr) continue;
      const HostBytes input{i, reinterpret_cast<uintptr_t>(binding->input), resolved.sizes[i]};
      if (result.meets(input)) return shared_bytes(pipeline, range.plan_index, i);
    }
  }
  return {};
}

Result<OutputRange> output_range(const Pipeline& pipeline, uint32_t plan_index,
                                 uint64_t buffer_bytes) {
  const launch::PlannedBinding& planned = pipeline.plan().bindings[plan_index];
  const ir::Buffer& declared = pipeline.ir().buffers[planned.buffer];
  Result<launch::OutputLayout> layout =
      launch::output_layout(buffer_bytes, declared.output_byte_range);
  if (!layout.ok()) {
    return fail(layout.error().code(), buffer_label(pipeline, plan_index), ": ",
                layout.error().text());
  }
  const uint64_t start = declared.output_byte_range ? declared.output_byte_range->start : 0;
  return OutputRange{plan_index, start, layout.value().read_bytes, buffer_bytes};
}

Result<std::vector<OutputRange>> outputs_of(const Pipeline& pipeline,
                                            std::span<const Binding> bindings) {
  ResolvedBindings resolved;
  VYRE_RETURN_IF_ERROR(resolve(pipeline, bindings, resolved));
  std::vector<OutputRange> ranges;
  for (uint32_t i = 0; i < resolved.of.size(); ++i) {
    if (!pipeline.plan().bindings[i].output_index) continue;
    const bool unsized = resolved.of[i] == nullptr && !pipeline.plan().bindings[i].static_bytes;
    ranges.push_back({i, 0, 0, 0});
    if (unsized) continue;
    VYRE_RETURN_IF_ERROR(check_size(pipeline, i, resolved.sizes[i]));
    VYRE_ASSIGN_OR_RETURN(ranges.back(), output_range(pipeline, i, resolved.sizes[i]));
  }
  return ranges;
}

bool is_capture(const Binding& binding) {
  return binding.kind == BindKind::kOutput || binding.kind == BindKind::kInOut;
}

Status check_room(const Pipeline& pipeline, const OutputRange& range, const Binding& binding) {
  if (binding.size < range.bytes) {
    return fail(Code::kOutputTooSmall, buffer_label(pipeline, range.plan_index), " returns ",
                range.bytes, " bytes, there is room for ", binding.size,
                ". Fix: pass memory for all of them");
  }
  if (binding.output == nullptr && range.bytes != 0) {
    return fail(Code::kInvalidArgument, buffer_label(pipeline, range.plan_index), " returns ",
                range.bytes, " bytes to a null pointer. Fix: pass memory for them");
  }
  return {};
}

}  // namespace vyre::runtime
