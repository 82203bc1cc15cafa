#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status/status.h"
#include "differential/model/features.h"
#include "ir/types/generation.h"

namespace vyre::differential {

// What the command line asks for.
struct Options {
  uint64_t seed = 1;
  uint64_t from = 0;  // index of the first program
  uint64_t count = 200;
  uint32_t jobs = 1;                               // processes at a time
  std::vector<uint32_t> widths = {128, 256, 512};  // of the software device's vectors, in bits
  bool spread = false;                             // each program at one width only
  bool reduce = true;
  // Whose results. Those of others than the generator knows may end in a trap.
  ir::Semantics semantics = ir::Semantics::kV0_6_2;
  bool grid_sync = false;  // programs with grid barriers over several workgroups
  std::optional<uint64_t> print = std::nullopt;  // only show that program

  const Weights& weights() const { return grid_sync ? grid_sync_weights() : default_weights(); }

  static Result<Options> parse(const std::vector<std::string>& arguments);
};

inline constexpr const char* kUsage =
    "differential [--seed N] [--from N] [--count N] [--jobs N] [--widths 128,256,512] [--spread]\n"
    "             [--semantics 0.6.2|0.6.5|0.7] [--grid-sync] [--no-reduce] [--print INDEX]\n";

}  // namespace vyre::differential
