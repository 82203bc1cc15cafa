// Pipelines on backends of the host's own: whose executable runs, and which description counts.
#include "capi/support/plugin_support.h"
#include "vyre_driver_plugin.h"

namespace vyre::test {
namespace {

// A table that remembers what it compiled and what it was then given to run.
struct Watched : Scripted {
  Watched() {
    now = this;
    inner = table;
    table.compile = [](void* device, const vyre_plugin_compile* request, void** out) {
      vyre_error* const error = now->inner.compile(device, request, out);
      now->compiled.push_back(*out);
      return error;
    };
    table.submit = [](void* device, const vyre_plugin_submission* submission, void** out) {
      for (size_t i = 0; i < submission->command_count; ++i) {
        now->ran.push_back(submission->commands[i].executable);
        const uint32_t* grid = submission->commands[i].grid;
        now->grids.push_back({grid[0], grid[1], grid[2]});
        now->labels.push_back(submission->commands[i].label.data);
      }
      return now->inner.submit(device, submission, out);
    };
  }
  ~Watched() { now = nullptr; }

  static inline Watched* now = nullptr;
  vyre_backend_table inner = VYRE_BACKEND_TABLE_INIT;
  std::vector<void*> compiled, ran;
  std::vector<std::array<uint32_t, 3>> grids;
  std::vector<std::string> labels;
};

void run(const Pipeline& pipeline, const vyre_dispatch_desc* desc) {
  Words in(256), out(256);
  EXPECT_TRUE(ok(dispatch(pipeline, {bind_input(0, in), bind_output(1, out)}, desc)));
}

TEST(PluginPipeline, EveryDispatchReachesTheBackendWithWhatItCompiled) {
  auto [watched, opened] = On<Watched>();
  const Pipeline first = make_pipeline(opened, kIncrement),
                 second = make_pipeline(opened, kIncrement);
  ASSERT_EQ(watched.compiled.size(), 2u);
  for (int i = 0; i < 3; ++i) run(first, nullptr);
  run(second, nullptr);
  const std::vector<void*> expected = {watched.compiled[0], watched.compiled[0],
                                       watched.compiled[0], watched.compiled[1]};
  EXPECT_EQ(watched.ran, expected);
  EXPECT_EQ(watched.compiled.size(), 2u);
}

TEST(PluginPipeline, NoDescriptionIsTheDefaultAndAnotherReplacesIt) {
  auto [watched, opened] = On<Watched>();
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  const vyre_dispatch_desc defaults = VYRE_DISPATCH_DESC_INIT;
  const vyre_dispatch_desc wide = with_grid(VYRE_DISPATCH_DESC_INIT, 7);
  run(pipeline, nullptr);
  run(pipeline, &defaults);
  run(pipeline, &wide);
  run(pipeline, nullptr);  // nothing of it stays
  const std::vector<std::array<uint32_t, 3>> expected = {
      {4, 1, 1}, {4, 1, 1}, {7, 1, 1}, {4, 1, 1}};
  EXPECT_EQ(watched.grids, expected);
}

TEST(PluginPipeline, ACommandHasTheLabelOfItsDispatch) {
  auto [watched, opened] = On<Watched>();
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  vyre_dispatch_desc named = VYRE_DISPATCH_DESC_INIT;
  named.label = vyre_str("adds one");
  run(pipeline, &named);
  run(pipeline, nullptr);
  EXPECT_EQ(watched.labels, (std::vector<std::string>{"adds one", ""}));
}

// A table that reads grids from its memory.
struct ReadsGrids : Scripted {
  ReadsGrids() {
    now = this;
    inner = table;
    table.flags |= VYRE_PLUGIN_GRID_FROM_MEMORY;
    table.submit = [](void* device, const vyre_plugin_submission* submission, void** out) {
      vyre_plugin_command command = submission->commands[0];
      now->memories.push_back(command.grid_memory);
      if (command.grid_memory != nullptr) {
        std::array<uint32_t, 3> words = {};
        vyre_error* const error = now->inner.read_memory(device, command.grid_memory,
                                                         command.grid_offset, words.data(), 12);
        if (error != nullptr) return error;
        std::ranges::copy(words, command.grid);
      }
      vyre_plugin_submission changed = *submission;
      changed.commands = &command;
      return now->inner.submit(device, &changed, out);
    };
  }
  ~ReadsGrids() { now = nullptr; }

  static inline ReadsGrids* now = nullptr;
  vyre_backend_table inner = VYRE_BACKEND_TABLE_INIT;
  std::vector<void*> memories;
};

TEST(PluginPipeline, AGridInMemoryIsTheBackendsToRead) {
  auto [reads, opened] = On<ReadsGrids>();
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  const Buffer grid = make_buffer(opened, 20);
  const Words counts = {9, 9, 2, 1, 1};
  EXPECT_TRUE(ok(vyre_buffer_write(grid.get(), 0, counts.data(), 20)));
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.grid_buffer = grid.get();
  desc.grid_offset = 8;
  Words in(256), out(256);
  EXPECT_TRUE(ok(dispatch(pipeline, {bind_input(0, in), bind_output(1, out)}, &desc)));
  EXPECT_EQ(std::ranges::count(out, 1u), 128);  // of two workgroups
  run(pipeline, nullptr);
  ASSERT_EQ(reads.memories.size(), 2u);
  EXPECT_NE(reads.memories[0], nullptr);
  EXPECT_EQ(reads.memories[1], nullptr);
}

TEST(PluginPipeline, WithoutTheFlagSuchAGridIsRefused) {
  auto [watched, opened] = On<Watched>();
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  const Buffer grid = make_buffer(opened, 12);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.grid_buffer = grid.get();
  Words in(256), out(256);
  EXPECT_TRUE(refused(dispatch(pipeline, {bind_input(0, in), bind_output(1, out)}, &desc),
                      VYRE_ERROR_UNSUPPORTED_FEATURE, {"grid_buffer", "INDIRECT_DISPATCH"}));
  EXPECT_TRUE(watched.ran.empty());
}

}  // namespace
}  // namespace vyre::test
