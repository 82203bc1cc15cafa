#include "plugin_support.h"

#include "vyre_driver_registry.h"

namespace vyre::test {
namespace {

void dispatch_in_every_way(const Opened& opened) {
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  ASSERT_NE(pipeline, nullptr);
  EXPECT_EQ(increments(pipeline, 5, 100), "");

  const Words in = numbers(7, 70);
  Words out(70);
  const Bindings bindings = {bind_input(0, in), bind_output(1, out)};
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  EXPECT_TRUE(ok(dispatch(pipeline, bindings, with_flags(VYRE_DISPATCH_TIMED), &result)));
  EXPECT_EQ(out, numbers(8, 70));
  EXPECT_EQ(result.output_bytes, 280u);

  out.assign(70, 0);
  const Work work = begin_dispatch(pipeline, bindings);
  int called = 0;
  const auto callback = [](void* user, vyre_work_state state) {
    *static_cast<int*>(user) = state == VYRE_WORK_READY ? 1 : 2;
  };
  EXPECT_TRUE(ok(vyre_work_on_complete(work.get(), callback, &called, nullptr)));
  EXPECT_EQ(wait_for(work), VYRE_WORK_READY);
  EXPECT_TRUE(ok(collect(work, bindings)));
  EXPECT_EQ(out, numbers(8, 70));
  uint32_t ran = 0;
  EXPECT_TRUE(ok(vyre_context_run_callbacks(opened.context.get(), &ran)));
  EXPECT_EQ(called, 1);
}

void keep_buffers_on_the_device(const Opened& opened) {
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  const Buffer a = make_buffer(opened, 128);
  const Buffer b = make_buffer(opened, 256);
  const Words in = numbers(100, 16);
  ASSERT_TRUE(ok(vyre_buffer_write(a.get(), 64, in.data(), 64)));
  (void)begin_dispatch(pipeline, {vyre_bind_range(0, a.get(), 64, 64),
                                  vyre_bind_range(1, b.get(), 128, 64)});  // goes on
  Words out(16);
  EXPECT_TRUE(ok(vyre_buffer_read(b.get(), 128, out.data(), 64)));
  EXPECT_EQ(out, numbers(101, 16));
  EXPECT_TRUE(ok(vyre_buffer_read(b.get(), 0, out.data(), 64)));
  EXPECT_EQ(out, Words(16));
  EXPECT_TRUE(ok(vyre_buffer_fill(b.get(), 0, 64, 7)));
  EXPECT_TRUE(ok(vyre_buffer_copy(b.get(), 0, b.get(), 64, 64)));
  EXPECT_TRUE(ok(vyre_buffer_read(b.get(), 64, out.data(), 64)));
  EXPECT_EQ(out, Words(16, 7));
  vyre_memory_usage memory = VYRE_MEMORY_USAGE_INIT;
  EXPECT_TRUE(ok(vyre_device_get_memory(opened.device.get(), &memory)));
  EXPECT_LE(memory.used_bytes, memory.reserved_bytes);
  EXPECT_TRUE(ok(vyre_buffer_free(a.get())));
}

void move_files(const Opened& opened) {
  std::unique_ptr<FILE, int (*)(FILE*)> file(std::tmpfile(), &std::fclose);
  const vyre_file opened_file = vyre_file_of(fileno(file.get()));
  const Words in = numbers(9, 1024);
  const Buffer a = make_buffer(opened, 4096), b = make_buffer(opened, 8192);
  write(a, in);
  ASSERT_TRUE(ok(vyre_buffer_save_file(a.get(), 0, opened_file, 0, 4096)));
  ASSERT_TRUE(ok(vyre_buffer_load_file(b.get(), 1024, opened_file, 0, 4096)));  // a part: copied
  Words out(1024);
  EXPECT_TRUE(ok(vyre_buffer_read(b.get(), 1024, out.data(), 4096)));
  EXPECT_EQ(out, in);
  EXPECT_TRUE(
      ok(collect(made<Work>(vyre_buffer_load_file_async, b.get(), 0u, opened_file, 64u, 1024u))));
  EXPECT_EQ(words_of(b)[0], in[16]);
}

void wait_at_grid_barriers(const Opened& opened) {
  const Pipeline pipeline = make_pipeline(opened, kAcrossTheGrid);
  AcrossTheGrid data{numbers(50, 16)};
  Words wanted_out(16), wanted_mid(16);
  for (uint32_t i = 0; i < 16; ++i) {
    wanted_out[i] = 50 + (i + 1) % 16 + 1;
    wanted_mid[i] = wanted_out[i] + 50 + i;
  }
  EXPECT_TRUE(ok(data.run(pipeline)));
  EXPECT_EQ(data.out, wanted_out);
  EXPECT_EQ(data.mid, wanted_mid);
}

void call_an_op(const Opened& opened) {
  constexpr std::string_view kManifest = R"({"format": 1, "dialect": "vyre-libs-plugin",
    "version": "1", "ops": [{"id": "test.twice",
      "inputs": [{"name": "x", "type": "u32"}], "outputs": [{"name": "y", "type": "u32"}],
      "composition": {"buffers": [
        {"name": "x", "type": "U32", "count": 1},
        {"name": "y", "type": "U32", "count": 1, "output": true}],
       "body": [{"store": "y", "at": 0, "value": {"mul": [{"load": "x", "at": 0}, 2]}}]}}]})";
  constexpr std::string_view kCalls = R"({
    "buffers": [{"name": "out", "type": "U32", "count": 1, "access": "write_only"}],
    "body": [{"store": "out", "at": 0, "value": {"call": "test.twice", "args": [21]}}]})";
  const auto builder = made<RegistryBuilder>(vyre_registry_builder_create, opened.context.get());
  EXPECT_TRUE(
      ok(vyre_registry_builder_add_manifest(builder.get(), c_string(kManifest), {nullptr, 0})));
  const auto registry = made<Registry>(vyre_registry_builder_finish, builder.get());
  EXPECT_TRUE(ok(vyre_context_publish(opened.context.get(), registry.get(), nullptr)));
  uint32_t out = 0;
  EXPECT_TRUE(ok(dispatch(make_pipeline(opened, kCalls), {vyre_bind_output(0, &out, 4)})));
  EXPECT_EQ(out, 42u);
}

}  // namespace

std::string increments(const Pipeline& pipeline, uint32_t seed, uint32_t count) {
  const Words in = numbers(seed, count);
  Words out(count);
  vyre_error* error = dispatch(pipeline, {bind_input(0, in), bind_output(1, out)});
  if (error != nullptr) return said(error);
  for (uint32_t i = 0; i < count; ++i) {
    if (out[i] != seed + i + 1) return "element " + std::to_string(i) + " is wrong";
  }
  return {};
}

void use_everything(const Opened& opened) {
  ASSERT_NE(opened.device, nullptr);
  dispatch_in_every_way(opened);
  keep_buffers_on_the_device(opened);
  move_files(opened);
  wait_at_grid_barriers(opened);
  call_an_op(opened);
}

}  // namespace vyre::test
