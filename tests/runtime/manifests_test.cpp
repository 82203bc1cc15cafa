#include "runtime/context/manifests.h"

#include <filesystem>
#include <memory_resource>

#include "registry/builder.h"
#include "registry/builtin_dialects.h"
#include "support/matchers.h"
#include "support/temporary_folder.h"
#include "support/threads.h"
#include "support/value_of.h"

namespace vyre::runtime {
namespace {

using registry::Snapshot;
using test::TemporaryFolder;

// A manifest of the dialect vyre-libs-|name| with the op |name|.op, which stands for |number|.
std::string manifest(std::string_view name, uint32_t number) {
  return concat(R"({"format": 1, "dialect": "vyre-libs-)", name,
                R"(", "version": "1", "ops": [{"id": ")", name,
                R"(.op", "outputs": [{"name": "r", "type": "u32"}], "laws": [")", number,
                R"("], "composition": {"buffers": [{"name": "r", "type": "U32", "count": 1,
                "output": true}], "body": [{"store": "r", "at": 0, "value": )",
                number, "}]}}]}");
}

std::shared_ptr<Context> make_context(std::shared_ptr<std::pmr::memory_resource> memory = nullptr) {
  ContextOptions options;
  options.memory = std::move(memory);
  options.registry = registry::builtin_snapshot().take();
  return Context::create(std::move(options));
}

// What the op |name|.op of |context| stands for; empty when there is none.
std::string number_of(Context& context, std::string_view name) {
  const auto snapshot = context.registry().current();
  const registry::OpDef* op = snapshot->find(concat(name, ".op"));
  return op == nullptr ? std::string() : op->laws[0];
}

class LoadManifests : public ::testing::Test {
 protected:
  Result<std::shared_ptr<const Snapshot>> load() { return load_manifests(*context_, dir_.path()); }

  const TemporaryFolder dir_;
  const std::shared_ptr<Context> context_ = make_context();
};

TEST_F(LoadManifests, AddsToWhatIsKnown) {
  dir_.write("a.dialect.json", manifest("a", 1));
  const auto loaded = test::value_of(load());
  EXPECT_EQ(loaded, context_->registry().current());
  EXPECT_EQ(number_of(*context_, "a"), "1");
  EXPECT_NE(loaded->find(registry::kUnmap), nullptr);
}

TEST_F(LoadManifests, AgainTheyAreAsTheFolderHasThemNow) {
  dir_.write("a.dialect.json", manifest("a", 1));
  dir_.write("b.dialect.json", manifest("b", 1));
  ASSERT_TRUE(load().ok());
  dir_.write("a.dialect.json", manifest("a", 2));
  std::filesystem::remove(dir_.path("b.dialect.json"));
  dir_.write("c.dialect.json", manifest("c", 3));
  ASSERT_TRUE(load().ok());
  EXPECT_EQ(number_of(*context_, "a"), "2");
  EXPECT_EQ(number_of(*context_, "b"), "");
  EXPECT_EQ(number_of(*context_, "c"), "3");
  EXPECT_EQ(context_->registry().current()->extern_dialects().size(), 2u);
}

TEST_F(LoadManifests, HoldersOfTheOldSnapshotKeepIt) {
  dir_.write("a.dialect.json", manifest("a", 1));
  const auto old = load().take();
  dir_.write("a.dialect.json", manifest("a", 2));
  ASSERT_TRUE(load().ok());
  EXPECT_EQ(old->find("a.op")->laws[0], "1");
}

TEST_F(LoadManifests, AHalfWrittenFileLeavesTheOldSnapshotServing) {
  dir_.write("a.dialect.json", manifest("a", 1));
  dir_.write("b.dialect.json", manifest("b", 1));
  const auto old = load().take();
  const std::string next = manifest("a", 2);
  dir_.write("b.dialect.json", manifest("b", 2));
  for (size_t size = 0; size < next.size(); size += 7) {
    dir_.write("a.dialect.json", next.substr(0, size));
    const auto loaded = load();
    ASSERT_FALSE(loaded.ok()) << size;
    EXPECT_EQ(loaded.error().code(), Code::kMalformedJson);
    EXPECT_THAT(loaded.error().text(),
                AllOf(HasSubstr(dir_.path("a.dialect.json")), HasSubstr("Fix: ")));
    ASSERT_EQ(context_->registry().current(), old);
  }
  dir_.write("a.dialect.json", next);
  ASSERT_TRUE(load().ok());
  EXPECT_EQ(number_of(*context_, "a"), "2");
  EXPECT_EQ(number_of(*context_, "b"), "2");
}

TEST_F(LoadManifests, WhatDoesNotFitTogetherIsNotPublished) {
  dir_.write("a.dialect.json", manifest("a", 1));
  const auto old = load().take();
  dir_.write("again.dialect.json", manifest("a", 2));
  const auto loaded = load();
  ASSERT_FALSE(loaded.ok());
  std::string all;
  for (const Finding& finding : loaded.error().info().findings) all += finding.text + '\n';
  EXPECT_THAT(
      all, AllOf(HasSubstr("'vyre-libs-a' is registered 2 times"),
                 HasSubstr(dir_.path("again.dialect.json")), HasSubstr("duplicate op id 'a.op'")));
  EXPECT_EQ(context_->registry().current(), old);
}

TEST_F(LoadManifests, FoldersDoNotTouchEachOther) {
  const TemporaryFolder other;
  dir_.write("a.dialect.json", manifest("a", 1));
  other.write("b.dialect.json", manifest("b", 1));
  ASSERT_TRUE(load().ok());
  ASSERT_TRUE(load_manifests(*context_, other.path()).ok());
  dir_.write("a.dialect.json", manifest("a", 2));
  ASSERT_TRUE(load().ok());
  EXPECT_EQ(number_of(*context_, "a"), "2");
  EXPECT_EQ(number_of(*context_, "b"), "1");
  other.write("c.dialect.json", manifest("a", 3));
  const auto clash = load_manifests(*context_, other.path());
  ASSERT_FALSE(clash.ok());
  EXPECT_THAT(clash.error().text(), HasSubstr(dir_.path("a.dialect.json")));
}

TEST_F(LoadManifests, OneFolderIsTheSameUnderAllItsNames) {
  dir_.write("a.dialect.json", manifest("a", 1));
  ASSERT_TRUE(load().ok());
  const TemporaryFolder other;
  std::filesystem::create_directory_symlink(dir_.path(), other.path("link"));
  ASSERT_TRUE(load_manifests(*context_, other.path("link")).ok());
  ASSERT_TRUE(load_manifests(*context_, dir_.path("./")).ok());
  EXPECT_EQ(context_->registry().current()->ops().size(), 6u);
}

TEST_F(LoadManifests, AMissingFolderIsAnErrorAndKeepsWhatItHeld) {
  const auto old = context_->registry().current();
  EXPECT_EQ(load_manifests(*context_, dir_.path("absent")).error().code(), Code::kNotFound);
  EXPECT_EQ(context_->registry().current(), old);
}

TEST_F(LoadManifests, OpsRegisteredByCallsStay) {
  registry::Builder builder;
  builder.add(*context_->registry().current());
  registry::OpDef def;
  def.id = "by.call";
  builder.add(std::move(def));
  context_->registry().publish(builder.freeze().take());
  dir_.write("a.dialect.json", manifest("a", 1));
  ASSERT_TRUE(load().ok());
  ASSERT_TRUE(load().ok());
  EXPECT_NE(context_->registry().current()->find("by.call"), nullptr);
}

TEST_F(LoadManifests, WhatOthersPublishMeanwhileIsKept) {
  std::vector<std::unique_ptr<TemporaryFolder>> folders;
  for (uint32_t i = 0; i < 4; ++i) folders.push_back(std::make_unique<TemporaryFolder>());
  test::on_threads(4, [this, &folders](uint32_t i) {
    const std::string name(1, static_cast<char>('a' + i));
    for (uint32_t round = 0; round < 50; ++round) {
      folders[i]->write("x.dialect.json", manifest(name, round));
      EXPECT_TRUE(load_manifests(*context_, folders[i]->path()).ok());
      EXPECT_EQ(number_of(*context_, name), std::to_string(round));
    }
  });
  for (const char* name : {"a", "b", "c", "d"}) EXPECT_EQ(number_of(*context_, name), "49");
}

// Memory that a host lends and wants back.
class Counted final : public std::pmr::memory_resource {
 public:
  explicit Counted(int64_t& bytes) : bytes_(bytes) {}

 private:
  void* do_allocate(size_t size, size_t alignment) override {
    bytes_ += static_cast<int64_t>(size);
    return std::pmr::new_delete_resource()->allocate(size, alignment);
  }
  void do_deallocate(void* memory, size_t size, size_t alignment) override {
    bytes_ -= static_cast<int64_t>(size);
    std::pmr::new_delete_resource()->deallocate(memory, size, alignment);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  int64_t& bytes_;
};

TEST(LoadedManifests, OutliveTheContextAndGiveItsMemoryBack) {
  const TemporaryFolder folder;
  folder.write("a.dialect.json", manifest("a", 1));
  int64_t bytes = 0;
  auto context = make_context(std::make_shared<Counted>(bytes));
  auto snapshot = load_manifests(*context, folder.path()).take();
  context.reset();
  EXPECT_GT(bytes, 0);
  EXPECT_EQ(snapshot->find("a.op")->composition->buffers.size(), 1u);
  snapshot.reset();
  EXPECT_EQ(bytes, 0);
}

TEST(ContextRegistry, TwoContextsDoNotMeetButShareTheNumbersOfNames) {
  const TemporaryFolder folder;
  folder.write("a.dialect.json", manifest("a", 1));
  const auto one = make_context();
  const auto other = make_context();
  ASSERT_TRUE(load_manifests(*one, folder.path()).ok());
  const registry::OpId id = registry::Interner::process().find("a.op");
  EXPECT_NE(one->registry().current()->lookup(id), nullptr);
  EXPECT_EQ(other->registry().current()->lookup(id), nullptr);
  ASSERT_TRUE(load_manifests(*other, folder.path()).ok());
  EXPECT_NE(other->registry().current()->lookup(id), nullptr);
}

}  // namespace
}  // namespace vyre::runtime
