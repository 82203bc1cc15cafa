// Damaged, cut and oversized input: refused or accepted, never a crash, and nothing grows beyond
// what the bytes could hold.

#include <algorithm>
#include <random>

#include "base/hash/blake3.h"
#include "base/memory/callback_resource.h"
#include "corpus.h"
#include "ir/json/read.h"
#include "ir/json/write.h"
#include "ir/load.h"
#include "ir/wire/canonical.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::ir {
namespace {

constexpr size_t kBody = 40;

void seal(std::vector<uint8_t>& blob) {
  if (blob.size() < kBody) return;
  const Digest digest = blake3(std::span(blob).subspan(kBody));
  std::copy(digest.begin(), digest.end(), blob.begin() + 8);
}

// A blob around a hand-made body.
std::vector<uint8_t> blob_of(std::string_view body) {
  std::vector<uint8_t> blob = hex("5659524504000400");
  blob.resize(kBody);
  const std::vector<uint8_t> bytes = hex(body);
  blob.insert(blob.end(), bytes.begin(), bytes.end());
  seal(blob);
  return blob;
}

// Metadata record of a program without buffers.
const std::string kMetadata =
    "15767972652e70726f6772616d2e6d6574616461746118"
    "565952452d4d45544100010000000100000001000000000000";

// A program of one entry statement; |op_id| and |node| are hex.
std::vector<uint8_t> program_of(const std::string& op_id, const std::vector<uint8_t>& node) {
  std::vector<uint8_t> blob = blob_of("02" + kMetadata);
  const std::vector<uint8_t> id = hex(op_id);
  blob.push_back(static_cast<uint8_t>(id.size()));
  blob.insert(blob.end(), id.begin(), id.end());
  for (size_t size = node.size();; size >>= 7) {
    blob.push_back(static_cast<uint8_t>(size >= 0x80 ? size | 0x80 : size));
    if (size < 0x80) break;
  }
  blob.insert(blob.end(), node.begin(), node.end());
  blob.insert(blob.end(), {0, 0, 0});
  seal(blob);
  return blob;
}
const std::string kTrap = "767972652e6e6f64652e74726170";
const std::string kBlock = "767972652e6e6f64652e626c6f636b";

// An accepted program must survive everything that is done with programs.
void use(const Program& program) {
  const auto bytes = test::value_of(encode_wire(program));
  EXPECT_TRUE(decode_wire(bytes).ok());
  EXPECT_TRUE(fingerprint(program).ok());
  const auto again = test::value_of(read_json(write_json(program)));
  EXPECT_EQ(encode_wire(*again).value(), bytes);
}

void try_blob(const std::vector<uint8_t>& blob) {
  const auto program = decode_wire(blob);
  if (program.ok()) {
    use(*program.value());
  } else {
    EXPECT_THAT(program.error().text(), HasSubstr("Fix: "));
  }
}

// A few programs with as many kinds of records as possible.
std::vector<std::vector<uint8_t>> samples() {
  std::vector<std::vector<uint8_t>> blobs;
  for (const Blob& blob : read_corpus("decode.json")) {
    if (blob.name.starts_with("base/")) blobs.push_back(blob.bytes);
  }
  EXPECT_GE(blobs.size(), 5u);
  return blobs;
}

TEST(WireRobust, EveryTruncationIsRefused) {
  for (const auto& blob : samples()) {
    for (size_t size = 0; size < blob.size(); ++size) {
      std::vector<uint8_t> cut(blob.begin(), blob.begin() + static_cast<std::ptrdiff_t>(size));
      seal(cut);
      EXPECT_FALSE(decode_wire(cut).ok()) << size;
    }
  }
}

TEST(WireRobust, EveryFlippedBitIsSurvived) {
  for (auto blob : samples()) {
    for (size_t bit = kBody * 8; bit < blob.size() * 8; ++bit) {
      blob[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
      seal(blob);
      try_blob(blob);
      blob[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    }
  }
}

// The digest is of what stands behind the header, where 4 turned into 5 says little else.
TEST(WireRobust, EveryFlippedBitButOneIsNoticed) {
  constexpr size_t kSchema5 = 32;
  for (auto blob : samples()) {
    for (size_t bit = 0; bit < blob.size() * 8; ++bit) {
      if (bit == kSchema5) continue;
      blob[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
      EXPECT_FALSE(decode_wire(blob).ok()) << bit;
      blob[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    }
  }
}

TEST(WireRobust, AGraphIsCalledOne) {
  const std::vector<uint8_t> graph = {'V', 'G', 'R', '0', 2, 0, 0, 0, 0, 0};
  EXPECT_THAT(decode_wire(graph).error().text(),
              HasSubstr("wire rule D03, byte 0: the bytes are a program graph, VGR0"));
}

TEST(WireRobust, RandomDamageIsSurvived) {
  std::mt19937 random(20250101);
  const auto blobs = samples();
  for (int round = 0; round < 20000; ++round) {
    std::vector<uint8_t> blob = blobs[random() % blobs.size()];
    for (auto edits = 1 + random() % 4; edits > 0; --edits) {
      const auto at =
          blob.begin() + static_cast<std::ptrdiff_t>(kBody + random() % (blob.size() - kBody));
      switch (random() % 3) {
        case 0:
          *at = static_cast<uint8_t>(random());
          break;
        case 1:
          blob.insert(at, static_cast<uint8_t>(random()));
          break;
        case 2:
          blob.erase(at);
          break;
      }
    }
    seal(blob);
    try_blob(blob);
  }
}

TEST(WireRobust, CountsWithoutBytesReserveNothing) {
  struct Meter {
    size_t largest = 0;
  } meter;
  CallbackResource resource(
      {.allocate =
           [](void* user, size_t size, size_t alignment) {
             auto& largest = static_cast<Meter*>(user)->largest;
             largest = std::max(largest, size);
             return ::operator new(size, std::align_val_t(alignment));
           },
       .free = [](void*, void* ptr, size_t,
                  size_t alignment) { ::operator delete(ptr, std::align_val_t(alignment)); },
       .user = &meter});
  const std::vector<std::vector<uint8_t>> blobs = {
      blob_of("c0843d" + kMetadata),                   // a million records
      program_of(kBlock, hex("0640420f00")),           // a million statements
      program_of(kTrap, hex("0d0b0000000000100000")),  // 4096 arguments
      program_of(kTrap, hex("0d0d15"
                            "01"
                            "ffffffff")),                 // four thousand million dimensions
      program_of(kTrap, hex("0d0300001000")),             // a name of a megabyte
      program_of(kTrap, hex("0d80000000000000400000"))};  // a payload of four megabytes
  for (const auto& blob : blobs) {
    const auto program = decode_wire(blob, &resource);
    ASSERT_FALSE(program.ok());
    EXPECT_THAT(program.error().text(), HasSubstr("D10")) << program.error().text();
  }
  EXPECT_LT(meter.largest, 4096u);
}

TEST(WireRobust, NestedTypesNeedNoStack) {
  // A cast to a vector of vectors, a million deep; each level is a tag before and a count behind.
  std::vector<uint8_t> node = hex("0d0d");
  node.insert(node.end(), 1000000, 0x14);
  node.push_back(0x0B);
  node.insert(node.end(), 1000000, 1);
  const std::vector<uint8_t> rest = hex("000000000000000000");
  node.insert(node.end(), rest.begin(), rest.end());
  const auto blob = program_of(kTrap, node);
  const auto program = test::value_of(decode_wire(blob));
  EXPECT_EQ(encode_wire(*program).value(), blob);
  EXPECT_EQ(size_bytes(program->types, program->exprs.front().value), 4u);
}

TEST(WireRobust, TheSizeCapComesFirst) {
  std::vector<uint8_t> blob(67108865);
  EXPECT_THAT(decode_wire(blob).error().text(), HasSubstr("D01"));
  blob.pop_back();
  EXPECT_THAT(decode_wire(blob).error().text(), HasSubstr("D03"));
}

TEST(WireRobust, ErrorsNameRuleByteAndValue) {
  EXPECT_THAT(decode_wire(program_of(kTrap, hex("0d77"))).error().text(),
              HasSubstr("wire rule D92, byte 106: unknown expression 119. Fix: "));
}

TEST(WireRobust, AFailingAllocatorIsBadAllocAndLosesNothing) {
  struct Host {
    int left;
    size_t live;
  } host{};
  CallbackResource resource({.allocate = [](void* user, size_t size, size_t alignment) -> void* {
                               Host& self = *static_cast<Host*>(user);
                               if (self.left-- == 0) return nullptr;
                               self.live += size;
                               return ::operator new(size, std::align_val_t(alignment));
                             },
                             .free =
                                 [](void* user, void* ptr, size_t size, size_t alignment) {
                                   static_cast<Host*>(user)->live -= size;
                                   ::operator delete(ptr, std::align_val_t(alignment));
                                 },
                             .user = &host});
  // A thousand Returns, a byte each: more than what a program of that size is thought to need.
  std::vector<uint8_t> node = hex("06e8030000");
  node.insert(node.end(), 1000, 0x05);
  const auto blob = program_of(kBlock, node);
  ASSERT_TRUE(decode_wire(blob).ok());
  int failures = 0;
  for (bool done = false; !done; ++failures) {
    host.left = failures;
    try {
      done = decode_wire(blob, &resource).ok();
    } catch (const std::bad_alloc&) {
    }
    EXPECT_EQ(host.live, 0u);
  }
  EXPECT_GT(failures, 5);
}

TEST(JsonRobust, RandomDamageIsSurvived) {
  std::mt19937 random(20250102);
  std::vector<std::string> texts;
  for (const auto& blob : samples()) texts.push_back(write_json(*decode_wire(blob).value()));
  static constexpr std::string_view kBits = "{}[]\",:0123456789.-eEtfnu\\x\x80\xC3 ";
  size_t accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = texts[random() % texts.size()];
    for (auto edits = 1 + random() % 3; edits > 0; --edits) {
      const size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[at] = kBits[random() % kBits.size()];
          break;
        case 1:
          text.insert(at, 1, kBits[random() % kBits.size()]);
          break;
        case 2:
          text.erase(at, 1 + random() % 8);
          break;
        case 3:
          text.insert(at, text.substr(random() % text.size(), random() % 40));
          break;
      }
    }
    const auto program = read_json(text);
    if (!program.ok()) {
      EXPECT_EQ(program.error().code(), Code::kMalformedJson);
      EXPECT_THAT(program.error().text(), HasSubstr("Fix: "));
      continue;
    }
    ++accepted;
    const std::string written = write_json(*program.value());
    const auto again = read_json(written);
    ASSERT_TRUE(again.ok()) << again.error().text() << written;
    EXPECT_EQ(write_json(*again.value()), written);
  }
  EXPECT_GT(accepted, 100u);
}

TEST(JsonRobust, EveryTruncationIsRefused) {
  const std::string text = write_json(*decode_wire(samples().back()).value());
  for (size_t size = 0; size + 1 < text.size(); ++size) {  // the line end may go
    EXPECT_FALSE(read_json(std::string_view(text).substr(0, size)).ok()) << size;
  }
}

}  // namespace
}  // namespace vyre::ir
