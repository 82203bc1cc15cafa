#include "reference/transfer.h"

#include <cstring>
#include <utility>

namespace vyre::reference {

using backend::Step;

Transfer::Transfer(std::shared_ptr<backend::Device> owner, const Step& step,
                   std::shared_ptr<Storage> from, std::shared_ptr<Storage> to)
    : TransferJob(bytes_for(step)),
      owner_(std::move(owner)),
      kind_(step.kind),
      from_offset_(step.from_offset),
      to_offset_(step.to_offset),
      size_(static_cast<size_t>(step.size)),
      word_(step.word),
      from_(std::move(from)),
      to_(std::move(to)) {}

Status Transfer::move(std::span<std::byte> bytes) {
  std::byte* const to = kind_ == Step::Kind::kRead ? bytes.data() : to_->data() + to_offset_;
  if (kind_ == Step::Kind::kFill) {
    for (size_t at = 0; at < size_; at += sizeof word_) std::memcpy(to + at, &word_, sizeof word_);
    return {};
  }
  const std::byte* const from =
      kind_ == Step::Kind::kWrite ? bytes.data() : from_->data() + from_offset_;
  std::memcpy(to, from, size_);
  return {};
}

void Transfer::ended() {
  from_.reset();
  to_.reset();
}

}  // namespace vyre::reference
