#include "capi/registry/op_setup.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/registry/target.h"
#include "ir/program/display_name.h"
#include "vyre_driver_registry.h"

// What a callback of the host writes, and the first write that failed.
struct vyre_writer {
  std::vector<std::byte> bytes;
  vyre::capi::OwnedError mistake = nullptr;
};

namespace vyre::capi {
namespace {

// What the callback with |data| wrote, unless it returned |error| or a write failed, which is told
// together with |what| failed. |error| is destroyed.
Result<std::vector<std::byte>> written(vyre_writer writer, vyre_error* error, const UserData& data,
                                       std::string_view what, std::string_view op_id) {
  if (!data.takes(error)) {
    return fail(
        Code::kInternal, what, " of op ", ir::display_name(op_id),
        " has returned an error that the host did not make. Fix: make it with error_create");
  }
  Status status = take_status(error);
  if (status.ok()) status = take_status(writer.mistake.release());
  if (status.ok()) return std::move(writer.bytes);
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
    VYRE_ASSIGN_OR_RETURN(
        output, written(std::move(writer), error, *data_, "the reference function", op_id_));
    return {};
  }

 private:
  const std::string op_id_;
  const vyre_reference_fn function_;
  const std::shared_ptr<UserData> data_;
};

registry::Lowering::Builder callback_lowering(vyre_lowering_fn function,
                                              std::shared_ptr<UserData> data) {
  return [function, data = std::move(data)](
             std::string_view op_id,
             const registry::Target& target) -> Result<registry::Lowering::Bytes> {
    vyre_writer writer;
    vyre_error* error = function(data->get(), to_c(op_id), to_c(target), &writer);
    return written(std::move(writer), error, *data, "the lowering function", op_id);
  };
}

// |count| entries at |data|, which may be null only when there are none.
template <typename Element>
Result<std::span<const Element>> array_of(const Element* data, size_t count,
                                          std::string_view name) {
  VYRE_RETURN_IF_ERROR(require_array(data, count, name));
  if (count <= SIZE_MAX / 2 / sizeof(Element)) return std::span<const Element>(data, count);
  return fail(Code::kInvalidArgument, name, " has ", count,
              " entries, more than memory can have. Fix: pass their real count");
}

Result<std::string> text_of(vyre_string text, std::string_view name) {
  VYRE_RETURN_IF_ERROR(check_string(text, name));
  return std::string(view(text));
}

Result<std::vector<registry::Operand>> operands_of(const vyre_operand* data, size_t count,
                                                   std::string_view name) {
  VYRE_ASSIGN_OR_RETURN(const auto given, array_of(data, count, name));
  std::vector<registry::Operand> operands;
  for (const vyre_operand& one : given) {
    VYRE_RETURN_IF_ERROR(check_reserved(one.reserved[0] | one.reserved[1], "vyre_operand"));
    VYRE_ASSIGN_OR_RETURN(std::string label, text_of(one.name, "vyre_operand.name"));
    VYRE_ASSIGN_OR_RETURN(std::string type, text_of(one.type, "vyre_operand.type"));
    operands.push_back({std::move(label), std::move(type)});
  }
  return operands;
}

Result<std::vector<registry::Attribute>> attributes_of(const vyre_op_desc& desc) {
  VYRE_ASSIGN_OR_RETURN(const auto given,
                        array_of(desc.attributes, desc.attribute_count, "vyre_op_desc.attributes"));
  std::vector<registry::Attribute> attributes;
  for (const vyre_attribute& one : given) {
    VYRE_RETURN_IF_ERROR(check_reserved(one.reserved[0] | one.reserved[1], "vyre_attribute"));
    VYRE_ASSIGN_OR_RETURN(std::string name, text_of(one.name, "vyre_attribute.name"));
    VYRE_ASSIGN_OR_RETURN(std::string type, text_of(one.type, "vyre_attribute.type"));
    VYRE_ASSIGN_OR_RETURN(std::string value,
                          text_of(one.default_value, "vyre_attribute.default_value"));
    attributes.push_back({std::move(name), std::move(type), std::move(value)});
  }
  return attributes;
}

Result<std::vector<std::string>> laws_of(const vyre_op_desc& desc) {
  VYRE_ASSIGN_OR_RETURN(const auto given, array_of(desc.laws, desc.law_count, "vyre_op_desc.laws"));
  std::vector<std::string> laws;
  for (const vyre_string& one : given) {
    VYRE_ASSIGN_OR_RETURN(std::string law, text_of(one, "vyre_op_desc.laws"));
    laws.push_back(std::move(law));
  }
  return laws;
}

Result<registry::Signature> signature_of(const vyre_op_desc& desc) {
  registry::Signature signature;
  VYRE_ASSIGN_OR_RETURN(signature.inputs,
                        operands_of(desc.inputs, desc.input_count, "vyre_op_desc.inputs"));
  VYRE_ASSIGN_OR_RETURN(signature.outputs,
                        operands_of(desc.outputs, desc.output_count, "vyre_op_desc.outputs"));
  VYRE_ASSIGN_OR_RETURN(signature.attributes, attributes_of(desc));
  signature.bytes_extraction = (desc.flags & VYRE_OP_BYTES_EXTRACTION) != 0;
  return signature;
}

Result<registry::Category> category_of(const vyre_op_desc& desc) {
  using registry::Category;
  switch (desc.category) {
    case VYRE_CATEGORY_DEFAULT:
      return desc.composition != nullptr ? Category::kComposite : Category::kIntrinsic;
    case VYRE_CATEGORY_COMPOSITE:
      return Category::kComposite;
    case VYRE_CATEGORY_EXTENSION:
      return Category::kExtension;
    case VYRE_CATEGORY_INTRINSIC:
      return Category::kIntrinsic;
    default:
      return fail(Code::kInvalidArgument, "vyre_op_desc.category is ", uint32_t{desc.category},
                  ". Fix: use a VYRE_CATEGORY_ number");
  }
}

Status set_reference(const vyre_op_desc& desc, OpSetup& setup) {
  if (desc.reference == nullptr) {
    if (desc.reference_user == nullptr && desc.reference_destroy == nullptr) return {};
    return fail(Code::kInvalidArgument, "vyre_op_desc.reference is NULL and has data for it. ",
                "Fix: set all of it or nothing");
  }
  auto data = setup.user_data.add(desc.reference_user, desc.reference_destroy);
  setup.op.reference =
      std::make_shared<const CallbackReference>(setup.op.id, desc.reference, std::move(data));
  return {};
}

Status check_lowering(const vyre_lowering_desc& lowering) {
  VYRE_RETURN_IF_ERROR(
      check_reserved(lowering.reserved[0] | lowering.reserved[1], "vyre_lowering_desc"));
  const bool has_data = lowering.data != nullptr || lowering.size != 0;
  if (has_data == (lowering.build != nullptr)) {
    return fail(Code::kInvalidArgument, "vyre_lowering_desc has ", has_data ? "both" : "none",
                " of |data| and |build|. Fix: set one of them");
  }
  if (lowering.build == nullptr && (lowering.user != nullptr || lowering.destroy != nullptr)) {
    return fail(Code::kInvalidArgument, "vyre_lowering_desc.build is NULL and has data for it. ",
                "Fix: set all of it or nothing");
  }
  if (lowering.target.kind != VYRE_TARGET_REFERENCE) return {};
  return fail(Code::kInvalidArgument, "vyre_lowering_desc is for VYRE_TARGET_REFERENCE. Fix: set ",
              "|reference| or |composition| of vyre_op_desc");
}

Result<std::shared_ptr<const registry::Lowering>> lowering_of(const vyre_lowering_desc& lowering,
                                                              OpSetup& setup) {
  if (lowering.build != nullptr) {
    auto data = setup.user_data.add(lowering.user, lowering.destroy);
    return std::make_shared<const registry::Lowering>(
        callback_lowering(lowering.build, std::move(data)));
  }
  VYRE_ASSIGN_OR_RETURN(const auto bytes,
                        bytes_of(lowering.data, lowering.size, "vyre_lowering_desc.data"));
  return std::make_shared<const registry::Lowering>(
      registry::Lowering::Bytes(bytes.begin(), bytes.end()));
}

Status set_lowerings(const vyre_op_desc& desc, OpSetup& setup) {
  VYRE_ASSIGN_OR_RETURN(const auto given,
                        array_of(desc.lowerings, desc.lowering_count, "vyre_op_desc.lowerings"));
  for (const vyre_lowering_desc& one : given) {
    VYRE_RETURN_IF_ERROR(check_lowering(one));
    VYRE_ASSIGN_OR_RETURN(registry::Target target, target_of(one.target));
    VYRE_ASSIGN_OR_RETURN(auto lowering, lowering_of(one, setup));
    const auto [place, is_new] = setup.op.lowerings.emplace(std::move(target), std::move(lowering));
    if (is_new) continue;
    return fail(Code::kAlreadyRegistered, "op ", ir::display_name(setup.op.id),
                " has two lowerings for ", ir::display_name(registry::target_text(place->first)),
                ". Fix: leave one of them out");
  }
  return {};
}

}  // namespace

Result<OpSetup> op_setup(const vyre_op_desc* given, CallbackOrigin origin) {
  VYRE_ASSIGN_OR_RETURN(const vyre_op_desc desc, read_desc(given, vyre_op_desc{}, "vyre_op_desc"));
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, VYRE_OP_BYTES_EXTRACTION, "vyre_op_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_reserved(desc.reserved, "vyre_op_desc"));
  OpSetup setup{.user_data = AllUserData(std::move(origin))};
  VYRE_ASSIGN_OR_RETURN(setup.op.id, text_of(desc.id, "vyre_op_desc.id"));
  VYRE_ASSIGN_OR_RETURN(setup.op.dialect, text_of(desc.dialect, "vyre_op_desc.dialect"));
  VYRE_ASSIGN_OR_RETURN(setup.op.category, category_of(desc));
  VYRE_ASSIGN_OR_RETURN(setup.op.signature, signature_of(desc));
  VYRE_ASSIGN_OR_RETURN(setup.op.laws, laws_of(desc));
  if (desc.composition != nullptr) {
    const runtime::Program& program = *desc.composition->rep;
    setup.op.composition = program.shared_ir();
  }
  VYRE_RETURN_IF_ERROR(set_reference(desc, setup));
  VYRE_RETURN_IF_ERROR(set_lowerings(desc, setup));
  return setup;
}

}  // namespace vyre::capi

void vyre_writer_write(vyre_writer* writer, const void* bytes, size_t size) {
  if (writer == nullptr || writer->mistake != nullptr) return;
  vyre_error* error = vyre::capi::guard([&]() -> vyre::Status {
    VYRE_ASSIGN_OR_RETURN(const auto more, vyre::capi::bytes_of(bytes, size, "bytes"));
    writer->bytes.insert(writer->bytes.end(), more.begin(), more.end());
    return {};
  });
  writer->mistake.reset(error);
}
