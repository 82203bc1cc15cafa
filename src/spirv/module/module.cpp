#include "spirv/module/module.h"

#include <spirv/unified1/spirv.h>

#include <algorithm>
#include <unordered_map>

#include "base/encoding/byte_stream.h"
#include "ir/math/canonical_f32.h"

namespace vyre::spirv {
namespace {

constexpr size_t kHeaderWords = 5;  // of a SPIR-V module

// All that the bytes of a module say, in this order.
template <typename Stream, typename AnyModule>
void each_part(Stream& stream, AnyModule& module) {
  stream.part(module.words);
  stream.part(module.storage_buffers);
  stream.part(module.parameter_words);
  stream.part(module.can_trap);
  stream.part(module.trap_sites);
  stream.part(module.constants);
  stream.part(module.coarsened_words);
  stream.part(module.rules.max_elements);
  stream.part(module.rules.coarsened_within);
  stream.part(module.rules.overwritten);
  stream.part(module.rules.overwritten_within);
  stream.part(module.rules.active_workgroups);
}

struct Writer {
  ByteWriter out = {};

  void part(uint32_t number) { out.u32(number); }
  void part(bool flag) { out.u8(flag ? 1 : 0); }
  void part(const std::string& text) { out.text(text); }
  void part(const TrapSite& site) {
    out.text(site.text);
    out.text(site.path);
    out.text(site.name);
  }
  void part(const Module::Constant& constant) {
    out.text(constant.name);
    out.u8(static_cast<uint8_t>(constant.kind));
  }
  template <typename Each>
  void part(const std::vector<Each>& all) {
    out.u64(all.size());
    for (const Each& one : all) part(one);
  }
};

struct Reader {
  ByteReader in;

  void part(uint32_t& number) { number = in.u32(); }
  void part(bool& flag) { flag = in.u8() != 0; }
  void part(std::string& text) { text = in.text(); }
  void part(TrapSite& site) {
    site.text = in.text();
    site.path = in.text();
    site.name = in.text();
  }
  void part(Module::Constant& constant) {
    constant.name = in.text();
    constant.kind = static_cast<ir::ConstantKind>(in.u8());
  }
  void part(std::vector<uint32_t>& words) { words = in.words(); }
  void part(std::vector<bool>& flags) {
    flags.resize(in.count(sizeof(uint8_t)));
    for (size_t i = 0; i < flags.size(); ++i) flags[i] = in.u8() != 0;
  }
  template <typename Each>
  void part(std::vector<Each>& all) {
    all.resize(in.count(sizeof(uint64_t)));  // each begins with the length of a text
    for (Each& one : all) part(one);
  }
};

bool are_kinds(const std::vector<Module::Constant>& constants) {
  return std::ranges::all_of(
      constants, [](const auto& one) { return one.kind <= ir::ConstantKind::kElementType; });
}

}  // namespace

std::vector<uint32_t> constant_words(const Module& module, const specialization::Map& values) {
  std::vector<uint32_t> words;
  for (const Module::Constant& constant : module.constants) {
    const specialization::Value* value = values.find(constant.name);
    const uint32_t bits = value != nullptr ? value->bits() : 0;
    words.push_back(constant.kind == ir::ConstantKind::kF32 ? ir::canonical_f32(bits) : bits);
  }
  return words;
}

void put_constants(Module& module, const specialization::Map& values) {
  const std::vector<uint32_t> bits = constant_words(module, values);
  std::unordered_map<uint32_t, uint32_t> number_of;  // by id
  std::vector<uint32_t>& words = module.words;
  for (size_t at = kHeaderWords; at < words.size(); at += words[at] >> SpvWordCountShift) {
    const auto op = static_cast<SpvOp>(words[at] & SpvOpCodeMask);
    if (op == SpvOpDecorate && words[at + 2] == SpvDecorationSpecId) {
      number_of[words[at + 1]] = words[at + 3];
    }
    if (op == SpvOpSpecConstant) words[at + 3] = bits[number_of.at(words[at + 2])];
  }
}

std::vector<uint8_t> to_bytes(const Module& module) {
  Writer writer;
  each_part(writer, module);
  return writer.out.take();
}

Result<Module> from_bytes(std::span<const uint8_t> bytes) {
  Reader reader{ByteReader(bytes)};
  Module module;
  each_part(reader, module);
  if (reader.in.done() && are_kinds(module.constants)) return module;
  return fail(Code::kInvalidArgument, bytes.size(),
              " bytes are not a lowered module. Fix: lower it again");
}

bool fits(const Module& module, const launch::BindingPlan& plan) {
  const auto is_buffer = [](const launch::PlannedBinding& b) {
    return b.role != launch::Role::kShared;
  };
  const auto buffers = static_cast<uint32_t>(std::ranges::count_if(plan.bindings, is_buffer));
  const auto is_one = [&](uint32_t binding) { return binding < buffers; };
  const launch::LaunchRules& rules = module.rules;
  return module.storage_buffers == buffers && std::ranges::all_of(rules.coarsened_within, is_one) &&
         (rules.overwritten.empty() || rules.overwritten.size() == buffers) &&
         std::ranges::all_of(rules.overwritten_within, is_one);
}

}  // namespace vyre::spirv
