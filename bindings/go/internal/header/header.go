// Package header gives tests what the C header itself makes: structs as their _INIT macros set them
// up, and what its inline functions return. Nothing but tests uses it.
package header

/*
#cgo pkg-config: vyre_driver
#include <vyre_driver_vulkan.h>

#define INIT(type, macro)            \
  static size_t type##_init(void* out) { \
    const type value = macro;            \
    memcpy(out, &value, sizeof value);   \
    return sizeof value;                 \
  }
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
*/
import "C"

import "unsafe"

// Inits is the bytes of each struct as its _INIT macro sets it up, by the macro's name.
func Inits() map[string][]byte {
	return map[string][]byte{
		"VYRE_CONTEXT_DESC_INIT":        filled(func(p unsafe.Pointer) C.size_t { return C.vyre_context_desc_init(p) }),
		"VYRE_PROGRAM_INFO_INIT":        filled(func(p unsafe.Pointer) C.size_t { return C.vyre_program_info_init(p) }),
		"VYRE_BUFFER_INFO_INIT":         filled(func(p unsafe.Pointer) C.size_t { return C.vyre_buffer_info_init(p) }),
		"VYRE_SPEC_INFO_INIT":           filled(func(p unsafe.Pointer) C.size_t { return C.vyre_spec_info_init(p) }),
		"VYRE_BUFFER_DESC_INIT":         filled(func(p unsafe.Pointer) C.size_t { return C.vyre_buffer_desc_init(p) }),
		"VYRE_DEVICE_PROFILE_INIT":      filled(func(p unsafe.Pointer) C.size_t { return C.vyre_device_profile_init(p) }),
		"VYRE_SPIRV_DESC_INIT":          filled(func(p unsafe.Pointer) C.size_t { return C.vyre_spirv_desc_init(p) }),
		"VYRE_SPIRV_INFO_INIT":          filled(func(p unsafe.Pointer) C.size_t { return C.vyre_spirv_info_init(p) }),
		"VYRE_SELECT_DESC_INIT":         filled(func(p unsafe.Pointer) C.size_t { return C.vyre_select_desc_init(p) }),
		"VYRE_BACKEND_DESC_INIT":        filled(func(p unsafe.Pointer) C.size_t { return C.vyre_backend_desc_init(p) }),
		"VYRE_BACKEND_INFO_INIT":        filled(func(p unsafe.Pointer) C.size_t { return C.vyre_backend_info_init(p) }),
		"VYRE_PIPELINE_DESC_INIT":       filled(func(p unsafe.Pointer) C.size_t { return C.vyre_pipeline_desc_init(p) }),
		"VYRE_PLUGIN_DESC_INIT":         filled(func(p unsafe.Pointer) C.size_t { return C.vyre_plugin_desc_init(p) }),
		"VYRE_BINDING_INIT":             filled(func(p unsafe.Pointer) C.size_t { return C.vyre_binding_init(p) }),
		"VYRE_DISPATCH_DESC_INIT":       filled(func(p unsafe.Pointer) C.size_t { return C.vyre_dispatch_desc_init(p) }),
		"VYRE_OP_DESC_INIT":             filled(func(p unsafe.Pointer) C.size_t { return C.vyre_op_desc_init(p) }),
		"VYRE_OP_INFO_INIT":             filled(func(p unsafe.Pointer) C.size_t { return C.vyre_op_info_init(p) }),
		"VYRE_BUFFER_OPTIONS_INIT":      filled(func(p unsafe.Pointer) C.size_t { return C.vyre_buffer_options_init(p) }),
		"VYRE_CACHE_COUNTERS_INIT":      filled(func(p unsafe.Pointer) C.size_t { return C.vyre_cache_counters_init(p) }),
		"VYRE_CACHE_ENTRY_INIT":         filled(func(p unsafe.Pointer) C.size_t { return C.vyre_cache_entry_init(p) }),
		"VYRE_COUNTERS_INIT":            filled(func(p unsafe.Pointer) C.size_t { return C.vyre_counters_init(p) }),
		"VYRE_STATISTICS_INIT":          filled(func(p unsafe.Pointer) C.size_t { return C.vyre_statistics_init(p) }),
		"VYRE_SUBMIT_POLICY_INIT":       filled(func(p unsafe.Pointer) C.size_t { return C.vyre_submit_policy_init(p) }),
		"VYRE_VALIDATE_DESC_INIT":       filled(func(p unsafe.Pointer) C.size_t { return C.vyre_validate_desc_init(p) }),
		"VYRE_VULKAN_REQUIREMENTS_INIT": filled(func(p unsafe.Pointer) C.size_t { return C.vyre_vulkan_requirements_init(p) }),
		"VYRE_VULKAN_DEVICE_DESC_INIT":  filled(func(p unsafe.Pointer) C.size_t { return C.vyre_vulkan_device_desc_init(p) }),
		"VYRE_VULKAN_HANDLES_INIT":      filled(func(p unsafe.Pointer) C.size_t { return C.vyre_vulkan_handles_init(p) }),
		"VYRE_VULKAN_POINT_INIT":        filled(func(p unsafe.Pointer) C.size_t { return C.vyre_vulkan_point_init(p) }),
		"VYRE_VULKAN_BUFFER_INIT":       filled(func(p unsafe.Pointer) C.size_t { return C.vyre_vulkan_buffer_init(p) }),
		"VYRE_VULKAN_BUFFER_DESC_INIT":  filled(func(p unsafe.Pointer) C.size_t { return C.vyre_vulkan_buffer_desc_init(p) }),
		"VYRE_VULKAN_ACCESS_INIT":       filled(func(p unsafe.Pointer) C.size_t { return C.vyre_vulkan_access_init(p) }),
		"VYRE_RECORDING_DESC_INIT":      filled(func(p unsafe.Pointer) C.size_t { return C.vyre_recording_desc_init(p) }),
		"VYRE_SEQUENCE_DESC_INIT":       filled(func(p unsafe.Pointer) C.size_t { return C.vyre_sequence_desc_init(p) }),
		"VYRE_SEQUENCE_RESULT_INIT":     filled(func(p unsafe.Pointer) C.size_t { return C.vyre_sequence_result_init(p) }),
		"VYRE_DISPATCH_RESULT_INIT":     filled(func(p unsafe.Pointer) C.size_t { return C.vyre_dispatch_result_init(p) }),
		"VYRE_SPLIT_INIT":               filled(func(p unsafe.Pointer) C.size_t { return C.vyre_split_init(p) }),
	}
}

func filled(fill func(unsafe.Pointer) C.size_t) []byte {
	bytes := make([]byte, 1024)
	return bytes[:fill(unsafe.Pointer(&bytes[0]))]
}

// ExprSize is the size of an expression's number.
const ExprSize = C.sizeof_vyre_expr
