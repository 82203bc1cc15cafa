// Ops that a table brings, and lowerings that it carries out itself.
#include <cstring>

#include "capi/support/plugin_support.h"
#include "vyre_driver_plugin.h"
#include "vyre_driver_registry.h"

namespace vyre::test {
namespace {

constexpr std::string_view kTriples = R"({
  "buffers": [{"name": "out", "type": "U32", "count": 1, "access": "write_only"}],
  "body": [{"store": "out", "at": 0, "value": {"call": "test.triple", "args": [7]}}]})";
constexpr std::string_view kTriple = R"({
  "buffers": [{"name": "x", "type": "U32", "count": 1},
              {"name": "y", "type": "U32", "count": 1, "output": true}],
  "body": [{"store": "y", "at": 0, "value": {"mul": [{"load": "x", "at": 0}, 3]}}]})";

// What happened in callbacks, which know no test.
struct Seen {
  const vyre_plugin_host* host = nullptr;
  vyre_backend_table plain = VYRE_BACKEND_TABLE_INIT;
  std::string lowering;
  std::vector<std::string> log;
  uint32_t destroyed = 0;
  bool compiles_without = true;  // the lowering
};
Seen seen;

// Three times the argument and one more, so that it is told from the composition.
vyre_error* triple_and_one(void*, const void* arguments, size_t size, vyre_writer* writer) {
  uint32_t x = 0;
  if (size != sizeof x) {
    return seen.host->error_create(VYRE_ERROR_DISPATCH_FAILED, 0, vyre_str("size"));
  }
  std::memcpy(&x, arguments, size);
  x = 3 * x + 1;
  seen.host->writer_write(writer, &x, sizeof x);
  return nullptr;
}

vyre_lowering_desc lowering_for(const char* backend) {
  vyre_lowering_desc lowering{};
  lowering.target = vyre_target_extension(backend);
  lowering.data = "three times";
  lowering.size = 11;
  return lowering;
}

vyre_op_desc triple(const vyre_lowering_desc* lowering) {
  static constexpr vyre_operand kX = {{"x", 1}, {"u32", 3}, {0, 0}};
  static constexpr vyre_operand kY = {{"y", 1}, {"u32", 3}, {0, 0}};
  vyre_op_desc desc = VYRE_OP_DESC_INIT;
  desc.id = vyre_str("test.triple");
  desc.dialect = vyre_str("test");
  desc.inputs = &kX;
  desc.outputs = &kY;
  desc.input_count = desc.output_count = 1;
  desc.lowerings = lowering;
  desc.lowering_count = lowering != nullptr ? 1 : 0;
  return desc;
}

vyre_error* add_triple(void*, const vyre_plugin_host* host, vyre_op_sink* sink) {
  seen.host = host;
  const vyre_lowering_desc lowering = lowering_for("scripted");
  vyre_op_desc desc = triple(&lowering);
  desc.reference = triple_and_one;
  desc.reference_user = &seen;
  desc.reference_destroy = [](void* user) { ++static_cast<Seen*>(user)->destroyed; };
  return host->op_add(sink, &desc);
}

vyre_error* compile_reading_the_lowering(void* device, const vyre_plugin_compile* request,
                                         void** out) {
  vyre_bytes bytes = {nullptr, 0};
  vyre_error* error = request->host->compilation_get_lowering(request->compilation,
                                                              vyre_str("test.triple"), &bytes);
  if (error != nullptr && !seen.compiles_without) return error;
  request->host->error_destroy(error);
  if (bytes.size != 0) seen.lowering.assign(static_cast<const char*>(bytes.data), bytes.size);
  return seen.plain.compile(device, request, out);
}

struct PluginOps : ::testing::Test {
  PluginOps() {
    seen = Seen{};
    seen.plain = scripted.table;
    scripted.table.compile = compile_reading_the_lowering;
    desc.vulkan_library = vyre_str("/there/is/no/loader.so");
    desc.log_level = VYRE_LOG_INFO;
    desc.log = [](void*, vyre_log_level, vyre_string text) { seen.log.push_back(string_of(text)); };
  }
  Opened open() {
    Opened opened;
    opened.context = made<Context>(vyre_context_create, &desc);
    EXPECT_TRUE(ok(vyre_context_add_backend(opened.context.get(), &scripted.table)));
    opened.device = open_device(opened.context, "scripted");
    return opened;
  }
  static bool logged(std::string_view part) {
    return std::ranges::any_of(
        seen.log, [&](const std::string& line) { return line.find(part) != std::string::npos; });
  }

  Scripted scripted;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
};

uint32_t run(const Opened& opened) {
  uint32_t out = 0;
  EXPECT_TRUE(ok(dispatch(make_pipeline(opened, kTriples), {vyre_bind_output(0, &out, 4)})));
  return out;
}

TEST_F(PluginOps, AnOpOfTheTableRunsByItsLowering) {
  scripted.table.add_ops = add_triple;
  {
    const Opened opened = open();
    const auto registry = made<Registry>(vyre_context_get_registry, opened.context.get());
    EXPECT_NE(vyre_registry_find(registry.get(), vyre_str("test.triple")), nullptr);
    const vyre_device_info& info = info_of(opened);
    ASSERT_EQ(info.op_count, 10 + 9 + 1u);  // statements, expressions and its own
    EXPECT_EQ(string_of(*info.ops[0]), "vyre.node.let");
    EXPECT_EQ(string_of(*info.ops[19]), "test.triple");
    EXPECT_EQ(run(opened), 22u);
    EXPECT_EQ(seen.lowering, "three times");
    EXPECT_TRUE(logged("op 'test.triple' by its lowering")) << seen.log.size();
    EXPECT_EQ(seen.destroyed, 0u);
  }
  EXPECT_EQ(seen.destroyed, 1u);
  expect_nothing_left(scripted.what);
}

// The application's op, in a registry of its own, with a composition beside the lowering.
void publish_composed(const Opened& opened) {
  const Program composition = load(opened.context, kTriple);
  const vyre_lowering_desc lowering = lowering_for("scripted");
  vyre_op_desc op = triple(&lowering);
  op.composition = composition.get();
  const auto builder = made<RegistryBuilder>(vyre_registry_builder_create, opened.context.get());
  EXPECT_TRUE(ok(vyre_registry_builder_add_op(builder.get(), &op)));
  const auto registry = made<Registry>(vyre_registry_builder_finish, builder.get());
  EXPECT_TRUE(ok(vyre_context_publish(opened.context.get(), registry.get(), nullptr)));
}

TEST_F(PluginOps, ACompositionStandsInForALoweringThatIsRefused) {
  const Opened opened = open();
  publish_composed(opened);
  EXPECT_EQ(run(opened), 21u);
  EXPECT_EQ(seen.lowering, "three times");
  EXPECT_TRUE(logged("op 'test.triple' by its composition: ")) << seen.log.size();
}

TEST_F(PluginOps, OtherBackendsRunTheComposition) {
  Opened opened = open();
  publish_composed(opened);
  opened.device = open_device(opened.context, "cpu-ref");
  for (size_t i = 0; i < info_of(opened).op_count; ++i) {
    EXPECT_NE(string_of(*info_of(opened).ops[i]), "test.triple");
  }
  EXPECT_EQ(run(opened), 21u);
  EXPECT_EQ(seen.lowering, "");
}

TEST_F(PluginOps, ALoweringThatIsNotThereIsNotFound) {
  seen.compiles_without = false;
  const Opened opened = open();
  Pipeline none;
  const std::string text = said(try_pipeline(opened, kIncrement, &none));
  EXPECT_THAT(text, HasSubstr("'test.triple', no op that the program calls"));
}

TEST_F(PluginOps, ABackendWhoseOpsAreTakenIsNotAdded) {
  const Opened opened = open();
  publish_composed(opened);
  Scripted second;
  second.table.id = vyre_str("second");
  second.table.add_ops = add_triple;
  vyre_error* error = vyre_context_add_backend(opened.context.get(), &second.table);
  EXPECT_EQ(vyre_error_get_code(error), VYRE_ERROR_ALREADY_REGISTERED);
  EXPECT_THAT(said(error), HasSubstr("test.triple"));
  EXPECT_EQ(seen.destroyed, 0u);
  second.table.add_ops = nullptr;
  EXPECT_TRUE(ok(vyre_context_add_backend(opened.context.get(), &second.table)));
}

TEST_F(PluginOps, AnErrorOfAddOpsIsTold) {
  const Opened opened = open();
  Scripted second;
  second.table.id = vyre_str("second");
  second.table.add_ops = [](void*, const vyre_plugin_host* host, vyre_op_sink* sink) {
    vyre_op_desc nameless = VYRE_OP_DESC_INIT;
    nameless.flags = 64;
    return host->op_add(sink, &nameless);
  };
  EXPECT_THAT(said(vyre_context_add_backend(opened.context.get(), &second.table)),
              AllOf(HasSubstr("backend 'second', add_ops: "), HasSubstr("vyre_op_desc.flags")));
}

}  // namespace
}  // namespace vyre::test
