#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "registry/ops/publisher.h"
#include "runtime/context/context.h"
#include "runtime/device/buffer.h"
#include "runtime/device/device.h"
#include "runtime/device/image.h"
#include "runtime/dispatch/sequence.h"
#include "runtime/pipeline/pipeline.h"
#include "runtime/program/program.h"
#include "runtime/work/work.h"
#include "vyre_driver.h"
#include "vyre_driver_image.h"
#include "vyre_driver_sequence.h"
#include "vyre_driver_tools.h"

// What the public header only names. A handle is an owner of the object behind it.

struct vyre_context {
  std::shared_ptr<vyre::runtime::Context> rep;
};

struct vyre_program {
  explicit vyre_program(std::shared_ptr<const vyre::runtime::Program> program);

  const std::shared_ptr<const vyre::runtime::Program> rep;
  const std::shared_ptr<const vyre_program_info> info;
};

// Whose infos are made before anybody gets it: see capi/core/registry_info.h.
struct vyre_registry {
  std::shared_ptr<const vyre::registry::Snapshot> rep;
};

struct vyre_device {
  explicit vyre_device(std::shared_ptr<vyre::runtime::Device> device);

  const std::shared_ptr<vyre::runtime::Device> rep;
  const std::shared_ptr<const vyre_device_info> info;
};

struct vyre_pipeline {
  explicit vyre_pipeline(std::shared_ptr<vyre::runtime::Pipeline> pipeline);

  const std::shared_ptr<vyre::runtime::Pipeline> rep;
  const vyre_pipeline_info info;  // of one that was not made yet its label alone
};

struct vyre_buffer {
  vyre_buffer(std::shared_ptr<vyre::runtime::Buffer> buffer, std::string_view name = {},
              vyre_buffer_flags flags = 0)
      : rep(std::move(buffer)),
        label(name),
        info{sizeof(vyre_buffer_info), {label.c_str(), label.size()}, rep->size(), flags, 0} {}

  const std::shared_ptr<vyre::runtime::Buffer> rep;
  const std::string label;
  const vyre_buffer_info info;
};

struct vyre_image {
  explicit vyre_image(std::shared_ptr<vyre::runtime::Image> image);

  const std::shared_ptr<vyre::runtime::Image> rep;
  const std::unique_ptr<vyre_image_info> info;
};

struct vyre_sampler {
  std::shared_ptr<const vyre::runtime::Sampler> rep;
};

struct vyre_sequence {
  std::shared_ptr<vyre::runtime::Sequence> rep;
};

struct vyre_work {
  std::shared_ptr<vyre::runtime::Work> rep;
};
