//! What the header's _INIT macros give: all zero, and the size where a structure carries it.

use crate::*;
use core::mem::{size_of, zeroed};

macro_rules! sized {
    ($($name:ident)*) => {$(
        impl $name {
            /// What the structure's _INIT macro gives.
            // SAFETY: all fields are numbers, pointers and optional functions; zero is one of each.
            pub const INIT: Self = Self { struct_size: size_of::<Self>(), ..unsafe { zeroed() } };
        }
        defaults! { $name }
    )*};
}

macro_rules! plain {
    ($($name:ident)*) => {$(
        impl $name {
            /// All zero.
            // SAFETY: all fields are numbers and pointers; zero is one of each.
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
    vyre_backend_desc vyre_backend_info vyre_buffer_desc vyre_buffer_info vyre_buffer_options vyre_context_desc
    vyre_cache_counters vyre_cache_entry vyre_counters
    vyre_device_profile vyre_dispatch_desc vyre_dispatch_result vyre_op_desc vyre_op_info
    vyre_pipeline_desc vyre_plugin_desc vyre_program_info vyre_select_desc vyre_sequence_desc
    vyre_sequence_result vyre_spec_info vyre_spirv_desc vyre_spirv_info vyre_spirv_module vyre_split vyre_statistics vyre_submit_policy vyre_validate_desc
    vyre_recording_desc vyre_vulkan_buffer vyre_vulkan_buffer_desc vyre_vulkan_device_desc
    vyre_vulkan_handles vyre_vulkan_point vyre_vulkan_requirements
}
plain! {
    vyre_attribute vyre_binding vyre_extern_dialect vyre_finding vyre_lowering vyre_output
    vyre_parameter vyre_push_range vyre_spec_entry vyre_spec_key vyre_spec_value
    vyre_spirv_binding vyre_string vyre_target
    vyre_vulkan_access vyre_vulkan_feature
}

impl vyre_backend_table {
    /// What the structure's _INIT macro gives.
    pub const INIT: Self = Self {
        struct_size: size_of::<Self>(),
        abi_version: VYRE_ABI_VERSION,
        // SAFETY: all fields are numbers, pointers and optional functions; zero is one of each.
        ..unsafe { zeroed() }
    };
}
defaults! { vyre_backend_table }
