// A host that already has Vulkan, through its own copy of volk (HOST_VOLK) or by linking the
// loader, and that shares templates with the library. It links the static library whole, uses its
// own Vulkan before and after a dispatch, and both must work.
#ifdef HOST_VOLK
#include <volk.h>
#else
#include <vulkan/vulkan.h>
#endif
#include <vyre_driver.h>
#include <vyre_driver_builder.h>

#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

bool check(const char* what, bool holds) {
  if (!holds) std::cout << "host: " << what << " failed\n";
  return holds;
}

bool ok(const char* what, vyre_error* error) {
  const bool right = error == nullptr;
  if (!right) std::cout << vyre_error_text(error) << '\n';
  vyre_error_destroy(error);
  return check(what, right);
}

VkInstance make_instance() {
#ifdef HOST_VOLK
  if (volkInitialize() != VK_SUCCESS) return VK_NULL_HANDLE;
#endif
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  VkInstance instance = VK_NULL_HANDLE;
  if (vkCreateInstance(&info, nullptr, &instance) != VK_SUCCESS) return VK_NULL_HANDLE;
#ifdef HOST_VOLK
  volkLoadInstance(instance);
#endif
  return instance;
}

// Names of the devices that the host's own Vulkan sees, in containers that the library uses too.
std::map<std::string, std::shared_ptr<uint32_t>> device_names(VkInstance instance) {
  uint32_t count = 0;
  vkEnumeratePhysicalDevices(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  vkEnumeratePhysicalDevices(instance, &count, devices.data());
  std::map<std::string, std::shared_ptr<uint32_t>> names;
  for (VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    names[properties.deviceName] = std::make_shared<uint32_t>(properties.apiVersion);
  }
  return names;
}

// out[i] = in[i] + in[i].
void build(vyre_builder* builder) {
  const vyre_parameter in = vyre_builder_input(builder, "in", VYRE_TYPE_U32);
  const vyre_parameter out = vyre_builder_output(builder, "out", VYRE_TYPE_U32);
  const vyre_expr i = vyre_builder_index(builder);
  const vyre_expr x = vyre_builder_load(builder, in, i);
  vyre_builder_store(builder, out, i, vyre_builder_add(builder, x, x));
}

bool dispatch(vyre_pipeline* pipeline) {
  const std::vector<uint32_t> in{1, 20, 300};
  std::vector<uint32_t> out(3);
  const vyre_binding bindings[] = {vyre_bind_input(0, in.data(), 12),
                                   vyre_bind_output(1, out.data(), 12)};
  return ok("dispatch", vyre_dispatch(pipeline, bindings, 2, nullptr, nullptr)) &&
         check("answer", out == std::vector<uint32_t>{2, 40, 600});
}

bool use_library() {
  vyre_context* context = nullptr;
  vyre_device* device = nullptr;
  vyre_builder* builder = nullptr;
  vyre_program* program = nullptr;
  vyre_pipeline* pipeline = nullptr;
  bool right = ok("context", vyre_context_create(nullptr, &context)) &&
               ok("device", vyre_device_open_id(context, "vulkan", &device)) &&
               ok("builder", vyre_builder_create(context, &builder));
  if (right) build(builder);
  right = right && ok("program", vyre_builder_finish(builder, &program)) &&
          ok("pipeline", vyre_pipeline_create(device, program, nullptr, &pipeline)) &&
          dispatch(pipeline);
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
  vyre_builder_destroy(builder);
  vyre_device_destroy(device);
  vyre_context_destroy(context);
  return right;
}

}  // namespace

int main() {
  const VkInstance instance = make_instance();
  if (!check("the host's own instance", instance != VK_NULL_HANDLE)) return 1;
  const size_t before = device_names(instance).size();
  const std::function<bool()> library = use_library;
  const bool right =
      check("the host's own devices", before > 0) && library() &&
      check("the host's own devices, afterwards", device_names(instance).size() == before);
  vkDestroyInstance(instance, nullptr);
  if (right) std::cout << "host: " << before << " devices of its own, and a right answer\n";
  return right ? 0 : 1;
}
