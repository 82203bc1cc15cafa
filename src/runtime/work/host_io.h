#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"
#include "runtime/binding/resolve.h"
#include "runtime/host_io/plan.h"
#include "runtime/pipeline/pipeline.h"
#include "runtime/work/file_transfer.h"
#include "runtime/work/work_around.h"

namespace vyre::runtime {

// The io steps of one dispatch, from their arguments to the launch.
class HostIo {
 public:
  // Marks the buffers that the steps supply, so that they may stay unbound.
  static void note_supplied(const Pipeline& pipeline, const HostIoPlan& plan,
                            ResolvedBindings& resolved);

  // Finds out what the steps work on, now that every buffer with arguments is bound, and puts the
  // sizes of the buffers that they supply into |resolved|. Moves no byte.
  static Result<HostIo> create(Pipeline& pipeline, std::shared_ptr<const HostIoPlan> plan,
                               ResolvedBindings& resolved);

  // Checks every step's file, then runs the steps before the launch and puts the memory of their
  // buffers into |uses|. When it fails, no buffer of the caller has changed.
  Status before_launch(const ResolvedBindings& resolved, std::span<backend::BufferUse> uses);

  // The steps behind the work that it is to hold: they run once, in the wait that sees its good
  // end.
  std::unique_ptr<WorkAround> steps_after();

 private:
  struct Step {
    const HostIoStep* planned = nullptr;  // of plan_
    uint32_t plan_index = 0;
    FileRange range = {};  // nothing of it for kUnmap; no size for kMap before the file is open
  };

  HostIo(Pipeline& pipeline, std::shared_ptr<const HostIoPlan> plan)
      : pipeline_(&pipeline), plan_(std::move(plan)) {}

  Result<Step> evaluate(const HostIoStep& step, const ResolvedBindings& resolved) const;
  Result<int64_t> value(const HostIoStep& step, const HostValue& value, std::string_view what,
                        const ResolvedBindings& resolved) const;
  Status check_binding(const Step& step, const ResolvedBindings& resolved) const;
  Status check_supply(Step& step, ResolvedBindings& resolved) const;
  Result<uint64_t> size_of_map(const Step& step) const;
  using ReadsOfBuffers = std::vector<FileRead>;
  Result<ReadsOfBuffers> read_all(const ResolvedBindings& resolved,
                                  std::span<backend::BufferUse> uses) const;
  Status supply(const Step& step, const Binding* binding, backend::BufferUse& use,
                ReadsOfBuffers& reads) const;
  Result<std::shared_ptr<backend::Memory>> map(const Step& step) const;
  Status check_steps_after() const;
  Status prepare_steps_after(std::span<const backend::BufferUse> uses);
  Status named(const Step& step, Status status) const;

  Pipeline* pipeline_;  // borrowed; kept by whoever dispatches
  std::shared_ptr<const HostIoPlan> plan_;
  std::vector<Step> before_;
  std::vector<Step> after_;
  std::vector<FileTransfer> writes_;  // those of after_, in order
};

}  // namespace vyre::runtime
