#pragma once

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vyre::spirv {

using Id = uint32_t;
using Words = std::vector<uint32_t>;
inline constexpr Id kNoId = 0;

// The two words of 64 bits.
struct Pair {
  Id low = kNoId;
  Id high = kNoId;
};

// Appends one instruction: the head word counts itself and the operands.
void put(Words& words, SpvOp op, std::span<const uint32_t> operands);
void put(Words& words, SpvOp op, std::initializer_list<uint32_t> operands);

// Puts a module together: every type and constant once, each section in the order the format
// wants. Functions are handed in complete.
class ModuleBuilder {
 public:
  Id allocate() { return next_id_++; }

  Id void_type() { return type(SpvOpTypeVoid, {}); }
  Id bool_type() { return type(SpvOpTypeBool, {}); }
  Id u8_type() { return type_with(SpvCapabilityStorageBuffer8BitAccess, SpvOpTypeInt, {8, 0}); }
  Id u16_type() { return type_with(SpvCapabilityStorageBuffer16BitAccess, SpvOpTypeInt, {16, 0}); }
  Id u64_type() { return type_with(SpvCapabilityInt64, SpvOpTypeInt, {64, 0}); }
  Id u32_type() { return type(SpvOpTypeInt, {32, 0}); }
  Id i32_type() { return type(SpvOpTypeInt, {32, 1}); }
  Id f32_type() { return type(SpvOpTypeFloat, {32}); }
  Id f64_type() { return type_with(SpvCapabilityFloat64, SpvOpTypeFloat, {64}); }
  Id u32_vector(uint32_t size) { return type(SpvOpTypeVector, {u32_type(), size}); }
  Id u32_pair() { return type(SpvOpTypeStruct, {u32_type(), u32_type()}); }
  Id u32_array(uint32_t count) { return array(u32_type(), count); }
  Id array(Id of_type, uint32_t count) { return type(SpvOpTypeArray, {of_type, u32(count)}); }
  Id pointer(SpvStorageClass storage, Id to) {
    return type(SpvOpTypePointer, {static_cast<uint32_t>(storage), to});
  }
  Id function(std::initializer_list<uint32_t> result_and_parameters) {
    return type(SpvOpTypeFunction, result_and_parameters);
  }
  // A block of |count| u32 members at offsets 0, 4, 8, ...
  Id parameter_block(uint32_t count);
  // A block of one unbounded array, whose elements are one byte, half a word, a word or a vector of
  // words.
  // Blocks that are only read have a type of their own: some drivers take NonWritable for a
  // property of the type.
  Id storage_block(uint32_t element_bytes, bool read_only);

  Id u32(uint32_t value);
  Id boolean(bool value) {
    Id& known = booleans_[value ? 1 : 0];
    if (known == kNoId) {
      known = constant(value ? SpvOpConstantTrue : SpvOpConstantFalse, bool_type(), {});
    }
    return known;
  }
  // A word that pipelines give the number |spec_id|; |initial| unless they do.
  Id spec_constant(uint32_t spec_id, uint32_t initial);
  // The size of workgroups, from three words that are constants of either kind.
  void workgroup_size(const std::array<Id, 3>& axes);
  Id null(Id of_type) { return constant(SpvOpConstantNull, of_type, {}); }
  // The value of a u32 constant made here; none for every other id.
  std::optional<uint32_t> value_of(Id id) const;
  std::optional<bool> truth_of(Id id) const;  // likewise

  Id global(SpvStorageClass storage, Id pointee, Id initializer = kNoId);
  Id builtin(SpvBuiltIn which, Id pointee) {
    const Id variable = global(SpvStorageClassInput, pointee);
    decorate(variable, SpvDecorationBuiltIn, {static_cast<uint32_t>(which)});
    return variable;
  }
  void bind(Id variable, uint32_t binding) {  // in descriptor set 0
    decorate(variable, SpvDecorationDescriptorSet, {0});
    decorate(variable, SpvDecorationBinding, {binding});
  }
  void decorate(Id target, SpvDecoration decoration, std::initializer_list<uint32_t> values = {});

  void capability(SpvCapability capability);
  void execution_mode(SpvExecutionMode mode, std::initializer_list<uint32_t> values);
  Id math() {  // the GLSL.std.450 instruction set
    if (math_ == kNoId) math_ = allocate();
    return math_;
  }

  // The result of a type or constant, which has no type where |of_type| is kNoId.
  Id once(SpvOp op, Id of_type, std::span<const uint32_t> operands);

  Id main() const { return main_; }
  void append_function(std::span<const uint32_t> words) {
    functions_.insert(functions_.end(), words.begin(), words.end());
  }
  Words finish();

 private:
  Id type(SpvOp op, std::initializer_list<uint32_t> operands) {
    return once(op, kNoId, {operands.begin(), operands.size()});
  }
  Id type_with(SpvCapability needed, SpvOp op, std::initializer_list<uint32_t> operands) {
    capability(needed);
    return type(op, operands);
  }
  Id constant(SpvOp op, Id of_type, std::initializer_list<uint32_t> operands) {
    return once(op, of_type, {operands.begin(), operands.size()});
  }
  void put_entry_point(Words& words) const;

  Id next_id_ = 2;
  Id main_ = 1;
  Id math_ = kNoId;
  std::map<std::pair<uint32_t, bool>, Id> storage_blocks_;  // by size of element, read only
  std::map<Words, Id> known_;                               // instruction without its result
  std::unordered_map<Id, uint32_t> u32_values_;
  std::array<Id, 2> booleans_ = {};  // false and true
  std::vector<Id> interface_;
  std::vector<SpvCapability> capabilities_;
  Words modes_;
  Words decorations_;
  Words globals_;
  Words functions_;
};

}  // namespace vyre::spirv
