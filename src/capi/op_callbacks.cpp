#include "capi/op_callbacks.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/writer.h"
#include "capi/target.h"
#include "ir/program/display_name.h"

namespace vyre::capi {
namespace {

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
