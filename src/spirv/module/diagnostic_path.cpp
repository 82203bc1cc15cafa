#include "spirv/module/diagnostic_path.h"

#include "base/status/status.h"

namespace vyre::spirv {

std::string DiagnosticPath::text(size_t depth) const {
  std::string text;
  for (size_t i = 0; i < depth; ++i) {
    text += concat(i == 0 ? "" : ".", steps_[i].list, "[", steps_[i].index, "]");
  }
  return text;
}

}  // namespace vyre::spirv
