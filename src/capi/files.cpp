#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "runtime/work/file_transfer.h"

using vyre::Status;
using namespace vyre::capi;

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
