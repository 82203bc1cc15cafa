#pragma once

#include <cstdio>

#include "differential/judge/outcome_counts.h"
#include "options.h"

namespace vyre::differential {

// One process's part of a run: programs at one vector width, every |parts|-th of them.
struct Part {
  size_t width = 0;  // index into Options::widths
  uint32_t part = 0;
  uint32_t parts = 1;
};

// Whether program |index| belongs to |part|.
bool belongs(const Options& options, const Part& part, uint64_t index);

// Runs |part|, prints every mismatch, and writes to |report| a line "i INDEX" before each program
// and the outcomes at the end. Opens the devices, so it must have a process of its own.
Status work(const Options& options, const Part& part, std::FILE* report);

}  // namespace vyre::differential
