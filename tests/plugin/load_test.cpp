// Plug-ins in libraries of their own: what loads, what is refused by name, and when the code goes.
#include <dlfcn.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "base/hash/blake3.h"
#include "capi/support/plugin_support.h"
#include "support/temporary_folder.h"

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
                    const vyre_plugin_desc* desc = nullptr) {
  return said(vyre_context_load_plugin(context.get(), c_string(path), desc, nullptr));
}

// A context that has loaded the plug-in, and its backend.
Opened load(const std::string& path) {
  Opened opened;
  opened.context = new_context();
  EXPECT_EQ(loading(opened.context, path), "success");
  opened.backend = acquire(opened.context, "loaded");
  return opened;
}

Digest digest_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return Blake3().update(bytes).digest();
}

vyre_plugin_desc allowing(const Digest& digest) {
  vyre_plugin_desc desc = VYRE_PLUGIN_DESC_INIT;
  desc.digests = digest.data();
  desc.digest_count = 1;
  return desc;
}

TEST(PluginLoad, ALoadedPluginWorksThroughEveryCallAndSaysItsId) {
  Opened opened;
  opened.context = new_context();
  vyre_string id = {nullptr, 0};
  ASSERT_TRUE(ok(vyre_context_load_plugin(opened.context.get(), c_string(module("plugin_good")),
                                          nullptr, &id)));
  EXPECT_EQ(string_of(id), "loaded");
  opened.backend = acquire(opened.context, "loaded");
  use_everything(opened);
}

TEST(PluginLoad, TheCodeGoesWithTheLastObject) {
  const std::string path = module("plugin_good");
  Opened opened = load(path);
  Buffer buffer = make_buffer(opened, 64);
  opened.context.reset();
  opened.backend.reset();
  EXPECT_TRUE(is_loaded(path));
  EXPECT_EQ(words_of(buffer).size(), 16u);
  buffer.reset();
  EXPECT_FALSE(is_loaded(path));
}

TEST(PluginLoad, AnErrorOutlivesThePluginThatMadeIt) {
  Opened opened = load(module("plugin_good"));
  vyre_buffer* buffer = nullptr;
  vyre_error* error = vyre_buffer_create(opened.backend.get(), uint64_t{1} << 62, &buffer);
  opened.backend.reset();
  opened.context.reset();
  EXPECT_FALSE(is_loaded(module("plugin_good")));
  EXPECT_THAT(said(error), HasSubstr("Fix: "));
}

TEST(PluginLoad, TwoContextsLoadTheSameFile) {
  const Context first = new_context(), second = new_context();
  EXPECT_EQ(loading(first, module("plugin_good")), "success");
  EXPECT_EQ(loading(second, module("plugin_good")), "success");
  EXPECT_NE(acquire(first, "loaded"), nullptr);
  EXPECT_NE(acquire(second, "loaded"), nullptr);
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
                    Wrong{"plugin_broken", "2001 ", "it lacks read_memory, submit"},
                    Wrong{"plugin_empty_id", "2001 ", "|id| is empty"},
                    Wrong{"plugin_bad_id", "2001 ", "|id| is 'a b'"},
                    Wrong{"plugin_without_entry", "2001 ", "no function vyre_plugin_entry"},
                    Wrong{"plugin_refuses", "1002 ", "refuses to load: no such card here"},
                    Wrong{"plugin_strange", "2001 ", "an error that the host did not make"},
                    Wrong{"plugin_taken_id", "2003 ", "'cpu-ref'"}),
    [](const auto& param) { return std::string(param.param.name); });

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
  EXPECT_THAT(loading(context, ""), StartsWith("2001 |path|"));
}

TEST(PluginLoad, OnlyTheFileWithTheDigestIsLoaded) {
  const std::string path = module("plugin_good");
  const Digest right = digest_of(path);
  Digest wrong = right;
  wrong[31] ^= 1;
  const vyre_plugin_desc refuses = allowing(wrong), allows = allowing(right);
  const Context context = new_context();
  EXPECT_THAT(loading(context, path, &refuses),
              AllOf(StartsWith("2001 "), HasSubstr("BLAKE3"), HasSubstr(path), HasSubstr("Fix: ")));
  EXPECT_THAT(mapped(), ::testing::Not(HasSubstr("vyre-plugin")));
  EXPECT_EQ(loading(context, path, &allows), "success");
  EXPECT_NE(acquire(context, "loaded"), nullptr);
}

TEST(PluginLoad, DifferentFilesWithDigestsAreDifferentLibraries) {
  // Descriptors have the same numbers again and again; the loader must not take one for the other.
  for (int round = 0; round < 3; ++round) {
    const Context context = new_context();
    for (const char* name : {"plugin_good", "plugin_second"}) {
      const Digest digest = digest_of(module(name));
      const vyre_plugin_desc desc = allowing(digest);
      EXPECT_EQ(loading(context, module(name), &desc), "success");
    }
    EXPECT_NE(acquire(context, "loaded"), nullptr);
    EXPECT_NE(acquire(context, "second"), nullptr);
  }
}

TEST(PluginLoad, WhatIsLoadedIsWhatWasHashed) {
  const TemporaryFolder folder;
  const std::string path = folder.path("plugin.so");
  std::filesystem::copy_file(module("plugin_good"), path);
  const Digest digest = digest_of(path);
  const vyre_plugin_desc desc = allowing(digest);
  Opened opened;
  opened.context = new_context();
  ASSERT_EQ(loading(opened.context, path, &desc), "success");
  std::ofstream(path, std::ios::binary | std::ios::trunc) << "overwritten in place";
  opened.backend = acquire(opened.context, "loaded");
  use_everything(opened);
}

TEST(PluginLoad, AFolderLoadsItsPluginsAndNothingElse) {
  const TemporaryFolder folder;
  const Context context = new_context();
  const auto load_folder = [&] {
    return said(vyre_context_load_plugins(context.get(), c_string(folder.path()), nullptr));
  };
  EXPECT_EQ(load_folder(), "success");  // empty
  folder.write("readme.txt", "no plug-in");
  folder.write("library.so.1", "no plug-in");
  std::filesystem::create_directory(folder.path("folder.so"));
  ASSERT_EQ(::mkfifo(folder.path("pipe.so").c_str(), 0600), 0);
  std::filesystem::copy_file(module("plugin_good"), folder.path("b.so"));
  std::filesystem::copy_file(module("plugin_second"), folder.path("a.dylib"));
  EXPECT_EQ(load_folder(), "success");
  EXPECT_NE(acquire(context, "loaded"), nullptr);
  EXPECT_NE(acquire(context, "second"), nullptr);
}

TEST(PluginLoad, AFolderWithJunkLoadsTheRestAndNamesEachFailure) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(module("plugin_version"), folder.path("a.so"));
  std::filesystem::copy_file(module("plugin_good"), folder.path("b.so"));
  std::filesystem::copy_file(module("plugin_good"), folder.path("c.so"));
  folder.write("d.so", "junk");
  const Context context = new_context();
  vyre_error* error = vyre_context_load_plugins(context.get(), c_string(folder.path()), nullptr);
  ASSERT_EQ(vyre_error_finding_count(error), 3u);
  std::vector<std::string> names;
  for (size_t i = 0; i < 3; ++i) {
    const vyre_finding finding = vyre_error_finding(error, i);
    names.push_back(string_of(finding.code) + " " +
                    std::filesystem::path(string_of(finding.path)).filename().string());
  }
  EXPECT_THAT(names, ::testing::ElementsAre("INVALID_ARGUMENT a.so", "ALREADY_REGISTERED c.so",
                                            "INVALID_ARGUMENT d.so"));
  EXPECT_THAT(said(error), AllOf(StartsWith("2001 3 of 4 plug-ins"), HasSubstr("Fix: ")));
  EXPECT_NE(acquire(context, "loaded"), nullptr);
}

TEST(PluginLoad, AFolderThatIsNoneIsAnError) {
  const Context context = new_context();
  EXPECT_THAT(said(vyre_context_load_plugins(context.get(), vyre_str("/no/folder"), nullptr)),
              StartsWith("2002 "));
}

TEST(PluginLoad, ThePluginLogsToTheApplication) {
  std::string logged;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.log_user = &logged;
  desc.log = [](void* user, int32_t, vyre_string text) {
    static_cast<std::string*>(user)->append(text.data, text.size);
  };
  const auto context = made<Context>(vyre_context_create, &desc);
  ASSERT_EQ(loading(context, module("plugin_good")), "success");
  EXPECT_EQ(logged, "the scripted plug-in was set up");
}

}  // namespace
}  // namespace vyre::test
