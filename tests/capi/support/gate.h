/* A Vulkan device on which nothing begins while its gate is shut, for tests of work under way: no
 * machine is so fast that the work is over, or so slow that the test comes too late. */
#ifndef VYRE_TESTS_CAPI_GATE_H
#define VYRE_TESTS_CAPI_GATE_H

#include "vyre_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gate gate;

/* A device of the host's, with an open gate, in |context|. */
gate* gate_create(vyre_context* context, vyre_device** out_device);

/* What is submitted from now on begins when the gate is opened. */
void gate_shut(gate* g, vyre_device* device);
void gate_open(gate* g);

/* With the last owner of the device. Gives how many checks have failed. */
int gate_destroy(gate* g);

#ifdef __cplusplus
}
#endif

#endif
