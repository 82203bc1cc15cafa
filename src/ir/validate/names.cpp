#include "ir/validate/rules.h"

namespace vyre::ir {

std::string Findings::path() const {
  std::string text;
  for (const Part& part : path_) {
    if (!text.empty()) text += '.';
    text += part.label;
    if (part.index != kNone) text += concat('[', part.index, ']');
  }
  return text;
}

std::string_view access_name(Access access) {
  switch (access) {
    case Access::kReadOnly:
      return "read-only";
    case Access::kReadWrite:
      return "read-write";
    case Access::kUniform:
      return "uniform";
    case Access::kWorkgroup:
      return "workgroup";
    case Access::kWriteOnly:
      return "write-only";
  }
  return "unknown";
}

}  // namespace vyre::ir
