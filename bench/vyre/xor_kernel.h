#pragma once

#include <vyre_driver.h>
#include <vyre_driver_sequence.h>
#include <vyre_driver_tools.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "harness/xor_inputs.h"

namespace bench {

// Ends the process with the text of |error| unless it is NULL.
void check(vyre_error* error);

template <auto kDestroy>
struct Destroy {
  template <class T>
  void operator()(T* object) const {
    kDestroy(object);
  }
};
template <class T, auto kDestroy>
using Owner = std::unique_ptr<T, Destroy<kDestroy>>;

using VyrePipeline = Owner<vyre_pipeline, vyre_pipeline_destroy>;
using VyreSequence = Owner<vyre_sequence, vyre_sequence_destroy>;
using VyreBuffer = Owner<vyre_buffer, vyre_buffer_destroy>;

// What |create| makes, in the last of its arguments.
template <class Owner, class Create, class... Arguments>
Owner make(Create create, Arguments... arguments) {
  typename Owner::pointer object = nullptr;
  check(create(arguments..., &object));
  return Owner(object);
}

// The device under test; an empty |id| means the best one.
class VyreDevice {
 public:
  // |cache|: folder for compiled kernels; empty for none.
  explicit VyreDevice(const std::string& id, const std::string& cache = {});
  vyre_context* context() const { return context_.get(); }
  vyre_device* device() const { return device_.get(); }
  const vyre_device_info& info() const { return *vyre_device_get_info(device()); }
  uint64_t metric(vyre_metric_id id) const;
  std::string name() const;
  std::array<uint8_t, 16> uuid() const;
  VyrePipeline create_pipeline(const std::string& program,  // JSON
                               vyre_pipeline_flags flags = 0) const;
  // Of a SPIR-V module, whose constant 0 is the workgroup.
  VyrePipeline create_module(const uint32_t* words, size_t size, uint32_t workgroup) const;
  VyreBuffer create_buffer(uint64_t bytes) const;

 private:
  using Context = Owner<vyre_context, vyre_context_destroy>;
  using Device = Owner<vyre_device, vyre_device_destroy>;
  Context context_;
  Device device_;
};

// result[i] = left[i] ^ right[i] as a vyre program, dispatched as any user would.
class VyreXor {
 public:
  explicit VyreXor(const VyreDevice& device);
  void run(XorInputs& words) const;  // bytes of the host in and out

 private:
  const VyrePipeline pipeline_;
};

}  // namespace bench
