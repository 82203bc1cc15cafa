#pragma once

#include <memory>

#include "backend/host_transfer.h"
#include "backend/sequence.h"
#include "reference/job.h"

namespace vyre::reference {

// A copy, fill, write or read of the oracle's memory. It keeps the bytes, and not the memory, which
// keeps its last job.
class Transfer final : public backend::TransferJob {
 public:
  // |from|, |to|: of |step|'s memories; null where it has none.
  Transfer(std::shared_ptr<backend::Device> owner, const backend::Step& step,
           std::shared_ptr<Storage> from, std::shared_ptr<Storage> to);

 private:
  Status move(std::span<std::byte> bytes) override;
  void ended() override;

  const std::shared_ptr<backend::Device> owner_;  // keeps the memory resource in use
  const backend::Step::Kind kind_;
  const uint64_t from_offset_;
  const uint64_t to_offset_;
  const size_t size_;
  const uint32_t word_;
  std::shared_ptr<Storage> from_;
  std::shared_ptr<Storage> to_;
};

}  // namespace vyre::reference
