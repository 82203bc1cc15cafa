#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/encoding/hex.h"
#include "base/json/document.h"
#include "support/vectors.h"

namespace vyre::ir {

inline std::vector<uint8_t> hex(std::string_view text) {
  auto bytes = hex_decode(text);
  EXPECT_TRUE(bytes) << text.substr(0, 40) << " is no hex";
  return bytes.value_or(std::vector<uint8_t>());
}

// One program of a vector file, as far as its encoding goes.
struct Blob {
  std::string name;
  std::vector<uint8_t> bytes;
  bool accepted = true;
  std::vector<uint8_t> reencoded;  // by the published encoder
  std::string fingerprint;         // empty: not recorded
  std::string rule;                // of a rejected one
};

inline std::string text_of(JsonValue value) { return value ? std::string(value.string()) : ""; }

// All programs of |file|; those that the published crates could not encode are left out.
inline std::vector<Blob> read_corpus(const std::string& file) {
  std::vector<Blob> blobs;
  const JsonDocument document = test::parsed(test::vector_text(file));
  for (const JsonValue entry : document.root().find("cases")) {
    const JsonValue wire = entry.find(file == "decode.json" ? "blob" : "wire");
    if (!wire.is(JsonValue::Kind::kString)) continue;
    Blob blob;
    blob.name = text_of(entry.find("name"));
    blob.bytes = hex(wire.string());
    if (const JsonValue accept = entry.find("accept")) blob.accepted = accept.boolean();
    if (const JsonValue decodes = entry.find("decodes")) blob.accepted = decodes.boolean();
    const JsonValue reencoded = entry.find("reencoded");
    blob.reencoded = reencoded ? hex(reencoded.string()) : blob.bytes;
    blob.fingerprint = text_of(entry.find("fingerprint"));
    blob.rule = text_of(entry.find("rule"));
    blobs.push_back(std::move(blob));
  }
  return blobs;
}

inline const char* const kCorpora[] = {"decode.json", "programs.json", "random.json",
                                       "validation.json"};

}  // namespace vyre::ir
