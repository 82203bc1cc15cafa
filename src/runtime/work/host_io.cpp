#include "runtime/work/host_io.h"

#include <algorithm>
#include <climits>
#include <cstring>

#include "base/status/copy.h"

namespace vyre::runtime {

using backend::BufferUse;
using backend::PendingState;

namespace {

constexpr uint64_t kPageBytes = 4096;

uint32_t plan_index_of(const Pipeline& pipeline, uint32_t buffer) {
  const std::vector<launch::PlannedBinding>& planned = pipeline.plan().bindings;
  for (uint32_t i = 0; i < planned.size(); ++i) {
    if (planned[i].buffer == buffer) return i;
  }
  return ir::kNone;
}

bool is_wide(ir::DataType tag) { return tag == ir::DataType::kU64 || tag == ir::DataType::kI64; }

int64_t number_of(const std::byte* bytes, ir::DataType tag) {
  if (is_wide(tag)) {
    int64_t wide = 0;
    std::memcpy(&wide, bytes, sizeof wide);
    return wide;
  }
  int32_t narrow = 0;
  std::memcpy(&narrow, bytes, sizeof narrow);
  return tag == ir::DataType::kI32 ? narrow : int64_t{static_cast<uint32_t>(narrow)};
}

// Pages of a file, until the last work that uses them is over.
struct Mapping {
  Mapping(FileCalls& system, void* pages, uint64_t bytes)
      : calls(system), address(pages), size(bytes) {}
  ~Mapping() { calls.unmap(address, size); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  FileCalls& calls;
  void* const address;
  const uint64_t size;
};

uint64_t round_up(uint64_t size, uint64_t unit) { return (size + unit - 1) / unit * unit; }

// Work of the device with writes to files behind it.
class WorkWithWrites final : public WorkAround {
 public:
  explicit WorkWithWrites(std::vector<FileTransfer> writes) : writes_(std::move(writes)) {}

  PendingState wait(backend::Deadline deadline) override {
    if (state_ != PendingState::kPending) return state_;
    const PendingState state = work_->wait(deadline);
    if (state == PendingState::kReady) failure_ = write();
    state_ = failure_.ok() ? state : PendingState::kFailed;
    is_over_ = state_ != PendingState::kPending;
    return state_;
  }
  bool cancel() override {
    const bool was_over = is_over_;  // without its writes it may be over before this call is
    is_canceled_ = true;
    (void)work_->cancel();
    return !was_over;
  }
  Status status() override { return failure_.ok() ? work_->status() : copy_of(failure_); }
  uint64_t submission() const override { return 0; }  // writes come behind it

 private:
  Status write() {
    for (FileTransfer& transfer : writes_) {
      if (!is_canceled_) VYRE_RETURN_IF_ERROR(transfer.run());
    }
    writes_.clear();
    return {};
  }

  std::vector<FileTransfer> writes_;
  PendingState state_ = PendingState::kPending;
  Status failure_;  // of a write
  std::atomic<bool> is_over_ = false;
  std::atomic<bool> is_canceled_ = false;
};

}  // namespace

void HostIo::note_supplied(const Pipeline& pipeline, const HostIoPlan& plan,
                           ResolvedBindings& resolved) {
  resolved.supplied.assign(resolved.of.size(), false);
  for (const HostIoStep& step : plan.before) {
    resolved.supplied[plan_index_of(pipeline, step.buffer)] = true;
  }
}

Result<HostIo> HostIo::create(Pipeline& pipeline, std::shared_ptr<const HostIoPlan> plan,
                              ResolvedBindings& resolved) {
  HostIo io(pipeline, std::move(plan));
  for (const HostIoStep& planned : io.plan_->before) {
    VYRE_ASSIGN_OR_RETURN(Step step, io.evaluate(planned, resolved));
    VYRE_RETURN_IF_ERROR(io.check_supply(step, resolved));
    io.before_.push_back(step);
  }
  for (const HostIoStep& planned : io.plan_->after) {
    if (planned.op == HostIoOp::kUnmap) continue;  // nobody holds the pages once the work is over
    VYRE_ASSIGN_OR_RETURN(Step step, io.evaluate(planned, resolved));
    step.range.size = resolved.sizes[step.plan_index];
    io.after_.push_back(step);
  }
  return io;
}

Status HostIo::named(const Step& step, Status status) const {
  if (!status.ok()) status.info().text = concat(step.planned->name, ": ", status.text());
  return status;
}

Result<HostIo::Step> HostIo::evaluate(const HostIoStep& planned,
                                      const ResolvedBindings& resolved) const {
  Step step{&planned, plan_index_of(*pipeline_, planned.buffer), {}};
  VYRE_ASSIGN_OR_RETURN(const int64_t fd, value(planned, planned.fd, "fd", resolved));
  if (fd < 0 || fd > INT_MAX) {
    return fail(Code::kInvalidArgument, planned.name, ": file descriptor ", fd,
                " is not open. Fix: pass a descriptor that is open");
  }
  step.range.fd = static_cast<int>(fd);
  VYRE_ASSIGN_OR_RETURN(const int64_t offset, value(planned, planned.offset, "offset", resolved));
  VYRE_ASSIGN_OR_RETURN(const int64_t length, value(planned, planned.length, "length", resolved));
  step.range.offset = static_cast<uint64_t>(offset);
  step.range.size = static_cast<uint64_t>(length);
  return step;
}

Result<int64_t> HostIo::value(const HostIoStep& step, const HostValue& value, std::string_view what,
                              const ResolvedBindings& resolved) const {
  if (value.buffer == ir::kNone) return value.literal;
  const ir::Program& program = pipeline_->ir();
  const ir::DataType tag = program.types[program.buffers[value.buffer].element].tag;
  const uint64_t bytes = is_wide(tag) ? 8 : 4;
  const uint32_t index = plan_index_of(*pipeline_, value.buffer);
  const uint64_t at = value.element * bytes;
  if (at + bytes > resolved.sizes[index]) {
    return fail(Code::kInvalidArgument, step.name, ": the ", what, " is element ", value.element,
                " of ", buffer_label(*pipeline_, index), ", which has ", resolved.sizes[index],
                " bytes. Fix: bind a larger buffer");
  }
  const Binding& binding = *resolved.of[index];
  std::byte raw[8] = {};
  if (binding.buffer != nullptr) {
    VYRE_RETURN_IF_ERROR(binding.buffer->read(binding.offset + at,
                                              std::span(raw).first(static_cast<size_t>(bytes))));
  } else if (binding.input != nullptr) {
    std::memcpy(raw, binding.input + at, static_cast<size_t>(bytes));
  }
  return number_of(raw, tag);
}

// What the caller may bind to a buffer that a step supplies.
Status HostIo::check_binding(const Step& step, const ResolvedBindings& resolved) const {
  const Binding* binding = resolved.of[step.plan_index];
  if (binding == nullptr || binding->kind == BindKind::kOutput) return {};
  const std::string label = buffer_label(*pipeline_, step.plan_index);
  if (binding->kind != BindKind::kBuffer) {
    return fail(
        Code::kInvalidArgument, label, " is bound as ", bind_kind_name(binding->kind), ", and ",
        step.planned->name,
        " supplies its bytes. Fix: bind it as output or a device buffer, or leave it unbound");
  }
  if (step.planned->op == HostIoOp::kMap) {
    return fail(Code::kInvalidArgument, label, " is bound as device buffer, and ",
                step.planned->name, " makes it the file itself. Fix: leave it unbound");
  }
  if (resolved.sizes[step.plan_index] == step.range.size) return {};
  return fail(Code::kInvalidArgument, label, " is bound to ", resolved.sizes[step.plan_index],
              " bytes of a device buffer, and ", step.planned->name, " reads ", step.range.size,
              ". Fix: bind a range of that size");
}

Status HostIo::check_supply(Step& step, ResolvedBindings& resolved) const {
  if (step.planned->op == HostIoOp::kMap) {
    VYRE_ASSIGN_OR_RETURN(step.range.size, size_of_map(step));
  }
  const uint64_t size = step.range.size;
  VYRE_RETURN_IF_ERROR(check_binding(step, resolved));
  const uint64_t most = pipeline_->device().profile().max_buffer_bytes;
  if (most > 0 && size > most) {
    return fail(Code::kUnsupportedFeature, step.planned->name, " is for ", size, " bytes, '",
                pipeline_->device().id(), "' binds at most ", most,
                " to one buffer. Fix: dispatch once for each part of the file");
  }
  VYRE_RETURN_IF_ERROR(named(step, check_size(*pipeline_, step.plan_index, size)));
  resolved.sizes[step.plan_index] = size;
  return {};
}

Result<uint64_t> HostIo::size_of_map(const Step& step) const {
  const FileUse use = plan_->writes[step.planned->buffer] ? FileUse::kReadWrite : FileUse::kRead;
  Result<File> file = File::open(pipeline_->device().context().files(), step.range.fd, use);
  if (!file.ok()) return named(step, std::move(file).status());
  const uint64_t size = file.value().facts().size;
  if (size > 0) return size;
  return fail(Code::kInvalidArgument, step.planned->name, ": ", file.value().name(),
              " has no bytes to map. Fix: map a file that has some");
}

Result<std::shared_ptr<backend::Memory>> HostIo::map(const Step& step) const {
  FileCalls& files = pipeline_->device().context().files();
  const bool writable = plan_->writes[step.planned->buffer];
  VYRE_ASSIGN_OR_RETURN(
      const File file,
      File::open(files, step.range.fd, writable ? FileUse::kReadWrite : FileUse::kRead));
  VYRE_RETURN_IF_ERROR(file.check_read(0, step.range.size));
  const uint64_t alignment =
      std::max(pipeline_->device().capabilities().host_import_alignment, uint64_t{1});
  const uint64_t mapped = round_up(step.range.size, std::max(alignment, kPageBytes));
  if (mapped > round_up(step.range.size, kPageBytes)) {
    return fail(Code::kUnsupportedFeature, file.name(), " has ", step.range.size,
                " bytes, and the device maps whole units of ", alignment,
                ". Fix: read the file with 'io.dma_from_nvme' instead");
  }
  VYRE_ASSIGN_OR_RETURN(void* const address, file.map(mapped, writable));
  auto pages = std::make_shared<const Mapping>(files, address, mapped);
  VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline_->use_device());
  return raw->import_host({{static_cast<std::byte*>(address), static_cast<size_t>(mapped)},
                           writable,
                           std::move(pages)});
}

Status HostIo::before_launch(const ResolvedBindings& resolved, std::span<BufferUse> uses) {
  VYRE_RETURN_IF_ERROR(check_steps_after());
  VYRE_ASSIGN_OR_RETURN(ReadsOfBuffers reads, read_all(resolved, uses));
  VYRE_RETURN_IF_ERROR(prepare_steps_after(uses));
  for (FileRead& read : reads) VYRE_RETURN_IF_ERROR(read.publish());
  return {};
}

// Before anything is read: a file that cannot be written fails the dispatch at once.
Status HostIo::check_steps_after() const {
  for (const Step& step : after_) {
    Result<File> file =
        File::open(pipeline_->device().context().files(), step.range.fd, FileUse::kWrite);
    if (!file.ok()) return named(step, std::move(file).status());
    VYRE_RETURN_IF_ERROR(named(step, file.value().check_write(step.range.offset, step.range.size)));
  }
  return {};
}

// What is read for buffers of the caller is theirs only when every step has done its part.
Result<HostIo::ReadsOfBuffers> HostIo::read_all(const ResolvedBindings& resolved,
                                                std::span<BufferUse> uses) const {
  ReadsOfBuffers reads;
  for (const Step& step : before_) {
    VYRE_RETURN_IF_ERROR(
        named(step, supply(step, resolved.of[step.plan_index], uses[step.plan_index], reads)));
  }
  return reads;
}

Status HostIo::supply(const Step& step, const Binding* binding, BufferUse& use,
                      ReadsOfBuffers& reads) const {
  if (step.planned->op == HostIoOp::kMap) {
    VYRE_ASSIGN_OR_RETURN(use.memory, map(step));
    return {};
  }
  const uint64_t generation = pipeline_->device_generation();
  if (binding != nullptr && binding->buffer != nullptr) {
    VYRE_ASSIGN_OR_RETURN(FileRead read, FileRead::start(binding->buffer->shared_from_this(),
                                                         generation, binding->offset, step.range));
    VYRE_RETURN_IF_ERROR(read.transfer().run());
    VYRE_ASSIGN_OR_RETURN(use.memory, read.target());
    reads.push_back(std::move(read));
    return {};
  }
  VYRE_ASSIGN_OR_RETURN(FileTransfer transfer,
                        start_fresh_read(pipeline_->shared_device(), generation, step.range));
  use.memory = transfer.place().memory;
  return transfer.run();
}

Status HostIo::prepare_steps_after(std::span<const BufferUse> uses) {
  for (const Step& step : after_) {
    if (step.range.size == 0) continue;
    const BufferUse& use = uses[step.plan_index];
    auto transfer = start_file_write(
        {pipeline_->shared_device(), pipeline_->device_generation(), use.memory, use.offset},
        step.range);
    if (!transfer.ok()) return named(step, std::move(transfer).status());
    writes_.push_back(transfer.take());
  }
  return {};
}

std::unique_ptr<WorkAround> HostIo::steps_after() {
  return std::make_unique<WorkWithWrites>(std::move(writes_));
}

}  // namespace vyre::runtime
