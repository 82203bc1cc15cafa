// A whole life of the library, in six parts.
#include <cstdio>

#include "vyre_driver_builder.h"
#include "vyre_driver_keys.h"
#include "vyre_driver_registry.h"
#include "vyre_driver_sequence.h"
#include "vyre_driver_tools.h"
#include "world.h"

namespace vyre::faults {
namespace {

using test::Blob;
using test::kIncrement;

constexpr std::string_view kTwice = R"({
  "buffers": [{"name": "x", "type": "U32", "count": 1},
              {"name": "y", "type": "U32", "count": 1, "output": true}],
  "body": [{"store": "y", "at": 0, "value": {"mul": [{"load": "x", "at": 0}, 2]}}]})";

constexpr std::string_view kCallsTwice = R"({
  "workgroup_size": [64, 1, 1],
  "buffers": [{"name": "a", "type": "U32"},
              {"name": "out", "type": "U32", "access": "write_only"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"store": "out", "at": "i",
            "value": {"call": "faults.twice", "args": [{"load": "a", "at": "i"}]}}]})";

constexpr std::string_view kManifest = R"({"format": 1, "dialect": "vyre-libs-faults",
  "version": "1", "ops": [{"id": "faults.none", "inputs": [{"name": "x", "type": "u32"}],
  "outputs": [{"name": "y", "type": "u32"}]}]})";

// Cut at a grid barrier.
constexpr std::string_view kRotate = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "a", "type": "U32", "binding": 0, "access": "read_write"},
              {"name": "b", "type": "U32", "binding": 1, "access": "read_write"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"store": "b", "at": "i", "value": {"load": "a", "at": "i"}},
           {"barrier": "grid_sync"},
           {"store": "a", "at": "i", "value": {"load": "b", "at": {"max": ["i", 1]}}}]})";

vyre_program* load(World& world, std::string_view json) {
  make(world.programs.emplace_back(), vyre_program_load, world.context.get(), json.data(),
       json.size(), nullptr);
  return world.programs.back().get();
}

vyre_pipeline* compile(World& world, std::string_view json) {
  vyre_program* const program = load(world, json);
  make(world.pipelines.emplace_back(), vyre_pipeline_create, world.device.get(), program, nullptr);
  return world.pipelines.back().get();
}

vyre_buffer* buffer(World& world, uint64_t size) {
  make(world.buffers.emplace_back(), vyre_buffer_create, world.device.get(), size, nullptr);
  return world.buffers.back().get();
}

vyre_work* begin(World& world, vyre_pipeline* pipeline, const std::vector<vyre_binding>& bound) {
  make(world.works.emplace_back(), vyre_dispatch_async, pipeline, bound.data(), bound.size(),
       nullptr);
  return world.works.back().get();
}

void wait(vyre_work* work) {
  vyre_work_state state = VYRE_WORK_RUNNING;
  must(vyre_work_wait(work, VYRE_FOREVER, &state));
  if (state == VYRE_WORK_READY) return;
  vyre_error* why = nullptr;
  must(vyre_work_get_error(work, &why));
  must(why);
}

// ---- Open ----

void nothing(World&) {}

void open(World& world) {
  open_context(world);
  test::DeviceList list;
  make(list, vyre_device_list_create, world.context.get(), nullptr);
  open_device(world);
  must(vyre_device_prepare(world.device.get()));
  test::MetricList metrics;
  make(metrics, vyre_metric_list_create, world.device.get());
  vyre_memory_usage memory = VYRE_MEMORY_USAGE_INIT;
  must(vyre_device_get_memory(world.device.get(), &memory));
}

void open_all(World& world) {
  open_context(world);
  open_device(world);
}

// ---- Registry ----

vyre_registry* registry_of_twice(World& world) {
  make(world.builders.emplace_back(), vyre_registry_builder_create, world.context.get());
  vyre_registry_builder* const builder = world.builders.back().get();
  const vyre_operand in[] = {{vyre_str("x"), vyre_str("u32"), {}}};
  const vyre_operand out[] = {{vyre_str("y"), vyre_str("u32"), {}}};
  vyre_op_desc desc = VYRE_OP_DESC_INIT;
  desc.id = vyre_str("faults.twice");
  desc.dialect = vyre_str("faults");
  desc.inputs = in;
  desc.outputs = out;
  desc.input_count = desc.output_count = 1;
  desc.composition = load(world, kTwice);
  must(vyre_registry_builder_add_op(builder, &desc));
  must(vyre_registry_builder_add_manifest(builder, test::c_string(kManifest), vyre_str("")));
  make(world.registries.emplace_back(), vyre_registry_builder_finish, builder);
  return world.registries.back().get();
}

void registry(World& world) {
  make(world.view, vyre_registry_view_create, world.context.get());
  vyre_registry* const twice = registry_of_twice(world);
  must(vyre_context_publish(world.context.get(), twice, nullptr));
  const vyre_op* op = vyre_registry_find(twice, vyre_str("faults.twice"));
  make(world.programs.emplace_back(), vyre_op_get_composition, op, world.context.get());
  const std::string folder = world.folder.path();
  world.folder.write("one.json", kManifest);
  must(vyre_context_load_manifests(world.context.get(), test::c_string(folder)));
  make(world.registries.emplace_back(), vyre_context_get_registry, world.context.get());
  (void)vyre_registry_view_get(world.view.get());
  must(vyre_program_validate(load(world, kCallsTwice), nullptr));
  const vyre_target other = vyre_target_of(VYRE_TARGET_PTX);
  if (vyre_op_find_lowering(op, other) != VYRE_LOWERING_NONE) throw Wrong{"a lowering"};
  vyre_op_id number = 0;
  must(vyre_op_id_intern(vyre_str("faults.twice"), &number));
}

// ---- Compile ----

void build(World& world) {
  Handle<vyre_builder, vyre_builder_destroy> owned;
  make(owned, vyre_builder_create, world.context.get());
  vyre_builder* const b = owned.get();
  vyre_builder_set_workgroup(b, 64, 1, 1);
  vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
  desc.name = vyre_str("out");
  desc.type = vyre_builder_type(b, vyre_str("U32"));
  desc.access = VYRE_ACCESS_READ_WRITE;
  const vyre_parameter out = vyre_builder_declare(b, &desc);
  const vyre_expr i = vyre_builder_id(b, VYRE_ID_INVOCATION, 0);
  vyre_builder_begin_if(b, vyre_builder_binary(b, VYRE_BINARY_LT, i, vyre_builder_length(b, out)));
  vyre_builder_store(b, out, i, vyre_builder_u32(b, 7));
  vyre_builder_end(b);
  make(world.programs.emplace_back(), vyre_builder_finish, b);
}

void save(World& world, vyre_program* program) {
  Blob blob;
  make(blob, vyre_program_save, program, nullptr);
  const vyre_bytes bytes = vyre_blob_get_bytes(blob.get());
  make(world.programs.emplace_back(), vyre_program_load, world.context.get(), bytes.data,
       bytes.size, nullptr);
  uint8_t fingerprint[32];
  must(vyre_program_get_fingerprint(program, VYRE_WIRE_FORM_4, fingerprint));
}

// What is told of programs and pipelines.
void explain(World& world) {
  Blob text;
  vyre_key key = {};
  must(vyre_program_get_key(world.programs.front().get(), nullptr, 0, &key));
  Handle<vyre_emission, vyre_emission_destroy> emission;
  vyre_emit_desc desc = VYRE_EMIT_DESC_INIT;
  desc.target = vyre_str("spirv");
  make(emission, vyre_program_emit, world.programs.front().get(), &desc);
  make(text, vyre_emission_save, emission.get());
  test::Plan plan;
  Words words(64);
  const vyre_binding bound[] = {test::bind_inout(0, words), test::bind_inout(1, words)};
  make(plan, vyre_plan_create, world.pipelines[1].get(), bound, size_t{2}, nullptr);
  make(text, vyre_plan_describe, plan.get());
}

void compile_all(World& world) {
  build(world);
  vyre_program* const program = world.programs.back().get();
  must(vyre_program_validate(program, nullptr));
  save(world, program);
  must(vyre_device_check_program(world.device.get(), program, nullptr));
  vyre_registry* const twice = registry_of_twice(world);
  must(vyre_context_publish(world.context.get(), twice, nullptr));
  compile(world, kCallsTwice);
  compile(world, kRotate);
  vyre_pipeline* begun = nullptr;
  vyre_work* making = nullptr;
  vyre_error* const error =
      vyre_pipeline_create_async(world.device.get(), program, nullptr, &begun, &making);
  world.pipelines.emplace_back(begun);
  world.works.emplace_back(making);
  must(error);
  wait(making);
  Blob keys;
  make(keys, vyre_device_save_keys, world.device.get());
  explain(world);
}

// ---- Dispatch ----

void pipelines(World& world) {
  open_all(world);
  compile(world, kIncrement);
  compile(world, kRotate);
}

void dispatch_bytes(World& world) {
  const Words in = test::numbers(1, 300);
  Words out(300);
  const vyre_binding bound[] = {test::bind_input(0, in), test::bind_output(1, out)};
  must(vyre_dispatch(world.pipelines[0].get(), bound, 2, nullptr, nullptr));
  if (out != test::numbers(2, 300)) throw Wrong{"wrong bytes of a dispatch"};
}

void dispatch_buffers(World& world) {
  const Words in = test::numbers(1, 64);
  vyre_buffer* const a = buffer(world, 256);
  vyre_buffer* const b = buffer(world, 256);
  must(vyre_buffer_write(a, 0, in.data(), 256));
  vyre_work* const work =
      begin(world, world.pipelines[0].get(), {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)});
  const auto completed = [](void*, vyre_work_state) {};
  const auto let_go = [](void* user) { --static_cast<World*>(user)->callbacks; };
  must(vyre_work_on_complete(work, completed, &world, let_go));
  ++world.callbacks;
  wait(work);
  Words out(64);
  must(vyre_buffer_read(b, 0, out.data(), 256));
  if (out != test::numbers(2, 64)) throw Wrong{"wrong bytes of a buffer"};
  const vyre_binding bound[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  must(vyre_dispatch_async(world.pipelines[1].get(), bound, 2, nullptr, nullptr));
  uint32_t idle = 0;
  must(vyre_device_wait_idle(world.device.get(), VYRE_FOREVER, &idle));
}

void transfers(World& world) {
  vyre_buffer* const a = world.buffers[0].get();
  vyre_buffer* const b = world.buffers[1].get();
  must(vyre_buffer_fill(a, 0, 256, 9));
  make(world.works.emplace_back(), vyre_buffer_copy_async, a, uint64_t{0}, b, uint64_t{0},
       uint64_t{256});
  make(world.works.emplace_back(), vyre_buffer_read_async, b, uint64_t{0}, uint64_t{256});
  wait(world.works.back().get());
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::tmpfile(), &std::fclose);
  const vyre_file open_file = vyre_file_of(fileno(file.get()));
  must(vyre_buffer_save_file(a, 0, open_file, 0, 256));
  make(world.works.emplace_back(), vyre_buffer_load_file_async, b, uint64_t{0}, open_file,
       uint64_t{0}, uint64_t{256});
  wait(world.works.back().get());
}

// With times, a grid that stands in a buffer, and until nothing changes.
void dispatch_otherwise(World& world) {
  const Words grid = {1, 1, 1};
  vyre_buffer* const counts = buffer(world, 12);
  must(vyre_buffer_write(counts, 0, grid.data(), 12));
  const vyre_binding bound[] = {vyre_bind_buffer(0, world.buffers[0].get()),
                                vyre_bind_buffer(1, world.buffers[1].get())};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.grid_buffer = counts;
  if (world.device_id != "scripted") {  // which takes no such grid
    must(vyre_dispatch(world.pipelines[0].get(), bound, 2, &desc, nullptr));
  }
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  desc.grid_buffer = nullptr;
  desc.flags = VYRE_DISPATCH_TIMED;
  must(vyre_dispatch(world.pipelines[0].get(), bound, 2, &desc, &result));
  desc.flags = VYRE_DISPATCH_UNTIL_STABLE;
  desc.iterations = 8;
  must(vyre_dispatch(world.pipelines[1].get(), bound, 2, &desc, nullptr));
}

void run_sequence(World& world) {
  vyre_buffer* const a = world.buffers[0].get();
  vyre_buffer* const b = world.buffers[1].get();
  make(world.sequences.emplace_back(), vyre_sequence_create, world.device.get(), nullptr);
  vyre_sequence* const steps = world.sequences.back().get();
  const Words in = test::numbers(1, 64);
  const vyre_binding bound[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  uint32_t read = 0;
  must(vyre_sequence_add_write(steps, a, 0, in.data(), 256, nullptr));
  must(vyre_sequence_add_dispatch(steps, world.pipelines[0].get(), bound, 2, nullptr, nullptr));
  must(vyre_sequence_add_read(steps, b, 0, 256, &read));
  must(vyre_sequence_prepare(steps));
  must(vyre_sequence_run(steps, nullptr, nullptr));
  make(world.works.emplace_back(), vyre_sequence_run_async, steps, nullptr);
  wait(world.works.back().get());
  Words out(64);
  must(vyre_sequence_get_bytes(steps, read, 0, out.data(), 256));
  if (out != test::numbers(2, 64)) throw Wrong{"wrong bytes of a sequence"};
}

void dispatch_all(World& world) {
  dispatch_bytes(world);
  dispatch_buffers(world);
  transfers(world);
  dispatch_otherwise(world);
  run_sequence(world);
}

// ---- Swap: what is in use is replaced ----

void before_swap(World& world) {
  pipelines(world);
  make(world.view, vyre_registry_view_create, world.context.get());
}

void use_renewed(World& world) {
  world.pipelines.clear();
  compile(world, kIncrement);
  dispatch_bytes(world);
}

void swap(World& world) {
  vyre_registry* const twice = registry_of_twice(world);
  must(vyre_context_publish(world.context.get(), twice, nullptr));
  (void)vyre_registry_view_get(world.view.get());
  compile(world, kCallsTwice);
  if (world.device_id == "vulkan") must(vyre_device_recover(world.device.get()));  // never lost
  use_renewed(world);
  vyre_error* const error = vyre_device_shutdown(world.device.get());
  world.device.reset();
  must(error);
  open_device(world);
  use_renewed(world);
}

// ---- Close: what is under way, and what is still held, goes in any order ----

void before_close(World& world) {
  pipelines(world);
  for (int i = 0; i < 64; ++i) buffer(world, 256);
}

void close(World& world) {
  vyre_pipeline* const pipeline = world.pipelines[0].get();
  for (size_t i = 0; i + 1 < 16; i += 2) {
    begin(world, pipeline,
          {vyre_bind_buffer(0, world.buffers[i].get()),
           vyre_bind_buffer(1, world.buffers[i + 1].get())});
  }
  for (size_t i = 0; i < world.buffers.size(); i += 2) world.buffers[i].reset();
  uint64_t removed = 0;
  must(vyre_context_clear_cache(world.context.get(), &removed));
  world.pipelines.clear();
  world.context.reset();
  world.device.reset();
  world.works.clear();
  world.buffers.clear();
}

}  // namespace

const std::vector<Script>& scripts() {
  static const std::vector<Script> all = {{"open", nothing, open},
                                          {"registry", open_context, registry},
                                          {"compile", open_all, compile_all},
                                          {"dispatch", pipelines, dispatch_all},
                                          {"swap", before_swap, swap},
                                          {"close", before_close, close}};
  return all;
}

}  // namespace vyre::faults
