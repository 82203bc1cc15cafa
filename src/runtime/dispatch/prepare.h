#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/memory/scratch_arena.h"
#include "runtime/binding/resolve.h"
#include "runtime/dispatch/options.h"
#include "runtime/pipeline/compiled_program.h"
#include "runtime/pipeline/segments.h"
#include "runtime/work/host_io.h"

namespace vyre::runtime {

// What is known of bindings before, by their place among these; |first| is null where nothing is.
struct KnownBindings {
  const Binding* first = nullptr;
  std::span<const std::shared_ptr<backend::Memory>* const> memory = {};  // that is pinned
  bool is_borrowed = false;               // it stays until the device has what it keeps
  std::span<const uint32_t> places = {};  // in the plan; empty: unknown

  std::shared_ptr<backend::Memory> memory_of(const Binding& binding) const {
    const auto& pinned = *memory[static_cast<size_t>(&binding - first)];
    if (!is_borrowed) return pinned;
    return std::shared_ptr<backend::Memory>(std::shared_ptr<void>(), pinned.get());
  }
};

// Everything that a submission needs, before it is made.
struct Prepared {
  explicit Prepared(std::pmr::memory_resource* memory)
      : resolved(memory),
        launch{.elements_of = std::pmr::vector<uint32_t>(memory)},
        uses(memory),
        outputs(memory) {}

  KnownBindings known;
  std::span<const PushRange> push;  // above |pushed|
  std::shared_ptr<const CompiledProgram> compiled;
  ResolvedBindings resolved;
  launch::Launch launch;
  std::pmr::vector<backend::BufferUse> uses;  // parallel to the plan; hidden buffers behind
  std::shared_ptr<const Segments> segments;   // of a program with grid barriers; may be null
  backend::GridWords grid_words;              // without memory: launch.grid counts
  backend::RunOptions options;                // the caller's; of a fixpoint one iteration at a time
  std::vector<uint32_t> pushed;  // what a SPIR-V module is pushed; known before, or empty
  std::vector<std::shared_ptr<backend::Memory>> addressed;  // that it may reach by address
  std::pmr::vector<OutputRange> outputs;                    // read back
  std::optional<HostIo> host_io;
};

// Checks and resolves the dispatch, takes the pipeline's code and plans the launch. Into
// |prepared|, which is new but for what is known and pushed: this is done for every dispatch, and
// moving it about is a part of that.
Status prepare(Pipeline& pipeline, std::span<const Binding> bindings, const LaunchOptions& options,
               Prepared& prepared);

// A dispatch that is to be recorded. While it lives the device is neither recovered nor shut down.
struct Recordable {
  Scratch scratch;
  Prepared prepared{scratch.memory()};
  backend::Dispatch dispatch;  // borrows of |prepared|
  std::optional<Device::Use> use;
};

// As prepare(). Refuses bindings to memory of the host and ops of the host: neither can be waited
// for in recorded work; so to_fixpoint. Counts nothing.
Status prepare_recordable(Pipeline& pipeline, std::span<const Binding> bindings,
                          const LaunchOptions& options, Recordable& recordable);

// Borrows of |prepared|.
backend::Dispatch dispatch_of(const Prepared& prepared);

// Whether |device|, the pipeline's, can run |dispatch|, that of |prepared|.
Status check_device(const backend::Device& device, const Prepared& prepared,
                    const backend::Dispatch& dispatch);

Status not_to_cut(const Pipeline& pipeline);
Status needs_waiting(const Pipeline& pipeline, std::string_view what);

}  // namespace vyre::runtime
