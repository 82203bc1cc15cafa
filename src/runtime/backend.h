#pragma once

#include <memory>

#include "backend/backend.h"
#include "runtime/context.h"

namespace vyre::runtime {

// An open device together with the context that it was opened from.
class Backend {
 public:
  static Result<std::shared_ptr<Backend>> acquire(std::shared_ptr<Context> context,
                                                  std::string_view id) {
    VYRE_ASSIGN_OR_RETURN(auto device, context->inventory().open(id));
    return std::make_shared<Backend>(std::move(context), std::move(device));
  }
  static Result<std::shared_ptr<Backend>> acquire_preferred(std::shared_ptr<Context> context,
                                                            const backend::SelectOptions& options) {
    VYRE_ASSIGN_OR_RETURN(auto device, context->inventory().open_preferred(options));
    return std::make_shared<Backend>(std::move(context), std::move(device));
  }
  Backend(std::shared_ptr<Context> context, std::shared_ptr<backend::Backend> device)
      : context_(std::move(context)), device_(std::move(device)) {}

  Context& context() const { return *context_; }
  const std::shared_ptr<Context>& shared_context() const { return context_; }
  backend::Backend& device() const { return *device_; }

 private:
  const std::shared_ptr<Context> context_;  // outlives the device
  const std::shared_ptr<backend::Backend> device_;
};

}  // namespace vyre::runtime
