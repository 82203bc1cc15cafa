#include "registry/ops/publisher.h"

#include <future>
#include <thread>

#include "ops.h"

namespace vyre::registry {
namespace {

using test::id_of;
using test::snapshot_of;

TEST(Publisher, AReaderKeepsTheSnapshotThatItHolds) {
  Publisher publisher(snapshot_of({"test.old"}));
  std::promise<void> loaded, published;
  std::thread reader([&] {
    const auto held = publisher.current();
    loaded.set_value();
    published.get_future().wait();
    EXPECT_NE(held->lookup(id_of("test.old")), nullptr);
    EXPECT_EQ(held->lookup(id_of("test.new")), nullptr);
  });
  loaded.get_future().wait();
  publisher.publish(snapshot_of({"test.new"}));
  published.set_value();
  reader.join();
}

TEST(Publisher, AReaderThatStartsAfterTwoPublishesSeesOnlyTheSecond) {
  Publisher publisher(snapshot_of({}));
  publisher.publish(snapshot_of({"test.before"}));
  publisher.publish(snapshot_of({"test.after"}));
  std::thread reader([&] {
    View view(publisher);
    EXPECT_NE(view.current().lookup(id_of("test.after")), nullptr);
    EXPECT_EQ(view.current().lookup(id_of("test.before")), nullptr);
    EXPECT_EQ(publisher.current().get(), &view.current());
  });
  reader.join();
}

TEST(Publisher, AViewFollowsEveryPublish) {
  Publisher publisher(snapshot_of({"a"}));
  View view(publisher);
  EXPECT_NE(view.current().find("a"), nullptr);
  const Snapshot* const first = &view.current();
  EXPECT_EQ(&view.current(), first);
  publisher.publish(snapshot_of({"b"}));
  EXPECT_EQ(view.current().find("a"), nullptr);
  EXPECT_NE(view.current().find("b"), nullptr);
}

struct Note final : Attachment::Made {};

// As the C face does with its infos.
void attach(const Snapshot& snapshot) {
  snapshot.attachment().set(std::make_unique<Note>());
  for (const auto& op : snapshot.ops()) op->attachment.set(std::make_unique<Note>());
}

TEST(Publisher, WhatIsPublishedIsPreparedBefore) {
  const auto first = snapshot_of({"a"}), second = snapshot_of({"b"}), third = snapshot_of({"c"});
  Publisher publisher(first, &attach);
  EXPECT_NE(first->attachment().get(), nullptr);
  publisher.publish(second);
  EXPECT_NE(second->find("b")->attachment.get(), nullptr);
  EXPECT_EQ(third->attachment().get(), nullptr);
  EXPECT_FALSE(publisher.replace(first, third));
  EXPECT_TRUE(publisher.replace(second, third));
  EXPECT_NE(third->attachment().get(), nullptr);
}

TEST(Attachment, TheFirstStaysAndACopyBeginsWithout) {
  OpDef def = test::op("a");
  def.attachment.set(std::make_unique<Note>());
  const Attachment::Made* const made = def.attachment.get();
  def.attachment.set(std::make_unique<Note>());
  EXPECT_EQ(def.attachment.get(), made);
  EXPECT_EQ(OpDef(def).attachment.get(), nullptr);
  def = OpDef();
  EXPECT_EQ(def.attachment.get(), nullptr);
}

TEST(Publisher, TheOldSnapshotEndsWithItsLastHolder) {
  Publisher publisher(snapshot_of({"a"}));
  const std::weak_ptr<const Snapshot> old = publisher.current();
  View view(publisher);
  const auto held = publisher.current();
  publisher.publish(snapshot_of({"b"}));
  EXPECT_FALSE(old.expired());
  EXPECT_NE(&view.current(), held.get());
  EXPECT_EQ(held.use_count(), 1);
}

TEST(Publisher, WithoutHoldersTheOldSnapshotEndsAtOnce) {
  Publisher publisher(snapshot_of({"a"}));
  const std::weak_ptr<const Snapshot> old = publisher.current();
  publisher.publish(snapshot_of({"b"}));
  EXPECT_TRUE(old.expired());
}

TEST(Publisher, AReplacementNeedsThatNobodyElsePublished) {
  Publisher publisher(snapshot_of({"a"}));
  const auto seen = publisher.current();
  publisher.publish(snapshot_of({"b"}));
  const uint64_t generation = publisher.generation();
  EXPECT_FALSE(publisher.replace(seen, snapshot_of({"c"})));
  EXPECT_NE(publisher.current()->find("b"), nullptr);
  EXPECT_EQ(publisher.generation(), generation);
  EXPECT_TRUE(publisher.replace(publisher.current(), snapshot_of({"c"})));
  EXPECT_NE(publisher.current()->find("c"), nullptr);
  EXPECT_EQ(publisher.generation(), generation + 1);
}

TEST(Publisher, AFailedFreezeLeavesThePublishedSnapshotServing) {
  Publisher publisher(snapshot_of({"a"}));
  Builder builder;
  builder.add(*publisher.current());
  builder.add(test::op("a", "other"));
  EXPECT_FALSE(builder.freeze().ok());
  EXPECT_NE(publisher.current()->find("a"), nullptr);
}

// Upstream has one provider per process; here each publisher has its own snapshots.
TEST(Publisher, TwoDoNotMeetButShareTheNumbersOfNames) {
  Publisher one(snapshot_of({"publisher_test.both", "publisher_test.one"}));
  Publisher other(snapshot_of({"publisher_test.both"}));
  EXPECT_NE(one.current()->lookup(id_of("publisher_test.both")), nullptr);
  EXPECT_NE(other.current()->lookup(id_of("publisher_test.both")), nullptr);
  EXPECT_EQ(other.current()->lookup(id_of("publisher_test.one")), nullptr);
  other.publish(snapshot_of({}));
  EXPECT_NE(one.current()->lookup(id_of("publisher_test.both")), nullptr);
  EXPECT_EQ(one.generation(), 1u);
}

}  // namespace
}  // namespace vyre::registry
