#pragma once

#include <string>
#include <vector>

#include "backend/device.h"
#include "differential/model/sketch.h"

namespace vyre::differential {

// What came out of one run on one backend: the bytes of all buffers that are returned, in the
// order of declaration, or the error.
struct Outcome {
  std::vector<Bytes> outputs;
  std::string error = {};  // empty: it ran
};

enum class Verdict : uint8_t {
  kMatched,     // the same bytes in every run
  kBothFailed,  // some run failed on both, the others match
  kRefused,     // the device said what it lacks
  kInvalid,     // the program does not validate or does not survive its own forms
  kMismatch,
};

struct Judgment {
  Verdict verdict = Verdict::kMatched;
  std::string reason = {};                       // of a refusal or a mismatch
  std::vector<Outcome> expected = {}, got = {};  // by run
};

// Compares |device| with |oracle| on |sketch|.
Judgment judge(const Case& sketch, backend::Device& oracle, backend::Device& device);

// Whether wire and JSON form both give the program back: empty, or what went wrong.
std::string lost_in_forms(const ir::Program& program);

// |text| without what belongs to one program: paths, numbers and names.
std::string general_reason(const std::string& text);

}  // namespace vyre::differential
