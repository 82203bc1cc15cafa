#include "runtime/dispatch/host_overlaps.h"

#include <algorithm>
#include <vector>

namespace vyre::runtime {
namespace {

// Where the bytes of a binding lie: its result where it has one.
struct Place {
  uint32_t plan_index = 0;
  uintptr_t begin = 0;
  uintptr_t end = 0;
  bool is_written = false;
};
using Places = std::vector<Place>;

// By address.
Places places_of(const Pipeline& pipeline, const ResolvedBindings& resolved) {
  Places places;
  for (uint32_t i = 0; i < resolved.of.size(); ++i) {
    const Binding* binding = resolved.of[i];
    if (binding == nullptr || binding->buffer != nullptr || resolved.sizes[i] == 0) continue;
    const std::byte* data = is_capture(*binding) ? binding->output : binding->input;
    if (data == nullptr) continue;
    const auto begin = reinterpret_cast<uintptr_t>(data);
    places.push_back({i, begin, begin + static_cast<uintptr_t>(resolved.sizes[i]),
                      pipeline.plan().bindings[i].is_written});
  }
  std::ranges::sort(places, {}, &Place::begin);
  return places;
}

Status share(const Pipeline& pipeline, std::span<const Place> group, uintptr_t end,
             Prepared& prepared) {
  const uintptr_t begin = group.front().begin;
  VYRE_ASSIGN_OR_RETURN(const auto raw, pipeline.use_device());
  VYRE_ASSIGN_OR_RETURN(const std::shared_ptr<backend::Memory> memory,
                        raw->allocate(end - begin, {}));
  for (const Place& place : group) {
    backend::BufferUse& use = prepared.uses[place.plan_index];
    use.memory = memory;
    use.offset = place.begin - begin;
    if (!use.input.empty()) {
      VYRE_RETURN_IF_ERROR(raw->write(*memory, use.offset, use.input));
    }
    use.input = {};
  }
  return {};
}

}  // namespace

Status share_host_overlaps(const Pipeline& pipeline, Prepared& prepared) {
  const Places places = places_of(pipeline, prepared.resolved);
  for (size_t first = 0; first < places.size();) {
    uintptr_t end = places[first].end;
    bool is_written = places[first].is_written;
    size_t next = first + 1;
    for (; next < places.size() && places[next].begin < end; ++next) {
      end = std::max(end, places[next].end);
      is_written |= places[next].is_written;
    }
    if (next - first > 1 && is_written) {
      VYRE_RETURN_IF_ERROR(
          share(pipeline, std::span(places).subspan(first, next - first), end, prepared));
    }
    first = next;
  }
  return {};
}

}  // namespace vyre::runtime
