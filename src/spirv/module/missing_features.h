#pragma once

#include <string_view>
#include <utility>

#include "base/status/status.h"
#include "spirv/module/diagnostic_path.h"

namespace vyre::spirv {

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
