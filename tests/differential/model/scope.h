#pragma once

#include <optional>
#include <string>
#include <vector>

#include "random.h"
#include "types.h"

namespace vyre::differential {

struct Local {
  std::string name;
  Sort sort;
  bool assignable = true;
  bool uniform = false;  // the same for all invocations of a workgroup
  bool known = false;    // to the host, wherever it goes past grid barriers
  bool hidden = false;   // nobody reads it any more
};

// The locals that are bound at one point of a program under construction.
class Scope {
 public:
  explicit Scope(Random& random) : random_(random) {}

  // A name that nothing is bound to here; names of ended scopes come again now and then.
  std::string fresh() {
    if (!free_.empty() && random_.percent(30)) {
      const std::string name = free_.back();
      free_.pop_back();
      return name;
    }
    return "v" + std::to_string(made_++);
  }

  void bind(Local local) { locals_.push_back(std::move(local)); }

  size_t depth() const { return locals_.size(); }
  void end(size_t depth) {
    while (locals_.size() > depth) {
      free_.push_back(locals_.back().name);
      locals_.pop_back();
    }
  }

  // Nobody reads those that |suits| from here on.
  template <typename Suits>
  void hide(const Suits& suits) {
    for (Local& local : locals_) local.hidden = local.hidden || suits(local);
  }

  // Those bound since the scope had |depth| locals.
  std::vector<Local> since(size_t depth) const {
    std::vector<Local> found(locals_.begin() + static_cast<std::ptrdiff_t>(depth), locals_.end());
    std::erase_if(found, [](const Local& local) { return local.hidden; });
    return found;
  }

  template <typename Suits>
  std::optional<Local> find(const Suits& suits) {
    std::vector<const Local*> found;
    for (const Local& local : locals_) {
      if (!local.hidden && suits(local)) found.push_back(&local);
    }
    if (found.empty()) return std::nullopt;
    return *random_.pick(found);
  }

 private:
  Random& random_;
  std::vector<Local> locals_;
  std::vector<std::string> free_;
  uint32_t made_ = 0;
};

}  // namespace vyre::differential
