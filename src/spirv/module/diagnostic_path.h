#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status/status.h"
#include "spirv/module/ir_names.h"

namespace vyre::spirv {

// Where a walk over a program stands: "body[0].region.body[2].if.then[1]". Rendered only when
// asked. MissingFeatures tells by it where a device lacks something.
class DiagnosticPath {
 public:
  // |written|, which is borrowed: by NodeId where its author has a statement; null: where it is.
  explicit DiagnosticPath(const std::vector<std::string>* written) : written_(written) {}

  // Enters statement |index|, |id|, of the list called |list| for as long as the scope lives.
  class Scope {
   public:
    Scope(DiagnosticPath& path, std::string_view list, size_t index, NodeId id) : path_(path) {
      path_.steps_.push_back({list, index, id});
    }
    ~Scope() { path_.steps_.pop_back(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    DiagnosticPath& path_;
  };

  std::string text() const {
    const NodeId id = statement();
    const bool is_written = written_ != nullptr && id < written_->size();
    if (is_written && !(*written_)[id].empty()) return (*written_)[id];
    std::string text;
    for (const Step& step : steps_) {
      text += concat(text.empty() ? "" : ".", step.list, "[", step.index, "]");
    }
    return text;
  }

  NodeId statement() const { return steps_.empty() ? ir::kNone : steps_.back().id; }

 private:
  struct Step {
    std::string_view list;
    size_t index;
    NodeId id;
  };
  const std::vector<std::string>* written_;
  std::vector<Step> steps_;
};

// Collects what a device lacks for a program while it is lowered; the first lack is the answer.
class MissingFeatures {
 public:
  // |path| is borrowed and tells where the walk stands.
  explicit MissingFeatures(const DiagnosticPath& path) : path_(path) {}

  void need(bool available, std::string_view operation, std::string_view lack) {
    if (available || !first_.ok()) return;
    first_ = fail(Code::kUnsupportedFeature, operation, " at ", path_.text(), ": the device ", lack,
                  ". Fix: run the program on another device or on the CPU oracle");
  }

  // The first refusal is the answer too.
  void refuse(std::string_view operation, std::string_view why) {
    if (!first_.ok()) return;
    first_ = fail(Code::kUnsupportedFeature, operation, " at ", path_.text(), ": ", why,
                  ". Fix: run the program on the CPU oracle");
  }

  Status take() { return std::move(first_); }

 private:
  const DiagnosticPath& path_;
  Status first_;
};

}  // namespace vyre::spirv
