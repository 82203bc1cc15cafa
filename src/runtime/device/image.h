#pragma once

#include <memory>
#include <span>
#include <string>

#include "backend/image.h"
#include "runtime/device/device.h"

namespace vyre::runtime {

// Texels that stay on a device. Refused by name after a recovery of the device.
class Image : public std::enable_shared_from_this<Image> {
 public:
  static Result<std::shared_ptr<Image>> create(std::shared_ptr<Device> device,
                                               const backend::ImageDesc& desc);

  const backend::ImageDesc& desc() const { return image_->desc(); }
  uint64_t size() const { return image_->size(); }
  bool is_filtered_linearly() const { return image_->is_filtered_linearly(); }
  const std::string& name() const { return name_; }  // "image 'sky' (2D, 64 x 64 RGBA8_UNORM)"
  const Device& device() const { return *device_; }
  const std::shared_ptr<Device>& shared_device() const { return device_; }

  // For work on the device of |generation| that keeps it until it ends.
  Result<std::shared_ptr<backend::Image>> memory(uint64_t generation) const;

 private:
  Image(std::shared_ptr<Device> device, uint64_t generation, std::shared_ptr<backend::Image> image);

  const std::shared_ptr<Device> device_;  // outlives the image
  const uint64_t generation_;
  const std::shared_ptr<backend::Image> image_;
  const std::string name_;
};

// Refuses a description that no device could have, and what |device| lacks.
Status check_image(const Device& device, const backend::ImageDesc& desc);

// How texels are read. Immutable; of every generation of its device.
struct Sampler : std::enable_shared_from_this<Sampler> {
  Sampler(std::shared_ptr<Device> owner, const backend::SamplerDesc& how, std::string called)
      : device(std::move(owner)), desc(how), label(std::move(called)) {}

  const std::shared_ptr<Device> device;
  const backend::SamplerDesc desc;
  const std::string label;
};

Result<std::shared_ptr<const Sampler>> create_sampler(std::shared_ptr<Device> device,
                                                      const backend::SamplerDesc& desc,
                                                      std::string label);

}  // namespace vyre::runtime
