#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/status/status.h"

// What the fuzz targets share. A target defines LLVMFuzzerTestOneInput; libFuzzer or replay.cpp is
// the program around it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace vyre::fuzz {

// Ends the program as a finding unless |holds|.
inline void expect(bool holds, const std::string& what, const std::string& detail = {}) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n%s\n", what.c_str(), detail.c_str());
  std::abort();
}

// The value of |result|, which must be there.
template <typename T>
T take(Result<T> result, const std::string& what) {
  expect(result.ok(), what, result.ok() ? "" : result.error().text());
  return result.take();
}

// A refusal has |code|, a way out, and a text of moderate length.
inline void expect_refusal(const Status& status, Code code) {
  expect(status.code() == code, "another code than expected", status.text());
  expect(status.text().find("Fix: ") != std::string::npos, "no way out is named", status.text());
  expect(status.text().size() < 4096, "an overlong text", status.text());
}

}  // namespace vyre::fuzz
