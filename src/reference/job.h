#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "backend/host_queue.h"
#include "reference/compile/bytecode.h"
#include "reference/interpreter/scheduler.h"

namespace vyre::reference {

using Storage = std::pmr::vector<std::byte>;

// What one binding of a job works on, and what is left of it for the caller.
struct JobBuffer {
  std::shared_ptr<Storage> storage;  // resident, or the job's own
  uint64_t offset = 0;
  uint64_t size = 0;
  std::shared_ptr<Storage> result;  // where the bytes can be read afterwards; null: nowhere
};

// Programs with the same buffers, one after the other on the whole grid.
struct JobSteps {
  std::vector<std::shared_ptr<const Bytecode>> codes;
  uint32_t repeat = 1;  // of the whole sequence
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::optional<std::array<uint32_t, 3>> shape = {};  // as backend::Dispatch::shape
  // The grid is in these bytes, at that offset: backend::GridWords. Null: |grid| counts.
  std::shared_ptr<Storage> grid_storage = nullptr;
  uint64_t grid_offset = 0;
  std::array<uint32_t, 3> grid_most = {0, 0, 0};
};

// One submitted dispatch. It runs in slices. A memory keeps its last job alive, so that work nobody
// waits for is done before its results are looked at.
class Job final : public backend::HostJob {
 public:
  Job(std::shared_ptr<backend::Device> owner, JobSteps steps, std::vector<JobBuffer> buffers,
      backend::Deadline limit, std::pmr::memory_resource* memory);

  std::span<const JobBuffer> buffers() const { return buffers_; }  // once done

  // Nobody will read the results.
  void abandon();

 private:
  bool advance(backend::Deadline deadline) override;
  bool begin_next();
  Status read_grid(const Bytecode& code);
  void finish(Status status);

  const std::shared_ptr<backend::Device> owner_;  // keeps the memory resource in use
  JobSteps steps_;                                // constant, but for a grid that is read
  std::pmr::memory_resource* const memory_;       // borrowed

  // Of the thread that advances it until done, constant afterwards.
  std::vector<JobBuffer> buffers_;
  uint64_t next_ = 0;  // step to begin
  Status bad_grid_;
  std::unique_ptr<Scheduler> scheduler_;  // null between steps
};

}  // namespace vyre::reference
