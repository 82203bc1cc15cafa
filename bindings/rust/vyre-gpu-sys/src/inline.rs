//! Twins of what a library does not export: the headers' static inline functions, and constants
//! that bindgen cannot evaluate. Where C takes a text with a NUL, these take a vyre_string, so that
//! any text will do.

use crate::*;
use core::ffi::{CStr, c_void};

/// A number that nobody knows; never invented.
pub const VYRE_UNKNOWN: u64 = u64::MAX;

/// Everything from the offset to the end of a buffer.
pub const VYRE_WHOLE_SIZE: u64 = u64::MAX;

/// A timeout without end.
pub const VYRE_FOREVER: u64 = u64::MAX;

/// The characters of |text|, which has to outlive their use.
#[inline]
pub const fn vyre_str(text: &CStr) -> vyre_string {
    vyre_string { data: text.as_ptr(), size: text.count_bytes() }
}

/// The file of a descriptor or HANDLE.
#[inline]
pub const fn vyre_file_of(handle: i64) -> vyre_file {
    vyre_file { handle }
}

const fn constant(name: vyre_string, kind: vyre_constant_kind, bits: u32) -> vyre_constant {
    vyre_constant { name, kind, bits: bits as u64, ..vyre_constant::INIT }
}

/// The constant |name|, which has to outlive its use, as here and below.
#[inline]
pub const fn vyre_constant_u32(name: vyre_string, value: u32) -> vyre_constant {
    constant(name, VYRE_CONSTANT_U32, value)
}

/// A signed number.
#[inline]
pub const fn vyre_constant_i32(name: vyre_string, value: i32) -> vyre_constant {
    constant(name, VYRE_CONSTANT_I32, value as u32)
}

/// Bit by bit: a NaN keeps its payload, -0.0 its sign.
#[inline]
pub const fn vyre_constant_f32(name: vyre_string, value: f32) -> vyre_constant {
    constant(name, VYRE_CONSTANT_F32, value.to_bits())
}

/// True unless |value| is 0.
#[inline]
pub const fn vyre_constant_bool(name: vyre_string, value: i32) -> vyre_constant {
    constant(name, VYRE_CONSTANT_BOOL, (value != 0) as u32)
}

/// Opens the device |id|; the empty one: the best.
///
/// # Safety
/// As vyre_device_open; |id| is readable.
#[must_use]
pub unsafe fn vyre_device_open_id(
    context: *mut vyre_context,
    id: vyre_string,
    out_device: *mut *mut vyre_device,
) -> *mut vyre_error {
    let desc = vyre_device_desc { id, ..vyre_device_desc::INIT };
    // SAFETY: the caller's promise; the description lives for the call.
    unsafe { vyre_device_open(context, &desc, out_device) }
}

const fn bind(slot: u32, kind: vyre_bind_kind, size: u64) -> vyre_binding {
    vyre_binding { slot, kind, size, ..vyre_binding::INIT }
}

/// The parameter at |slot| starts with |size| bytes of |data|.
#[inline]
pub const fn vyre_bind_input(slot: u32, data: *const c_void, size: usize) -> vyre_binding {
    vyre_binding { input: data, ..bind(slot, VYRE_BIND_INPUT, size as u64) }
}

/// It starts zeroed, and its result goes to |data|, which has room for |size| bytes.
#[inline]
pub const fn vyre_bind_output(slot: u32, data: *mut c_void, size: usize) -> vyre_binding {
    vyre_binding { output: data, ..bind(slot, VYRE_BIND_OUTPUT, size as u64) }
}

/// It starts with |size| bytes of |data|, and its result goes there. For a result elsewhere set
/// |output|.
#[inline]
pub const fn vyre_bind_inout(slot: u32, data: *mut c_void, size: usize) -> vyre_binding {
    vyre_binding { input: data, output: data, ..bind(slot, VYRE_BIND_INOUT, size as u64) }
}

/// It starts as |size| zeroed bytes, and is not read back.
#[inline]
pub const fn vyre_bind_zeros(slot: u32, size: u64) -> vyre_binding {
    bind(slot, VYRE_BIND_ZEROS, size)
}

/// It is |size| bytes from |offset| of |buffer|; VYRE_WHOLE_SIZE: to its end.
#[inline]
pub const fn vyre_bind_range(
    slot: u32,
    buffer: *mut vyre_buffer,
    offset: u64,
    size: u64,
) -> vyre_binding {
    vyre_binding { buffer, offset, ..bind(slot, VYRE_BIND_BUFFER, size) }
}

/// It is the whole of |buffer|.
#[inline]
pub const fn vyre_bind_buffer(slot: u32, buffer: *mut vyre_buffer) -> vyre_binding {
    vyre_bind_range(slot, buffer, 0, VYRE_WHOLE_SIZE)
}

/// It is |image|, whole. |sampler| is that of a SAMPLED_TEXTURE, else NULL.
#[inline]
pub const fn vyre_bind_image(
    slot: u32,
    image: *mut vyre_image,
    sampler: *mut vyre_sampler,
) -> vyre_binding {
    let raw = bind(slot, VYRE_BIND_IMAGE, 0);
    vyre_binding { image, sampler, mip_level: VYRE_ALL_MIP_LEVELS, ..raw }
}

/// It is |sampler|.
#[inline]
pub const fn vyre_bind_sampler(slot: u32, sampler: *mut vyre_sampler) -> vyre_binding {
    vyre_binding { sampler, ..bind(slot, VYRE_BIND_SAMPLER, 0) }
}

/// |binding| for the parameter |name|, which has to outlive the call, in place of its slot.
#[inline]
pub const fn vyre_bind_name(name: vyre_string, binding: vyre_binding) -> vyre_binding {
    vyre_binding { name, slot: 0, ..binding }
}

/// |binding| for |slot| of the descriptor set |set| of a module.
#[inline]
pub const fn vyre_bind_at(set: u32, slot: u32, binding: vyre_binding) -> vyre_binding {
    vyre_binding { set, slot, ..binding }
}

/// |size| bytes for the beginning of the push constants.
#[inline]
pub const fn vyre_push(data: *const c_void, size: usize) -> vyre_push_range {
    vyre_push_range { data, size, ..vyre_push_range::INIT }
}

/// A description with a shape: exactly these invocations.
#[inline]
pub const fn vyre_shape(x: u32, y: u32, z: u32) -> vyre_dispatch_desc {
    vyre_dispatch_desc { shape: [x, y, z], ..vyre_dispatch_desc::INIT }
}

/// A description with a grid: so many workgroups.
#[inline]
pub const fn vyre_grid(x: u32, y: u32, z: u32) -> vyre_dispatch_desc {
    vyre_dispatch_desc { grid: [x, y, z], ..vyre_dispatch_desc::INIT }
}

/// A description with the grid of whole workgroups that covers x * y * z invocations. Where the
/// device chose the workgroup size, it has that exact shape. For a pipeline that is READY.
///
/// # Safety
/// |pipeline| is NULL or a pipeline that was not destroyed.
pub unsafe fn vyre_grid_for(
    pipeline: *const vyre_pipeline,
    x: u32,
    y: u32,
    z: u32,
) -> vyre_dispatch_desc {
    // SAFETY: the caller's promise; the info is never NULL.
    let info = unsafe { &*vyre_pipeline_get_info(pipeline) };
    if info.workgroup_chosen != 0 || info.workgroup[0] == 0 {
        return vyre_shape(x, y, z);
    }
    let [width, height, depth] = info.workgroup;
    vyre_grid(x.div_ceil(width), y.div_ceil(height), z.div_ceil(depth))
}

/// What the next ones have in common: |access|, |memory| and, with a count, |element_count|.
macro_rules! declares {
    ($($(#[$doc:meta])* $name:ident($($count:ident)?) { $($field:ident: $value:expr),* })*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// |builder| is NULL or a builder that was not destroyed; |name| is readable.
        pub unsafe fn $name(
            builder: *mut vyre_builder,
            name: vyre_string,
            type_: vyre_type,
            $($count: u32,)?
        ) -> vyre_parameter {
            let desc = vyre_parameter_desc {
                name,
                type_,
                $($count,)?
                $($field: $value,)*
                ..vyre_parameter_desc::INIT
            };
            // SAFETY: the caller's promise; the description lives for the call.
            unsafe { vyre_builder_declare(builder, &desc) }
        }
    )*};
}

declares! {
    /// Declares an array that is only read.
    vyre_builder_input() { access: VYRE_ACCESS_READ_ONLY, memory: VYRE_MEMORY_READONLY }
    /// Declares an array that the program writes and a dispatch returns.
    vyre_builder_output() { flags: VYRE_PARAMETER_RETURNED, access: VYRE_ACCESS_READ_WRITE }
    /// Declares an array that starts with the caller's bytes, is read and written, and comes back.
    vyre_builder_inout() { access: VYRE_ACCESS_READ_WRITE }
    /// Declares |element_count| elements of workgroup memory.
    vyre_builder_shared(element_count) {
        access: VYRE_ACCESS_WORKGROUP, memory: VYRE_MEMORY_SHARED
    }
    /// Declares one value that is the same for all invocations.
    vyre_builder_uniform() {
        element_count: 1, access: VYRE_ACCESS_UNIFORM, memory: VYRE_MEMORY_UNIFORM
    }
}

/// No expression: for operands that an operation does not have.
#[inline]
pub const fn vyre_expr_none() -> vyre_expr {
    vyre_expr { id: 0 }
}

/// The number of the invocation in the grid, on axis 0.
///
/// # Safety
/// |builder| is NULL or a builder that was not destroyed.
pub unsafe fn vyre_builder_index(builder: *mut vyre_builder) -> vyre_expr {
    // SAFETY: the caller's promise.
    unsafe { vyre_builder_id(builder, VYRE_ID_INVOCATION, 0) }
}

macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident = $op:ident)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// |builder| is NULL or a builder that was not destroyed.
        pub unsafe fn $name(
            builder: *mut vyre_builder,
            left: vyre_expr,
            right: vyre_expr,
        ) -> vyre_expr {
            // SAFETY: the caller's promise.
            unsafe { vyre_builder_binary(builder, $op, left, right) }
        }
    )*};
}

operators! {
    /// left + right. Integers wrap.
    vyre_builder_add = VYRE_BINARY_ADD
    /// left - right. Integers wrap.
    vyre_builder_sub = VYRE_BINARY_SUB
    /// left * right. Integers wrap.
    vyre_builder_mul = VYRE_BINARY_MUL
    /// left / right. Integers are rounded toward 0.
    vyre_builder_div = VYRE_BINARY_DIV
    /// left < right, a BOOL.
    vyre_builder_lt = VYRE_BINARY_LT
}

/// The target of |kind|, which is not VYRE_TARGET_EXTENSION.
#[inline]
pub const fn vyre_target_of(kind: vyre_target_kind) -> vyre_target {
    vyre_target { kind, ..vyre_target::INIT }
}

/// The target of the backend |id|, which has to outlive the target.
#[inline]
pub const fn vyre_target_extension(id: vyre_string) -> vyre_target {
    vyre_target { extension: id, ..vyre_target_of(VYRE_TARGET_EXTENSION) }
}
