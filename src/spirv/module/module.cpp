#include "spirv/module/module.h"

#include <algorithm>

#include "base/encoding/byte_stream.h"
#include "ir/math/canonical_f32.h"

namespace vyre::spirv {
namespace {

void write_flags(ByteWriter& out, const std::vector<bool>& flags) {
  out.u64(flags.size());
  for (const bool flag : flags) out.u8(flag ? 1 : 0);
}

std::vector<bool> read_flags(ByteReader& in) {
  std::vector<bool> flags(in.count(sizeof(uint8_t)));
  for (size_t i = 0; i < flags.size(); ++i) flags[i] = in.u8() != 0;
  return flags;
}

void write_rules(ByteWriter& out, const launch::LaunchRules& rules) {
  out.u32(rules.max_elements);
  out.words(rules.coarsened_within);
  write_flags(out, rules.overwritten);
  out.words(rules.overwritten_within);
  out.u32(rules.active_workgroups);
}

launch::LaunchRules read_rules(ByteReader& in) {
  launch::LaunchRules rules;
  rules.max_elements = in.u32();
  rules.coarsened_within = in.words();
  rules.overwritten = read_flags(in);
  rules.overwritten_within = in.words();
  rules.active_workgroups = in.u32();
  return rules;
}

void write_constants(ByteWriter& out, const std::vector<Module::Constant>& constants) {
  out.u64(constants.size());
  for (const Module::Constant& constant : constants) {
    out.text(constant.name);
    out.u8(static_cast<uint8_t>(constant.kind));
  }
}

std::vector<Module::Constant> read_constants(ByteReader& in) {
  std::vector<Module::Constant> constants(in.count(sizeof(uint64_t) + sizeof(uint8_t)));
  for (Module::Constant& constant : constants) {
    constant.name = in.text();
    constant.kind = static_cast<ir::ConstantKind>(in.u8());
  }
  return constants;
}

bool are_kinds(const std::vector<Module::Constant>& constants) {
  return std::ranges::all_of(
      constants, [](const auto& one) { return one.kind <= ir::ConstantKind::kElementType; });
}

}  // namespace

uint32_t element_count(const Element& element, uint64_t bytes) {
  const uint64_t bits = element.counted_bits();
  return bits == 0 ? 0 : static_cast<uint32_t>(std::min<uint64_t>(bytes * 8 / bits, UINT32_MAX));
}

std::vector<uint32_t> constant_words(const Module& module, const specialization::Map& values) {
  std::vector<uint32_t> words;
  for (const Module::Constant& constant : module.constants) {
    const specialization::Value* value = values.find(constant.name);
    const uint32_t bits = value != nullptr ? value->bits() : 0;
    words.push_back(constant.kind == ir::ConstantKind::kF32 ? ir::canonical_f32(bits) : bits);
  }
  return words;
}

std::vector<uint8_t> to_bytes(const Module& module) {
  ByteWriter out;
  out.words(module.words);
  out.u32(module.storage_buffers);
  out.u32(module.parameter_words);
  out.u8(module.can_trap ? 1 : 0);
  out.u64(module.trap_sites.size());
  for (const std::string& site : module.trap_sites) out.text(site);
  write_constants(out, module.constants);
  out.words(module.coarsened_words);
  write_rules(out, module.rules);
  return out.take();
}

Result<Module> from_bytes(std::span<const uint8_t> bytes) {
  ByteReader in(bytes);
  Module module;
  module.words = in.words();
  module.storage_buffers = in.u32();
  module.parameter_words = in.u32();
  module.can_trap = in.u8() != 0;
  module.trap_sites.resize(in.count(sizeof(uint64_t)));
  for (std::string& site : module.trap_sites) site = in.text();
  module.constants = read_constants(in);
  module.coarsened_words = in.words();
  module.rules = read_rules(in);
  if (in.done() && are_kinds(module.constants)) return module;
  return fail(Code::kInvalidArgument, bytes.size(),
              " bytes are not a lowered module. Fix: lower it again");
}

bool fits(const Module& module, const launch::BindingPlan& plan) {
  const auto is_buffer = [](const launch::Binding& b) { return b.role != launch::Role::kShared; };
  const auto buffers = static_cast<uint32_t>(std::ranges::count_if(plan.bindings, is_buffer));
  const auto is_one = [&](uint32_t binding) { return binding < buffers; };
  const launch::LaunchRules& rules = module.rules;
  return module.storage_buffers == buffers && std::ranges::all_of(rules.coarsened_within, is_one) &&
         (rules.overwritten.empty() || rules.overwritten.size() == buffers) &&
         std::ranges::all_of(rules.overwritten_within, is_one);
}

}  // namespace vyre::spirv
