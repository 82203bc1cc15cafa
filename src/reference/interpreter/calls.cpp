#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "reference/interpreter/interpreter.h"

namespace vyre::reference {
namespace {

// The value's bytes, cut or filled with zeros. An f32 is four bytes here although values keep it as
// a double.
void append(const CallSite::Argument& argument, const Value& value, std::vector<std::byte>& input) {
  uint64_t words[2] = {value.lo, value.hi};
  if (argument.is_f32 && value.kind == Kind::kFloat) {
    words[0] = std::bit_cast<uint32_t>(to_f32(value));
  }
  std::byte bytes[8] = {};
  std::memcpy(bytes, words, std::min<size_t>(byte_count(value), sizeof bytes));
  input.insert(input.end(), bytes, bytes + argument.bytes);
}

Value word_of(Kind kind, std::span<const std::byte> output) {
  uint32_t word = 0;
  if (!output.empty()) std::memcpy(&word, output.data(), std::min(output.size(), sizeof word));
  if (kind == Kind::kU32) return make_u32(word);
  if (kind == Kind::kI32) return make_i32(static_cast<int32_t>(word));
  return make_f32(std::bit_cast<float>(word));
}

}  // namespace

Fault Interpreter::call_operation(const Instruction& in, const OperandBases& at) {
  const CallSite& site = code_.calls[in.c];
  std::vector<std::byte> input;
  input.reserve(site.input_bytes);
  for (const CallSite::Argument& argument : site.arguments) {
    append(argument, at[argument.operand], input);
  }
  std::vector<std::byte> output;
  Status status = site.reference->run(input, output);
  if (!status.ok()) {
    call_failure_ = std::move(status);
    return Fault::kCall;
  }
  if (site.result == Kind::kRaw && output.size() > kMaxRawBytes) return Fault::kCallResult;
  at[in.dst] = site.result == Kind::kRaw ? make_raw(output.data(), output.size())
                                         : word_of(site.result, output);
  return Fault::kNone;
}

}  // namespace vyre::reference
