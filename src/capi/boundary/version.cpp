#include "capi/boundary/convert.h"
#include "vyre_driver.h"

using vyre::capi::to_c;

vyre_string vyre_version(void) { return to_c(VYRE_VERSION); }

uint32_t vyre_abi_version(void) { return VYRE_ABI_VERSION; }
