#include "runtime/work/file_transfer.h"

#include <algorithm>
#include <chrono>

namespace vyre::runtime {

using backend::PendingState;

namespace {

// What one look at pending work moves: some milliseconds.
constexpr uint64_t kStepBytes = uint64_t{16} << 20;

// A transfer as pending work: whoever waits for it carries it on.
class FileWork final : public backend::Work {
 public:
  using Finish = std::function<Status()>;
  FileWork(FileTransfer transfer, Finish finish)
      : transfer_(std::move(transfer)), finish_(std::move(finish)) {}

  PendingState wait(backend::Deadline deadline) override {
    do {
      if (state_ == PendingState::kPending) advance();
    } while (state_ == PendingState::kPending && std::chrono::steady_clock::now() < deadline);
    return state_;
  }
  Status status() override { return failure_.ok() ? Status() : Status(failure_.info()); }
  Status read(uint32_t, uint64_t, std::span<std::byte>) override {
    return fail(Code::kInvalidArgument, "a file transfer has no outputs. Fix: read its buffer");
  }
  backend::Timing timing() const override { return {host_ns_, std::nullopt}; }

 private:
  void advance() {
    failure_ = transfer_.done() ? Status() : transfer_.step(kStepBytes);
    if (failure_.ok() && !transfer_.done()) return;
    if (failure_.ok() && finish_) failure_ = finish_();
    finish_ = nullptr;
    if (!failure_.ok()) transfer_.give_up();
    state_ = failure_.ok() ? PendingState::kReady : PendingState::kFailed;
    const auto time = std::chrono::steady_clock::now() - start_;
    host_ns_ =
        static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  }

  FileTransfer transfer_;
  Finish finish_;  // what makes the bytes visible; empty when nothing is left to do
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  PendingState state_ = PendingState::kPending;
  Status failure_;
  uint64_t host_ns_ = 0;
};

std::shared_ptr<Work> pending_of(const Buffer& buffer, const char* what, const FileRange& range,
                                 std::unique_ptr<backend::Work> work) {
  Submission submission;
  submission.device = buffer.shared_backend();
  submission.work = std::move(work);
  submission.report.output_bytes = range.size;
  submission.label = concat("the ", what, " file descriptor ", range.fd);
  auto pending = std::make_shared<Work>(std::move(submission));
  pending->carry_on();
  return pending;
}

Result<FileTransfer> start_buffer_write(const std::shared_ptr<Buffer>& buffer, uint64_t offset,
                                        const FileRange& range) {
  const uint64_t generation = buffer->device().generation();
  VYRE_ASSIGN_OR_RETURN(auto memory, buffer->memory(generation));
  VYRE_RETURN_IF_ERROR(buffer->check_range("reading", offset, range.size));
  return start_file_write({buffer->shared_backend(), generation, std::move(memory), offset}, range);
}

}  // namespace

void FileTransfer::give_up() {
  if (has_written_ && !done()) file_.undo_growth(range_.offset + range_.size);
}

Status FileTransfer::step(uint64_t most) {
  const uint64_t bytes = std::min(most, range_.size - moved_);
  VYRE_RETURN_IF_ERROR(direction_ == Direction::kIntoMemory ? read(bytes) : write(bytes));
  moved_ += bytes;
  return {};
}

Status FileTransfer::read(uint64_t bytes) {
  uint64_t at = range_.offset + moved_;
  VYRE_ASSIGN_OR_RETURN(const auto raw, place_.device->use(place_.generation));
  const auto move_piece = [&](std::span<std::byte> piece) -> Status {
    VYRE_RETURN_IF_ERROR(file_.read(at, piece));
    at += piece.size();
    return {};
  };
  VYRE_RETURN_IF_ERROR(raw->fill(*place_.memory, place_.offset + moved_, bytes, move_piece));
  CallCounters::add(place_.device->call_counters().uploaded_bytes, bytes);
  return {};
}

Status FileTransfer::write(uint64_t bytes) {
  has_written_ = true;
  uint64_t at = range_.offset + moved_;
  VYRE_ASSIGN_OR_RETURN(const auto raw, place_.device->use(place_.generation));
  const auto move_piece = [&](std::span<const std::byte> piece) -> Status {
    VYRE_RETURN_IF_ERROR(file_.write(at, piece));
    at += piece.size();
    return {};
  };
  VYRE_RETURN_IF_ERROR(raw->drain(*place_.memory, place_.offset + moved_, bytes, move_piece));
  CallCounters::add(place_.device->call_counters().downloaded_bytes, bytes);
  return {};
}

Result<FreshRead> start_fresh_read(std::shared_ptr<Device> device, uint64_t generation,
                                   const FileRange& range) {
  VYRE_ASSIGN_OR_RETURN(File file, File::open(device->context().files(), range.fd, FileUse::kRead));
  VYRE_RETURN_IF_ERROR(file.check_read(range.offset, range.size));
  std::shared_ptr<backend::Memory> memory;
  if (range.size > 0) {
    VYRE_ASSIGN_OR_RETURN(const auto raw, device->use(generation));
    VYRE_ASSIGN_OR_RETURN(memory, raw->allocate(range.size, {.unfilled = true}));
  }
  return FreshRead{memory,
                   FileTransfer(std::move(file), range, {std::move(device), generation, memory},
                                FileTransfer::Direction::kIntoMemory)};
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
  VYRE_ASSIGN_OR_RETURN(FreshRead fresh,
                        start_fresh_read(buffer->shared_backend(), generation, range));
  return FileRead(std::move(buffer), offset, range.size, std::move(fresh.memory),
                  std::move(fresh.transfer));
}

Result<std::shared_ptr<backend::Memory>> FileRead::target() const {
  if (size_ == buffer_->size()) return fresh_;
  return buffer_->memory(transfer_.generation());
}

Status FileRead::publish() {
  if (size_ == 0) return {};
  const uint64_t generation = transfer_.generation();
  bool is_published = false;
  if (size_ == buffer_->size()) {
    VYRE_ASSIGN_OR_RETURN(is_published, buffer_->replace(fresh_, generation));
  }
  if (!is_published) {
    VYRE_ASSIGN_OR_RETURN(const auto memory, buffer_->memory(generation));
    VYRE_ASSIGN_OR_RETURN(const auto raw, buffer_->device().use(generation));
    VYRE_RETURN_IF_ERROR(raw->copy(*fresh_, 0, *memory, offset_, size_));
  }
  return buffer_->keep(*fresh_, generation, offset_, size_);
}

Status read_file(std::shared_ptr<Buffer> buffer, uint64_t offset, const FileRange& range) {
  const uint64_t generation = buffer->device().generation();
  VYRE_ASSIGN_OR_RETURN(FileRead read,
                        FileRead::start(std::move(buffer), generation, offset, range));
  VYRE_RETURN_IF_ERROR(read.transfer().run());
  return read.publish();
}

Result<std::shared_ptr<Work>> read_file_async(std::shared_ptr<Buffer> buffer, uint64_t offset,
                                              const FileRange& range) {
  const Buffer& target = *buffer;
  const uint64_t generation = target.device().generation();
  VYRE_ASSIGN_OR_RETURN(FileRead started,
                        FileRead::start(std::move(buffer), generation, offset, range));
  const auto read = std::make_shared<FileRead>(std::move(started));
  auto work =
      std::make_unique<FileWork>(std::move(read->transfer()), [read] { return read->publish(); });
  return pending_of(target, "read from", range, std::move(work));
}

Status write_file(std::shared_ptr<Buffer> buffer, uint64_t offset, const FileRange& range) {
  VYRE_ASSIGN_OR_RETURN(FileTransfer transfer, start_buffer_write(buffer, offset, range));
  return transfer.run();
}

Result<std::shared_ptr<Work>> write_file_async(std::shared_ptr<Buffer> buffer, uint64_t offset,
                                               const FileRange& range) {
  VYRE_ASSIGN_OR_RETURN(FileTransfer transfer, start_buffer_write(buffer, offset, range));
  auto work = std::make_unique<FileWork>(std::move(transfer), nullptr);
  return pending_of(*buffer, "write to", range, std::move(work));
}

}  // namespace vyre::runtime
