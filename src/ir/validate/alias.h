#pragma once

#include <vector>

#include "ir/validate/rules.h"

namespace vyre::ir {

// Finds buffers that one list of statements accesses both atomically and plainly with no barrier in
// between. Each list has a state of its own: what a nested list does is forgotten when it ends,
// and a nested barrier clears nothing outside.
class AliasRule {
 public:
  explicit AliasRule(Validation& validation);

  // The state of a list, as long as it lives.
  class List {
   public:
    explicit List(AliasRule& rule)
        : rule_(rule), undo_size_(rule.undo_.size()), outer_(rule.epoch_) {
      rule_.start_epoch();
    }
    ~List() {
      rule_.undo_to(undo_size_);
      rule_.epoch_ = outer_;
    }
    List(const List&) = delete;
    List& operator=(const List&) = delete;

   private:
    AliasRule& rule_;
    size_t undo_size_;
    uint64_t outer_;
  };

  // Checks and remembers what |node| itself accesses, without the lists inside it.
  void after(const Node& node);

 private:
  struct State {
    uint64_t read = 0;    // epoch of the last plain access
    uint64_t atomic = 0;  // epoch of the last atomic access
  };
  struct Undo {
    NameId name;
    State state;
  };

  void start_epoch() { epoch_ = ++last_epoch_; }
  void undo_to(size_t size);
  void collect(const Node& node);
  void check(NameId name, uint64_t before);
  void remember(NameId name, uint64_t State::*kind);

  Validation& v_;
  bool active_;  // a program without atomics has no such conflict
  uint64_t epoch_ = 0;
  uint64_t last_epoch_ = 0;
  std::vector<State> states_;  // by name
  std::vector<Undo> undo_;
  uint64_t statement_ = 0;
  std::vector<uint64_t> reported_;  // by name: the statement that last reported it
  // Of one statement:
  std::vector<NameId> reads_;
  std::vector<NameId> atomics_;
};

}  // namespace vyre::ir
