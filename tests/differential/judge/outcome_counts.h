#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "judge.h"

namespace vyre::differential {

// What a run of many programs came to. Crosses from process to process as text.
struct OutcomeCounts {
  std::map<std::string, uint64_t> verdicts;
  std::map<std::string, uint64_t> refusals;  // by reason
  std::map<std::string, uint64_t> features;  // of the programs that ran
  std::map<std::string, uint64_t> devices;   // programs by device

  void add(const Case& sketch, const Judgment& judgment, const std::string& device);
  void add(const OutcomeCounts& other);
  uint64_t programs() const;

  std::string write() const;  // one line per count
  static OutcomeCounts read(std::string_view text);
};

std::string_view verdict_name(Verdict verdict);

}  // namespace vyre::differential
