#pragma once

#include <cstddef>
#include <new>

// The heap of a test program: all operators, in the one source that includes this. They are made of
// two functions that stand before it: take(size, alignment, caller), which gives null when there is
// nothing, and give_back(block), null included. All forms: a sanitizer has its own of those that
// are left out, which do not go together with ours.

namespace {

constexpr std::size_t kUsualAlignment = alignof(std::max_align_t);

void* take_or_throw(std::size_t size, std::size_t alignment, void* caller) {
  void* const block = take(size, alignment, caller);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

#define VYRE_CALLER __builtin_return_address(0)
void* operator new(std::size_t size) { return take_or_throw(size, kUsualAlignment, VYRE_CALLER); }
void* operator new[](std::size_t size) { return take_or_throw(size, kUsualAlignment, VYRE_CALLER); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return take_or_throw(size, static_cast<std::size_t>(alignment), VYRE_CALLER);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return take_or_throw(size, static_cast<std::size_t>(alignment), VYRE_CALLER);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return take(size, kUsualAlignment, VYRE_CALLER);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return take(size, kUsualAlignment, VYRE_CALLER);
}
void operator delete(void* block) noexcept { give_back(block); }
void operator delete[](void* block) noexcept { give_back(block); }
void operator delete(void* block, std::size_t) noexcept { give_back(block); }
void operator delete[](void* block, std::size_t) noexcept { give_back(block); }
void operator delete(void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { give_back(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { give_back(block); }
