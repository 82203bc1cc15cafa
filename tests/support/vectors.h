#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/encoding/hex.h"
#include "base/json/document.h"
#include "value_of.h"

namespace vyre::test {

using Bytes = std::vector<uint8_t>;

inline Bytes bytes_of(JsonValue hex) { return hex_decode(hex.string()).value_or(Bytes{}); }

inline std::vector<Bytes> all_bytes(JsonValue list) {
  std::vector<Bytes> all;
  for (const JsonValue hex : list) all.push_back(bytes_of(hex));
  return all;
}

// The text of the vector file |name| of tests/vectors.
inline std::string vector_text(const std::string& name) {
  std::ifstream file(std::string(VYRE_TEST_DATA) + "/vectors/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name << " cannot be read";
  return {std::istreambuf_iterator<char>(file), {}};
}

// How many cases that file has: each stands on a line of its own, between a first and a last line.
inline size_t case_count(const std::string& name) {
  const std::string text = vector_text(name);
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) - 2;
}

// |text| parsed; fails the test when it is no JSON.
inline JsonDocument parsed(const std::string& text) { return value_of(JsonDocument::parse(text)); }

// The published vectors but one group, which has a key with a NUL character: more than our reader
// takes.
inline JsonDocument spec_vectors() {
  std::string text = vector_text("spec_vectors.json");
  for (size_t at = text.find("\\u0000"); at != std::string::npos; at = text.find("\\u0000", at)) {
    text.replace(at, 6, "\\u0001");
  }
  return parsed(text);
}

}  // namespace vyre::test
