#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "vyre_driver.h"

namespace vyre::interface {

// A function of the interface: what its header says of it, and how its calls went. A sound call is
// one that has nothing odd about it.
struct Function {
  std::string name;
  bool fallible = false;
  bool blocks = false;
  std::set<uint32_t> codes;  // of errors that it may return
  std::atomic<uint64_t> sound_accepted{0}, sound_refused{0}, odd_accepted{0}, odd_refused{0};
  std::map<std::string, uint64_t> refusals;  // of sound calls, by text without its numbers

  void count(bool sound, bool accepted) {
    auto& counter = sound ? (accepted ? sound_accepted : sound_refused)
                          : (accepted ? odd_accepted : odd_refused);
    counter.fetch_add(1, std::memory_order_relaxed);
  }
  uint64_t calls() const { return sound_accepted + sound_refused + odd_accepted + odd_refused; }
};

// Every function that the headers export, as vyre_driver.api.json lists them.
class Functions {
 public:
  // Whether |path| could be read.
  bool read(const std::string& path);

  // Ends the program for a name that is none: a mistake of this one.
  Function& find(std::string_view name);
  void keep_refusal(Function& function, std::string_view text);

  uint64_t calls() const;
  bool all_reached() const;
  // Prints how the calls went. Gives how many functions were not reached, or refused more than a
  // fifth of their sound calls.
  int report(bool with_refusals) const;

 private:
  int report(const Function& function, bool with_refusals) const;

  std::map<std::string, Function, std::less<>> all_;
  std::mutex mutex_;
};

Functions& functions();

}  // namespace vyre::interface
