// An op from a manifest is called on both devices, while the manifest is edited and loaded again.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "capi/support/capi_support.h"
#include "support/temporary_folder.h"
#include "vyre_driver_registry.h"

namespace vyre::test {
namespace {

namespace fs = std::filesystem;

constexpr size_t kCount = 4096;

// z[i] = saxpy(2, x[i], y[i]) with the op of docs/manifests.md.
constexpr const char* kCaller = R"({
  "workgroup_size": [64, 1, 1],
  "buffers": [
    {"name": "x", "type": "F32"},
    {"name": "y", "type": "F32"},
    {"name": "z", "type": "F32", "output": true}
  ],
  "body": [
    {"let": "i", "value": {"invocation_id": "x"}},
    {"store": "z", "at": "i", "value": {"call": "example.saxpy", "args": [
      {"f32": 2}, {"load": "x", "at": "i"}, {"load": "y", "at": "i"}]}}
  ]
})";

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A folder of its own with the example's manifest, which can be edited.
class Folder {
 public:
  Folder() { write("add"); }

  const std::string& name() const { return folder_.path(); }

  // The example with |op| where it adds, in the way that docs/manifests.md recommends.
  void write(std::string_view op) const {
    std::string text = example_;
    text.replace(text.find("\"add\""), 5, "\"" + std::string(op) + "\"");
    fs::rename(folder_.write("edited", text), folder_.path("saxpy.dialect.json"));
  }

 private:
  const TemporaryFolder folder_;
  const std::string example_ =
      text_of(fs::path(VYRE_SOURCE_DIR) / "examples/dialects/saxpy.dialect.json");
};

vyre_error* load(const Opened& opened, const std::string& folder) {
  return vyre_context_load_manifests(opened.context.get(), c_string(folder));
}

// One dispatch with x[i] = i and y[i] = 1.
std::vector<float> run(const Pipeline& pipeline) {
  std::vector<float> x(kCount), y(kCount, 1.0f), z(kCount);
  for (size_t i = 0; i < kCount; ++i) x[i] = static_cast<float>(i);
  EXPECT_TRUE(ok(dispatch(pipeline, {bind_input(0, x), bind_input(1, y), bind_output(2, z)})));
  return z;
}

std::vector<float> expected(float y) {
  std::vector<float> z(kCount);
  for (size_t i = 0; i < kCount; ++i) z[i] = 2.0f * static_cast<float>(i) + y;
  return z;
}

class ManifestReload : public testing::TestWithParam<const char*> {};

TEST_P(ManifestReload, AnEditedOpChangesResultsBetweenDispatchesAndNeverWithinOne) {
  const Folder folder;
  const Opened session = open_device(GetParam());
  ASSERT_TRUE(ok(load(session, folder.name())));
  const Pipeline pipeline = make_pipeline(session, kCaller);
  const std::vector<float> added = expected(1.0f), subtracted = expected(-1.0f);
  EXPECT_EQ(run(pipeline), added);

  std::atomic<bool> editing = true;
  std::thread editor([&] {
    for (int edit = 0; edit < 40; ++edit) {
      folder.write(edit % 2 == 0 ? "sub" : "add");
      EXPECT_TRUE(ok(load(session, folder.name())));
    }
    editing = false;
  });
  int of_old = 0, of_new = 0, mixed = 0;
  while (editing) {
    const std::vector<float> result = run(pipeline);
    ++(result == added ? of_old : result == subtracted ? of_new : mixed);
  }
  editor.join();
  EXPECT_EQ(mixed, 0) << of_old << " dispatches added, " << of_new << " subtracted";
  EXPECT_EQ(run(pipeline), added) << "the last edit counts";
  folder.write("sub");
  ASSERT_TRUE(ok(load(session, folder.name())));
  EXPECT_EQ(run(pipeline), subtracted);
}

VYRE_ON_BOTH_BACKENDS(ManifestReload);

TEST(ManifestReloadFiles, TheExampleIsTheOneInTheDocs) {
  const std::string page = text_of(fs::path(VYRE_SOURCE_DIR) / "docs/manifests.md");
  const std::string example =
      text_of(fs::path(VYRE_SOURCE_DIR) / "examples/dialects/saxpy.dialect.json");
  EXPECT_NE(page.find(example), std::string::npos);
}

}  // namespace
}  // namespace vyre::test
