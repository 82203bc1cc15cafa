#include "registry/ops/lowering.h"

#include <atomic>

#include "ops.h"
#include "support/threads.h"

namespace vyre::registry {
namespace {

using test::bytes_of;

const Target kAcme = {Target::Kind::kExtension, "acme"};
const Target kSpirv = {Target::Kind::kSpirV, {}};

TEST(Lowering, DataIsThereAtOnce) {
  const Lowering lowering(bytes_of("abc"));
  EXPECT_FALSE(lowering.is_builder());
  EXPECT_EQ(lowering.data()->size(), 3u);
  EXPECT_EQ(lowering.bytes("op", kAcme).value(), lowering.data());
}

TEST(Lowering, ABuilderIsAskedWhenNeededAndOnce) {
  int calls = 0;
  std::string asked;
  const Lowering lowering(
      [&](std::string_view op_id, const Target& target) -> Result<Lowering::Bytes> {
        ++calls;
        asked = concat(op_id, " for ", target_text(target));
        return bytes_of("made");
      });
  EXPECT_TRUE(lowering.is_builder());
  EXPECT_EQ(lowering.data(), nullptr);
  const Lowering::Bytes* const first = lowering.bytes("op", kAcme).value();
  EXPECT_EQ(*first, bytes_of("made"));
  EXPECT_EQ(lowering.bytes("op", kAcme).value(), first);
  EXPECT_EQ(lowering.data(), first);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(asked, "op for extension:acme");
}

TEST(Lowering, ABuilderThatFailedIsAskedAgain) {
  int calls = 0;
  const Lowering lowering([&](std::string_view, const Target&) -> Result<Lowering::Bytes> {
    if (++calls == 1) return fail(Code::kKernelCompileFailed, "not yet. Fix: ask again");
    return bytes_of("made");
  });
  EXPECT_THAT(lowering.bytes("op", kAcme).error().text(), HasSubstr("not yet"));
  EXPECT_TRUE(lowering.bytes("op", kAcme).ok());
}

TEST(Lowering, WhatABuilderMakesIsCheckedLikeData) {
  int calls = 0;
  const Lowering lowering([&](std::string_view, const Target&) -> Result<Lowering::Bytes> {
    return ++calls == 1 ? bytes_of("no module") : test::spirv_bytes();
  });
  EXPECT_THAT(lowering.bytes("op", kSpirv).error().text(), HasSubstr("SPIR-V of 9 bytes"));
  EXPECT_TRUE(lowering.bytes("op", kSpirv).ok());
}

TEST(Lowering, ABuilderMayAskForTheSameLowering) {
  const Lowering* self = nullptr;
  int depth = 0;
  const Lowering lowering([&](std::string_view op_id, const Target& target) {
    if (++depth == 1) {
      EXPECT_TRUE(self->bytes(op_id, target).ok());
    }
    return Result<Lowering::Bytes>(bytes_of("made"));
  });
  self = &lowering;
  EXPECT_TRUE(lowering.bytes("op", kAcme).ok());
}

TEST(Lowering, ThreadsGetOneAnswer) {
  std::atomic<uint32_t> calls = 0;
  const Lowering lowering([&](std::string_view, const Target&) -> Result<Lowering::Bytes> {
    return bytes_of(std::to_string(++calls));
  });
  std::vector<const Lowering::Bytes*> seen(8);
  vyre::test::on_threads(8, [&](uint32_t i) { seen[i] = lowering.bytes("op", kAcme).value(); });
  EXPECT_THAT(seen, ::testing::Each(lowering.data()));
}

}  // namespace
}  // namespace vyre::registry
