#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "runtime/device/buffer.h"
#include "runtime/device/image.h"
#include "runtime/pipeline/pipeline.h"

namespace vyre::runtime {

enum class BindKind : uint8_t { kInput, kOutput, kInOut, kZeros, kBuffer, kImage, kSampler };

inline constexpr uint64_t kWholeSize = UINT64_MAX;

// What the caller gives one buffer of a program in one dispatch. Pointers are borrowed.
struct Binding {
  std::optional<std::string_view> name = {};  // none: found by slot
  uint32_t slot = 0;
  uint32_t set = 0;          // of a module, whose slots count within it
  uint32_t array_index = 0;  // of a module: in an array of descriptors
  BindKind kind = BindKind::kInput;
  const std::byte* input = nullptr;
  std::byte* output = nullptr;
  Buffer* buffer = nullptr;
  const Image* image = nullptr;
  const Sampler* sampler = nullptr;
  uint32_t level = backend::kAllLevels;  // of the image
  uint64_t offset = 0;
  uint64_t size = 0;
};

std::string_view bind_kind_name(BindKind kind);

// A caller's binding and the place of its buffer in the plan.
struct Located {
  uint32_t plan_index = 0;
  const Binding* binding = nullptr;  // borrowed
};

// The place in the plan of the buffer that |binding| names by slot or name. Refuses unknown and
// workgroup buffers.
Result<uint32_t> find_buffer(const Pipeline& pipeline, const Binding& binding);
Status bound_twice(const Pipeline& pipeline, uint32_t plan_index);

// Finds each binding's buffer by slot or name. Refuses unknown, doubled and workgroup buffers.
Result<std::vector<Located>> locate(const Pipeline& pipeline, std::span<const Binding> bindings);

// The caller's bindings put in the order of the plan: |of| is parallel to its bindings and holds
// the caller's entry, or null where there is none. |sizes| are the bytes that each buffer gets.
struct ResolvedBindings {
  explicit ResolvedBindings(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : of(memory), sizes(memory) {}

  std::pmr::vector<const Binding*> of;
  std::pmr::vector<uint64_t> sizes;
  std::vector<bool> supplied;  // by the host before the launch, when not empty
};

// Locates the bindings and refuses kinds that do not fit the buffer's role, null inputs, and device
// buffers of others or ranges beyond their end. Sizes that the program does not take are refused by
// who counts elements: the planner, or check_size(). |resolved| is new. |places|: where the
// bindings are in the plan, as far as that is known; else empty.
Status resolve(const Pipeline& pipeline, std::span<const Binding> bindings,
               ResolvedBindings& resolved, std::span<const uint32_t> places = {});

// Whether the two may not share bytes.
bool must_be_apart(const Pipeline& pipeline, size_t a, size_t b);

// Refuses a size that is not the declared one, or not whole elements.
Status check_size(const Pipeline& pipeline, uint32_t plan_index, uint64_t size);

// Of all bindings together: refuses what is left unbound although it needs bytes or a size, then
// two uses of the same device bytes when either is written.
Status check_together(const Pipeline& pipeline, const ResolvedBindings& resolved);

// "parameter 'text' (slot 0)", and what pipeline it is in when that has a label.
std::string buffer_label(const Pipeline& pipeline, uint32_t plan_index);

// The part of a buffer that a dispatch returns.
struct OutputRange {
  uint32_t plan_index = 0;
  uint64_t start = 0;
  uint64_t bytes = 0;
  uint64_t buffer_bytes = 0;
};

// What binding |plan_index| returns when it has |buffer_bytes| bytes: all, or the declared range.
Result<OutputRange> output_range(const Pipeline& pipeline, uint32_t plan_index,
                                 uint64_t buffer_bytes);

// Refuses host memory for one of the |outputs| that shares bytes with that of another binding.
Status check_host_overlaps(const Pipeline& pipeline, const ResolvedBindings& resolved,
                           std::span<const OutputRange> outputs);

// The outputs of a dispatch with these bindings, which need not be complete, by slot.
Result<std::vector<OutputRange>> outputs_of(const Pipeline& pipeline,
                                            std::span<const Binding> bindings);

// An output on its way to the caller's memory.
struct Capture {
  OutputRange range;
  std::byte* data = nullptr;  // borrowed
};

// True for bindings whose results go to host memory.
bool is_capture(const Binding& binding);

// Refuses a null pointer and too little room.
Status check_room(const Pipeline& pipeline, const OutputRange& range, const Binding& binding);

}  // namespace vyre::runtime
