#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash/blake3.h"
#include "base/status/status.h"
#include "ir/program/program.h"
#include "specialization/map.h"

// Keys that every vyre driver makes alike (docs/specialization.md). Those that hold a map's hash
// inherit its collisions (Map::hash): they are for what is shared with others, not for telling our
// own compiled code apart.
namespace vyre::specialization {

// What a pipeline was made from, as far as numbers can say it.
struct CacheKey {
  CacheKey(uint64_t shader, uint64_t bindings, const std::array<uint32_t, 3>& workgroup_size,
           const Map& map)
      : shader_hash(shader),
        binding_signature(bindings),
        workgroup(workgroup_size),
        specialization_hash(map.hash()) {}

  uint64_t shader_hash;        // of the shader or module
  uint64_t binding_signature;  // of the layout of its bindings
  std::array<uint32_t, 3> workgroup;
  uint64_t specialization_hash;

  bool operator==(const CacheKey&) const = default;
};

// 128 bits: who the program is, and what it is specialized with.
struct ProgramKey {
  uint64_t high;  // the first 8 bytes of the fingerprint, little-endian
  uint64_t low;   // the hash of the map

  bool operator==(const ProgramKey&) const = default;
};

ProgramKey program_key(const Digest& fingerprint, uint64_t specialization_hash);

// Fails like ir::fingerprint.
Result<ProgramKey> program_key(const ir::Program& program, const Map& map);

// The name of a stored artifact: 64 lowercase hexadecimal digits, BLAKE3 of |version| and the two
// texts with their lengths.
std::string artifact_key(uint32_t version, std::string_view specialization_hash,
                         std::string_view backend_fingerprint);

}  // namespace vyre::specialization
