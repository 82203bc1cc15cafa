// Package header gives tests what the C header itself makes: structs as their _INIT macros set them
// up, and what its inline functions return. Nothing but tests uses it.
package header

/*
#cgo pkg-config: vyre_driver
#include <vyre_driver_vulkan.h>

typedef struct init {
  const char* macro;
  const void* bytes;
  size_t size;
} init;

#define INIT(type, macro) {#macro, &(const type)macro, sizeof(type)},
static const init inits[] = {
INIT(vyre_context_desc, VYRE_CONTEXT_DESC_INIT)
INIT(vyre_program_info, VYRE_PROGRAM_INFO_INIT)
INIT(vyre_buffer_info, VYRE_BUFFER_INFO_INIT)
INIT(vyre_spec_info, VYRE_SPEC_INFO_INIT)
INIT(vyre_buffer_desc, VYRE_BUFFER_DESC_INIT)
INIT(vyre_device_profile, VYRE_DEVICE_PROFILE_INIT)
INIT(vyre_spirv_desc, VYRE_SPIRV_DESC_INIT)
INIT(vyre_spirv_info, VYRE_SPIRV_INFO_INIT)
INIT(vyre_select_desc, VYRE_SELECT_DESC_INIT)
INIT(vyre_backend_desc, VYRE_BACKEND_DESC_INIT)
INIT(vyre_backend_info, VYRE_BACKEND_INFO_INIT)
INIT(vyre_pipeline_desc, VYRE_PIPELINE_DESC_INIT)
INIT(vyre_plugin_desc, VYRE_PLUGIN_DESC_INIT)
INIT(vyre_binding, VYRE_BINDING_INIT)
INIT(vyre_dispatch_desc, VYRE_DISPATCH_DESC_INIT)
INIT(vyre_dispatch_result, VYRE_DISPATCH_RESULT_INIT)
INIT(vyre_split, VYRE_SPLIT_INIT)
INIT(vyre_op_desc, VYRE_OP_DESC_INIT)
INIT(vyre_op_info, VYRE_OP_INFO_INIT)
INIT(vyre_buffer_options, VYRE_BUFFER_OPTIONS_INIT)
INIT(vyre_cache_counters, VYRE_CACHE_COUNTERS_INIT)
INIT(vyre_cache_entry, VYRE_CACHE_ENTRY_INIT)
INIT(vyre_counters, VYRE_COUNTERS_INIT)
INIT(vyre_statistics, VYRE_STATISTICS_INIT)
INIT(vyre_submit_policy, VYRE_SUBMIT_POLICY_INIT)
INIT(vyre_validate_desc, VYRE_VALIDATE_DESC_INIT)
INIT(vyre_vulkan_requirements, VYRE_VULKAN_REQUIREMENTS_INIT)
INIT(vyre_vulkan_device_desc, VYRE_VULKAN_DEVICE_DESC_INIT)
INIT(vyre_vulkan_handles, VYRE_VULKAN_HANDLES_INIT)
INIT(vyre_vulkan_point, VYRE_VULKAN_POINT_INIT)
INIT(vyre_vulkan_buffer, VYRE_VULKAN_BUFFER_INIT)
INIT(vyre_vulkan_buffer_desc, VYRE_VULKAN_BUFFER_DESC_INIT)
INIT(vyre_vulkan_access, VYRE_VULKAN_ACCESS_INIT)
INIT(vyre_recording_desc, VYRE_RECORDING_DESC_INIT)
INIT(vyre_sequence_desc, VYRE_SEQUENCE_DESC_INIT)
INIT(vyre_sequence_result, VYRE_SEQUENCE_RESULT_INIT)
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

// ExprSize is the size of an expression's number.
const ExprSize = C.sizeof_vyre_expr
