// Plug-ins in libraries of their own: what loads, what is refused by name, and when the code goes.
#include <dlfcn.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "base/hash/blake3.h"
#include "capi/support/plugin_support.h"
#include "support/temporary_folder.h"
#include "vyre_driver_tools.h"

namespace vyre::test {
namespace {

std::string module(const std::string& name) { return VYRE_PLUGIN_FOLDER "/" + name + ".so"; }

bool is_loaded(const std::string& path) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (library != nullptr) ::dlclose(library);
  return library != nullptr;
}

std::string mapped() {
  std::ifstream maps("/proc/self/maps");
  return {std::istreambuf_iterator<char>(maps), {}};
}

std::string loading(const Context& context, const std::string& path,
                    const std::vector<vyre_bytes>& digests = {}) {
  return said(vyre_context_load_plugin(context.get(), c_string(path), digests.data(),
                                       digests.size(), nullptr));
}

// A context that has loaded the plug-in, and its device.
Opened load(const std::string& path) {
  Opened opened;
  opened.context = new_context();
  EXPECT_EQ(loading(opened.context, path), "success");
  opened.device = open_device(opened.context, "loaded");
  return opened;
}

Digest digest_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return Blake3().update(bytes).digest();
}

vyre_bytes bytes_of(const Digest& digest) { return {digest.data(), digest.size()}; }

TEST(PluginLoad, ALoadedPluginWorksThroughEveryCallAndSaysItsId) {
  Opened opened;
  opened.context = new_context();
  vyre_string id = {nullptr, 0};
  ASSERT_TRUE(ok(vyre_context_load_plugin(opened.context.get(), c_string(module("plugin_good")),
                                          nullptr, 0, &id)));
  EXPECT_STREQ(id.data, "loaded");
  opened.device = open_device(opened.context, "loaded");
  use_everything(opened);
}

TEST(PluginLoad, TheCodeGoesWithTheLastObject) {
  const std::string path = module("plugin_good");
  Opened opened = load(path);
  Buffer buffer = make_buffer(opened, 64);
  opened.context.reset();
  opened.device.reset();
  EXPECT_TRUE(is_loaded(path));
  EXPECT_EQ(words_of(buffer).size(), 16u);
  buffer.reset();
  EXPECT_FALSE(is_loaded(path));
}

TEST(PluginLoad, AnErrorOutlivesThePluginThatMadeIt) {
  Opened opened = load(module("plugin_good"));
  vyre_buffer* buffer = nullptr;
  vyre_error* error = vyre_buffer_create(opened.device.get(), uint64_t{1} << 62, nullptr, &buffer);
  opened.device.reset();
  opened.context.reset();
  EXPECT_FALSE(is_loaded(module("plugin_good")));
  EXPECT_THAT(said(error), HasSubstr("Fix: "));
}

TEST(PluginLoad, TwoContextsLoadTheSameFile) {
  const Context first = new_context(), second = new_context();
  EXPECT_EQ(loading(first, module("plugin_good")), "success");
  EXPECT_EQ(loading(second, module("plugin_good")), "success");
  EXPECT_NE(open_device(first, "loaded"), nullptr);
  EXPECT_NE(open_device(second, "loaded"), nullptr);
}

TEST(PluginLoad, LoadingTwiceNamesBothOwners) {
  const Context context = new_context();
  const std::string path = module("plugin_good");
  ASSERT_EQ(loading(context, path), "success");
  EXPECT_THAT(loading(context, path),
              AllOf(StartsWith("2003 "), HasSubstr("'loaded'"),
                    HasSubstr("registered by plug-in '" + path +
                              "' and was registered by plug-in '" + path + "'"),
                    HasSubstr("Fix: ")));
}

struct Wrong {
  const char* name;
  const char* code;
  const char* text;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

class WrongPlugin : public testing::TestWithParam<Wrong> {};

TEST_P(WrongPlugin, IsRefusedByNameAndNothingStaysLoaded) {
  const Context context = new_context();
  const std::string path = module(GetParam().name);
  EXPECT_THAT(loading(context, path), AllOf(StartsWith(GetParam().code), HasSubstr(path),
                                            HasSubstr(GetParam().text), HasSubstr("Fix: ")));
  EXPECT_FALSE(is_loaded(path));
}
INSTANTIATE_TEST_SUITE_P(
    PluginLoad, WrongPlugin,
    testing::Values(Wrong{"plugin_version", "2001 ", "ABI version 99"},
                    Wrong{"plugin_size", "2001 ", "struct_size is 8"},
                    Wrong{"plugin_flags", "2001 ", "|flags| has the unknown bits"},
                    Wrong{"plugin_without_table", "2001 ", "loads without a table"},
                    Wrong{"plugin_broken", "2001 ", "it lacks read_memory, submit"},
                    Wrong{"plugin_empty_id", "2001 ", "|id| is empty"},
                    Wrong{"plugin_bad_id", "2001 ", "|id| is 'a b'"},
                    Wrong{"plugin_without_entry", "2001 ", "no function vyre_plugin_entry"},
                    Wrong{"plugin_refuses", "1002 ", "refuses to load: no such card here"},
                    Wrong{"plugin_strange", "2001 ", "an error that the host did not make"},
                    Wrong{"plugin_oracle_id", "2001 ", "|id| is 'cpu-ref', which is the oracle's"},
                    Wrong{"plugin_taken_id", "2003 ", "'vulkan'"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(PluginLoad, AnOldPluginLacksWhatItsHeaderDidNotHave) {
  const Opened opened = load(module("plugin_old"));
  use_everything(opened);
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_DEVICE_BYTES), VYRE_UNKNOWN);
  EXPECT_THAT(said(vyre_device_recover(opened.device.get())), StartsWith("1002 "));
}

TEST(PluginLoad, WhatANewerPluginHasBeyondTheTableIsNotUsed) {
  for (const char* name : {"plugin_newer", "plugin_newer_used"}) {
    SCOPED_TRACE(name);
    const Opened opened = load(module(name));
    use_everything(opened);
    EXPECT_EQ(metric_of(opened, VYRE_METRIC_DEVICE_BYTES), 4711u);
  }
}

TEST(PluginLoad, AnErrorThatIsNoneIsNotTouched) {
  const Opened opened = load(module("plugin_strange_compile"));
  Pipeline pipeline;
  EXPECT_THAT(said(try_pipeline(opened, kIncrement, &pipeline)),
              AllOf(StartsWith("2010 backend 'loaded', compile"),
                    HasSubstr("an error that the host did not make")));
}

TEST(PluginLoad, FilesThatAreNoneAreRefused) {
  const TemporaryFolder folder;
  const Context context = new_context();
  EXPECT_THAT(loading(context, folder.path("none.so")), StartsWith("2002 cannot open"));
  EXPECT_THAT(loading(context, folder.path()), AllOf(StartsWith("2001 "), HasSubstr("no regular")));
  EXPECT_THAT(loading(context, folder.write("junk.so", "no library")),
              AllOf(StartsWith("2001 "), HasSubstr("cannot be loaded")));
  ASSERT_EQ(::mkfifo(folder.path("pipe.so").c_str(), 0600), 0);
  EXPECT_THAT(loading(context, folder.path("pipe.so")), HasSubstr("no regular file"));
  EXPECT_THAT(loading(context, ""), StartsWith("2001 vyre_context_load_plugin: path "));
}

TEST(PluginLoad, OnlyTheFileWithTheDigestIsLoaded) {
  const std::string path = module("plugin_good");
  const Digest right = digest_of(path);
  Digest wrong = right;
  wrong[31] ^= 1;
  const Context context = new_context();
  EXPECT_THAT(loading(context, path, {bytes_of(wrong)}),
              AllOf(StartsWith("2001 "), HasSubstr("BLAKE3"), HasSubstr(path), HasSubstr("Fix: ")));
  EXPECT_THAT(mapped(), ::testing::Not(HasSubstr("vyre-plugin")));
  EXPECT_EQ(loading(context, path, {bytes_of(wrong), bytes_of(right)}), "success");
  EXPECT_NE(open_device(context, "loaded"), nullptr);
}

TEST(PluginLoad, DigestsThatAreNoneAreRefused) {
  const Context context = new_context();
  const std::string path = module("plugin_good");
  const Digest digest = digest_of(path);
  const vyre_bytes cut = {digest.data(), 31}, none = {nullptr, 32};
  EXPECT_THAT(loading(context, path, {bytes_of(digest), cut}),
              AllOf(StartsWith("2001 "), HasSubstr("digests[1] has 31 bytes"), HasSubstr("Fix: ")));
  EXPECT_THAT(loading(context, path, {none}),
              AllOf(StartsWith("2001 "), HasSubstr("digests[0] is NULL")));
  EXPECT_THAT(said(vyre_context_load_plugin(context.get(), c_string(path), nullptr, 1, nullptr)),
              AllOf(StartsWith("2001 "), HasSubstr("digests is NULL")));
  EXPECT_FALSE(is_loaded(path));
}

TEST(PluginLoad, DifferentFilesWithDigestsAreDifferentLibraries) {
  // Descriptors have the same numbers again and again; the loader must not take one for the other.
  for (int round = 0; round < 3; ++round) {
    const Context context = new_context();
    for (const char* name : {"plugin_good", "plugin_second"}) {
      const Digest digest = digest_of(module(name));
      EXPECT_EQ(loading(context, module(name), {bytes_of(digest)}), "success");
    }
    EXPECT_NE(open_device(context, "loaded"), nullptr);
    EXPECT_NE(open_device(context, "second"), nullptr);
  }
}

TEST(PluginLoad, WhatIsLoadedIsWhatWasHashed) {
  const TemporaryFolder folder;
  const std::string path = folder.path("plugin.so");
  std::filesystem::copy_file(module("plugin_good"), path);
  const Digest digest = digest_of(path);
  Opened opened;
  opened.context = new_context();
  ASSERT_EQ(loading(opened.context, path, {bytes_of(digest)}), "success");
  std::ofstream(path, std::ios::binary | std::ios::trunc) << "overwritten in place";
  opened.device = open_device(opened.context, "loaded");
  use_everything(opened);
}

TEST(PluginLoad, AFolderLoadsItsPluginsAndNothingElse) {
  const TemporaryFolder folder;
  const Context context = new_context();
  const auto load_folder = [&] {
    return said(vyre_context_load_plugins(context.get(), c_string(folder.path()), nullptr, 0));
  };
  EXPECT_EQ(load_folder(), "success");  // empty
  folder.write("readme.txt", "no plug-in");
  folder.write("library.so.1", "no plug-in");
  std::filesystem::create_directory(folder.path("folder.so"));
  ASSERT_EQ(::mkfifo(folder.path("pipe.so").c_str(), 0600), 0);
  std::filesystem::copy_file(module("plugin_good"), folder.path("b.so"));
  std::filesystem::copy_file(module("plugin_second"), folder.path("a.dylib"));
  EXPECT_EQ(load_folder(), "success");
  EXPECT_NE(open_device(context, "loaded"), nullptr);
  EXPECT_NE(open_device(context, "second"), nullptr);
}

TEST(PluginLoad, AFolderWithJunkLoadsTheRestAndNamesEachFailure) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(module("plugin_version"), folder.path("a.so"));
  std::filesystem::copy_file(module("plugin_good"), folder.path("b.so"));
  std::filesystem::copy_file(module("plugin_good"), folder.path("c.so"));
  folder.write("d.so", "junk");
  const Context context = new_context();
  vyre_error* error = vyre_context_load_plugins(context.get(), c_string(folder.path()), nullptr, 0);
  const vyre_error_info* info = vyre_error_get_info(error);
  ASSERT_EQ(info->finding_count, 3u);
  std::vector<std::string> names;
  for (size_t i = 0; i < 3; ++i) {
    const vyre_finding* finding = info->findings[i];
    names.push_back(string_of(finding->code) + " " +
                    std::filesystem::path(string_of(finding->path)).filename().string());
  }
  EXPECT_THAT(names, ::testing::ElementsAre("INVALID_ARGUMENT a.so", "ALREADY_REGISTERED c.so",
                                            "INVALID_ARGUMENT d.so"));
  EXPECT_THAT(said(error),
              AllOf(StartsWith("2001 "), HasSubstr("3 of 4 plug-ins"), HasSubstr("Fix: ")));
  EXPECT_NE(open_device(context, "loaded"), nullptr);
}

TEST(PluginLoad, PathsWithNulAreNotCutThere) {
  const Context context = new_context();
  const std::string path = module("plugin_good") + std::string("\0.so", 4);
  EXPECT_THAT(loading(context, path), AllOf(StartsWith("2001 "), HasSubstr("path is '")));
  const std::string folder = std::string(VYRE_PLUGIN_FOLDER) + std::string("\0/x", 3);
  EXPECT_THAT(said(vyre_context_load_plugins(context.get(), c_string(folder), nullptr, 0)),
              AllOf(StartsWith("2001 "), HasSubstr("folder is '"), HasSubstr("no file is called")));
}

TEST(PluginLoad, AFolderThatIsNoneIsAnError) {
  const Context context = new_context();
  EXPECT_THAT(said(vyre_context_load_plugins(context.get(), vyre_str("/no/folder"), nullptr, 0)),
              StartsWith("2002 "));
}

TEST(PluginLoad, ThePluginLogsToTheApplication) {
  std::string logged;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.log_user = &logged;
  desc.log = [](void* user, vyre_log_level, vyre_string text) {
    static_cast<std::string*>(user)->append(text.data, text.size);
  };
  const auto context = made<Context>(vyre_context_create, &desc);
  ASSERT_EQ(loading(context, module("plugin_good")), "success");
  EXPECT_EQ(logged, "the scripted plug-in was set up");
}

}  // namespace
}  // namespace vyre::test
