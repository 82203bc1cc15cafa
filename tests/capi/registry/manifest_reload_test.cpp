// An op from a manifest is called on both backends, while the manifest is edited and loaded again.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "capi/support/capi_support.h"

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
  Folder() : path_(fs::temp_directory_path() / ("vyre_manifests_" + std::to_string(getpid()))) {
    fs::create_directories(path_);
    example_ = text_of(fs::path(VYRE_SOURCE_DIR) / "examples/dialects/saxpy.dialect.json");
    write("add");
  }
  ~Folder() { fs::remove_all(path_); }

  std::string name() const { return path_.string(); }

  // The example with |op| where it adds, in the way that docs/manifests.md recommends.
  void write(std::string_view op) const {
    std::string text = example_;
    text.replace(text.find("\"add\""), 5, "\"" + std::string(op) + "\"");
    std::ofstream(path_ / "edited") << text;
    fs::rename(path_ / "edited", path_ / "saxpy.dialect.json");
  }

 private:
  fs::path path_;
  std::string example_;
};

vyre_error* load(vyre_context* context, const std::string& folder) {
  return vyre_context_load_manifests(context, c_string(folder));
}

// One dispatch with x[i] = i and y[i] = 1.
std::vector<float> run(vyre_pipeline* pipeline) {
  std::vector<float> x(kCount), y(kCount, 1.0f), z(kCount);
  for (size_t i = 0; i < kCount; ++i) x[i] = static_cast<float>(i);
  const vyre_binding bindings[] = {vyre_bind_input(0, x.data(), kCount * 4),
                                   vyre_bind_input(1, y.data(), kCount * 4),
                                   vyre_bind_output(2, z.data(), kCount * 4)};
  EXPECT_TRUE(ok(vyre_dispatch(pipeline, bindings, 3, nullptr, nullptr)));
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
  Session session(GetParam());
  ASSERT_TRUE(ok(load(session.context(), folder.name())));
  const Pipeline pipeline = session.pipeline(kCaller);
  const std::vector<float> added = expected(1.0f), subtracted = expected(-1.0f);
  EXPECT_EQ(run(pipeline.get()), added);

  std::atomic<bool> editing = true;
  std::thread editor([&] {
    for (int edit = 0; edit < 40; ++edit) {
      folder.write(edit % 2 == 0 ? "sub" : "add");
      EXPECT_TRUE(ok(load(session.context(), folder.name())));
    }
    editing = false;
  });
  int of_old = 0, of_new = 0, mixed = 0;
  while (editing) {
    const std::vector<float> result = run(pipeline.get());
    ++(result == added ? of_old : result == subtracted ? of_new : mixed);
  }
  editor.join();
  EXPECT_EQ(mixed, 0) << of_old << " dispatches added, " << of_new << " subtracted";
  EXPECT_EQ(run(pipeline.get()), added) << "the last edit counts";
  folder.write("sub");
  ASSERT_TRUE(ok(load(session.context(), folder.name())));
  EXPECT_EQ(run(pipeline.get()), subtracted);
}

INSTANTIATE_TEST_SUITE_P(OnBoth, ManifestReload, testing::Values("cpu-ref", "vulkan"),
                         [](const auto& backend) {
                           return std::string(backend.param) == "vulkan" ? "Vulkan" : "Oracle";
                         });

TEST(ManifestReloadFiles, TheExampleIsTheOneInTheDocs) {
  const std::string page = text_of(fs::path(VYRE_SOURCE_DIR) / "docs/manifests.md");
  const std::string example =
      text_of(fs::path(VYRE_SOURCE_DIR) / "examples/dialects/saxpy.dialect.json");
  EXPECT_NE(page.find(example), std::string::npos);
}

}  // namespace
}  // namespace vyre::test
