// Executables of a table that the cache folder keeps.
#include <filesystem>

#include "capi/support/plugin_support.h"
#include "vyre_driver_plugin.h"

namespace vyre::test {
namespace {

vyre_backend_table plain;
uint32_t loads;
bool bytes_are_of_use;
bool saves;

vyre_error* save(void*, void*, vyre_write_fn write, void* user) {
  if (!saves) return nullptr;
  vyre_error* error = write(user, "ker", 3);
  return error != nullptr ? error : write(user, "nel", 3);
}

vyre_error* load_kept(void* device, const vyre_plugin_compile* request, const void* bytes,
                      size_t size, void** out) {
  ++loads;
  EXPECT_EQ(std::string(static_cast<const char*>(bytes), size), "kernel");
  return bytes_are_of_use ? plain.compile(device, request, out) : nullptr;
}

struct PluginKept : ::testing::Test {
  PluginKept() : folder(::testing::TempDir() + "vyre_plugin_kept") {
    std::filesystem::remove_all(folder);
    plain = scripted.table;
    loads = 0;
    bytes_are_of_use = saves = true;
    scripted.table.save_executable = save;
    scripted.table.load_executable = load_kept;
    desc.cache_folder = c_string(folder);
    desc.vulkan_library = vyre_str("/there/is/no/loader.so");
  }
  ~PluginKept() override { std::filesystem::remove_all(folder); }

  // What a process of its own would find.
  vyre_origin origin() {
    Opened opened;
    opened.context = made<Context>(vyre_context_create, &desc);
    EXPECT_TRUE(ok(vyre_context_add_backend(opened.context.get(), &scripted.table)));
    opened.device = open_device(opened.context, "scripted");
    const Pipeline pipeline = make_pipeline(opened, kIncrement);
    EXPECT_EQ(increments(pipeline, 5, 100), "");
    return vyre_pipeline_get_info(pipeline.get())->origin;
  }

  const std::string folder;
  Scripted scripted;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
};

TEST_F(PluginKept, WhatIsSavedIsLoadedNextTime) {
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
  EXPECT_EQ(loads, 0u);
  EXPECT_EQ(origin(), VYRE_ORIGIN_DISK);
  EXPECT_EQ(loads, 1u);
  EXPECT_EQ(scripted.what.calls[ENTRY_compile], 2u);  // load_kept calls it too
}

TEST_F(PluginKept, BytesThatAreOfNoUseAreCompiledAgain) {
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
  bytes_are_of_use = false;
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
  EXPECT_EQ(loads, 1u);
  bytes_are_of_use = true;
  EXPECT_EQ(origin(), VYRE_ORIGIN_DISK);
}

TEST_F(PluginKept, WritingNothingKeepsNothing) {
  saves = false;
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
  EXPECT_EQ(loads, 0u);
}

TEST_F(PluginKept, AnotherVersionFindsNothing) {
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
  scripted.table.version = vyre_str("1.2.4");
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
}

TEST_F(PluginKept, WithoutAVersionNothingIsKept) {
  scripted.table.version = {nullptr, 0};
  EXPECT_EQ(origin(), VYRE_ORIGIN_UNKNOWN);
  EXPECT_EQ(origin(), VYRE_ORIGIN_UNKNOWN);
  EXPECT_EQ(loads, 0u);
}

TEST_F(PluginKept, AnErrorOfSaveIsLoggedAndTheKernelRuns) {
  static std::string log;
  desc.log = [](void*, vyre_log_level, vyre_string text) { log += string_of(text); };
  scripted.table.save_executable = [](void*, void*, vyre_write_fn write, void* user) {
    return write(user, nullptr, 4);
  };
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
  EXPECT_THAT(log, HasSubstr("save_executable: bytes"));
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
}

TEST_F(PluginKept, WhereNothingIsToBeCompiledBytesOfNoUseAreNot) {
  const auto only_cached = [&](Pipeline* out) {
    Opened opened;
    opened.context = made<Context>(vyre_context_create, &desc);
    EXPECT_TRUE(ok(vyre_context_add_backend(opened.context.get(), &scripted.table)));
    opened.device = open_device(opened.context, "scripted");
    vyre_pipeline_desc pipeline = VYRE_PIPELINE_DESC_INIT;
    pipeline.flags = VYRE_PIPELINE_ONLY_CACHED;
    const Program program = load(opened.context, kIncrement);
    vyre_pipeline* made = nullptr;
    vyre_error* error = vyre_pipeline_create(opened.device.get(), program.get(), &pipeline, &made);
    out->reset(made);
    return error;
  };
  Pipeline pipeline;
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
  EXPECT_TRUE(ok(only_cached(&pipeline)));
  EXPECT_EQ(vyre_pipeline_get_info(pipeline.get())->origin, VYRE_ORIGIN_DISK);
  pipeline.reset();
  bytes_are_of_use = false;
  const size_t compiled = scripted.what.calls[ENTRY_compile];
  EXPECT_TRUE(refused(only_cached(&pipeline), VYRE_ERROR_NOT_READY, {"is not kept"}));
  EXPECT_EQ(scripted.what.calls[ENTRY_compile], compiled);
}

// It is the table's answer, not that of a caller who was only to look.
TEST_F(PluginKept, AnErrorOfLoadIsToldOnceWhateverItsCode) {
  EXPECT_EQ(origin(), VYRE_ORIGIN_COMPILED);
  scripted.table.load_executable = [](void*, const vyre_plugin_compile*, const void*, size_t,
                                      void**) -> vyre_error* {
    if (++loads > 3) return nullptr;
    return vyre_error_create(VYRE_ERROR_NOT_READY, 0, vyre_str("busy. Fix: wait"));
  };
  Opened opened;
  opened.context = made<Context>(vyre_context_create, &desc);
  EXPECT_TRUE(ok(vyre_context_add_backend(opened.context.get(), &scripted.table)));
  opened.device = open_device(opened.context, "scripted");
  Pipeline none;
  EXPECT_THAT(said(try_pipeline(opened, kIncrement, &none)), HasSubstr("load_executable: busy"));
  EXPECT_EQ(loads, 1u);
}

}  // namespace
}  // namespace vyre::test
