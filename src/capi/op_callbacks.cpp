#include "capi/op_callbacks.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/target.h"
#include "ir/program/display_name.h"

// What a callback of the host writes, and the first write that failed.
struct vyre_writer {
  std::vector<std::byte> bytes;
  vyre::Status mistake;
};

namespace vyre::capi {
namespace {

// What the callback wrote, unless it returned |error| or a write failed. |error| is destroyed.
Result<std::vector<std::byte>> written(vyre_writer writer, vyre_error* error) {
  VYRE_RETURN_IF_ERROR(take_status(error));
  if (!writer.mistake.ok()) return std::move(writer.mistake);
  return std::move(writer.bytes);
}

// Says which function failed before what it said itself.
Status named(Status status, std::string_view what, std::string_view op_id) {
  status.info().text = concat(what, " of op ", ir::display_name(op_id), ": ", status.text());
  return status;
}

class CallbackReference final : public ir::OpReference {
 public:
  CallbackReference(std::string op_id, vyre_reference_fn function, std::shared_ptr<UserData> data)
      : op_id_(std::move(op_id)), function_(function), data_(std::move(data)) {}

  Status run(std::span<const std::byte> input, std::vector<std::byte>& output) const override {
    output.clear();
    vyre_writer writer;
    vyre_error* error = function_(data_->get(), input.data(), input.size(), &writer);
    auto result = written(std::move(writer), error);
    if (!result.ok()) return named(std::move(result).status(), "the reference function", op_id_);
    output = result.take();
    return {};
  }

 private:
  const std::string op_id_;
  const vyre_reference_fn function_;
  const std::shared_ptr<UserData> data_;
};

}  // namespace

std::shared_ptr<const ir::OpReference> callback_reference(std::string op_id,
                                                          vyre_reference_fn function,
                                                          std::shared_ptr<UserData> data) {
  return std::make_shared<const CallbackReference>(std::move(op_id), function, std::move(data));
}

registry::Lowering::Builder callback_lowering(vyre_lowering_fn function,
                                              std::shared_ptr<UserData> data) {
  return [function, data = std::move(data)](
             std::string_view op_id,
             const registry::Target& target) -> Result<registry::Lowering::Bytes> {
    vyre_writer writer;
    vyre_error* error = function(data->get(), to_c(op_id), to_c(target), &writer);
    auto result = written(std::move(writer), error);
    if (!result.ok()) return named(std::move(result).status(), "the lowering function", op_id);
    return result;
  };
}

}  // namespace vyre::capi

void vyre_writer_write(vyre_writer* writer, const void* bytes, size_t size) {
  if (writer == nullptr || !writer->mistake.ok()) return;
  vyre_error* error = vyre::capi::guard([&]() -> vyre::Status {
    VYRE_ASSIGN_OR_RETURN(const auto more, vyre::capi::bytes_of(bytes, size, "bytes"));
    writer->bytes.insert(writer->bytes.end(), more.begin(), more.end());
    return {};
  });
  writer->mistake = vyre::capi::take_status(error);
}
