#include "runtime/work/file_transfer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>

#include "base/status/copy.h"
#include "runtime/work/sync_points.h"
#include "runtime/work/unowned_in_background.h"

namespace vyre::runtime {

using backend::PendingState;

namespace {

// What one look at pending work moves: some milliseconds.
constexpr uint64_t kStepBytes = uint64_t{16} << 20;

// A transfer as pending work: whoever waits for it carries it on.
class FileWork final : public backend::Waitable {
 public:
  using Finish = std::function<Status()>;
  FileWork(FileTransfer transfer, Finish finish)
      : transfer_(std::move(transfer)), finish_(std::move(finish)) {}

  PendingState wait(backend::Deadline deadline) override {
    do {
      if (state_ == PendingState::kPending && !is_canceled_) advance();
    } while (state_ == PendingState::kPending && !is_canceled_ &&
             std::chrono::steady_clock::now() < deadline);
    return state_;
  }
  bool cancel() override {
    is_canceled_ = true;
    return state_ == PendingState::kPending;
  }
  Status status() override { return copy_of(failure_); }
  backend::Timing timing() const override { return {host_ns_, std::nullopt}; }

 private:
  void advance() {
    failure_ = transfer_.done() ? Status() : transfer_.step(kStepBytes);
    if (failure_.ok() && !transfer_.done()) return;
    if (failure_.ok() && finish_) failure_ = finish_();
    finish_ = nullptr;
    if (!failure_.ok()) transfer_.give_up();
    host_ns_ = trace_clock() - start_;
    state_ = failure_.ok() ? PendingState::kReady : PendingState::kFailed;
  }

  FileTransfer transfer_;
  Finish finish_;  // what makes the bytes visible; empty when nothing is left to do
  const uint64_t start_ = trace_clock();
  std::atomic<PendingState> state_ = PendingState::kPending;
  std::atomic<bool> is_canceled_ = false;
  Status failure_;
  uint64_t host_ns_ = 0;
};

// Background work that nobody has. Where the context lets none run, it is done now.
void run_unowned(std::shared_ptr<Work> work) {
  Context& context = work->device().context();
  UnownedInBackground unowned(std::move(work));
  const std::shared_ptr<backend::Waitable> carried = unowned.carried();
  CompletionDispatcher::Prepared carrying;
  const bool has_threads = context.completions().has_threads();
  if (has_threads) carrying = prepare_carrying(context, carried);
  unowned.begun();
  if (!has_threads) return (void)carried->wait(backend::Deadline::max());
  context.completions().start(std::move(carrying));
}

// What |owner| gets of |work|.
std::shared_ptr<Work> pending_of(const Buffer& buffer, const char* what, const FileRange& range,
                                 std::unique_ptr<backend::Waitable> work, Owner owner) {
  Submission submission;
  submission.device = buffer.shared_device();
  submission.work = std::move(work);
  submission.report.output_bytes = range.size;
  submission.label = concat("the ", what, " file descriptor ", range.fd);
  auto pending = std::make_shared<Work>(std::move(submission));
  if (owner == Owner::kNobody) {
    run_unowned(std::move(pending));
    return nullptr;
  }
  pending->carry_on();
  return pending;
}

Result<FileTransfer> start_buffer_write(const std::shared_ptr<Buffer>& buffer, uint64_t offset,
                                        const FileRange& range) {
  const uint64_t generation = buffer->device().generation();
  VYRE_ASSIGN_OR_RETURN(auto memory, buffer->memory(generation));
  VYRE_RETURN_IF_ERROR(buffer->check_range("reading", offset, range.size));
  return start_file_write({buffer->shared_device(), generation, std::move(memory), offset}, range);
}

}  // namespace

void FileTransfer::give_up() {
  if (has_written_ && !done()) file_.undo_growth(range_.offset + range_.size);
}

Status FileTransfer::step(uint64_t most) {
  const uint64_t bytes = std::min(most, range_.size - moved_);
  VYRE_RETURN_IF_ERROR(move(bytes));
  const Device& device = *place_.device;
  into_memory() ? device.count_uploaded(bytes) : device.count_downloaded(bytes);
  moved_ += bytes;
  return {};
}

Status FileTransfer::move(uint64_t bytes) {
  has_written_ = !into_memory();
  uint64_t at = range_.offset + moved_;
  VYRE_ASSIGN_OR_RETURN(const auto raw, place_.device->use(place_.generation));
  VYRE_ASSIGN_OR_RETURN(const auto pieces,
                        into_memory() ? raw->fill(*place_.memory, place_.offset + moved_, bytes)
                                      : raw->drain(*place_.memory, place_.offset + moved_, bytes));
  for (;;) {
    VYRE_ASSIGN_OR_RETURN(const std::span<std::byte> piece, pieces->next());
    if (piece.empty()) return {};
    VYRE_RETURN_IF_ERROR(into_memory() ? file_.read(at, piece) : file_.write(at, piece));
    at += piece.size();
  }
}

Result<FileTransfer> start_fresh_read(std::shared_ptr<Device> device, uint64_t generation,
                                      const FileRange& range) {
  VYRE_ASSIGN_OR_RETURN(File file, File::open(device->context().files(), range.fd, FileUse::kRead));
  VYRE_RETURN_IF_ERROR(file.check_read(range.offset, range.size));
  std::shared_ptr<backend::Memory> memory;
  if (range.size > 0) {
    VYRE_ASSIGN_OR_RETURN(const auto raw, device->use(generation));
    VYRE_ASSIGN_OR_RETURN(memory, raw->allocate(range.size, {.unfilled = true}));
  }
  return FileTransfer(std::move(file), range, {std::move(device), generation, std::move(memory)},
                      FileTransfer::Direction::kIntoMemory);
}

Result<FileTransfer> start_file_write(MemoryPlace place, const FileRange& range) {
  VYRE_ASSIGN_OR_RETURN(File file,
                        File::open(place.device->context().files(), range.fd, FileUse::kWrite));
  VYRE_RETURN_IF_ERROR(file.check_write(range.offset, range.size));
  VYRE_RETURN_IF_ERROR(file.reserve(range.offset, range.size));
  return FileTransfer(std::move(file), range, std::move(place), FileTransfer::Direction::kIntoFile);
}

Result<FileRead> FileRead::start(std::shared_ptr<Buffer> buffer, uint64_t generation,
                                 uint64_t offset, const FileRange& range) {
  VYRE_RETURN_IF_ERROR(buffer->memory(generation).status());
  VYRE_RETURN_IF_ERROR(buffer->check_range("writing", offset, range.size));
  VYRE_ASSIGN_OR_RETURN(FileTransfer transfer,
                        start_fresh_read(buffer->shared_device(), generation, range));
  return FileRead(std::move(buffer), offset, std::move(transfer));
}

Result<std::shared_ptr<backend::Memory>> FileRead::target() const {
  const MemoryPlace& fresh = transfer_.place();
  return is_whole() ? fresh.memory : buffer_->memory(fresh.generation);
}

Status FileRead::publish() {
  const auto& [device, generation, fresh, at] = transfer_.place();
  const uint64_t size = transfer_.range().size;
  if (size == 0) return {};
  bool is_published = false;
  if (is_whole()) {
    VYRE_ASSIGN_OR_RETURN(is_published, buffer_->replace(fresh, generation));
  }
  if (!is_published) {
    VYRE_ASSIGN_OR_RETURN(const auto memory, buffer_->memory(generation));
    VYRE_ASSIGN_OR_RETURN(const auto raw, device->use(generation));
    VYRE_RETURN_IF_ERROR(raw->copy(*fresh, at, *memory, offset_, size));
  }
  return buffer_->keep(*fresh, generation, offset_, size);
}

Status read_file(std::shared_ptr<Buffer> buffer, uint64_t offset, const FileRange& range) {
  const uint64_t generation = buffer->device().generation();
  VYRE_ASSIGN_OR_RETURN(FileRead read,
                        FileRead::start(std::move(buffer), generation, offset, range));
  VYRE_RETURN_IF_ERROR(read.transfer().run());
  return read.publish();
}

Result<std::shared_ptr<Work>> read_file_async(std::shared_ptr<Buffer> buffer, uint64_t offset,
                                              const FileRange& range, Owner owner) {
  const Buffer& target = *buffer;
  const uint64_t generation = target.device().generation();
  VYRE_ASSIGN_OR_RETURN(FileRead started,
                        FileRead::start(std::move(buffer), generation, offset, range));
  const auto read = std::make_shared<FileRead>(std::move(started));
  auto work =
      std::make_unique<FileWork>(std::move(read->transfer()), [read] { return read->publish(); });
  return pending_of(target, "read from", range, std::move(work), owner);
}

Status write_file(std::shared_ptr<Buffer> buffer, uint64_t offset, const FileRange& range) {
  VYRE_ASSIGN_OR_RETURN(FileTransfer transfer, start_buffer_write(buffer, offset, range));
  return transfer.run();
}

Result<std::shared_ptr<Work>> write_file_async(std::shared_ptr<Buffer> buffer, uint64_t offset,
                                               const FileRange& range, Owner owner) {
  VYRE_ASSIGN_OR_RETURN(FileTransfer transfer, start_buffer_write(buffer, offset, range));
  auto work = std::make_unique<FileWork>(std::move(transfer), nullptr);
  return pending_of(*buffer, "write to", range, std::move(work), owner);
}

}  // namespace vyre::runtime
