#pragma once

#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "registry/builder.h"
#include "registry/ops/lowering.h"
#include "registry/ops/op_def.h"
#include "registry/ops/snapshot.h"
#include "support/matchers.h"

// Ops and snapshots for tests.
namespace vyre::registry::test {

inline OpDef op(std::string_view id, std::string_view dialect = "test") {
  OpDef def;
  def.id = id;
  def.dialect = dialect;
  return def;
}

inline std::shared_ptr<const Snapshot> snapshot_of(std::initializer_list<std::string_view> ids) {
  Builder builder;
  for (const std::string_view id : ids) builder.add(op(id));
  return builder.freeze().take();
}

inline OpId id_of(std::string_view name) { return Interner::process().intern(name).value(); }

inline Lowering::Bytes bytes_of(std::string_view text) {
  Lowering::Bytes bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

// The header of a SPIR-V module and nothing else.
inline Lowering::Bytes spirv_bytes() {
  const uint32_t words[] = {0x07230203, 0x00010500, 0, 1, 0};
  Lowering::Bytes bytes(sizeof words);
  std::memcpy(bytes.data(), words, sizeof words);
  return bytes;
}

inline std::vector<std::string> codes(const Status& status) {
  std::vector<std::string> codes;
  for (const Finding& finding : status.info().findings) codes.push_back(finding.code);
  return codes;
}

inline std::vector<std::string> texts(const Status& status) {
  std::vector<std::string> texts;
  for (const Finding& finding : status.info().findings) texts.push_back(finding.text);
  return texts;
}

inline std::vector<std::string> ids(const Snapshot& snapshot) {
  std::vector<std::string> ids;
  for (const auto& def : snapshot.ops()) ids.push_back(def->id);
  return ids;
}

}  // namespace vyre::registry::test
