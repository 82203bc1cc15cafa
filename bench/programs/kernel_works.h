#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "raw_vulkan/kernel.h"

namespace bench {

using Words = std::vector<uint32_t>;

// One way of writing a work by hand.
struct RawVariant {
  std::string name;
  std::vector<RawStage> stages;
};

// One way of writing it as a vyre program, in JSON.
struct ProgramVariant {
  std::string name;
  std::string program;
};

// What both sides compute: vyre programs, hand-written kernels, and what has to come out.
struct KernelWork {
  std::string title;
  double goal = 0.9;  // the hand-written time over ours
  double amount = 0;  // of |unit|, in 1e9 per second, that a run does
  const char* unit = "GB/s";
  std::vector<ProgramVariant> programs;
  std::array<uint32_t, 3> grid = {};    // of the programs; 0: inferred
  std::array<uint64_t, 3> counts = {};  // words of each buffer; 0: none
  std::array<Words, 3> start = {};      // what they hold before a run; empty: zeros
  size_t result = 0;                    // the slot of what is compared
  std::function<Words(const std::array<Words, 3>&)> expected;
  std::vector<RawVariant> variants;
};

// Each is made when its turn comes: together they need much memory. |large|: for a device that
// computes more than a processor does.
std::vector<std::function<KernelWork()>> kernel_works(bool large);

}  // namespace bench
