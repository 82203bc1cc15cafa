#include "spirv/module/bytes.h"

#include <algorithm>

#include "base/encoding/byte_stream.h"

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

void write_merged(ByteWriter& out, const std::optional<MergedKernel>& merged) {
  out.u8(merged ? 1 : 0);
  if (!merged) return;
  out.words(merged->words);
  out.words(merged->bounded_by);
  out.u32(merged->most_elements);
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
    constant.kind = static_cast<ir::SpecKind>(in.u8());
  }
  return constants;
}

bool are_kinds(const std::vector<Module::Constant>& constants) {
  return std::ranges::all_of(
      constants, [](const auto& one) { return one.kind <= ir::SpecKind::kElementType; });
}

std::optional<MergedKernel> read_merged(ByteReader& in) {
  if (in.u8() == 0) return std::nullopt;
  MergedKernel merged;
  merged.words = in.words();
  merged.bounded_by = in.words();
  merged.most_elements = in.u32();
  return merged;
}

}  // namespace

std::vector<uint8_t> to_bytes(const Module& module) {
  ByteWriter out;
  out.words(module.words);
  out.u32(module.storage_buffers);
  write_flags(out, module.written);
  out.u32(module.parameter_words);
  out.u8(module.can_trap ? 1 : 0);
  out.u64(module.trap_sites.size());
  for (const std::string& site : module.trap_sites) out.text(site);
  write_constants(out, module.constants);
  write_merged(out, module.merged);
  write_flags(out, module.overwritten.buffers);
  out.words(module.overwritten.bounded_by);
  out.u32(module.overwritten.most_elements);
  out.u32(module.busy_workgroups);
  return out.take();
}

Result<Module> from_bytes(std::span<const uint8_t> bytes) {
  ByteReader in(bytes);
  Module module;
  module.words = in.words();
  module.storage_buffers = in.u32();
  module.written = read_flags(in);
  module.parameter_words = in.u32();
  module.can_trap = in.u8() != 0;
  module.trap_sites.resize(in.count(sizeof(uint64_t)));
  for (std::string& site : module.trap_sites) site = in.text();
  module.constants = read_constants(in);
  module.merged = read_merged(in);
  module.overwritten.buffers = read_flags(in);
  module.overwritten.bounded_by = in.words();
  module.overwritten.most_elements = in.u32();
  module.busy_workgroups = in.u32();
  if (in.done() && are_kinds(module.constants)) return module;
  return fail(Code::kInvalidArgument, bytes.size(),
              " bytes are not a lowered module. Fix: lower it again");
}

}  // namespace vyre::spirv
