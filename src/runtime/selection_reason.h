#pragma once

#include <string>

namespace vyre::runtime {

struct Entry;

// Why the first candidate is chosen.
std::string reason_chosen(const Entry& entry);

// The first fact by which |later| comes after |earlier|.
std::string reason_later(const Entry& earlier, const Entry& later);

}  // namespace vyre::runtime
