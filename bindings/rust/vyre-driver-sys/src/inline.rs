//! Twins of what a library does not export: the header's static inline functions, and two constants
//! that bindgen cannot evaluate.

use crate::*;
use core::ffi::{CStr, c_void};

/// Everything from the offset to the end of a buffer.
pub const VYRE_WHOLE_SIZE: u64 = u64::MAX;

/// Without limit.
pub const VYRE_WAIT_FOREVER: u64 = u64::MAX;

/// The bytes of |text|, which must outlive their use.
#[inline]
pub const fn vyre_str(text: &CStr) -> vyre_string {
    vyre_string { data: text.as_ptr(), size: text.count_bytes() }
}

const fn bind(slot: u32, kind: u16, size: u64) -> vyre_binding {
    vyre_binding { slot, kind, size, ..vyre_binding::INIT }
}

/// The buffer at |slot| starts with |size| bytes of |data|.
#[inline]
pub const fn vyre_bind_input(slot: u32, data: *const c_void, size: u64) -> vyre_binding {
    vyre_binding { input: data, ..bind(slot, VYRE_BIND_INPUT, size) }
}

/// The buffer at |slot| starts zeroed and is written to |data|, which has room for |size| bytes.
#[inline]
pub const fn vyre_bind_output(slot: u32, data: *mut c_void, size: u64) -> vyre_binding {
    vyre_binding { output: data, ..bind(slot, VYRE_BIND_OUTPUT, size) }
}

/// The buffer at |slot| starts with |size| bytes of |data| and is written back there. For separate
/// memory set |output| of the result.
#[inline]
pub const fn vyre_bind_inout(slot: u32, data: *mut c_void, size: u64) -> vyre_binding {
    vyre_binding { input: data, output: data, ..bind(slot, VYRE_BIND_INOUT, size) }
}

/// The buffer at |slot| starts as |size| zeroed bytes and is not read back.
#[inline]
pub const fn vyre_bind_zeros(slot: u32, size: u64) -> vyre_binding {
    bind(slot, VYRE_BIND_ZEROS, size)
}

/// The buffer at |slot| is |size| bytes from |offset| of |buffer|. |size| may be VYRE_WHOLE_SIZE.
#[inline]
pub const fn vyre_bind_buffer_range(
    slot: u32,
    buffer: *mut vyre_buffer,
    offset: u64,
    size: u64,
) -> vyre_binding {
    vyre_binding { buffer, offset, ..bind(slot, VYRE_BIND_BUFFER, size) }
}

/// The buffer at |slot| is the whole of |buffer|.
#[inline]
pub const fn vyre_bind_buffer(slot: u32, buffer: *mut vyre_buffer) -> vyre_binding {
    vyre_bind_buffer_range(slot, buffer, 0, VYRE_WHOLE_SIZE)
}

/// |binding| for the buffer called |name|, which must outlive the call, instead of its slot.
#[inline]
pub const fn vyre_bind_name(name: vyre_string, binding: vyre_binding) -> vyre_binding {
    vyre_binding { name, slot: 0, ..binding }
}

macro_rules! by_name {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) = $by_slot:ident;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub const fn $name(name: vyre_string, $($argument: $type),*) -> vyre_binding {
            vyre_bind_name(name, $by_slot(0, $($argument),*))
        }
    )*};
}

by_name! {
    /// vyre_bind_input by name.
    fn vyre_bind_input_name(data: *const c_void, size: u64) = vyre_bind_input;
    /// vyre_bind_output by name.
    fn vyre_bind_output_name(data: *mut c_void, size: u64) = vyre_bind_output;
    /// vyre_bind_inout by name.
    fn vyre_bind_inout_name(data: *mut c_void, size: u64) = vyre_bind_inout;
    /// vyre_bind_zeros by name.
    fn vyre_bind_zeros_name(size: u64) = vyre_bind_zeros;
    /// vyre_bind_buffer by name.
    fn vyre_bind_buffer_name(buffer: *mut vyre_buffer) = vyre_bind_buffer;
    /// vyre_bind_buffer_range by name.
    fn vyre_bind_buffer_range_name(buffer: *mut vyre_buffer, offset: u64, size: u64)
        = vyre_bind_buffer_range;
}

/// Declares a buffer that is only read and takes its length from what is bound.
///
/// # Safety
/// |builder| is NULL or a builder that was not destroyed; the strings are readable.
pub unsafe fn vyre_builder_declare_input(
    builder: *mut vyre_builder,
    slot: u32,
    name: vyre_string,
    element: vyre_string,
) {
    let desc = vyre_buffer_desc {
        name,
        element,
        slot,
        access: VYRE_ACCESS_READ_ONLY,
        memory: VYRE_MEMORY_READONLY,
        ..vyre_buffer_desc::INIT
    };
    // SAFETY: the caller's promise; the description lives for the call.
    unsafe { vyre_builder_declare(builder, &desc) }
}

/// Declares the output, which takes its length from what is bound.
///
/// # Safety
/// |builder| is NULL or a builder that was not destroyed; the strings are readable.
pub unsafe fn vyre_builder_declare_output(
    builder: *mut vyre_builder,
    slot: u32,
    name: vyre_string,
    element: vyre_string,
) {
    let desc = vyre_buffer_desc {
        flags: VYRE_BUFFER_IS_OUTPUT,
        name,
        element,
        slot,
        access: VYRE_ACCESS_READ_WRITE,
        memory: VYRE_MEMORY_GLOBAL,
        ..vyre_buffer_desc::INIT
    };
    // SAFETY: the caller's promise; the description lives for the call.
    unsafe { vyre_builder_declare(builder, &desc) }
}

/// Declares |element_count| elements of workgroup memory.
///
/// # Safety
/// |builder| is NULL or a builder that was not destroyed; the strings are readable.
pub unsafe fn vyre_builder_declare_shared(
    builder: *mut vyre_builder,
    name: vyre_string,
    element: vyre_string,
    element_count: u32,
) {
    let desc = vyre_buffer_desc {
        name,
        element,
        element_count,
        access: VYRE_ACCESS_WORKGROUP,
        memory: VYRE_MEMORY_SHARED,
        ..vyre_buffer_desc::INIT
    };
    // SAFETY: the caller's promise; the description lives for the call.
    unsafe { vyre_builder_declare(builder, &desc) }
}

/// The target of that kind.
#[inline]
pub const fn vyre_target_of(kind: i32) -> vyre_target {
    vyre_target { kind, ..vyre_target::INIT }
}

/// The target of the backend |id|, which must outlive its use.
#[inline]
pub const fn vyre_target_extension(id: vyre_string) -> vyre_target {
    vyre_target { extension: id, ..vyre_target_of(VYRE_TARGET_EXTENSION) }
}

const fn spec(kind: u32, bits: u32) -> vyre_spec_value {
    vyre_spec_value { kind, bits: bits as u64, ..vyre_spec_value::INIT }
}

/// An unsigned number.
#[inline]
pub const fn vyre_spec_u32(number: u32) -> vyre_spec_value {
    spec(VYRE_SPEC_U32, number)
}

/// A signed number.
#[inline]
pub const fn vyre_spec_i32(number: i32) -> vyre_spec_value {
    spec(VYRE_SPEC_I32, number as u32)
}

/// Bit by bit: a NaN keeps its payload, -0.0 its sign.
#[inline]
pub const fn vyre_spec_f32(number: f32) -> vyre_spec_value {
    spec(VYRE_SPEC_F32, number.to_bits())
}

/// True unless |truth| is 0.
#[inline]
pub const fn vyre_spec_boolean(truth: i32) -> vyre_spec_value {
    spec(VYRE_SPEC_BOOLEAN, (truth != 0) as u32)
}

/// The element type of that spelling, which must outlive its use.
#[inline]
pub const fn vyre_spec_element(spelling: vyre_string) -> vyre_spec_value {
    vyre_spec_value { element: spelling, ..spec(VYRE_SPEC_ELEMENT, 0) }
}
