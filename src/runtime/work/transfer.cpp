#include "runtime/work/transfer.h"

#include "backend/pieces.h"
#include "runtime/work/start.h"

namespace vyre::runtime {

namespace {

using Kind = backend::Step::Kind;
using backend::Step;

// Puts a range into one of the two places of |step|.
Status take(const BufferRange& range, const char* what, uint64_t generation, Step& step,
            std::shared_ptr<backend::Memory>& memory, uint64_t& offset) {
  VYRE_ASSIGN_OR_RETURN(memory, range.buffer->memory(generation));
  VYRE_RETURN_IF_ERROR(range.buffer->check_range(what, range.offset, range.size));
  offset = range.offset;
  step.size = range.size;
  return {};
}

Status take_from(const BufferRange& range, const char* what, uint64_t generation, Step& step) {
  return take(range, what, generation, step, step.from, step.from_offset);
}

Status take_to(const BufferRange& range, const char* what, uint64_t generation, Step& step) {
  return take(range, what, generation, step, step.to, step.to_offset);
}

Started begun(const BufferRange& range, Kind kind, Owner owner) {
  return {range.buffer->shared_device(),
          concat("the ", backend::name_of(kind), " of ", range.size, " bytes of ",
                 range.buffer->name()),
          kind, owner};
}

bool is_one_device(const BufferRange& from, const BufferRange& to) {
  return &from.buffer->device() == &to.buffer->device();
}

Result<std::unique_ptr<backend::Waitable>> start_copy(const BufferRange& from,
                                                      const BufferRange& to, Owner owner) {
  const Device& device = from.buffer->device();
  const uint64_t generation = device.generation();
  Step step{.kind = Kind::kCopy};
  VYRE_RETURN_IF_ERROR(take_from(from, "copying", generation, step));
  VYRE_RETURN_IF_ERROR(take_to(to, "copying", generation, step));
  VYRE_RETURN_IF_ERROR(check_apart(from, to));
  return start(device, generation, step, owner);
}

Result<std::unique_ptr<backend::Waitable>> start_fill(const BufferRange& to, uint32_t word,
                                                      Owner owner) {
  const Device& device = to.buffer->device();
  const uint64_t generation = device.generation();
  Step step{.kind = Kind::kFill, .word = word};
  VYRE_RETURN_IF_ERROR(take_to(to, "filling", generation, step));
  VYRE_RETURN_IF_ERROR(check_words(to));
  return start(device, generation, step, owner);
}

// By the host, which never holds both devices.
Status copy_between(const BufferRange& from, const BufferRange& to) {
  VYRE_RETURN_IF_ERROR(from.buffer->check_range("copying", from.offset, from.size));
  VYRE_RETURN_IF_ERROR(to.buffer->check_range("copying", to.offset, to.size));
  VYRE_RETURN_IF_ERROR(to.buffer->memory(to.buffer->device().generation()).status());
  return backend::copy_by_pieces(
      from.size,
      [&](uint64_t at, auto piece) { return from.buffer->read(from.offset + at, piece); },
      [&](uint64_t at, auto piece) { return to.buffer->write(to.offset + at, piece); });
}

}  // namespace

Status copy(const BufferRange& from, const BufferRange& to) {
  const TraceCall call(from.buffer->device().trace(), "vyre_buffer_copy", {}, from.size);
  if (!is_one_device(from, to)) return copy_between(from, to);
  return wait_for(start_copy(from, to, Owner::kCaller));
}

Status fill(const BufferRange& to, uint32_t word) {
  const TraceCall call(to.buffer->device().trace(), "vyre_buffer_fill", {}, to.size);
  return wait_for(start_fill(to, word, Owner::kCaller));
}

Result<std::shared_ptr<Work>> copy_async(const BufferRange& from, const BufferRange& to,
                                         Owner owner) {
  const TraceCall call(from.buffer->device().trace(), "vyre_buffer_copy_async", {}, from.size);
  Started started = begun(to, Kind::kCopy, owner);
  if (!is_one_device(from, to)) {
    VYRE_RETURN_IF_ERROR(copy_between(from, to));
    return started.hand_over(backend::finished_work());
  }
  VYRE_ASSIGN_OR_RETURN(auto work, start_copy(from, to, owner));
  return started.hand_over(std::move(work));
}

Result<std::shared_ptr<Work>> fill_async(const BufferRange& to, uint32_t word, Owner owner) {
  const TraceCall call(to.buffer->device().trace(), "vyre_buffer_fill_async", {}, to.size);
  Started started = begun(to, Kind::kFill, owner);
  VYRE_ASSIGN_OR_RETURN(auto work, start_fill(to, word, owner));
  return started.hand_over(std::move(work));
}

Result<std::shared_ptr<Work>> write_async(const BufferRange& to, std::span<const std::byte> bytes,
                                          Owner owner) {
  const Device& device = to.buffer->device();
  const TraceCall call(device.trace(), "vyre_buffer_write_async", {}, bytes.size());
  const uint64_t generation = device.generation();
  Step step{.kind = Kind::kWrite, .bytes = bytes};
  VYRE_RETURN_IF_ERROR(take_to(to, "writing", generation, step));
  Started started = begun(to, Kind::kWrite, owner);
  VYRE_ASSIGN_OR_RETURN(auto work, to.buffer->keeping(to.offset, bytes, [&] {
    return start(device, generation, step, owner);
  }));
  device.count_uploaded(bytes.size());
  return started.hand_over(std::move(work));
}

Result<std::shared_ptr<Work>> read_async(const BufferRange& from, Owner owner) {
  const Device& device = from.buffer->device();
  const TraceCall call(device.trace(), "vyre_buffer_read_async", {}, from.size);
  const uint64_t generation = device.generation();
  Step step{.kind = Kind::kRead};
  VYRE_RETURN_IF_ERROR(take_from(from, "reading", generation, step));
  Started started = begun(from, Kind::kRead, owner);
  VYRE_ASSIGN_OR_RETURN(auto work, start(device, generation, step, owner));
  device.count_downloaded(from.size);
  return started.hand_over(std::move(work));
}

}  // namespace vyre::runtime
