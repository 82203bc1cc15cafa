#pragma once

// The entries of a table, by name, and what a table without the optional ones is.
#include "capi/support/plugin_support.h"
#include "vyre_driver_plugin.h"

namespace vyre::test {

struct Entry {
  const char* name;
  char kind;
  int number;
  void (*remove)(vyre_backend_table*);
};

inline const Entry kEntries[] = {
#define TABLE_ENTRY(kind, entry) \
  {#entry, #kind[0], ENTRY_##entry, [](vyre_backend_table* table) { table->entry = nullptr; }},
    TABLE_ENTRIES(TABLE_ENTRY)
#undef TABLE_ENTRY
};

inline void remove_entry(const Entry& entry, Scripted& scripted) {
  entry.remove(&scripted.table);
  if (entry.number == ENTRY_import_host) scripted.what.profile.host_import_alignment = 0;
}

struct Minimal : Scripted {
  Minimal() {
    for (const Entry& entry : kEntries) {
      if (entry.kind == 'O') remove_entry(entry, *this);
    }
    what.profile = VYRE_DEVICE_INFO_DEFAULT;
    table.flags = 0;
    table.rank = VYRE_RANK_NONE;
    table.version = {nullptr, 0};
  }
};

}  // namespace vyre::test
