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

/* No error at all, but an address. */
static vyre_error* strange_error(void) { return (vyre_error*)(uintptr_t)0x10; }

vyre_error* strange_compile(void* device, const vyre_compile_request* request, void** out);
vyre_error* strange_compile(void* device, const vyre_compile_request* request, void** out) {
  (void)device;
  (void)request;
  (void)out;
  return strange_error();
}

EXPORTED vyre_error* vyre_plugin_entry(const vyre_plugin_host* host, vyre_backend_table* table);
EXPORTED vyre_error* vyre_plugin_entry(const vyre_plugin_host* host, vyre_backend_table* table) {
  if (host->abi_version != VYRE_ABI_VERSION || table->struct_size < sizeof *table) {
    return host->error_create(VYRE_ERROR_INVALID_ARGUMENT, 0, vyre_str("another version"));
  }
#ifdef PLUGIN_RETURNS_A_STRANGE_ERROR
  return strange_error();
#endif
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
