// What a table's compile is told, what it can ask of the host, and the errors that it makes.
#include <cstring>

#include "capi/support/plugin_support.h"
#include "vyre_driver_plugin.h"

namespace vyre::test {
namespace {

TEST(PluginCompile, CompileGetsWireFormParametersAndSpirv) {
  auto [scripted, opened] = On<Scripted>();
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  EXPECT_GT(scripted.what.last_wire_size, 40u);
  EXPECT_GT(scripted.what.last_spirv_words, 50u);
  EXPECT_EQ(scripted.what.last_parameter_count, 2u);
}

// What |compile| was told, a line each.
std::vector<std::string> told;
vyre_backend_table plain_table;

std::string text(vyre_string given) {
  EXPECT_EQ(std::strlen(given.data), given.size);
  return given.data;
}

TEST(PluginCompile, CompileGetsWhatTheProgramNames) {
  Scripted scripted;
  plain_table = scripted.table;
  told.clear();
  scripted.table.compile = [](void* device, const vyre_plugin_compile* request, void** out) {
    for (size_t i = 0; i < request->constant_count; ++i) {
      const vyre_constant& constant = request->constants[i];
      told.push_back(text(constant.name) + " " + std::to_string(uint32_t{constant.kind}) + " " +
                     std::to_string(constant.bits));
    }
    told.push_back("workgroup " + std::to_string(request->workgroup[0]));
    return plain_table.compile(device, request, out);
  };
  const Opened opened = open_table(scripted.table);
  const Program program = load(opened.context, R"({
    "workgroup_size": [4, 1, 1],
    "buffers": [{"name": "out", "type": "U32", "count": 4, "output": true}],
    "body": [{"store": "out", "at": {"invocation_id": "x"}, "value": {"add": [
      {"spec": "vyre.workgroup.x", "type": "U32"}, {"spec": "n", "type": "U32", "default": 40}]}}]
  })");
  const vyre_constant constant = vyre_constant_u32("vyre.workgroup.x", 2);
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.constants = &constant;
  desc.constant_count = 1;
  const auto pipeline =
      made<Pipeline>(vyre_pipeline_create, opened.device.get(), program.get(), &desc);
  EXPECT_THAT(told, ElementsAre("n 0 40", "vyre.workgroup.x 0 2", "workgroup 2"));
  EXPECT_GT(scripted.what.last_spirv_words, 0u);
  Words out(4);
  EXPECT_TRUE(ok(dispatch(pipeline, {bind_output(0, out)})));
  EXPECT_THAT(out, Each(42u));
}

// A backend that has its SPIR-V and its oracle from the host gets both as they were asked for.
TEST(PluginCompile, CompileGetsWhatDivisionsGive) {
  Scripted scripted;
  plain_table = scripted.table;
  told.clear();
  scripted.table.compile = [](void* device, const vyre_plugin_compile* request, void** out) {
    vyre_plugin_spirv spirv = VYRE_PLUGIN_SPIRV_INIT;
    vyre_error* error = request->host->compilation_get_spirv(request->compilation, &spirv);
    if (error != nullptr) return error;
    told.push_back(std::to_string(request->flags) + (spirv.can_trap != 0 ? " traps" : " never"));
    if (spirv.can_trap != 0) told.push_back(text(*spirv.trap_sites[0]));
    return plain_table.compile(device, request, out);
  };
  const Opened opened = open_table(scripted.table);
  const Program program = load(opened.context, R"({
    "workgroup_size": [1, 1, 1],
    "buffers": [{"name": "b", "type": "I32", "count": 1},
                {"name": "out", "type": "I32", "count": 1, "output": true}],
    "body": [{"store": "out", "at": 0, "value": {"div": [{"i32": 7}, {"load": "b", "at": 0}]}}]
  })");
  const std::vector<int32_t> zero = {0};
  std::vector<int32_t> out = {5};
  const Bindings bindings = {bind_input(0, zero), bind_output(1, out)};
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  const auto traps =
      made<Pipeline>(vyre_pipeline_create, opened.device.get(), program.get(), &desc);
  EXPECT_TRUE(refused(dispatch(traps, bindings), VYRE_ERROR_DISPATCH_FAILED, {"div of I32 7"}));
  desc.flags = VYRE_PIPELINE_DIVISION_GIVES_ZERO;
  const auto defined =
      made<Pipeline>(vyre_pipeline_create, opened.device.get(), program.get(), &desc);
  EXPECT_TRUE(ok(dispatch(defined, bindings)));
  EXPECT_EQ(out[0], 0);
  EXPECT_THAT(told, ElementsAre("0 traps", "div at body[0].region.body[0]", "8 never"));
}

TEST(PluginCompile, CompileReadsTheProgramThroughTheHost) {
  Scripted scripted;
  plain_table = scripted.table;
  told.clear();
  scripted.table.compile = [](void* device, const vyre_plugin_compile* request, void** out) {
    const vyre_plugin_host& host = *request->host;
    const vyre_program_info* info = host.program_get_info(request->program);
    for (size_t i = 0; i < info->parameter_count; ++i) {
      told.push_back(text(info->parameters[i]->name) + " " + text(request->parameters[i].name));
    }
    vyre_save_desc json = VYRE_SAVE_DESC_INIT;
    json.format = VYRE_FORMAT_JSON;
    const vyre_save_desc* const descs[] = {nullptr, &json};
    for (const vyre_save_desc* desc : descs) {
      vyre_blob* blob = nullptr;
      vyre_error* error = host.program_save(request->program, desc, &blob);
      if (error != nullptr) return error;
      told.push_back(std::string(static_cast<const char*>(host.blob_get_bytes(blob).data), 1));
      host.blob_destroy(blob);
    }
    return plain_table.compile(device, request, out);
  };
  const Opened opened = open_table(scripted.table);
  EXPECT_NE(make_pipeline(opened, kIncrement), nullptr);
  EXPECT_THAT(told, ElementsAre("a a", "out out", "V", "{"));
}

TEST(PluginCompile, CompileGetsTheLabelOfThePipeline) {
  Scripted scripted;
  plain_table = scripted.table;
  told.clear();
  scripted.table.compile = [](void* device, const vyre_plugin_compile* request, void** out) {
    told.push_back(text(request->label));
    return plain_table.compile(device, request, out);
  };
  const Opened opened = open_table(scripted.table);
  const Program program = load(opened.context, kIncrement);
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  for (const char* label : {"adds one", ""}) {
    desc.label = vyre_str(label);
    (void)made<Pipeline>(vyre_pipeline_create, opened.device.get(), program.get(), &desc);
  }
  EXPECT_THAT(told, ElementsAre("adds one", ""));
}

// ---- Errors that the host's table makes ----

// What a pipeline on the scripted table fails with, when |compile| is what it does.
vyre_error* error_of(vyre_error* (*compile)(void*, const vyre_plugin_compile*, void**)) {
  Scripted scripted;
  scripted.table.compile = compile;
  const Opened opened = open_table(scripted.table);
  Pipeline pipeline;
  return try_pipeline(opened, kIncrement, &pipeline);
}

TEST(PluginErrors, AreToldWithTheirNumberAndFindings) {
  const Error error(error_of([](void*, const vyre_plugin_compile* request, void**) {
    const vyre_plugin_host& host = *request->host;
    vyre_error* made = host.error_create(VYRE_ERROR_UNSUPPORTED_FEATURE, 77,
                                         vyre_str("two things are missing. Fix: add them"));
    for (const char* code : {"F64", "WAVES"}) {
      vyre_finding finding = VYRE_FINDING_INIT;
      finding.code = vyre_str(code);
      finding.path = vyre_str("body[0]");
      finding.text = vyre_str("the card has none");
      finding.fix = vyre_str("buy another");
      made = host.error_add_finding(made, &finding);
    }
    EXPECT_EQ(host.error_get_info(made)->finding_count, 2u);
    return made;
  }));
  const vyre_error_info* info = vyre_error_get_info(error.get());
  EXPECT_EQ(info->code, VYRE_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(info->native_code, 77);
  ASSERT_EQ(info->finding_count, 2u);
  EXPECT_STREQ(info->findings[1]->code.data, "WAVES");
  EXPECT_STREQ(info->findings[1]->path.data, "body[0]");
  EXPECT_STREQ(info->findings[1]->text.data, "the card has none");
  EXPECT_STREQ(info->findings[1]->fix.data, "buy another");
  EXPECT_THAT(text_of(error.get()), HasSubstr("compile: two things are missing. Fix: add them"));
}

TEST(PluginErrors, AFindingThatIsNoneIsToldInItsPlace) {
  EXPECT_THAT(said(error_of([](void*, const vyre_plugin_compile* request, void**) {
                const vyre_plugin_host& host = *request->host;
                vyre_finding finding = VYRE_FINDING_INIT;
                finding.struct_size = 1;
                return host.error_add_finding(
                    host.error_create(VYRE_ERROR_UNSUPPORTED_FEATURE, 0, vyre_str("no")), &finding);
              })),
              AllOf(StartsWith("1002 "), HasSubstr("vyre_finding.struct_size is 1")));
}

TEST(PluginErrors, OfTheHostsOwnCodeAreGivenBackAsTheyAre) {
  EXPECT_THAT(said(error_of([](void*, const vyre_plugin_compile* request, void**) {
                const vyre_plugin_host& host = *request->host;
                const vyre_finding finding = VYRE_FINDING_INIT;
                EXPECT_EQ(host.error_add_finding(nullptr, &finding), nullptr);
                vyre_error* mine =
                    vyre_error_create(VYRE_ERROR_UNSUPPORTED_FEATURE, 0, vyre_str("no. Fix: do"));
                EXPECT_EQ(host.error_add_finding(mine, &finding), mine);
                return mine;
              })),
              HasSubstr("compile: no. Fix: do"));
}

TEST(PluginErrors, WithoutATextSayWhomToAsk) {
  EXPECT_THAT(said(error_of([](void*, const vyre_plugin_compile* request, void**) {
                return request->host->error_create(VYRE_ERROR_UNSUPPORTED_FEATURE, 0, {nullptr, 0});
              })),
              HasSubstr("it gives no reason. Fix: ask the backend's author"));
}

}  // namespace
}  // namespace vyre::test
