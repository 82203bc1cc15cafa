#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/concat.h"

namespace vyre::spirv {

// Where a walk over a program stands: "body[0].body[2].then[1]". Rendered only when asked.
class DiagnosticPath {
 public:
  // Enters statement |index| of the list called |list| for as long as the scope lives.
  class Scope {
   public:
    Scope(DiagnosticPath& path, std::string_view list, size_t index) : path_(path) {
      path_.steps_.push_back({list, index});
    }
    ~Scope() { path_.steps_.pop_back(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    DiagnosticPath& path_;
  };

  std::string text() const {
    std::string text;
    for (const Step& step : steps_) {
      text += concat(text.empty() ? "" : ".", step.list, "[", step.index, "]");
    }
    return text;
  }

 private:
  struct Step {
    std::string_view list;
    size_t index;
  };
  std::vector<Step> steps_;
};

}  // namespace vyre::spirv
