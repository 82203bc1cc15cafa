#include "base/system/shared_library.h"

#include <set>

#include "support/matchers.h"
#include "support/temporary_folder.h"
#include "support/value_of.h"

namespace vyre {
namespace {

using test::TemporaryFolder;

// A system that loads anything, or nothing.
class FakeLibraries final : public LibraryCalls {
 public:
  void* open(const char* path, std::string* why_not) override {
    paths.insert(path);
    if (works) return this;
    *why_not = "it is broken";
    return nullptr;
  }
  void* find(void*, const char* name) override {
    return std::string_view(name) == "there" ? this : nullptr;
  }
  void close(void*) override { ++closed; }

  bool works = true;
  std::multiset<std::string> paths;
  int closed = 0;
};

Digest digest_of(std::string_view text) { return Blake3().update(text).digest(); }

TEST(SharedLibrary, IsClosedOnceWithItsLastOwner) {
  const TemporaryFolder folder;
  FakeLibraries calls;
  std::shared_ptr<SharedLibrary> owner;
  { owner = test::value_of(SharedLibrary::open(calls, folder.write("a.so", "code"), {})); }
  EXPECT_NE(owner->find("there"), nullptr);
  EXPECT_EQ(owner->find("not there"), nullptr);
  EXPECT_EQ(calls.closed, 0);
  owner.reset();
  EXPECT_EQ(calls.closed, 1);
}

TEST(SharedLibrary, WhatTheSystemSaysReachesTheCaller) {
  const TemporaryFolder folder;
  FakeLibraries calls;
  calls.works = false;
  const auto library = SharedLibrary::open(calls, folder.write("a.so", "code"), {});
  ASSERT_FALSE(library.ok());
  EXPECT_EQ(library.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(library.error().text(), AllOf(HasSubstr("a.so"), HasSubstr("it is broken")));
  EXPECT_EQ(calls.closed, 0);
}

TEST(SharedLibrary, WithoutTheDigestNothingIsLoaded) {
  const TemporaryFolder folder;
  FakeLibraries calls;
  const Digest allowed[] = {digest_of("other"), digest_of("another")};
  const auto library = SharedLibrary::open(calls, folder.write("a.so", "code"), allowed);
  ASSERT_FALSE(library.ok());
  EXPECT_THAT(library.error().text(), HasSubstr("BLAKE3"));
  EXPECT_TRUE(calls.paths.empty());
}

TEST(SharedLibrary, EveryCopyHasAPathOfItsOwnThatLeadsToIt) {
  const TemporaryFolder folder;
  FakeLibraries calls;
  const std::string path = folder.write("a.so", "code");
  const Digest allowed[] = {digest_of("other"), digest_of("code")};
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(SharedLibrary::open(calls, path, allowed).ok());
  EXPECT_EQ(calls.paths.size(), 100u);
  EXPECT_EQ(std::set<std::string>(calls.paths.begin(), calls.paths.end()).size(), 100u);
  for (const std::string& used : calls.paths) EXPECT_THAT(used, StartsWith("/proc/self/fd/"));
  EXPECT_EQ(calls.closed, 100);
}

TEST(SharedLibrary, ANameWithoutAFolderIsAFileAndNotLookedFor) {
  const TemporaryFolder folder;
  FakeLibraries calls;
  const auto before = std::filesystem::current_path();
  folder.write("a.so", "code");
  std::filesystem::current_path(folder.path());
  EXPECT_TRUE(SharedLibrary::open(calls, "a.so", {}).ok());
  std::filesystem::current_path(before);
  EXPECT_THAT(calls.paths, ::testing::ElementsAre("./a.so"));
}

TEST(SharedLibrary, FilesThatAreNotThereAreNamed) {
  const TemporaryFolder folder;
  FakeLibraries calls;
  const auto library = SharedLibrary::open(calls, folder.path("none.so"), {});
  ASSERT_FALSE(library.ok());
  EXPECT_EQ(library.error().code(), Code::kNotFound);
  EXPECT_NE(library.error().info().native_code, 0);
  EXPECT_TRUE(is_regular_file(folder.write("file", "")));
  EXPECT_FALSE(is_regular_file(folder.path("none.so")));
  EXPECT_FALSE(is_regular_file(folder.path()));
}

}  // namespace
}  // namespace vyre
