#include "registry/snapshot.h"

#include <gmock/gmock.h>

#include "registry/builder.h"
#include "registry/dialects.h"

namespace vyre::registry {
namespace {

OpDef op(std::string_view id, std::string_view dialect = "test") {
  OpDef def;
  def.id = id;
  def.dialect = dialect;
  return def;
}

TEST(Snapshot, FindsOpsByIdAndByName) {
  Builder builder;
  builder.add(op("a"));
  builder.add(op("b"));
  const auto snapshot = builder.freeze().take();
  const OpId id = Interner::process().find("b");
  ASSERT_NE(id, kNoOp);
  EXPECT_EQ(snapshot->lookup(id), snapshot->find("b"));
  EXPECT_EQ(snapshot->find("b")->id, "b");
  EXPECT_EQ(snapshot->find("c"), nullptr);
  EXPECT_EQ(snapshot->lookup(kNoOp), nullptr);
}

TEST(Snapshot, BuiltinOpsAreIntrinsicsWithoutLowering) {
  const auto snapshot = builtin_snapshot().take();
  EXPECT_EQ(snapshot->ops().size(), 5u);
  for (const std::string_view name :
       {kIndirectDispatch, kDmaFromNvme, kWriteBackToNvme, kZerocopyMap, kUnmap}) {
    const OpDef* found = snapshot->find(name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->category, Category::kIntrinsic);
    EXPECT_EQ(found->reference, nullptr);
    EXPECT_TRUE(found->lowerings.empty());
  }
}

}  // namespace
}  // namespace vyre::registry
