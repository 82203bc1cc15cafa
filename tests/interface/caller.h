#pragma once

#include <atomic>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "interface/functions.h"
#include "interface/random.h"
#include "vyre_driver.h"

namespace vyre::interface {

class World;
struct Building;
struct DeviceFacts;
struct Pipeline;
struct Recording;
struct RegistryView;

// Places where this program met something that the headers do not allow.
uint64_t problems();
void tell_problem(const std::string& text);

// "" when |text| is UTF-8 without control characters, but for newlines and tabs.
std::string wrong_with_text(std::string_view text);

// A thread that calls the interface. A call is begin, the values of its arguments, and end. Some
// calls get odd values, of which some have to be refused.
class Caller {
 public:
  // In the tests. Clang 14 does not have std::source_location.
  struct Place {
    const char* file;
    int line;

    static constexpr Place current(const char* file = __builtin_FILE(),
                                   int line = __builtin_LINE()) {
      return {file, line};
    }
  };

  Caller(World& world, uint64_t seed, std::string name);

  World& world;
  Random random;

  // One in six calls may have odd values; none while |sound_only| is set.
  void begin(std::string_view function);
  bool sound_only = false;
  // What follows may be refused for the state that its objects are in.
  void unsound() { sound_ = false; }
  bool sound() const { return sound_; }
  // The header lets this call return whatever code: that of a callback, or of what failed before.
  void any_code() {
    sound_ = false;
    any_code_ = true;
  }
  // The head of vyre_driver.h names what is asked for as not done yet.
  void may_be_unsupported() { may_be_unsupported_ = true; }
  // The device never gets work itself.
  void on(const DeviceFacts& facts);
  // A call with |pipeline|, which may not be made yet, or never.
  void with(const Pipeline& pipeline);
  // The call is a mistake, and has to be refused.
  void wrong() {
    sound_ = false;
    must_refuse_ = true;
  }
  // Whether the place that is filled now gets an odd value.
  bool odd();
  bool odd_and_wrong(Place place = Place::current());

  template <typename Object>
  Object* object(Object* usual, Place place = Place::current()) {
    return odd_and_wrong(place) ? nullptr : usual;
  }
  // An array that has entries, or none.
  template <typename Entry>
  Entry* array(Entry* entries, uint64_t count, Place place = Place::current()) {
    if (count == 0 && random.one_in(2)) return nullptr;
    return count != 0 && odd_and_wrong(place) ? nullptr : entries;
  }
  // What NULL is allowed for.
  template <typename Object>
  Object* or_null(Object* usual) {
    return random.one_in(4) ? nullptr : usual;
  }
  uint64_t number(uint64_t usual, std::initializer_list<uint64_t> odd_ones);
  // A size or offset near |usual|, or far away.
  uint64_t size(uint64_t usual);
  uint32_t size32(uint32_t usual) { return static_cast<uint32_t>(size(usual)); }
  // Some of |known|; odd: others.
  uint64_t flags(uint64_t known, Place place = Place::current());
  template <typename Enum>
  Enum choice(Enum usual, Place place = Place::current()) {
    if (!odd_and_wrong(place)) return usual;
    return static_cast<Enum>(random.one_of<uint32_t>({99, 200, 0x7FFFFFFF, 0xFFFFFFFF}));
  }
  void struct_size(size_t& size, Place place = Place::current());
  // Odd: not UTF-8, with a NUL, very long, at a null pointer.
  vyre_string text(std::string_view usual);
  vyre_string label();

  // Checks the error, if there is one, and ends it. Whether the call succeeded.
  template <typename... Outs>
  bool end(vyre_error* error, const Outs&... outs) {
    if (error != nullptr) (check_out(outs), ...);
    return ended(error);
  }
  // The end of a call that returns no error; |accepted| says what came of it.
  void end(bool accepted = true, std::string_view refusal = {});

  void problem(const std::string& text) const;
  // The call that is under way, for who watches over this one.
  std::string where() const;
  uint64_t calls() const { return calls_.load(std::memory_order_relaxed); }

  // What no other thread may use, or would only disturb.
  std::shared_ptr<Building> building;
  std::shared_ptr<Recording> recording;
  std::shared_ptr<RegistryView> view;

  // Host memory for bindings and copies.
  static constexpr size_t kWords = 8192;
  std::vector<uint32_t> in = std::vector<uint32_t>(kWords, 3);
  std::vector<uint32_t> results = std::vector<uint32_t>(kWords);

 private:
  template <typename Out>
  void check_out(const Out& out) const {
    if (!out.is_cleared()) problem("an out argument is not cleared by a call that fails");
  }
  bool ended(vyre_error* error);
  void check_error(const vyre_error* error) const;
  void keep_or_destroy(vyre_error* error);

  const std::string name_;
  Function* function_ = nullptr;
  std::atomic<const char*> current_{""};
  std::atomic<uint64_t> calls_{0};
  bool may_be_odd_ = false, sound_ = true, must_refuse_ = false;
  Place wrong_at_ = Place::current();  // where the last mistake of a call was made
  bool any_code_ = false, may_be_unsupported_ = false;
};

// A place for a result. Odd: NULL.
template <typename Value>
class Out {
 public:
  explicit Out(Caller& caller, Caller::Place place = Caller::Place::current())
      : null_(caller.odd_and_wrong(place)) {
    fill();
  }
  // One that may be left out.
  static Out optional(Caller& caller) { return Out(caller.random.one_in(4)); }

  Value* place() { return null_ ? nullptr : &value_; }
  Value get() const { return value_; }
  bool is_given() const { return !null_; }
  bool is_cleared() const {
    const Value cleared{};
    return null_ || std::memcmp(&cleared, &value_, sizeof value_) == 0;
  }

 private:
  explicit Out(bool null) : null_(null) { fill(); }
  void fill() { std::memset(static_cast<void*>(&value_), 0x5A, sizeof value_); }

  Value value_;
  bool null_;
};

// The same for a struct with a size. After an error it is as it was, or all zero behind its size.
template <typename Struct>
class StructOut {
 public:
  StructOut(Caller& caller, const Struct& init, bool optional = false) : value_(init) {
    null_ = optional ? caller.random.one_in(4) : caller.odd_and_wrong();
    if (!null_) caller.struct_size(value_.struct_size);
    before_ = value_;
  }
  Struct* place() { return null_ ? nullptr : &value_; }
  const Struct& get() const { return value_; }
  bool is_given() const { return !null_; }
  bool is_cleared() const { return null_ || std::memcmp(&before_, &value_, sizeof value_) == 0; }

 private:
  Struct value_, before_;
  bool null_;
};

// A function of the interface, and how it is called.
struct Action {
  const char* function;
  uint32_t weight;
  void (*run)(Caller&);
};

// Whether the host's allocator gives nothing now, on this thread.
bool& allocations_fail();

}  // namespace vyre::interface
