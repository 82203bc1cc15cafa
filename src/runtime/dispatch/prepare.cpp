#include "runtime/dispatch/prepare.h"

#include <algorithm>
#include <cstring>

#include "backend/check.h"
#include "runtime/dispatch/launch_plan.h"

namespace vyre::runtime {
namespace {

// What one dispatch may run at most: segments times iterations.
constexpr uint64_t kMaxRuns = uint64_t{1} << 16;

std::string workgroups(const launch::Axes& grid) { return axes_text(grid) + " workgroups"; }

Status too_large_to_force(const Pipeline& pipeline, const launch::Axes& grid) {
  return fail(Code::kCooperativeResidency, "the program", pipeline.in_label(),
              " is to run uncut on a grid of ", workgroups(grid), ", ",
              uint64_t{grid[0]} * grid[1] * grid[2], " in all, and '", pipeline.device().id(),
              "' promises to hold 1 at a grid barrier. Fix: launch one workgroup, or let the "
              "program be cut (cooperative: automatic)");
}

Status cannot_cut(const Pipeline& pipeline, const launch::Axes& grid) {
  return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
              " has a grid barrier and a grid of ", workgroups(grid), ", and '",
              pipeline.device().id(),
              "' neither holds more than one of them at a barrier nor runs segments. Fix: launch "
              "one workgroup, or use a device with grid barriers");
}

// Whether a program with grid barriers runs as it is.
Result<bool> runs_whole(const Pipeline& pipeline, const CompiledProgram& compiled,
                        const launch::Axes& grid, Cooperative cooperative) {
  const bool one_workgroup = grid[0] == 1 && grid[1] == 1 && grid[2] == 1;
  const bool can_hold = compiled.runs_whole_grid || one_workgroup;
  const bool can_cut = compiled.segments != nullptr;
  switch (cooperative) {
    case Cooperative::kForce:
      return can_hold ? Result<bool>(true) : too_large_to_force(pipeline, grid);
    case Cooperative::kForbid:
      return can_cut ? Result<bool>(false) : not_to_cut(pipeline);
    case Cooperative::kAutomatic:
      break;
  }
  if (can_hold && !(compiled.too_long && can_cut)) return true;
  return can_cut ? Result<bool>(false) : cannot_cut(pipeline, grid);
}

Status fill_use(const Binding& binding, const KnownBindings& known, uint64_t generation,
                backend::BufferUse& use) {
  if (binding.sampler != nullptr) use.sampler = &binding.sampler->desc;
  if (binding.image != nullptr) {
    VYRE_ASSIGN_OR_RETURN(use.memory, binding.image->memory(generation));
    use.level = binding.level;
    return {};
  }
  if (binding.buffer != nullptr) {
    use.offset = binding.offset;
    if (known.first != nullptr) {
      use.memory = known.memory_of(binding);
      return {};
    }
    VYRE_ASSIGN_OR_RETURN(use.memory, binding.buffer->memory(generation));
    return {};
  }
  if (binding.input != nullptr) use.input = {binding.input, use.size};
  use.read_back = is_capture(binding);
  return {};
}

Status add_uses(const Pipeline& pipeline, Prepared& prepared) {
  const ResolvedBindings& resolved = prepared.resolved;
  prepared.uses.reserve(resolved.of.size());
  for (uint32_t i = 0; i < resolved.of.size(); ++i) {
    backend::BufferUse& use = prepared.uses.emplace_back();
    use.size = resolved.sizes[i];
    if (resolved.of[i] == nullptr) continue;
    if (Status filled =
            fill_use(*resolved.of[i], prepared.known, pipeline.device_generation(), use);
        !filled.ok()) {
      return fail(filled.code(), buffer_label(pipeline, i), ": ", filled.text());
    }
    if (!use.read_back) continue;
    VYRE_ASSIGN_OR_RETURN(OutputRange range, output_range(pipeline, i, use.size));
    prepared.outputs.push_back(range);
  }
  return {};
}

// The program's buffers are the first of every segment's.
Status add_segments(const Pipeline& pipeline, Cooperative cooperative, Prepared& prepared) {
  const CompiledProgram& compiled = *prepared.compiled;
  if (prepared.grid_words.memory != nullptr) return {};  // it runs whole
  VYRE_ASSIGN_OR_RETURN(const bool whole,
                        runs_whole(pipeline, compiled, prepared.launch.grid, cooperative));
  // What has a shape has no barriers of its own to wait at.
  const bool uncut = whole && !prepared.launch.shape;
  if (uncut && compiled.executable != nullptr) return {};
  VYRE_ASSIGN_OR_RETURN(prepared.segments,
                        compiled.segments->of(prepared.launch, prepared.resolved.sizes, uncut));
  for (const uint64_t bytes : prepared.segments->hidden) {
    prepared.uses.push_back({.size = bytes, .unfilled = true});
  }
  return {};
}

Status check_iterations(const Pipeline& pipeline, const Prepared& prepared) {
  const uint32_t iterations = prepared.options.iterations;
  const uint64_t segments = prepared.segments ? prepared.segments->order.size() : 1;
  if (iterations != 0 && iterations * segments <= kMaxRuns) return {};
  return fail(Code::kInvalidArgument, "the dispatch", pipeline.in_label(), " is to run ",
              iterations, " times, in ", segments, " segments each. Fix: ask for 1 to ",
              kMaxRuns / segments, " iterations at a time");
}

Status cannot_repeat_host_io(const Pipeline& pipeline) {
  return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
              " calls ops that the host runs, and is to be repeated until nothing changes "
              "(VYRE_DISPATCH_UNTIL_STABLE). Fix: move the files' bytes with "
              "vyre_buffer_load_file, or leave the flag out");
}

// Invocation ids have 32 bits.
Status add_grid_words(const Pipeline& pipeline, const LaunchOptions& options, Prepared& prepared) {
  VYRE_RETURN_IF_ERROR(check_grid_buffer(pipeline, *prepared.compiled, options));
  backend::GridWords& words = prepared.grid_words;
  words.offset = options.grid_offset;
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint32_t launched = pipeline.device().profile().max_workgroup_count[axis];
    words.most[axis] = std::min(launched, UINT32_MAX / prepared.launch.workgroup_size[axis]);
  }
  VYRE_ASSIGN_OR_RETURN(words.memory, options.grid_buffer->memory(pipeline.device_generation()));
  return {};
}

// A null pointer may be one that the module does not follow.
Status check_addresses(const Pipeline& pipeline, std::span<const AddressedMemory> known,
                       std::span<const uint32_t> pushed) {
  const std::span<const std::byte> bytes = std::as_bytes(pushed);
  for (const uint64_t offset : pipeline.external()->interface.push_addresses) {
    uint64_t address = 0;
    if (offset + sizeof address > bytes.size()) continue;
    std::memcpy(&address, bytes.data() + offset, sizeof address);
    const auto has_it = [&](const AddressedMemory& one) { return one.has(address); };
    if (address == 0 || std::ranges::any_of(known, has_it)) continue;
    return fail(Code::kInvalidArgument, "the push constants", pipeline.in_label(),
                " have the address ", address, " at offset ", offset,
                ", where no buffer of device '", pipeline.device().id(),
                "' lies. Fix: push what vyre_buffer_get_address gives for a buffer that was not "
                "freed");
  }
  return {};
}

Status add_addressed(const Pipeline& pipeline, Prepared& prepared) {
  std::vector<AddressedMemory> known =
      pipeline.device().addressed().of(pipeline.device_generation());
  VYRE_RETURN_IF_ERROR(check_addresses(pipeline, known, prepared.pushed));
  for (AddressedMemory& one : known) prepared.addressed.push_back(std::move(one.memory));
  return {};
}

bool is_of_device(BindKind kind) {
  return kind == BindKind::kBuffer || kind == BindKind::kImage || kind == BindKind::kSampler;
}

Status check_recordable(const Pipeline& pipeline, uint32_t plan_index, const Binding* binding) {
  if (binding == nullptr || is_of_device(binding->kind) || binding->kind == BindKind::kZeros)
    return {};
  return fail(Code::kInvalidArgument, buffer_label(pipeline, plan_index), " is bound as ",
              bind_kind_name(binding->kind),
              " to host memory, which recorded work cannot use. Fix: bind a buffer of the device "
              "(vyre_bind_buffer), and record what the host writes to it and reads of it too");
}

}  // namespace

Status not_to_cut(const Pipeline& pipeline) {
  return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
              " has a grid barrier at which it is not to wait, and '", pipeline.device().id(),
              "' takes programs with such barriers as they are. Fix: allow it (cooperative: "
              "automatic), or use another device");
}

Status needs_waiting(const Pipeline& pipeline, std::string_view what) {
  return fail(
      Code::kInvalidArgument, what, pipeline.in_label(),
      " is to be repeated until nothing changes (VYRE_DISPATCH_UNTIL_STABLE), which only a "
      "call that waits for each pass can do. Fix: use vyre_dispatch, or leave the flag out");
}

backend::Dispatch dispatch_of(const Prepared& prepared) {
  backend::Dispatch dispatch{
      {&prepared.compiled->executable, 1}, prepared.launch.grid, prepared.uses};
  dispatch.shape = prepared.launch.shape;
  dispatch.words = prepared.pushed;
  dispatch.addressed = prepared.addressed;
  dispatch.options = prepared.options;
  if (prepared.grid_words.memory != nullptr) dispatch.grid_words = &prepared.grid_words;
  if (!prepared.segments) return dispatch;
  dispatch.executables = prepared.segments->order;
  dispatch.words = prepared.segments->words;
  return dispatch;
}

Status check_device(const backend::Device& device, const Prepared& prepared,
                    const backend::Dispatch& dispatch) {
  VYRE_RETURN_IF_ERROR(device.check_not_lost());
  const auto& source = prepared.segments ? prepared.segments->source : prepared.compiled->source;
  return backend::check_dispatch(device, source, dispatch);
}

namespace {

// What the host does around a launch; around none it does nothing.
Status prepare_host(Pipeline& pipeline, const LaunchOptions& options, Prepared& prepared) {
  const std::shared_ptr<const HostIoPlan>& host_io = prepared.compiled->host_io;
  if (host_io) HostIo::note_supplied(pipeline, *host_io, prepared.resolved);
  VYRE_RETURN_IF_ERROR(check_together(pipeline, prepared.resolved));
  if (!host_io) return {};
  VYRE_ASSIGN_OR_RETURN(HostIo steps, HostIo::create(pipeline, host_io, prepared.resolved));
  if (!options.is_empty) prepared.host_io = std::move(steps);
  return {};
}

// Plans it, and takes the form of the program that it needs.
Status prepare_launch(const Pipeline& pipeline, const LaunchOptions& options, Prepared& prepared) {
  VYRE_RETURN_IF_ERROR(
      plan_launch(pipeline, *prepared.compiled, prepared.resolved, options, prepared.launch));
  const CompiledProgram& main = *prepared.compiled;
  if (prepared.launch.shape.has_value() == main.source.guarded) return {};
  VYRE_ASSIGN_OR_RETURN(prepared.compiled, main.other_form->get(pipeline, main));
  return {};
}

void make_empty(launch::Launch& launch) {
  launch.grid = {};
  if (launch.shape) launch.shape = launch.grid;
}

}  // namespace

Status prepare(Pipeline& pipeline, std::span<const Binding> bindings, const LaunchOptions& options,
               Prepared& prepared) {
  prepared.options = options;
  VYRE_RETURN_IF_ERROR(resolve(pipeline, bindings, prepared.resolved, prepared.known.places));
  VYRE_ASSIGN_OR_RETURN(prepared.compiled, pipeline.compiled());
  if (prepared.compiled->host_io && options.to_fixpoint) return cannot_repeat_host_io(pipeline);
  VYRE_RETURN_IF_ERROR(prepare_host(pipeline, options, prepared));
  VYRE_RETURN_IF_ERROR(prepare_launch(pipeline, options, prepared));
  if (pipeline.external() != nullptr || !prepared.push.empty()) {
    VYRE_RETURN_IF_ERROR(push_words(pipeline.external(), prepared.push, prepared.pushed));
  }
  if (pipeline.external() != nullptr && pipeline.external()->interface.takes_addresses) {
    VYRE_RETURN_IF_ERROR(add_addressed(pipeline, prepared));
  }
  if (options.grid_buffer != nullptr) {
    VYRE_RETURN_IF_ERROR(add_grid_words(pipeline, options, prepared));
  }
  VYRE_RETURN_IF_ERROR(add_uses(pipeline, prepared));
  if (prepared.compiled->source.plan->has_grid_barrier) {
    VYRE_RETURN_IF_ERROR(add_segments(pipeline, options.cooperative, prepared));
  }
  if (options.is_empty) make_empty(prepared.launch);
  if (options.to_fixpoint) prepared.options.iterations = std::min(options.iterations, 1u);
  return check_iterations(pipeline, prepared);
}

Status prepare_recordable(Pipeline& pipeline, std::span<const Binding> bindings,
                          const LaunchOptions& options, Recordable& recordable) {
  if (options.to_fixpoint) return needs_waiting(pipeline, "recorded work");
  Prepared& prepared = recordable.prepared;
  VYRE_RETURN_IF_ERROR(prepare(pipeline, bindings, options, prepared));
  if (prepared.host_io) {
    return fail(Code::kUnsupportedFeature, "the program", pipeline.in_label(),
                " calls ops that the host runs, which cannot be recorded. Fix: dispatch it with "
                "vyre_dispatch, or move the files' bytes with vyre_buffer_load_file");
  }
  for (uint32_t i = 0; i < prepared.resolved.of.size(); ++i) {
    VYRE_RETURN_IF_ERROR(check_recordable(pipeline, i, prepared.resolved.of[i]));
  }
  VYRE_ASSIGN_OR_RETURN(Device::Use use, pipeline.use_device());
  recordable.dispatch = dispatch_of(prepared);
  VYRE_RETURN_IF_ERROR(check_device(*use, prepared, recordable.dispatch));
  recordable.use.emplace(std::move(use));
  return {};
}

}  // namespace vyre::runtime
