#include "capi/core/registry_info.h"

#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "capi/boundary/convert.h"
#include "registry/ops/interner.h"

namespace vyre::capi {
namespace {

using registry::Attachment;
using registry::Category;
using registry::ExternDialect;
using registry::OpDef;
using registry::Snapshot;
using Kind = registry::Target::Kind;

constexpr vyre_category number_of(Category category) {
  return static_cast<vyre_category>(static_cast<uint32_t>(category) + 1);
}
constexpr vyre_target_kind number_of(Kind kind) {
  return static_cast<vyre_target_kind>(static_cast<uint32_t>(kind) + 1);
}
static_assert(number_of(Kind::kPtx) == VYRE_TARGET_PTX);
static_assert(number_of(Kind::kSpirV) == VYRE_TARGET_SPIRV);
static_assert(number_of(Kind::kPrimaryText) == VYRE_TARGET_PRIMARY_TEXT);
static_assert(number_of(Kind::kPrimaryBinary) == VYRE_TARGET_PRIMARY_BINARY);
static_assert(number_of(Kind::kSecondaryText) == VYRE_TARGET_SECONDARY_TEXT);
static_assert(number_of(Kind::kNativeModule) == VYRE_TARGET_NATIVE_MODULE);
static_assert(number_of(Kind::kReference) == VYRE_TARGET_REFERENCE);
static_assert(number_of(Kind::kExtension) == VYRE_TARGET_EXTENSION);
static_assert(number_of(Category::kComposite) == VYRE_CATEGORY_COMPOSITE);
static_assert(number_of(Category::kExtension) == VYRE_CATEGORY_EXTENSION);
static_assert(number_of(Category::kIntrinsic) == VYRE_CATEGORY_INTRINSIC);

// A list of an info: what |describe| gives for each of |all|.
template <typename Item>
class List {
 public:
  template <typename Range, typename Describe>
  void fill(const Range& all, Describe describe) {
    items_.reserve(all.size());
    pointers_.reserve(all.size());
    for (const auto& one : all) pointers_.push_back(&items_.emplace_back(describe(one)));
  }
  void show(const Item* const*& data, size_t& size) const {
    data = pointers_.data();
    size = pointers_.size();
  }

 private:
  std::vector<Item> items_;  // which never grow beyond their room
  std::vector<const Item*> pointers_;
};

vyre_op_flags flags_of(const OpDef& op) {
  vyre_op_flags flags = op.signature.bytes_extraction ? VYRE_OP_BYTES_EXTRACTION : 0;
  if (op.reference != nullptr) flags |= VYRE_OP_REFERENCE;
  if (op.composition != nullptr) flags |= VYRE_OP_COMPOSITION;
  if (op.is_extern) flags |= VYRE_OP_EXTERN;
  return flags;
}

vyre_operand describe_operand(const registry::Operand& operand) {
  return {to_c(operand.name), to_c(operand.type), {0, 0}};
}

vyre_attribute describe_attribute(const registry::Attribute& attribute) {
  return {to_c(attribute.name), to_c(attribute.type), to_c(attribute.default_value), {0, 0}};
}

// Of an op, whose texts it borrows.
class OpInfo final : public Attachment::Made {
 public:
  explicit OpInfo(const OpDef& op) {
    inputs_.fill(op.signature.inputs, describe_operand);
    outputs_.fill(op.signature.outputs, describe_operand);
    attributes_.fill(op.signature.attributes, describe_attribute);
    laws_.fill(op.laws, [](const std::string& law) { return to_c(law); });
    targets_.fill(op.lowerings, [](const auto& entry) { return to_c(entry.first); });
    show_lists();
    info_.struct_size = sizeof info_;
    info_.flags = flags_of(op);
    info_.id = to_c(op.id);
    info_.dialect = to_c(op.dialect);
    info_.source = to_c(op.source);
    info_.number = registry::Interner::process().find(op.id);
    info_.category = number_of(op.category);
  }

  const vyre_op_info& info() const { return info_; }

 private:
  void show_lists() {
    inputs_.show(info_.inputs, info_.input_count);
    outputs_.show(info_.outputs, info_.output_count);
    attributes_.show(info_.attributes, info_.attribute_count);
    laws_.show(info_.laws, info_.law_count);
    targets_.show(info_.targets, info_.target_count);
  }

  List<vyre_operand> inputs_, outputs_;
  List<vyre_attribute> attributes_;
  List<vyre_string> laws_;
  List<vyre_target> targets_;
  vyre_op_info info_ = {};
};

// Of a snapshot, whose texts it borrows.
class RegistryInfo final : public Attachment::Made {
 public:
  explicit RegistryInfo(const Snapshot& snapshot) {
    ops_.reserve(snapshot.ops().size());
    for (const auto& op : snapshot.ops()) add(*op);
    for (const ExternDialect& dialect : snapshot.extern_dialects()) add(dialect);
    dialects_.fill(by_name_, [](const auto& entry) { return entry.second; });
    info_.struct_size = sizeof info_;
    info_.ops = ops_.data();
    info_.op_count = ops_.size();
    dialects_.show(info_.dialects, info_.dialect_count);
  }

  const vyre_registry_info& info() const { return info_; }

 private:
  void add(const OpDef& op) {
    ops_.push_back(to_c(&op));
    ++dialect(op.dialect).op_count;
  }

  void add(const ExternDialect& from) {
    vyre_dialect_info& info = dialect(from.name);
    info.flags = VYRE_DIALECT_EXTERN;
    info.version = to_c(from.version);
    info.url = to_c(from.url);
    info.source = to_c(from.source);
  }

  vyre_dialect_info& dialect(const std::string& name) {
    const vyre_string none = {"", 0};
    const vyre_dialect_info fresh = {sizeof(vyre_dialect_info), 0, to_c(name), none, none, none, 0};
    return by_name_.try_emplace(name, fresh).first->second;
  }

  std::vector<const vyre_op*> ops_;
  std::map<std::string_view, vyre_dialect_info> by_name_;
  List<vyre_dialect_info> dialects_;
  vyre_registry_info info_ = {};
};

}  // namespace

vyre_target to_c(const registry::Target& target) {
  return {to_c(target.extension), number_of(target.kind), 0};
}

void make_registry_infos(const Snapshot& snapshot) {
  if (snapshot.attachment().get() != nullptr) return;
  for (const auto& op : snapshot.ops()) {
    if (op->attachment.get() == nullptr) op->attachment.set(std::make_unique<OpInfo>(*op));
  }
  snapshot.attachment().set(std::make_unique<RegistryInfo>(snapshot));
}

const vyre_registry_info& info_of(const Snapshot& snapshot) {
  return static_cast<const RegistryInfo*>(snapshot.attachment().get())->info();
}

const vyre_op_info& info_of(const OpDef& op) {
  return static_cast<const OpInfo*>(op.attachment.get())->info();
}

}  // namespace vyre::capi
