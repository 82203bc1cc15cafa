#include "spirv/module/code_writer.h"

#include <algorithm>

namespace vyre::spirv {
namespace {

constexpr uint64_t kUnknown = UINT64_MAX;

uint64_t product(uint64_t a, uint64_t b) { return a > kUnknown / b ? kUnknown : a * b; }
uint64_t sum(uint64_t a, uint64_t b) { return a > kUnknown - b ? kUnknown : a + b; }

// The look that ends the loop is one of them.
uint64_t max_trips_of(ValueRanges& ranges, Id from, Id to, Id step) {
  if (!ranges.is_used()) return kUnknown;
  const uint64_t first = ranges.of(from).low, end = ranges.of(to).high;
  const uint64_t each = std::max(ranges.of(step).low, 1u);
  return first < end ? (end - first + each - 1) / each + 1 : 1;
}

}  // namespace

CodeWriter::CodeWriter(ModuleBuilder& module)
    : module_(module), ranges_(module), block_(module.allocate()), entry_(block_) {}

Id CodeWriter::emit(SpvOp op, Id type, std::span<const uint32_t> operands) {
  const Id result = module_.allocate();
  const auto count = static_cast<uint32_t>(operands.size() + 3);
  body_.insert(body_.end(), {count << SpvWordCountShift | static_cast<uint32_t>(op), type, result});
  body_.insert(body_.end(), operands.begin(), operands.end());
  return result;
}

Id CodeWriter::prologue(SpvOp op, Id type, std::initializer_list<uint32_t> operands) {
  Words instruction{type, module_.allocate()};
  instruction.insert(instruction.end(), operands);
  put(prologue_, op, instruction);
  return instruction[1];
}

Id CodeWriter::prologue_member(SpvStorageClass storage, Id block, uint32_t word) {
  const Id pointer = module_.pointer(storage, module_.u32_type());
  const Id member = prologue(SpvOpAccessChain, pointer, {block, module_.u32(word)});
  return prologue(SpvOpLoad, module_.u32_type(), {member});
}

Id CodeWriter::variable(Id pointee, Id initializer) {
  const Id pointer = module_.pointer(SpvStorageClassFunction, pointee);
  const Id result = module_.allocate();
  Words operands{pointer, result, SpvStorageClassFunction};
  if (initializer != kNoId) operands.push_back(initializer);
  put(variables_, SpvOpVariable, operands);
  return result;
}

bool CodeWriter::is_open(uint32_t region) const {
  return std::binary_search(open_regions_.begin(), open_regions_.end(), region);
}

Id CodeWriter::open_branch(Id condition, Id otherwise) {
  const Id then = module_.allocate();
  const Id merge = module_.allocate();
  emit(SpvOpSelectionMerge, {merge, SpvSelectionControlMaskNone});
  emit(SpvOpBranchConditional, {condition, then, otherwise == kNoId ? merge : otherwise});
  begin_block(then);
  open_regions_.push_back(next_region_++);
  ranges_.enter(condition, true);
  return merge;
}

void CodeWriter::close_branch(Id merge, Id next) {
  branch(merge);
  open_regions_.pop_back();
  begin_block(next == kNoId ? merge : next);
  const Id condition = ranges_.condition();
  ranges_.leave();
  if (next == kNoId) return;
  open_regions_.push_back(next_region_++);
  ranges_.enter(condition, false);
}

CodeWriter::Loop CodeWriter::open_loop(Id from, Id to, Id step, SpvLoopControlMask control) {
  const Loop loop{module_.allocate(), module_.allocate(), module_.allocate(),
                  module_.allocate(), module_.allocate(), around_};
  around_ = product(around_, max_trips_of(ranges_, from, to, step));
  max_trips_ = sum(max_trips_, around_);
  const Id body = module_.allocate();
  const Id before = block_;
  ranges_.set(loop.index, {ranges_.of(from).low, UINT32_MAX});  // steps do not wrap around
  ranges_.set_zeros(loop.index, std::min(ranges_.zeros(from), ranges_.zeros(step)));
  branch(loop.header);
  begin_block(loop.header);
  emit(SpvOpPhi, {module_.u32_type(), loop.index, from, before, loop.next, loop.latch});
  const Id more = test(SpvOpULessThan, loop.index, to);
  emit(SpvOpLoopMerge, {loop.merge, loop.latch, static_cast<uint32_t>(control)});
  emit(SpvOpBranchConditional, {more, body, loop.merge});
  begin_block(body);
  open_regions_.push_back(next_region_++);
  ranges_.enter(more, true);
  return loop;
}

void CodeWriter::close_loop(const Loop& loop, Id step, Id leave) {
  open_regions_.pop_back();
  ranges_.leave();
  if (leave == kNoId) {
    branch(loop.latch);
  } else {
    emit(SpvOpBranchConditional, {leave, loop.merge, loop.latch});
  }
  begin_block(loop.latch);
  emit(SpvOpIAdd, {module_.u32_type(), loop.next, loop.index, step});
  branch(loop.header);
  begin_block(loop.merge);
  around_ = loop.around;
}

Words CodeWriter::finish() const {
  Words words;
  const Id void_type = module_.void_type();
  put(words, SpvOpFunction,
      {void_type, module_.main(), SpvFunctionControlMaskNone, module_.function({void_type})});
  put(words, SpvOpLabel, {entry_});
  for (const Words* stream : {&variables_, &prologue_, &body_}) {
    words.insert(words.end(), stream->begin(), stream->end());
  }
  put(words, SpvOpReturn, {});
  put(words, SpvOpFunctionEnd, {});
  return words;
}

}  // namespace vyre::spirv
