#include "vulkan/dispatch/sequence_step.h"

#include <algorithm>

#include "vulkan/backend/device_objects.h"

namespace vyre::vulkan {
namespace {

// Memory of the host may be known by several names, so all of it counts as one place.
bool is_hosts(const Block& block) { return block.adopted || block.imported != nullptr; }

bool is_hosts(const std::vector<std::shared_ptr<OwnedAllocation>>& owned_memory, uint64_t id) {
  return std::ranges::any_of(owned_memory, [&](const auto& owned) {
    const Block& block = *owned->allocation().block;
    return block.id == id && is_hosts(block);
  });
}

constexpr kernel_host::MemoryRange kHostsMemory{0, 0, 1};

}  // namespace

void SequenceStep::find_accesses() {
  accesses.clear();
  const auto add_access = [&](const BufferRange& range, bool is_written) {
    kernel_host::MemoryAccess& access = accesses.emplace_back();
    access.range =
        is_hosts(owned_memory, range.block) ? kHostsMemory : kernel_host::MemoryRange(range);
    access.written = is_written;
  };
  for (const auto* copies : {&commands.uploads, &commands.downloads}) {
    for (const BufferCopy& copy : *copies) {
      add_access(copy.from, false);
      add_access(copy.to, true);
    }
  }
  for (const BufferFill& fill : commands.fills) add_access(fill.to, true);
  for (const BufferRange& range : commands.addressed) add_access(range, true);
  if (const auto& grid = commands.grid_step) {
    const uint64_t before = grid->counts.size - backend::kGridBytes;
    add_access(grid->counts.part(before, backend::kGridBytes), false);
    add_access(grid->block, true);
  }
  const size_t bindings = kernels.empty() ? 0 : kernels[0]->bindings().size();
  for (size_t i = 0; i < bindings; ++i) {
    add_access(commands.buffers[i], any_writes(kernels, i));
  }
}

// The kernels stay: another step that has them is in its place.
void SequenceStep::let_go() {
  owned_memory.clear();
  copied = 0;
  written.reset();
  of.reset();
  if (context.use_count() > 1) context.reset();  // others do the same
  // What has a launch has left nothing there.
  if (context != nullptr && launch == 0) context->forget_references();
}

void SequenceStep::take_over(SequenceStep& other, bool is_last) noexcept {
  for (size_t i = 0; i < std::min(owned_memory.size(), other.owned_memory.size()); ++i) {
    std::shared_ptr<OwnedAllocation>& memory = owned_memory[i];
    if (memory.use_count() != 0) continue;  // its own
    if (is_last) {
      memory = std::move(other.owned_memory[i]);
    } else {
      memory = other.owned_memory[i];
    }
  }
}

void SequenceStep::forget_dispatch() {
  commands.clear();
  kernels.clear();
  launch = 0;
}

bool SequenceStep::has_buffers_alone() const {
  const std::vector<KernelBinding>& bindings = kernels.front()->bindings();
  for (uint32_t i = 0; i < bindings.size(); ++i) {
    if (bindings[i].index != i) return false;
  }
  const bool is_dispatch = !commands.copies() && commands.addressed.empty() &&
                           commands.texels.empty() && !commands.grid_step;
  return is_dispatch && owned_memory.size() == bindings.size();
}

// Ranges are of whole words, so that equal ones may have other counts of elements.
bool SequenceStep::is_launched_like(const SequenceStep& other) const {
  const Commands& a = commands;
  const Commands& b = other.commands;
  const bool counts_elements = !kernels.front()->is_external();
  if (counts_elements && context->element_counts != other.context->element_counts) return false;
  return kernels == other.kernels && a.runs == b.runs && a.repeat == b.repeat &&
         a.first == b.first && a.grid == b.grid && a.shape == b.shape && a.label == b.label &&
         a.words.size() == b.words.size() &&
         std::ranges::equal(a.buffers, b.buffers, {}, &BufferRange::size, &BufferRange::size);
}

void SequenceStep::let_go_of_kernels() {
  if (kernels.empty()) return;
  cleared_kernels.assign(kernels.begin(), kernels.end());
  kernels.clear();
}

bool SequenceStep::take_kernels() {
  kernels.clear();
  for (const auto& kernel : cleared_kernels) {
    if (auto still_there = kernel.lock()) kernels.push_back(std::move(still_there));
  }
  return !kernels.empty() && kernels.size() == cleared_kernels.size();
}

void SequenceStep::rebind(const backend::Rebinding& changes, const SequenceStep* other) {
  commands.words.assign(changes.words.begin(), changes.words.end());
  owned_memory.clear();
  for (size_t i = 0; i < changes.buffers.size(); ++i) {
    const auto& [memory, offset] = changes.buffers[i];
    const auto& owned = static_cast<const DeviceBuffer&>(*memory).owned();
    const Block& block = *owned->allocation().block;
    const uint64_t start = block.offset + owned->allocation().offset + offset;
    BufferRange& range = commands.buffers[i];
    range.buffer = block.buffer;
    kernel_host::MemoryRange& touched = accesses[i].range;
    range.block = touched.block = block.id;  // not one copied whole: its words are on their way
    range.offset = touched.offset = start;
    touched.size = range.size;
    if (is_hosts(block)) touched = kHostsMemory;
    if (other != nullptr && other->owned_memory[i] == owned) {
      owned_memory.emplace_back(std::shared_ptr<void>(), owned.get());
    } else {
      owned_memory.push_back(owned);
    }
  }
}

}  // namespace vyre::vulkan
