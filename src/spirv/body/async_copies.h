#pragma once

#include <unordered_map>

#include "spirv/body/expressions.h"

namespace vyre::spirv {

// Asynchronous copies of one lane: issued, pending under a tag, finished when the tag is waited
// for. Where the bytes move has been decided before, see analysis/async_copies.cpp.
class Copies {
 public:
  Copies(Parts& parts, Expressions& expressions)
      : on_(parts),
        code_(parts.code),
        expressions_(expressions),
        states_(parts.analysis.copies.size()) {}

  void issue(NodeId id, const Node& node);
  void wait(const Node& node);
  // At the end of the kernel nothing may be pending, of lanes that have ended either.
  void end();

 private:
  // Where bytes go: from byte |from| of the source to |count| bytes at |to| of the destination.
  struct Extent {
    Id from = kNoId, to = kNoId, count = kNoId;
  };
  struct State {  // variables
    Id from = kNoId, to = kNoId, count = kNoId;
    Id kept = kNoId;  // words; kNoId where there are none
  };

  Id byte_count(const Value& value, std::string_view role);
  Extent extent_of(const Node& node, const Copy& copy, Id offset, Id size);
  Id minimum(Id a, Id b) { return code_.select(code_.test(SpvOpULessThan, a, b), a, b); }
  State& state_of(uint32_t copy);
  void keep(const Copy& copy, const State& state, const Extent& extent);
  void finish(const Copy& copy, const State& state);
  void move(const Copy& copy, const Extent& extent);
  // for (word = from / 4; ...; word < the word behind the last byte) of |count| bytes from byte
  // |from|.
  template <typename Each>
  void for_each_word(Id from, Id count, Each each);
  Id mask_of(const Extent& extent, Id word);
  Id kept_word(const Copy& copy, const State& state, Id index);
  Id kept_bytes(const Copy& copy, const State& state, Id byte);

  Id pending(NameId tag);  // the variable
  Id kept_pointer(const State& state, Id index);
  std::string text(const Node& node, std::string_view why) const;

  Parts& on_;
  CodeWriter& code_;
  Expressions& expressions_;
  std::vector<NameId> tags_;
  std::unordered_map<NameId, Id> pending_;  // by tag: a variable; 0 or one more than the copy
  std::vector<State> states_;               // parallel to Analysis::copies, see state_of
};

}  // namespace vyre::spirv
