// Texts of plug-ins and hosts that no reader is to meet as they are: with NUL, which ends what a C
// host prints, bytes that are no UTF-8, control characters, a megabyte. What the library tells of
// them is fit to be shown and has the way out.
#include <cstring>

#include "capi/support/plugin_support.h"
#include "vyre_driver_plugin.h"
#include "vyre_driver_tools.h"

namespace vyre::test {
namespace {

const std::string& odd_text() {
  static const std::string text =
      std::string("\0 \xff \x1b[31m \x7f \xc2\x85 \xed\xa0\x80 ", 19) + std::string(1 << 20, 'a');
  return text;
}

void expect_shown(const std::string& text) {
  EXPECT_LT(text.size(), 100'000u);
  EXPECT_EQ(text.size(), std::strlen(text.c_str()));
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    EXPECT_TRUE((byte >= 0x20 || c == '\n' || c == '\t') && byte < 0x7F) << unsigned{byte};
  }
}

// All that can be read of an error; destroys it.
void expect_all_shown(vyre_error* error) {
  ASSERT_NE(error, nullptr);
  const Error owned(error);
  const std::string text = text_of(error);
  expect_shown(text);
  EXPECT_THAT(text, HasSubstr("Fix: "));
  const vyre_error_info* info = vyre_error_get_info(error);
  EXPECT_GT(info->fix.size, 0u);
  for (const vyre_string part : {info->message, info->fix, info->label, info->path}) {
    expect_shown(string_of(part));
  }
  for (size_t i = 0; i < info->finding_count; ++i) {
    const vyre_finding& finding = *info->findings[i];
    for (const vyre_string part :
         {finding.code, finding.path, finding.other, finding.text, finding.fix, finding.label}) {
      expect_shown(string_of(part));
    }
  }
}

TEST(OddTexts, OfAPluginsErrorsAreEscapedAndCutAheadOfTheWayOut) {
  Scripted scripted;
  scripted.table.compile = [](void*, const vyre_plugin_compile* request, void**) {
    const vyre_plugin_host& host = *request->host;
    vyre_error* const made =
        host.error_create(VYRE_ERROR_KERNEL_COMPILE_FAILED, 3, c_string(odd_text()));
    const vyre_string odd = c_string(odd_text());
    const vyre_finding finding = {sizeof finding, odd, odd, odd, odd, odd, odd};
    return host.error_add_finding(made, &finding);
  };
  const Opened opened = open_table(scripted.table);
  Pipeline pipeline;
  vyre_error* const error = try_pipeline(opened, kIncrement, &pipeline);
  EXPECT_THAT(text_of(error), AllOf(HasSubstr("compile: \\x00 \\xff \\x1b[31m \\x7f \\xc2\\x85"),
                                    HasSubstr("bytes). Fix: correct what")));
  expect_all_shown(error);
}

TEST(OddTexts, OfAPluginThatRefusesToLoadAreShown) {
  const Context context = new_context();
  expect_all_shown(vyre_context_load_plugin(
      context.get(), vyre_str(VYRE_PLUGIN_FOLDER "/plugin_garbled.so"), nullptr, 0, nullptr));
}

TEST(OddTexts, ThatAPluginLogsAreShown) {
  std::string logged;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.vulkan_library = vyre_str("/there/is/no/loader.so");
  desc.log_user = &logged;
  desc.log = [](void* user, vyre_log_level, vyre_string text) {
    static_cast<std::string*>(user)->append(text.data, text.size);
  };
  Scripted scripted;
  scripted.table.open_device = [](void*, uint32_t, const vyre_plugin_host* host, void**) {
    host->log(host->context, VYRE_LOG_WARNING, c_string(odd_text()));
    return host->error_create(VYRE_ERROR_UNSUPPORTED_FEATURE, 0, c_string(odd_text()));
  };
  const auto context = made<Context>(vyre_context_create, &desc);
  ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &scripted.table)));
  vyre_device* device = nullptr;
  expect_all_shown(vyre_device_open_id(context.get(), "scripted", &device));
  EXPECT_THAT(logged, HasSubstr("\\x00 \\xff"));
  expect_shown(logged);
}

TEST(OddTexts, OfADevicesFactsAreShown) {
  Scripted scripted;
  const vyre_string odd = c_string(odd_text());
  scripted.what.profile.name = scripted.what.profile.driver = odd;
  scripted.what.profile.api_version = odd;
  const Opened opened = open_table(scripted.table);
  const vyre_device_info& info = info_of(opened);
  for (const vyre_string text : {info.name, info.driver, info.api_version}) {
    EXPECT_THAT(string_of(text), StartsWith("\\x00 \\xff"));
    expect_shown(string_of(text));
  }
}

TEST(OddTexts, AreNoVersionAndNoId) {
  for (vyre_string vyre_backend_table::*text :
       {&vyre_backend_table::version, &vyre_backend_table::id}) {
    Scripted scripted;
    scripted.table.*text = c_string(odd_text());
    const Context context = new_context();
    expect_all_shown(vyre_context_add_backend(context.get(), &scripted.table));
  }
}

TEST(OddTexts, OfAHostAreShownInErrors) {
  auto [scripted, opened] = On<Scripted>();
  const vyre_string odd = c_string(odd_text());
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  desc.id = odd;
  vyre_device* device = nullptr;
  expect_all_shown(vyre_device_open(opened.context.get(), &desc, &device));
  expect_all_shown(vyre_error_create(VYRE_ERROR_UNKNOWN, 0, odd));

  vyre_pipeline_desc described = VYRE_PIPELINE_DESC_INIT;
  described.label = odd;
  scripted.what.failing = ENTRY_compile;
  const Program program = load(opened.context, kIncrement);
  vyre_pipeline* pipeline = nullptr;
  expect_all_shown(vyre_pipeline_create(opened.device.get(), program.get(), &described, &pipeline));
}

}  // namespace
}  // namespace vyre::test
