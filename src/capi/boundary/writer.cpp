#include "capi/boundary/writer.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/error.h"
#include "capi/boundary/guard.h"

using vyre::Status;
using namespace vyre::capi;

namespace vyre::capi {

Result<std::vector<std::byte>> written(vyre_writer writer, vyre_error* error) {
  VYRE_RETURN_IF_ERROR(take_status(error));
  if (!writer.mistake.ok()) return std::move(writer.mistake);
  return std::move(writer.bytes);
}

}  // namespace vyre::capi

void vyre_writer_write(vyre_writer* writer, const void* bytes, size_t size) {
  if (writer == nullptr || !writer->mistake.ok()) return;
  vyre_error* error = guard([&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto more, bytes_of(bytes, size, "bytes"));
    writer->bytes.insert(writer->bytes.end(), more.begin(), more.end());
    return {};
  });
  writer->mistake = take_status(error);
}
