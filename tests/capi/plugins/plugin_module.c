/* The scripted backend as a plug-in, right or wrong in one way. */
#include "scripted_table.h"

static script the_script;

#ifdef PLUGIN_WITHOUT_ENTRY
#define EXPORTED
vyre_error* another_name(const vyre_plugin_host* host, vyre_backend_table* table);
#define vyre_plugin_entry another_name
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

#ifndef PLUGIN_ID
#define PLUGIN_ID "loaded"
#endif

EXPORTED vyre_error* vyre_plugin_entry(const vyre_plugin_host* host, vyre_backend_table* table);
EXPORTED vyre_error* vyre_plugin_entry(const vyre_plugin_host* host, vyre_backend_table* table) {
  if (host->abi_version != VYRE_ABI_VERSION || table->struct_size < sizeof *table) {
    return host->error_create(VYRE_ERROR_INVALID_ARGUMENT, 0, vyre_str("another version"));
  }
#ifdef PLUGIN_REFUSES
  return host->error_create(VYRE_ERROR_UNSUPPORTED_FEATURE, 5, vyre_str("no such card here"));
#endif
  script_init(&the_script, host->error_create);
  scripted_table(&the_script, table);
  table->id = vyre_str(PLUGIN_ID);
#ifdef PLUGIN_BREAK
  PLUGIN_BREAK;
#endif
  host->log(host->context, VYRE_LOG_WARNING, vyre_str("the scripted plug-in was set up"));
  return NULL;
}
