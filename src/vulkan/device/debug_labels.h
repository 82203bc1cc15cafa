#pragma once

#include <string>
#include <string_view>

#include "vulkan/device/loader.h"

namespace vyre::vulkan {

// Names of objects and labels of work on one device, for debuggers and the validation layer.
class DebugLabels {
 public:
  // Names nothing.
  DebugLabels() = default;
  // |labels|: whether work has labels.
  DebugLabels(const InstanceTable& vk, VkDevice device, bool labels)
      : vk_(&vk), device_(device), labels_(labels) {}

  bool names_objects() const { return vk_ != nullptr; }
  bool labels() const { return labels_; }
  void begin(VkCommandBuffer commands, const char* label) const {
    if (!labels_) return;
    auto info = structure<VkDebugUtilsLabelEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT);
    info.pLabelName = label;
    vk_->vkCmdBeginDebugUtilsLabelEXT(commands, &info);
  }
  void end(VkCommandBuffer commands) const {
    if (labels_) vk_->vkCmdEndDebugUtilsLabelEXT(commands);
  }

  // Names |object| "vyre:<name>".
  template <typename Handle>
  void name(VkObjectType type, Handle object, std::string_view name) const {
    if (vk_ == nullptr) return;
    const std::string text = concat("vyre:", name);
    VkDebugUtilsObjectNameInfoEXT info{};
    info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
    info.objectType = type;
    info.objectHandle = reinterpret_cast<uint64_t>(object);
    info.pObjectName = text.c_str();
    const LoaderLock lock;
    vk_->vkSetDebugUtilsObjectNameEXT(device_, &info);
  }

 private:
  const InstanceTable* vk_ = nullptr;  // of the device's instance; null: nothing is named
  VkDevice device_ = VK_NULL_HANDLE;
  bool labels_ = false;
};

}  // namespace vyre::vulkan
