#pragma once

#include <memory>

#include "backend/host_transfer.h"
#include "plugin/backend/objects.h"

namespace vyre::plugin {

// Moves the bytes of |step| on a device of a table that keeps no order itself.
class Transfer final : public backend::TransferJob {
 public:
  Transfer(std::shared_ptr<DeviceHandle> device, const backend::Step& step);

  // Makes the job known and begins it.
  static Status start(const std::shared_ptr<Transfer>& job);

 private:
  Status move(std::span<std::byte> bytes) override;
  void ended() override;

  const std::shared_ptr<DeviceHandle> device_;
  backend::Step step_;  // without bytes; lets go of its memory at the end
};

}  // namespace vyre::plugin
