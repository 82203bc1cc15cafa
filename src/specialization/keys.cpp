#include "specialization/keys.h"

#include "base/encoding/hex.h"
#include "base/encoding/little_endian.h"
#include "ir/wire/canonical.h"

namespace vyre::specialization {
namespace {

using std::string_view_literals::operator""sv;

void add_text(Blake3& hasher, std::string_view text) {
  hasher.update_integer(uint64_t{text.size()}).update(text);
}

}  // namespace

ProgramKey program_key(const Digest& fingerprint, uint64_t specialization_hash) {
  return {load_little_endian<uint64_t>(fingerprint.data()), specialization_hash};
}

Result<ProgramKey> program_key(const ir::Program& program, const Map& map) {
  VYRE_ASSIGN_OR_RETURN(const Digest fingerprint, ir::fingerprint(program));
  return program_key(fingerprint, map.hash());
}

std::string artifact_key(uint32_t version, std::string_view specialization_hash,
                         std::string_view backend_fingerprint) {
  Blake3 hasher;
  hasher.update("vyre-specialization-artifact-key-v1\0version\0"sv);
  hasher.update_integer(version);
  hasher.update("\0spec\0"sv);
  add_text(hasher, specialization_hash);
  hasher.update("\0backend\0"sv);
  add_text(hasher, backend_fingerprint);
  return hex_encode(hasher.digest());
}

}  // namespace vyre::specialization
