#include "spirv/module/builder.h"

#include <algorithm>
#include <string_view>

#include "spirv/module/module.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kVersion15 = 0x00010500;

// A literal string: its bytes and a terminating zero, filled up to whole words.
void append_string(Words& operands, std::string_view text) {
  for (size_t i = 0; i <= text.size(); i += 4) {
    uint32_t word = 0;
    for (size_t k = i; k < std::min(i + 4, text.size()); ++k) {
      word |= static_cast<uint32_t>(static_cast<unsigned char>(text[k])) << (8 * (k - i));
    }
    operands.push_back(word);
  }
}

void append(Words& words, const Words& section) {
  words.insert(words.end(), section.begin(), section.end());
}

}  // namespace

void put(Words& words, SpvOp op, std::span<const uint32_t> operands) {
  const auto count = static_cast<uint32_t>(operands.size() + 1);
  words.push_back(count << SpvWordCountShift | static_cast<uint32_t>(op));
  words.insert(words.end(), operands.begin(), operands.end());
}

void put(Words& words, SpvOp op, std::initializer_list<uint32_t> operands) {
  put(words, op, std::span(operands.begin(), operands.size()));
}

Id ModuleBuilder::once(SpvOp op, Id of_type, std::span<const uint32_t> operands) {
  const std::span<const Id> before(&of_type, of_type == kNoId ? 0 : 1);
  Words key;
  key.reserve(1 + before.size() + operands.size());
  key.push_back(static_cast<uint32_t>(op));
  key.insert(key.end(), before.begin(), before.end());
  key.insert(key.end(), operands.begin(), operands.end());
  const auto [entry, is_new] = known_.try_emplace(std::move(key), next_id_);
  if (is_new) {
    Words instruction(before.begin(), before.end());
    instruction.push_back(allocate());
    instruction.insert(instruction.end(), operands.begin(), operands.end());
    put(globals_, op, instruction);
  }
  return entry->second;
}

Id ModuleBuilder::parameter_block(uint32_t count) {
  Words members{allocate()};  // never shared: the decorations belong to this one
  members.resize(count + 1, u32_type());
  put(globals_, SpvOpTypeStruct, members);
  for (uint32_t i = 0; i < count; ++i) {
    put(decorations_, SpvOpMemberDecorate, {members[0], i, SpvDecorationOffset, 4 * i});
  }
  decorate(members[0], SpvDecorationBlock);
  return members[0];
}

Id ModuleBuilder::storage_block(uint32_t element_bytes, bool read_only) {
  Id& block = storage_blocks_[{element_bytes, read_only}];
  if (block != kNoId) return block;
  const Id element = element_bytes == 1   ? u8_type()
                     : element_bytes == 2 ? u16_type()
                     : element_bytes == 4 ? u32_type()
                                          : u32_vector(element_bytes / 4);
  const Id array = allocate();
  put(globals_, SpvOpTypeRuntimeArray, {array, element});
  decorate(array, SpvDecorationArrayStride, {element_bytes});
  block = allocate();
  put(globals_, SpvOpTypeStruct, {block, array});
  decorate(block, SpvDecorationBlock);
  if (read_only) put(decorations_, SpvOpMemberDecorate, {block, 0, SpvDecorationNonWritable});
  put(decorations_, SpvOpMemberDecorate, {block, 0, SpvDecorationOffset, 0});
  return block;
}

Id ModuleBuilder::u32(uint32_t value) {
  const Id id = constant(SpvOpConstant, u32_type(), {value});
  u32_values_.try_emplace(id, value);
  return id;
}

Id ModuleBuilder::spec_constant(uint32_t spec_id, uint32_t initial) {
  const Id type = u32_type(), id = allocate();
  put(globals_, SpvOpSpecConstant, {type, id, initial});
  decorate(id, SpvDecorationSpecId, {spec_id});
  return id;
}

void ModuleBuilder::workgroup_size(const std::array<Id, 3>& axes) {
  const Id type = u32_vector(3), id = allocate();
  put(globals_, SpvOpSpecConstantComposite, {type, id, axes[0], axes[1], axes[2]});
  decorate(id, SpvDecorationBuiltIn, {SpvBuiltInWorkgroupSize});
}

std::optional<bool> ModuleBuilder::truth_of(Id id) const {
  if (id == kNoId) return std::nullopt;
  if (id == booleans_[0]) return false;
  return id == booleans_[1] ? std::optional(true) : std::nullopt;
}

std::optional<uint32_t> ModuleBuilder::value_of(Id id) const {
  const auto found = u32_values_.find(id);
  if (found == u32_values_.end()) return std::nullopt;
  return found->second;
}

Id ModuleBuilder::global(SpvStorageClass storage, Id pointee, Id initializer) {
  const Id pointer_type = pointer(storage, pointee);
  const Id variable = allocate();
  Words words = {pointer_type, variable, static_cast<uint32_t>(storage)};
  if (initializer != kNoId) words.push_back(initializer);
  put(globals_, SpvOpVariable, words);
  interface_.push_back(variable);
  return variable;
}

void ModuleBuilder::decorate(Id target, SpvDecoration decoration,
                             std::initializer_list<uint32_t> values) {
  Words operands{target, static_cast<uint32_t>(decoration)};
  operands.insert(operands.end(), values);
  put(decorations_, SpvOpDecorate, operands);
}

void ModuleBuilder::capability(SpvCapability capability) {
  const bool known = std::ranges::find(capabilities_, capability) != capabilities_.end();
  if (!known) capabilities_.push_back(capability);
}

void ModuleBuilder::execution_mode(SpvExecutionMode mode, std::initializer_list<uint32_t> values) {
  Words operands{main_, static_cast<uint32_t>(mode)};
  operands.insert(operands.end(), values);
  put(modes_, SpvOpExecutionMode, operands);
}

void ModuleBuilder::put_entry_point(Words& words) const {
  Words operands{SpvExecutionModelGLCompute, main_};
  append_string(operands, kEntryPoint);
  append(operands, interface_);
  put(words, SpvOpEntryPoint, operands);
}

Words ModuleBuilder::finish() {
  Words words{SpvMagicNumber, kVersion15, 0, next_id_, 0};
  for (const SpvCapability capability : capabilities_) {
    put(words, SpvOpCapability, {static_cast<uint32_t>(capability)});
  }
  if (math_ != kNoId) {
    Words operands{math_};
    append_string(operands, "GLSL.std.450");
    put(words, SpvOpExtInstImport, operands);
  }
  put(words, SpvOpMemoryModel, {SpvAddressingModelLogical, SpvMemoryModelVulkan});
  put_entry_point(words);
  for (const Words* section : {&modes_, &decorations_, &globals_, &functions_}) {
    append(words, *section);
  }
  return words;
}

}  // namespace vyre::spirv
