#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "backend/sequence.h"

namespace vyre::runtime {

// A sequence on a backend that records none: each run is done, step after step, when submit()
// returns.
class EagerSequence final : public backend::Sequence {
 public:
  // |raw| is borrowed, and used by submit() alone.
  EagerSequence(backend::Device& raw, const backend::SequenceOptions& options)
      : raw_(raw), timed_(options.timed) {}

  Result<uint32_t> add(const backend::Step& step) override;
  Status replace(uint32_t number, const backend::Step& step) override;
  Status record() override { return {}; }
  Result<uint64_t> submit() override;
  Result<bool> wait(uint64_t run, backend::Deadline deadline) override;
  Status write(uint32_t number, uint64_t offset, std::span<const std::byte> bytes) override;
  Status read(uint32_t number, uint64_t offset, std::span<std::byte> bytes) override;
  std::optional<uint64_t> device_ns() const override;

 private:
  // A dispatch with all that it points at.
  class OwnedDispatch {
   public:
    explicit OwnedDispatch(const backend::Dispatch& dispatch);
    backend::Dispatch get() const;

   private:
    backend::Dispatch dispatch_;  // its views point nowhere
    std::vector<backend::BufferUse> buffers_;
    std::vector<std::shared_ptr<backend::Executable>> then_;
    std::vector<uint32_t> words_;
    std::string label_;
  };
  // A step with what it points at.
  struct Owned {
    backend::Step step;
    std::optional<OwnedDispatch> dispatch = {};
    std::vector<std::byte> bytes = {};
  };
  static Owned own(const backend::Step& step);
  Status run(Owned& owned);
  Status run(const backend::Dispatch& dispatch);

  backend::Device& raw_;
  const bool timed_;

  mutable std::mutex mutex_;
  // State below is guarded by mutex_.
  std::vector<Owned> steps_;
  uint64_t last_ = 0;
  Status failure_;  // of the last run
  std::optional<uint64_t> device_ns_;
};

}  // namespace vyre::runtime
