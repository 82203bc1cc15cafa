/* Emission: kernels to take away. What is emitted is run by hand-written Vulkan from nothing but
 * its table, and gives the bytes of the oracle. */
#include "capi/support/emitted_run.h"

#define WORDS 100

/* Fails the launch in which a[i] is 13. */
static const char* const kTrapping =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\"},"
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"if\": {\"eq\": [{\"load\": \"a\", \"at\": \"i\"}, 13]}, \"then\": ["
    "{\"trap\": {\"add\": [\"i\", 70]}, \"tag\": \"unlucky\"}]},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"load\": \"a\", \"at\": \"i\"}}]}";

/* Each invocation of the first half adds what the one opposite wrote before the barrier; one value
 * of each is kept. */
static const char* const kKeeps =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\"},"
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"let\": \"v\", \"value\": {\"load\": \"a\", \"at\": \"i\"}},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": \"v\"},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"if\": {\"eq\": [\"v\", 13]}, \"then\": [{\"trap\": \"v\", \"tag\": \"late\"}]},"
    "{\"if\": {\"lt\": [\"i\", 8]}, \"then\": [{\"store\": \"out\", \"at\": \"i\", \"value\": "
    "{\"add\": [\"v\", "
    "{\"load\": \"out\", \"at\": {\"bit_xor\": [\"i\", 15]}}]}}]}]}";

/* A grid barrier in a loop, whose passes are alike. */
static const char* const kPasses =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"loop\": \"k\", \"from\": 0, \"to\": 9, \"body\": ["
    "{\"store\": \"a\", \"at\": \"i\", \"value\": {\"add\": [{\"load\": \"a\", \"at\": \"i\"}, "
    "1]}},"
    "{\"barrier\": \"grid_sync\"}]}]}";

/* Lengths of elements of several sizes. */
static const char* const kLengths =
    "{\"workgroup_size\": [1, 1, 1], \"buffers\": ["
    "{\"name\": \"wide\", \"type\": \"U64\"}, {\"name\": \"word\", \"type\": \"F32\"},"
    "{\"name\": \"pair\", \"type\": \"Vec<U32,2>\"},"
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 3, \"access\": \"write_only\"}],"
    "\"body\": [{\"store\": \"out\", \"at\": 0, \"value\": {\"buf_len\": \"wide\"}},"
    "{\"store\": \"out\", \"at\": 1, \"value\": {\"buf_len\": \"word\"}},"
    "{\"store\": \"out\", \"at\": 2, \"value\": {\"buf_len\": \"pair\"}}]}";

/* out[i] = a[i] * factor. */
static const char* const kScaled =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\"},"
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"mul\": [{\"load\": \"a\", \"at\": \"i\"}, "
    "{\"spec\": \"factor\", \"type\": \"U32\", \"default\": 2}]}}]}";

static const uint32_t kOne[3] = {1, 1, 1};

static vyre_emit_desc for_spirv(void) {
  vyre_emit_desc desc = VYRE_EMIT_DESC_INIT;
  desc.target = vyre_str("spirv");
  return desc;
}

static vyre_emission* emit(vyre_program* program, const vyre_emit_desc* desc) {
  vyre_emission* emission = NULL;
  OK(vyre_program_emit(program, desc, &emission));
  return emission;
}

static vyre_program* program_from(const char* json) { return program_of(NULL, json); }

/* What the oracle gives for an input at slot 0 and an output at slot 1. */
static void run_oracle(vyre_program* program, const vyre_dispatch_desc* desc, const uint32_t* input,
                       uint32_t* output, size_t count) {
  vyre_device* oracle = open_device(NULL, "cpu-ref");
  vyre_pipeline* pipeline = NULL;
  vyre_binding bindings[] = {vyre_bind_input(0, input, count * 4),
                             vyre_bind_output(1, output, count * 4)};
  OK(vyre_pipeline_create(oracle, program, NULL, &pipeline));
  OK(vyre_dispatch(pipeline, bindings, 2, desc, NULL));
  vyre_pipeline_destroy(pipeline);
  vyre_device_destroy(oracle);
}

/* Runs the kernels with |input| at slot 0 and |count| words at slot 1. */
static void run_words(vulkan_host* host, const vyre_emission* emission, const uint32_t grid[3],
                      const uint32_t* input, uint32_t* output, size_t count, uint32_t trap[7]) {
  emitted_buffer parameters[] = {make_emitted_buffer(host, 0, count * 4),
                                 make_emitted_buffer(host, 1, count * 4)};
  memcpy(parameters[0].in.words, input, count * 4);
  run_emission(host, vyre_emission_get_info(emission), parameters, 2, grid, trap);
  memcpy(output, parameters[1].in.words, count * 4);
  destroy_host_buffer(host, &parameters[0].in);
  destroy_host_buffer(host, &parameters[1].in);
}

/* ---- Runs ---- */

static void runs_by_hand_like_the_oracle(vulkan_host* host) {
  vyre_program* program = program_from(kIncrement);
  const vyre_emit_desc desc = for_spirv();
  vyre_emission* emission = emit(program, &desc);
  const uint32_t grid[3] = {2, 1, 1}; /* 128 invocations look at the counts */
  uint32_t input[WORDS], expected[WORDS], output[WORDS], trap[7];
  for (uint32_t i = 0; i < WORDS; ++i) input[i] = i * i;
  run_oracle(program, NULL, input, expected, WORDS);
  run_words(host, emission, grid, input, output, WORDS, trap);
  CHECK(memcmp(expected, output, sizeof output) == 0);
  CHECK_EQUAL(0, vyre_emission_get_info(emission)->kernels[0]->trap_site_count);
  vyre_emission_destroy(emission);
  vyre_program_destroy(program);
}

static void reports_traps(vulkan_host* host) {
  vyre_program* program = program_from(kTrapping);
  const vyre_emit_desc desc = for_spirv();
  vyre_emission* emission = emit(program, &desc);
  const vyre_kernel_info* kernel = vyre_emission_get_info(emission)->kernels[0];
  uint32_t input[4] = {5, 6, 7, 8}, output[4], trap[7];
  run_words(host, emission, kOne, input, output, 4, trap);
  CHECK_EQUAL(0, trap[0]);
  CHECK(memcmp(input, output, sizeof output) == 0);
  input[2] = 13;
  run_words(host, emission, kOne, input, output, 4, trap);
  CHECK(trap[0] != 0);
  CHECK(trap[1] < kernel->trap_site_count);
  CHECK(contains(*kernel->trap_sites[trap[1]], "unlucky"));
  CHECK_EQUAL(72, trap[2]);
  CHECK_EQUAL(0, trap[3]);
  CHECK_EQUAL(2, trap[4]);
  CHECK_EQUAL(0, trap[5] | trap[6]);
  vyre_emission_destroy(emission);
  vyre_program_destroy(program);
}

static void runs_segments_on_hidden_buffers(vulkan_host* host) {
  vyre_program* program = program_from(kKeeps);
  const vyre_dispatch_desc launch = vyre_shape(16, 1, 1);
  vyre_emit_desc desc = for_spirv();
  desc.dispatch = &launch;
  vyre_emission* emission = emit(program, &desc);
  const vyre_emission_info* info = vyre_emission_get_info(emission);
  uint32_t input[16], expected[16], output[16], trap[7];
  CHECK_EQUAL(2, info->kernel_count);
  CHECK_EQUAL(4, info->grid[0]);
  for (uint32_t i = 0; i < 16; ++i) input[i] = 100 + 3 * i;
  run_oracle(program, &launch, input, expected, 16);
  run_words(host, emission, info->grid, input, output, 16, trap);
  CHECK_EQUAL(0, trap[0]);
  CHECK(memcmp(expected, output, sizeof output) == 0);
  input[7] = 13; /* the number is that of the kernel, whose sites are meant */
  run_words(host, emission, info->grid, input, output, 16, trap);
  CHECK(trap[0] != 0);
  CHECK_EQUAL(1, trap[3]);
  CHECK(trap[1] < info->kernels[1]->trap_site_count);
  CHECK(contains(*info->kernels[1]->trap_sites[trap[1]], "late"));
  CHECK(contains(*info->kernels[1]->trap_sites[trap[1]], "body[4]")); /* of the whole program */
  vyre_emission_destroy(emission);
  vyre_program_destroy(program);
}

static void kernels_that_are_repeated_are_the_same(vulkan_host* host) {
  vyre_program* program = program_from(kPasses);
  const vyre_dispatch_desc launch = vyre_shape(16, 1, 1);
  vyre_emit_desc desc = for_spirv();
  desc.dispatch = &launch;
  vyre_emission* emission = emit(program, &desc);
  const vyre_emission_info* info = vyre_emission_get_info(emission);
  emitted_buffer parameter = make_emitted_buffer(host, 0, 64);
  uint32_t trap[7];
  CHECK(info->kernel_count >= 9);
  for (size_t i = 2; i < 9; ++i) CHECK(info->kernels[i] == info->kernels[1]);
  run_emission(host, info, &parameter, 1, info->grid, trap);
  for (uint32_t i = 0; i < 16; ++i) CHECK_EQUAL(9, parameter.in.words[i]);
  destroy_host_buffer(host, &parameter.in);
  vyre_emission_destroy(emission);
  vyre_program_destroy(program);
}

static void counts_elements_of_every_size(vulkan_host* host) {
  vyre_program* program = program_from(kLengths);
  const vyre_emit_desc desc = {sizeof desc, vyre_str("spirv"), NULL, NULL, NULL};
  vyre_device_info roomy = VYRE_DEVICE_INFO_INIT;
  vyre_emit_desc with_room = desc;
  vyre_emission* emission = NULL;
  uint32_t trap[7];
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "max_parameters of 3",
        vyre_program_emit(program, &desc, &emission));
  roomy.max_parameters = 4;
  with_room.device = &roomy;
  emission = emit(program, &with_room);
  emitted_buffer parameters[] = {make_emitted_buffer(host, 0, 40), make_emitted_buffer(host, 1, 40),
                                 make_emitted_buffer(host, 2, 40),
                                 make_emitted_buffer(host, 3, 12)};
  run_emission(host, vyre_emission_get_info(emission), parameters, 4, kOne, trap);
  CHECK_EQUAL(5, parameters[3].in.words[0]);
  CHECK_EQUAL(10, parameters[3].in.words[1]);
  CHECK_EQUAL(5, parameters[3].in.words[2]);
  for (size_t i = 0; i < 4; ++i) destroy_host_buffer(host, &parameters[i].in);
  vyre_emission_destroy(emission);
  vyre_program_destroy(program);
}

static void sets_constants_in_the_code(vulkan_host* host) {
  vyre_program* program = program_from(kScaled);
  const vyre_constant factor = vyre_constant_u32("factor", 7);
  vyre_pipeline_desc pipeline = VYRE_PIPELINE_DESC_INIT;
  vyre_emit_desc desc = for_spirv();
  const uint32_t input[4] = {1, 2, 3, 4};
  uint32_t output[4], trap[7];
  for (uint32_t chosen = 0; chosen < 2; ++chosen) {
    pipeline.constants = &factor;
    pipeline.constant_count = chosen;
    desc.pipeline = &pipeline;
    vyre_emission* emission = emit(program, &desc);
    run_words(host, emission, kOne, input, output, 4, trap);
    for (uint32_t i = 0; i < 4; ++i) CHECK_EQUAL(input[i] * (chosen ? 7 : 2), output[i]);
    vyre_emission_destroy(emission);
  }
  vyre_program_destroy(program);
}

/* ---- The code of a pipeline ---- */

static PFN_vkGetInstanceProcAddr instance_address = NULL;
static PFN_vkGetDeviceProcAddr device_address = NULL;
static PFN_vkCreateShaderModule create_module = NULL;
static uint32_t captured[16384];
static size_t captured_bytes = 0; /* of the first module since it was 0 */

static VKAPI_ATTR VkResult VKAPI_CALL capture_module(VkDevice device,
                                                     const VkShaderModuleCreateInfo* info,
                                                     const VkAllocationCallbacks* callbacks,
                                                     VkShaderModule* module) {
  if (captured_bytes == 0 && info->codeSize <= sizeof captured) {
    captured_bytes = info->codeSize;
    memcpy(captured, info->pCode, info->codeSize);
  }
  return create_module(device, info, callbacks, module);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL capture_device_address(VkDevice device,
                                                                       const char* name) {
  const PFN_vkVoidFunction found = device_address(device, name);
  if (strcmp(name, "vkCreateShaderModule") != 0) return found;
  create_module = (PFN_vkCreateShaderModule)found;
  return (PFN_vkVoidFunction)capture_module;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL capture_address(VkInstance instance,
                                                                const char* name) {
  const PFN_vkVoidFunction found = instance_address(instance, name);
  if (strcmp(name, "vkGetDeviceProcAddr") != 0) return found;
  device_address = (PFN_vkGetDeviceProcAddr)found;
  return (PFN_vkVoidFunction)capture_device_address;
}

static int same_code(const vyre_emission* a, const vyre_emission* b) {
  const vyre_bytes one = vyre_emission_get_info(a)->kernels[0]->code;
  const vyre_bytes other = vyre_emission_get_info(b)->kernels[0]->code;
  return one.size == other.size && memcmp(one.data, other.data, one.size) == 0;
}

/* The device's info is a description that gives the code of its pipelines. */
static void check_pipeline(fixture* f, const char* json) {
  vyre_emit_desc desc = for_spirv();
  vyre_emission* emission = NULL;
  captured_bytes = 0;
  make_pipeline(f, json);
  OK(vyre_pipeline_emit(f->pipeline, vyre_str("spirv"), &emission));
  const vyre_kernel_info* kernel = vyre_emission_get_info(emission)->kernels[0];
  CHECK(captured_bytes > 0);
  CHECK_EQUAL(captured_bytes, kernel->code.size);
  CHECK(memcmp(captured, kernel->code.data, captured_bytes) == 0);
  desc.device = vyre_device_get_info(f->device);
  vyre_emission* again = emit(f->program, &desc);
  CHECK(same_code(emission, again));
  vyre_emission_destroy(again);
  vyre_emission_destroy(emission);
  vyre_pipeline_destroy(f->pipeline);
  vyre_program_destroy(f->program);
}

static void gives_the_code_that_a_pipeline_runs(vulkan_host* host) {
  vyre_vulkan_device_desc desc = describe_host(host);
  fixture f = {NULL, NULL, NULL, NULL};
  instance_address = host->get_address;
  desc.get_instance_proc_addr = (vyre_vulkan_function)capture_address;
  OK(vyre_context_create(NULL, &f.context));
  OK(vyre_device_import_vulkan(f.context, &desc, &f.device));
  check_pipeline(&f, kIncrement);
  check_pipeline(&f, kTrapping);
  check_pipeline(&f, kScaled);
  check_pipeline(&f, kRoles); /* workgroup memory */
  f.program = NULL;
  f.pipeline = NULL;
  destroy_fixture(&f);
}

static void nothing_is_submitted(void) {
  fixture f = make_fixture("vulkan", kIncrement);
  vyre_emission* emission = NULL;
  const uint64_t compiled = metric_of(f.device, VYRE_METRIC_KERNELS_COMPILED);
  const uint64_t submitted = metric_of(f.device, VYRE_METRIC_SUBMISSIONS);
  OK(vyre_pipeline_emit(f.pipeline, vyre_str("spirv"), &emission));
  CHECK_EQUAL(compiled, metric_of(f.device, VYRE_METRIC_KERNELS_COMPILED));
  CHECK_EQUAL(submitted, metric_of(f.device, VYRE_METRIC_SUBMISSIONS));
  destroy_fixture(&f); /* it needs nobody but itself */
  CHECK(equals(vyre_emission_get_info(emission)->kernels[0]->arguments[0]->name, "a"));
  vyre_emission_destroy(emission);
}

/* ---- The table ---- */

static void check_argument(const vyre_argument_info* argument, vyre_argument_kind kind,
                           uint32_t binding, uint64_t bytes, uint64_t element_bits,
                           vyre_access access) {
  CHECK_EQUAL(sizeof *argument, argument->struct_size);
  CHECK(ends_well(argument->name));
  CHECK_EQUAL(kind, argument->kind);
  CHECK_EQUAL(0, argument->set);
  CHECK_EQUAL(binding, argument->binding);
  CHECK_EQUAL(binding, argument->position);
  CHECK_EQUAL(bytes, argument->bytes);
  CHECK_EQUAL(element_bits, argument->element_bits);
  CHECK_EQUAL(access, argument->access);
}

static void tells_what_to_bind(void) {
  vyre_program* program = program_from(kKeeps);
  const vyre_dispatch_desc launch = vyre_grid(4, 1, 1);
  vyre_emit_desc desc = for_spirv();
  desc.dispatch = &launch;
  vyre_emission* emission = emit(program, &desc);
  const vyre_emission_info* info = vyre_emission_get_info(emission);
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK(equals(info->aot_id, "spv"));
  const vyre_kernel_info* last = info->kernels[1];
  CHECK_EQUAL(sizeof *last, last->struct_size);
  CHECK(equals(last->entry, "main") && ends_well(last->entry));
  CHECK_EQUAL(4, last->workgroup[0]);
  CHECK_EQUAL(12, last->push_constant_bytes);
  CHECK_EQUAL(0, last->workgroup_memory_bytes);
  CHECK_EQUAL(5, last->argument_count);
  CHECK(equals(last->arguments[0]->name, "a"));
  CHECK_EQUAL(0, last->arguments[0]->slot);
  check_argument(last->arguments[0], VYRE_ARGUMENT_PARAMETER, 0, 0, 32, VYRE_ACCESS_READ_ONLY);
  check_argument(last->arguments[1], VYRE_ARGUMENT_PARAMETER, 1, 64, 32, VYRE_ACCESS_READ_WRITE);
  CHECK_EQUAL(1, last->arguments[1]->slot);
  CHECK_EQUAL(VYRE_ARGUMENT_HIDDEN, last->arguments[2]->kind);
  CHECK_EQUAL(64, last->arguments[2]->bytes);
  CHECK_EQUAL(0, last->arguments[2]->slot);
  check_argument(last->arguments[3], VYRE_ARGUMENT_COUNTS, 3, 12, 0, VYRE_ACCESS_UNIFORM);
  check_argument(last->arguments[4], VYRE_ARGUMENT_TRAP, 4, 28, 0, VYRE_ACCESS_READ_WRITE);
  vyre_emission_destroy(emission);
  vyre_program_destroy(program);
}

static void tells_workgroup_memory(void) {
  vyre_program* program = program_from(kRoles);
  vyre_device_info roomy = VYRE_DEVICE_INFO_INIT;
  vyre_emit_desc desc = for_spirv();
  roomy.max_parameters = 8;
  desc.device = &roomy;
  vyre_emission* emission = emit(program, &desc);
  const vyre_kernel_info* kernel = vyre_emission_get_info(emission)->kernels[0];
  CHECK_EQUAL(64, kernel->workgroup_memory_bytes);
  CHECK_EQUAL(6, kernel->argument_count); /* five parameters and their counts */
  CHECK_EQUAL(0, vyre_emission_get_info(emission)->grid[0]);
  vyre_emission_destroy(emission);
  vyre_program_destroy(program);
}

static void gives_the_same_code_each_time(void) {
  vyre_program* program = program_from(kKeeps);
  const vyre_dispatch_desc launch = vyre_grid(4, 1, 1);
  vyre_emit_desc desc = for_spirv();
  vyre_blob *one = NULL, *other = NULL;
  desc.dispatch = &launch;
  vyre_emission* emission = emit(program, &desc);
  vyre_emission* again = emit(program, &desc);
  OK(vyre_emission_save(emission, &one));
  OK(vyre_emission_save(again, &other));
  CHECK(same_bytes(one, other));
  vyre_emission_destroy(emission); /* the text outlives it */
  CHECK(contains(text_of(one), "\"aot_id\": \"spv\""));
  CHECK(contains(text_of(one), "\"grid\": [4, 1, 1]"));
  CHECK(contains(text_of(one), "\"kind\": \"hidden\"") && contains(text_of(one), "'late'"));
  CHECK(contains(text_of(one), "\"code\": \"AwIjB")); /* the magic number in base64 */
  vyre_blob_destroy(one);
  vyre_blob_destroy(other);
  vyre_emission_destroy(again);
  vyre_program_destroy(program);
}

/* A launch of one workgroup waits for itself. */
static void does_not_cut_for_one_workgroup(void) {
  vyre_program* program = program_from(kKeeps);
  const vyre_dispatch_desc launch = vyre_grid(1, 1, 1);
  vyre_emit_desc desc = for_spirv();
  desc.dispatch = &launch;
  vyre_emission* emission = emit(program, &desc);
  CHECK_EQUAL(1, vyre_emission_get_info(emission)->kernel_count);
  CHECK_EQUAL(1, vyre_emission_get_info(emission)->grid[0]);
  vyre_emission_destroy(emission);
  vyre_program_destroy(program);
}

/* ---- What is refused ---- */

static const char* const kInvalid =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"}],"
    "\"body\": [{\"store\": \"out\", \"at\": 0, \"value\": \"nowhere\"}]}";

static void refuses_targets_that_are_none(void) {
  vyre_program* program = program_from(kIncrement);
  vyre_emit_desc desc = for_spirv();
  vyre_emission* emission = (vyre_emission*)program;
  desc.target = vyre_str("wasm");
  FAILS(VYRE_ERROR_NOT_FOUND, "'wasm'|spirv", vyre_program_emit(program, &desc, &emission));
  CHECK(emission == NULL);
  desc.target = vyre_str("ptx");
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "ptx", vyre_program_emit(program, &desc, &emission));
  desc.target = vyre_str("");
  FAILS(VYRE_ERROR_NOT_FOUND, "vyre_emit_desc.target",
        vyre_program_emit(program, &desc, &emission));
  desc.target = vyre_str("spv");
  OK(vyre_program_emit(program, &desc, &emission));
  vyre_emission_destroy(emission);
  vyre_program_destroy(program);
}

static void refuses_what_makes_no_sense(void) {
  vyre_program* program = program_from(kKeeps);
  vyre_device_info device = VYRE_DEVICE_INFO_INIT;
  vyre_dispatch_desc launch = VYRE_DISPATCH_DESC_INIT;
  vyre_pipeline_desc pipeline = VYRE_PIPELINE_DESC_INIT;
  vyre_emit_desc desc = for_spirv();
  vyre_emission* emission = NULL;
  REFUSED(vyre_program_emit, "program is NULL", (NULL, &desc, &emission));
  REFUSED(vyre_program_emit, "desc is NULL", (program, NULL, &emission));
  REFUSED(vyre_program_emit, "out_emission is NULL", (program, &desc, NULL));
  REFUSES_SIZES(vyre_emit_desc, desc, vyre_program_emit(program, &desc, &emission));
  REFUSED(vyre_program_emit, "grid barriers|dispatch", (program, &desc, &emission));
  desc.dispatch = &launch;
  REFUSED(vyre_program_emit, "neither a shape nor a grid", (program, &desc, &emission));
  launch = vyre_shape(16, 1, 1);
  launch.grid[0] = 1;
  REFUSED(vyre_program_emit, "a shape and a grid", (program, &desc, &emission));
  launch = vyre_grid(1, 0, 1);
  REFUSED(vyre_program_emit, "zero axis", (program, &desc, &emission));
  launch = vyre_grid(4, 1, 1);
  desc.device = &device;
  device.features = UINT64_C(1) << 63;
  REFUSED(vyre_program_emit, "vyre_emit_desc.device->features", (program, &desc, &emission));
  device.features = 0;
  device.quirks = UINT64_C(1) << 63;
  REFUSED(vyre_program_emit, "vyre_emit_desc.device->quirks", (program, &desc, &emission));
  device.quirks = 0;
  desc.pipeline = &pipeline;
  pipeline.flags = UINT64_C(1) << 60;
  REFUSED(vyre_program_emit, "vyre_pipeline_desc.flags", (program, &desc, &emission));
  CHECK(emission == NULL);
  vyre_program_destroy(program);
}

static void refuses_what_the_device_lacks(void) {
  vyre_program* program = program_from(kRoles);
  vyre_program* wide = program_from(
      "{\"workgroup_size\": [256, 1, 1], \"buffers\": [{\"name\": \"out\", \"type\": \"U32\", "
      "\"access\": \"write_only\"}], \"body\": [{\"store\": \"out\", \"at\": 0, \"value\": 1}]}");
  vyre_emit_desc desc = for_spirv();
  vyre_emission* emission = NULL;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "max_parameters",
        vyre_program_emit(program, &desc, &emission));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "256|limit is 128",
        vyre_program_emit(wide, &desc, &emission));
  CHECK(emission == NULL);
  vyre_program_destroy(wide);
  vyre_program_destroy(program);
}

static void refuses_invalid_programs(void) {
  vyre_program* program = program_from(kInvalid);
  const vyre_emit_desc desc = for_spirv();
  vyre_emission* emission = NULL;
  FAILS(VYRE_ERROR_INVALID_PROGRAM, "nowhere", vyre_program_emit(program, &desc, &emission));
  vyre_program_destroy(program);
}

static void refuses_pipelines_without_one_kernel(void) {
  fixture oracle = make_fixture("cpu-ref", kIncrement);
  fixture cut = make_fixture("vulkan", kKeeps);
  vyre_emission* emission = NULL;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "cpu-ref|vyre_program_emit",
        vyre_pipeline_emit(oracle.pipeline, vyre_str("spirv"), &emission));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "grid barriers|vyre_program_emit",
        vyre_pipeline_emit(cut.pipeline, vyre_str("spirv"), &emission));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "ptx",
        vyre_pipeline_emit(cut.pipeline, vyre_str("ptx"), &emission));
  FAILS(VYRE_ERROR_NOT_FOUND, "wasm",
        vyre_pipeline_emit(cut.pipeline, vyre_str("wasm"), &emission));
  REFUSED(vyre_pipeline_emit, "pipeline is NULL", (NULL, vyre_str("spirv"), &emission));
  REFUSED(vyre_pipeline_emit, "out_emission is NULL", (cut.pipeline, vyre_str("spirv"), NULL));
  destroy_fixture(&oracle);
  destroy_fixture(&cut);
}

static void nothing_has_an_empty_emission(void) {
  const vyre_emission_info* info = vyre_emission_get_info(NULL);
  vyre_blob* json = NULL;
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK_EQUAL(0, info->kernel_count);
  CHECK(ends_well(info->aot_id));
  REFUSED(vyre_emission_save, "emission is NULL", (NULL, &json));
  vyre_emission_destroy(NULL);
}

int main(void) {
  vulkan_host host;
  make_host(&host);
  runs_by_hand_like_the_oracle(&host);
  reports_traps(&host);
  runs_segments_on_hidden_buffers(&host);
  kernels_that_are_repeated_are_the_same(&host);
  counts_elements_of_every_size(&host);
  sets_constants_in_the_code(&host);
  gives_the_code_that_a_pipeline_runs(&host);
  destroy_host(&host);
  nothing_is_submitted();
  tells_what_to_bind();
  tells_workgroup_memory();
  gives_the_same_code_each_time();
  does_not_cut_for_one_workgroup();
  refuses_targets_that_are_none();
  refuses_what_makes_no_sense();
  refuses_what_the_device_lacks();
  refuses_invalid_programs();
  refuses_pipelines_without_one_kernel();
  nothing_has_an_empty_emission();
  return finish();
}
