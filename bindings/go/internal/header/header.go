// Package header gives tests what the C header itself makes: structs as their _INIT macros set them
// up, and what its inline functions return. Nothing but tests uses it.
package header

/*
#cgo pkg-config: vyre_driver
#include "../../all.h"

typedef struct init {
  const char* macro;
  const void* bytes;
  size_t size;
} init;

#define INIT(type, macro) {#macro, &(const type)macro, sizeof(type)},
static const init inits[] = {
INIT(vyre_finding, VYRE_FINDING_INIT)
INIT(vyre_context_desc, VYRE_CONTEXT_DESC_INIT)
INIT(vyre_program_desc, VYRE_PROGRAM_DESC_INIT)
INIT(vyre_save_desc, VYRE_SAVE_DESC_INIT)
INIT(vyre_validate_desc, VYRE_VALIDATE_DESC_INIT)
INIT(vyre_pipeline_desc, VYRE_PIPELINE_DESC_INIT)
INIT(vyre_device_info, VYRE_DEVICE_INFO_INIT)
INIT(vyre_device_desc, VYRE_DEVICE_DESC_INIT)
INIT(vyre_memory_usage, VYRE_MEMORY_USAGE_INIT)
INIT(vyre_buffer_desc, VYRE_BUFFER_DESC_INIT)
INIT(vyre_image_desc, VYRE_IMAGE_DESC_INIT)
INIT(vyre_sampler_desc, VYRE_SAMPLER_DESC_INIT)
INIT(vyre_dispatch_desc, VYRE_DISPATCH_DESC_INIT)
INIT(vyre_dispatch_result, VYRE_DISPATCH_RESULT_INIT)
INIT(vyre_parameter_desc, VYRE_PARAMETER_DESC_INIT)
INIT(vyre_op_desc, VYRE_OP_DESC_INIT)
INIT(vyre_sequence_desc, VYRE_SEQUENCE_DESC_INIT)
INIT(vyre_run_desc, VYRE_RUN_DESC_INIT)
INIT(vyre_emit_desc, VYRE_EMIT_DESC_INIT)
INIT(vyre_sequence_result, VYRE_SEQUENCE_RESULT_INIT)
INIT(vyre_submit_policy, VYRE_SUBMIT_POLICY_INIT)
INIT(vyre_vulkan_requirements, VYRE_VULKAN_REQUIREMENTS_INIT)
INIT(vyre_vulkan_device_desc, VYRE_VULKAN_DEVICE_DESC_INIT)
INIT(vyre_vulkan_device, VYRE_VULKAN_DEVICE_INIT)
INIT(vyre_vulkan_buffer, VYRE_VULKAN_BUFFER_INIT)
INIT(vyre_vulkan_buffer_desc, VYRE_VULKAN_BUFFER_DESC_INIT)
INIT(vyre_vulkan_semaphore_desc, VYRE_VULKAN_SEMAPHORE_DESC_INIT)
INIT(vyre_recording_desc, VYRE_RECORDING_DESC_INIT)
};

enum { init_count = sizeof inits / sizeof *inits };
static const init* first_init(void) { return inits; }
*/
import "C"

import "unsafe"

// Inits is the bytes of each struct as its _INIT macro sets it up, by the macro's name.
func Inits() map[string][]byte {
	all := map[string][]byte{}
	for _, one := range unsafe.Slice(C.first_init(), C.init_count) {
		all[C.GoString(one.macro)] = C.GoBytes(one.bytes, C.int(one.size))
	}
	return all
}
