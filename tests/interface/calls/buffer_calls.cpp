#include <fcntl.h>
#include <unistd.h>

#include "interface/calls/all_calls.h"
#include "interface/calls/started.h"

namespace vyre::interface {
namespace {

constexpr uint64_t kSizes[] = {4, 64, 256, 256, 1024, 4096};

// A part of a buffer, in words.
struct Range {
  Range(Caller& c, const Buffer& buffer)
      : offset(c.random.below(buffer.size / 4) * 4),
        size((1 + c.random.below((buffer.size - offset) / 4)) * 4) {}
  uint64_t offset, size;
};

// What of a buffer's device never runs.
void begin(Caller& c, const char* function, const Buffer& buffer) {
  c.begin(function);
  c.on(buffer.facts);
}

void create(Caller& c) { create_buffer(c, c.world.device(c)); }

void get_info(Caller& c) {
  const auto buffer = c.world.buffer(c);
  c.begin("vyre_buffer_get_info");
  const vyre_buffer_info* info = vyre_buffer_get_info(c.or_null(buffer->raw));
  if (info->size != 0 && info->size != buffer->size) c.problem("another size");
  c.end();
}

void get_device(Caller& c) {
  const auto buffer = c.world.buffer(c);
  c.begin("vyre_buffer_get_device");
  Out<vyre_device*> out(c);
  if (!c.end(vyre_buffer_get_device(c.object(buffer->raw), out.place()), out)) return;
  const Device held(out.get(), buffer->facts);
}

void write(Caller& c) {
  const auto buffer = c.world.buffer(c);
  const Range range(c, *buffer);
  begin(c, "vyre_buffer_write", *buffer);
  const uint64_t size = c.size(range.size);
  const auto* data = c.array(c.in.data(), size);
  c.end(vyre_buffer_write(c.object(buffer->raw), c.size(range.offset), data, size));
}

void write_async(Caller& c) {
  const auto buffer = c.world.buffer(c);
  const Range range(c, *buffer);
  begin(c, "vyre_buffer_write_async", *buffer);
  Started work(c);
  const uint64_t size = c.size(range.size);
  const auto* data = c.array(c.in.data(), size);
  if (c.end(vyre_buffer_write_async(c.object(buffer->raw), c.size(range.offset), data, size,
                                    work.out.place()),
            work.out)) {
    work.keep(c, buffer->facts);
  }
}

void read(Caller& c) {
  const auto buffer = c.world.buffer(c);
  const Range range(c, *buffer);
  begin(c, "vyre_buffer_read", *buffer);
  const uint64_t size = c.size(range.size);
  auto* data = c.array(c.results.data(), size);
  c.end(vyre_buffer_read(c.object(buffer->raw), c.size(range.offset), data, size));
}

void read_async(Caller& c) {
  const auto buffer = c.world.buffer(c);
  const Range range(c, *buffer);
  begin(c, "vyre_buffer_read_async", *buffer);
  Started work(c);
  const uint64_t size = c.size(range.size);
  if (c.end(vyre_buffer_read_async(c.object(buffer->raw), c.size(range.offset), size,
                                   work.out.place()),
            work.out)) {
    work.keep(c, buffer->facts, size);
  }
}

// Two ranges of one size in two buffers, of one device or of two.
struct TwoRanges {
  explicit TwoRanges(Caller& c) : from(c.world.buffer(c)) {
    to = c.random.one_in(6) ? c.world.buffer(c) : c.world.buffer_of(c, from->facts);
    if (!to || to == from) return;
    const Range one(c, *from), other(c, *to);
    from_offset = one.offset;
    to_offset = other.offset;
    size = std::min(one.size, other.size);
  }
  explicit operator bool() const { return size != 0; }
  std::shared_ptr<Buffer> from, to;
  uint64_t from_offset = 0, to_offset = 0, size = 0;
};

void begin_copy(Caller& c, const char* function, const TwoRanges& two) {
  begin(c, function, *two.from);
  c.on(two.to->facts);
}

void copy(Caller& c) {
  const TwoRanges two(c);
  if (!two) return;
  begin_copy(c, "vyre_buffer_copy", two);
  c.end(vyre_buffer_copy(c.object(two.from->raw), c.size(two.from_offset), c.object(two.to->raw),
                         c.size(two.to_offset), c.size(two.size)));
}

void copy_async(Caller& c) {
  const TwoRanges two(c);
  if (!two) return;
  begin_copy(c, "vyre_buffer_copy_async", two);
  Started work(c);
  if (c.end(vyre_buffer_copy_async(c.object(two.from->raw), c.size(two.from_offset),
                                   c.object(two.to->raw), c.size(two.to_offset), c.size(two.size),
                                   work.out.place()),
            work.out)) {
    // Between two devices it is work of the context of either.
    work.keep(c, two.to->facts.has_threads ? two.from->facts : two.to->facts);
  }
}

void fill(Caller& c) {
  const auto buffer = c.world.buffer(c);
  const Range range(c, *buffer);
  begin(c, "vyre_buffer_fill", *buffer);
  c.end(vyre_buffer_fill(c.object(buffer->raw), c.size(range.offset), c.size(range.size), 7));
}

void fill_async(Caller& c) {
  const auto buffer = c.world.buffer(c);
  const Range range(c, *buffer);
  begin(c, "vyre_buffer_fill_async", *buffer);
  Started work(c);
  if (c.end(vyre_buffer_fill_async(c.object(buffer->raw), c.size(range.offset), c.size(range.size),
                                   7, work.out.place()),
            work.out)) {
    work.keep(c, buffer->facts);
  }
}

// A file of 64 KiB; odd: none, and a folder.
class File {
 public:
  explicit File(Caller& c) {
    const std::string path = c.world.folder().path("file");
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file_ >= 0 && ::ftruncate(file_, 65536) != 0) c.problem("no file");
    given_ = vyre_file_of(static_cast<int64_t>(
        c.number(static_cast<uint64_t>(file_), {UINT64_MAX, 1u << 20, 1ull << 40})));
  }
  ~File() { ::close(file_); }
  vyre_file get() const { return given_; }

 private:
  int file_;
  vyre_file given_;
};

template <typename Move>
void move_file(Caller& c, const char* function, Move move) {
  const auto buffer = c.world.buffer(c);
  const Range range(c, *buffer);
  begin(c, function, *buffer);
  const File file(c);
  // A file that is written near the end of numbers would be large.
  const uint64_t file_offset = c.number(0, {4096, UINT64_MAX, uint64_t{1} << 63});
  c.end(move(c.object(buffer->raw), c.size(range.offset), file.get(), file_offset,
             c.size(range.size)));
}

template <typename Move>
void move_file_async(Caller& c, const char* function, Move move) {
  const auto buffer = c.world.buffer(c);
  const Range range(c, *buffer);
  begin(c, function, *buffer);
  const File file(c);
  Started work(c);
  const uint64_t file_offset = c.number(0, {4096, UINT64_MAX, uint64_t{1} << 63});
  if (c.end(move(c.object(buffer->raw), c.size(range.offset), file.get(), file_offset,
                 c.size(range.size), work.out.place()),
            work.out)) {
    work.keep(c, buffer->facts);
  }
}

void load_file(Caller& c) { move_file(c, "vyre_buffer_load_file", vyre_buffer_load_file); }
void save_file(Caller& c) { move_file(c, "vyre_buffer_save_file", vyre_buffer_save_file); }
void load_file_async(Caller& c) {
  move_file_async(c, "vyre_buffer_load_file_async", vyre_buffer_load_file_async);
}
void save_file_async(Caller& c) {
  move_file_async(c, "vyre_buffer_save_file_async", vyre_buffer_save_file_async);
}

void get_address(Caller& c) {
  const auto buffer = c.world.buffer(c);
  begin(c, "vyre_buffer_get_address", *buffer);
  if (!buffer->facts.has_addresses) c.wrong();
  Out<uint64_t> out(c);
  c.end(vyre_buffer_get_address(c.object(buffer->raw), out.place()), out);
}

// Of a buffer that nobody else has; a second time is a mistake, and so is any other use.
void free_buffer(Caller& c) {
  const auto device = c.world.device(c);
  c.begin("vyre_buffer_create");
  c.on(device->facts);
  Out<vyre_buffer*> out(c);
  if (!c.end(vyre_buffer_create(device->raw, 64, nullptr, out.place()), out)) return;
  const auto buffer = std::make_shared<Buffer>(out.get(), device->facts, 64);
  c.begin("vyre_buffer_free");
  if (!c.end(vyre_buffer_free(c.object(buffer->raw)))) return;
  c.begin("vyre_buffer_free");
  c.wrong();
  c.end(vyre_buffer_free(buffer->raw));
  c.begin("vyre_buffer_write");
  c.wrong();
  c.end(vyre_buffer_write(buffer->raw, 0, c.in.data(), 4));
}

constexpr Action kActions[] = {
    {"vyre_buffer_create", 15, create},
    {"vyre_buffer_get_info", 20, get_info},
    {"vyre_buffer_get_device", 10, get_device},
    {"vyre_buffer_write", 15, write},
    {"vyre_buffer_write_async", 15, write_async},
    {"vyre_buffer_read", 15, read},
    {"vyre_buffer_read_async", 10, read_async},
    {"vyre_buffer_copy", 10, copy},
    {"vyre_buffer_copy_async", 10, copy_async},
    {"vyre_buffer_fill", 10, fill},
    {"vyre_buffer_fill_async", 10, fill_async},
    {"vyre_buffer_load_file", 3, load_file},
    {"vyre_buffer_load_file_async", 3, load_file_async},
    {"vyre_buffer_save_file", 3, save_file},
    {"vyre_buffer_save_file_async", 3, save_file_async},
    {"vyre_buffer_get_address", 5, get_address},
    {"vyre_buffer_free", 5, free_buffer},
};

}  // namespace

void create_buffer(Caller& c, const std::shared_ptr<Device>& device) {
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  c.begin("vyre_buffer_create");
  c.struct_size(desc.struct_size);
  desc.flags = c.flags(VYRE_BUFFER_RESTORABLE | VYRE_BUFFER_DEDICATED);
  c.on(device->facts);
  desc.label = c.label();
  if (c.odd_and_wrong()) desc.exports = VYRE_HANDLE_FD;
  const uint64_t sound = kSizes[c.random.below(std::size(kSizes))];
  const uint64_t size = c.number(sound, {0, UINT64_MAX, uint64_t{1} << 62, UINT64_MAX - 7});
  Out<vyre_buffer*> out(c);
  if (!c.end(vyre_buffer_create(c.object(device->raw), size, &desc, out.place()), out)) return;
  c.world.buffers.add(std::make_shared<Buffer>(out.get(), device->facts, size), c.random);
}

std::span<const Action> buffer_calls() { return kActions; }

}  // namespace vyre::interface
