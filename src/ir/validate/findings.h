#pragma once

#include <string>
#include <vector>

#include "ir/validate/validate.h"

namespace vyre::ir {

// The report being written, and where in the program the walk stands. A path is only spelled out
// when something is found there.
class Findings {
 public:
  explicit Findings(ValidationReport& report) : report_(report) {}

  // error("V010", parts of the text as for concat() ...).
  template <typename... Parts>
  void error(const char* code, const Parts&... parts) {
    if (++report_.error_count > ValidationReport::kMaxFindings) return;
    report_.errors.push_back({code, path(), concat(parts...)});
  }

  // The same at a place that the walk has left.
  template <typename... Parts>
  void error_at(std::string place, const char* code, const Parts&... parts) {
    if (++report_.error_count > ValidationReport::kMaxFindings) return;
    report_.errors.push_back({code, std::move(place), concat(parts...)});
  }

  template <typename... Parts>
  void warning(const char* code, const Parts&... parts) {
    if (++report_.warning_count > ValidationReport::kMaxFindings) return;
    report_.warnings.push_back({code, path(), concat(parts...)});
  }

  // One step of the path, as long as it lives: "then[2]", "value".
  class Step {
   public:
    Step(Findings& findings, const char* label, uint32_t index = kNone) : findings_(findings) {
      findings_.path_.push_back({label, index});
    }
    ~Step() { findings_.path_.pop_back(); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    Findings& findings_;
  };

  std::string path() const;

 private:
  struct Part {
    const char* label;
    uint32_t index;  // kNone: no list
  };

  ValidationReport& report_;
  std::vector<Part> path_;
};

}  // namespace vyre::ir
