//! What the headers' _INIT macros give: all zero, the size where a structure carries it, and the
//! few fields that begin as something else.

use crate::*;
use core::mem::{size_of, zeroed};

macro_rules! sized {
    ($($name:ident $({ $($field:ident: $value:expr),* })?)*) => {$(
        impl $name {
            /// What the structure's _INIT macro gives.
            pub const INIT: Self = Self {
                struct_size: size_of::<Self>(),
                $($($field: $value,)*)?
                // SAFETY: all fields are numbers, pointers and optional functions; zero is one of each.
                ..unsafe { zeroed() }
            };
        }
        defaults! { $name }
    )*};
}

macro_rules! plain {
    ($($name:ident)*) => {$(
        impl $name {
            /// All zero.
            // SAFETY: all fields are numbers, pointers and optional functions; zero is one of each.
            pub const INIT: Self = unsafe { zeroed() };
        }
        defaults! { $name }
    )*};
}

macro_rules! defaults {
    ($name:ident) => {
        impl Default for $name {
            #[inline]
            fn default() -> Self {
                Self::INIT
            }
        }
    };
}

sized! {
    vyre_backend_table { abi_version: VYRE_ABI_VERSION, rank: VYRE_RANK_NONE }
    vyre_buffer_desc
    vyre_context_desc
    vyre_device_desc
    vyre_device_info
    vyre_dispatch_desc { timeout_ns: VYRE_FOREVER, iterations: 1 }
    vyre_dispatch_result
    vyre_emit_desc
    vyre_finding
    vyre_image_desc { shape: VYRE_IMAGE_SHAPE_2D, height: 1, depth: 1, layers: 1, mip_levels: 1 }
    vyre_memory_usage
    vyre_op_desc
    vyre_parameter_desc { slot: u32::MAX }
    vyre_pipeline_desc
    vyre_plugin_compile
    vyre_plugin_host
    vyre_plugin_spirv
    vyre_plugin_submission
    vyre_program_desc
    vyre_recording_desc
    vyre_run_desc { timeout_ns: VYRE_FOREVER }
    vyre_sampler_desc
    vyre_save_desc
    vyre_sequence_desc { runs_in_flight: 1 }
    vyre_sequence_result
    vyre_submit_policy
    vyre_validate_desc
    vyre_vulkan_buffer
    vyre_vulkan_buffer_desc
    vyre_vulkan_device
    vyre_vulkan_device_desc
    vyre_vulkan_requirements
    vyre_vulkan_semaphore_desc
}
plain! {
    vyre_attribute
    vyre_binding
    vyre_bytes
    vyre_constant
    vyre_expr
    vyre_file
    vyre_image_region
    vyre_key
    vyre_local
    vyre_lowering_desc
    vyre_operand
    vyre_oracle_range
    vyre_parameter
    vyre_plugin_command
    vyre_plugin_parameter
    vyre_plugin_range
    vyre_push_range
    vyre_spirv_parameter
    vyre_step_update
    vyre_string
    vyre_sync_point
    vyre_target
    vyre_vulkan_access
}
