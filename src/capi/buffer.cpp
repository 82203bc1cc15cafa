#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "runtime/work/file_transfer.h"

using vyre::Status;
using vyre::runtime::Buffer;
using namespace vyre::capi;

vyre_error* vyre_buffer_create(vyre_backend* backend, uint64_t size, vyre_buffer** out_buffer) {
  return guard(out_buffer, backend, "backend",
               [&] { return hand_out(out_buffer, Buffer::create(backend->rep, size)); });
}

vyre_error* vyre_buffer_create_with(vyre_backend* backend, uint64_t size,
                                    const vyre_buffer_options* options, vyre_buffer** out_buffer) {
  return guard(out_buffer, backend, "backend", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const vyre_buffer_options chosen,
                          VYRE_READ_DESC(options, vyre_buffer_options, VYRE_BUFFER_OPTIONS_INIT));
    VYRE_RETURN_IF_ERROR(
        check_bits(chosen.flags, VYRE_BUFFER_OPTION_RESTORABLE, "vyre_buffer_options.flags"));
    const bool restorable = (chosen.flags & VYRE_BUFFER_OPTION_RESTORABLE) != 0;
    return hand_out(out_buffer, Buffer::create(backend->rep, size, {restorable}));
  });
}

uint64_t vyre_buffer_size(const vyre_buffer* buffer) {
  return buffer == nullptr ? 0 : buffer->rep->size();
}

vyre_error* vyre_buffer_write(vyre_buffer* buffer, uint64_t offset, const void* data,
                              uint64_t size) {
  return guard(buffer, "buffer", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return buffer->rep->write(offset, bytes);
  });
}

vyre_error* vyre_buffer_read(vyre_buffer* buffer, uint64_t offset, void* data, uint64_t size) {
  return guard(buffer, "buffer", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return buffer->rep->read(offset, bytes);
  });
}

vyre_error* vyre_buffer_free(vyre_buffer* buffer) {
  return guard(buffer, "buffer", [&] { return buffer->rep->free(); });
}

vyre_error* vyre_buffer_read_file(vyre_buffer* buffer, uint64_t offset, int32_t fd,
                                  uint64_t file_offset, uint64_t size) {
  return guard(buffer, "buffer", [&]() -> Status {
    return vyre::runtime::read_file(buffer->rep, offset, {fd, file_offset, size});
  });
}

vyre_error* vyre_buffer_write_file(vyre_buffer* buffer, uint64_t offset, int32_t fd,
                                   uint64_t file_offset, uint64_t size) {
  return guard(buffer, "buffer", [&]() -> Status {
    return vyre::runtime::write_file(buffer->rep, offset, {fd, file_offset, size});
  });
}

vyre_error* vyre_buffer_read_file_async(vyre_buffer* buffer, uint64_t offset, int32_t fd,
                                        uint64_t file_offset, uint64_t size,
                                        vyre_pending** out_pending) {
  return guard(out_pending, buffer, "buffer", [&]() -> Status {
    return hand_out(out_pending,
                    vyre::runtime::read_file_async(buffer->rep, offset, {fd, file_offset, size}));
  });
}

vyre_error* vyre_buffer_write_file_async(vyre_buffer* buffer, uint64_t offset, int32_t fd,
                                         uint64_t file_offset, uint64_t size,
                                         vyre_pending** out_pending) {
  return guard(out_pending, buffer, "buffer", [&]() -> Status {
    return hand_out(out_pending,
                    vyre::runtime::write_file_async(buffer->rep, offset, {fd, file_offset, size}));
  });
}

void vyre_buffer_destroy(vyre_buffer* buffer) { delete buffer; }
