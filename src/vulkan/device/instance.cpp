#include "vulkan/device/instance.h"

#include <algorithm>
#include <string_view>

#include "base/status/guarded.h"
#include "vulkan/device/vk_error.h"

namespace vyre::vulkan {
namespace {

constexpr char kValidationLayer[] = "VK_LAYER_KHRONOS_validation";

bool has_layer(const Loader& loader, std::string_view name) {
  std::vector<VkLayerProperties> layers;
  enumerate(layers, loader.vkEnumerateInstanceLayerProperties);
  return std::ranges::any_of(layers, [&](const auto& layer) { return name == layer.layerName; });
}

std::vector<VkExtensionProperties> extensions_of(const Loader& loader) {
  std::vector<VkExtensionProperties> all;
  enumerate(all, [&](uint32_t* count, VkExtensionProperties* some) {
    return loader.vkEnumerateInstanceExtensionProperties(nullptr, count, some);
  });
  return all;
}

Status check_loader(const Loader& loader, const InstanceOptions& options) {
  uint32_t version = 0;
  const VkResult result = loader.vkEnumerateInstanceVersion(&version);
  if (result != VK_SUCCESS) return vk_error(result, "vkEnumerateInstanceVersion");
  if (version < VK_API_VERSION_1_2) {
    return fail(Code::kUnsupportedFeature, "the Vulkan loader '", options.loader,
                "' is of version ", VK_API_VERSION_MAJOR(version), ".",
                VK_API_VERSION_MINOR(version),
                ", 1.2 is needed. Fix: install a newer Vulkan loader (Debian: libvulkan1)");
  }
  if (options.validation && !has_layer(loader, kValidationLayer)) {
    return fail(Code::kNotFound, "the layer ", kValidationLayer,
                " was asked for and is not installed. Fix: install it (Debian: "
                "vulkan-validationlayers) or do not ask for validation");
  }
  return {};
}

LogLevel level_of(VkDebugUtilsMessageSeverityFlagBitsEXT severity) {
  if (severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) return LogLevel::kError;
  if (severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT) return LogLevel::kWarning;
  if (severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT) return LogLevel::kInfo;
  return LogLevel::kDebug;
}

VKAPI_ATTR VkBool32 VKAPI_CALL receive(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                       VkDebugUtilsMessageTypeFlagsEXT types,
                                       const VkDebugUtilsMessengerCallbackDataEXT* data,
                                       void* user_data) {
  (void)run_guarded(
      [&] { static_cast<Messages*>(user_data)->report(severity, types, data->pMessage); });
  return VK_FALSE;
}

// Drivers that are installed twice give the same device twice: the last one's id gets a number.
void tell_apart(std::vector<PhysicalDevice>& devices) {
  const std::string id = devices.back().id;
  const auto same = std::ranges::count_if(
      devices, [&](const PhysicalDevice& one) { return one.id.starts_with(id); });
  if (same > 1) devices.back().id = concat(id, "#", same);
}

}  // namespace

VkDebugUtilsMessengerCreateInfoEXT Messages::create_info() {
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = receive;
  info.pUserData = this;
  return info;
}

void Messages::report(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                      VkDebugUtilsMessageTypeFlagsEXT types, const char* text) {
  const LogLevel level = level_of(severity);
  const bool validation = (types & VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT) != 0;
  if (validation && level == LogLevel::kError) errors_.fetch_add(1, std::memory_order_relaxed);
  if (log_) log_(level, text != nullptr ? text : "");
}

Result<std::shared_ptr<Instance>> Instance::open(const InstanceOptions& options) {
  VYRE_ASSIGN_OR_RETURN(std::unique_ptr<Loader> loader, Loader::open(options.loader));
  VYRE_RETURN_IF_ERROR(check_loader(*loader, options));
  const bool wants_messages = options.validation || options.log;
  const bool debug_utils = (wants_messages || options.observe.labels) &&
                           has_extension(extensions_of(*loader), VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  const bool debug_messages = wants_messages && debug_utils;
  std::shared_ptr<Instance> instance(new Instance(options, std::move(loader)));
  instance->names_objects_ = debug_utils;
  VYRE_RETURN_IF_ERROR(instance->create(options.validation, debug_messages));
  keep_drivers_loaded();
  if (debug_messages) VYRE_RETURN_IF_ERROR(instance->create_messenger());
  VYRE_RETURN_IF_ERROR(instance->find_devices());
  return instance;
}

Result<std::shared_ptr<Instance>> Instance::borrow(PFN_vkGetInstanceProcAddr get_address,
                                                   VkInstance handle,
                                                   const InstanceOptions& options) {
  std::shared_ptr<Instance> instance(new Instance(options, nullptr));
  instance->handle_ = handle;
  const std::string_view missing = load_instance_table(get_address, handle, instance->vk_);
  if (!missing.empty()) {
    return fail(Code::kInvalidArgument, "the host's vkGetInstanceProcAddr has no ", missing,
                " for the host's instance. Fix: pass the function and the instance that belong "
                "together, of a loader of version 1.2 or newer");
  }
  return instance;
}

Instance::~Instance() {
  if (loader_ == nullptr) return;
  if (messenger_ != VK_NULL_HANDLE) {
    vk_.vkDestroyDebugUtilsMessengerEXT(handle_, messenger_, nullptr);
  }
  const LoaderLock lock;
  if (vk_.vkDestroyInstance != nullptr) vk_.vkDestroyInstance(handle_, nullptr);
}

Status Instance::create(bool validation, bool debug_messages) {
  const char* const layers[] = {kValidationLayer};
  const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  const VkValidationFeatureEnableEXT enabled[] = {
      VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};

  auto application = structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pEngineName = "vyre";
  application.apiVersion = kMaxApiVersion;
  VkDebugUtilsMessengerCreateInfoEXT messenger = messages_.create_info();
  auto features = structure<VkValidationFeaturesEXT>(VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT);
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = enabled;
  features.pNext = debug_messages ? &messenger : nullptr;
  auto info = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pNext = validation ? static_cast<const void*>(&features) : features.pNext;
  info.pApplicationInfo = &application;
  info.enabledLayerCount = validation ? 1 : 0;
  info.ppEnabledLayerNames = layers;
  info.enabledExtensionCount = names_objects_ ? 1 : 0;
  info.ppEnabledExtensionNames = extensions;

  const LoaderLock lock;
  const VkResult result = loader_->vkCreateInstance(&info, nullptr, &handle_);
  if (result != VK_SUCCESS) return vk_error(result, "vkCreateInstance", Code::kNotFound);
  const std::string_view missing = load_instance_table(loader_->get_address, handle_, vk_);
  return missing.empty() ? Status() : missing_function("of this process", missing);
}

Status Instance::create_messenger() {
  const VkDebugUtilsMessengerCreateInfoEXT info = messages_.create_info();
  const VkResult result = vk_.vkCreateDebugUtilsMessengerEXT(handle_, &info, nullptr, &messenger_);
  if (result != VK_SUCCESS) return vk_error(result, "vkCreateDebugUtilsMessengerEXT");
  return {};
}

Status Instance::find_devices() {
  std::vector<VkPhysicalDevice> handles;
  const VkResult result = enumerate(handles, [&](uint32_t* count, VkPhysicalDevice* all) {
    return vk_.vkEnumeratePhysicalDevices(handle_, count, all);
  });
  if (result != VK_SUCCESS) return vk_error(result, "vkEnumeratePhysicalDevices");
  for (const VkPhysicalDevice handle : handles) {
    devices_.push_back(describe_device(vk_, handle));
    tell_apart(devices_);
  }
  return {};
}

}  // namespace vyre::vulkan
