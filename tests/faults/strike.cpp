#include "strike.h"

#include <execinfo.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>

namespace vyre::faults {
namespace {

constexpr int kFrames = 64;

struct Range {
  uintptr_t from = 0, to = 0;
  bool has(const void* address) const {
    const auto at = reinterpret_cast<uintptr_t>(address);
    return at >= from && at < to;
  }
};

Range library, cxx;
std::mutex mutex;
std::atomic<Kind> wanted = Kind::kNone;
Fault fault;
std::vector<Site> met;
std::atomic<uint64_t> counted = 0;
std::atomic<bool> struck = false;
thread_local bool inside = false;  // what is taken to find out is not the library's

int note_range(dl_phdr_info* info, size_t, void*) {
  Range range{UINTPTR_MAX, 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    range.from = std::min<uintptr_t>(range.from, info->dlpi_addr + part.p_vaddr);
    range.to = std::max<uintptr_t>(range.to, info->dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  if (std::strstr(info->dlpi_name, "libvyre_driver.so") != nullptr) library = range;
  if (std::strstr(info->dlpi_name, "libstdc++.so") != nullptr) cxx = range;
  return 0;
}

struct Stack {
  Stack() : count(backtrace(frames.data(), kFrames)) {}
  std::array<void*, kFrames> frames;
  int count;
};

// Of the frames inside the library.
uint64_t hash_of(const Stack& stack) {
  uint64_t hash = 0xCBF29CE484222325;
  for (int i = 0; i < stack.count; ++i) {
    const void* const frame = stack.frames[static_cast<size_t>(i)];
    if (!library.has(frame)) continue;
    hash = (hash ^ (reinterpret_cast<uintptr_t>(frame) - library.from)) * 0x100000001B3;
  }
  return hash;
}

// The first that is not of the C++ library.
bool is_on_behalf(const Stack& stack) {
  const auto* const end = stack.frames.data() + stack.count;
  const auto* at = std::find_if(stack.frames.data(), end, [](void* f) { return cxx.has(f); });
  at = std::find_if(at, end, [](void* f) { return !cxx.has(f); });
  return at != end && library.has(*at);
}

bool decide(uint32_t function) {
  const Site site{fault.is_recorded || fault.nth == 0 ? hash_of(Stack()) : 0, function};
  const std::lock_guard lock(mutex);
  const uint64_t number = ++counted;
  if (fault.is_recorded) {
    if (std::ranges::find(met, site) == met.end()) met.push_back(site);
    return false;
  }
  if (struck) return fault.from_then_on;
  struck = fault.nth == 0 ? site == fault.site : number == fault.nth;
  return struck;
}

}  // namespace

bool is_ours(void* caller) noexcept {
  if (library.has(caller)) return true;
  if (!cxx.has(caller) || inside) return false;
  inside = true;
  const bool ours = is_on_behalf(Stack());
  inside = false;
  return ours;
}

bool strikes(Kind kind, uint32_t function, void* caller) noexcept {
  if (kind != wanted || inside || !is_ours(caller)) return false;
  inside = true;
  const bool fails = decide(function);
  inside = false;
  return fails;
}

void set_up() {
  dl_iterate_phdr(note_range, nullptr);
  (void)Stack();  // loads what unwinds
}

void arm(const Fault& given) {
  fault = given;
  met.clear();
  struck = false;
  counted = 0;
  wanted = given.kind;
}

void disarm() { wanted = Kind::kNone; }
bool has_struck() { return struck; }
int32_t result() { return fault.result; }
uint64_t calls() { return counted; }
const std::vector<Site>& sites() { return met; }

}  // namespace vyre::faults
