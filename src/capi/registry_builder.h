#pragma once

#include <memory>
#include <mutex>

#include "registry/builder.h"
#include "runtime/context/context.h"
#include "vyre_driver.h"

struct vyre_registry_builder {
  explicit vyre_registry_builder(std::shared_ptr<vyre::runtime::Context> owner)
      : context(std::move(owner)) {}

  const std::shared_ptr<vyre::runtime::Context> context;
  mutable std::mutex mutex;
  vyre::registry::Builder rep;  // guarded by mutex
};
