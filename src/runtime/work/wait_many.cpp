#include "runtime/work/wait_many.h"

#include <algorithm>
#include <vector>

namespace vyre::runtime {

using backend::Deadline;
using backend::PendingState;

namespace {

// Longest wait for one work before others are looked at.
constexpr std::chrono::milliseconds kSlice{1};

Deadline slice_of(Deadline deadline) {
  return std::min(deadline, std::chrono::steady_clock::now() + kSlice);
}

bool has_time(Deadline deadline) { return std::chrono::steady_clock::now() < deadline; }

bool has_ended(Work* work, Deadline deadline) {
  return work != nullptr && work->look(deadline) != PendingState::kPending;
}

size_t first_ended(std::span<Work* const> works) {
  size_t i = 0;
  while (i < works.size() && !has_ended(works[i], Deadline())) ++i;
  return i;
}

// Of works that one device ends in the order of their submissions the first; null: it is not known.
Work* first_to_end(std::span<Work* const> works) {
  Work* first = nullptr;
  for (Work* work : works) {
    if (work == nullptr) continue;
    if (work->submission() == 0) return nullptr;
    if (first != nullptr && &work->device() != &first->device()) return nullptr;
    if (first == nullptr || work->submission() < first->submission()) first = work;
  }
  return first;
}

// The one behind |turn| that is there, round and round.
Work* next_of(std::span<Work* const> works, size_t& turn) {
  do {
    turn = (turn + 1) % works.size();
  } while (works[turn] == nullptr);
  return works[turn];
}

}  // namespace

// In slices: any of them may be cancelled meanwhile.
size_t wait_any(std::span<Work* const> works, Deadline deadline) {
  Work* const first = first_to_end(works);
  size_t turn = 0;
  for (;;) {
    const size_t ended = first_ended(works);
    if (ended != works.size() || !has_time(deadline)) return ended;
    Work* const next = first != nullptr ? first : next_of(works, turn);
    (void)next->look(slice_of(deadline));
  }
}

// From the end on, for what was started last mostly ends last.
size_t wait_all(std::span<Work* const> works, Deadline deadline) {
  std::vector<Work*> left;
  for (Work* work : works) {
    if (work != nullptr) left.push_back(work);
  }
  const size_t all = left.size();
  const bool in_slices = first_to_end(works) == nullptr;
  for (;;) {
    for (size_t i = left.size(); i-- > 0;) {
      const bool ended = has_ended(left[i], in_slices ? slice_of(deadline) : deadline);
      if (ended) left.erase(left.begin() + static_cast<ptrdiff_t>(i));
    }
    if (left.empty() || !has_time(deadline)) return all - left.size();
  }
}

}  // namespace vyre::runtime
