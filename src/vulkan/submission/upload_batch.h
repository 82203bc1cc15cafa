#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "vulkan/submission/scoped_submission.h"
#include "vulkan/submission/staged_bytes.h"

namespace vyre::vulkan {

// Small writes in a row, which the device gets in one submission: ahead of whatever is submitted
// next, or when somebody waits for one of them. Thread-safe.
class UploadBatch final : public AheadOfQueue {
 public:
  // Of these writes. Guarded by the object that made it.
  struct Shared {
    uint64_t number = 0;  // of the submission; 0: none yet
    Status failure;
    bool is_watched = false;  // by work that nobody has
  };

  // Borrows both.
  UploadBatch(SubmissionPool& pool, StagedBytes& staged) : pool_(pool), staged_(staged) {}
  ~UploadBatch() override { pool_.queue().submit_ahead(nullptr); }

  // What |bytes| go to |to| of |memory| with; none when they need a submission of their own, as
  // where there is no memory for a batch.
  Result<std::shared_ptr<Shared>> add(const std::shared_ptr<OwnedAllocation>& memory,
                                      const BufferRange& to, std::span<const std::byte> bytes);

  // Whether nobody watches yet that |shared| ends well; the caller does then.
  bool watch(Shared& shared);

  // Takes the write to |to| out, where the device has not got it. False: it is over.
  bool cancel(const Shared& shared, const BufferRange& to);

  // The number of the submission, which is made where it was not.
  Result<uint64_t> submit(const Shared& shared);

  bool is_open() const { return pool_.queue().has_ahead(); }
  void flush() override;
  Status take_failure() override;

 private:
  static constexpr uint64_t kBytes = uint64_t{1} << 20;  // of staging memory
  static constexpr uint64_t kMaxWrite = kBytes / 8;      // a larger one is worth a submission
  static constexpr size_t kMaxWrites = 256;

  // These need mutex_.
  bool has_room(const BufferRange& to) const;
  class Flushing;
  void flush_open();
  void put(const std::shared_ptr<OwnedAllocation>& memory, const BufferRange& to,
           std::span<const std::byte> bytes);

  SubmissionPool& pool_;
  StagedBytes& staged_;

  std::mutex mutex_;
  // State below is guarded by mutex_.
  std::shared_ptr<Shared> open_;    // null: there are no writes
  std::shared_ptr<Shared> failed_;  // not told yet to what comes behind; null: none
  std::optional<ScopedSubmission> submission_;
  uint64_t filled_ = 0;  // bytes of the staging memory
};

}  // namespace vyre::vulkan
