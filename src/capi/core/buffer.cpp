#include <memory>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/started.h"
#include "runtime/work/file_transfer.h"
#include "runtime/work/transfer.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::Buffer;
using vyre::runtime::BufferRange;
using vyre::runtime::Owner;
using namespace vyre::capi;

namespace {

constexpr uint64_t kKnownFlags = VYRE_BUFFER_RESTORABLE | VYRE_BUFFER_DEDICATED;

// |given| may be null.
Result<vyre_buffer_desc> read(const vyre_buffer_desc* given) {
  VYRE_ASSIGN_OR_RETURN(const vyre_buffer_desc desc,
                        VYRE_READ_DESC(given, vyre_buffer_desc, VYRE_BUFFER_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kKnownFlags, "vyre_buffer_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "vyre_buffer_desc.label"));
  VYRE_RETURN_IF_ERROR(check_unserved(desc.exports, 0, "vyre_buffer_desc.exports"));
  return desc;
}

Result<vyre::runtime::FileRange> range_of(vyre_file file, uint64_t offset, uint64_t size) {
  if (file.handle >= INT32_MIN && file.handle <= INT32_MAX) {
    return vyre::runtime::FileRange{static_cast<int32_t>(file.handle), offset, size};
  }
  return vyre::fail(Code::kInvalidArgument, "file is the descriptor ", file.handle,
                    ". Fix: pass one that open() gave");
}

// One of the four calls that move bytes between a buffer and a file.
template <typename Move, typename... Last>
auto move(vyre_buffer* buffer, uint64_t offset, vyre_file file, uint64_t file_offset, uint64_t size,
          Move call, Last... last) -> decltype(call(buffer->rep, offset, {}, last...)) {
  VYRE_ASSIGN_OR_RETURN(const auto range, range_of(file, file_offset, size));
  return call(buffer->rep, offset, range, last...);
}

}  // namespace

vyre_error* vyre_buffer_create(vyre_device* device, uint64_t size, const vyre_buffer_desc* desc,
                               vyre_buffer** out_buffer) {
  return guard(VYRE_OUT(out_buffer), VYRE_ARG(device), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const vyre_buffer_desc chosen, read(desc));
    const bool restorable = (chosen.flags & VYRE_BUFFER_RESTORABLE) != 0;
    const bool dedicated = (chosen.flags & VYRE_BUFFER_DEDICATED) != 0;
    VYRE_ASSIGN_OR_RETURN(auto buffer, Buffer::create(device->rep, size, {restorable, dedicated}));
    *out_buffer = new vyre_buffer(std::move(buffer), view(chosen.label), chosen.flags);
    return {};
  });
}

const vyre_buffer_info* vyre_buffer_get_info(const vyre_buffer* buffer) {
  static constexpr vyre_buffer_info kNone = {sizeof(vyre_buffer_info), {"", 0}, 0, 0, 0};
  return buffer == nullptr ? &kNone : &buffer->info;
}

vyre_error* vyre_buffer_get_device(const vyre_buffer* buffer, vyre_device** out_device) {
  return guard(VYRE_OUT(out_device), VYRE_ARG(buffer), [&]() -> Status {
    *out_device = new vyre_device{buffer->rep->shared_device()};
    return {};
  });
}

vyre_error* vyre_buffer_write(vyre_buffer* buffer, uint64_t offset, const void* data, size_t size) {
  return guard(VYRE_ARG(buffer), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return buffer->rep->write(offset, bytes);
  });
}

vyre_error* vyre_buffer_read(vyre_buffer* buffer, uint64_t offset, void* data, size_t size) {
  return guard(VYRE_ARG(buffer), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return buffer->rep->read(offset, bytes);
  });
}

vyre_error* vyre_buffer_write_async(vyre_buffer* buffer, uint64_t offset, const void* data,
                                    size_t size, vyre_work** out_work) {
  return started(out_work, VYRE_ARG(buffer),
                 [&](Owner owner) -> Result<std::shared_ptr<vyre::runtime::Work>> {
                   VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
                   return vyre::runtime::write_async({buffer->rep, offset, size}, bytes, owner);
                 });
}

vyre_error* vyre_buffer_read_async(vyre_buffer* buffer, uint64_t offset, uint64_t size,
                                   vyre_work** out_work) {
  return started(out_work, VYRE_ARG(buffer), [&](Owner owner) {
    return vyre::runtime::read_async({buffer->rep, offset, size}, owner);
  });
}

vyre_error* vyre_buffer_copy(vyre_buffer* from, uint64_t from_offset, vyre_buffer* to,
                             uint64_t to_offset, uint64_t size) {
  return guard(VYRE_ARG(from), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(to, "to"));
    return vyre::runtime::copy({from->rep, from_offset, size}, {to->rep, to_offset, size});
  });
}

vyre_error* vyre_buffer_copy_async(vyre_buffer* from, uint64_t from_offset, vyre_buffer* to,
                                   uint64_t to_offset, uint64_t size, vyre_work** out_work) {
  return started(out_work, VYRE_ARG(from),
                 [&](Owner owner) -> Result<std::shared_ptr<vyre::runtime::Work>> {
                   VYRE_RETURN_IF_ERROR(require(to, "to"));
                   return vyre::runtime::copy_async({from->rep, from_offset, size},
                                                    {to->rep, to_offset, size}, owner);
                 });
}

vyre_error* vyre_buffer_fill(vyre_buffer* buffer, uint64_t offset, uint64_t size, uint32_t word) {
  return guard(VYRE_ARG(buffer), [&] {
    return vyre::runtime::fill({buffer->rep, offset, size}, word);
  });
}

vyre_error* vyre_buffer_fill_async(vyre_buffer* buffer, uint64_t offset, uint64_t size,
                                   uint32_t word, vyre_work** out_work) {
  return started(out_work, VYRE_ARG(buffer), [&](Owner owner) {
    return vyre::runtime::fill_async({buffer->rep, offset, size}, word, owner);
  });
}

vyre_error* vyre_buffer_get_address(vyre_buffer* buffer, uint64_t* out_address) {
  return guard(VYRE_OUT(out_address), VYRE_ARG(buffer), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(*out_address, buffer->rep->address());
    return {};
  });
}

vyre_error* vyre_buffer_free(vyre_buffer* buffer) {
  return guard(VYRE_ARG(buffer), [&] { return buffer->rep->free(); });
}

vyre_error* vyre_buffer_load_file(vyre_buffer* buffer, uint64_t offset, vyre_file file,
                                  uint64_t file_offset, uint64_t size) {
  return guard(VYRE_ARG(buffer), [&] {
    return move(buffer, offset, file, file_offset, size, vyre::runtime::read_file);
  });
}

vyre_error* vyre_buffer_save_file(vyre_buffer* buffer, uint64_t offset, vyre_file file,
                                  uint64_t file_offset, uint64_t size) {
  return guard(VYRE_ARG(buffer), [&] {
    return move(buffer, offset, file, file_offset, size, vyre::runtime::write_file);
  });
}

vyre_error* vyre_buffer_load_file_async(vyre_buffer* buffer, uint64_t offset, vyre_file file,
                                        uint64_t file_offset, uint64_t size, vyre_work** out_work) {
  return started(out_work, VYRE_ARG(buffer), [&](Owner owner) {
    return move(buffer, offset, file, file_offset, size, vyre::runtime::read_file_async, owner);
  });
}

vyre_error* vyre_buffer_save_file_async(vyre_buffer* buffer, uint64_t offset, vyre_file file,
                                        uint64_t file_offset, uint64_t size, vyre_work** out_work) {
  return started(out_work, VYRE_ARG(buffer), [&](Owner owner) {
    return move(buffer, offset, file, file_offset, size, vyre::runtime::write_file_async, owner);
  });
}

void vyre_buffer_destroy(vyre_buffer* buffer) { delete buffer; }
