#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "vyre_driver.h"

namespace vyre::capi {

// What the info of an object points at: texts with a NUL behind them, and lists. Addresses stay.
class Texts {
 public:
  Texts() = default;
  Texts(const Texts&) = delete;
  Texts& operator=(const Texts&) = delete;

  vyre_string keep(std::string_view text) {
    if (text.empty()) return {"", 0};
    const std::string& kept = texts_.emplace_back(text);
    return {kept.c_str(), kept.size()};
  }

 private:
  std::deque<std::string> texts_;
};

// A list of an info: "const Item* const* items; size_t item_count".
template <typename Item>
class Items {
 public:
  Items() = default;
  Items(const Items&) = delete;
  Items& operator=(const Items&) = delete;

  Item& add(const Item& item) {
    Item& kept = items_.emplace_back(item);
    pointers_.push_back(&kept);
    return kept;
  }
  const Item* const* data() const { return pointers_.data(); }  // right until the next add()
  size_t size() const { return pointers_.size(); }

 private:
  std::deque<Item> items_;
  std::vector<const Item*> pointers_;
};

}  // namespace vyre::capi
