#include "base/system/trusted_folder.h"

#include <sys/stat.h>

#include <filesystem>

#include "support/matchers.h"
#include "support/temporary_folder.h"

namespace vyre {
namespace {

using test::TemporaryFolder;

constexpr size_t kLimit = 100;

Status refusal(const TemporaryFolder& folder, std::string_view name) {
  const Folder opened = Folder::open(folder.path()).take();
  Result<std::string> read = opened.read(name, kLimit);
  EXPECT_FALSE(read.ok());
  return std::move(read).status();
}

TEST(Folder, ReadsFilesInItAndBelow) {
  const TemporaryFolder on_disk;
  on_disk.write("a", "one");
  on_disk.write("deep/b", std::string_view("\0two", 4));
  on_disk.write("empty", "");
  const Folder folder = Folder::open(on_disk.path()).take();
  EXPECT_EQ(folder.read("a", kLimit).value(), "one");
  EXPECT_EQ(folder.read("./deep//b", kLimit).error().code(), Code::kNotFound);
  EXPECT_EQ(folder.read("deep/b", kLimit).value(), std::string_view("\0two", 4));
  EXPECT_EQ(folder.read("empty", kLimit).value(), "");
}

TEST(Folder, HasOnePathForAllItsNames) {
  const TemporaryFolder on_disk;
  on_disk.write("deep/b", "");
  std::filesystem::create_directory_symlink(on_disk.path("deep"), on_disk.path("link"));
  for (const char* name : {"deep", "deep/", "./deep", "link", "deep/../link"}) {
    EXPECT_EQ(Folder::open(on_disk.path(name)).value().path(), on_disk.path("deep"));
  }
}

TEST(Folder, ListsWhatEndsAsAskedInOrder) {
  const TemporaryFolder on_disk;
  for (const char* name : {"b.x", "a.x", "c.y", "deep/d.x", ".x"}) on_disk.write(name, "");
  const Folder folder = Folder::open(on_disk.path()).take();
  EXPECT_THAT(folder.names(".x").value(), ElementsAre(".x", "a.x", "b.x"));
  EXPECT_THAT(folder.names(".x").value(), ElementsAre(".x", "a.x", "b.x"));
  EXPECT_THAT(folder.names(".z").value(), IsEmpty());
}

TEST(Folder, RefusesWaysOut) {
  const TemporaryFolder on_disk;
  const std::string file = on_disk.write("in/file", "");
  for (const std::string& name :
       {file, std::string("../file"), std::string("in/../in/file"), std::string("..")}) {
    const Status status = refusal(on_disk, name);
    EXPECT_EQ(status.code(), Code::kInvalidArgument) << name;
    EXPECT_THAT(status.text(), AllOf(HasSubstr(name), HasSubstr("Fix: ")));
  }
}

TEST(Folder, RefusesSymbolicLinksOnTheWay) {
  const TemporaryFolder on_disk;
  const std::string file = on_disk.write("in/file", "");
  std::filesystem::create_symlink(file, on_disk.path("link"));
  std::filesystem::create_directory_symlink(on_disk.path("in"), on_disk.path("linked"));
  EXPECT_THAT(refusal(on_disk, "link").text(), HasSubstr("is a symbolic link"));
  EXPECT_THAT(refusal(on_disk, "linked/file").text(), HasSubstr("is a symbolic link"));
}

TEST(Folder, RefusesWhatIsNoFile) {
  const TemporaryFolder on_disk;
  on_disk.write("deep/file", "");
  ASSERT_EQ(::mkfifo(on_disk.path("pipe").c_str(), 0600), 0);
  for (const char* name : {"deep", "deep/", "pipe", "."}) {
    EXPECT_THAT(refusal(on_disk, name).text(), HasSubstr("no regular file")) << name;
  }
  EXPECT_EQ(refusal(on_disk, "deep/file/more").code(), Code::kNotFound);
  EXPECT_EQ(refusal(on_disk, "").code(), Code::kInvalidArgument);
  EXPECT_EQ(refusal(on_disk, std::string_view("a\0b", 3)).code(), Code::kInvalidArgument);
}

TEST(Folder, RefusesLongFilesByTheirSize) {
  const TemporaryFolder on_disk;
  on_disk.write("long", std::string(kLimit + 1, 'x'));
  on_disk.write("fits", std::string(kLimit, 'x'));
  EXPECT_THAT(refusal(on_disk, "long").text(), HasSubstr("has 101 bytes; at most 100"));
  EXPECT_EQ(Folder::open(on_disk.path()).value().read("fits", kLimit).value().size(), kLimit);
}

TEST(Folder, OneThatIsNotThereIsAnError) {
  const TemporaryFolder on_disk;
  const std::string file = on_disk.write("file", "");
  EXPECT_EQ(Folder::open(on_disk.path("absent")).error().code(), Code::kNotFound);
  EXPECT_EQ(Folder::open(file).error().code(), Code::kNotFound);
  EXPECT_THAT(Folder::open(on_disk.path("absent")).error().text(), HasSubstr("Fix: "));
}

}  // namespace
}  // namespace vyre
