#include "ir/program/program.h"

namespace vyre::ir {

NameId NameTable::append(std::string_view name) {
  text_.insert(text_.end(), name.begin(), name.end());
  ends_.push_back(static_cast<uint32_t>(text_.size()));
  return static_cast<NameId>(ends_.size() - 1);
}

uint32_t Program::find_buffer(std::string_view name) const {
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    if (names[buffers[i].name] == name) return i;
  }
  return kNone;
}

}  // namespace vyre::ir
