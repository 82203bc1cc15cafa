/* The scripted backend as a plug-in, right or wrong in one way. */
#include "scripted_table.h"

/* The table with room behind it, as a newer header's would have. */
typedef struct longer_table {
  vyre_backend_table table;
  uintptr_t more[2];
} longer_table;

static script the_script;
static longer_table the_table;

#ifdef PLUGIN_WITHOUT_ENTRY
vyre_error* another_name(const vyre_plugin_host* host, const vyre_backend_table** out_table);
#define vyre_plugin_entry another_name
#endif

#ifndef PLUGIN_ID
#define PLUGIN_ID "loaded"
#endif

/* No error at all, but an address. */
static vyre_error* strange_error(void) { return (vyre_error*)(uintptr_t)0x10; }

vyre_error* strange_compile(void* device, const vyre_plugin_compile* request, void** out);
vyre_error* strange_compile(void* device, const vyre_plugin_compile* request, void** out) {
  (void)device;
  (void)request;
  (void)out;
  return strange_error();
}

vyre_error* vyre_plugin_entry(const vyre_plugin_host* host, const vyre_backend_table** out_table) {
  vyre_backend_table* const table = &the_table.table;
  if (host->abi_version != VYRE_ABI_VERSION) {
    return host->error_create(VYRE_ERROR_INVALID_ARGUMENT, 0, vyre_str("another version"));
  }
#ifdef PLUGIN_RETURNS_A_STRANGE_ERROR
  return strange_error();
#endif
#ifdef PLUGIN_REFUSES
  return host->error_create(VYRE_ERROR_UNSUPPORTED_FEATURE, 5, vyre_str("no such card here"));
#endif
#ifdef PLUGIN_GARBLED
  static char garbled[1 << 20] = "\0 \xff \x1b[31m \x7f";
  for (size_t i = 16; i < sizeof garbled; ++i) garbled[i] = 'a';
  const vyre_string text = {garbled, sizeof garbled};
  return host->error_create(VYRE_ERROR_UNSUPPORTED_FEATURE, 5, text);
#endif
#ifdef PLUGIN_WITHOUT_TABLE
  return NULL;
#endif
  script_init(&the_script, host->error_create);
  scripted_table(&the_script, table);
  table->id = vyre_str(PLUGIN_ID);
#ifdef PLUGIN_BREAK
  PLUGIN_BREAK;
#endif
#ifdef PLUGIN_UNKNOWN_FLAG
  table->flags |= UINT64_C(1) << 63;
#endif
#ifdef PLUGIN_OLD /* its header ended behind what is required */
  table->struct_size = offsetof(vyre_backend_table, count_devices);
  the_script.profile.host_import_alignment = 0;
#endif
#ifdef PLUGIN_NEWER /* what its header has more */
  table->struct_size = sizeof the_table;
  the_table.more[1] = PLUGIN_NEWER;
#endif
  host->log(host->context, VYRE_LOG_WARNING, vyre_str("the scripted plug-in was set up"));
  *out_table = table;
  return NULL;
}
