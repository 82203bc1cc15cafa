#include "registry/ops/lowering.h"

#include <cstdint>
#include <cstring>

namespace vyre::registry {
namespace {

constexpr uint32_t kSpirvMagic = 0x07230203;
constexpr size_t kSpirvHeaderBytes = 5 * sizeof(uint32_t);

Status check_spirv(const Lowering::Bytes& bytes) {
  if (bytes.size() % sizeof(uint32_t) != 0) {
    return fail(Code::kInvalidArgument, "SPIR-V of ", bytes.size(),
                " bytes, which is no whole number of 32-bit words. Fix: give the whole module");
  }
  if (bytes.size() < kSpirvHeaderBytes) {
    return fail(Code::kInvalidArgument, "SPIR-V of ", bytes.size() / sizeof(uint32_t),
                " words, fewer than the 5 of its header. Fix: give the whole module");
  }
  uint32_t magic = 0;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  if (magic == kSpirvMagic) return {};
  return fail(Code::kInvalidArgument, "SPIR-V that begins with the word ", magic,
              " instead of the magic number 119734787 (0x07230203). Fix: give the binary form of "
              "a module, in the byte order of this machine");
}

}  // namespace

Status check_bytes(const Target& target, const Lowering::Bytes& bytes) {
  if (bytes.empty()) {
    return fail(Code::kInvalidArgument, "no bytes for the target ", target_text(target),
                ". Fix: give some, or leave the target out");
  }
  return target.kind == Target::Kind::kSpirV ? check_spirv(bytes) : Status();
}

const Lowering::Bytes* Lowering::data() const {
  if (builder_ == nullptr) return &*data_;
  const std::lock_guard lock(mutex_);
  return data_ ? &*data_ : nullptr;
}

Result<const Lowering::Bytes*> Lowering::bytes(std::string_view op_id, const Target& target) const {
  if (const Bytes* known = data()) return known;
  VYRE_ASSIGN_OR_RETURN(Bytes made, builder_(op_id, target));
  VYRE_RETURN_IF_ERROR(check_bytes(target, made));
  const std::lock_guard lock(mutex_);
  if (!data_) data_ = std::move(made);
  return &*data_;
}

}  // namespace vyre::registry
