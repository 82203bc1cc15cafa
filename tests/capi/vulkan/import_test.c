/* A host asks what its device needs, makes it and hands it over; what is wrong is named. */
#define _POSIX_C_SOURCE 200809L
#include "capi/support/vulkan_host.h"

static void chain_of(VkPhysicalDeviceFeatures2* chain, VkPhysicalDeviceVulkan12Features* v12) {
  memset(chain, 0, sizeof *chain);
  memset(v12, 0, sizeof *v12);
  chain->sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  chain->pNext = v12;
  v12->sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
}

static void requirements_are_data(void) {
  vyre_vulkan_requirements needs = VYRE_VULKAN_REQUIREMENTS_INIT;
  vyre_vulkan_features required = 0, all = 0;
  OK(vyre_vulkan_get_requirements(VK_API_VERSION_1_2, &needs));
  CHECK_EQUAL(sizeof needs, needs.struct_size);
  CHECK_EQUAL(VK_API_VERSION_1_2, needs.min_api_version);
  CHECK_EQUAL(VK_QUEUE_COMPUTE_BIT, needs.required_queue_flags);
  CHECK_EQUAL(0x23, needs.buffer_usage);
  CHECK_EQUAL(0, needs.image_usage);
  CHECK_EQUAL(0, needs.required_device_extension_count + needs.required_instance_extension_count);
  CHECK(strcmp(needs.optional_device_extensions[0], "VK_EXT_external_memory_host") == 0);
  CHECK(strcmp(needs.optional_instance_extensions[0], "VK_EXT_debug_utils") == 0);
  for (size_t i = 0; i < needs.feature_count; ++i) {
    all |= needs.features[i]->bit;
    if (needs.features[i]->required) required |= needs.features[i]->bit;
  }
  CHECK_EQUAL(required, needs.required_features);
  CHECK_EQUAL(all, needs.required_features | needs.optional_features);
  CHECK_EQUAL(0, needs.required_features & needs.optional_features);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "1.1",
        vyre_vulkan_get_requirements(VK_API_VERSION_1_1, &needs));
  REFUSED(vyre_vulkan_get_requirements, "vyre_vulkan_requirements", (VK_API_VERSION_1_3, NULL));
  REFUSES_SIZES(vyre_vulkan_requirements, needs,
                vyre_vulkan_get_requirements(VK_API_VERSION_1_2, &needs));
}

static void features_are_described(void) {
  vyre_vulkan_requirements needs = VYRE_VULKAN_REQUIREMENTS_INIT;
  OK(vyre_vulkan_get_requirements(VK_API_VERSION_1_2, &needs));
  CHECK(equals(needs.features[0]->name, "timelineSemaphore"));
  CHECK(equals(needs.features[1]->structure, "VkPhysicalDeviceVulkanMemoryModelFeatures"));
  CHECK(equals(needs.features[1]->core_structure, "VkPhysicalDeviceVulkan12Features"));
  CHECK_EQUAL(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES,
              needs.features[1]->structure_type);
  CHECK_EQUAL(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
              needs.features[1]->core_structure_type);
  CHECK(equals(needs.features[10]->core_structure, "VkPhysicalDeviceVulkan13Features"));
  CHECK(equals(needs.features[10]->extension, "VK_KHR_shader_integer_dot_product"));
  CHECK(equals(needs.features[11]->name, "shaderBufferInt64Atomics"));
  CHECK(equals(needs.features[11]->extension, ""));
  for (size_t i = 0; i < needs.feature_count; ++i) {
    const vyre_vulkan_feature_info* feature = needs.features[i];
    CHECK_EQUAL(sizeof *feature, feature->struct_size);
    CHECK_EQUAL(UINT64_C(1) << i, feature->bit);
    CHECK(ends_well(feature->name) && ends_well(feature->structure));
    CHECK(ends_well(feature->core_structure) && ends_well(feature->extension));
    CHECK(feature->structure_type != 0 && feature->reserved == 0);
  }
}

static void features_are_switched_on_where_they_are(void) {
  VkPhysicalDeviceFeatures2 chain;
  VkPhysicalDeviceVulkan12Features v12;
  const vyre_vulkan_features wanted = VYRE_VULKAN_FEATURE_TIMELINE_SEMAPHORE |
                                      VYRE_VULKAN_FEATURE_SHADER_INT64 |
                                      VYRE_VULKAN_FEATURE_STORAGE_BUFFER_16BIT;
  vyre_vulkan_features missing = 0, on = 0;
  chain_of(&chain, &v12);
  OK(vyre_vulkan_enable_features(&chain, wanted, &missing));
  CHECK_EQUAL(VYRE_VULKAN_FEATURE_STORAGE_BUFFER_16BIT, missing);
  CHECK_EQUAL(VK_TRUE, v12.timelineSemaphore);
  CHECK_EQUAL(VK_TRUE, chain.features.shaderInt64);
  CHECK_EQUAL(VK_FALSE, chain.features.shaderFloat64);
  OK(vyre_vulkan_read_features(&chain, &on));
  CHECK_EQUAL(wanted & ~missing, on);
  REFUSED(vyre_vulkan_read_features, "NULL", (NULL, &on));
  CHECK_EQUAL(0, on);
  REFUSED(vyre_vulkan_read_features, "out_features is NULL", (&chain, NULL));
  REFUSED(vyre_vulkan_read_features, "VkPhysicalDeviceFeatures2", (&v12, &on));
  REFUSED(vyre_vulkan_enable_features, "features is 9223372036854775808",
          (&chain, UINT64_C(1) << 63, &missing));
  REFUSED(vyre_vulkan_enable_features, "NULL", (NULL, wanted, &missing));
  REFUSED(vyre_vulkan_enable_features, "out_missing is NULL", (&chain, wanted, NULL));
  v12.pNext = &v12;
  REFUSED(vyre_vulkan_read_features, "no end", (&chain, &on));
}

/* The description of a device that is to be made serves as well. */
static void features_are_read_where_the_device_is_made(void) {
  VkPhysicalDeviceFeatures2 chain;
  VkPhysicalDeviceVulkan12Features v12;
  VkPhysicalDeviceFeatures plain;
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  vyre_vulkan_features on = 0;
  chain_of(&chain, &v12);
  v12.vulkanMemoryModel = VK_TRUE;
  info.pNext = &chain;
  OK(vyre_vulkan_read_features(&info, &on));
  CHECK_EQUAL(VYRE_VULKAN_FEATURE_MEMORY_MODEL, on);
  memset(&plain, 0, sizeof plain);
  plain.shaderInt16 = VK_TRUE;
  info.pNext = &v12;
  info.pEnabledFeatures = &plain;
  OK(vyre_vulkan_read_features(&info, &on));
  CHECK_EQUAL(VYRE_VULKAN_FEATURE_MEMORY_MODEL | VYRE_VULKAN_FEATURE_SHADER_INT16, on);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL no_address(VkInstance instance, const char* name) {
  (void)instance;
  (void)name;
  return NULL;
}

/* Each mistake alone, in a description that is right otherwise. */
static void mistakes_are_named(vyre_context* context, vulkan_host* host, vulkan_host* other) {
  const vyre_vulkan_device_desc right = describe_host(host);
  vyre_device* device = NULL;
#define BAD(code, part, ...)                                               \
  do {                                                                     \
    vyre_vulkan_device_desc desc = right;                                  \
    desc.destroy = count_destroy;                                          \
    __VA_ARGS__;                                                           \
    device = (vyre_device*)&desc;                                          \
    FAILS(code, part, vyre_device_import_vulkan(context, &desc, &device)); \
    CHECK(device == NULL);                                                 \
  } while (0)
#define BAD_ARGUMENT(part, ...) \
  BAD(VYRE_ERROR_INVALID_ARGUMENT, "vyre_device_import_vulkan: |" part, __VA_ARGS__)
  BAD_ARGUMENT("no instance", desc.instance = NULL);
  BAD_ARGUMENT("no physical_device", desc.physical_device = NULL);
  BAD_ARGUMENT("no device", desc.device = NULL);
  BAD_ARGUMENT("no get_instance_proc_addr", desc.get_instance_proc_addr = NULL);
  BAD_ARGUMENT("no api_version", desc.api_version = 0);
  BAD(VYRE_ERROR_UNSUPPORTED_FEATURE, "Vulkan 1.1", desc.api_version = VK_API_VERSION_1_1);
  BAD_ARGUMENT("has no vkGet", desc.get_instance_proc_addr = (vyre_vulkan_function)no_address);
  BAD_ARGUMENT("none of those", desc.physical_device = other->physical);
  BAD_ARGUMENT("queue family 99", desc.queue_family = 99);
  BAD_ARGUMENT("lock and no unlock", desc.unlock = NULL);
  BAD_ARGUMENT("unlock and no lock", desc.lock = NULL);
  BAD(VYRE_ERROR_UNSUPPORTED_FEATURE, "vulkanMemoryModel",
      desc.features &= ~VYRE_VULKAN_FEATURE_MEMORY_MODEL);
  BAD(VYRE_ERROR_UNSUPPORTED_FEATURE,
      "timelineSemaphore, vulkanMemoryModel, vulkanMemoryModelDeviceScope", desc.features = 0);
  BAD_ARGUMENT("VYRE_VULKAN_FEATURES_GIVEN", desc.flags = 0);
  BAD_ARGUMENT("vyre_vulkan_device_desc.flags is 1048576", desc.flags = 1 << 20);
  BAD_ARGUMENT("vyre_vulkan_device_desc.features is ", desc.features |= UINT64_C(1) << 63);
  BAD_ARGUMENT("both", desc.enabled_features = &right);
  BAD_ARGUMENT("enabled_extensions is NULL", desc.enabled_extension_count = 1);
  BAD_ARGUMENT("vyre_vulkan_device_desc.struct_size is 3", desc.struct_size = 3);
  BAD_ARGUMENT("vyre_vulkan_device_desc.struct_size is 0", desc.struct_size = 0);
  {
    const char* const none[] = {NULL};
    BAD_ARGUMENT("enabled_extensions[0]", desc.enabled_extensions = none;
                 desc.enabled_extension_count = 1);
  }
#undef BAD_ARGUMENT
#undef BAD
  REFUSED(vyre_device_import_vulkan, "desc is NULL", (context, NULL, &device));
  REFUSED(vyre_device_import_vulkan, "out_device is NULL", (context, &right, NULL));
  CHECK_EQUAL(0, destroyed);
}

/* NULL is the context that the process shares. */
static void a_device_may_be_of_the_shared_context(vulkan_host* host) {
  const vyre_vulkan_device_desc desc = describe_host(host);
  uint32_t in = 41, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  fixture made = {NULL, NULL, NULL, NULL};
  OK(vyre_device_import_vulkan(NULL, &desc, &made.device));
  make_pipeline(&made, kIncrement);
  OK(vyre_dispatch(made.pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(42, out);
  destroy_fixture(&made);
}

static vyre_features features_of(const vyre_device* device) {
  return vyre_device_get_info(device)->features;
}

/* Only what is enabled counts, whatever the device could do. */
static void what_is_not_enabled_is_not_used(vyre_context* context, vulkan_host* host) {
  vyre_vulkan_device_desc desc = describe_host(host);
  VkPhysicalDeviceFeatures2 chain;
  VkPhysicalDeviceVulkan12Features v12;
  vyre_vulkan_features missing = 0;
  vyre_device* device = NULL;
  OK(vyre_device_import_vulkan(context, &desc, &device));
  CHECK_EQUAL(0, features_of(device) & (VYRE_FEATURE_INT64 | VYRE_FEATURE_F64 |
                                        VYRE_FEATURE_STORAGE_8BIT | VYRE_FEATURE_F16));
  CHECK(contains(vyre_device_get_info(device)->id, ":host"));
  vyre_device_destroy(device);

  desc.flags = 0; /* unknown */
  desc.features = 0;
  OK(vyre_device_import_vulkan(context, &desc, &device));
  CHECK_EQUAL(0, features_of(device) & (VYRE_FEATURE_INT64 | VYRE_FEATURE_F64));
  vyre_device_destroy(device);

  chain_of(&chain, &v12);
  OK(vyre_vulkan_enable_features(&chain, host->features | VYRE_VULKAN_FEATURE_SHADER_INT64,
                                 &missing));
  desc.enabled_features = &chain;
  OK(vyre_device_import_vulkan(context, &desc, &device));
  CHECK_EQUAL(VYRE_FEATURE_INT64, features_of(device) & (VYRE_FEATURE_INT64 | VYRE_FEATURE_F64));
  vyre_device_destroy(device);
}

/* A queue by family and index, names for debuggers, and the end of the host's user data. */
static void the_host_hears_when_it_is_over(vyre_context* context, vulkan_host* host) {
  vyre_vulkan_device_desc desc = describe_host(host);
  vyre_device* device = NULL;
  const int before = destroyed;
  desc.queue = NULL;
  desc.flags |= VYRE_VULKAN_DEBUG_UTILS;
  desc.destroy = count_destroy;
  OK(vyre_device_import_vulkan(context, &desc, &device));
  vyre_buffer* buffer = make_buffer(device, 64);
  vyre_device_destroy(device);
  CHECK_EQUAL(before, destroyed);
  vyre_buffer_destroy(buffer); /* the last object */
  CHECK_EQUAL(before + 1, destroyed);
}

static char seen_labels[64];
static int open_labels = 0;

static VKAPI_ATTR void VKAPI_CALL note_begin(VkCommandBuffer commands,
                                             const VkDebugUtilsLabelEXT* label) {
  (void)commands;
  ++open_labels;
  strncat(seen_labels, label->pLabelName, sizeof seen_labels - strlen(seen_labels) - 1);
}

static VKAPI_ATTR void VKAPI_CALL note_end(VkCommandBuffer commands) {
  (void)commands;
  --open_labels;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL noting_address(VkInstance instance,
                                                               const char* name) {
  if (strcmp(name, "vkCmdBeginDebugUtilsLabelEXT") == 0) return (PFN_vkVoidFunction)note_begin;
  if (strcmp(name, "vkCmdEndDebugUtilsLabelEXT") == 0) return (PFN_vkVoidFunction)note_end;
  return counting_address(instance, name);
}

static void dispatch_labeled(vyre_pipeline* pipeline, const char* label) {
  uint32_t in = 41, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.label = vyre_str(label);
  OK(vyre_dispatch(pipeline, bindings, 2, &desc, NULL));
  CHECK_EQUAL(42, out);
  CHECK_EQUAL(0, open_labels);
}

/* Recorded kernels stand in a region with the label of their dispatch; one that is submitted again
 * with the same label is not recorded again. */
static void debuggers_see_labels(vulkan_host* host) {
  vyre_vulkan_device_desc desc = describe_host(host);
  desc.get_instance_proc_addr = (vyre_vulkan_function)noting_address;
  desc.flags |= VYRE_VULKAN_DEBUG_UTILS;
  fixture f = import_device(NULL, &desc, kIncrement);
  dispatch_labeled(f.pipeline, "a");
  dispatch_labeled(f.pipeline, "a");
  dispatch_labeled(f.pipeline, "b");
  dispatch_labeled(f.pipeline, NULL);
  CHECK(strcmp(seen_labels, "ab") == 0);
  destroy_fixture(&f);
  seen_labels[0] = 0;
  desc.flags &= ~VYRE_VULKAN_DEBUG_UTILS;
  f = import_device(NULL, &desc, kIncrement);
  dispatch_labeled(f.pipeline, "a");
  CHECK(strcmp(seen_labels, "") == 0);
  destroy_fixture(&f);
}

static char written[1 << 16];

static vyre_error* write_text(void* user, const void* bytes, size_t size) {
  size_t* at = user;
  CHECK(*at + size < sizeof written);
  if (*at + size >= sizeof written) return NULL;
  memcpy(written + *at, bytes, size);
  *at += size;
  return NULL;
}

static void a_trace_shows_the_hosts_device(vulkan_host* host) {
  vyre_context_desc traced = VYRE_CONTEXT_DESC_INIT;
  vyre_vulkan_device_desc desc = describe_host(host);
  size_t size = 0;
  traced.flags = VYRE_CONTEXT_TRACE;
  fixture f = import_device(&traced, &desc, kIncrement);
  dispatch_labeled(f.pipeline, "of the host");
  OK(vyre_context_write_trace(f.context, write_text, &size));
  CHECK(strstr(written, "\"submission\": 1, \"clock\": \"placed in its submission\"") != NULL);
  CHECK(strstr(written, "of the host") != NULL);
  destroy_fixture(&f);
}

static int64_t host_allocations = 0;

static void* VKAPI_PTR host_allocate(void* user, size_t size, size_t alignment,
                                     VkSystemAllocationScope scope) {
  void* memory = NULL;
  (void)scope;
  if (posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, size) != 0) {
    return NULL;
  }
  ++*(int64_t*)user;
  return memory;
}

static void VKAPI_PTR host_free(void* user, void* memory) {
  if (memory == NULL) return;
  --*(int64_t*)user;
  free(memory);
}

/* What realloc gives is aligned for everything that drivers keep. */
static void* VKAPI_PTR host_reallocate(void* user, void* memory, size_t size, size_t alignment,
                                       VkSystemAllocationScope scope) {
  if (memory == NULL) return host_allocate(user, size, alignment, scope);
  if (size != 0) return realloc(memory, size);
  host_free(user, memory);
  return NULL;
}

static void allocation_callbacks_are_used_and_balanced(vulkan_host* host) {
  vyre_vulkan_device_desc desc = describe_host(host);
  uint32_t in[4] = {1, 2, 3, 4}, out[4] = {0, 0, 0, 0};
  VkAllocationCallbacks callbacks = {.pUserData = &host_allocations,
                                     .pfnAllocation = host_allocate,
                                     .pfnReallocation = host_reallocate,
                                     .pfnFree = host_free};
  desc.allocation_callbacks = &callbacks;
  fixture made = import_device(NULL, &desc, kIncrement);
  vyre_binding bindings[] = {vyre_bind_input(0, in, sizeof in),
                             vyre_bind_output(1, out, sizeof out)};
  OK(vyre_dispatch(made.pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(5, out[3]);
  CHECK(host_allocations > 0);
  destroy_fixture(&made);
  CHECK_EQUAL(0, host_allocations);
}

int main(void) {
  vulkan_host host, other;
  requirements_are_data();
  features_are_described();
  features_are_switched_on_where_they_are();
  features_are_read_where_the_device_is_made();
  make_host(&host);
  make_host(&other);
  vyre_context* context = make_context();
  mistakes_are_named(context, &host, &other);
  a_device_may_be_of_the_shared_context(&host);
  what_is_not_enabled_is_not_used(context, &host);
  the_host_hears_when_it_is_over(context, &host);
  debuggers_see_labels(&host);
  a_trace_shows_the_hosts_device(&host);
  allocation_callbacks_are_used_and_balanced(&host);
  vyre_context_destroy(context);
  CHECK_EQUAL(0, counted_idle_waits);
  CHECK_EQUAL(0, counted_destroys);
  destroy_host(&other);
  destroy_host(&host);
  return finish();
}
