#include "capi/spec_map.h"

#include <iterator>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/spec_value.h"
#include "ir/program/display_name.h"
#include "specialization/keys.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::specialization::Map;
using vyre::specialization::Value;
using namespace vyre::capi;

namespace {

Status no_value(std::string_view name) {
  return fail(Code::kNotFound, "the specialization map has no value ", vyre::ir::display_name(name),
              ". Fix: set it first, or look at the map's entries");
}

// The common part of all functions that look at or change the value under a name.
template <typename Handle, typename Use>
Status use_name(Handle* map, vyre_string name, Use use) {
  VYRE_RETURN_IF_ERROR(require(map, "map"));
  VYRE_RETURN_IF_ERROR(check_string(name, "name"));
  const std::lock_guard lock(map->mutex);
  return use(map->rep, view(name));
}

}  // namespace

vyre_error* vyre_spec_map_create(vyre_spec_map** out_map) {
  return guard(out_map, [&]() -> Status {
    *out_map = new vyre_spec_map;
    return {};
  });
}

vyre_error* vyre_spec_map_set(vyre_spec_map* map, vyre_string name, vyre_spec_value value) {
  return guard([&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(Value known, constant_value_of(value));
    return use_name(map, name, [&](Map& rep, std::string_view text) {
      return rep.set(text, std::move(known));
    });
  });
}

vyre_error* vyre_spec_map_get(const vyre_spec_map* map, vyre_string name,
                              vyre_spec_value* out_value) {
  return guard(out_value, [&]() -> Status {
    return use_name(map, name, [&](const Map& rep, std::string_view text) -> Status {
      const Value* value = rep.find(text);
      if (value == nullptr) return no_value(text);
      *out_value = to_c(*value);
      return {};
    });
  });
}

size_t vyre_spec_map_count(const vyre_spec_map* map) {
  return read_spec_map(map, [](const Map& rep) { return rep.size(); });
}

vyre_error* vyre_spec_map_get_entry(const vyre_spec_map* map, size_t index,
                                    vyre_spec_entry* out_entry) {
  return guard(out_entry, map, "map", [&]() -> Status {
    const std::lock_guard lock(map->mutex);
    if (index >= map->rep.size()) {
      return fail(Code::kNotFound, "the specialization map has ", map->rep.size(),
                  " entries and none at ", index, ". Fix: stay below vyre_spec_map_count");
    }
    const auto entry = std::next(map->rep.entries().begin(), static_cast<ptrdiff_t>(index));
    *out_entry = {to_c(entry->first), to_c(entry->second)};
    return {};
  });
}

vyre_error* vyre_spec_map_remove(vyre_spec_map* map, vyre_string name) {
  return guard([&]() -> Status {
    return use_name(map, name, [](Map& rep, std::string_view text) {
      return rep.remove(text) ? Status() : no_value(text);
    });
  });
}

vyre_error* vyre_spec_map_clear(vyre_spec_map* map) {
  return guard(map, "map", [&]() -> Status {
    const std::lock_guard lock(map->mutex);
    map->rep.clear();
    return {};
  });
}

uint64_t vyre_spec_map_hash(const vyre_spec_map* map) {
  return read_spec_map(map, [](const Map& rep) { return rep.hash(); });
}

vyre_error* vyre_spec_map_encode(const vyre_spec_map* map, void* bytes, size_t capacity,
                                 size_t* out_size) {
  return write_sized(static_cast<uint8_t*>(bytes), capacity, out_size,
                     [&]() -> Result<std::vector<uint8_t>> {
                       VYRE_RETURN_IF_ERROR(require(map, "map"));
                       return read_spec_map(map, vyre::specialization::encode);
                     });
}

vyre_error* vyre_program_get_spec_key(const vyre_program* program, const vyre_spec_map* map,
                                      vyre_spec_key* out_key) {
  return guard(out_key, program, "program", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto key, read_spec_map(map, [&](const Map& rep) {
                            return vyre::specialization::program_key(program->rep->ir(), rep);
                          }));
    *out_key = {key.high, key.low};
    return {};
  });
}

vyre_error* vyre_spec_artifact_key(uint32_t version, vyre_string spec_hash,
                                   vyre_string backend_fingerprint, char* text, size_t capacity,
                                   size_t* out_size) {
  return write_sized(text, capacity, out_size, [&]() -> Result<std::string> {
    VYRE_RETURN_IF_ERROR(check_string(spec_hash, "spec_hash"));
    VYRE_RETURN_IF_ERROR(check_string(backend_fingerprint, "backend_fingerprint"));
    return vyre::specialization::artifact_key(version, view(spec_hash), view(backend_fingerprint));
  });
}

void vyre_spec_map_destroy(vyre_spec_map* map) { delete map; }
