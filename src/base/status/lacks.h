#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"

namespace vyre {

// What a device lacks for a program, gathered one after the other.
class Lacks {
 public:
  // Takes the refusal |status|, whose finding it becomes as |code| at |path| unless it has some of
  // its own. Any other failure is given back.
  Status note(Status status, std::string_view code, std::string path = {});
  void add(Finding finding);  // of each fact only the first place

  bool none() const { return findings_.empty(); }
  const std::vector<Finding>& findings() const { return findings_; }
  std::vector<Finding> take() { return std::move(findings_); }

  // kUnsupportedFeature with all of them; success when there are none.
  Status status() const;

 private:
  std::vector<Finding> findings_;
};

}  // namespace vyre
