#include "registry/builtin_dialects.h"

#include <thread>

#include "ops.h"
#include "registry/ops/publisher.h"
#include "support/threads.h"

namespace vyre::registry {
namespace {

using test::id_of;

constexpr std::string_view kIoOps[] = {kDmaFromNvme, kWriteBackToNvme, kZerocopyMap, kUnmap};
constexpr std::string_view kAllOps[] = {kDmaFromNvme, kWriteBackToNvme, kZerocopyMap, kUnmap,
                                        kIndirectDispatch};

std::string told(const std::vector<Operand>& operands) {
  std::string text;
  for (const Operand& operand : operands) {
    text += concat(text.empty() ? "" : ", ", operand.name, ' ', operand.type);
  }
  return text;
}

TEST(Dialects, EveryContextKnowsFiveOps) {
  EXPECT_THAT(test::ids(*builtin_snapshot().value()),
              UnorderedElementsAre(kDmaFromNvme, kWriteBackToNvme, kZerocopyMap, kUnmap,
                                   kIndirectDispatch));
}

TEST(Dialects, EveryIoOpIsRegisteredAsAnIntrinsic) {
  const auto snapshot = builtin_snapshot().take();
  for (const std::string_view name : kAllOps) {
    const OpDef* def = snapshot->lookup(id_of(name));
    ASSERT_NE(def, nullptr) << name;
    EXPECT_EQ(def->id, name);
    EXPECT_EQ(def->category, Category::kIntrinsic);
    EXPECT_TRUE(def->signature.attributes.empty());
    EXPECT_FALSE(def->signature.bytes_extraction);
    EXPECT_TRUE(def->laws.empty());
    EXPECT_EQ(def->composition, nullptr);
    EXPECT_FALSE(def->is_extern);
  }
}

TEST(Dialects, IoOpsHaveNoLoweringForAnyDevice) {
  const auto snapshot = builtin_snapshot().take();
  for (const std::string_view name : kAllOps) {
    for (const char* target : {"ptx", "spirv", "primary_text", "primary_binary", "secondary_text",
                               "native_module", "extension:vulkan"}) {
      EXPECT_EQ(snapshot->lowering(id_of(name), parse_target(target).value()).kind,
                LoweringAnswer::Kind::kNone)
          << name << " for " << target;
    }
  }
}

TEST(Dialects, IoOpsHaveTheSentinelInsteadOfACpuPath) {
  const auto snapshot = builtin_snapshot().take();
  for (const std::string_view name : kAllOps) {
    EXPECT_EQ(snapshot->lowering(id_of(name), {Target::Kind::kReference, {}}).kind,
              LoweringAnswer::Kind::kSentinel);
    EXPECT_EQ(snapshot->reference(name), nullptr);
  }
}

TEST(Dialects, IoOpsBelongToTheIoDialect) {
  const auto snapshot = builtin_snapshot().take();
  for (const std::string_view name : kIoOps) EXPECT_EQ(snapshot->find(name)->dialect, "io");
  EXPECT_EQ(snapshot->find(kIndirectDispatch)->dialect, "core");
}

TEST(Dialects, SignaturesAreThePublishedOnes) {
  const auto snapshot = builtin_snapshot().take();
  const auto inputs = [&](std::string_view op) {
    return told(snapshot->find(op)->signature.inputs);
  };
  const auto outputs = [&](std::string_view op) {
    return told(snapshot->find(op)->signature.outputs);
  };
  EXPECT_EQ(inputs(kDmaFromNvme), "fd i32, offset u64, length u64");
  EXPECT_EQ(outputs(kDmaFromNvme), "handle GpuBufferHandle");
  EXPECT_EQ(inputs(kWriteBackToNvme), "handle GpuBufferHandle, fd i32, offset u64");
  EXPECT_EQ(outputs(kWriteBackToNvme), "");
  EXPECT_EQ(inputs(kZerocopyMap), "fd i32");
  EXPECT_EQ(outputs(kZerocopyMap), "handle GpuBufferHandle");
  EXPECT_EQ(inputs(kUnmap), "handle GpuBufferHandle");
  EXPECT_EQ(outputs(kUnmap), "");
  EXPECT_EQ(inputs(kIndirectDispatch), "workgroup_count GpuBufferHandle<[u32;3]>");
  EXPECT_EQ(outputs(kIndirectDispatch), "");
}

TEST(Dialects, SixteenThreadsFindAnIoOpWhileItIsPublishedAgain) {
  Publisher publisher(builtin_snapshot().take());
  std::atomic<bool> stop = false;
  std::atomic<uint32_t> found = 0;
  std::thread publishing([&] {
    while (!stop) publisher.publish(builtin_snapshot().take());
  });
  vyre::test::on_threads(16, [&](uint32_t) {
    View view(publisher);
    for (int k = 0; k < 100; ++k) {
      found += view.current().lookup(id_of(kDmaFromNvme)) != nullptr;
    }
  });
  stop = true;
  publishing.join();
  EXPECT_EQ(found, 1600u);
}

}  // namespace
}  // namespace vyre::registry
