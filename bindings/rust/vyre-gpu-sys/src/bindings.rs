// Made by bindgen from the headers; see tests/bindings_current.rs.


pub const VYRE_VERSION_MAJOR: u32 = 0;
pub const VYRE_VERSION_MINOR: u32 = 1;
pub const VYRE_VERSION_PATCH: u32 = 0;
pub const VYRE_ABI_VERSION: u32 = 2;
pub const VYRE_OK: u32 = 0;
pub const VYRE_UNKNOWN_U32: u32 = 4294967295;
pub const VYRE_BUILD_SPIRV_TOOLS: u64 = 1;
pub const VYRE_CONTEXT_OWN_THREADS: u64 = 1;
pub const VYRE_CONTEXT_READ_ENVIRONMENT: u64 = 2;
pub const VYRE_CONTEXT_VULKAN_VALIDATION: u64 = 4;
pub const VYRE_CONTEXT_CACHE_READ_ONLY: u64 = 8;
pub const VYRE_CONTEXT_MEASURE_TIMES: u64 = 16;
pub const VYRE_CONTEXT_TRACE: u64 = 32;
pub const VYRE_CONTEXT_DEBUG_LABELS: u64 = 64;
pub const VYRE_PARAMETER_RETURNED: u64 = 1;
pub const VYRE_PARAMETER_RETURNS_RANGE: u64 = 2;
pub const VYRE_PARAMETER_MARKED_OUTPUT: u64 = 4;
pub const VYRE_PARAMETER_MARKED_LIVE_OUT: u64 = 8;
pub const VYRE_NEEDS_ATOMICS: u64 = 1;
pub const VYRE_NEEDS_WORKGROUP_MEMORY: u64 = 2;
pub const VYRE_NEEDS_WORKGROUP_BARRIER: u64 = 4;
pub const VYRE_NEEDS_GRID_BARRIER: u64 = 8;
pub const VYRE_NEEDS_SUBGROUP: u64 = 16;
pub const VYRE_NEEDS_F16: u64 = 32;
pub const VYRE_NEEDS_BF16: u64 = 64;
pub const VYRE_NEEDS_F32: u64 = 128;
pub const VYRE_NEEDS_F64: u64 = 256;
pub const VYRE_NEEDS_INT64: u64 = 512;
pub const VYRE_NEEDS_STORAGE_8BIT: u64 = 1024;
pub const VYRE_NEEDS_STORAGE_16BIT: u64 = 2048;
pub const VYRE_NEEDS_TRAP: u64 = 4096;
pub const VYRE_NEEDS_CALLS: u64 = 8192;
pub const VYRE_NEEDS_ASYNC_COPIES: u64 = 16384;
pub const VYRE_NEEDS_INDIRECT_DISPATCH: u64 = 32768;
pub const VYRE_NEEDS_COLLECTIVES: u64 = 65536;
pub const VYRE_NEEDS_EXTENSIONS: u64 = 131072;
pub const VYRE_NEEDS_TRANSCENDENTAL: u64 = 262144;
pub const VYRE_VALIDATE_SUBGROUP: u64 = 1;
pub const VYRE_VALIDATE_COLLECTIVES: u64 = 2;
pub const VYRE_VALIDATE_ALLOW_SHADOWING: u64 = 4;
pub const VYRE_VALIDATE_UNCHECKED_CALLS: u64 = 8;
pub const VYRE_PIPELINE_CHECKED: u64 = 1;
pub const VYRE_PIPELINE_ALLOW_OVERLAP: u64 = 2;
pub const VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS: u64 = 4;
pub const VYRE_PIPELINE_DIVISION_GIVES_ZERO: u64 = 8;
pub const VYRE_PIPELINE_ONLY_CACHED: u64 = 16;
pub const VYRE_PIPELINE_WARM: u64 = 32;
pub const VYRE_PIPELINE_FULL_SUBGROUPS: u64 = 64;
pub const VYRE_FEATURE_SUBGROUP_OPERATIONS: u64 = 1;
pub const VYRE_FEATURE_SUBGROUP_SHUFFLE: u64 = 2;
pub const VYRE_FEATURE_F16: u64 = 4;
pub const VYRE_FEATURE_BF16: u64 = 8;
pub const VYRE_FEATURE_F64: u64 = 16;
pub const VYRE_FEATURE_INT64: u64 = 32;
pub const VYRE_FEATURE_STORAGE_8BIT: u64 = 64;
pub const VYRE_FEATURE_STORAGE_16BIT: u64 = 128;
pub const VYRE_FEATURE_TENSOR_CORES: u64 = 256;
pub const VYRE_FEATURE_INDIRECT_DISPATCH: u64 = 512;
pub const VYRE_FEATURE_GRID_BARRIER: u64 = 1024;
pub const VYRE_FEATURE_DEVICE_TIMESTAMPS: u64 = 2048;
pub const VYRE_FEATURE_HARDWARE_COUNTERS: u64 = 4096;
pub const VYRE_FEATURE_F32_DENORMALS: u64 = 8192;
pub const VYRE_FEATURE_EXACT_F32_DIVISION: u64 = 16384;
pub const VYRE_FEATURE_EXACT_F32_FMA: u64 = 32768;
pub const VYRE_FEATURE_UNIFIED_MEMORY: u64 = 65536;
pub const VYRE_FEATURE_COLLECTIVES: u64 = 131072;
pub const VYRE_FEATURE_ASYNC_COPIES: u64 = 262144;
pub const VYRE_FEATURE_INTEGER_DOT: u64 = 524288;
pub const VYRE_FEATURE_INT64_ATOMICS: u64 = 1048576;
pub const VYRE_FEATURE_BUFFER_ADDRESSES: u64 = 2097152;
pub const VYRE_FEATURE_SUBGROUP_SIZE_CONTROL: u64 = 4194304;
pub const VYRE_FEATURE_COOPERATIVE_MATRIX: u64 = 8388608;
pub const VYRE_FEATURE_IMAGES: u64 = 16777216;
pub const VYRE_FEATURE_MEMORY_BUDGET: u64 = 33554432;
pub const VYRE_FEATURE_DISTRIBUTED: u64 = 67108864;
pub const VYRE_FEATURE_SIGNED_ZERO_MODE: u64 = 134217728;
pub const VYRE_FEATURE_DENORM_MODE: u64 = 268435456;
pub const VYRE_FEATURE_ROUNDING_MODE: u64 = 536870912;
pub const VYRE_QUIRK_LOOP_LIMIT: u64 = 1;
pub const VYRE_QUIRK_SLOW_COMPILER: u64 = 2;
pub const VYRE_QUIRK_CONSTANT_ZEROS: u64 = 4;
pub const VYRE_QUIRK_COARSE_BARRIERS: u64 = 8;
pub const VYRE_HANDLE_FD: u64 = 1;
pub const VYRE_HANDLE_DMA_BUF: u64 = 2;
pub const VYRE_HANDLE_WIN32: u64 = 4;
pub const VYRE_HANDLE_WIN32_KMT: u64 = 8;
pub const VYRE_HANDLE_HOST_POINTER: u64 = 16;
pub const VYRE_SELECT_NO_SOFTWARE: u64 = 1;
pub const VYRE_DEVICE_ENTRY_USABLE: u64 = 1;
pub const VYRE_DEVICE_ENTRY_ORACLE: u64 = 2;
pub const VYRE_DEVICE_ENTRY_CANDIDATE: u64 = 4;
pub const VYRE_DEVICE_ENTRY_CHOSEN: u64 = 8;
pub const VYRE_DEVICE_ENTRY_DISPATCHES: u64 = 16;
pub const VYRE_BUFFER_RESTORABLE: u64 = 1;
pub const VYRE_BUFFER_DEDICATED: u64 = 2;
pub const VYRE_ALL_MIP_LEVELS: u32 = 4294967295;
pub const VYRE_DISPATCH_TIMED: u64 = 1;
pub const VYRE_DISPATCH_UNTIL_STABLE: u64 = 2;
pub const VYRE_DISPATCH_SQUARE_GRID: u64 = 4;
pub const VYRE_DISPATCH_MAY_BE_EMPTY: u64 = 8;
pub const VYRE_IMAGE_USAGE_SAMPLED: u64 = 1;
pub const VYRE_IMAGE_USAGE_STORAGE: u64 = 2;
pub const VYRE_OP_BYTES_EXTRACTION: u64 = 1;
pub const VYRE_OP_REFERENCE: u64 = 2;
pub const VYRE_OP_COMPOSITION: u64 = 4;
pub const VYRE_OP_EXTERN: u64 = 8;
pub const VYRE_DIALECT_EXTERN: u64 = 1;
pub const VYRE_CACHE_LIST_CHECK: u64 = 1;
pub const VYRE_COMMAND_BARRIER: u64 = 1;
pub const VYRE_SUBMISSION_TIMED: u64 = 1;
pub const VYRE_PLUGIN_DISPATCHES: u64 = 1;
pub const VYRE_PLUGIN_ORDERED: u64 = 2;
pub const VYRE_PLUGIN_NO_SPLIT: u64 = 4;
pub const VYRE_PLUGIN_ONE_AT_A_TIME: u64 = 8;
pub const VYRE_PLUGIN_REFERENCE_FUNCTIONS: u64 = 16;
pub const VYRE_PLUGIN_HOST_IO: u64 = 32;
pub const VYRE_PLUGIN_GRID_FROM_MEMORY: u64 = 64;
pub const VYRE_RANK_NONE: u32 = 4294967295;
pub const VYRE_BACKEND_REGISTERED: u64 = 1;
pub const VYRE_BACKEND_RANKED: u64 = 2;
pub const VYRE_BACKEND_DECLARED_DISPATCH: u64 = 4;
pub const VYRE_BACKEND_DISPATCHES: u64 = 8;
pub const VYRE_SEQUENCE_TIMED: u64 = 1;
pub const VYRE_SEQUENCE_TIMED_STEPS: u64 = 2;
pub const VYRE_VULKAN_FEATURE_TIMELINE_SEMAPHORE: u64 = 1;
pub const VYRE_VULKAN_FEATURE_MEMORY_MODEL: u64 = 2;
pub const VYRE_VULKAN_FEATURE_MEMORY_MODEL_DEVICE_SCOPE: u64 = 4;
pub const VYRE_VULKAN_FEATURE_SHADER_FLOAT64: u64 = 8;
pub const VYRE_VULKAN_FEATURE_SHADER_INT64: u64 = 16;
pub const VYRE_VULKAN_FEATURE_SHADER_INT16: u64 = 32;
pub const VYRE_VULKAN_FEATURE_SHADER_INT8: u64 = 64;
pub const VYRE_VULKAN_FEATURE_SHADER_FLOAT16: u64 = 128;
pub const VYRE_VULKAN_FEATURE_STORAGE_BUFFER_8BIT: u64 = 256;
pub const VYRE_VULKAN_FEATURE_STORAGE_BUFFER_16BIT: u64 = 512;
pub const VYRE_VULKAN_FEATURE_INTEGER_DOT_PRODUCT: u64 = 1024;
pub const VYRE_VULKAN_FEATURE_SHADER_BUFFER_INT64_ATOMICS: u64 = 2048;
pub const VYRE_VULKAN_FEATURE_SHADER_SHARED_INT64_ATOMICS: u64 = 4096;
pub const VYRE_VULKAN_FEATURE_VARIABLE_POINTERS_STORAGE_BUFFER: u64 = 8192;
pub const VYRE_VULKAN_FEATURE_VARIABLE_POINTERS: u64 = 16384;
pub const VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_8BIT: u64 = 32768;
pub const VYRE_VULKAN_FEATURE_PUSH_CONSTANT_8BIT: u64 = 65536;
pub const VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_16BIT: u64 = 131072;
pub const VYRE_VULKAN_FEATURE_PUSH_CONSTANT_16BIT: u64 = 262144;
pub const VYRE_VULKAN_FEATURE_BUFFER_DEVICE_ADDRESS: u64 = 524288;
pub const VYRE_VULKAN_FEATURE_SCALAR_BLOCK_LAYOUT: u64 = 1048576;
pub const VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT: u64 = 2097152;
pub const VYRE_VULKAN_FEATURE_SHADER_SUBGROUP_EXTENDED_TYPES: u64 = 4194304;
pub const VYRE_VULKAN_FEATURE_SHADER_EXPECT_ASSUME: u64 = 8388608;
pub const VYRE_VULKAN_FEATURE_STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING: u64 = 16777216;
pub const VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_ARRAY_DYNAMIC_INDEXING: u64 = 33554432;
pub const VYRE_VULKAN_FEATURE_STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING: u64 = 67108864;
pub const VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_ARRAY_NON_UNIFORM_INDEXING: u64 = 134217728;
pub const VYRE_VULKAN_FEATURE_RUNTIME_DESCRIPTOR_ARRAY: u64 = 268435456;
pub const VYRE_VULKAN_FEATURE_SUBGROUP_SIZE_CONTROL: u64 = 536870912;
pub const VYRE_VULKAN_FEATURE_COMPUTE_FULL_SUBGROUPS: u64 = 1073741824;
pub const VYRE_VULKAN_FEATURE_ZERO_INITIALIZE_WORKGROUP_MEMORY: u64 = 2147483648;
pub const VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT32_ATOMICS: u64 = 4294967296;
pub const VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT32_ATOMIC_ADD: u64 = 8589934592;
pub const VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT64_ATOMIC_ADD: u64 = 17179869184;
pub const VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT32_ATOMIC_MIN_MAX: u64 = 34359738368;
pub const VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT32_ATOMICS: u64 = 68719476736;
pub const VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT32_ATOMIC_ADD: u64 = 137438953472;
pub const VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT64_ATOMIC_ADD: u64 = 274877906944;
pub const VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT32_ATOMIC_MIN_MAX: u64 = 549755813888;
pub const VYRE_VULKAN_FEATURE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT: u64 = 1099511627776;
pub const VYRE_VULKAN_FEATURE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_8BIT: u64 = 2199023255552;
pub const VYRE_VULKAN_FEATURE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_16BIT: u64 = 4398046511104;
pub const VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX: u64 = 8796093022208;
pub const VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_NV: u64 = 17592186044416;
pub const VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_WORKGROUP_SCOPE: u64 = 35184372088832;
pub const VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_FLEXIBLE_DIMENSIONS: u64 = 70368744177664;
pub const VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_REDUCTIONS: u64 = 140737488355328;
pub const VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_CONVERSIONS: u64 = 281474976710656;
pub const VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_PER_ELEMENT_OPERATIONS: u64 = 562949953421312;
pub const VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_TENSOR_ADDRESSING: u64 = 1125899906842624;
pub const VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_BLOCK_LOADS: u64 = 2251799813685248;
pub const VYRE_VULKAN_FEATURE_SHADER_BFLOAT16_TYPE: u64 = 4503599627370496;
pub const VYRE_VULKAN_FEATURE_SHADER_BFLOAT16_DOT_PRODUCT: u64 = 9007199254740992;
pub const VYRE_VULKAN_FEATURE_SHADER_BFLOAT16_COOPERATIVE_MATRIX: u64 = 18014398509481984;
pub const VYRE_VULKAN_FEATURE_SHADER_SUBGROUP_ROTATE: u64 = 36028797018963968;
pub const VYRE_VULKAN_FEATURE_SHADER_SUBGROUP_ROTATE_CLUSTERED: u64 = 72057594037927936;
pub const VYRE_VULKAN_FEATURE_SHADER_FLOAT_CONTROLS_2: u64 = 144115188075855872;
pub const VYRE_VULKAN_FEATURE_SHADER_STORAGE_IMAGE_EXTENDED_FORMATS: u64 = 288230376151711744;
pub const VYRE_VULKAN_FEATURE_SHADER_STORAGE_IMAGE_READ_WITHOUT_FORMAT: u64 = 576460752303423488;
pub const VYRE_VULKAN_FEATURE_SHADER_STORAGE_IMAGE_WRITE_WITHOUT_FORMAT: u64 = 1152921504606846976;
pub const VYRE_VULKAN_FEATURE_SHADER_IMAGE_GATHER_EXTENDED: u64 = 2305843009213693952;
pub const VYRE_VULKAN_FEATURE_SHADER_SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING: u64 = 4611686018427387904;
pub const VYRE_VULKAN_RECORD_ONLY: u64 = 1;
pub const VYRE_VULKAN_DEBUG_UTILS: u64 = 2;
pub const VYRE_VULKAN_FEATURES_GIVEN: u64 = 4;
pub const VYRE_RECORDING_BEFORE_GIVEN: u64 = 1;
pub const VYRE_RECORDING_AFTER_GIVEN: u64 = 2;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_error {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_blob {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_context {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_device {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_device_list {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_program {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_pipeline {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_buffer {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_work {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_registry {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_semaphore {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_image {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_sampler {
    _unused: [u8; 0],
}
/// |size| bytes of UTF-8. {NULL, 0} is the empty string. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_string {
    pub data: *const ::core::ffi::c_char,
    /// without the NUL that stands behind what the library gives
    pub size: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_string"][::core::mem::size_of::<vyre_string>() - 16usize];
    ["Alignment of vyre_string"][::core::mem::align_of::<vyre_string>() - 8usize];
    [
        "Offset of field: vyre_string::data",
    ][::core::mem::offset_of!(vyre_string, data) - 0usize];
    [
        "Offset of field: vyre_string::size",
    ][::core::mem::offset_of!(vyre_string, size) - 8usize];
};
/// |size| bytes. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_bytes {
    pub data: *const ::core::ffi::c_void,
    pub size: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_bytes"][::core::mem::size_of::<vyre_bytes>() - 16usize];
    ["Alignment of vyre_bytes"][::core::mem::align_of::<vyre_bytes>() - 8usize];
    [
        "Offset of field: vyre_bytes::data",
    ][::core::mem::offset_of!(vyre_bytes, data) - 0usize];
    [
        "Offset of field: vyre_bytes::size",
    ][::core::mem::offset_of!(vyre_bytes, size) - 8usize];
};
/// An open file; it stays the caller's. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_file {
    /// a file descriptor; on Windows a HANDLE
    pub handle: i64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_file"][::core::mem::size_of::<vyre_file>() - 8usize];
    ["Alignment of vyre_file"][::core::mem::align_of::<vyre_file>() - 8usize];
    [
        "Offset of field: vyre_file::handle",
    ][::core::mem::offset_of!(vyre_file, handle) - 0usize];
};
pub type vyre_build_flags = u64;
/// the device cannot hold the buffers
pub const VYRE_ERROR_DEVICE_OUT_OF_MEMORY: vyre_error_code = 1001;
/// right, but this device or build cannot do it
pub const VYRE_ERROR_UNSUPPORTED_FEATURE: vyre_error_code = 1002;
/// the device's compiler refused the kernel
pub const VYRE_ERROR_KERNEL_COMPILE_FAILED: vyre_error_code = 1004;
/// the work ran and failed: traps, device errors
pub const VYRE_ERROR_DISPATCH_FAILED: vyre_error_code = 1005;
/// breaks a rule of the IR or of SPIR-V
pub const VYRE_ERROR_INVALID_PROGRAM: vyre_error_code = 1006;
/// a grid cannot be resident as a whole
pub const VYRE_ERROR_COOPERATIVE_RESIDENCY: vyre_error_code = 1007;
/// none of the others: mostly, a driver fails
pub const VYRE_ERROR_UNKNOWN: vyre_error_code = 1999;
/// a mistake in the call
pub const VYRE_ERROR_INVALID_ARGUMENT: vyre_error_code = 2001;
/// no such device, parameter, constant, file
pub const VYRE_ERROR_NOT_FOUND: vyre_error_code = 2002;
/// a name or id is taken
pub const VYRE_ERROR_ALREADY_REGISTERED: vyre_error_code = 2003;
/// an allocation on the host failed
pub const VYRE_ERROR_OUT_OF_HOST_MEMORY: vyre_error_code = 2004;
/// the device is gone: see vyre_device_recover
pub const VYRE_ERROR_DEVICE_LOST: vyre_error_code = 2005;
/// |timeout_ns| of a description has passed
pub const VYRE_ERROR_TIMED_OUT: vyre_error_code = 2006;
/// a file or a library could not be read or written
pub const VYRE_ERROR_INPUT_OUTPUT: vyre_error_code = 2007;
/// bytes that are no program in wire form
pub const VYRE_ERROR_MALFORMED_WIRE: vyre_error_code = 2008;
/// text that is no program in JSON form
pub const VYRE_ERROR_MALFORMED_JSON: vyre_error_code = 2009;
/// a mistake of the library; please report it
pub const VYRE_ERROR_INTERNAL: vyre_error_code = 2010;
/// the memory for a result is too small
pub const VYRE_ERROR_OUTPUT_TOO_SMALL: vyre_error_code = 2011;
/// somebody cancelled the work
pub const VYRE_ERROR_CANCELLED: vyre_error_code = 2012;
/// not made yet, or no room now: ask again later
pub const VYRE_ERROR_NOT_READY: vyre_error_code = 2013;
/// bytes that are no SPIR-V module
pub const VYRE_ERROR_MALFORMED_MODULE: vyre_error_code = 2014;
/// 10xx are shared by all vyre drivers. Numbers are append-only; those that are missing stay so.
pub type vyre_error_code = u32;
/// One thing that is wrong, or missing.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_finding {
    pub struct_size: usize,
    /// the rule "V010", or the fact "F64", "SPIR-V capability 6018 DotProduct"
    pub code: vyre_string,
    /// where: "body[2].if.then[0]", "op 'math.add'", "parameter 'out'"
    pub path: vyre_string,
    /// the second place where there are two, as the first owner of an id
    pub other: vyre_string,
    /// a sentence; what to do
    pub text: vyre_string,
    /// a sentence; what to do
    pub fix: vyre_string,
    /// the nearest one: of the step, dispatch, pipeline or program
    pub label: vyre_string,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_finding"][::core::mem::size_of::<vyre_finding>() - 104usize];
    ["Alignment of vyre_finding"][::core::mem::align_of::<vyre_finding>() - 8usize];
    [
        "Offset of field: vyre_finding::struct_size",
    ][::core::mem::offset_of!(vyre_finding, struct_size) - 0usize];
    [
        "Offset of field: vyre_finding::code",
    ][::core::mem::offset_of!(vyre_finding, code) - 8usize];
    [
        "Offset of field: vyre_finding::path",
    ][::core::mem::offset_of!(vyre_finding, path) - 24usize];
    [
        "Offset of field: vyre_finding::other",
    ][::core::mem::offset_of!(vyre_finding, other) - 40usize];
    [
        "Offset of field: vyre_finding::text",
    ][::core::mem::offset_of!(vyre_finding, text) - 56usize];
    [
        "Offset of field: vyre_finding::fix",
    ][::core::mem::offset_of!(vyre_finding, fix) - 72usize];
    [
        "Offset of field: vyre_finding::label",
    ][::core::mem::offset_of!(vyre_finding, label) - 88usize];
};
/// The parts of an error.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_error_info {
    pub struct_size: usize,
    /// what happened; what to do
    pub message: vyre_string,
    /// what happened; what to do
    pub fix: vyre_string,
    /// the nearest one, as in a finding
    pub label: vyre_string,
    /** Of a trap: the statement as its author wrote it, compositions of ops in place of their calls,
 and its tag.*/
    pub path: vyre_string,
    /** Of a trap: the statement as its author wrote it, compositions of ops in place of their calls,
 and its tag.*/
    pub trap_tag: vyre_string,
    pub findings: *const *const vyre_finding,
    pub finding_count: usize,
    /// a VkResult, an errno; 0: none
    pub native_code: i64,
    /** The one that failed, of a program that was cut at grid barriers: when it was compiled, begun or
 run, on every backend. Its place, from 0, in the order in which they run, of equal segments the
 first. VYRE_UNKNOWN: the program was not cut, or it was not one segment alone that failed.*/
    pub segment: u64,
    /// of a sequence; else VYRE_UNKNOWN
    pub step: u64,
    /// of a trap; else VYRE_UNKNOWN
    pub trap_address: u64,
    /** the id on the x axis of the invocation that failed; VYRE_UNKNOWN where
that is not known or it has one on another axis*/
    pub trap_lane: u64,
    /** a limit that was passed, or memory that there was, and what was
asked for; else VYRE_UNKNOWN*/
    pub limit: u64,
    /** a limit that was passed, or memory that there was, and what was
asked for; else VYRE_UNKNOWN*/
    pub requested: u64,
    pub code: vyre_error_code,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_error_info"][::core::mem::size_of::<vyre_error_info>() - 168usize];
    [
        "Alignment of vyre_error_info",
    ][::core::mem::align_of::<vyre_error_info>() - 8usize];
    [
        "Offset of field: vyre_error_info::struct_size",
    ][::core::mem::offset_of!(vyre_error_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_error_info::message",
    ][::core::mem::offset_of!(vyre_error_info, message) - 8usize];
    [
        "Offset of field: vyre_error_info::fix",
    ][::core::mem::offset_of!(vyre_error_info, fix) - 24usize];
    [
        "Offset of field: vyre_error_info::label",
    ][::core::mem::offset_of!(vyre_error_info, label) - 40usize];
    [
        "Offset of field: vyre_error_info::path",
    ][::core::mem::offset_of!(vyre_error_info, path) - 56usize];
    [
        "Offset of field: vyre_error_info::trap_tag",
    ][::core::mem::offset_of!(vyre_error_info, trap_tag) - 72usize];
    [
        "Offset of field: vyre_error_info::findings",
    ][::core::mem::offset_of!(vyre_error_info, findings) - 88usize];
    [
        "Offset of field: vyre_error_info::finding_count",
    ][::core::mem::offset_of!(vyre_error_info, finding_count) - 96usize];
    [
        "Offset of field: vyre_error_info::native_code",
    ][::core::mem::offset_of!(vyre_error_info, native_code) - 104usize];
    [
        "Offset of field: vyre_error_info::segment",
    ][::core::mem::offset_of!(vyre_error_info, segment) - 112usize];
    [
        "Offset of field: vyre_error_info::step",
    ][::core::mem::offset_of!(vyre_error_info, step) - 120usize];
    [
        "Offset of field: vyre_error_info::trap_address",
    ][::core::mem::offset_of!(vyre_error_info, trap_address) - 128usize];
    [
        "Offset of field: vyre_error_info::trap_lane",
    ][::core::mem::offset_of!(vyre_error_info, trap_lane) - 136usize];
    [
        "Offset of field: vyre_error_info::limit",
    ][::core::mem::offset_of!(vyre_error_info, limit) - 144usize];
    [
        "Offset of field: vyre_error_info::requested",
    ][::core::mem::offset_of!(vyre_error_info, requested) - 152usize];
    [
        "Offset of field: vyre_error_info::code",
    ][::core::mem::offset_of!(vyre_error_info, code) - 160usize];
    [
        "Offset of field: vyre_error_info::reserved",
    ][::core::mem::offset_of!(vyre_error_info, reserved) - 164usize];
};
/// something failed and no call returns it
pub const VYRE_LOG_ERROR: vyre_log_level = 1;
/// it works, but not as was asked for
pub const VYRE_LOG_WARNING: vyre_log_level = 2;
/// what was chosen, opened, kept
pub const VYRE_LOG_INFO: vyre_log_level = 3;
/// everything else
pub const VYRE_LOG_DEBUG: vyre_log_level = 4;
/// How urgent a message is.
pub type vyre_log_level = u32;
/// Frees the user data of a callback that will not be called again.
pub type vyre_destroy_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void),
>;
/** Gets a message, on the thread where it arises, several at once perhaps. |text| lives for the
 call. Must not call the library.*/
pub type vyre_log_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        level: vyre_log_level,
        text: vyre_string,
    ),
>;
/// Gives |size| bytes (> 0) at a multiple of |alignment| (a power of two), or NULL. Any thread.
pub type vyre_allocate_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        size: usize,
        alignment: usize,
    ) -> *mut ::core::ffi::c_void,
>;
/// Takes back what vyre_allocate_fn gave, with the same size and alignment. Any thread.
pub type vyre_deallocate_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        memory: *mut ::core::ffi::c_void,
        size: usize,
        alignment: usize,
    ),
>;
/** Lends a thread of the host: calls job(data) once, soon, on any thread, also within this call. A
 job may block until work on a device has ended.*/
pub type vyre_job_fn = ::core::option::Option<
    unsafe extern "C" fn(data: *mut ::core::ffi::c_void),
>;
pub type vyre_run_job_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        job: vyre_job_fn,
        data: *mut ::core::ffi::c_void,
    ),
>;
pub type vyre_context_flags = u64;
/** How a context behaves. Its callbacks live until the context and all that was made from it is
 gone.

 Background work is completion callbacks, compiling of vyre_pipeline_create_async, transfers of
 files, and trimming of the cache folder. It runs on threads that |run_job| lends, else on the
 library's own where OWN_THREADS allows them. Else it runs piece by piece inside calls that wait
 for it and inside vyre_context_run_callbacks, callbacks in the latter alone. The oracle has no
 thread either: its work goes on inside the calls that wait for it, or look.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_context_desc {
    pub struct_size: usize,
    pub flags: vyre_context_flags,
    /// NULL: silent
    pub log: vyre_log_fn,
    pub log_user: *mut ::core::ffi::c_void,
    pub log_destroy: vyre_destroy_fn,
    /// big blocks of host memory; NULL, with |deallocate|: the C++ heap
    pub allocate: vyre_allocate_fn,
    pub deallocate: vyre_deallocate_fn,
    pub allocate_user: *mut ::core::ffi::c_void,
    pub allocate_destroy: vyre_destroy_fn,
    /// NULL: none
    pub run_job: vyre_run_job_fn,
    pub run_job_user: *mut ::core::ffi::c_void,
    pub run_job_destroy: vyre_destroy_fn,
    /** compiled kernels are kept here between runs; empty: nowhere. Made
for its owner alone; failures in it are logged and cost time*/
    pub cache_folder: vyre_string,
    /// the Vulkan loader to open; empty: the system's
    pub vulkan_library: vyre_string,
    /// the least urgent one that |log| gets; 0: WARNING
    pub log_level: vyre_log_level,
    pub reserved: u32,
    /// in memory, each device; 0: 256 MiB, 256
    pub cache_memory_bytes: u64,
    /// in memory, each device; 0: 256 MiB, 256
    pub cache_memory_entries: u64,
    /// of all files in the folder; 0: 512 MiB. The oldest go first
    pub cache_disk_bytes: u64,
    /// kept, about 140 bytes each; 0: 65,536; 16,777,216 at most
    pub trace_events: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_context_desc",
    ][::core::mem::size_of::<vyre_context_desc>() - 168usize];
    [
        "Alignment of vyre_context_desc",
    ][::core::mem::align_of::<vyre_context_desc>() - 8usize];
    [
        "Offset of field: vyre_context_desc::struct_size",
    ][::core::mem::offset_of!(vyre_context_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_context_desc::flags",
    ][::core::mem::offset_of!(vyre_context_desc, flags) - 8usize];
    [
        "Offset of field: vyre_context_desc::log",
    ][::core::mem::offset_of!(vyre_context_desc, log) - 16usize];
    [
        "Offset of field: vyre_context_desc::log_user",
    ][::core::mem::offset_of!(vyre_context_desc, log_user) - 24usize];
    [
        "Offset of field: vyre_context_desc::log_destroy",
    ][::core::mem::offset_of!(vyre_context_desc, log_destroy) - 32usize];
    [
        "Offset of field: vyre_context_desc::allocate",
    ][::core::mem::offset_of!(vyre_context_desc, allocate) - 40usize];
    [
        "Offset of field: vyre_context_desc::deallocate",
    ][::core::mem::offset_of!(vyre_context_desc, deallocate) - 48usize];
    [
        "Offset of field: vyre_context_desc::allocate_user",
    ][::core::mem::offset_of!(vyre_context_desc, allocate_user) - 56usize];
    [
        "Offset of field: vyre_context_desc::allocate_destroy",
    ][::core::mem::offset_of!(vyre_context_desc, allocate_destroy) - 64usize];
    [
        "Offset of field: vyre_context_desc::run_job",
    ][::core::mem::offset_of!(vyre_context_desc, run_job) - 72usize];
    [
        "Offset of field: vyre_context_desc::run_job_user",
    ][::core::mem::offset_of!(vyre_context_desc, run_job_user) - 80usize];
    [
        "Offset of field: vyre_context_desc::run_job_destroy",
    ][::core::mem::offset_of!(vyre_context_desc, run_job_destroy) - 88usize];
    [
        "Offset of field: vyre_context_desc::cache_folder",
    ][::core::mem::offset_of!(vyre_context_desc, cache_folder) - 96usize];
    [
        "Offset of field: vyre_context_desc::vulkan_library",
    ][::core::mem::offset_of!(vyre_context_desc, vulkan_library) - 112usize];
    [
        "Offset of field: vyre_context_desc::log_level",
    ][::core::mem::offset_of!(vyre_context_desc, log_level) - 128usize];
    [
        "Offset of field: vyre_context_desc::reserved",
    ][::core::mem::offset_of!(vyre_context_desc, reserved) - 132usize];
    [
        "Offset of field: vyre_context_desc::cache_memory_bytes",
    ][::core::mem::offset_of!(vyre_context_desc, cache_memory_bytes) - 136usize];
    [
        "Offset of field: vyre_context_desc::cache_memory_entries",
    ][::core::mem::offset_of!(vyre_context_desc, cache_memory_entries) - 144usize];
    [
        "Offset of field: vyre_context_desc::cache_disk_bytes",
    ][::core::mem::offset_of!(vyre_context_desc, cache_disk_bytes) - 152usize];
    [
        "Offset of field: vyre_context_desc::trace_events",
    ][::core::mem::offset_of!(vyre_context_desc, trace_events) - 160usize];
};
/// unsigned, 32 bits
pub const VYRE_TYPE_U32: vyre_type = 1;
/// signed, 32 bits
pub const VYRE_TYPE_I32: vyre_type = 2;
/// unsigned, 64 bits
pub const VYRE_TYPE_U64: vyre_type = 3;
/// a truth, 32 bits in memory
pub const VYRE_TYPE_BOOL: vyre_type = 6;
/// bytes without a type
pub const VYRE_TYPE_BYTES: vyre_type = 7;
/// IEEE half
pub const VYRE_TYPE_F16: vyre_type = 9;
/// bfloat16
pub const VYRE_TYPE_BF16: vyre_type = 10;
/// IEEE single
pub const VYRE_TYPE_F32: vyre_type = 11;
/// IEEE double
pub const VYRE_TYPE_F64: vyre_type = 12;
/// unsigned, 8 bits
pub const VYRE_TYPE_U8: vyre_type = 14;
/// unsigned, 16 bits
pub const VYRE_TYPE_U16: vyre_type = 15;
/// signed, 8 bits
pub const VYRE_TYPE_I8: vyre_type = 16;
/// signed, 16 bits
pub const VYRE_TYPE_I16: vyre_type = 17;
/// signed, 64 bits
pub const VYRE_TYPE_I64: vyre_type = 18;
/** The element type of a parameter: its tag in the wire form. Types that are not listed have their
 tag too.*/
pub type vyre_type = u32;
/// loads
pub const VYRE_ACCESS_READ_ONLY: vyre_access = 0;
/// loads, stores, atomics
pub const VYRE_ACCESS_READ_WRITE: vyre_access = 1;
/// loads of a small block that all invocations share
pub const VYRE_ACCESS_UNIFORM: vyre_access = 2;
/// memory of a workgroup
pub const VYRE_ACCESS_WORKGROUP: vyre_access = 3;
/// stores
pub const VYRE_ACCESS_WRITE_ONLY: vyre_access = 4;
/// How a program may touch a parameter. Values of the wire form.
pub type vyre_access = u32;
/// one copy for each workgroup; nothing is bound
pub const VYRE_ROLE_SHARED: vyre_role = 1;
/// kept by the caller between dispatches
pub const VYRE_ROLE_PERSISTENT: vyre_role = 2;
/// starts zeroed, may be read back
pub const VYRE_ROLE_OUTPUT: vyre_role = 3;
/// needs bytes, is only read
pub const VYRE_ROLE_INPUT: vyre_role = 4;
/// needs bytes, may be read back
pub const VYRE_ROLE_INPUT_OUTPUT: vyre_role = 5;
/// needs bytes, is only read
pub const VYRE_ROLE_UNIFORM: vyre_role = 6;
/** What a dispatch does with a parameter. Follows from what is declared, first match: workgroup
 memory SHARED; persistent memory PERSISTENT; MARKED_OUTPUT or MARKED_LIVE_OUT OUTPUT; else by
 access: read only INPUT, read and write INPUT_OUTPUT, write only OUTPUT, uniform UNIFORM.*/
pub type vyre_role = u32;
/// bytes
pub const VYRE_RESOURCE_BUFFER: vyre_resource = 0;
/// texels that are loaded and stored
pub const VYRE_RESOURCE_STORAGE_IMAGE: vyre_resource = 1;
/// texels that are read through a sampler of its own
pub const VYRE_RESOURCE_TEXTURE: vyre_resource = 2;
/// how a texture is read
pub const VYRE_RESOURCE_SAMPLER: vyre_resource = 3;
/// both in one
pub const VYRE_RESOURCE_SAMPLED_TEXTURE: vyre_resource = 4;
/// What a parameter is. All but BUFFER are of SPIR-V modules alone.
pub type vyre_resource = u32;
pub type vyre_parameter_flags = u64;
/// What a program declares and a dispatch binds.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_parameter_info {
    pub struct_size: usize,
    pub name: vyre_string,
    /// the element type as text: "U32", "Vec<F32,4>"
    pub element: vyre_string,
    pub flags: vyre_parameter_flags,
    /// from one element to the next; 0: the type has no size
    pub element_bytes: u64,
    /// 0: known when bound
    pub element_count: u64,
    /// packed size of all elements; 0: known when bound
    pub static_bytes: u64,
    /// what a binding has at least; 0: no limit
    pub min_bytes: u64,
    /// the bytes that RETURNS_RANGE returns; else 0
    pub return_start: u64,
    /// the bytes that RETURNS_RANGE returns; else 0
    pub return_end: u64,
    /// where it is bound; of a module within |set|: the binding, unless described
    pub slot: u32,
    pub element_type: vyre_type,
    pub access: vyre_access,
    pub role: vyre_role,
    pub resource: vyre_resource,
    /// of a SPIR-V module: its numbers; else 0
    pub set: u32,
    /// of a SPIR-V module: its numbers; else 0
    pub binding: u32,
    /// descriptors in an array; 1 for all others
    pub array_count: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_parameter_info",
    ][::core::mem::size_of::<vyre_parameter_info>() - 128usize];
    [
        "Alignment of vyre_parameter_info",
    ][::core::mem::align_of::<vyre_parameter_info>() - 8usize];
    [
        "Offset of field: vyre_parameter_info::struct_size",
    ][::core::mem::offset_of!(vyre_parameter_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_parameter_info::name",
    ][::core::mem::offset_of!(vyre_parameter_info, name) - 8usize];
    [
        "Offset of field: vyre_parameter_info::element",
    ][::core::mem::offset_of!(vyre_parameter_info, element) - 24usize];
    [
        "Offset of field: vyre_parameter_info::flags",
    ][::core::mem::offset_of!(vyre_parameter_info, flags) - 40usize];
    [
        "Offset of field: vyre_parameter_info::element_bytes",
    ][::core::mem::offset_of!(vyre_parameter_info, element_bytes) - 48usize];
    [
        "Offset of field: vyre_parameter_info::element_count",
    ][::core::mem::offset_of!(vyre_parameter_info, element_count) - 56usize];
    [
        "Offset of field: vyre_parameter_info::static_bytes",
    ][::core::mem::offset_of!(vyre_parameter_info, static_bytes) - 64usize];
    [
        "Offset of field: vyre_parameter_info::min_bytes",
    ][::core::mem::offset_of!(vyre_parameter_info, min_bytes) - 72usize];
    [
        "Offset of field: vyre_parameter_info::return_start",
    ][::core::mem::offset_of!(vyre_parameter_info, return_start) - 80usize];
    [
        "Offset of field: vyre_parameter_info::return_end",
    ][::core::mem::offset_of!(vyre_parameter_info, return_end) - 88usize];
    [
        "Offset of field: vyre_parameter_info::slot",
    ][::core::mem::offset_of!(vyre_parameter_info, slot) - 96usize];
    [
        "Offset of field: vyre_parameter_info::element_type",
    ][::core::mem::offset_of!(vyre_parameter_info, element_type) - 100usize];
    [
        "Offset of field: vyre_parameter_info::access",
    ][::core::mem::offset_of!(vyre_parameter_info, access) - 104usize];
    [
        "Offset of field: vyre_parameter_info::role",
    ][::core::mem::offset_of!(vyre_parameter_info, role) - 108usize];
    [
        "Offset of field: vyre_parameter_info::resource",
    ][::core::mem::offset_of!(vyre_parameter_info, resource) - 112usize];
    [
        "Offset of field: vyre_parameter_info::set",
    ][::core::mem::offset_of!(vyre_parameter_info, set) - 116usize];
    [
        "Offset of field: vyre_parameter_info::binding",
    ][::core::mem::offset_of!(vyre_parameter_info, binding) - 120usize];
    [
        "Offset of field: vyre_parameter_info::array_count",
    ][::core::mem::offset_of!(vyre_parameter_info, array_count) - 124usize];
};
/// unsigned, 32 bits
pub const VYRE_CONSTANT_U32: vyre_constant_kind = 0;
/// signed, 32 bits
pub const VYRE_CONSTANT_I32: vyre_constant_kind = 1;
/// IEEE single
pub const VYRE_CONSTANT_F32: vyre_constant_kind = 2;
/// a truth
pub const VYRE_CONSTANT_BOOL: vyre_constant_kind = 3;
/// an element type
pub const VYRE_CONSTANT_TYPE: vyre_constant_kind = 4;
/// of a module, a type that keeps its default
pub const VYRE_CONSTANT_OTHER: vyre_constant_kind = 255;
/// What a constant is. The kind bytes of the canonical form.
pub type vyre_constant_kind = u32;
/// A value that a pipeline is specialized with. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_constant {
    /// "n"; of a module also its number, "#7"
    pub name: vyre_string,
    /// of VYRE_CONSTANT_TYPE alone: "Vec<F32,4>"
    pub element: vyre_string,
    /// of all others: the number, or its bit pattern; a truth is 0 or 1
    pub bits: u64,
    pub kind: vyre_constant_kind,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_constant"][::core::mem::size_of::<vyre_constant>() - 48usize];
    ["Alignment of vyre_constant"][::core::mem::align_of::<vyre_constant>() - 8usize];
    [
        "Offset of field: vyre_constant::name",
    ][::core::mem::offset_of!(vyre_constant, name) - 0usize];
    [
        "Offset of field: vyre_constant::element",
    ][::core::mem::offset_of!(vyre_constant, element) - 16usize];
    [
        "Offset of field: vyre_constant::bits",
    ][::core::mem::offset_of!(vyre_constant, bits) - 32usize];
    [
        "Offset of field: vyre_constant::kind",
    ][::core::mem::offset_of!(vyre_constant, kind) - 40usize];
    [
        "Offset of field: vyre_constant::reserved",
    ][::core::mem::offset_of!(vyre_constant, reserved) - 44usize];
};
/// A constant that a program names.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_constant_info {
    pub struct_size: usize,
    pub name: vyre_string,
    /// its default
    pub initial: vyre_constant,
    pub kind: vyre_constant_kind,
    /// 0: each pipeline has to give a value
    pub has_initial: u32,
    /// of a module: its SpecId; else 0
    pub number: u32,
    /// 1 to 3: it is the workgroup size on that axis; 0: it is not
    pub workgroup_axis: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_constant_info",
    ][::core::mem::size_of::<vyre_constant_info>() - 88usize];
    [
        "Alignment of vyre_constant_info",
    ][::core::mem::align_of::<vyre_constant_info>() - 8usize];
    [
        "Offset of field: vyre_constant_info::struct_size",
    ][::core::mem::offset_of!(vyre_constant_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_constant_info::name",
    ][::core::mem::offset_of!(vyre_constant_info, name) - 8usize];
    [
        "Offset of field: vyre_constant_info::initial",
    ][::core::mem::offset_of!(vyre_constant_info, initial) - 24usize];
    [
        "Offset of field: vyre_constant_info::kind",
    ][::core::mem::offset_of!(vyre_constant_info, kind) - 72usize];
    [
        "Offset of field: vyre_constant_info::has_initial",
    ][::core::mem::offset_of!(vyre_constant_info, has_initial) - 76usize];
    [
        "Offset of field: vyre_constant_info::number",
    ][::core::mem::offset_of!(vyre_constant_info, number) - 80usize];
    [
        "Offset of field: vyre_constant_info::workgroup_axis",
    ][::core::mem::offset_of!(vyre_constant_info, workgroup_axis) - 84usize];
};
/// loading: as the first bytes say; saving: as it was read
pub const VYRE_FORMAT_ANY: vyre_format = 0;
/// bytes that begin with "VYRE" or "VIR0"
pub const VYRE_FORMAT_WIRE: vyre_format = 1;
/// text that begins with a brace
pub const VYRE_FORMAT_JSON: vyre_format = 2;
/// a module, in either order of bytes
pub const VYRE_FORMAT_SPIRV: vyre_format = 3;
/// How a program is written down.
pub type vyre_format = u32;
/// as the bytes say, or see vyre_save_desc
pub const VYRE_WIRE_ANY: vyre_wire_form = 0;
/// of 0.4.0
pub const VYRE_WIRE_FORM_1: vyre_wire_form = 1;
/// of 0.4.1 to 0.6.3
pub const VYRE_WIRE_FORM_4: vyre_wire_form = 2;
/// of 0.6.4 and 0.6.5: form 4, with an operator in each reduction
pub const VYRE_WIRE_FORM_4_OP: vyre_wire_form = 3;
/// between the two; never written by a published version
pub const VYRE_WIRE_FORM_5: vyre_wire_form = 4;
/// of 0.7
pub const VYRE_WIRE_FORM_6: vyre_wire_form = 5;
/// The layouts of the wire form, one for each published generation that changed it.
pub type vyre_wire_form = u32;
/// as the form says: 1 and 4 0.6.2, 4 op 0.6.5, 5 and 6 0.7
pub const VYRE_SEMANTICS_ANY: vyre_semantics = 0;
/// also JSON that does not say it
pub const VYRE_SEMANTICS_V0_6_2: vyre_semantics = 1;
/// sign extension and narrowing of casts
pub const VYRE_SEMANTICS_V0_6_5: vyre_semantics = 2;
/// 16-bit floats as numbers; also programs that are built
pub const VYRE_SEMANTICS_V0_7: vyre_semantics = 3;
/** Whose results a program has where published generations differ. Part of a program; saving never
 changes it.*/
pub type vyre_semantics = u32;
/// What a program uses.
pub type vyre_needs = u64;
/// What a program is.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_program_info {
    pub struct_size: usize,
    pub label: vyre_string,
    /// the op that a program stands for, or empty; a module's entry point
    pub entry: vyre_string,
    pub needs: vyre_needs,
    /// as declared; of a module by slot
    pub parameters: *const *const vyre_parameter_info,
    pub parameter_count: usize,
    /** in the order of their names. Of two places that
do not agree the first*/
    pub constants: *const *const vyre_constant_info,
    pub constant_count: usize,
    /** of a module: those for compute, which |entry| chose
from*/
    pub entry_points: *const *const vyre_string,
    pub entry_point_count: usize,
    pub workgroup_memory_bytes: u64,
    /// 0 of a module
    pub expression_count: u64,
    /// 0 of a module
    pub statement_count: u64,
    /// the declared size; 1, 1, 1: the device chooses, see Pipelines
    pub workgroup: [u32; 3usize],
    /// 1 to 3: axes that it looks at, by its workgroup size or its ids
    pub dimensions: u32,
    /// that a dispatch gives; of a module alone
    pub push_constant_bytes: u32,
    /// that it was read from; ANY: it was built
    pub format: vyre_format,
    /// the same of wire bytes
    pub form: vyre_wire_form,
    /// ANY of a module
    pub semantics: vyre_semantics,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_program_info",
    ][::core::mem::size_of::<vyre_program_info>() - 152usize];
    [
        "Alignment of vyre_program_info",
    ][::core::mem::align_of::<vyre_program_info>() - 8usize];
    [
        "Offset of field: vyre_program_info::struct_size",
    ][::core::mem::offset_of!(vyre_program_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_program_info::label",
    ][::core::mem::offset_of!(vyre_program_info, label) - 8usize];
    [
        "Offset of field: vyre_program_info::entry",
    ][::core::mem::offset_of!(vyre_program_info, entry) - 24usize];
    [
        "Offset of field: vyre_program_info::needs",
    ][::core::mem::offset_of!(vyre_program_info, needs) - 40usize];
    [
        "Offset of field: vyre_program_info::parameters",
    ][::core::mem::offset_of!(vyre_program_info, parameters) - 48usize];
    [
        "Offset of field: vyre_program_info::parameter_count",
    ][::core::mem::offset_of!(vyre_program_info, parameter_count) - 56usize];
    [
        "Offset of field: vyre_program_info::constants",
    ][::core::mem::offset_of!(vyre_program_info, constants) - 64usize];
    [
        "Offset of field: vyre_program_info::constant_count",
    ][::core::mem::offset_of!(vyre_program_info, constant_count) - 72usize];
    [
        "Offset of field: vyre_program_info::entry_points",
    ][::core::mem::offset_of!(vyre_program_info, entry_points) - 80usize];
    [
        "Offset of field: vyre_program_info::entry_point_count",
    ][::core::mem::offset_of!(vyre_program_info, entry_point_count) - 88usize];
    [
        "Offset of field: vyre_program_info::workgroup_memory_bytes",
    ][::core::mem::offset_of!(vyre_program_info, workgroup_memory_bytes) - 96usize];
    [
        "Offset of field: vyre_program_info::expression_count",
    ][::core::mem::offset_of!(vyre_program_info, expression_count) - 104usize];
    [
        "Offset of field: vyre_program_info::statement_count",
    ][::core::mem::offset_of!(vyre_program_info, statement_count) - 112usize];
    [
        "Offset of field: vyre_program_info::workgroup",
    ][::core::mem::offset_of!(vyre_program_info, workgroup) - 120usize];
    [
        "Offset of field: vyre_program_info::dimensions",
    ][::core::mem::offset_of!(vyre_program_info, dimensions) - 132usize];
    [
        "Offset of field: vyre_program_info::push_constant_bytes",
    ][::core::mem::offset_of!(vyre_program_info, push_constant_bytes) - 136usize];
    [
        "Offset of field: vyre_program_info::format",
    ][::core::mem::offset_of!(vyre_program_info, format) - 140usize];
    [
        "Offset of field: vyre_program_info::form",
    ][::core::mem::offset_of!(vyre_program_info, form) - 144usize];
    [
        "Offset of field: vyre_program_info::semantics",
    ][::core::mem::offset_of!(vyre_program_info, semantics) - 148usize];
};
/// One descriptor of a module, seen as the caller wants it. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spirv_parameter {
    /// empty: what the module calls it, or "set0.binding1"
    pub name: vyre_string,
    /// "F32"; empty: "Bytes"
    pub element: vyre_string,
    /// 0: known when bound
    pub element_count: u64,
    /// its numbers in the module
    pub set: u32,
    /// its numbers in the module
    pub binding: u32,
    /// where it is bound, within |set|
    pub slot: u32,
    /// READ_ONLY, READ_WRITE or WRITE_ONLY; UNIFORM of uniform blocks
    pub access: vyre_access,
    pub reserved: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_spirv_parameter",
    ][::core::mem::size_of::<vyre_spirv_parameter>() - 64usize];
    [
        "Alignment of vyre_spirv_parameter",
    ][::core::mem::align_of::<vyre_spirv_parameter>() - 8usize];
    [
        "Offset of field: vyre_spirv_parameter::name",
    ][::core::mem::offset_of!(vyre_spirv_parameter, name) - 0usize];
    [
        "Offset of field: vyre_spirv_parameter::element",
    ][::core::mem::offset_of!(vyre_spirv_parameter, element) - 16usize];
    [
        "Offset of field: vyre_spirv_parameter::element_count",
    ][::core::mem::offset_of!(vyre_spirv_parameter, element_count) - 32usize];
    [
        "Offset of field: vyre_spirv_parameter::set",
    ][::core::mem::offset_of!(vyre_spirv_parameter, set) - 40usize];
    [
        "Offset of field: vyre_spirv_parameter::binding",
    ][::core::mem::offset_of!(vyre_spirv_parameter, binding) - 44usize];
    [
        "Offset of field: vyre_spirv_parameter::slot",
    ][::core::mem::offset_of!(vyre_spirv_parameter, slot) - 48usize];
    [
        "Offset of field: vyre_spirv_parameter::access",
    ][::core::mem::offset_of!(vyre_spirv_parameter, access) - 52usize];
    [
        "Offset of field: vyre_spirv_parameter::reserved",
    ][::core::mem::offset_of!(vyre_spirv_parameter, reserved) - 56usize];
};
/// How bytes are read.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_program_desc {
    pub struct_size: usize,
    pub label: vyre_string,
    /// of a module: its entry point; empty: the only one for compute
    pub entry: vyre_string,
    /// of a module, all that are used; NULL: as it says
    pub parameters: *const vyre_spirv_parameter,
    pub parameter_count: usize,
    /// of bytes that nobody trusts; 0: the limit of the IR
    pub max_statements: u64,
    /** size of one element of a parameter; 0: the limit of the IR. A
module has bounds of its own, see vyre_program_load*/
    pub max_element_bytes: u64,
    /// ANY, or insists on one
    pub format: vyre_format,
    /// ANY, or insists on one. 4 and 4 op look alike without it
    pub form: vyre_wire_form,
    /// ANY, or what the program means whatever its form
    pub semantics: vyre_semantics,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_program_desc"][::core::mem::size_of::<vyre_program_desc>() - 88usize];
    [
        "Alignment of vyre_program_desc",
    ][::core::mem::align_of::<vyre_program_desc>() - 8usize];
    [
        "Offset of field: vyre_program_desc::struct_size",
    ][::core::mem::offset_of!(vyre_program_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_program_desc::label",
    ][::core::mem::offset_of!(vyre_program_desc, label) - 8usize];
    [
        "Offset of field: vyre_program_desc::entry",
    ][::core::mem::offset_of!(vyre_program_desc, entry) - 24usize];
    [
        "Offset of field: vyre_program_desc::parameters",
    ][::core::mem::offset_of!(vyre_program_desc, parameters) - 40usize];
    [
        "Offset of field: vyre_program_desc::parameter_count",
    ][::core::mem::offset_of!(vyre_program_desc, parameter_count) - 48usize];
    [
        "Offset of field: vyre_program_desc::max_statements",
    ][::core::mem::offset_of!(vyre_program_desc, max_statements) - 56usize];
    [
        "Offset of field: vyre_program_desc::max_element_bytes",
    ][::core::mem::offset_of!(vyre_program_desc, max_element_bytes) - 64usize];
    [
        "Offset of field: vyre_program_desc::format",
    ][::core::mem::offset_of!(vyre_program_desc, format) - 72usize];
    [
        "Offset of field: vyre_program_desc::form",
    ][::core::mem::offset_of!(vyre_program_desc, form) - 76usize];
    [
        "Offset of field: vyre_program_desc::semantics",
    ][::core::mem::offset_of!(vyre_program_desc, semantics) - 80usize];
    [
        "Offset of field: vyre_program_desc::reserved",
    ][::core::mem::offset_of!(vyre_program_desc, reserved) - 84usize];
};
/// How a program is saved.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_save_desc {
    pub struct_size: usize,
    /// ANY: as it was read; of a program that was built: WIRE
    pub format: vyre_format,
    /** ANY: as it was read; else form 4 where that has one reading and the same
meaning, and form 6 where it has not*/
    pub form: vyre_wire_form,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_save_desc"][::core::mem::size_of::<vyre_save_desc>() - 16usize];
    ["Alignment of vyre_save_desc"][::core::mem::align_of::<vyre_save_desc>() - 8usize];
    [
        "Offset of field: vyre_save_desc::struct_size",
    ][::core::mem::offset_of!(vyre_save_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_save_desc::format",
    ][::core::mem::offset_of!(vyre_save_desc, format) - 8usize];
    [
        "Offset of field: vyre_save_desc::form",
    ][::core::mem::offset_of!(vyre_save_desc, form) - 12usize];
};
pub type vyre_validate_flags = u64;
/// What surrounds a program that is validated. The default is the strictest.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_validate_desc {
    pub struct_size: usize,
    pub flags: vyre_validate_flags,
    /// NULL: the one that the program's context publishes now
    pub registry: *const vyre_registry,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_validate_desc",
    ][::core::mem::size_of::<vyre_validate_desc>() - 24usize];
    [
        "Alignment of vyre_validate_desc",
    ][::core::mem::align_of::<vyre_validate_desc>() - 8usize];
    [
        "Offset of field: vyre_validate_desc::struct_size",
    ][::core::mem::offset_of!(vyre_validate_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_validate_desc::flags",
    ][::core::mem::offset_of!(vyre_validate_desc, flags) - 8usize];
    [
        "Offset of field: vyre_validate_desc::registry",
    ][::core::mem::offset_of!(vyre_validate_desc, registry) - 16usize];
};
/// ---- Pipelines ------------------------------------------------------------------------------
pub type vyre_pipeline_flags = u64;
/// the device keeps nothing, or it is made at the first dispatch
pub const VYRE_ORIGIN_UNKNOWN: vyre_origin = 0;
/// made now
pub const VYRE_ORIGIN_COMPILED: vyre_origin = 1;
/// the cache folder
pub const VYRE_ORIGIN_DISK: vyre_origin = 2;
/// kept by the device
pub const VYRE_ORIGIN_MEMORY: vyre_origin = 3;
/// Where a pipeline's code came from.
pub type vyre_origin = u32;
/// not over
pub const VYRE_WORK_RUNNING: vyre_work_state = 0;
/// over, and it succeeded
pub const VYRE_WORK_READY: vyre_work_state = 1;
/// over, and ..._get_error says why it failed
pub const VYRE_WORK_FAILED: vyre_work_state = 2;
/// How work, or a pipeline in the making, stands.
pub type vyre_work_state = u32;
/** How a program is made for a device.

 Constants. Each that the program names gets the value given here, else its default. Strings and
 values are copied. "vyre.workgroup.x", ".y" and ".z" are the workgroup size, in programs that
 name them. A module takes an integer for the other kind of integer, by its bits.

 Workgroup. A declared size of 1, 1, 1 means "not chosen". Where the program cannot observe its
 workgroups the device then chooses a size, and vyre_pipeline_info has it. |workgroup| {1, 1, 1}
 keeps 1, 1, 1, and so does a program that names its size as a constant. Another size than the
 declared one is refused where the program could observe it, by local or workgroup ids, workgroup
 memory, barriers or subgroup operations. The size of a module is a matter of its constants.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_pipeline_desc {
    pub struct_size: usize,
    pub flags: vyre_pipeline_flags,
    pub label: vyre_string,
    pub constants: *const vyre_constant,
    pub constant_count: usize,
    /// 0: the program's own, or what is chosen
    pub workgroup: [u32; 3usize],
    /** 0: the device's; else of a module alone, a power of two within the
device's, and needs VYRE_FEATURE_SUBGROUP_SIZE_CONTROL*/
    pub subgroup_size: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_pipeline_desc",
    ][::core::mem::size_of::<vyre_pipeline_desc>() - 64usize];
    [
        "Alignment of vyre_pipeline_desc",
    ][::core::mem::align_of::<vyre_pipeline_desc>() - 8usize];
    [
        "Offset of field: vyre_pipeline_desc::struct_size",
    ][::core::mem::offset_of!(vyre_pipeline_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_pipeline_desc::flags",
    ][::core::mem::offset_of!(vyre_pipeline_desc, flags) - 8usize];
    [
        "Offset of field: vyre_pipeline_desc::label",
    ][::core::mem::offset_of!(vyre_pipeline_desc, label) - 16usize];
    [
        "Offset of field: vyre_pipeline_desc::constants",
    ][::core::mem::offset_of!(vyre_pipeline_desc, constants) - 32usize];
    [
        "Offset of field: vyre_pipeline_desc::constant_count",
    ][::core::mem::offset_of!(vyre_pipeline_desc, constant_count) - 40usize];
    [
        "Offset of field: vyre_pipeline_desc::workgroup",
    ][::core::mem::offset_of!(vyre_pipeline_desc, workgroup) - 48usize];
    [
        "Offset of field: vyre_pipeline_desc::subgroup_size",
    ][::core::mem::offset_of!(vyre_pipeline_desc, subgroup_size) - 60usize];
};
/// A pipeline as it runs.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_pipeline_info {
    pub struct_size: usize,
    pub label: vyre_string,
    pub flags: vyre_pipeline_flags,
    pub workgroup_memory_bytes: u64,
    pub workgroup: [u32; 3usize],
    /// 0: the device says nothing
    pub subgroup_size: u32,
    /// as in vyre_program_info
    pub dimensions: u32,
    /// as in vyre_program_info
    pub push_constant_bytes: u32,
    pub origin: vyre_origin,
    /// 1: the device chose |workgroup|; a grid is taken as a shape
    pub workgroup_chosen: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_pipeline_info",
    ][::core::mem::size_of::<vyre_pipeline_info>() - 72usize];
    [
        "Alignment of vyre_pipeline_info",
    ][::core::mem::align_of::<vyre_pipeline_info>() - 8usize];
    [
        "Offset of field: vyre_pipeline_info::struct_size",
    ][::core::mem::offset_of!(vyre_pipeline_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_pipeline_info::label",
    ][::core::mem::offset_of!(vyre_pipeline_info, label) - 8usize];
    [
        "Offset of field: vyre_pipeline_info::flags",
    ][::core::mem::offset_of!(vyre_pipeline_info, flags) - 24usize];
    [
        "Offset of field: vyre_pipeline_info::workgroup_memory_bytes",
    ][::core::mem::offset_of!(vyre_pipeline_info, workgroup_memory_bytes) - 32usize];
    [
        "Offset of field: vyre_pipeline_info::workgroup",
    ][::core::mem::offset_of!(vyre_pipeline_info, workgroup) - 40usize];
    [
        "Offset of field: vyre_pipeline_info::subgroup_size",
    ][::core::mem::offset_of!(vyre_pipeline_info, subgroup_size) - 52usize];
    [
        "Offset of field: vyre_pipeline_info::dimensions",
    ][::core::mem::offset_of!(vyre_pipeline_info, dimensions) - 56usize];
    [
        "Offset of field: vyre_pipeline_info::push_constant_bytes",
    ][::core::mem::offset_of!(vyre_pipeline_info, push_constant_bytes) - 60usize];
    [
        "Offset of field: vyre_pipeline_info::origin",
    ][::core::mem::offset_of!(vyre_pipeline_info, origin) - 64usize];
    [
        "Offset of field: vyre_pipeline_info::workgroup_chosen",
    ][::core::mem::offset_of!(vyre_pipeline_info, workgroup_chosen) - 68usize];
};
/// none of the others, or unknown
pub const VYRE_DEVICE_OTHER: vyre_device_kind = 0;
/// a GPU that shares the host's memory
pub const VYRE_DEVICE_INTEGRATED: vyre_device_kind = 1;
/// a GPU with memory of its own
pub const VYRE_DEVICE_DISCRETE: vyre_device_kind = 2;
/// a part of a GPU, in a virtual machine
pub const VYRE_DEVICE_VIRTUAL: vyre_device_kind = 3;
/// a software implementation
pub const VYRE_DEVICE_CPU: vyre_device_kind = 4;
/// the reference interpreter
pub const VYRE_DEVICE_ORACLE: vyre_device_kind = 5;
/// What a device is made of.
pub type vyre_device_kind = u32;
/// the host's clock around a dispatch
pub const VYRE_TIMING_HOST_ONLY: vyre_timing = 0;
/// the host's clock, submission and wait apart
pub const VYRE_TIMING_HOST_ENQUEUE_WAIT: vyre_timing = 1;
/// the device's clock
pub const VYRE_TIMING_DEVICE_TIMESTAMPS: vyre_timing = 2;
/// the device's counters
pub const VYRE_TIMING_HARDWARE_COUNTERS: vyre_timing = 3;
/// What the times of a device come from, the best that it has.
pub type vyre_timing = u32;
/// nobody says it
pub const VYRE_FACT_UNKNOWN: vyre_fact = 0;
/// the driver or the backend says it
pub const VYRE_FACT_REPORTED: vyre_fact = 1;
/// vyre_device_measure_bandwidth, in this process
pub const VYRE_FACT_MEASURED: vyre_fact = 2;
/// Where a fact comes from.
pub type vyre_fact = u32;
/// What a device can do.
pub type vyre_features = u64;
/// What a device does that a planner has to know.
pub type vyre_quirks = u64;
/// How memory or a semaphore is shared with another interface or process.
pub type vyre_handle_types = u64;
/// Facts about a device, as it reports them. 0 is unknown or none, here alone. Plug-ins fill one.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_device_info {
    pub struct_size: usize,
    /// what opens it: "vulkan:<uuid>", "cpu-ref"
    pub id: vyre_string,
    /// its family: "vulkan"
    pub backend: vyre_string,
    /// of the backend and what drives it
    pub backend_version: vyre_string,
    /// "llvmpipe (LLVM 15.0.6, 256 bits)"
    pub name: vyre_string,
    /// "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
    pub driver: vyre_string,
    /// "1.3.230"
    pub api_version: vyre_string,
    pub features: vyre_features,
    pub quirks: vyre_quirks,
    /** What it runs: ids of statements and expressions of the IR ("vyre.node.trap", "vyre.load"), then
 of ops that a plug-in or a lowering carries out here.*/
    pub ops: *const *const vyre_string,
    pub op_count: usize,
    /// that buffers can be shared by
    pub memory_imports: vyre_handle_types,
    /// that buffers can be shared by
    pub memory_exports: vyre_handle_types,
    /// that semaphores can be shared by
    pub semaphore_imports: vyre_handle_types,
    /// that semaphores can be shared by
    pub semaphore_exports: vyre_handle_types,
    /// of one binding; of one vyre_buffer
    pub max_buffer_bytes: u64,
    /// of one binding; of one vyre_buffer
    pub max_allocation_bytes: u64,
    /// its own; of the host that it reaches
    pub device_memory_bytes: u64,
    /// its own; of the host that it reaches
    pub host_memory_bytes: u64,
    /// of its memory, reads and writes together
    pub bytes_per_second: u64,
    /// of address and size of host memory that is shared
    pub host_import_alignment: u64,
    pub device_uuid: [u8; 16usize],
    pub driver_uuid: [u8; 16usize],
    pub kind: vyre_device_kind,
    pub timing_quality: vyre_timing,
    /// of |timing_quality| and |bytes_per_second|
    pub timing_source: vyre_fact,
    /// of |timing_quality| and |bytes_per_second|
    pub bandwidth_source: vyre_fact,
    pub pci_vendor: u32,
    pub pci_device: u32,
    pub driver_version: u32,
    /// invocations on each axis
    pub max_workgroup_size: [u32; 3usize],
    /// of one launch; larger grids are split
    pub max_workgroup_count: [u32; 3usize],
    /// of all axes together
    pub max_workgroup_invocations: u32,
    /// of one kernel: buffers; images
    pub max_parameters: u32,
    /// of one kernel: buffers; images
    pub max_images: u32,
    pub max_push_constant_bytes: u32,
    pub workgroup_memory_bytes: u32,
    pub subgroup_size: u32,
    pub subgroup_size_min: u32,
    pub subgroup_size_max: u32,
    /// of an invocation, after which the device stops loops
    pub max_loop_trips: u32,
    /// loads, stores, atomics of a kernel; longer ones are cut
    pub max_buffer_accesses: u32,
    /// of bound ranges of buffers
    pub buffer_offset_alignment: u32,
    /** Multiprocessors that workgroups are given to, and subgroups that each holds at a time: as
 NVIDIA and AMD tell.*/
    pub compute_units: u32,
    /** Multiprocessors that workgroups are given to, and subgroups that each holds at a time: as
 NVIDIA and AMD tell.*/
    pub subgroups_per_unit: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_device_info"][::core::mem::size_of::<vyre_device_info>() - 352usize];
    [
        "Alignment of vyre_device_info",
    ][::core::mem::align_of::<vyre_device_info>() - 8usize];
    [
        "Offset of field: vyre_device_info::struct_size",
    ][::core::mem::offset_of!(vyre_device_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_device_info::id",
    ][::core::mem::offset_of!(vyre_device_info, id) - 8usize];
    [
        "Offset of field: vyre_device_info::backend",
    ][::core::mem::offset_of!(vyre_device_info, backend) - 24usize];
    [
        "Offset of field: vyre_device_info::backend_version",
    ][::core::mem::offset_of!(vyre_device_info, backend_version) - 40usize];
    [
        "Offset of field: vyre_device_info::name",
    ][::core::mem::offset_of!(vyre_device_info, name) - 56usize];
    [
        "Offset of field: vyre_device_info::driver",
    ][::core::mem::offset_of!(vyre_device_info, driver) - 72usize];
    [
        "Offset of field: vyre_device_info::api_version",
    ][::core::mem::offset_of!(vyre_device_info, api_version) - 88usize];
    [
        "Offset of field: vyre_device_info::features",
    ][::core::mem::offset_of!(vyre_device_info, features) - 104usize];
    [
        "Offset of field: vyre_device_info::quirks",
    ][::core::mem::offset_of!(vyre_device_info, quirks) - 112usize];
    [
        "Offset of field: vyre_device_info::ops",
    ][::core::mem::offset_of!(vyre_device_info, ops) - 120usize];
    [
        "Offset of field: vyre_device_info::op_count",
    ][::core::mem::offset_of!(vyre_device_info, op_count) - 128usize];
    [
        "Offset of field: vyre_device_info::memory_imports",
    ][::core::mem::offset_of!(vyre_device_info, memory_imports) - 136usize];
    [
        "Offset of field: vyre_device_info::memory_exports",
    ][::core::mem::offset_of!(vyre_device_info, memory_exports) - 144usize];
    [
        "Offset of field: vyre_device_info::semaphore_imports",
    ][::core::mem::offset_of!(vyre_device_info, semaphore_imports) - 152usize];
    [
        "Offset of field: vyre_device_info::semaphore_exports",
    ][::core::mem::offset_of!(vyre_device_info, semaphore_exports) - 160usize];
    [
        "Offset of field: vyre_device_info::max_buffer_bytes",
    ][::core::mem::offset_of!(vyre_device_info, max_buffer_bytes) - 168usize];
    [
        "Offset of field: vyre_device_info::max_allocation_bytes",
    ][::core::mem::offset_of!(vyre_device_info, max_allocation_bytes) - 176usize];
    [
        "Offset of field: vyre_device_info::device_memory_bytes",
    ][::core::mem::offset_of!(vyre_device_info, device_memory_bytes) - 184usize];
    [
        "Offset of field: vyre_device_info::host_memory_bytes",
    ][::core::mem::offset_of!(vyre_device_info, host_memory_bytes) - 192usize];
    [
        "Offset of field: vyre_device_info::bytes_per_second",
    ][::core::mem::offset_of!(vyre_device_info, bytes_per_second) - 200usize];
    [
        "Offset of field: vyre_device_info::host_import_alignment",
    ][::core::mem::offset_of!(vyre_device_info, host_import_alignment) - 208usize];
    [
        "Offset of field: vyre_device_info::device_uuid",
    ][::core::mem::offset_of!(vyre_device_info, device_uuid) - 216usize];
    [
        "Offset of field: vyre_device_info::driver_uuid",
    ][::core::mem::offset_of!(vyre_device_info, driver_uuid) - 232usize];
    [
        "Offset of field: vyre_device_info::kind",
    ][::core::mem::offset_of!(vyre_device_info, kind) - 248usize];
    [
        "Offset of field: vyre_device_info::timing_quality",
    ][::core::mem::offset_of!(vyre_device_info, timing_quality) - 252usize];
    [
        "Offset of field: vyre_device_info::timing_source",
    ][::core::mem::offset_of!(vyre_device_info, timing_source) - 256usize];
    [
        "Offset of field: vyre_device_info::bandwidth_source",
    ][::core::mem::offset_of!(vyre_device_info, bandwidth_source) - 260usize];
    [
        "Offset of field: vyre_device_info::pci_vendor",
    ][::core::mem::offset_of!(vyre_device_info, pci_vendor) - 264usize];
    [
        "Offset of field: vyre_device_info::pci_device",
    ][::core::mem::offset_of!(vyre_device_info, pci_device) - 268usize];
    [
        "Offset of field: vyre_device_info::driver_version",
    ][::core::mem::offset_of!(vyre_device_info, driver_version) - 272usize];
    [
        "Offset of field: vyre_device_info::max_workgroup_size",
    ][::core::mem::offset_of!(vyre_device_info, max_workgroup_size) - 276usize];
    [
        "Offset of field: vyre_device_info::max_workgroup_count",
    ][::core::mem::offset_of!(vyre_device_info, max_workgroup_count) - 288usize];
    [
        "Offset of field: vyre_device_info::max_workgroup_invocations",
    ][::core::mem::offset_of!(vyre_device_info, max_workgroup_invocations) - 300usize];
    [
        "Offset of field: vyre_device_info::max_parameters",
    ][::core::mem::offset_of!(vyre_device_info, max_parameters) - 304usize];
    [
        "Offset of field: vyre_device_info::max_images",
    ][::core::mem::offset_of!(vyre_device_info, max_images) - 308usize];
    [
        "Offset of field: vyre_device_info::max_push_constant_bytes",
    ][::core::mem::offset_of!(vyre_device_info, max_push_constant_bytes) - 312usize];
    [
        "Offset of field: vyre_device_info::workgroup_memory_bytes",
    ][::core::mem::offset_of!(vyre_device_info, workgroup_memory_bytes) - 316usize];
    [
        "Offset of field: vyre_device_info::subgroup_size",
    ][::core::mem::offset_of!(vyre_device_info, subgroup_size) - 320usize];
    [
        "Offset of field: vyre_device_info::subgroup_size_min",
    ][::core::mem::offset_of!(vyre_device_info, subgroup_size_min) - 324usize];
    [
        "Offset of field: vyre_device_info::subgroup_size_max",
    ][::core::mem::offset_of!(vyre_device_info, subgroup_size_max) - 328usize];
    [
        "Offset of field: vyre_device_info::max_loop_trips",
    ][::core::mem::offset_of!(vyre_device_info, max_loop_trips) - 332usize];
    [
        "Offset of field: vyre_device_info::max_buffer_accesses",
    ][::core::mem::offset_of!(vyre_device_info, max_buffer_accesses) - 336usize];
    [
        "Offset of field: vyre_device_info::buffer_offset_alignment",
    ][::core::mem::offset_of!(vyre_device_info, buffer_offset_alignment) - 340usize];
    [
        "Offset of field: vyre_device_info::compute_units",
    ][::core::mem::offset_of!(vyre_device_info, compute_units) - 344usize];
    [
        "Offset of field: vyre_device_info::subgroups_per_unit",
    ][::core::mem::offset_of!(vyre_device_info, subgroups_per_unit) - 348usize];
};
pub type vyre_select_flags = u64;
/** Which devices are considered. Where |id| and |exclude| are empty and the context reads the
 environment, VYRE_BACKEND (an id) and VYRE_BACKEND_EXCLUDE (ids with commas between) stand in
 their place.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_device_desc {
    pub struct_size: usize,
    pub flags: vyre_select_flags,
    /// "vulkan" (its best), "vulkan:<uuid>", "cpu-ref"; empty: all but oracles
    pub id: vyre_string,
    /// ids that are left out
    pub exclude: *const vyre_string,
    pub exclude_count: usize,
    /** only devices that can run all of these. A plug-in is
asked when it is open*/
    pub programs: *const *const vyre_program,
    pub program_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_device_desc"][::core::mem::size_of::<vyre_device_desc>() - 64usize];
    [
        "Alignment of vyre_device_desc",
    ][::core::mem::align_of::<vyre_device_desc>() - 8usize];
    [
        "Offset of field: vyre_device_desc::struct_size",
    ][::core::mem::offset_of!(vyre_device_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_device_desc::flags",
    ][::core::mem::offset_of!(vyre_device_desc, flags) - 8usize];
    [
        "Offset of field: vyre_device_desc::id",
    ][::core::mem::offset_of!(vyre_device_desc, id) - 16usize];
    [
        "Offset of field: vyre_device_desc::exclude",
    ][::core::mem::offset_of!(vyre_device_desc, exclude) - 32usize];
    [
        "Offset of field: vyre_device_desc::exclude_count",
    ][::core::mem::offset_of!(vyre_device_desc, exclude_count) - 40usize];
    [
        "Offset of field: vyre_device_desc::programs",
    ][::core::mem::offset_of!(vyre_device_desc, programs) - 48usize];
    [
        "Offset of field: vyre_device_desc::program_count",
    ][::core::mem::offset_of!(vyre_device_desc, program_count) - 56usize];
};
/// Memory of a device, as it is now.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_memory_usage {
    pub struct_size: usize,
    /// that the device has
    pub total_bytes: u64,
    /// that the process may use now; UNKNOWN without FEATURE_MEMORY_BUDGET
    pub budget_bytes: u64,
    /// that the process uses, others in it included; UNKNOWN likewise
    pub process_bytes: u64,
    /// taken by this device object; of these in use
    pub reserved_bytes: u64,
    /// taken by this device object; of these in use
    pub used_bytes: u64,
    /// the highest |reserved_bytes| so far
    pub peak_bytes: u64,
    /// from the driver so far, a count that only grows
    pub allocations: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_memory_usage"][::core::mem::size_of::<vyre_memory_usage>() - 64usize];
    [
        "Alignment of vyre_memory_usage",
    ][::core::mem::align_of::<vyre_memory_usage>() - 8usize];
    [
        "Offset of field: vyre_memory_usage::struct_size",
    ][::core::mem::offset_of!(vyre_memory_usage, struct_size) - 0usize];
    [
        "Offset of field: vyre_memory_usage::total_bytes",
    ][::core::mem::offset_of!(vyre_memory_usage, total_bytes) - 8usize];
    [
        "Offset of field: vyre_memory_usage::budget_bytes",
    ][::core::mem::offset_of!(vyre_memory_usage, budget_bytes) - 16usize];
    [
        "Offset of field: vyre_memory_usage::process_bytes",
    ][::core::mem::offset_of!(vyre_memory_usage, process_bytes) - 24usize];
    [
        "Offset of field: vyre_memory_usage::reserved_bytes",
    ][::core::mem::offset_of!(vyre_memory_usage, reserved_bytes) - 32usize];
    [
        "Offset of field: vyre_memory_usage::used_bytes",
    ][::core::mem::offset_of!(vyre_memory_usage, used_bytes) - 40usize];
    [
        "Offset of field: vyre_memory_usage::peak_bytes",
    ][::core::mem::offset_of!(vyre_memory_usage, peak_bytes) - 48usize];
    [
        "Offset of field: vyre_memory_usage::allocations",
    ][::core::mem::offset_of!(vyre_memory_usage, allocations) - 56usize];
};
/** Asked before |wanted| bytes are taken from the driver beside |used|, beyond the budget. 0
 refuses: the call that wants them is DEVICE_OUT_OF_MEMORY. On its thread and inside of it: of the
 same device it may free and destroy objects and call vyre_device_get_memory, no more.*/
pub type vyre_budget_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void, wanted: u64, used: u64) -> u32,
>;
/// nobody decided
pub const VYRE_DECISION_NOTHING: vyre_decision = 0;
/// nothing comes before it
pub const VYRE_DECISION_BEST: vyre_decision = 1;
/// software comes after real devices
pub const VYRE_DECISION_SOFTWARE: vyre_decision = 2;
/// lower capability score than the one before it
pub const VYRE_DECISION_SCORE: vyre_decision = 3;
/// lower timing quality
pub const VYRE_DECISION_TIMING: vyre_decision = 4;
/// less memory bandwidth
pub const VYRE_DECISION_BANDWIDTH: vyre_decision = 5;
/// higher rank
pub const VYRE_DECISION_RANK: vyre_decision = 6;
/// finding it took longer
pub const VYRE_DECISION_ACQUISITION: vyre_decision = 7;
/// equal in all facts, and its id comes later
pub const VYRE_DECISION_ID: vyre_decision = 8;
/// no candidate: it cannot be used
pub const VYRE_DECISION_UNUSABLE: vyre_decision = 9;
/// no candidate: another id is asked for
pub const VYRE_DECISION_NAME: vyre_decision = 10;
/// no candidate: excluded
pub const VYRE_DECISION_EXCLUSION: vyre_decision = 11;
/// no candidate: VYRE_SELECT_NO_SOFTWARE
pub const VYRE_DECISION_REFUSAL: vyre_decision = 12;
/// no candidate: oracles are opened by their id alone
pub const VYRE_DECISION_ORACLE: vyre_decision = 13;
/// no candidate: its backend is not declared to dispatch
pub const VYRE_DECISION_DISPATCH: vyre_decision = 14;
/// no candidate: it cannot run a program of the description
pub const VYRE_DECISION_PROGRAM: vyre_decision = 15;
/// The first fact that put a device where it is in the list.
pub type vyre_decision = u32;
pub type vyre_device_entry_flags = u64;
/// One device as the choice sees it.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_device_entry_info {
    pub struct_size: usize,
    /// what vyre_device_open takes
    pub id: vyre_string,
    /// why it is chosen, comes later, is no candidate or cannot be used
    pub reason: vyre_string,
    pub flags: vyre_device_entry_flags,
    /// NULL: it cannot be used
    pub info: *const vyre_device_info,
    /// every fact that the description's programs want in vain
    pub missing: *const *const vyre_finding,
    pub missing_count: usize,
    /// that it took to find it, once per context
    pub acquisition_ns: u64,
    /// of its capabilities, 0 to 66
    pub score: u32,
    /// of its backend; lower is better
    pub rank: u32,
    /// among the candidates, from 1; 0: it is none
    pub order: u32,
    /// |reason| as data
    pub decision: vyre_decision,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_device_entry_info",
    ][::core::mem::size_of::<vyre_device_entry_info>() - 96usize];
    [
        "Alignment of vyre_device_entry_info",
    ][::core::mem::align_of::<vyre_device_entry_info>() - 8usize];
    [
        "Offset of field: vyre_device_entry_info::struct_size",
    ][::core::mem::offset_of!(vyre_device_entry_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_device_entry_info::id",
    ][::core::mem::offset_of!(vyre_device_entry_info, id) - 8usize];
    [
        "Offset of field: vyre_device_entry_info::reason",
    ][::core::mem::offset_of!(vyre_device_entry_info, reason) - 24usize];
    [
        "Offset of field: vyre_device_entry_info::flags",
    ][::core::mem::offset_of!(vyre_device_entry_info, flags) - 40usize];
    [
        "Offset of field: vyre_device_entry_info::info",
    ][::core::mem::offset_of!(vyre_device_entry_info, info) - 48usize];
    [
        "Offset of field: vyre_device_entry_info::missing",
    ][::core::mem::offset_of!(vyre_device_entry_info, missing) - 56usize];
    [
        "Offset of field: vyre_device_entry_info::missing_count",
    ][::core::mem::offset_of!(vyre_device_entry_info, missing_count) - 64usize];
    [
        "Offset of field: vyre_device_entry_info::acquisition_ns",
    ][::core::mem::offset_of!(vyre_device_entry_info, acquisition_ns) - 72usize];
    [
        "Offset of field: vyre_device_entry_info::score",
    ][::core::mem::offset_of!(vyre_device_entry_info, score) - 80usize];
    [
        "Offset of field: vyre_device_entry_info::rank",
    ][::core::mem::offset_of!(vyre_device_entry_info, rank) - 84usize];
    [
        "Offset of field: vyre_device_entry_info::order",
    ][::core::mem::offset_of!(vyre_device_entry_info, order) - 88usize];
    [
        "Offset of field: vyre_device_entry_info::decision",
    ][::core::mem::offset_of!(vyre_device_entry_info, decision) - 92usize];
};
/// All devices of the machine.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_device_list_info {
    pub struct_size: usize,
    /// candidates first, best first
    pub devices: *const *const vyre_device_entry_info,
    pub device_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_device_list_info",
    ][::core::mem::size_of::<vyre_device_list_info>() - 24usize];
    [
        "Alignment of vyre_device_list_info",
    ][::core::mem::align_of::<vyre_device_list_info>() - 8usize];
    [
        "Offset of field: vyre_device_list_info::struct_size",
    ][::core::mem::offset_of!(vyre_device_list_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_device_list_info::devices",
    ][::core::mem::offset_of!(vyre_device_list_info, devices) - 8usize];
    [
        "Offset of field: vyre_device_list_info::device_count",
    ][::core::mem::offset_of!(vyre_device_list_info, device_count) - 16usize];
};
/** Each call here sees what work submitted earlier wrote, and work submitted later sees what it
 writes. All ranges have to lie inside of their buffer.*/
pub type vyre_buffer_flags = u64;
/// How a buffer is made.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_buffer_desc {
    pub struct_size: usize,
    pub flags: vyre_buffer_flags,
    pub label: vyre_string,
    /// that it can be exported as; implies DEDICATED
    pub exports: vyre_handle_types,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_buffer_desc"][::core::mem::size_of::<vyre_buffer_desc>() - 40usize];
    [
        "Alignment of vyre_buffer_desc",
    ][::core::mem::align_of::<vyre_buffer_desc>() - 8usize];
    [
        "Offset of field: vyre_buffer_desc::struct_size",
    ][::core::mem::offset_of!(vyre_buffer_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_buffer_desc::flags",
    ][::core::mem::offset_of!(vyre_buffer_desc, flags) - 8usize];
    [
        "Offset of field: vyre_buffer_desc::label",
    ][::core::mem::offset_of!(vyre_buffer_desc, label) - 16usize];
    [
        "Offset of field: vyre_buffer_desc::exports",
    ][::core::mem::offset_of!(vyre_buffer_desc, exports) - 32usize];
};
/// What a buffer is.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_buffer_info {
    pub struct_size: usize,
    pub label: vyre_string,
    /// that it was made with, also after vyre_buffer_free
    pub size: u64,
    pub flags: vyre_buffer_flags,
    pub exports: vyre_handle_types,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_buffer_info"][::core::mem::size_of::<vyre_buffer_info>() - 48usize];
    [
        "Alignment of vyre_buffer_info",
    ][::core::mem::align_of::<vyre_buffer_info>() - 8usize];
    [
        "Offset of field: vyre_buffer_info::struct_size",
    ][::core::mem::offset_of!(vyre_buffer_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_buffer_info::label",
    ][::core::mem::offset_of!(vyre_buffer_info, label) - 8usize];
    [
        "Offset of field: vyre_buffer_info::size",
    ][::core::mem::offset_of!(vyre_buffer_info, size) - 24usize];
    [
        "Offset of field: vyre_buffer_info::flags",
    ][::core::mem::offset_of!(vyre_buffer_info, flags) - 32usize];
    [
        "Offset of field: vyre_buffer_info::exports",
    ][::core::mem::offset_of!(vyre_buffer_info, exports) - 40usize];
};
/// |size| bytes at |input|
pub const VYRE_BIND_INPUT: vyre_bind_kind = 1;
/// starts zeroed; the result goes to |output|, which has |size| bytes
pub const VYRE_BIND_OUTPUT: vyre_bind_kind = 2;
/// starts with |size| bytes at |input|; the result goes to |output|
pub const VYRE_BIND_INOUT: vyre_bind_kind = 3;
/// |size| zeroed bytes; nothing is read back
pub const VYRE_BIND_ZEROS: vyre_bind_kind = 4;
/// |size| bytes from |offset| of |buffer|
pub const VYRE_BIND_BUFFER: vyre_bind_kind = 5;
/// |image|, of a module: vyre_driver_image.h
pub const VYRE_BIND_IMAGE: vyre_bind_kind = 6;
/// |sampler|, likewise
pub const VYRE_BIND_SAMPLER: vyre_bind_kind = 7;
/// What a binding gives.
pub type vyre_bind_kind = u32;
/** What one parameter gets in one dispatch; made with vyre_bind_... Fields that |kind| does not use
 are 0. 96 bytes on 64-bit systems; never changes.

   role             may be bound as                        unbound
   INPUT, UNIFORM   INPUT, ZEROS, BUFFER                   error
   INPUT_OUTPUT     INPUT, INOUT, OUTPUT, ZEROS, BUFFER    error
   OUTPUT           OUTPUT, ZEROS, BUFFER                  zeroed, not read back
   PERSISTENT       INPUT, INOUT, OUTPUT, ZEROS, BUFFER    zeroed, not read back
   SHARED           nothing                                always

 What is no buffer is bound as IMAGE or SAMPLER, and cannot stay unbound.

 Sizes. A parameter with an element count takes exactly its packed size; an OUTPUT may have more
 room, and needs only the returned range where there is one. Any other takes its count from
 |size|, a multiple of the element size, and cannot stay unbound.

 Types. A binding has bytes and no type: a double for an F32 is taken for two of them.

 Contents. A dispatch never zeroes a buffer of the device: a program finds what was written last.

 Overlap. Inputs may share bytes. What is written may not share bytes with another binding, of a
 buffer or of host memory: that is refused, unless the pipeline has ALLOW_OVERLAP.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_binding {
    /// of the parameter; empty: found by |slot|
    pub name: vyre_string,
    /// read in the call
    pub input: *const ::core::ffi::c_void,
    /// written in the call, or by vyre_work_collect
    pub output: *mut ::core::ffi::c_void,
    pub buffer: *mut vyre_buffer,
    pub image: *mut vyre_image,
    /// also beside |image|, of a SAMPLED_TEXTURE
    pub sampler: *mut vyre_sampler,
    /// in |buffer|, a multiple of |buffer_offset_alignment|
    pub offset: u64,
    /// of |buffer| VYRE_WHOLE_SIZE: to its end
    pub size: u64,
    /// of a module within |set|
    pub slot: u32,
    /// of the descriptor, in an array of them
    pub array_index: u32,
    pub kind: vyre_bind_kind,
    /// of |image|: one level, or VYRE_ALL_MIP_LEVELS
    pub mip_level: u32,
    /// of a module
    pub set: u32,
    /// of a module
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_binding"][::core::mem::size_of::<vyre_binding>() - 96usize];
    ["Alignment of vyre_binding"][::core::mem::align_of::<vyre_binding>() - 8usize];
    [
        "Offset of field: vyre_binding::name",
    ][::core::mem::offset_of!(vyre_binding, name) - 0usize];
    [
        "Offset of field: vyre_binding::input",
    ][::core::mem::offset_of!(vyre_binding, input) - 16usize];
    [
        "Offset of field: vyre_binding::output",
    ][::core::mem::offset_of!(vyre_binding, output) - 24usize];
    [
        "Offset of field: vyre_binding::buffer",
    ][::core::mem::offset_of!(vyre_binding, buffer) - 32usize];
    [
        "Offset of field: vyre_binding::image",
    ][::core::mem::offset_of!(vyre_binding, image) - 40usize];
    [
        "Offset of field: vyre_binding::sampler",
    ][::core::mem::offset_of!(vyre_binding, sampler) - 48usize];
    [
        "Offset of field: vyre_binding::offset",
    ][::core::mem::offset_of!(vyre_binding, offset) - 56usize];
    [
        "Offset of field: vyre_binding::size",
    ][::core::mem::offset_of!(vyre_binding, size) - 64usize];
    [
        "Offset of field: vyre_binding::slot",
    ][::core::mem::offset_of!(vyre_binding, slot) - 72usize];
    [
        "Offset of field: vyre_binding::array_index",
    ][::core::mem::offset_of!(vyre_binding, array_index) - 76usize];
    [
        "Offset of field: vyre_binding::kind",
    ][::core::mem::offset_of!(vyre_binding, kind) - 80usize];
    [
        "Offset of field: vyre_binding::mip_level",
    ][::core::mem::offset_of!(vyre_binding, mip_level) - 84usize];
    [
        "Offset of field: vyre_binding::set",
    ][::core::mem::offset_of!(vyre_binding, set) - 88usize];
    [
        "Offset of field: vyre_binding::reserved",
    ][::core::mem::offset_of!(vyre_binding, reserved) - 92usize];
};
/// ---- Dispatch and work ----------------------------------------------------------------------
pub type vyre_dispatch_flags = u64;
/// whole where the device can, else cut at its barriers
pub const VYRE_SPLIT_AUTOMATIC: vyre_split = 0;
/// whole, or COOPERATIVE_RESIDENCY
pub const VYRE_SPLIT_NEVER: vyre_split = 1;
/// cut, also where it need not be
pub const VYRE_SPLIT_ALWAYS: vyre_split = 2;
/// How a program with grid barriers runs. Of others nothing depends on it.
pub type vyre_split = u32;
/// |size| bytes for |offset| of a module's push constants. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_push_range {
    /// read in the call
    pub data: *const ::core::ffi::c_void,
    pub size: usize,
    pub offset: u64,
    pub reserved: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_push_range"][::core::mem::size_of::<vyre_push_range>() - 32usize];
    [
        "Alignment of vyre_push_range",
    ][::core::mem::align_of::<vyre_push_range>() - 8usize];
    [
        "Offset of field: vyre_push_range::data",
    ][::core::mem::offset_of!(vyre_push_range, data) - 0usize];
    [
        "Offset of field: vyre_push_range::size",
    ][::core::mem::offset_of!(vyre_push_range, size) - 8usize];
    [
        "Offset of field: vyre_push_range::offset",
    ][::core::mem::offset_of!(vyre_push_range, offset) - 16usize];
    [
        "Offset of field: vyre_push_range::reserved",
    ][::core::mem::offset_of!(vyre_push_range, reserved) - 24usize];
};
/// The moment at which a semaphore reaches |value|. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_sync_point {
    pub semaphore: *mut vyre_semaphore,
    pub value: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_sync_point"][::core::mem::size_of::<vyre_sync_point>() - 16usize];
    [
        "Alignment of vyre_sync_point",
    ][::core::mem::align_of::<vyre_sync_point>() - 8usize];
    [
        "Offset of field: vyre_sync_point::semaphore",
    ][::core::mem::offset_of!(vyre_sync_point, semaphore) - 0usize];
    [
        "Offset of field: vyre_sync_point::value",
    ][::core::mem::offset_of!(vyre_sync_point, value) - 8usize];
};
/** How a pipeline runs. At most one of |shape|, |grid| and |grid_buffer| is given.

 Shape. Exactly these invocations run; an axis that is not used is 1. A program that needs whole
 workgroups (barriers, workgroup memory, subgroup operations) wants multiples of their size: else
 the call is INVALID_ARGUMENT and names the next larger shape. Of other programs the first
 dispatch with a part of a workgroup compiles a second form of the kernel. The shape of a module
 is rounded up to whole workgroups, and its own code has to look at the rest. A plug-in's device
 runs whole workgroups alone: other shapes are UNSUPPORTED_FEATURE.

 Grid. So many of the program's own workgroups run, whole. Where the device chose the size, it is
 the shape of as many invocations.

 Neither. A program that looks at one axis gets an invocation for each element of the largest
 parameter that it writes. With atomics or workgroup memory the largest of all counts. A program
 that looks at 2 or 3 axes is INVALID_ARGUMENT, and so is a module that writes bytes without a
 type.

 Zero. {0, 0, 0} is "not given"; a zero beside other numbers is an error. See MAY_BE_EMPTY.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_dispatch_desc {
    pub struct_size: usize,
    pub flags: vyre_dispatch_flags,
    pub label: vyre_string,
    /// INIT VYRE_FOREVER. Behind it the work is cancelled, of a twin too
    pub timeout_ns: u64,
    /// invocations on each axis; or
    pub shape: [u32; 3usize],
    /// workgroups on each axis; or
    pub grid: [u32; 3usize],
    /** three u32, workgroups on each axis, read when the device gets there.
Zeroes run nothing, counts over the device's limits trap.
A size that the device chose is 1, 1, 1 again*/
    pub grid_buffer: *mut vyre_buffer,
    /// of these, a multiple of 4
    pub grid_offset: u64,
    pub split: vyre_split,
    /** INIT 1. How often it runs on the same buffers, each time after the other;
with segments of a program that is cut 65,536 runs at the longest*/
    pub iterations: u32,
    /** of a module, the later above the earlier. Every member of its
block is given; bytes behind it are dropped*/
    pub push: *const vyre_push_range,
    pub push_count: usize,
    /// the work begins behind all of these
    pub wait_points: *const vyre_sync_point,
    pub wait_point_count: usize,
    /** reached at its end, failed or not; not when the
device is lost*/
    pub signal_points: *const vyre_sync_point,
    /// the points, |timeout_ns| and TIMED: not of a step or a recording
    pub signal_point_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_dispatch_desc",
    ][::core::mem::size_of::<vyre_dispatch_desc>() - 136usize];
    [
        "Alignment of vyre_dispatch_desc",
    ][::core::mem::align_of::<vyre_dispatch_desc>() - 8usize];
    [
        "Offset of field: vyre_dispatch_desc::struct_size",
    ][::core::mem::offset_of!(vyre_dispatch_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_dispatch_desc::flags",
    ][::core::mem::offset_of!(vyre_dispatch_desc, flags) - 8usize];
    [
        "Offset of field: vyre_dispatch_desc::label",
    ][::core::mem::offset_of!(vyre_dispatch_desc, label) - 16usize];
    [
        "Offset of field: vyre_dispatch_desc::timeout_ns",
    ][::core::mem::offset_of!(vyre_dispatch_desc, timeout_ns) - 32usize];
    [
        "Offset of field: vyre_dispatch_desc::shape",
    ][::core::mem::offset_of!(vyre_dispatch_desc, shape) - 40usize];
    [
        "Offset of field: vyre_dispatch_desc::grid",
    ][::core::mem::offset_of!(vyre_dispatch_desc, grid) - 52usize];
    [
        "Offset of field: vyre_dispatch_desc::grid_buffer",
    ][::core::mem::offset_of!(vyre_dispatch_desc, grid_buffer) - 64usize];
    [
        "Offset of field: vyre_dispatch_desc::grid_offset",
    ][::core::mem::offset_of!(vyre_dispatch_desc, grid_offset) - 72usize];
    [
        "Offset of field: vyre_dispatch_desc::split",
    ][::core::mem::offset_of!(vyre_dispatch_desc, split) - 80usize];
    [
        "Offset of field: vyre_dispatch_desc::iterations",
    ][::core::mem::offset_of!(vyre_dispatch_desc, iterations) - 84usize];
    [
        "Offset of field: vyre_dispatch_desc::push",
    ][::core::mem::offset_of!(vyre_dispatch_desc, push) - 88usize];
    [
        "Offset of field: vyre_dispatch_desc::push_count",
    ][::core::mem::offset_of!(vyre_dispatch_desc, push_count) - 96usize];
    [
        "Offset of field: vyre_dispatch_desc::wait_points",
    ][::core::mem::offset_of!(vyre_dispatch_desc, wait_points) - 104usize];
    [
        "Offset of field: vyre_dispatch_desc::wait_point_count",
    ][::core::mem::offset_of!(vyre_dispatch_desc, wait_point_count) - 112usize];
    [
        "Offset of field: vyre_dispatch_desc::signal_points",
    ][::core::mem::offset_of!(vyre_dispatch_desc, signal_points) - 120usize];
    [
        "Offset of field: vyre_dispatch_desc::signal_point_count",
    ][::core::mem::offset_of!(vyre_dispatch_desc, signal_point_count) - 128usize];
};
/// What is known about work that has ended. A time that was not measured is VYRE_UNKNOWN.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_dispatch_result {
    pub struct_size: usize,
    /// from the submission to the observed end
    pub host_ns: u64,
    /** Of the host: from the call to the submission, and waiting for the end, of all who waited. Both
 are VYRE_UNKNOWN with UNTIL_STABLE, whose passes are submissions of their own.*/
    pub enqueue_ns: u64,
    /** Of the host: from the call to the submission, and waiting for the end, of all who waited. Both
 are VYRE_UNKNOWN with UNTIL_STABLE, whose passes are submissions of their own.*/
    pub wait_ns: u64,
    /// measured by the device; needs TIMED
    pub device_ns: u64,
    /// written to host memory
    pub output_bytes: u64,
    /// workgroups that ran; 0 with |grid_buffer|, for nobody read it
    pub grid: [u32; 3usize],
    /// invocations of each
    pub workgroup: [u32; 3usize],
    /// how often the program ran
    pub iterations: u32,
    /// that it was cut into; 1: it was not
    pub segments: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_dispatch_result",
    ][::core::mem::size_of::<vyre_dispatch_result>() - 80usize];
    [
        "Alignment of vyre_dispatch_result",
    ][::core::mem::align_of::<vyre_dispatch_result>() - 8usize];
    [
        "Offset of field: vyre_dispatch_result::struct_size",
    ][::core::mem::offset_of!(vyre_dispatch_result, struct_size) - 0usize];
    [
        "Offset of field: vyre_dispatch_result::host_ns",
    ][::core::mem::offset_of!(vyre_dispatch_result, host_ns) - 8usize];
    [
        "Offset of field: vyre_dispatch_result::enqueue_ns",
    ][::core::mem::offset_of!(vyre_dispatch_result, enqueue_ns) - 16usize];
    [
        "Offset of field: vyre_dispatch_result::wait_ns",
    ][::core::mem::offset_of!(vyre_dispatch_result, wait_ns) - 24usize];
    [
        "Offset of field: vyre_dispatch_result::device_ns",
    ][::core::mem::offset_of!(vyre_dispatch_result, device_ns) - 32usize];
    [
        "Offset of field: vyre_dispatch_result::output_bytes",
    ][::core::mem::offset_of!(vyre_dispatch_result, output_bytes) - 40usize];
    [
        "Offset of field: vyre_dispatch_result::grid",
    ][::core::mem::offset_of!(vyre_dispatch_result, grid) - 48usize];
    [
        "Offset of field: vyre_dispatch_result::workgroup",
    ][::core::mem::offset_of!(vyre_dispatch_result, workgroup) - 60usize];
    [
        "Offset of field: vyre_dispatch_result::iterations",
    ][::core::mem::offset_of!(vyre_dispatch_result, iterations) - 72usize];
    [
        "Offset of field: vyre_dispatch_result::segments",
    ][::core::mem::offset_of!(vyre_dispatch_result, segments) - 76usize];
};
/// Called when work has ended; |state| is READY or FAILED. May call the library.
pub type vyre_complete_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void, state: vyre_work_state),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_builder {
    _unused: [u8; 0],
}
/** An expression of one builder: its number, and above it the builder's own. 0 is none. Passed by
 value, never changes.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_expr {
    pub id: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_expr"][::core::mem::size_of::<vyre_expr>() - 8usize];
    ["Alignment of vyre_expr"][::core::mem::align_of::<vyre_expr>() - 8usize];
    ["Offset of field: vyre_expr::id"][::core::mem::offset_of!(vyre_expr, id) - 0usize];
};
/** A declared parameter, or workgroup memory. It is no slot: vyre_builder_slot gives that. 0 is
 none. Passed by value, never changes.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_parameter {
    pub id: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_parameter"][::core::mem::size_of::<vyre_parameter>() - 8usize];
    ["Alignment of vyre_parameter"][::core::mem::align_of::<vyre_parameter>() - 8usize];
    [
        "Offset of field: vyre_parameter::id",
    ][::core::mem::offset_of!(vyre_parameter, id) - 0usize];
};
/// A variable. 0 is none. Passed by value, never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_local {
    pub id: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_local"][::core::mem::size_of::<vyre_local>() - 8usize];
    ["Alignment of vyre_local"][::core::mem::align_of::<vyre_local>() - 8usize];
    [
        "Offset of field: vyre_local::id",
    ][::core::mem::offset_of!(vyre_local, id) - 0usize];
};
/// memory of the device
pub const VYRE_MEMORY_GLOBAL: vyre_memory_kind = 0;
/// one copy for each workgroup, zeroed when the workgroup starts
pub const VYRE_MEMORY_SHARED: vyre_memory_kind = 1;
/// small, only read, the same for all invocations
pub const VYRE_MEMORY_UNIFORM: vyre_memory_kind = 2;
/// a kind of the wire form; bound as its access says, like GLOBAL
pub const VYRE_MEMORY_LOCAL: vyre_memory_kind = 3;
/// memory of the device that is only read
pub const VYRE_MEMORY_READONLY: vyre_memory_kind = 4;
/// a kind of the wire form; bound as its access says, like GLOBAL
pub const VYRE_MEMORY_PUSH: vyre_memory_kind = 5;
/// memory of the device that the caller keeps between dispatches
pub const VYRE_MEMORY_PERSISTENT: vyre_memory_kind = 6;
/// Where a parameter lives. Numbers are those of the wire form.
pub type vyre_memory_kind = u32;
/// its number in the whole grid, on one axis
pub const VYRE_ID_INVOCATION: vyre_invocation_id = 1;
/// the number of its workgroup in the grid, on one axis
pub const VYRE_ID_WORKGROUP: vyre_invocation_id = 2;
/// its number in its workgroup, on one axis
pub const VYRE_ID_LOCAL: vyre_invocation_id = 3;
/// its number in its subgroup
pub const VYRE_ID_SUBGROUP: vyre_invocation_id = 4;
/// 32
pub const VYRE_ID_SUBGROUP_SIZE: vyre_invocation_id = 5;
/// Who the running invocation is. All are U32.
pub type vyre_invocation_id = u32;
/// a + b
pub const VYRE_BINARY_ADD: vyre_binary = 1;
/// a - b
pub const VYRE_BINARY_SUB: vyre_binary = 2;
/// a * b
pub const VYRE_BINARY_MUL: vyre_binary = 3;
/// a / b; integers toward 0; see vyre_builder_div
pub const VYRE_BINARY_DIV: vyre_binary = 4;
/// the rest of that, with the sign of a; of integers; U32 % 0 is 0
pub const VYRE_BINARY_MOD: vyre_binary = 5;
/// U32 or I32
pub const VYRE_BINARY_BIT_AND: vyre_binary = 6;
/// U32 or I32
pub const VYRE_BINARY_BIT_OR: vyre_binary = 7;
/// U32 or I32
pub const VYRE_BINARY_BIT_XOR: vyre_binary = 8;
/// U32; by the low 5 bits of b
pub const VYRE_BINARY_SHL: vyre_binary = 9;
/// U32; by the low 5 bits of b, zeroes come in
pub const VYRE_BINARY_SHR: vyre_binary = 10;
/// a BOOL: equal; of NaN never
pub const VYRE_BINARY_EQ: vyre_binary = 11;
/// a BOOL: not equal; of NaN always
pub const VYRE_BINARY_NE: vyre_binary = 12;
/// a BOOL: a < b; not of BOOL
pub const VYRE_BINARY_LT: vyre_binary = 13;
/// a BOOL: a > b; not of BOOL
pub const VYRE_BINARY_GT: vyre_binary = 14;
/// a BOOL: a <= b; not of BOOL
pub const VYRE_BINARY_LE: vyre_binary = 15;
/// a BOOL: a >= b; not of BOOL
pub const VYRE_BINARY_GE: vyre_binary = 16;
/// a BOOL: both hold; BOOL, or U32 that holds unless it is 0
pub const VYRE_BINARY_AND: vyre_binary = 17;
/// a BOOL: one holds, or both; operands as AND
pub const VYRE_BINARY_OR: vyre_binary = 18;
/// U32: the larger one less the smaller one
pub const VYRE_BINARY_ABS_DIFF: vyre_binary = 19;
/// the smaller; of a NaN and a number the number; of equals a
pub const VYRE_BINARY_MIN: vyre_binary = 20;
/// the larger; of a NaN and a number the number; of equals a
pub const VYRE_BINARY_MAX: vyre_binary = 21;
/// U32: at most 0xFFFFFFFF instead of wrapping
pub const VYRE_BINARY_SATURATING_ADD: vyre_binary = 22;
/// U32: at least 0 instead of wrapping
pub const VYRE_BINARY_SATURATING_SUB: vyre_binary = 23;
/// U32: at most 0xFFFFFFFF instead of wrapping
pub const VYRE_BINARY_SATURATING_MUL: vyre_binary = 24;
/// in no valid program: use vyre_builder_subgroup
pub const VYRE_BINARY_SHUFFLE: vyre_binary = 25;
/// in no valid program: use vyre_builder_subgroup
pub const VYRE_BINARY_BALLOT: vyre_binary = 26;
/// in no valid program: use vyre_builder_subgroup
pub const VYRE_BINARY_WAVE_REDUCE: vyre_binary = 27;
/// in no valid program: use vyre_builder_subgroup
pub const VYRE_BINARY_WAVE_BROADCAST: vyre_binary = 28;
/// U32; by the low 5 bits of b
pub const VYRE_BINARY_ROTATE_LEFT: vyre_binary = 29;
/// U32; by the low 5 bits of b
pub const VYRE_BINARY_ROTATE_RIGHT: vyre_binary = 30;
/// a + b of U32, I32 or U64
pub const VYRE_BINARY_WRAPPING_ADD: vyre_binary = 31;
/// a - b of U32, I32 or U64
pub const VYRE_BINARY_WRAPPING_SUB: vyre_binary = 32;
/// U32 or U64: the upper half of the whole product
pub const VYRE_BINARY_MUL_HIGH: vyre_binary = 33;
/** Operators of two operands of one type: a and b. Numbers are those of the wire form. Both operands
 are always evaluated.*/
pub type vyre_binary = u32;
/// -a of U32, which wraps, or F32; of I32 write 0 - a
pub const VYRE_UNARY_NEGATE: vyre_unary = 1;
/// U32, I32 or U64
pub const VYRE_UNARY_BIT_NOT: vyre_unary = 2;
/// a BOOL: a does not hold; BOOL or U32, as VYRE_BINARY_AND
pub const VYRE_UNARY_LOGICAL_NOT: vyre_unary = 3;
/// how many bits are 1; U32, I32 or U64
pub const VYRE_UNARY_POPCOUNT: vyre_unary = 4;
/// zeroes above the highest 1, all bits of 0; U32, I32 or U64
pub const VYRE_UNARY_CLZ: vyre_unary = 5;
/// zeroes below the lowest 1, all bits of 0; U32, I32 or U64
pub const VYRE_UNARY_CTZ: vyre_unary = 6;
/// U32, I32 or U64
pub const VYRE_UNARY_REVERSE_BITS: vyre_unary = 7;
/// F32, in radians
pub const VYRE_UNARY_COS: vyre_unary = 8;
/// F32, in radians
pub const VYRE_UNARY_SIN: vyre_unary = 9;
/// F32
pub const VYRE_UNARY_ABS: vyre_unary = 10;
/// F32
pub const VYRE_UNARY_SQRT: vyre_unary = 11;
/// F32
pub const VYRE_UNARY_FLOOR: vyre_unary = 12;
/// F32
pub const VYRE_UNARY_CEIL: vyre_unary = 13;
/// F32; halves away from 0
pub const VYRE_UNARY_ROUND: vyre_unary = 14;
/// F32; toward 0
pub const VYRE_UNARY_TRUNC: vyre_unary = 15;
/// F32: -1, 0 or 1; a NaN stays
pub const VYRE_UNARY_SIGN: vyre_unary = 16;
/// a BOOL of F32
pub const VYRE_UNARY_IS_NAN: vyre_unary = 17;
/// a BOOL of F32
pub const VYRE_UNARY_IS_INF: vyre_unary = 18;
/// a BOOL of F32
pub const VYRE_UNARY_IS_FINITE: vyre_unary = 19;
/// F32: e to the power of a
pub const VYRE_UNARY_EXP: vyre_unary = 20;
/// F32, to base e
pub const VYRE_UNARY_LOG: vyre_unary = 21;
/// F32
pub const VYRE_UNARY_LOG2: vyre_unary = 22;
/// F32: 2 to the power of a
pub const VYRE_UNARY_EXP2: vyre_unary = 23;
/// F32, in radians
pub const VYRE_UNARY_TAN: vyre_unary = 24;
/// F32, in radians
pub const VYRE_UNARY_ACOS: vyre_unary = 25;
/// F32, in radians
pub const VYRE_UNARY_ASIN: vyre_unary = 26;
/// F32, in radians
pub const VYRE_UNARY_ATAN: vyre_unary = 27;
/// F32
pub const VYRE_UNARY_TANH: vyre_unary = 28;
/// F32
pub const VYRE_UNARY_SINH: vyre_unary = 29;
/// F32
pub const VYRE_UNARY_COSH: vyre_unary = 30;
/// F32: 1 / sqrt(a), both rounded
pub const VYRE_UNARY_INVERSE_SQRT: vyre_unary = 31;
/// bits 0 to 3 of U32 or I32
pub const VYRE_UNARY_UNPACK4_LOW: vyre_unary = 32;
/// bits 4 to 7 of U32 or I32
pub const VYRE_UNARY_UNPACK4_HIGH: vyre_unary = 33;
/// bits 0 to 7 of U32 or I32
pub const VYRE_UNARY_UNPACK8_LOW: vyre_unary = 34;
/// bits 24 to 31 of U32 or I32
pub const VYRE_UNARY_UNPACK8_HIGH: vyre_unary = 35;
/// F32: 1 / a
pub const VYRE_UNARY_RECIPROCAL: vyre_unary = 36;
/// Operators of one operand: a. Numbers are those of the wire form.
pub type vyre_unary = u32;
/// the atomic alone; not of a barrier
pub const VYRE_ORDERING_RELAXED: vyre_ordering = 0;
/// what follows sees what others released
pub const VYRE_ORDERING_ACQUIRE: vyre_ordering = 1;
/// what stands before is seen by those who acquire
pub const VYRE_ORDERING_RELEASE: vyre_ordering = 2;
/// both
pub const VYRE_ORDERING_ACQ_REL: vyre_ordering = 3;
/// both, and one order for all of this kind
pub const VYRE_ORDERING_SEQ_CST: vyre_ordering = 4;
/// of a barrier alone: the whole grid waits
pub const VYRE_ORDERING_GRID_SYNC: vyre_ordering = 5;
/// How memory is ordered around an atomic or a barrier. Numbers are those of the wire form.
pub type vyre_ordering = u32;
/// the sum, which wraps
pub const VYRE_ATOMIC_ADD: vyre_atomic = 1;
/// bit by bit
pub const VYRE_ATOMIC_OR: vyre_atomic = 2;
/// bit by bit
pub const VYRE_ATOMIC_AND: vyre_atomic = 3;
/// bit by bit
pub const VYRE_ATOMIC_XOR: vyre_atomic = 4;
/// the smaller
pub const VYRE_ATOMIC_MIN: vyre_atomic = 5;
/// the larger
pub const VYRE_ATOMIC_MAX: vyre_atomic = 6;
/// the value
pub const VYRE_ATOMIC_EXCHANGE: vyre_atomic = 7;
/// the value, where the element was |expected|
pub const VYRE_ATOMIC_COMPARE_EXCHANGE: vyre_atomic = 8;
/// a number of the wire form; reaching it fails
pub const VYRE_ATOMIC_COMPARE_EXCHANGE_WEAK: vyre_atomic = 9;
/// a number of the wire form; reaching it fails
pub const VYRE_ATOMIC_FETCH_NAND: vyre_atomic = 10;
/// the larger, as MAX
pub const VYRE_ATOMIC_LRU_UPDATE: vyre_atomic = 11;
/// Atomic operations on a U32 element. Numbers are those of the wire form.
pub type vyre_atomic = u32;
/// the sum, from the first invocation on; also F32
pub const VYRE_SUBGROUP_ADD: vyre_subgroup = 1;
/// the value of invocation |lane|, 0 where there is none; also F32
pub const VYRE_SUBGROUP_SHUFFLE: vyre_subgroup = 2;
/// a U32 with a bit for each invocation whose value holds
pub const VYRE_SUBGROUP_BALLOT: vyre_subgroup = 3;
/// the product, from the first invocation on; also F32
pub const VYRE_SUBGROUP_MUL: vyre_subgroup = 4;
/// the smallest; also F32, where a NaN does not count
pub const VYRE_SUBGROUP_MIN: vyre_subgroup = 5;
/// the largest; also F32, where a NaN does not count
pub const VYRE_SUBGROUP_MAX: vyre_subgroup = 6;
/// bit by bit
pub const VYRE_SUBGROUP_AND: vyre_subgroup = 7;
/// bit by bit
pub const VYRE_SUBGROUP_OR: vyre_subgroup = 8;
/// bit by bit
pub const VYRE_SUBGROUP_XOR: vyre_subgroup = 9;
/** What the invocations of a subgroup exchange. On every device a subgroup is 32 invocations of a
 workgroup, by their number in it. All of them count, also those that returned or stand elsewhere.
 Values are U32, or F32 where the comment says so.*/
pub type vyre_subgroup = u32;
/// |source| in place: each element combined over all ranks
pub const VYRE_COLLECTIVE_ALL_REDUCE: vyre_collective = 1;
/// |destination|: the sources of all ranks in their order
pub const VYRE_COLLECTIVE_ALL_GATHER: vyre_collective = 2;
/// |destination|: this rank's part of what is combined
pub const VYRE_COLLECTIVE_REDUCE_SCATTER: vyre_collective = 3;
/// |source| in place: what rank |root| has
pub const VYRE_COLLECTIVE_BROADCAST: vyre_collective = 4;
/// Exchanges between the ranks of a group.
pub type vyre_collective = u32;
/// of ALL_GATHER and BROADCAST
pub const VYRE_REDUCE_NONE: vyre_reduce = 0;
/// the sum
pub const VYRE_REDUCE_SUM: vyre_reduce = 1;
/// the smallest
pub const VYRE_REDUCE_MIN: vyre_reduce = 2;
/// the largest
pub const VYRE_REDUCE_MAX: vyre_reduce = 3;
/// bit by bit, of integers
pub const VYRE_REDUCE_BIT_AND: vyre_reduce = 4;
/// bit by bit, of integers
pub const VYRE_REDUCE_BIT_OR: vyre_reduce = 5;
/// bit by bit, of integers
pub const VYRE_REDUCE_BIT_XOR: vyre_reduce = 6;
/// How a collective combines elements.
pub type vyre_reduce = u32;
/// A parameter to declare. vyre_builder_input and its like fill it for the common cases.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_parameter_desc {
    pub struct_size: usize,
    /** RETURNED: a dispatch gives it back; any number of parameters may have it. RETURNS_RANGE: only
 the bytes from |return_start| up to |return_end|. MARKED_OUTPUT and MARKED_LIVE_OUT are the
 marks of the wire form, for those who write it; each makes the parameter returned.*/
    pub flags: vyre_parameter_flags,
    /// of its own in the program; bindings find the parameter by it
    pub name: vyre_string,
    /// bytes; both 0 without RETURNS_RANGE
    pub return_start: u64,
    /// bytes, not included
    pub return_end: u64,
    /// of its own; UINT32_MAX, the INIT: the next free one. Not of workgroup memory
    pub slot: u32,
    /// of one element; of VYRE_TYPE_ or vyre_builder_type; 0 is a mistake
    pub type_: vyre_type,
    /// 0: known when bound; workgroup memory needs a count
    pub element_count: u32,
    pub access: vyre_access,
    /// SHARED and VYRE_ACCESS_WORKGROUP go together
    pub memory: vyre_memory_kind,
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_parameter_desc",
    ][::core::mem::size_of::<vyre_parameter_desc>() - 72usize];
    [
        "Alignment of vyre_parameter_desc",
    ][::core::mem::align_of::<vyre_parameter_desc>() - 8usize];
    [
        "Offset of field: vyre_parameter_desc::struct_size",
    ][::core::mem::offset_of!(vyre_parameter_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_parameter_desc::flags",
    ][::core::mem::offset_of!(vyre_parameter_desc, flags) - 8usize];
    [
        "Offset of field: vyre_parameter_desc::name",
    ][::core::mem::offset_of!(vyre_parameter_desc, name) - 16usize];
    [
        "Offset of field: vyre_parameter_desc::return_start",
    ][::core::mem::offset_of!(vyre_parameter_desc, return_start) - 32usize];
    [
        "Offset of field: vyre_parameter_desc::return_end",
    ][::core::mem::offset_of!(vyre_parameter_desc, return_end) - 40usize];
    [
        "Offset of field: vyre_parameter_desc::slot",
    ][::core::mem::offset_of!(vyre_parameter_desc, slot) - 48usize];
    [
        "Offset of field: vyre_parameter_desc::type_",
    ][::core::mem::offset_of!(vyre_parameter_desc, type_) - 52usize];
    [
        "Offset of field: vyre_parameter_desc::element_count",
    ][::core::mem::offset_of!(vyre_parameter_desc, element_count) - 56usize];
    [
        "Offset of field: vyre_parameter_desc::access",
    ][::core::mem::offset_of!(vyre_parameter_desc, access) - 60usize];
    [
        "Offset of field: vyre_parameter_desc::memory",
    ][::core::mem::offset_of!(vyre_parameter_desc, memory) - 64usize];
    [
        "Offset of field: vyre_parameter_desc::reserved",
    ][::core::mem::offset_of!(vyre_parameter_desc, reserved) - 68usize];
};
/// not given
pub const VYRE_IMAGE_FORMAT_NONE: vyre_image_format = 0;
/// 1 byte
pub const VYRE_IMAGE_FORMAT_R8_UNORM: vyre_image_format = 1;
/// 2 bytes
pub const VYRE_IMAGE_FORMAT_RG8_UNORM: vyre_image_format = 2;
/// 4 bytes
pub const VYRE_IMAGE_FORMAT_RGBA8_UNORM: vyre_image_format = 3;
/// 4 bytes; rarely a storage image
pub const VYRE_IMAGE_FORMAT_RGBA8_SRGB: vyre_image_format = 4;
/// 4 bytes; modules have no name for it
pub const VYRE_IMAGE_FORMAT_BGRA8_UNORM: vyre_image_format = 5;
/// 2 bytes
pub const VYRE_IMAGE_FORMAT_R16F: vyre_image_format = 6;
/// 4 bytes
pub const VYRE_IMAGE_FORMAT_RG16F: vyre_image_format = 7;
/// 8 bytes
pub const VYRE_IMAGE_FORMAT_RGBA16F: vyre_image_format = 8;
/// 4 bytes
pub const VYRE_IMAGE_FORMAT_R32F: vyre_image_format = 9;
/// 8 bytes
pub const VYRE_IMAGE_FORMAT_RG32F: vyre_image_format = 10;
/// 16 bytes
pub const VYRE_IMAGE_FORMAT_RGBA32F: vyre_image_format = 11;
/// 1 byte
pub const VYRE_IMAGE_FORMAT_R8U: vyre_image_format = 12;
/// 4 bytes
pub const VYRE_IMAGE_FORMAT_RGBA8U: vyre_image_format = 13;
/// 2 bytes
pub const VYRE_IMAGE_FORMAT_R16U: vyre_image_format = 14;
/// 4 bytes
pub const VYRE_IMAGE_FORMAT_R32U: vyre_image_format = 15;
/// 8 bytes
pub const VYRE_IMAGE_FORMAT_RG32U: vyre_image_format = 16;
/// 16 bytes
pub const VYRE_IMAGE_FORMAT_RGBA32U: vyre_image_format = 17;
/// 4 bytes
pub const VYRE_IMAGE_FORMAT_R32I: vyre_image_format = 18;
/// 16 bytes
pub const VYRE_IMAGE_FORMAT_RGBA32I: vyre_image_format = 19;
/** What a texel is: its components in the order of memory, and the bits and kind of each. UNORM:
 0 to 1 as an unsigned integer. SRGB: the same with the curve of sRGB, but for alpha. F: a float.
 U, I: an unsigned and a signed integer.*/
pub type vyre_image_format = u32;
/// width
pub const VYRE_IMAGE_SHAPE_1D: vyre_image_shape = 1;
/// width, height
pub const VYRE_IMAGE_SHAPE_2D: vyre_image_shape = 2;
/// width, height, depth
pub const VYRE_IMAGE_SHAPE_3D: vyre_image_shape = 3;
/// width, height, layers
pub const VYRE_IMAGE_SHAPE_2D_ARRAY: vyre_image_shape = 4;
/// width, height, 6 layers: +x, -x, +y, -y, +z, -z
pub const VYRE_IMAGE_SHAPE_CUBE: vyre_image_shape = 5;
/// How its texels lie. The faces of a cube are squares; modules may see them as an array.
pub type vyre_image_shape = u32;
pub type vyre_image_usage = u64;
/// How an image is made. |usage|, |format| and |width| have to be given. Sizes are in texels.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_image_desc {
    pub struct_size: usize,
    pub label: vyre_string,
    pub usage: vyre_image_usage,
    pub format: vyre_image_format,
    pub shape: vyre_image_shape,
    /// 1 where the shape has no such axis
    pub width: u32,
    /// 1 where the shape has no such axis
    pub height: u32,
    /// 1 where the shape has no such axis
    pub depth: u32,
    /// 1 but for 2D_ARRAY, and CUBE, which has 6
    pub layers: u32,
    /// each has half the size of the one before, 1 at least
    pub mip_levels: u32,
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_image_desc"][::core::mem::size_of::<vyre_image_desc>() - 64usize];
    [
        "Alignment of vyre_image_desc",
    ][::core::mem::align_of::<vyre_image_desc>() - 8usize];
    [
        "Offset of field: vyre_image_desc::struct_size",
    ][::core::mem::offset_of!(vyre_image_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_image_desc::label",
    ][::core::mem::offset_of!(vyre_image_desc, label) - 8usize];
    [
        "Offset of field: vyre_image_desc::usage",
    ][::core::mem::offset_of!(vyre_image_desc, usage) - 24usize];
    [
        "Offset of field: vyre_image_desc::format",
    ][::core::mem::offset_of!(vyre_image_desc, format) - 32usize];
    [
        "Offset of field: vyre_image_desc::shape",
    ][::core::mem::offset_of!(vyre_image_desc, shape) - 36usize];
    [
        "Offset of field: vyre_image_desc::width",
    ][::core::mem::offset_of!(vyre_image_desc, width) - 40usize];
    [
        "Offset of field: vyre_image_desc::height",
    ][::core::mem::offset_of!(vyre_image_desc, height) - 44usize];
    [
        "Offset of field: vyre_image_desc::depth",
    ][::core::mem::offset_of!(vyre_image_desc, depth) - 48usize];
    [
        "Offset of field: vyre_image_desc::layers",
    ][::core::mem::offset_of!(vyre_image_desc, layers) - 52usize];
    [
        "Offset of field: vyre_image_desc::mip_levels",
    ][::core::mem::offset_of!(vyre_image_desc, mip_levels) - 56usize];
    [
        "Offset of field: vyre_image_desc::reserved",
    ][::core::mem::offset_of!(vyre_image_desc, reserved) - 60usize];
};
/// What an image is.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_image_info {
    pub struct_size: usize,
    pub label: vyre_string,
    /// of all its texels, packed
    pub bytes: u64,
    pub usage: vyre_image_usage,
    pub format: vyre_image_format,
    pub shape: vyre_image_shape,
    pub width: u32,
    pub height: u32,
    pub depth: u32,
    pub layers: u32,
    pub mip_levels: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_image_info"][::core::mem::size_of::<vyre_image_info>() - 72usize];
    [
        "Alignment of vyre_image_info",
    ][::core::mem::align_of::<vyre_image_info>() - 8usize];
    [
        "Offset of field: vyre_image_info::struct_size",
    ][::core::mem::offset_of!(vyre_image_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_image_info::label",
    ][::core::mem::offset_of!(vyre_image_info, label) - 8usize];
    [
        "Offset of field: vyre_image_info::bytes",
    ][::core::mem::offset_of!(vyre_image_info, bytes) - 24usize];
    [
        "Offset of field: vyre_image_info::usage",
    ][::core::mem::offset_of!(vyre_image_info, usage) - 32usize];
    [
        "Offset of field: vyre_image_info::format",
    ][::core::mem::offset_of!(vyre_image_info, format) - 40usize];
    [
        "Offset of field: vyre_image_info::shape",
    ][::core::mem::offset_of!(vyre_image_info, shape) - 44usize];
    [
        "Offset of field: vyre_image_info::width",
    ][::core::mem::offset_of!(vyre_image_info, width) - 48usize];
    [
        "Offset of field: vyre_image_info::height",
    ][::core::mem::offset_of!(vyre_image_info, height) - 52usize];
    [
        "Offset of field: vyre_image_info::depth",
    ][::core::mem::offset_of!(vyre_image_info, depth) - 56usize];
    [
        "Offset of field: vyre_image_info::layers",
    ][::core::mem::offset_of!(vyre_image_info, layers) - 60usize];
    [
        "Offset of field: vyre_image_info::mip_levels",
    ][::core::mem::offset_of!(vyre_image_info, mip_levels) - 64usize];
    [
        "Offset of field: vyre_image_info::reserved",
    ][::core::mem::offset_of!(vyre_image_info, reserved) - 68usize];
};
/** A box of texels of one level, and how it lies in memory: row by row, slice by slice. Slices are
 those of |depth|, and of an array or a cube its layers, from |layer| on. NULL in the place of a
 region: all of level 0, packed. Never changes.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_image_region {
    /// the first texel; |z| of 3D alone
    pub x: u32,
    /// the first texel; |z| of 3D alone
    pub y: u32,
    /// the first texel; |z| of 3D alone
    pub z: u32,
    /// 0: to the end of the level
    pub width: u32,
    /// 0: to the end of the level
    pub height: u32,
    /// slices; 0: to the end
    pub depth: u32,
    /// the first; of 2D_ARRAY and CUBE alone
    pub layer: u32,
    pub mip_level: u32,
    /// from row to row, whole texels; 0: packed
    pub row_bytes: u64,
    /// from slice to slice, whole rows; 0: packed
    pub slice_bytes: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_image_region"][::core::mem::size_of::<vyre_image_region>() - 48usize];
    [
        "Alignment of vyre_image_region",
    ][::core::mem::align_of::<vyre_image_region>() - 8usize];
    [
        "Offset of field: vyre_image_region::x",
    ][::core::mem::offset_of!(vyre_image_region, x) - 0usize];
    [
        "Offset of field: vyre_image_region::y",
    ][::core::mem::offset_of!(vyre_image_region, y) - 4usize];
    [
        "Offset of field: vyre_image_region::z",
    ][::core::mem::offset_of!(vyre_image_region, z) - 8usize];
    [
        "Offset of field: vyre_image_region::width",
    ][::core::mem::offset_of!(vyre_image_region, width) - 12usize];
    [
        "Offset of field: vyre_image_region::height",
    ][::core::mem::offset_of!(vyre_image_region, height) - 16usize];
    [
        "Offset of field: vyre_image_region::depth",
    ][::core::mem::offset_of!(vyre_image_region, depth) - 20usize];
    [
        "Offset of field: vyre_image_region::layer",
    ][::core::mem::offset_of!(vyre_image_region, layer) - 24usize];
    [
        "Offset of field: vyre_image_region::mip_level",
    ][::core::mem::offset_of!(vyre_image_region, mip_level) - 28usize];
    [
        "Offset of field: vyre_image_region::row_bytes",
    ][::core::mem::offset_of!(vyre_image_region, row_bytes) - 32usize];
    [
        "Offset of field: vyre_image_region::slice_bytes",
    ][::core::mem::offset_of!(vyre_image_region, slice_bytes) - 40usize];
};
/// the nearest texel
pub const VYRE_FILTER_NEAREST: vyre_filter = 0;
/// between the nearest ones
pub const VYRE_FILTER_LINEAR: vyre_filter = 1;
/// What lies between texels.
pub type vyre_filter = u32;
/// the texel at the edge
pub const VYRE_ADDRESS_CLAMP: vyre_address_mode = 0;
/// the image again
pub const VYRE_ADDRESS_REPEAT: vyre_address_mode = 1;
/// the image again, every other time mirrored
pub const VYRE_ADDRESS_MIRROR: vyre_address_mode = 2;
/// zeroes; of textures of floats and UNORM
pub const VYRE_ADDRESS_BORDER_ZERO: vyre_address_mode = 3;
/// What lies beyond the first and the last texel of an axis.
pub type vyre_address_mode = u32;
/// How texels are read.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_sampler_desc {
    pub struct_size: usize,
    pub label: vyre_string,
    /// between texels of a level
    pub filter: vyre_filter,
    /// between levels
    pub mip_filter: vyre_filter,
    /// on x, y and z
    pub address: [vyre_address_mode; 3usize],
    /** 1: coordinates count texels, in place of 0 to 1 over the image. Then |mip_filter| is NEAREST,
 each address CLAMP or BORDER_ZERO, and what is read is 1D or 2D and has one level.*/
    pub unnormalized: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_sampler_desc"][::core::mem::size_of::<vyre_sampler_desc>() - 48usize];
    [
        "Alignment of vyre_sampler_desc",
    ][::core::mem::align_of::<vyre_sampler_desc>() - 8usize];
    [
        "Offset of field: vyre_sampler_desc::struct_size",
    ][::core::mem::offset_of!(vyre_sampler_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_sampler_desc::label",
    ][::core::mem::offset_of!(vyre_sampler_desc, label) - 8usize];
    [
        "Offset of field: vyre_sampler_desc::filter",
    ][::core::mem::offset_of!(vyre_sampler_desc, filter) - 24usize];
    [
        "Offset of field: vyre_sampler_desc::mip_filter",
    ][::core::mem::offset_of!(vyre_sampler_desc, mip_filter) - 28usize];
    [
        "Offset of field: vyre_sampler_desc::address",
    ][::core::mem::offset_of!(vyre_sampler_desc, address) - 32usize];
    [
        "Offset of field: vyre_sampler_desc::unnormalized",
    ][::core::mem::offset_of!(vyre_sampler_desc, unnormalized) - 44usize];
};
/// 128 bits that stand for a program and its constants. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_key {
    /// the first 8 bytes of the program's fingerprint, little-endian
    pub high: u64,
    /// vyre_constants_hash, with its collisions
    pub low: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_key"][::core::mem::size_of::<vyre_key>() - 16usize];
    ["Alignment of vyre_key"][::core::mem::align_of::<vyre_key>() - 8usize];
    [
        "Offset of field: vyre_key::high",
    ][::core::mem::offset_of!(vyre_key, high) - 0usize];
    ["Offset of field: vyre_key::low"][::core::mem::offset_of!(vyre_key, low) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_op {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_registry_view {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_registry_builder {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_writer {
    _unused: [u8; 0],
}
/** The number of an op id: the same in every registry of the process and never reused, but another
 one in the next process. 0 is none.*/
pub type vyre_op_id = u32;
/// no target
pub const VYRE_TARGET_NONE: vyre_target_kind = 0;
/// PTX text
pub const VYRE_TARGET_PTX: vyre_target_kind = 1;
/// a SPIR-V module: words in this machine's byte order
pub const VYRE_TARGET_SPIRV: vyre_target_kind = 2;
/// a text, that of the published "primary_text"
pub const VYRE_TARGET_PRIMARY_TEXT: vyre_target_kind = 3;
/// bytes, those of the published "primary_binary"
pub const VYRE_TARGET_PRIMARY_BINARY: vyre_target_kind = 4;
/// a text, that of the published "secondary_text"
pub const VYRE_TARGET_SECONDARY_TEXT: vyre_target_kind = 5;
/// a module of the device's own
pub const VYRE_TARGET_NATIVE_MODULE: vyre_target_kind = 6;
/// the oracle: an op's composition or reference function
pub const VYRE_TARGET_REFERENCE: vyre_target_kind = 7;
/// a backend from outside, which |extension| names
pub const VYRE_TARGET_EXTENSION: vyre_target_kind = 8;
/// What a lowering is for.
pub type vyre_target_kind = u32;
/// A target. Passed by value, made with vyre_target_of or vyre_target_extension. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_target {
    /// the id of the backend; empty but for VYRE_TARGET_EXTENSION
    pub extension: vyre_string,
    pub kind: vyre_target_kind,
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_target"][::core::mem::size_of::<vyre_target>() - 24usize];
    ["Alignment of vyre_target"][::core::mem::align_of::<vyre_target>() - 8usize];
    [
        "Offset of field: vyre_target::extension",
    ][::core::mem::offset_of!(vyre_target, extension) - 0usize];
    [
        "Offset of field: vyre_target::kind",
    ][::core::mem::offset_of!(vyre_target, kind) - 16usize];
    [
        "Offset of field: vyre_target::reserved",
    ][::core::mem::offset_of!(vyre_target, reserved) - 20usize];
};
/// the library chooses, see vyre_op_desc; never in an info
pub const VYRE_CATEGORY_DEFAULT: vyre_category = 0;
/// of other ops
pub const VYRE_CATEGORY_COMPOSITE: vyre_category = 1;
/// it comes from outside
pub const VYRE_CATEGORY_EXTENSION: vyre_category = 2;
/// only a device that knows it carries it out
pub const VYRE_CATEGORY_INTRINSIC: vyre_category = 3;
/// What an op is made of.
pub type vyre_category = u32;
/// nothing
pub const VYRE_LOWERING_NONE: vyre_lowering = 0;
/// the oracle cannot run the op
pub const VYRE_LOWERING_SENTINEL: vyre_lowering = 1;
/// the oracle calls the reference function
pub const VYRE_LOWERING_REFERENCE: vyre_lowering = 2;
/// the oracle runs the composition
pub const VYRE_LOWERING_COMPOSITION: vyre_lowering = 3;
/// a function makes the bytes
pub const VYRE_LOWERING_BUILDER: vyre_lowering = 4;
/// bytes
pub const VYRE_LOWERING_DATA: vyre_lowering = 5;
/// What an op has for a target.
pub type vyre_lowering = u32;
/// What an op is.
pub type vyre_op_flags = u64;
/// What a dialect is.
pub type vyre_dialect_flags = u64;
/** The reference function of an op. It reads |size| bytes, those of all arguments one behind
 another, and writes the bytes of the result (docs/compositions.md). It is called on any thread,
 on several at once. It returns NULL, or an error that the library takes: one of vyre_error_create
 or of a call that it made.*/
pub type vyre_reference_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        arguments: *const ::core::ffi::c_void,
        size: usize,
        writer: *mut vyre_writer,
    ) -> *mut vyre_error,
>;
/** Makes the lowering of op |id| for |target| when it is first asked for. What it wrote is kept. It
 is called on any thread, by two that are first at the same time, of whom one result is kept, and
 again when it failed. It returns as vyre_reference_fn does. It must not ask for the lowering that
 it makes.*/
pub type vyre_lowering_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        id: vyre_string,
        target: vyre_target,
        writer: *mut vyre_writer,
    ) -> *mut vyre_error,
>;
/// An argument or result of an op. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_operand {
    /// of its own among the inputs, and among the outputs
    pub name: vyre_string,
    /// its spelling: "u32", "vec2<u32>", "GpuBufferHandle"
    pub type_: vyre_string,
    /// 0
    pub reserved: [u64; 2usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_operand"][::core::mem::size_of::<vyre_operand>() - 48usize];
    ["Alignment of vyre_operand"][::core::mem::align_of::<vyre_operand>() - 8usize];
    [
        "Offset of field: vyre_operand::name",
    ][::core::mem::offset_of!(vyre_operand, name) - 0usize];
    [
        "Offset of field: vyre_operand::type_",
    ][::core::mem::offset_of!(vyre_operand, type_) - 16usize];
    [
        "Offset of field: vyre_operand::reserved",
    ][::core::mem::offset_of!(vyre_operand, reserved) - 32usize];
};
/// An attribute of an op. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_attribute {
    /// of its own among the attributes
    pub name: vyre_string,
    pub type_: vyre_string,
    /// as text; empty: it has to be given
    pub default_value: vyre_string,
    /// 0
    pub reserved: [u64; 2usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_attribute"][::core::mem::size_of::<vyre_attribute>() - 64usize];
    ["Alignment of vyre_attribute"][::core::mem::align_of::<vyre_attribute>() - 8usize];
    [
        "Offset of field: vyre_attribute::name",
    ][::core::mem::offset_of!(vyre_attribute, name) - 0usize];
    [
        "Offset of field: vyre_attribute::type_",
    ][::core::mem::offset_of!(vyre_attribute, type_) - 16usize];
    [
        "Offset of field: vyre_attribute::default_value",
    ][::core::mem::offset_of!(vyre_attribute, default_value) - 32usize];
    [
        "Offset of field: vyre_attribute::reserved",
    ][::core::mem::offset_of!(vyre_attribute, reserved) - 48usize];
};
/** What an op is for one target other than VYRE_TARGET_REFERENCE: bytes or a function, not both.
 Never changes.

 Vulkan devices run that for VYRE_TARGET_SPIRV in place of the composition, where it is a module
 that exports one function under the op's id (LinkageAttributes), whose parameters and result are
 the op's inputs and its one output: u32, i32, f32 or bool each. It touches no memory. What does
 not fit is logged, and the composition runs (docs/registry.md). A plug-in runs that for its
 extension.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_lowering_desc {
    pub target: vyre_target,
    /// SPIR-V words, a text, a binary; copied
    pub data: *const ::core::ffi::c_void,
    pub size: usize,
    pub build: vyre_lowering_fn,
    pub user: *mut ::core::ffi::c_void,
    /// may be NULL
    pub destroy: vyre_destroy_fn,
    /// 0
    pub reserved: [u64; 2usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_lowering_desc",
    ][::core::mem::size_of::<vyre_lowering_desc>() - 80usize];
    [
        "Alignment of vyre_lowering_desc",
    ][::core::mem::align_of::<vyre_lowering_desc>() - 8usize];
    [
        "Offset of field: vyre_lowering_desc::target",
    ][::core::mem::offset_of!(vyre_lowering_desc, target) - 0usize];
    [
        "Offset of field: vyre_lowering_desc::data",
    ][::core::mem::offset_of!(vyre_lowering_desc, data) - 24usize];
    [
        "Offset of field: vyre_lowering_desc::size",
    ][::core::mem::offset_of!(vyre_lowering_desc, size) - 32usize];
    [
        "Offset of field: vyre_lowering_desc::build",
    ][::core::mem::offset_of!(vyre_lowering_desc, build) - 40usize];
    [
        "Offset of field: vyre_lowering_desc::user",
    ][::core::mem::offset_of!(vyre_lowering_desc, user) - 48usize];
    [
        "Offset of field: vyre_lowering_desc::destroy",
    ][::core::mem::offset_of!(vyre_lowering_desc, destroy) - 56usize];
    [
        "Offset of field: vyre_lowering_desc::reserved",
    ][::core::mem::offset_of!(vyre_lowering_desc, reserved) - 64usize];
};
/** An op to register. All of it is copied. Callbacks live until the last registry that has the op,
 and every builder of it, is gone; then each |destroy| is called once.

 With a composition the op runs on every device: the program stands in for each call. Its
 read-only parameters, by slot, are the arguments; its one returned parameter is the result;
 element 0 counts of each (docs/compositions.md). With a reference function alone it runs on the
 oracle. With a lowering alone it runs on devices of that target. With none of them it runs where
 a device brings it along.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_op_desc {
    pub struct_size: usize,
    /// VYRE_OP_BYTES_EXTRACTION or nothing
    pub flags: vyre_op_flags,
    pub id: vyre_string,
    /// who registers it; one that begins with "vyre-libs-" is added too
    pub dialect: vyre_string,
    /// in order; arrays are NULL when their count is 0
    pub inputs: *const vyre_operand,
    pub input_count: usize,
    pub outputs: *const vyre_operand,
    pub output_count: usize,
    pub attributes: *const vyre_attribute,
    pub attribute_count: usize,
    /// names of algebraic laws, such as "commutative"; not interpreted
    pub laws: *const vyre_string,
    pub law_count: usize,
    /// NULL: none
    pub composition: *const vyre_program,
    /// NULL: none
    pub reference: vyre_reference_fn,
    pub reference_user: *mut ::core::ffi::c_void,
    /// may be NULL
    pub reference_destroy: vyre_destroy_fn,
    /// one for a target at most
    pub lowerings: *const vyre_lowering_desc,
    pub lowering_count: usize,
    /** DEFAULT: EXTENSION in a dialect from outside, else COMPOSITE with a composition and INTRINSIC
 without.*/
    pub category: vyre_category,
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_op_desc"][::core::mem::size_of::<vyre_op_desc>() - 168usize];
    ["Alignment of vyre_op_desc"][::core::mem::align_of::<vyre_op_desc>() - 8usize];
    [
        "Offset of field: vyre_op_desc::struct_size",
    ][::core::mem::offset_of!(vyre_op_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_op_desc::flags",
    ][::core::mem::offset_of!(vyre_op_desc, flags) - 8usize];
    [
        "Offset of field: vyre_op_desc::id",
    ][::core::mem::offset_of!(vyre_op_desc, id) - 16usize];
    [
        "Offset of field: vyre_op_desc::dialect",
    ][::core::mem::offset_of!(vyre_op_desc, dialect) - 32usize];
    [
        "Offset of field: vyre_op_desc::inputs",
    ][::core::mem::offset_of!(vyre_op_desc, inputs) - 48usize];
    [
        "Offset of field: vyre_op_desc::input_count",
    ][::core::mem::offset_of!(vyre_op_desc, input_count) - 56usize];
    [
        "Offset of field: vyre_op_desc::outputs",
    ][::core::mem::offset_of!(vyre_op_desc, outputs) - 64usize];
    [
        "Offset of field: vyre_op_desc::output_count",
    ][::core::mem::offset_of!(vyre_op_desc, output_count) - 72usize];
    [
        "Offset of field: vyre_op_desc::attributes",
    ][::core::mem::offset_of!(vyre_op_desc, attributes) - 80usize];
    [
        "Offset of field: vyre_op_desc::attribute_count",
    ][::core::mem::offset_of!(vyre_op_desc, attribute_count) - 88usize];
    [
        "Offset of field: vyre_op_desc::laws",
    ][::core::mem::offset_of!(vyre_op_desc, laws) - 96usize];
    [
        "Offset of field: vyre_op_desc::law_count",
    ][::core::mem::offset_of!(vyre_op_desc, law_count) - 104usize];
    [
        "Offset of field: vyre_op_desc::composition",
    ][::core::mem::offset_of!(vyre_op_desc, composition) - 112usize];
    [
        "Offset of field: vyre_op_desc::reference",
    ][::core::mem::offset_of!(vyre_op_desc, reference) - 120usize];
    [
        "Offset of field: vyre_op_desc::reference_user",
    ][::core::mem::offset_of!(vyre_op_desc, reference_user) - 128usize];
    [
        "Offset of field: vyre_op_desc::reference_destroy",
    ][::core::mem::offset_of!(vyre_op_desc, reference_destroy) - 136usize];
    [
        "Offset of field: vyre_op_desc::lowerings",
    ][::core::mem::offset_of!(vyre_op_desc, lowerings) - 144usize];
    [
        "Offset of field: vyre_op_desc::lowering_count",
    ][::core::mem::offset_of!(vyre_op_desc, lowering_count) - 152usize];
    [
        "Offset of field: vyre_op_desc::category",
    ][::core::mem::offset_of!(vyre_op_desc, category) - 160usize];
    [
        "Offset of field: vyre_op_desc::reserved",
    ][::core::mem::offset_of!(vyre_op_desc, reserved) - 164usize];
};
/// What is known about an op. It lives as long as the op.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_op_info {
    pub struct_size: usize,
    pub flags: vyre_op_flags,
    pub id: vyre_string,
    pub dialect: vyre_string,
    /// absolute path of its manifest; empty: registered by a call
    pub source: vyre_string,
    pub inputs: *const *const vyre_operand,
    pub input_count: usize,
    pub outputs: *const *const vyre_operand,
    pub output_count: usize,
    pub attributes: *const *const vyre_attribute,
    pub attribute_count: usize,
    pub laws: *const *const vyre_string,
    pub law_count: usize,
    /// of its lowerings, in the order of targets
    pub targets: *const *const vyre_target,
    pub target_count: usize,
    pub number: vyre_op_id,
    pub category: vyre_category,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_op_info"][::core::mem::size_of::<vyre_op_info>() - 152usize];
    ["Alignment of vyre_op_info"][::core::mem::align_of::<vyre_op_info>() - 8usize];
    [
        "Offset of field: vyre_op_info::struct_size",
    ][::core::mem::offset_of!(vyre_op_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_op_info::flags",
    ][::core::mem::offset_of!(vyre_op_info, flags) - 8usize];
    [
        "Offset of field: vyre_op_info::id",
    ][::core::mem::offset_of!(vyre_op_info, id) - 16usize];
    [
        "Offset of field: vyre_op_info::dialect",
    ][::core::mem::offset_of!(vyre_op_info, dialect) - 32usize];
    [
        "Offset of field: vyre_op_info::source",
    ][::core::mem::offset_of!(vyre_op_info, source) - 48usize];
    [
        "Offset of field: vyre_op_info::inputs",
    ][::core::mem::offset_of!(vyre_op_info, inputs) - 64usize];
    [
        "Offset of field: vyre_op_info::input_count",
    ][::core::mem::offset_of!(vyre_op_info, input_count) - 72usize];
    [
        "Offset of field: vyre_op_info::outputs",
    ][::core::mem::offset_of!(vyre_op_info, outputs) - 80usize];
    [
        "Offset of field: vyre_op_info::output_count",
    ][::core::mem::offset_of!(vyre_op_info, output_count) - 88usize];
    [
        "Offset of field: vyre_op_info::attributes",
    ][::core::mem::offset_of!(vyre_op_info, attributes) - 96usize];
    [
        "Offset of field: vyre_op_info::attribute_count",
    ][::core::mem::offset_of!(vyre_op_info, attribute_count) - 104usize];
    [
        "Offset of field: vyre_op_info::laws",
    ][::core::mem::offset_of!(vyre_op_info, laws) - 112usize];
    [
        "Offset of field: vyre_op_info::law_count",
    ][::core::mem::offset_of!(vyre_op_info, law_count) - 120usize];
    [
        "Offset of field: vyre_op_info::targets",
    ][::core::mem::offset_of!(vyre_op_info, targets) - 128usize];
    [
        "Offset of field: vyre_op_info::target_count",
    ][::core::mem::offset_of!(vyre_op_info, target_count) - 136usize];
    [
        "Offset of field: vyre_op_info::number",
    ][::core::mem::offset_of!(vyre_op_info, number) - 144usize];
    [
        "Offset of field: vyre_op_info::category",
    ][::core::mem::offset_of!(vyre_op_info, category) - 148usize];
};
/// What is known about a dialect. It lives as long as the registry.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_dialect_info {
    pub struct_size: usize,
    pub flags: vyre_dialect_flags,
    pub name: vyre_string,
    /// empty but for a dialect from outside, as the next two
    pub version: vyre_string,
    /// where it comes from
    pub url: vyre_string,
    /// absolute path of its manifest; empty: registered by a call
    pub source: vyre_string,
    /// its ops in this registry
    pub op_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_dialect_info"][::core::mem::size_of::<vyre_dialect_info>() - 88usize];
    [
        "Alignment of vyre_dialect_info",
    ][::core::mem::align_of::<vyre_dialect_info>() - 8usize];
    [
        "Offset of field: vyre_dialect_info::struct_size",
    ][::core::mem::offset_of!(vyre_dialect_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_dialect_info::flags",
    ][::core::mem::offset_of!(vyre_dialect_info, flags) - 8usize];
    [
        "Offset of field: vyre_dialect_info::name",
    ][::core::mem::offset_of!(vyre_dialect_info, name) - 16usize];
    [
        "Offset of field: vyre_dialect_info::version",
    ][::core::mem::offset_of!(vyre_dialect_info, version) - 32usize];
    [
        "Offset of field: vyre_dialect_info::url",
    ][::core::mem::offset_of!(vyre_dialect_info, url) - 48usize];
    [
        "Offset of field: vyre_dialect_info::source",
    ][::core::mem::offset_of!(vyre_dialect_info, source) - 64usize];
    [
        "Offset of field: vyre_dialect_info::op_count",
    ][::core::mem::offset_of!(vyre_dialect_info, op_count) - 80usize];
};
/// What is in a registry. It lives as long as the registry.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_registry_info {
    pub struct_size: usize,
    /// by dialect, then by id
    pub ops: *const *const vyre_op,
    pub op_count: usize,
    /// in the order of their names
    pub dialects: *const *const vyre_dialect_info,
    pub dialect_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_registry_info",
    ][::core::mem::size_of::<vyre_registry_info>() - 40usize];
    [
        "Alignment of vyre_registry_info",
    ][::core::mem::align_of::<vyre_registry_info>() - 8usize];
    [
        "Offset of field: vyre_registry_info::struct_size",
    ][::core::mem::offset_of!(vyre_registry_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_registry_info::ops",
    ][::core::mem::offset_of!(vyre_registry_info, ops) - 8usize];
    [
        "Offset of field: vyre_registry_info::op_count",
    ][::core::mem::offset_of!(vyre_registry_info, op_count) - 16usize];
    [
        "Offset of field: vyre_registry_info::dialects",
    ][::core::mem::offset_of!(vyre_registry_info, dialects) - 24usize];
    [
        "Offset of field: vyre_registry_info::dialect_count",
    ][::core::mem::offset_of!(vyre_registry_info, dialect_count) - 32usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plan {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_emission {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_metric_list {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_cache_list {
    _unused: [u8; 0],
}
/// What a dispatch returns of one parameter.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_output_info {
    pub struct_size: usize,
    pub name: vyre_string,
    /// returned: the room that a host output needs
    pub bytes: u64,
    /// where these bytes begin in the parameter
    pub start: u64,
    /// size of the whole parameter
    pub parameter_bytes: u64,
    pub slot: u32,
    pub role: vyre_role,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_output_info"][::core::mem::size_of::<vyre_output_info>() - 56usize];
    [
        "Alignment of vyre_output_info",
    ][::core::mem::align_of::<vyre_output_info>() - 8usize];
    [
        "Offset of field: vyre_output_info::struct_size",
    ][::core::mem::offset_of!(vyre_output_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_output_info::name",
    ][::core::mem::offset_of!(vyre_output_info, name) - 8usize];
    [
        "Offset of field: vyre_output_info::bytes",
    ][::core::mem::offset_of!(vyre_output_info, bytes) - 24usize];
    [
        "Offset of field: vyre_output_info::start",
    ][::core::mem::offset_of!(vyre_output_info, start) - 32usize];
    [
        "Offset of field: vyre_output_info::parameter_bytes",
    ][::core::mem::offset_of!(vyre_output_info, parameter_bytes) - 40usize];
    [
        "Offset of field: vyre_output_info::slot",
    ][::core::mem::offset_of!(vyre_output_info, slot) - 48usize];
    [
        "Offset of field: vyre_output_info::role",
    ][::core::mem::offset_of!(vyre_output_info, role) - 52usize];
};
/// The plan as data. It lives as long as the plan, with all that it points to.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plan_info {
    pub struct_size: usize,
    /// by slot
    pub outputs: *const *const vyre_output_info,
    pub output_count: usize,
    /// workgroups on each axis; 0, 0, 0 with a grid_buffer
    pub grid: [u32; 3usize],
    /// invocations of one workgroup on each axis
    pub workgroup: [u32; 3usize],
    /// that run one after the other; 1 without a grid barrier
    pub segments: u64,
    /// different kernels among them: equal segments share one
    pub programs: u64,
    /// of the hidden buffers, together
    pub hidden_bytes: u64,
    /// of hidden buffers, for each invocation
    pub bytes_per_invocation: u64,
    /// of hidden buffers, for each workgroup: its memory, kept
    pub bytes_per_workgroup: u64,
    /** Why the program cannot be cut: the barrier and the rule. Then the five numbers above are 0.
 NULL: it can be cut, or has no grid barrier.*/
    pub split_refusal: *const vyre_finding,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_plan_info"][::core::mem::size_of::<vyre_plan_info>() - 96usize];
    ["Alignment of vyre_plan_info"][::core::mem::align_of::<vyre_plan_info>() - 8usize];
    [
        "Offset of field: vyre_plan_info::struct_size",
    ][::core::mem::offset_of!(vyre_plan_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_plan_info::outputs",
    ][::core::mem::offset_of!(vyre_plan_info, outputs) - 8usize];
    [
        "Offset of field: vyre_plan_info::output_count",
    ][::core::mem::offset_of!(vyre_plan_info, output_count) - 16usize];
    [
        "Offset of field: vyre_plan_info::grid",
    ][::core::mem::offset_of!(vyre_plan_info, grid) - 24usize];
    [
        "Offset of field: vyre_plan_info::workgroup",
    ][::core::mem::offset_of!(vyre_plan_info, workgroup) - 36usize];
    [
        "Offset of field: vyre_plan_info::segments",
    ][::core::mem::offset_of!(vyre_plan_info, segments) - 48usize];
    [
        "Offset of field: vyre_plan_info::programs",
    ][::core::mem::offset_of!(vyre_plan_info, programs) - 56usize];
    [
        "Offset of field: vyre_plan_info::hidden_bytes",
    ][::core::mem::offset_of!(vyre_plan_info, hidden_bytes) - 64usize];
    [
        "Offset of field: vyre_plan_info::bytes_per_invocation",
    ][::core::mem::offset_of!(vyre_plan_info, bytes_per_invocation) - 72usize];
    [
        "Offset of field: vyre_plan_info::bytes_per_workgroup",
    ][::core::mem::offset_of!(vyre_plan_info, bytes_per_workgroup) - 80usize];
    [
        "Offset of field: vyre_plan_info::split_refusal",
    ][::core::mem::offset_of!(vyre_plan_info, split_refusal) - 88usize];
};
/// a parameter of the program, as a storage buffer
pub const VYRE_ARGUMENT_PARAMETER: vyre_argument_kind = 0;
/// a uniform buffer of 32-bit words
pub const VYRE_ARGUMENT_COUNTS: vyre_argument_kind = 1;
/// a storage buffer of seven 32-bit words
pub const VYRE_ARGUMENT_TRAP: vyre_argument_kind = 2;
/// a storage buffer that carries values between segments
pub const VYRE_ARGUMENT_HIDDEN: vyre_argument_kind = 3;
/** What an argument of a kernel is.

 PARAMETER: it begins as a dispatch would begin it: an output with zeros. COUNTS: word i is how
 many elements storage buffer i of the table has: bytes * 8 / element_bits. TRAP: the words are
 kind, site, value, number, x, y and z. Set them to 0 before the first kernel. A kind other than 0
 afterwards: invocation x, y, z has trapped, at trap_sites[site] of kernel |number|. HIDDEN: the
 same slot is the same buffer in every kernel of the emission; it needs no first contents.*/
pub type vyre_argument_kind = u32;
/// One argument of a kernel.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_argument_info {
    pub struct_size: usize,
    /// of a parameter; else empty
    pub name: vyre_string,
    /// to bind, rounded up to words; 0: chosen when it is bound, 4 at least
    pub bytes: u64,
    /// of a parameter or a hidden buffer; 0: its count is 0
    pub element_bits: u64,
    pub kind: vyre_argument_kind,
    /// of a parameter or a hidden buffer
    pub slot: u32,
    /// descriptor set of SPIR-V
    pub set: u32,
    /// its binding number in that set
    pub binding: u32,
    /// place among the kernel's arguments, from 0: the order in PTX
    pub position: u32,
    pub access: vyre_access,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_argument_info",
    ][::core::mem::size_of::<vyre_argument_info>() - 64usize];
    [
        "Alignment of vyre_argument_info",
    ][::core::mem::align_of::<vyre_argument_info>() - 8usize];
    [
        "Offset of field: vyre_argument_info::struct_size",
    ][::core::mem::offset_of!(vyre_argument_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_argument_info::name",
    ][::core::mem::offset_of!(vyre_argument_info, name) - 8usize];
    [
        "Offset of field: vyre_argument_info::bytes",
    ][::core::mem::offset_of!(vyre_argument_info, bytes) - 24usize];
    [
        "Offset of field: vyre_argument_info::element_bits",
    ][::core::mem::offset_of!(vyre_argument_info, element_bits) - 32usize];
    [
        "Offset of field: vyre_argument_info::kind",
    ][::core::mem::offset_of!(vyre_argument_info, kind) - 40usize];
    [
        "Offset of field: vyre_argument_info::slot",
    ][::core::mem::offset_of!(vyre_argument_info, slot) - 44usize];
    [
        "Offset of field: vyre_argument_info::set",
    ][::core::mem::offset_of!(vyre_argument_info, set) - 48usize];
    [
        "Offset of field: vyre_argument_info::binding",
    ][::core::mem::offset_of!(vyre_argument_info, binding) - 52usize];
    [
        "Offset of field: vyre_argument_info::position",
    ][::core::mem::offset_of!(vyre_argument_info, position) - 56usize];
    [
        "Offset of field: vyre_argument_info::access",
    ][::core::mem::offset_of!(vyre_argument_info, access) - 60usize];
};
/// One kernel.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_kernel_info {
    pub struct_size: usize,
    /// SPIR-V words in the byte order of this machine, or PTX text
    pub code: vyre_bytes,
    /// name of the entry point in |code|
    pub entry: vyre_string,
    /// by |position|
    pub arguments: *const *const vyre_argument_info,
    pub argument_count: usize,
    /// where it can trap, by the number that a trap reports
    pub trap_sites: *const *const vyre_string,
    pub trap_site_count: usize,
    pub workgroup_memory_bytes: u64,
    /// invocations of one workgroup on each axis
    pub workgroup: [u32; 3usize],
    /** Three words: the first workgroup; 0 for a whole grid. Where there are six, the others are the
 shape: invocations at or beyond it do nothing.*/
    pub push_constant_bytes: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_kernel_info"][::core::mem::size_of::<vyre_kernel_info>() - 96usize];
    [
        "Alignment of vyre_kernel_info",
    ][::core::mem::align_of::<vyre_kernel_info>() - 8usize];
    [
        "Offset of field: vyre_kernel_info::struct_size",
    ][::core::mem::offset_of!(vyre_kernel_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_kernel_info::code",
    ][::core::mem::offset_of!(vyre_kernel_info, code) - 8usize];
    [
        "Offset of field: vyre_kernel_info::entry",
    ][::core::mem::offset_of!(vyre_kernel_info, entry) - 24usize];
    [
        "Offset of field: vyre_kernel_info::arguments",
    ][::core::mem::offset_of!(vyre_kernel_info, arguments) - 40usize];
    [
        "Offset of field: vyre_kernel_info::argument_count",
    ][::core::mem::offset_of!(vyre_kernel_info, argument_count) - 48usize];
    [
        "Offset of field: vyre_kernel_info::trap_sites",
    ][::core::mem::offset_of!(vyre_kernel_info, trap_sites) - 56usize];
    [
        "Offset of field: vyre_kernel_info::trap_site_count",
    ][::core::mem::offset_of!(vyre_kernel_info, trap_site_count) - 64usize];
    [
        "Offset of field: vyre_kernel_info::workgroup_memory_bytes",
    ][::core::mem::offset_of!(vyre_kernel_info, workgroup_memory_bytes) - 72usize];
    [
        "Offset of field: vyre_kernel_info::workgroup",
    ][::core::mem::offset_of!(vyre_kernel_info, workgroup) - 80usize];
    [
        "Offset of field: vyre_kernel_info::push_constant_bytes",
    ][::core::mem::offset_of!(vyre_kernel_info, push_constant_bytes) - 92usize];
};
/// The emission as data. It lives as long as the emission, with all that it points to.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_emission_info {
    pub struct_size: usize,
    /// of the target, as vyre_target_aot_id gives it
    pub aot_id: vyre_string,
    /** One for each segment, in the order to run them: each on the whole grid, behind all that those
 before it wrote. Equal segments share one.*/
    pub kernels: *const *const vyre_kernel_info,
    pub kernel_count: usize,
    /// workgroups on each axis that they are for; 0, 0, 0: any
    pub grid: [u32; 3usize],
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_emission_info",
    ][::core::mem::size_of::<vyre_emission_info>() - 56usize];
    [
        "Alignment of vyre_emission_info",
    ][::core::mem::align_of::<vyre_emission_info>() - 8usize];
    [
        "Offset of field: vyre_emission_info::struct_size",
    ][::core::mem::offset_of!(vyre_emission_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_emission_info::aot_id",
    ][::core::mem::offset_of!(vyre_emission_info, aot_id) - 8usize];
    [
        "Offset of field: vyre_emission_info::kernels",
    ][::core::mem::offset_of!(vyre_emission_info, kernels) - 24usize];
    [
        "Offset of field: vyre_emission_info::kernel_count",
    ][::core::mem::offset_of!(vyre_emission_info, kernel_count) - 32usize];
    [
        "Offset of field: vyre_emission_info::grid",
    ][::core::mem::offset_of!(vyre_emission_info, grid) - 40usize];
    [
        "Offset of field: vyre_emission_info::reserved",
    ][::core::mem::offset_of!(vyre_emission_info, reserved) - 52usize];
};
/// What vyre_program_emit makes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_emit_desc {
    pub struct_size: usize,
    /// "spirv" or "ptx". Required
    pub target: vyre_string,
    /** What the code may use: of an open device, of a list of devices, or written by hand. Limits of
 0, and NULL: the least that every device of the target has.*/
    pub device: *const vyre_device_info,
    /// constants, workgroup size, flags of code. NULL: none
    pub pipeline: *const vyre_pipeline_desc,
    /// The launch that grid barriers are cut for: its shape or grid alone counts. NULL: none.
    pub dispatch: *const vyre_dispatch_desc,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_emit_desc"][::core::mem::size_of::<vyre_emit_desc>() - 48usize];
    ["Alignment of vyre_emit_desc"][::core::mem::align_of::<vyre_emit_desc>() - 8usize];
    [
        "Offset of field: vyre_emit_desc::struct_size",
    ][::core::mem::offset_of!(vyre_emit_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_emit_desc::target",
    ][::core::mem::offset_of!(vyre_emit_desc, target) - 8usize];
    [
        "Offset of field: vyre_emit_desc::device",
    ][::core::mem::offset_of!(vyre_emit_desc, device) - 24usize];
    [
        "Offset of field: vyre_emit_desc::pipeline",
    ][::core::mem::offset_of!(vyre_emit_desc, pipeline) - 32usize];
    [
        "Offset of field: vyre_emit_desc::dispatch",
    ][::core::mem::offset_of!(vyre_emit_desc, dispatch) - 40usize];
};
/// accepted, each with all its segments
pub const VYRE_METRIC_DISPATCHES: vyre_metric_id = 0;
/// of those: cut at grid barriers
pub const VYRE_METRIC_SPLIT_DISPATCHES: vyre_metric_id = 1;
/// that split dispatches ran
pub const VYRE_METRIC_SEGMENTS: vyre_metric_id = 2;
/// between those segments
pub const VYRE_METRIC_GRID_BARRIERS: vyre_metric_id = 3;
/// of hidden buffers that carry values across the cuts
pub const VYRE_METRIC_SPILLED_BYTES: vyre_metric_id = 4;
/// to the device, copies included
pub const VYRE_METRIC_SUBMISSIONS: vyre_metric_id = 5;
/// calls that blocked until the device was further
pub const VYRE_METRIC_WAITS: vyre_metric_id = 6;
/// each segment of a program is one
pub const VYRE_METRIC_KERNELS_COMPILED: vyre_metric_id = 7;
/// now
pub const VYRE_METRIC_KERNELS_ALIVE: vyre_metric_id = 8;
/// buffers that have memory now
pub const VYRE_METRIC_BUFFERS_ALIVE: vyre_metric_id = 9;
/// of device memory that is reserved now
pub const VYRE_METRIC_DEVICE_BYTES: vyre_metric_id = 10;
/// the most that were reserved at once
pub const VYRE_METRIC_MAX_DEVICE_BYTES: vyre_metric_id = 11;
/// dispatches that a trap ended
pub const VYRE_METRIC_TRAPS: vyre_metric_id = 12;
/// how often the device was lost
pub const VYRE_METRIC_DEVICE_LOSSES: vyre_metric_id = 13;
/// how often it was opened again
pub const VYRE_METRIC_RECOVERIES: vyre_metric_id = 14;
/// preparing and recording commands
pub const VYRE_METRIC_RECORD_NS: vyre_metric_id = 15;
/// in the driver's call that submits them
pub const VYRE_METRIC_SUBMIT_NS: vyre_metric_id = 16;
/// waiting for the device, looking again and again
pub const VYRE_METRIC_SPIN_NS: vyre_metric_id = 17;
/// waiting for the device asleep
pub const VYRE_METRIC_BLOCK_NS: vyre_metric_id = 18;
/// that the device measured, for timed dispatches
pub const VYRE_METRIC_DEVICE_NS: vyre_metric_id = 19;
/// dispatches that asked the device for its time
pub const VYRE_METRIC_DEVICE_TIMED: vyre_metric_id = 20;
/// copies of host bytes into memory of the device
pub const VYRE_METRIC_UPLOADS: vyre_metric_id = 21;
/// of these; what is used where it lies is no copy
pub const VYRE_METRIC_UPLOADED_BYTES: vyre_metric_id = 22;
/// copies of bytes of the device to host memory
pub const VYRE_METRIC_DOWNLOADS: vyre_metric_id = 23;
/// of these
pub const VYRE_METRIC_DOWNLOADED_BYTES: vyre_metric_id = 24;
/// between buffers of the device
pub const VYRE_METRIC_DEVICE_COPIES: vyre_metric_id = 25;
/// of these
pub const VYRE_METRIC_DEVICE_COPIED_BYTES: vyre_metric_id = 26;
/// command buffers that were recorded
pub const VYRE_METRIC_RECORDINGS: vyre_metric_id = 27;
/// submissions of one as it was recorded before
pub const VYRE_METRIC_REPETITIONS: vyre_metric_id = 28;
/// that were recorded
pub const VYRE_METRIC_BARRIERS: vyre_metric_id = 29;
/// kernels that were asked for
pub const VYRE_METRIC_CACHE_ASKED: vyre_metric_id = 30;
/// that were there, or were being made
pub const VYRE_METRIC_CACHE_HITS: vyre_metric_id = 31;
/// of these: another thread was making them
pub const VYRE_METRIC_CACHE_WAITS: vyre_metric_id = 32;
/// compiled, or taken from the folder
pub const VYRE_METRIC_CACHE_MADE: vyre_metric_id = 33;
/// attempts that made nothing
pub const VYRE_METRIC_CACHE_FAILURES: vyre_metric_id = 34;
/// had to go for the budgets
pub const VYRE_METRIC_CACHE_EVICTED: vyre_metric_id = 35;
/// kernels that are kept now
pub const VYRE_METRIC_CACHE_ENTRIES: vyre_metric_id = 36;
/// that they take now; an estimate
pub const VYRE_METRIC_CACHE_BYTES: vyre_metric_id = 37;
/// files that were used; a kernel has two
pub const VYRE_METRIC_DISK_HITS: vyre_metric_id = 38;
/// files that were written
pub const VYRE_METRIC_DISK_WRITES: vyre_metric_id = 39;
/// not kept; nothing else happened
pub const VYRE_METRIC_DISK_FAILED_WRITES: vyre_metric_id = 40;
/// removed for the budget
pub const VYRE_METRIC_DISK_TRIMMED: vyre_metric_id = 41;
/// files that were not used: 42 to 53, by reason
pub const VYRE_METRIC_DISK_MISSES: vyre_metric_id = 42;
/** What the library counts on a device from the time when it was opened, recoveries included. What
 says "now" goes up and down; "most" is a highest value; all others only grow. The CACHE metrics
 are of the device's memory of kernels, the DISK metrics of the context's cache folder. The misses
 have twelve numbers, 42 plus a vyre_cache_miss. The times
 RECORD, SUBMIT, SPIN and BLOCK are sums over all threads. They are known only with
 VYRE_CONTEXT_MEASURE_TIMES.*/
pub type vyre_metric_id = u32;
/// only grows
pub const VYRE_METRIC_KIND_COUNTER: vyre_metric_kind = 0;
/// how it is now
pub const VYRE_METRIC_KIND_GAUGE: vyre_metric_kind = 1;
/// How a metric moves.
pub type vyre_metric_kind = u32;
/// One metric.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_metric_info {
    pub struct_size: usize,
    /// for exporters: does not change
    pub name: vyre_string,
    /// "ns", "bytes"; empty for plain counts
    pub unit: vyre_string,
    /// what is counted, for people
    pub text: vyre_string,
    /// VYRE_UNKNOWN: nobody counts it
    pub value: u64,
    pub kind: vyre_metric_kind,
    /// UINT32_MAX: a metric of the plug-in's own
    pub id: vyre_metric_id,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_metric_info"][::core::mem::size_of::<vyre_metric_info>() - 72usize];
    [
        "Alignment of vyre_metric_info",
    ][::core::mem::align_of::<vyre_metric_info>() - 8usize];
    [
        "Offset of field: vyre_metric_info::struct_size",
    ][::core::mem::offset_of!(vyre_metric_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_metric_info::name",
    ][::core::mem::offset_of!(vyre_metric_info, name) - 8usize];
    [
        "Offset of field: vyre_metric_info::unit",
    ][::core::mem::offset_of!(vyre_metric_info, unit) - 24usize];
    [
        "Offset of field: vyre_metric_info::text",
    ][::core::mem::offset_of!(vyre_metric_info, text) - 40usize];
    [
        "Offset of field: vyre_metric_info::value",
    ][::core::mem::offset_of!(vyre_metric_info, value) - 56usize];
    [
        "Offset of field: vyre_metric_info::kind",
    ][::core::mem::offset_of!(vyre_metric_info, kind) - 64usize];
    [
        "Offset of field: vyre_metric_info::id",
    ][::core::mem::offset_of!(vyre_metric_info, id) - 68usize];
};
/// The metrics by |id|, and behind them those of a plug-in's own. It lives as long as the list.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_metric_list_info {
    pub struct_size: usize,
    pub metrics: *const *const vyre_metric_info,
    pub metric_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_metric_list_info",
    ][::core::mem::size_of::<vyre_metric_list_info>() - 24usize];
    [
        "Alignment of vyre_metric_list_info",
    ][::core::mem::align_of::<vyre_metric_list_info>() - 8usize];
    [
        "Offset of field: vyre_metric_list_info::struct_size",
    ][::core::mem::offset_of!(vyre_metric_list_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_metric_list_info::metrics",
    ][::core::mem::offset_of!(vyre_metric_list_info, metrics) - 8usize];
    [
        "Offset of field: vyre_metric_list_info::metric_count",
    ][::core::mem::offset_of!(vyre_metric_list_info, metric_count) - 16usize];
};
/** How a device gets work and how the library waits for it. No result depends on it. A new device
 has values that suit it. Begin with those of vyre_device_get_submit_policy and change what you
 want: _INIT is all zero, which is a policy, too.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_submit_policy {
    pub struct_size: usize,
    /** How long a waiting thread looks again and again before it sleeps, in nanoseconds. 0: it sleeps
 at once. Waking up takes longer than a small dispatch; looking takes a processor.*/
    pub spin_ns: u64,
    /** Work that would keep the device busy for longer is submitted in parts of about this many
 nanoseconds each, some 1,000 parts at most. 0: never. For devices whose watchdog ends long
 work, and for those that have to draw meanwhile. The first dispatch of a pipeline begins with
 small parts and waits for each of them, to learn how long they take; asynchronous ones do, too.
 The device time of such work is the sum of its parts. What a host records is not cut, nor is
 the grid of a SPIR-V module.*/
    pub max_submission_ns: u64,
    /// Threads look only while no more than this many wait for the device. Beyond it they sleep.
    pub max_spinning_threads: u32,
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_submit_policy",
    ][::core::mem::size_of::<vyre_submit_policy>() - 32usize];
    [
        "Alignment of vyre_submit_policy",
    ][::core::mem::align_of::<vyre_submit_policy>() - 8usize];
    [
        "Offset of field: vyre_submit_policy::struct_size",
    ][::core::mem::offset_of!(vyre_submit_policy, struct_size) - 0usize];
    [
        "Offset of field: vyre_submit_policy::spin_ns",
    ][::core::mem::offset_of!(vyre_submit_policy, spin_ns) - 8usize];
    [
        "Offset of field: vyre_submit_policy::max_submission_ns",
    ][::core::mem::offset_of!(vyre_submit_policy, max_submission_ns) - 16usize];
    [
        "Offset of field: vyre_submit_policy::max_spinning_threads",
    ][::core::mem::offset_of!(vyre_submit_policy, max_spinning_threads) - 24usize];
    [
        "Offset of field: vyre_submit_policy::reserved",
    ][::core::mem::offset_of!(vyre_submit_policy, reserved) - 28usize];
};
/** Takes the next |size| bytes (more than 0) of what is written. Returns NULL, or an error of
 vyre_error_create, which the library takes; it ends the writing. Called on the thread of the call
 that writes. |bytes| live for the call.*/
pub type vyre_write_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        bytes: *const ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error,
>;
/// there is no such file: the usual one
pub const VYRE_CACHE_MISS_ABSENT: vyre_cache_miss = 0;
/// the system does not open or read it
pub const VYRE_CACHE_MISS_UNREADABLE: vyre_cache_miss = 1;
/// a symbolic link, a folder, a pipe
pub const VYRE_CACHE_MISS_NOT_A_FILE: vyre_cache_miss = 2;
/// another user's, and not root's
pub const VYRE_CACHE_MISS_FOREIGN_OWNER: vyre_cache_miss = 3;
/// over 64 MiB; it is not read
pub const VYRE_CACHE_MISS_TOO_LARGE: vyre_cache_miss = 4;
/// it does not begin like one
pub const VYRE_CACHE_MISS_NOT_AN_ENTRY: vyre_cache_miss = 5;
/// an older library wrote it
pub const VYRE_CACHE_MISS_OLDER_FORM: vyre_cache_miss = 6;
/// a newer library wrote it
pub const VYRE_CACHE_MISS_NEWER_FORM: vyre_cache_miss = 7;
/// the checksum of its header is wrong
pub const VYRE_CACHE_MISS_DAMAGED_HEADER: vyre_cache_miss = 8;
/// whole, but it belongs to another key: moved or copied
pub const VYRE_CACHE_MISS_OTHER_KEY: vyre_cache_miss = 9;
/// shorter than its header says
pub const VYRE_CACHE_MISS_TRUNCATED: vyre_cache_miss = 10;
/// wrong checksum, or longer than its header says
pub const VYRE_CACHE_MISS_DAMAGED_BYTES: vyre_cache_miss = 11;
/// Why a file of the folder was not used.
pub type vyre_cache_miss = u32;
/// How vyre_cache_list_create looks.
pub type vyre_cache_list_flags = u64;
/// One file of the folder.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_cache_entry_info {
    pub struct_size: usize,
    /// inside the folder: two digits, a slash, the 64 digits of the key
    pub path: vyre_string,
    pub bytes: u64,
    /// when it was last read or written, in nanoseconds since 1970
    pub used_ns: i64,
    /// what is wrong with it; 0: nothing, or it was not checked
    pub damaged: vyre_cache_miss,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_cache_entry_info",
    ][::core::mem::size_of::<vyre_cache_entry_info>() - 48usize];
    [
        "Alignment of vyre_cache_entry_info",
    ][::core::mem::align_of::<vyre_cache_entry_info>() - 8usize];
    [
        "Offset of field: vyre_cache_entry_info::struct_size",
    ][::core::mem::offset_of!(vyre_cache_entry_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_cache_entry_info::path",
    ][::core::mem::offset_of!(vyre_cache_entry_info, path) - 8usize];
    [
        "Offset of field: vyre_cache_entry_info::bytes",
    ][::core::mem::offset_of!(vyre_cache_entry_info, bytes) - 24usize];
    [
        "Offset of field: vyre_cache_entry_info::used_ns",
    ][::core::mem::offset_of!(vyre_cache_entry_info, used_ns) - 32usize];
    [
        "Offset of field: vyre_cache_entry_info::damaged",
    ][::core::mem::offset_of!(vyre_cache_entry_info, damaged) - 40usize];
    [
        "Offset of field: vyre_cache_entry_info::reserved",
    ][::core::mem::offset_of!(vyre_cache_entry_info, reserved) - 44usize];
};
/// The files in the order of their paths. It lives as long as the list.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_cache_list_info {
    pub struct_size: usize,
    pub entries: *const *const vyre_cache_entry_info,
    pub entry_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_cache_list_info",
    ][::core::mem::size_of::<vyre_cache_list_info>() - 24usize];
    [
        "Alignment of vyre_cache_list_info",
    ][::core::mem::align_of::<vyre_cache_list_info>() - 8usize];
    [
        "Offset of field: vyre_cache_list_info::struct_size",
    ][::core::mem::offset_of!(vyre_cache_list_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_cache_list_info::entries",
    ][::core::mem::offset_of!(vyre_cache_list_info, entries) - 8usize];
    [
        "Offset of field: vyre_cache_list_info::entry_count",
    ][::core::mem::offset_of!(vyre_cache_list_info, entry_count) - 16usize];
};
/** |done| of |total| keys are through. Returns 0 to go on; anything else ends the preparation, which
 is no error. Called on the thread of vyre_device_prepare_keys. It may call the library.*/
pub type vyre_progress_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void, done: u64, total: u64) -> u32,
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_compilation {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_oracle {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_metric_sink {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_op_sink {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_backend_list {
    _unused: [u8; 0],
}
/** A kernel as SPIR-V. It lives as long as the compilation.

 The entry point is "main". Descriptor set 0 has, in this order: a storage buffer for each
 parameter that is not workgroup memory; where |count_words| is not 0, a uniform buffer of that
 many 32-bit words, word i being the number of elements of storage buffer i; where |can_trap| is
 1, a storage buffer of seven words {kind, site, value, number, x, y, z}, all 0 before the run.
 The kind is other than 0 afterwards when the program has trapped, in the invocation x, y, z. Push
 constants are three words: the number of the first workgroup on each axis. A barrier for the
 whole grid is one of the workgroup there: run such a kernel with one workgroup only.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plugin_spirv {
    pub struct_size: usize,
    pub words: *const u32,
    pub word_count: usize,
    /// where it can trap, by the site that a trap reports
    pub trap_sites: *const *const vyre_string,
    pub trap_site_count: usize,
    /// without that of the trap
    pub storage_buffers: u32,
    /// of the uniform buffer; 0: there is none
    pub count_words: u32,
    /// 1 or 0
    pub can_trap: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_plugin_spirv"][::core::mem::size_of::<vyre_plugin_spirv>() - 56usize];
    [
        "Alignment of vyre_plugin_spirv",
    ][::core::mem::align_of::<vyre_plugin_spirv>() - 8usize];
    [
        "Offset of field: vyre_plugin_spirv::struct_size",
    ][::core::mem::offset_of!(vyre_plugin_spirv, struct_size) - 0usize];
    [
        "Offset of field: vyre_plugin_spirv::words",
    ][::core::mem::offset_of!(vyre_plugin_spirv, words) - 8usize];
    [
        "Offset of field: vyre_plugin_spirv::word_count",
    ][::core::mem::offset_of!(vyre_plugin_spirv, word_count) - 16usize];
    [
        "Offset of field: vyre_plugin_spirv::trap_sites",
    ][::core::mem::offset_of!(vyre_plugin_spirv, trap_sites) - 24usize];
    [
        "Offset of field: vyre_plugin_spirv::trap_site_count",
    ][::core::mem::offset_of!(vyre_plugin_spirv, trap_site_count) - 32usize];
    [
        "Offset of field: vyre_plugin_spirv::storage_buffers",
    ][::core::mem::offset_of!(vyre_plugin_spirv, storage_buffers) - 40usize];
    [
        "Offset of field: vyre_plugin_spirv::count_words",
    ][::core::mem::offset_of!(vyre_plugin_spirv, count_words) - 44usize];
    [
        "Offset of field: vyre_plugin_spirv::can_trap",
    ][::core::mem::offset_of!(vyre_plugin_spirv, can_trap) - 48usize];
    [
        "Offset of field: vyre_plugin_spirv::reserved",
    ][::core::mem::offset_of!(vyre_plugin_spirv, reserved) - 52usize];
};
/// Host memory of one parameter, for the oracle. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_oracle_range {
    /// read and written. May be NULL when |size| is 0
    pub bytes: *mut ::core::ffi::c_void,
    pub size: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_oracle_range"][::core::mem::size_of::<vyre_oracle_range>() - 16usize];
    [
        "Alignment of vyre_oracle_range",
    ][::core::mem::align_of::<vyre_oracle_range>() - 8usize];
    [
        "Offset of field: vyre_oracle_range::bytes",
    ][::core::mem::offset_of!(vyre_oracle_range, bytes) - 0usize];
    [
        "Offset of field: vyre_oracle_range::size",
    ][::core::mem::offset_of!(vyre_oracle_range, size) - 8usize];
};
/** The functions that a backend may call, on any thread. None is NULL, but for those of a library
 that is older than this header: they lie beyond its |struct_size|. The table lives until
 vyre_backend_table.destroy has returned.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plugin_host {
    pub struct_size: usize,
    /// VYRE_ABI_VERSION of the library
    pub abi_version: u32,
    pub reserved: u32,
    /// first argument of |log|
    pub context: *mut ::core::ffi::c_void,
    /** Makes an error to be returned. |native_code| is the device's own number of it; 0: none. The
 text is copied. Say after "Fix: " what to do. Never NULL.*/
    pub error_create: ::core::option::Option<
        unsafe extern "C" fn(
            code: vyre_error_code,
            native_code: i64,
            text: vyre_string,
        ) -> *mut vyre_error,
    >,
    /** Adds a copy of a finding to an error of the host's table and gives the error back, perhaps at
 another address. An error from elsewhere is given back as it is. |error| may be NULL: then
 nothing happens.*/
    pub error_add_finding: ::core::option::Option<
        unsafe extern "C" fn(
            error: *mut vyre_error,
            finding: *const vyre_finding,
        ) -> *mut vyre_error,
    >,
    /// What an error says. It lives as long as the error. Never NULL.
    pub error_get_info: ::core::option::Option<
        unsafe extern "C" fn(error: *const vyre_error) -> *const vyre_error_info,
    >,
    /// Ends an error that is not returned. |error| may be NULL.
    pub error_destroy: ::core::option::Option<
        unsafe extern "C" fn(error: *mut vyre_error),
    >,
    /// A message for the application's log. |context| is that of this table.
    pub log: ::core::option::Option<
        unsafe extern "C" fn(
            context: *mut ::core::ffi::c_void,
            level: vyre_log_level,
            text: vyre_string,
        ),
    >,
    /// The facts of a program. They live as long as the program. Never NULL.
    pub program_get_info: ::core::option::Option<
        unsafe extern "C" fn(program: *const vyre_program) -> *const vyre_program_info,
    >,
    /// The program as bytes. |desc| may be NULL. The caller owns the blob.
    pub program_save: ::core::option::Option<
        unsafe extern "C" fn(
            program: *const vyre_program,
            desc: *const vyre_save_desc,
            out_blob: *mut *mut vyre_blob,
        ) -> *mut vyre_error,
    >,
    /// The bytes of a blob. They live as long as the blob.
    pub blob_get_bytes: ::core::option::Option<
        unsafe extern "C" fn(blob: *const vyre_blob) -> vyre_bytes,
    >,
    /// Ends a blob. |blob| may be NULL.
    pub blob_destroy: ::core::option::Option<unsafe extern "C" fn(blob: *mut vyre_blob)>,
    /** The program that is compiled as SPIR-V, made for what get_device_info has said. The constants
 stand in it as numbers. Fails with UNSUPPORTED_FEATURE, by name, where the device cannot run
 it.*/
    pub compilation_get_spirv: ::core::option::Option<
        unsafe extern "C" fn(
            compilation: *mut vyre_compilation,
            out_spirv: *mut vyre_plugin_spirv,
        ) -> *mut vyre_error,
    >,
    /** What is registered for op |op_id| and the target of this backend: VYRE_TARGET_EXTENSION with
 the backend's id. The bytes live as long as the compilation. Calls of such an op stand in the
 program as they are. NOT_FOUND: the program calls no op of that id, or it has no such lowering.
 An error of the function that makes the bytes is returned as it is.*/
    pub compilation_get_lowering: ::core::option::Option<
        unsafe extern "C" fn(
            compilation: *mut vyre_compilation,
            op_id: vyre_string,
            out_bytes: *mut vyre_bytes,
        ) -> *mut vyre_error,
    >,
    /** Makes the program that is compiled ready for the oracle. The result outlives the compilation.
 The caller owns it.*/
    pub oracle_create: ::core::option::Option<
        unsafe extern "C" fn(
            compilation: *mut vyre_compilation,
            out_oracle: *mut *mut vyre_oracle,
        ) -> *mut vyre_error,
    >,
    /** Runs it on |grid| workgroups and waits for the end. |ranges| has an entry for each of
 vyre_plugin_compile.parameters, in their order; those of workgroup memory are not looked at.
 One oracle may run several times at once.*/
    pub oracle_run: ::core::option::Option<
        unsafe extern "C" fn(
            oracle: *mut vyre_oracle,
            grid: *const u32,
            ranges: *const vyre_oracle_range,
            range_count: usize,
        ) -> *mut vyre_error,
    >,
    /// Ends an oracle. |oracle| may be NULL.
    pub oracle_destroy: ::core::option::Option<
        unsafe extern "C" fn(oracle: *mut vyre_oracle),
    >,
    /** Tells a metric, inside get_metrics only, once. |name| is that of a vyre_metric_id up to
 BARRIERS, in small letters ("device_bytes"), or the backend's own, which is listed behind them.
 The strings are copied.*/
    pub metric_add: ::core::option::Option<
        unsafe extern "C" fn(
            sink: *mut vyre_metric_sink,
            name: vyre_string,
            unit: vyre_string,
            kind: vyre_metric_kind,
            value: u64,
        ),
    >,
    /** Adds an op, inside add_ops only. The description is as for vyre_registry_builder_add_op. Its
 functions return errors as those of the table do.*/
    pub op_add: ::core::option::Option<
        unsafe extern "C" fn(
            sink: *mut vyre_op_sink,
            desc: *const vyre_op_desc,
        ) -> *mut vyre_error,
    >,
    /// Adds |size| bytes to what a function of an op or save_executable writes.
    pub writer_write: ::core::option::Option<
        unsafe extern "C" fn(
            writer: *mut vyre_writer,
            bytes: *const ::core::ffi::c_void,
            size: usize,
        ),
    >,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_plugin_host"][::core::mem::size_of::<vyre_plugin_host>() - 160usize];
    [
        "Alignment of vyre_plugin_host",
    ][::core::mem::align_of::<vyre_plugin_host>() - 8usize];
    [
        "Offset of field: vyre_plugin_host::struct_size",
    ][::core::mem::offset_of!(vyre_plugin_host, struct_size) - 0usize];
    [
        "Offset of field: vyre_plugin_host::abi_version",
    ][::core::mem::offset_of!(vyre_plugin_host, abi_version) - 8usize];
    [
        "Offset of field: vyre_plugin_host::reserved",
    ][::core::mem::offset_of!(vyre_plugin_host, reserved) - 12usize];
    [
        "Offset of field: vyre_plugin_host::context",
    ][::core::mem::offset_of!(vyre_plugin_host, context) - 16usize];
    [
        "Offset of field: vyre_plugin_host::error_create",
    ][::core::mem::offset_of!(vyre_plugin_host, error_create) - 24usize];
    [
        "Offset of field: vyre_plugin_host::error_add_finding",
    ][::core::mem::offset_of!(vyre_plugin_host, error_add_finding) - 32usize];
    [
        "Offset of field: vyre_plugin_host::error_get_info",
    ][::core::mem::offset_of!(vyre_plugin_host, error_get_info) - 40usize];
    [
        "Offset of field: vyre_plugin_host::error_destroy",
    ][::core::mem::offset_of!(vyre_plugin_host, error_destroy) - 48usize];
    [
        "Offset of field: vyre_plugin_host::log",
    ][::core::mem::offset_of!(vyre_plugin_host, log) - 56usize];
    [
        "Offset of field: vyre_plugin_host::program_get_info",
    ][::core::mem::offset_of!(vyre_plugin_host, program_get_info) - 64usize];
    [
        "Offset of field: vyre_plugin_host::program_save",
    ][::core::mem::offset_of!(vyre_plugin_host, program_save) - 72usize];
    [
        "Offset of field: vyre_plugin_host::blob_get_bytes",
    ][::core::mem::offset_of!(vyre_plugin_host, blob_get_bytes) - 80usize];
    [
        "Offset of field: vyre_plugin_host::blob_destroy",
    ][::core::mem::offset_of!(vyre_plugin_host, blob_destroy) - 88usize];
    [
        "Offset of field: vyre_plugin_host::compilation_get_spirv",
    ][::core::mem::offset_of!(vyre_plugin_host, compilation_get_spirv) - 96usize];
    [
        "Offset of field: vyre_plugin_host::compilation_get_lowering",
    ][::core::mem::offset_of!(vyre_plugin_host, compilation_get_lowering) - 104usize];
    [
        "Offset of field: vyre_plugin_host::oracle_create",
    ][::core::mem::offset_of!(vyre_plugin_host, oracle_create) - 112usize];
    [
        "Offset of field: vyre_plugin_host::oracle_run",
    ][::core::mem::offset_of!(vyre_plugin_host, oracle_run) - 120usize];
    [
        "Offset of field: vyre_plugin_host::oracle_destroy",
    ][::core::mem::offset_of!(vyre_plugin_host, oracle_destroy) - 128usize];
    [
        "Offset of field: vyre_plugin_host::metric_add",
    ][::core::mem::offset_of!(vyre_plugin_host, metric_add) - 136usize];
    [
        "Offset of field: vyre_plugin_host::op_add",
    ][::core::mem::offset_of!(vyre_plugin_host, op_add) - 144usize];
    [
        "Offset of field: vyre_plugin_host::writer_write",
    ][::core::mem::offset_of!(vyre_plugin_host, writer_write) - 152usize];
};
/// One parameter of a program that is compiled. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plugin_parameter {
    pub name: vyre_string,
    /// its size; 0: known at each dispatch
    pub static_bytes: u64,
    pub reserved: [u64; 2usize],
    pub slot: u32,
    /// SHARED: memory of the workgroup, which nothing binds
    pub role: vyre_role,
    pub access: vyre_access,
    pub element_type: vyre_type,
    /// from one element to the next; 0: the type has no size
    pub element_bytes: u32,
    /// 0: known at each dispatch
    pub element_count: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_plugin_parameter",
    ][::core::mem::size_of::<vyre_plugin_parameter>() - 64usize];
    [
        "Alignment of vyre_plugin_parameter",
    ][::core::mem::align_of::<vyre_plugin_parameter>() - 8usize];
    [
        "Offset of field: vyre_plugin_parameter::name",
    ][::core::mem::offset_of!(vyre_plugin_parameter, name) - 0usize];
    [
        "Offset of field: vyre_plugin_parameter::static_bytes",
    ][::core::mem::offset_of!(vyre_plugin_parameter, static_bytes) - 16usize];
    [
        "Offset of field: vyre_plugin_parameter::reserved",
    ][::core::mem::offset_of!(vyre_plugin_parameter, reserved) - 24usize];
    [
        "Offset of field: vyre_plugin_parameter::slot",
    ][::core::mem::offset_of!(vyre_plugin_parameter, slot) - 40usize];
    [
        "Offset of field: vyre_plugin_parameter::role",
    ][::core::mem::offset_of!(vyre_plugin_parameter, role) - 44usize];
    [
        "Offset of field: vyre_plugin_parameter::access",
    ][::core::mem::offset_of!(vyre_plugin_parameter, access) - 48usize];
    [
        "Offset of field: vyre_plugin_parameter::element_type",
    ][::core::mem::offset_of!(vyre_plugin_parameter, element_type) - 52usize];
    [
        "Offset of field: vyre_plugin_parameter::element_bytes",
    ][::core::mem::offset_of!(vyre_plugin_parameter, element_bytes) - 56usize];
    [
        "Offset of field: vyre_plugin_parameter::element_count",
    ][::core::mem::offset_of!(vyre_plugin_parameter, element_count) - 60usize];
};
/// What compile and load_executable get. All of it lives for the call.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plugin_compile {
    pub struct_size: usize,
    pub host: *const vyre_plugin_host,
    /// for functions of |host|
    pub compilation: *mut vyre_compilation,
    /// valid; for functions of |host|
    pub program: *const vyre_program,
    /// its canonical wire bytes; empty: it has none
    pub wire: vyre_bytes,
    /// of the pipeline, for messages; may be empty
    pub label: vyre_string,
    /** How the pipeline was made. A signed division or remainder by zero, and MIN / -1, trap. With
 VYRE_PIPELINE_DIVISION_GIVES_ZERO they give 0, and MIN / -1 gives MIN. What else the flags ask
 is the library's to do.*/
    pub flags: vyre_pipeline_flags,
    /// by slot, workgroup memory among them
    pub parameters: *const vyre_plugin_parameter,
    pub parameter_count: usize,
    /// one for each that the program names, by the names' bytes
    pub constants: *const vyre_constant,
    pub constant_count: usize,
    /// the size to run with; may differ from the program's own
    pub workgroup: [u32; 3usize],
    /// tells apart the programs that one dispatch runs
    pub segment: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_plugin_compile",
    ][::core::mem::size_of::<vyre_plugin_compile>() - 120usize];
    [
        "Alignment of vyre_plugin_compile",
    ][::core::mem::align_of::<vyre_plugin_compile>() - 8usize];
    [
        "Offset of field: vyre_plugin_compile::struct_size",
    ][::core::mem::offset_of!(vyre_plugin_compile, struct_size) - 0usize];
    [
        "Offset of field: vyre_plugin_compile::host",
    ][::core::mem::offset_of!(vyre_plugin_compile, host) - 8usize];
    [
        "Offset of field: vyre_plugin_compile::compilation",
    ][::core::mem::offset_of!(vyre_plugin_compile, compilation) - 16usize];
    [
        "Offset of field: vyre_plugin_compile::program",
    ][::core::mem::offset_of!(vyre_plugin_compile, program) - 24usize];
    [
        "Offset of field: vyre_plugin_compile::wire",
    ][::core::mem::offset_of!(vyre_plugin_compile, wire) - 32usize];
    [
        "Offset of field: vyre_plugin_compile::label",
    ][::core::mem::offset_of!(vyre_plugin_compile, label) - 48usize];
    [
        "Offset of field: vyre_plugin_compile::flags",
    ][::core::mem::offset_of!(vyre_plugin_compile, flags) - 64usize];
    [
        "Offset of field: vyre_plugin_compile::parameters",
    ][::core::mem::offset_of!(vyre_plugin_compile, parameters) - 72usize];
    [
        "Offset of field: vyre_plugin_compile::parameter_count",
    ][::core::mem::offset_of!(vyre_plugin_compile, parameter_count) - 80usize];
    [
        "Offset of field: vyre_plugin_compile::constants",
    ][::core::mem::offset_of!(vyre_plugin_compile, constants) - 88usize];
    [
        "Offset of field: vyre_plugin_compile::constant_count",
    ][::core::mem::offset_of!(vyre_plugin_compile, constant_count) - 96usize];
    [
        "Offset of field: vyre_plugin_compile::workgroup",
    ][::core::mem::offset_of!(vyre_plugin_compile, workgroup) - 104usize];
    [
        "Offset of field: vyre_plugin_compile::segment",
    ][::core::mem::offset_of!(vyre_plugin_compile, segment) - 116usize];
};
/** What a program gets for one parameter: |size| bytes from |offset| of |memory|, which the table's
 functions have made. Never changes.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plugin_range {
    /// NULL for workgroup memory, and when |size| is 0
    pub memory: *mut ::core::ffi::c_void,
    /// a multiple of vyre_device_info.buffer_offset_alignment
    pub offset: u64,
    pub size: u64,
    pub reserved: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_plugin_range"][::core::mem::size_of::<vyre_plugin_range>() - 32usize];
    [
        "Alignment of vyre_plugin_range",
    ][::core::mem::align_of::<vyre_plugin_range>() - 8usize];
    [
        "Offset of field: vyre_plugin_range::memory",
    ][::core::mem::offset_of!(vyre_plugin_range, memory) - 0usize];
    [
        "Offset of field: vyre_plugin_range::offset",
    ][::core::mem::offset_of!(vyre_plugin_range, offset) - 8usize];
    [
        "Offset of field: vyre_plugin_range::size",
    ][::core::mem::offset_of!(vyre_plugin_range, size) - 16usize];
    [
        "Offset of field: vyre_plugin_range::reserved",
    ][::core::mem::offset_of!(vyre_plugin_range, reserved) - 24usize];
};
/// How a command runs.
pub type vyre_command_flags = u64;
/// One program on one grid. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plugin_command {
    /// of compile or load_executable
    pub executable: *mut ::core::ffi::c_void,
    /// one for each vyre_plugin_compile.parameters, in order
    pub ranges: *const vyre_plugin_range,
    pub range_count: usize,
    pub flags: vyre_command_flags,
    /// of the dispatch, for messages; may be empty
    pub label: vyre_string,
    /** Three 32-bit words in memory of the table, read when the device gets there: the workgroups on
 each axis. Only with VYRE_PLUGIN_GRID_FROM_MEMORY. A zero runs nothing; more than the device's
 limit traps. NULL: |grid| counts.*/
    pub grid_memory: *mut ::core::ffi::c_void,
    /// of these words, a multiple of 4
    pub grid_offset: u64,
    /// workgroups on each axis, within the limits of the device's info
    pub grid: [u32; 3usize],
    pub reserved: u32,
    pub reserved_words: [u64; 2usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_plugin_command",
    ][::core::mem::size_of::<vyre_plugin_command>() - 96usize];
    [
        "Alignment of vyre_plugin_command",
    ][::core::mem::align_of::<vyre_plugin_command>() - 8usize];
    [
        "Offset of field: vyre_plugin_command::executable",
    ][::core::mem::offset_of!(vyre_plugin_command, executable) - 0usize];
    [
        "Offset of field: vyre_plugin_command::ranges",
    ][::core::mem::offset_of!(vyre_plugin_command, ranges) - 8usize];
    [
        "Offset of field: vyre_plugin_command::range_count",
    ][::core::mem::offset_of!(vyre_plugin_command, range_count) - 16usize];
    [
        "Offset of field: vyre_plugin_command::flags",
    ][::core::mem::offset_of!(vyre_plugin_command, flags) - 24usize];
    [
        "Offset of field: vyre_plugin_command::label",
    ][::core::mem::offset_of!(vyre_plugin_command, label) - 32usize];
    [
        "Offset of field: vyre_plugin_command::grid_memory",
    ][::core::mem::offset_of!(vyre_plugin_command, grid_memory) - 48usize];
    [
        "Offset of field: vyre_plugin_command::grid_offset",
    ][::core::mem::offset_of!(vyre_plugin_command, grid_offset) - 56usize];
    [
        "Offset of field: vyre_plugin_command::grid",
    ][::core::mem::offset_of!(vyre_plugin_command, grid) - 64usize];
    [
        "Offset of field: vyre_plugin_command::reserved",
    ][::core::mem::offset_of!(vyre_plugin_command, reserved) - 76usize];
    [
        "Offset of field: vyre_plugin_command::reserved_words",
    ][::core::mem::offset_of!(vyre_plugin_command, reserved_words) - 80usize];
};
/// What is asked of a submission.
pub type vyre_submission_flags = u64;
/// Work for a device.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plugin_submission {
    pub struct_size: usize,
    pub flags: vyre_submission_flags,
    pub commands: *const vyre_plugin_command,
    /// 1, or with VYRE_PLUGIN_ORDERED at least 1
    pub command_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_plugin_submission",
    ][::core::mem::size_of::<vyre_plugin_submission>() - 32usize];
    [
        "Alignment of vyre_plugin_submission",
    ][::core::mem::align_of::<vyre_plugin_submission>() - 8usize];
    [
        "Offset of field: vyre_plugin_submission::struct_size",
    ][::core::mem::offset_of!(vyre_plugin_submission, struct_size) - 0usize];
    [
        "Offset of field: vyre_plugin_submission::flags",
    ][::core::mem::offset_of!(vyre_plugin_submission, flags) - 8usize];
    [
        "Offset of field: vyre_plugin_submission::commands",
    ][::core::mem::offset_of!(vyre_plugin_submission, commands) - 16usize];
    [
        "Offset of field: vyre_plugin_submission::command_count",
    ][::core::mem::offset_of!(vyre_plugin_submission, command_count) - 24usize];
};
/// What a backend can do.
pub type vyre_plugin_flags = u64;
/** A backend. Begin with VYRE_BACKEND_TABLE_INIT, set the required entries, and leave NULL what the
 backend does not have. Only |struct_size| bytes are looked at: a table that was compiled with an
 older header lacks the newest entries, which count as NULL. What a newer table has beyond those
 that the library knows is not used.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_backend_table {
    pub struct_size: usize,
    pub flags: vyre_plugin_flags,
    /// of the header in use: leave it as _INIT sets it, VYRE_ABI_VERSION
    pub abi_version: u32,
    /// lower comes first among equals. _INIT sets VYRE_RANK_NONE
    pub rank: u32,
    /** Required: 1 to 64 letters, digits, '-', '_' and '.'. Not "reference", "oracle" or "cpu-ref",
 and no id of another backend. Copied.*/
    pub id: vyre_string,
    /** of the backend; decides which kept kernels are still good. Empty:
"unspecified", and none are kept. Copied*/
    pub version: vyre_string,
    /// first argument of functions without a device
    pub user: *mut ::core::ffi::c_void,
    /** Frees |user|, behind the last other call: the context and all objects made with the backend are
 gone. Called once for each time that the table was taken. NULL: nothing to free.*/
    pub destroy: vyre_destroy_fn,
    /** Facts about device |number|, counted from 0, below count_devices. All has to be true. What is
 left 0 is not offered; limits of workgroups that are 0 count as 1, and sizes and max_parameters
 that are 0 as unknown. The library copies it, strings too. |id|, |backend| and
 |backend_version| are the library's to say and stay empty: with one device the id is the
 table's, with several "id:<uuid>", or "id:<number>" where there is no uuid. So do |ops|, the
 four masks of handles, |max_images| and |max_push_constant_bytes|. An error: the device is
 listed with it and cannot be opened.*/
    pub get_device_info: ::core::option::Option<
        unsafe extern "C" fn(
            user: *mut ::core::ffi::c_void,
            number: u32,
            out_info: *mut vyre_device_info,
        ) -> *mut vyre_error,
    >,
    /** Opens device |number|. Called for each vyre_device_open: every call makes another one. |host|
 may be kept.*/
    pub open_device: ::core::option::Option<
        unsafe extern "C" fn(
            user: *mut ::core::ffi::c_void,
            number: u32,
            host: *const vyre_plugin_host,
            out_device: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /** Closes it. Everything that was made with it has been freed, all its work has ended, and no
 other call for it comes.*/
    pub close_device: ::core::option::Option<
        unsafe extern "C" fn(device: *mut ::core::ffi::c_void),
    >,
    /// Gives |size| bytes (more than 0), all 0. DEVICE_OUT_OF_MEMORY when there is no room.
    pub allocate_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            size: u64,
            out_memory: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /// Frees memory that no work uses any more. Memory of import_host too.
    pub free_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            memory: *mut ::core::ffi::c_void,
        ),
    >,
    /** Copies |size| bytes to |offset| of the memory. The range lies inside of it. The copy is done
 when the function returns.*/
    pub write_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            memory: *mut ::core::ffi::c_void,
            offset: u64,
            bytes: *const ::core::ffi::c_void,
            size: usize,
        ) -> *mut vyre_error,
    >,
    /// Copies |size| bytes from |offset| of the memory. The same holds.
    pub read_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            memory: *mut ::core::ffi::c_void,
            offset: u64,
            bytes: *mut ::core::ffi::c_void,
            size: usize,
        ) -> *mut vyre_error,
    >,
    /** Makes a program ready to run. Called once for each segment of a program that is cut.
 UNSUPPORTED_FEATURE names what the device cannot do exactly; KERNEL_COMPILE_FAILED is for a
 compiler that refuses.*/
    pub compile: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            request: *const vyre_plugin_compile,
            out_executable: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /// Frees it. No work uses it any more.
    pub free_executable: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            executable: *mut ::core::ffi::c_void,
        ),
    >,
    /** Starts work, or does all of it. What |submission| points to lives for the call. The work is
 freed by free_work.*/
    pub submit: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            submission: *const vyre_plugin_submission,
            out_work: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /** Waits for the end of the work, |timeout_ns| at the longest (0: looks; VYRE_FOREVER: no limit).
 Sets VYRE_WORK_RUNNING or VYRE_WORK_READY. An error means that the work has failed and ended; a
 trap is DISPATCH_FAILED. Not called again when the work has ended. Several threads may wait for
 different work.*/
    pub wait: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            work: *mut ::core::ffi::c_void,
            timeout_ns: u64,
            out_state: *mut vyre_work_state,
        ) -> *mut vyre_error,
    >,
    /// Frees work that has ended, once.
    pub free_work: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            work: *mut ::core::ffi::c_void,
        ),
    >,
    /// How many devices there are now. None is no error. NULL: one.
    pub count_devices: ::core::option::Option<
        unsafe extern "C" fn(
            user: *mut ::core::ffi::c_void,
            out_count: *mut u32,
        ) -> *mut vyre_error,
    >,
    /** Adds ops of the backend's own, and lowerings for them, with host->op_add. Called once, on the
 thread that adds the backend; the ops are published with it. A call of an op with a lowering
 for this backend is left to compile, which reads it with host->compilation_get_lowering. Where
 compile refuses such a program with UNSUPPORTED_FEATURE, compositions take the place of the
 calls, and the log tells it. The ops end with the last registry that has them, before
 |destroy|. An error: the backend is not added. NULL: it brings none.*/
    pub add_ops: ::core::option::Option<
        unsafe extern "C" fn(
            user: *mut ::core::ffi::c_void,
            host: *const vyre_plugin_host,
            sink: *mut vyre_op_sink,
        ) -> *mut vyre_error,
    >,
    /** How long the device took for work that is ready, of a submission with VYRE_SUBMISSION_TIMED. 0:
 not known. NULL: never known.*/
    pub get_device_ns: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            work: *mut ::core::ffi::c_void,
            out_device_ns: *mut u64,
        ) -> *mut vyre_error,
    >,
    /** As allocate_memory, for bytes that will all be written before they are read: they need no
 zeros. NULL: allocate_memory.*/
    pub allocate_unfilled: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            size: u64,
            out_memory: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /** Copies between two ranges that do not overlap; the memory may be the same. The copy is done
 when the function returns. NULL: the library reads and writes in pieces.*/
    pub copy_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            from: *mut ::core::ffi::c_void,
            from_offset: u64,
            to: *mut ::core::ffi::c_void,
            to_offset: u64,
            size: u64,
        ) -> *mut vyre_error,
    >,
    /** Fills a range with |word|. Offset and size are multiples of 4. It is done when the function
 returns. NULL: the library writes in pieces.*/
    pub fill_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            memory: *mut ::core::ffi::c_void,
            offset: u64,
            size: u64,
            word: u32,
        ) -> *mut vyre_error,
    >,
    /** Makes memory of these bytes of the host, which stay until free_memory. Address and size are
 multiples of the host_import_alignment in the device's info, a power of two. |writable| 0: the
 bytes are only read. NULL: refused by name.*/
    pub import_host: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            bytes: *mut ::core::ffi::c_void,
            size: usize,
            writable: u32,
            out_memory: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /** Tells how much memory is used. Set VYRE_UNKNOWN where nobody knows. NULL: the library tells
 what it has allocated.*/
    pub get_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            out_memory: *mut vyre_memory_usage,
        ) -> *mut vyre_error,
    >,
    /// Does now what the first dispatch would wait for. NULL: nothing to do.
    pub prepare: ::core::option::Option<
        unsafe extern "C" fn(device: *mut ::core::ffi::c_void) -> *mut vyre_error,
    >,
    /** Waits until all that was submitted has ended, |timeout_ns| at the longest. Sets 1 when it has,
 0 when time ran out. NULL: the library waits for each work.*/
    pub wait_idle: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            timeout_ns: u64,
            out_idle: *mut u32,
        ) -> *mut vyre_error,
    >,
    /** Lets the device go. All work has ended. Afterwards come only read_memory, the functions that
 free, and close_device. NULL: nothing to do.*/
    pub shutdown: ::core::option::Option<
        unsafe extern "C" fn(device: *mut ::core::ffi::c_void) -> *mut vyre_error,
    >,
    /** Sets 1 when the device is gone for good. Then |wait| has to return at once, with DEVICE_LOST.
 NULL: it is lost when a function has failed with DEVICE_LOST.*/
    pub is_lost: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            out_lost: *mut u32,
        ) -> *mut vyre_error,
    >,
    /** Opens the lost device again: the same adapter with the same limits. What was made before is
 only freed afterwards. No other call for the device runs meanwhile, but those that free.
 NULL: refused by name.*/
    pub recover: ::core::option::Option<
        unsafe extern "C" fn(device: *mut ::core::ffi::c_void) -> *mut vyre_error,
    >,
    /** Tells what the backend counts itself, with host->metric_add. An error is logged. NULL: the
 library tells what it counts.*/
    pub get_metrics: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            sink: *mut vyre_metric_sink,
        ) -> *mut vyre_error,
    >,
    /** Writes an executable as bytes for the cache folder: calls |write| with |write_user|, piece by
 piece, and returns its error when it gives one. Writing nothing means that it is not kept.
 NULL: none is kept. With it, equal programs share an executable.*/
    pub save_executable: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            executable: *mut ::core::ffi::c_void,
            write: vyre_write_fn,
            write_user: *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /** Makes an executable of bytes that save_executable wrote, for the same request, device and
 version. Success with NULL in |out_executable|: the bytes are of no use, and compile is called.
 NULL: compile is always called.*/
    pub load_executable: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            request: *const vyre_plugin_compile,
            bytes: *const ::core::ffi::c_void,
            size: usize,
            out_executable: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /** Asks the work, which has not ended, to end early: somebody cancelled it, or its time is over,
 and nobody gets its results. Returns without waiting for that; |wait| then says when it has
 ended, as READY or with an error, and its memory is left alone until then. Called once at most
 for a work, perhaps while |wait| is under way for others. With ONE_AT_A_TIME it comes when no
 other call is. An error is logged. NULL: the work runs on, and its results are dropped.*/
    pub cancel: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            work: *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_backend_table",
    ][::core::mem::size_of::<vyre_backend_table>() - 304usize];
    [
        "Alignment of vyre_backend_table",
    ][::core::mem::align_of::<vyre_backend_table>() - 8usize];
    [
        "Offset of field: vyre_backend_table::struct_size",
    ][::core::mem::offset_of!(vyre_backend_table, struct_size) - 0usize];
    [
        "Offset of field: vyre_backend_table::flags",
    ][::core::mem::offset_of!(vyre_backend_table, flags) - 8usize];
    [
        "Offset of field: vyre_backend_table::abi_version",
    ][::core::mem::offset_of!(vyre_backend_table, abi_version) - 16usize];
    [
        "Offset of field: vyre_backend_table::rank",
    ][::core::mem::offset_of!(vyre_backend_table, rank) - 20usize];
    [
        "Offset of field: vyre_backend_table::id",
    ][::core::mem::offset_of!(vyre_backend_table, id) - 24usize];
    [
        "Offset of field: vyre_backend_table::version",
    ][::core::mem::offset_of!(vyre_backend_table, version) - 40usize];
    [
        "Offset of field: vyre_backend_table::user",
    ][::core::mem::offset_of!(vyre_backend_table, user) - 56usize];
    [
        "Offset of field: vyre_backend_table::destroy",
    ][::core::mem::offset_of!(vyre_backend_table, destroy) - 64usize];
    [
        "Offset of field: vyre_backend_table::get_device_info",
    ][::core::mem::offset_of!(vyre_backend_table, get_device_info) - 72usize];
    [
        "Offset of field: vyre_backend_table::open_device",
    ][::core::mem::offset_of!(vyre_backend_table, open_device) - 80usize];
    [
        "Offset of field: vyre_backend_table::close_device",
    ][::core::mem::offset_of!(vyre_backend_table, close_device) - 88usize];
    [
        "Offset of field: vyre_backend_table::allocate_memory",
    ][::core::mem::offset_of!(vyre_backend_table, allocate_memory) - 96usize];
    [
        "Offset of field: vyre_backend_table::free_memory",
    ][::core::mem::offset_of!(vyre_backend_table, free_memory) - 104usize];
    [
        "Offset of field: vyre_backend_table::write_memory",
    ][::core::mem::offset_of!(vyre_backend_table, write_memory) - 112usize];
    [
        "Offset of field: vyre_backend_table::read_memory",
    ][::core::mem::offset_of!(vyre_backend_table, read_memory) - 120usize];
    [
        "Offset of field: vyre_backend_table::compile",
    ][::core::mem::offset_of!(vyre_backend_table, compile) - 128usize];
    [
        "Offset of field: vyre_backend_table::free_executable",
    ][::core::mem::offset_of!(vyre_backend_table, free_executable) - 136usize];
    [
        "Offset of field: vyre_backend_table::submit",
    ][::core::mem::offset_of!(vyre_backend_table, submit) - 144usize];
    [
        "Offset of field: vyre_backend_table::wait",
    ][::core::mem::offset_of!(vyre_backend_table, wait) - 152usize];
    [
        "Offset of field: vyre_backend_table::free_work",
    ][::core::mem::offset_of!(vyre_backend_table, free_work) - 160usize];
    [
        "Offset of field: vyre_backend_table::count_devices",
    ][::core::mem::offset_of!(vyre_backend_table, count_devices) - 168usize];
    [
        "Offset of field: vyre_backend_table::add_ops",
    ][::core::mem::offset_of!(vyre_backend_table, add_ops) - 176usize];
    [
        "Offset of field: vyre_backend_table::get_device_ns",
    ][::core::mem::offset_of!(vyre_backend_table, get_device_ns) - 184usize];
    [
        "Offset of field: vyre_backend_table::allocate_unfilled",
    ][::core::mem::offset_of!(vyre_backend_table, allocate_unfilled) - 192usize];
    [
        "Offset of field: vyre_backend_table::copy_memory",
    ][::core::mem::offset_of!(vyre_backend_table, copy_memory) - 200usize];
    [
        "Offset of field: vyre_backend_table::fill_memory",
    ][::core::mem::offset_of!(vyre_backend_table, fill_memory) - 208usize];
    [
        "Offset of field: vyre_backend_table::import_host",
    ][::core::mem::offset_of!(vyre_backend_table, import_host) - 216usize];
    [
        "Offset of field: vyre_backend_table::get_memory",
    ][::core::mem::offset_of!(vyre_backend_table, get_memory) - 224usize];
    [
        "Offset of field: vyre_backend_table::prepare",
    ][::core::mem::offset_of!(vyre_backend_table, prepare) - 232usize];
    [
        "Offset of field: vyre_backend_table::wait_idle",
    ][::core::mem::offset_of!(vyre_backend_table, wait_idle) - 240usize];
    [
        "Offset of field: vyre_backend_table::shutdown",
    ][::core::mem::offset_of!(vyre_backend_table, shutdown) - 248usize];
    [
        "Offset of field: vyre_backend_table::is_lost",
    ][::core::mem::offset_of!(vyre_backend_table, is_lost) - 256usize];
    [
        "Offset of field: vyre_backend_table::recover",
    ][::core::mem::offset_of!(vyre_backend_table, recover) - 264usize];
    [
        "Offset of field: vyre_backend_table::get_metrics",
    ][::core::mem::offset_of!(vyre_backend_table, get_metrics) - 272usize];
    [
        "Offset of field: vyre_backend_table::save_executable",
    ][::core::mem::offset_of!(vyre_backend_table, save_executable) - 280usize];
    [
        "Offset of field: vyre_backend_table::load_executable",
    ][::core::mem::offset_of!(vyre_backend_table, load_executable) - 288usize];
    [
        "Offset of field: vyre_backend_table::cancel",
    ][::core::mem::offset_of!(vyre_backend_table, cancel) - 296usize];
};
/** What a plug-in exports as "vyre_plugin_entry". It checks host->abi_version and gives a pointer to
 a table that is static in the plug-in; it writes nothing of the host's. Called once for each
 context that loads the plug-in, several times in a process, perhaps at once. After success
 |destroy| of the table is called in the end, whatever comes between; not of a table of another
 ABI version, of which nothing is used. An error ends the loading and reaches whoever called
 vyre_context_load_plugin.*/
pub type vyre_plugin_entry_fn = ::core::option::Option<
    unsafe extern "C" fn(
        host: *const vyre_plugin_host,
        out_table: *mut *const vyre_backend_table,
    ) -> *mut vyre_error,
>;
/// What is known of a backend.
pub type vyre_backend_flags = u64;
/// One backend, by its id.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_backend_info {
    pub struct_size: usize,
    /// "vulkan", "cpu-ref", that of a plug-in
    pub id: vyre_string,
    pub flags: vyre_backend_flags,
    /// VYRE_RANK_NONE: none was declared
    pub rank: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_backend_info"][::core::mem::size_of::<vyre_backend_info>() - 40usize];
    [
        "Alignment of vyre_backend_info",
    ][::core::mem::align_of::<vyre_backend_info>() - 8usize];
    [
        "Offset of field: vyre_backend_info::struct_size",
    ][::core::mem::offset_of!(vyre_backend_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_backend_info::id",
    ][::core::mem::offset_of!(vyre_backend_info, id) - 8usize];
    [
        "Offset of field: vyre_backend_info::flags",
    ][::core::mem::offset_of!(vyre_backend_info, flags) - 24usize];
    [
        "Offset of field: vyre_backend_info::rank",
    ][::core::mem::offset_of!(vyre_backend_info, rank) - 32usize];
    [
        "Offset of field: vyre_backend_info::reserved",
    ][::core::mem::offset_of!(vyre_backend_info, reserved) - 36usize];
};
/** Every id that was registered, ranked or declared, by rank, then by id. It lives as long as the
 list.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_backend_list_info {
    pub struct_size: usize,
    pub backends: *const *const vyre_backend_info,
    pub backend_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_backend_list_info",
    ][::core::mem::size_of::<vyre_backend_list_info>() - 24usize];
    [
        "Alignment of vyre_backend_list_info",
    ][::core::mem::align_of::<vyre_backend_list_info>() - 8usize];
    [
        "Offset of field: vyre_backend_list_info::struct_size",
    ][::core::mem::offset_of!(vyre_backend_list_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_backend_list_info::backends",
    ][::core::mem::offset_of!(vyre_backend_list_info, backends) - 8usize];
    [
        "Offset of field: vyre_backend_list_info::backend_count",
    ][::core::mem::offset_of!(vyre_backend_list_info, backend_count) - 16usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_sequence {
    _unused: [u8; 0],
}
/// How a sequence behaves.
pub type vyre_sequence_flags = u64;
/// A sequence to create.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_sequence_desc {
    pub struct_size: usize,
    pub flags: vyre_sequence_flags,
    /// in messages, traces and debugging tools; copied
    pub label: vyre_string,
    /** How many runs with updates, of steps that write or read, or timed ones, may be under way at
 once. The INIT is 1; 0 is an error. Each takes memory for its updates and bytes.*/
    pub runs_in_flight: u32,
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_sequence_desc",
    ][::core::mem::size_of::<vyre_sequence_desc>() - 40usize];
    [
        "Alignment of vyre_sequence_desc",
    ][::core::mem::align_of::<vyre_sequence_desc>() - 8usize];
    [
        "Offset of field: vyre_sequence_desc::struct_size",
    ][::core::mem::offset_of!(vyre_sequence_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_sequence_desc::flags",
    ][::core::mem::offset_of!(vyre_sequence_desc, flags) - 8usize];
    [
        "Offset of field: vyre_sequence_desc::label",
    ][::core::mem::offset_of!(vyre_sequence_desc, label) - 16usize];
    [
        "Offset of field: vyre_sequence_desc::runs_in_flight",
    ][::core::mem::offset_of!(vyre_sequence_desc, runs_in_flight) - 32usize];
    [
        "Offset of field: vyre_sequence_desc::reserved",
    ][::core::mem::offset_of!(vyre_sequence_desc, reserved) - 36usize];
};
/** What changes in one dispatch of a sequence. What is NULL or 0 stays as it was. Begin with all
 zeroes. Never changes.

 At most one of |shape|, |grid| and |grid_buffer| is given, and it replaces what the step had. A
 shape or grid that is given has no axis of 0, unless the step has VYRE_DISPATCH_MAY_BE_EMPTY:
 then such an axis runs nothing. Pipeline, label and flags cannot be changed.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_step_update {
    /// of a dispatch, from vyre_sequence_add_dispatch
    pub step: u32,
    /// invocations on each axis
    pub shape: [u32; 3usize],
    /// workgroups on each axis
    pub grid: [u32; 3usize],
    /// how often the program runs
    pub iterations: u32,
    /// those that change; not of host memory
    pub bindings: *const vyre_binding,
    pub binding_count: usize,
    /// the bytes that change; copied
    pub push: *const vyre_push_range,
    pub push_count: usize,
    /// the grid is three U32 in it, at |grid_offset|
    pub grid_buffer: *mut vyre_buffer,
    /// bytes, a multiple of 4; counts with |grid_buffer|
    pub grid_offset: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_step_update"][::core::mem::size_of::<vyre_step_update>() - 80usize];
    [
        "Alignment of vyre_step_update",
    ][::core::mem::align_of::<vyre_step_update>() - 8usize];
    [
        "Offset of field: vyre_step_update::step",
    ][::core::mem::offset_of!(vyre_step_update, step) - 0usize];
    [
        "Offset of field: vyre_step_update::shape",
    ][::core::mem::offset_of!(vyre_step_update, shape) - 4usize];
    [
        "Offset of field: vyre_step_update::grid",
    ][::core::mem::offset_of!(vyre_step_update, grid) - 16usize];
    [
        "Offset of field: vyre_step_update::iterations",
    ][::core::mem::offset_of!(vyre_step_update, iterations) - 28usize];
    [
        "Offset of field: vyre_step_update::bindings",
    ][::core::mem::offset_of!(vyre_step_update, bindings) - 32usize];
    [
        "Offset of field: vyre_step_update::binding_count",
    ][::core::mem::offset_of!(vyre_step_update, binding_count) - 40usize];
    [
        "Offset of field: vyre_step_update::push",
    ][::core::mem::offset_of!(vyre_step_update, push) - 48usize];
    [
        "Offset of field: vyre_step_update::push_count",
    ][::core::mem::offset_of!(vyre_step_update, push_count) - 56usize];
    [
        "Offset of field: vyre_step_update::grid_buffer",
    ][::core::mem::offset_of!(vyre_step_update, grid_buffer) - 64usize];
    [
        "Offset of field: vyre_step_update::grid_offset",
    ][::core::mem::offset_of!(vyre_step_update, grid_offset) - 72usize];
};
/// One run.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_run_desc {
    pub struct_size: usize,
    /** Nanoseconds from the call on; after them the run is cancelled, one of
 vyre_sequence_run_async too. The INIT is VYRE_FOREVER; 0 looks once.*/
    pub timeout_ns: u64,
    /// they hold from this run on; runs under way keep theirs
    pub updates: *const vyre_step_update,
    pub update_count: usize,
    /// the run begins behind all of them
    pub wait_points: *const vyre_sync_point,
    pub wait_point_count: usize,
    /// Reached when the run ends, also when it trapped or was cancelled; never on a lost device.
    pub signal_points: *const vyre_sync_point,
    pub signal_point_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_run_desc"][::core::mem::size_of::<vyre_run_desc>() - 64usize];
    ["Alignment of vyre_run_desc"][::core::mem::align_of::<vyre_run_desc>() - 8usize];
    [
        "Offset of field: vyre_run_desc::struct_size",
    ][::core::mem::offset_of!(vyre_run_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_run_desc::timeout_ns",
    ][::core::mem::offset_of!(vyre_run_desc, timeout_ns) - 8usize];
    [
        "Offset of field: vyre_run_desc::updates",
    ][::core::mem::offset_of!(vyre_run_desc, updates) - 16usize];
    [
        "Offset of field: vyre_run_desc::update_count",
    ][::core::mem::offset_of!(vyre_run_desc, update_count) - 24usize];
    [
        "Offset of field: vyre_run_desc::wait_points",
    ][::core::mem::offset_of!(vyre_run_desc, wait_points) - 32usize];
    [
        "Offset of field: vyre_run_desc::wait_point_count",
    ][::core::mem::offset_of!(vyre_run_desc, wait_point_count) - 40usize];
    [
        "Offset of field: vyre_run_desc::signal_points",
    ][::core::mem::offset_of!(vyre_run_desc, signal_points) - 48usize];
    [
        "Offset of field: vyre_run_desc::signal_point_count",
    ][::core::mem::offset_of!(vyre_run_desc, signal_point_count) - 56usize];
};
/// What is known about a sequence and its last run. Numbers that nobody knows are VYRE_UNKNOWN.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_sequence_result {
    pub struct_size: usize,
    /// from the start of the last run to its observed end
    pub host_ns: u64,
    /// of the last run, measured by the device; only of timed sequences
    pub device_ns: u64,
    /// that were started
    pub runs: u64,
    /// that were added
    pub steps: u32,
    /// between steps, as last recorded; 0 where nothing is recorded
    pub barriers: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_sequence_result",
    ][::core::mem::size_of::<vyre_sequence_result>() - 40usize];
    [
        "Alignment of vyre_sequence_result",
    ][::core::mem::align_of::<vyre_sequence_result>() - 8usize];
    [
        "Offset of field: vyre_sequence_result::struct_size",
    ][::core::mem::offset_of!(vyre_sequence_result, struct_size) - 0usize];
    [
        "Offset of field: vyre_sequence_result::host_ns",
    ][::core::mem::offset_of!(vyre_sequence_result, host_ns) - 8usize];
    [
        "Offset of field: vyre_sequence_result::device_ns",
    ][::core::mem::offset_of!(vyre_sequence_result, device_ns) - 16usize];
    [
        "Offset of field: vyre_sequence_result::runs",
    ][::core::mem::offset_of!(vyre_sequence_result, runs) - 24usize];
    [
        "Offset of field: vyre_sequence_result::steps",
    ][::core::mem::offset_of!(vyre_sequence_result, steps) - 32usize];
    [
        "Offset of field: vyre_sequence_result::barriers",
    ][::core::mem::offset_of!(vyre_sequence_result, barriers) - 36usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_recording {
    _unused: [u8; 0],
}
/** Features of a VkDevice that the library requires or can use. Beside each stands its name in
 Vulkan. vyre_vulkan_requirements says which ones are required.*/
pub type vyre_vulkan_features = u64;
/// One feature and where it is switched on. It lives for ever.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_feature_info {
    pub struct_size: usize,
    /// "vulkanMemoryModel"
    pub name: vyre_string,
    /// that has it: "VkPhysicalDeviceVulkanMemoryModelFeatures"
    pub structure: vyre_string,
    /// of a core version: "VkPhysicalDeviceVulkan12Features"; or empty
    pub core_structure: vyre_string,
    /// that |structure| needs where no core version has it; or empty
    pub extension: vyre_string,
    pub bit: vyre_vulkan_features,
    /// 1; or 0: programs that need it are refused without it
    pub required: u32,
    /// VkStructureType of |structure|
    pub structure_type: u32,
    /// of |core_structure|; 0 when that is empty
    pub core_structure_type: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_feature_info",
    ][::core::mem::size_of::<vyre_vulkan_feature_info>() - 96usize];
    [
        "Alignment of vyre_vulkan_feature_info",
    ][::core::mem::align_of::<vyre_vulkan_feature_info>() - 8usize];
    [
        "Offset of field: vyre_vulkan_feature_info::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_feature_info::name",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, name) - 8usize];
    [
        "Offset of field: vyre_vulkan_feature_info::structure",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, structure) - 24usize];
    [
        "Offset of field: vyre_vulkan_feature_info::core_structure",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, core_structure) - 40usize];
    [
        "Offset of field: vyre_vulkan_feature_info::extension",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, extension) - 56usize];
    [
        "Offset of field: vyre_vulkan_feature_info::bit",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, bit) - 72usize];
    [
        "Offset of field: vyre_vulkan_feature_info::required",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, required) - 80usize];
    [
        "Offset of field: vyre_vulkan_feature_info::structure_type",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, structure_type) - 84usize];
    [
        "Offset of field: vyre_vulkan_feature_info::core_structure_type",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, core_structure_type) - 88usize];
    [
        "Offset of field: vyre_vulkan_feature_info::reserved",
    ][::core::mem::offset_of!(vyre_vulkan_feature_info, reserved) - 92usize];
};
/// What the library wants of an instance and a device. All that it points to lives for ever.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_requirements {
    pub struct_size: usize,
    /// names with a NUL behind, as Vulkan wants
    pub required_instance_extensions: *const *const ::core::ffi::c_char,
    pub optional_instance_extensions: *const *const ::core::ffi::c_char,
    pub required_device_extensions: *const *const ::core::ffi::c_char,
    pub optional_device_extensions: *const *const ::core::ffi::c_char,
    pub required_instance_extension_count: usize,
    pub optional_instance_extension_count: usize,
    pub required_device_extension_count: usize,
    pub optional_device_extension_count: usize,
    /// all of them, by |bit|
    pub features: *const *const vyre_vulkan_feature_info,
    pub feature_count: usize,
    pub required_features: vyre_vulkan_features,
    /// the rest
    pub optional_features: vyre_vulkan_features,
    /// of instance and device, as VK_MAKE_API_VERSION packs it
    pub min_api_version: u32,
    /// VkQueueFlags of the queue's family: VK_QUEUE_COMPUTE_BIT
    pub required_queue_flags: u32,
    /// VkBufferUsageFlags that vyre_buffer_import_vulkan wants
    pub buffer_usage: u32,
    /// VkImageUsageFlags of images; this version imports none
    pub image_usage: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_requirements",
    ][::core::mem::size_of::<vyre_vulkan_requirements>() - 120usize];
    [
        "Alignment of vyre_vulkan_requirements",
    ][::core::mem::align_of::<vyre_vulkan_requirements>() - 8usize];
    [
        "Offset of field: vyre_vulkan_requirements::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_instance_extensions",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, required_instance_extensions)
        - 8usize];
    [
        "Offset of field: vyre_vulkan_requirements::optional_instance_extensions",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, optional_instance_extensions)
        - 16usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_device_extensions",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, required_device_extensions)
        - 24usize];
    [
        "Offset of field: vyre_vulkan_requirements::optional_device_extensions",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, optional_device_extensions)
        - 32usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_instance_extension_count",
    ][::core::mem::offset_of!(
        vyre_vulkan_requirements, required_instance_extension_count
    ) - 40usize];
    [
        "Offset of field: vyre_vulkan_requirements::optional_instance_extension_count",
    ][::core::mem::offset_of!(
        vyre_vulkan_requirements, optional_instance_extension_count
    ) - 48usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_device_extension_count",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, required_device_extension_count)
        - 56usize];
    [
        "Offset of field: vyre_vulkan_requirements::optional_device_extension_count",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, optional_device_extension_count)
        - 64usize];
    [
        "Offset of field: vyre_vulkan_requirements::features",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, features) - 72usize];
    [
        "Offset of field: vyre_vulkan_requirements::feature_count",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, feature_count) - 80usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_features",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, required_features) - 88usize];
    [
        "Offset of field: vyre_vulkan_requirements::optional_features",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, optional_features) - 96usize];
    [
        "Offset of field: vyre_vulkan_requirements::min_api_version",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, min_api_version) - 104usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_queue_flags",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, required_queue_flags)
        - 108usize];
    [
        "Offset of field: vyre_vulkan_requirements::buffer_usage",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, buffer_usage) - 112usize];
    [
        "Offset of field: vyre_vulkan_requirements::image_usage",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, image_usage) - 116usize];
};
/// Any function of Vulkan, cast.
pub type vyre_vulkan_function = ::core::option::Option<unsafe extern "C" fn()>;
/** Locks or unlocks the host's queue, on whichever thread submits. The library calls nothing else of
 the host in between, and holds none of its own locks. The host must not call the library while it
 holds this lock.*/
pub type vyre_vulkan_lock_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void),
>;
/// How the host's device is used.
pub type vyre_vulkan_device_flags = u64;
/** The host's device. The handles have to stay valid until |destroy| is called. Arrays and
 structures that are pointed to need to live for the call only.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_device_desc {
    pub struct_size: usize,
    pub flags: vyre_vulkan_device_flags,
    /// VkInstance
    pub instance: *mut ::core::ffi::c_void,
    /// VkPhysicalDevice, of |instance|
    pub physical_device: *mut ::core::ffi::c_void,
    /// VkDevice, of |physical_device|
    pub device: *mut ::core::ffi::c_void,
    /// PFN_vkGetInstanceProcAddr
    pub get_instance_proc_addr: vyre_vulkan_function,
    /** What the device was made with: a chain as for vyre_vulkan_read_features, or |features| with its
 flag, not both. Nobody can ask a VkDevice for it. With neither the required features are taken
 for enabled and no other is used.*/
    pub enabled_features: *const ::core::ffi::c_void,
    pub features: vyre_vulkan_features,
    /// of the device
    pub enabled_extensions: *const *const ::core::ffi::c_char,
    pub enabled_extension_count: usize,
    /// VkAllocationCallbacks for all that we create; NULL: none
    pub allocation_callbacks: *const ::core::ffi::c_void,
    /// VkQueue. NULL: that of |queue_family|, |queue_index| and |queue_flags|
    pub queue: *mut ::core::ffi::c_void,
    /// around each submission; NULL, as |unlock|: nobody else submits
    pub lock: vyre_vulkan_lock_fn,
    pub unlock: vyre_vulkan_lock_fn,
    /// of |lock|, |unlock| and |destroy|
    pub user: *mut ::core::ffi::c_void,
    /// the library uses the device no more. May be NULL
    pub destroy: vyre_destroy_fn,
    /// that instance and device were made for; at least 1.2
    pub api_version: u32,
    pub queue_family: u32,
    pub queue_index: u32,
    /// VkDeviceQueueCreateFlags of the queue: it is not found without them
    pub queue_flags: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_device_desc",
    ][::core::mem::size_of::<vyre_vulkan_device_desc>() - 144usize];
    [
        "Alignment of vyre_vulkan_device_desc",
    ][::core::mem::align_of::<vyre_vulkan_device_desc>() - 8usize];
    [
        "Offset of field: vyre_vulkan_device_desc::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_device_desc::flags",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, flags) - 8usize];
    [
        "Offset of field: vyre_vulkan_device_desc::instance",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, instance) - 16usize];
    [
        "Offset of field: vyre_vulkan_device_desc::physical_device",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, physical_device) - 24usize];
    [
        "Offset of field: vyre_vulkan_device_desc::device",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, device) - 32usize];
    [
        "Offset of field: vyre_vulkan_device_desc::get_instance_proc_addr",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, get_instance_proc_addr)
        - 40usize];
    [
        "Offset of field: vyre_vulkan_device_desc::enabled_features",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, enabled_features) - 48usize];
    [
        "Offset of field: vyre_vulkan_device_desc::features",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, features) - 56usize];
    [
        "Offset of field: vyre_vulkan_device_desc::enabled_extensions",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, enabled_extensions) - 64usize];
    [
        "Offset of field: vyre_vulkan_device_desc::enabled_extension_count",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, enabled_extension_count)
        - 72usize];
    [
        "Offset of field: vyre_vulkan_device_desc::allocation_callbacks",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, allocation_callbacks) - 80usize];
    [
        "Offset of field: vyre_vulkan_device_desc::queue",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, queue) - 88usize];
    [
        "Offset of field: vyre_vulkan_device_desc::lock",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, lock) - 96usize];
    [
        "Offset of field: vyre_vulkan_device_desc::unlock",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, unlock) - 104usize];
    [
        "Offset of field: vyre_vulkan_device_desc::user",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, user) - 112usize];
    [
        "Offset of field: vyre_vulkan_device_desc::destroy",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, destroy) - 120usize];
    [
        "Offset of field: vyre_vulkan_device_desc::api_version",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, api_version) - 128usize];
    [
        "Offset of field: vyre_vulkan_device_desc::queue_family",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, queue_family) - 132usize];
    [
        "Offset of field: vyre_vulkan_device_desc::queue_index",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, queue_index) - 136usize];
    [
        "Offset of field: vyre_vulkan_device_desc::queue_flags",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, queue_flags) - 140usize];
};
/// The Vulkan objects behind a device. They live as long as the device.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_device {
    pub struct_size: usize,
    /// RECORD_ONLY and DEBUG_UTILS
    pub flags: vyre_vulkan_device_flags,
    /// VkInstance
    pub instance: *mut ::core::ffi::c_void,
    /// VkPhysicalDevice
    pub physical_device: *mut ::core::ffi::c_void,
    /// VkDevice
    pub device: *mut ::core::ffi::c_void,
    /// VkQueue; NULL without one, and on a device that is not the host's
    pub queue: *mut ::core::ffi::c_void,
    /// VkSemaphore, a timeline: each submission gives it the next number
    pub timeline: u64,
    /** number of the newest submission: all work so far is over when the timeline
has it*/
    pub submitted: u64,
    pub queue_family: u32,
    /// 1: a device of the host
    pub imported: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_device",
    ][::core::mem::size_of::<vyre_vulkan_device>() - 72usize];
    [
        "Alignment of vyre_vulkan_device",
    ][::core::mem::align_of::<vyre_vulkan_device>() - 8usize];
    [
        "Offset of field: vyre_vulkan_device::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_device, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_device::flags",
    ][::core::mem::offset_of!(vyre_vulkan_device, flags) - 8usize];
    [
        "Offset of field: vyre_vulkan_device::instance",
    ][::core::mem::offset_of!(vyre_vulkan_device, instance) - 16usize];
    [
        "Offset of field: vyre_vulkan_device::physical_device",
    ][::core::mem::offset_of!(vyre_vulkan_device, physical_device) - 24usize];
    [
        "Offset of field: vyre_vulkan_device::device",
    ][::core::mem::offset_of!(vyre_vulkan_device, device) - 32usize];
    [
        "Offset of field: vyre_vulkan_device::queue",
    ][::core::mem::offset_of!(vyre_vulkan_device, queue) - 40usize];
    [
        "Offset of field: vyre_vulkan_device::timeline",
    ][::core::mem::offset_of!(vyre_vulkan_device, timeline) - 48usize];
    [
        "Offset of field: vyre_vulkan_device::submitted",
    ][::core::mem::offset_of!(vyre_vulkan_device, submitted) - 56usize];
    [
        "Offset of field: vyre_vulkan_device::queue_family",
    ][::core::mem::offset_of!(vyre_vulkan_device, queue_family) - 64usize];
    [
        "Offset of field: vyre_vulkan_device::imported",
    ][::core::mem::offset_of!(vyre_vulkan_device, imported) - 68usize];
};
/** Where the bytes of a buffer are: |size| bytes from |offset| of a VkBuffer, which may hold bytes
 of others, too.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_buffer {
    pub struct_size: usize,
    /// VkBuffer
    pub buffer: u64,
    pub offset: u64,
    pub size: u64,
    /// VkDeviceMemory; 0 when the buffer was imported
    pub memory: u64,
    /// of the bytes in |memory|
    pub memory_offset: u64,
    /// VkBufferUsageFlags
    pub usage: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_buffer",
    ][::core::mem::size_of::<vyre_vulkan_buffer>() - 56usize];
    [
        "Alignment of vyre_vulkan_buffer",
    ][::core::mem::align_of::<vyre_vulkan_buffer>() - 8usize];
    [
        "Offset of field: vyre_vulkan_buffer::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_buffer, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_buffer::buffer",
    ][::core::mem::offset_of!(vyre_vulkan_buffer, buffer) - 8usize];
    [
        "Offset of field: vyre_vulkan_buffer::offset",
    ][::core::mem::offset_of!(vyre_vulkan_buffer, offset) - 16usize];
    [
        "Offset of field: vyre_vulkan_buffer::size",
    ][::core::mem::offset_of!(vyre_vulkan_buffer, size) - 24usize];
    [
        "Offset of field: vyre_vulkan_buffer::memory",
    ][::core::mem::offset_of!(vyre_vulkan_buffer, memory) - 32usize];
    [
        "Offset of field: vyre_vulkan_buffer::memory_offset",
    ][::core::mem::offset_of!(vyre_vulkan_buffer, memory_offset) - 40usize];
    [
        "Offset of field: vyre_vulkan_buffer::usage",
    ][::core::mem::offset_of!(vyre_vulkan_buffer, usage) - 48usize];
    [
        "Offset of field: vyre_vulkan_buffer::reserved",
    ][::core::mem::offset_of!(vyre_vulkan_buffer, reserved) - 52usize];
};
/// A range of a buffer of the host.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_buffer_desc {
    pub struct_size: usize,
    pub label: vyre_string,
    /// VkBuffer, bound to memory, of the queue's family or shared with it
    pub buffer: u64,
    /// a multiple of vyre_device_info.buffer_offset_alignment
    pub offset: u64,
    /// a multiple of 4, more than 0
    pub size: u64,
    pub user: *mut ::core::ffi::c_void,
    /// of |user|: the library uses the buffer no more. May be NULL
    pub destroy: vyre_destroy_fn,
    /// VkBufferUsageFlags that the buffer was made with
    pub usage: u32,
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_buffer_desc",
    ][::core::mem::size_of::<vyre_vulkan_buffer_desc>() - 72usize];
    [
        "Alignment of vyre_vulkan_buffer_desc",
    ][::core::mem::align_of::<vyre_vulkan_buffer_desc>() - 8usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::label",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, label) - 8usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::buffer",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, buffer) - 24usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::offset",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, offset) - 32usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::size",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, size) - 40usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::user",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, user) - 48usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::destroy",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, destroy) - 56usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::usage",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, usage) - 64usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::reserved",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, reserved) - 68usize];
};
/// A semaphore of the host.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_semaphore_desc {
    pub struct_size: usize,
    pub label: vyre_string,
    /// VkSemaphore of the timeline type
    pub semaphore: u64,
    pub user: *mut ::core::ffi::c_void,
    /// of |user|: the library uses the semaphore no more. May be NULL
    pub destroy: vyre_destroy_fn,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_semaphore_desc",
    ][::core::mem::size_of::<vyre_vulkan_semaphore_desc>() - 48usize];
    [
        "Alignment of vyre_vulkan_semaphore_desc",
    ][::core::mem::align_of::<vyre_vulkan_semaphore_desc>() - 8usize];
    [
        "Offset of field: vyre_vulkan_semaphore_desc::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_semaphore_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_semaphore_desc::label",
    ][::core::mem::offset_of!(vyre_vulkan_semaphore_desc, label) - 8usize];
    [
        "Offset of field: vyre_vulkan_semaphore_desc::semaphore",
    ][::core::mem::offset_of!(vyre_vulkan_semaphore_desc, semaphore) - 24usize];
    [
        "Offset of field: vyre_vulkan_semaphore_desc::user",
    ][::core::mem::offset_of!(vyre_vulkan_semaphore_desc, user) - 32usize];
    [
        "Offset of field: vyre_vulkan_semaphore_desc::destroy",
    ][::core::mem::offset_of!(vyre_vulkan_semaphore_desc, destroy) - 40usize];
};
/// Stages and accesses of work. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_access {
    /// VkPipelineStageFlags2; the older flags have the same numbers
    pub stages: u64,
    /// VkAccessFlags2; the same holds
    pub accesses: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_access",
    ][::core::mem::size_of::<vyre_vulkan_access>() - 16usize];
    [
        "Alignment of vyre_vulkan_access",
    ][::core::mem::align_of::<vyre_vulkan_access>() - 8usize];
    [
        "Offset of field: vyre_vulkan_access::stages",
    ][::core::mem::offset_of!(vyre_vulkan_access, stages) - 0usize];
    [
        "Offset of field: vyre_vulkan_access::accesses",
    ][::core::mem::offset_of!(vyre_vulkan_access, accesses) - 8usize];
};
/// What is said of the host's work around a recording.
pub type vyre_recording_flags = u64;
/** How recorded work meets what the host records around it. Accesses without stages are
 INVALID_ARGUMENT.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_recording_desc {
    pub struct_size: usize,
    pub flags: vyre_recording_flags,
    pub label: vyre_string,
    /** What of the host's earlier work has to be over, and visible, before ours. No stages: the host
 has recorded its own barrier, to compute and transfer.*/
    pub before: vyre_vulkan_access,
    /** What comes behind ours and sees what it wrote. No stages: the host's own barrier follows, or
 only the host looks, after its fence.*/
    pub after: vyre_vulkan_access,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_recording_desc",
    ][::core::mem::size_of::<vyre_recording_desc>() - 64usize];
    [
        "Alignment of vyre_recording_desc",
    ][::core::mem::align_of::<vyre_recording_desc>() - 8usize];
    [
        "Offset of field: vyre_recording_desc::struct_size",
    ][::core::mem::offset_of!(vyre_recording_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_recording_desc::flags",
    ][::core::mem::offset_of!(vyre_recording_desc, flags) - 8usize];
    [
        "Offset of field: vyre_recording_desc::label",
    ][::core::mem::offset_of!(vyre_recording_desc, label) - 16usize];
    [
        "Offset of field: vyre_recording_desc::before",
    ][::core::mem::offset_of!(vyre_recording_desc, before) - 32usize];
    [
        "Offset of field: vyre_recording_desc::after",
    ][::core::mem::offset_of!(vyre_recording_desc, after) - 48usize];
};
unsafe extern "C" {
    /// "0.1.0" of the library that is loaded. Lives for ever.
    pub fn vyre_version() -> vyre_string;
    /// VYRE_ABI_VERSION of the library that is loaded.
    pub fn vyre_abi_version() -> u32;
    /// What the library was built with.
    pub fn vyre_get_build_flags() -> vyre_build_flags;
    /// Its bytes, at a multiple of 16, with a NUL behind them. They live as long as the blob.
    pub fn vyre_blob_get_bytes(blob: *const vyre_blob) -> vyre_bytes;
    /// Ends the blob and its bytes.
    pub fn vyre_blob_destroy(blob: *mut vyre_blob);
    /// The code of an error, VYRE_OK for NULL.
    pub fn vyre_error_get_code(error: *const vyre_error) -> vyre_error_code;
    /** All of an error, ready to print: message, "Fix: ", label and a line for each finding. "" for
 NULL. Lives as long as the error, and reading it allocates nothing.*/
    pub fn vyre_error_text(error: *const vyre_error) -> *const ::core::ffi::c_char;
    /// An error as data.
    pub fn vyre_error_get_info(error: *const vyre_error) -> *const vyre_error_info;
    /// "INVALID_PROGRAM" for a VYRE_ERROR_ value, "OK" for VYRE_OK, "" for any other. Lives for ever.
    pub fn vyre_error_code_name(code: vyre_error_code) -> vyre_string;
    /** An error for a callback to return, or for the caller's own functions. |text| is copied; what
 follows "Fix: " in it becomes the fix. An unknown |code| becomes UNKNOWN. Never NULL.*/
    pub fn vyre_error_create(
        code: vyre_error_code,
        native_code: i64,
        text: vyre_string,
    ) -> *mut vyre_error;
    /// One more owner of the same error. Allocates nothing. NULL for NULL.
    pub fn vyre_error_share(error: *const vyre_error) -> *mut vyre_error;
    /// Errors may outlive their context and be destroyed on any thread.
    pub fn vyre_error_destroy(error: *mut vyre_error);
    /** Makes a context. Opens no device and starts no thread. |desc| may be NULL.
 Errors: none beyond the usual.*/
    pub fn vyre_context_create(
        desc: *const vyre_context_desc,
        out_context: *mut *mut vyre_context,
    ) -> *mut vyre_error;
    /** An owner of the context that NULL stands for: all defaults, nothing read from the environment.
 The first use makes it, and it ends with its last object.
 Errors: none beyond the usual.*/
    pub fn vyre_context_get_shared(
        out_context: *mut *mut vyre_context,
    ) -> *mut vyre_error;
    /** Does the background work that is due, on this thread, and waits for none that is not. |out_ran|
 (may be NULL) gets how many callbacks were made. Only contexts without threads need it.
 Errors: none beyond the usual.
 Submits.*/
    pub fn vyre_context_run_callbacks(
        context: *mut vyre_context,
        out_ran: *mut u32,
    ) -> *mut vyre_error;
    /** Loads the plug-in |path|, which runs code of it, and adds its backend to the context. |digests|
 are the BLAKE3 digests, 32 bytes each, of the files that may be loaded; with none all may.
 |out_backend| (may be NULL) gets the backend's id, which lives as long as the context. After an
 error nothing stays loaded. A file that is no plug-in of this ABI version, has another digest or
 a broken table is INVALID_ARGUMENT.
 Errors: NOT_FOUND, INPUT_OUTPUT for the file; ALREADY_REGISTERED names both owners of the id;
 UNSUPPORTED_FEATURE for digests where the system cannot keep to them; what the plug-in returned.
 Blocks.*/
    pub fn vyre_context_load_plugin(
        context: *mut vyre_context,
        path: vyre_string,
        digests: *const vyre_bytes,
        digest_count: usize,
        out_backend: *mut vyre_string,
    ) -> *mut vyre_error;
    /** Loads every plug-in of |folder|: regular files that end in ".so", ".dylib" or ".dll", in the
 order of their names. Those that load stay loaded when others do not. A folder without any is no
 error.
 Errors: as vyre_context_load_plugin, with a finding for each file that was not loaded: NOT_FOUND,
 INPUT_OUTPUT, ALREADY_REGISTERED, UNSUPPORTED_FEATURE.
 Blocks.*/
    pub fn vyre_context_load_plugins(
        context: *mut vyre_context,
        folder: vyre_string,
        digests: *const vyre_bytes,
        digest_count: usize,
    ) -> *mut vyre_error;
    /// Ends an owner of the context.
    pub fn vyre_context_destroy(context: *mut vyre_context);
    /** Reads a program, which is copied. The first bytes tell wire bytes, JSON and SPIR-V apart.
 |context| and |desc| may be NULL. Does not validate, and needs no device. Broken bytes, and those
 beyond a bound of |desc|, give an error and no partial program. So does a module with over
 1,048,576 ids, types nested over 64 deep or of over 1 GiB when written out, or an array of over
 65,536 elements in a variable of a function or of an invocation.
 Errors: MALFORMED_WIRE, MALFORMED_JSON, MALFORMED_MODULE for broken bytes, or for another form
 than |desc| insists on; NOT_FOUND for an entry point, with a finding for each that there is;
 UNSUPPORTED_FEATURE for what the library does not read, as a module of excessive types.*/
    pub fn vyre_program_load(
        context: *mut vyre_context,
        bytes: *const ::core::ffi::c_void,
        size: usize,
        desc: *const vyre_program_desc,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    /** Writes a program; reading it again gives an equal one. |desc| may be NULL. A module gives its
 words.
 Errors: INVALID_PROGRAM names what the form cannot carry, as wire bytes an output without a
 count; UNSUPPORTED_FEATURE for a form in which the program would mean something else, for wire
 bytes and JSON of a module, and for SPIR-V of a program.*/
    pub fn vyre_program_save(
        program: *const vyre_program,
        desc: *const vyre_save_desc,
        out_blob: *mut *mut vyre_blob,
    ) -> *mut vyre_error;
    /// Parameters, constants and needs of a program.
    pub fn vyre_program_get_info(
        program: *const vyre_program,
    ) -> *const vyre_program_info;
    /** The 32 bytes that identify a program, in any process: BLAKE3 of its canonical wire form in
 |form|. ANY is form 4 where that says all of it, else form 6. Of a module: BLAKE3 of its words in
 little-endian order, for ANY alone.
 Errors: INVALID_PROGRAM names what the form cannot carry; UNSUPPORTED_FEATURE for a form in which
 the program would mean something else, or of a module.*/
    pub fn vyre_program_get_fingerprint(
        program: *const vyre_program,
        form: vyre_wire_form,
        out_fingerprint: *mut u8,
    ) -> *mut vyre_error;
    /** Checks a program against the rules of the IR, a module with the validator of SPIRV-Tools. |desc|
 may be NULL. Warnings go to the log. Making a pipeline validates too.
 Errors: INVALID_PROGRAM has a finding for each broken rule, in the order of the rules;
 UNSUPPORTED_FEATURE for a module without VYRE_BUILD_SPIRV_TOOLS.*/
    pub fn vyre_program_validate(
        program: *const vyre_program,
        desc: *const vyre_validate_desc,
    ) -> *mut vyre_error;
    /// Ends an owner of the program.
    pub fn vyre_program_destroy(program: *mut vyre_program);
    /** Validates |program| and compiles it for |device|, unless its code is kept already. The pipeline
 keeps both alive. |desc| may be NULL. Constants of another kind, or without any value, are
 INVALID_ARGUMENT. What a module does beyond its buffers, in endless loops or in races, is the
 caller's business, and nobody can promise that a driver's compiler ends.
 Errors: INVALID_PROGRAM and UNSUPPORTED_FEATURE have a finding for each broken rule or missing
 fact; KERNEL_COMPILE_FAILED; NOT_FOUND names all unknown constants; NOT_READY with ONLY_CACHED.
 Blocks.*/
    pub fn vyre_pipeline_create(
        device: *mut vyre_device,
        program: *const vyre_program,
        desc: *const vyre_pipeline_desc,
        out_pipeline: *mut *mut vyre_pipeline,
    ) -> *mut vyre_error;
    /** The same as background work: the handle comes at once. |out_work| may be NULL; it is READY or
 FAILED with the pipeline. Until then a dispatch is NOT_READY; after a failure it has its error,
 which vyre_pipeline_get_error gives too. Cancelling the work fails the pipeline; what is being
 compiled is dropped. Destroying the pipeline does not wait for the compiler;
 the last object of the device waits for a compilation that is under way, and one that has not
 begun is dropped. Without threads in the context it compiles inside vyre_context_run_callbacks,
 and inside a wait for the pipeline or the work, which then takes as long as that does; a wait
 with timeout 0 only looks.
 Errors: none beyond the usual.*/
    pub fn vyre_pipeline_create_async(
        device: *mut vyre_device,
        program: *const vyre_program,
        desc: *const vyre_pipeline_desc,
        out_pipeline: *mut *mut vyre_pipeline,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Waits until the pipeline is made, |timeout_ns| at the longest, and says how it stands then.
 Errors: none beyond the usual.
 Blocks.*/
    pub fn vyre_pipeline_wait(
        pipeline: *mut vyre_pipeline,
        timeout_ns: u64,
        out_state: *mut vyre_work_state,
    ) -> *mut vyre_error;
    /** Why the pipeline FAILED, an error that the caller owns; NULL when it has not. A mistake in the
 call is what it returns.
 Errors: none beyond the usual.*/
    pub fn vyre_pipeline_get_error(
        pipeline: *const vyre_pipeline,
        out_error: *mut *mut vyre_error,
    ) -> *mut vyre_error;
    /** What a pipeline is. Before READY an info with the label alone, which stays as it was: ask again
 behind READY.*/
    pub fn vyre_pipeline_get_info(
        pipeline: *const vyre_pipeline,
    ) -> *const vyre_pipeline_info;
    /** One more owner of the pipeline's device.
 Errors: none beyond the usual.*/
    pub fn vyre_pipeline_get_device(
        pipeline: *const vyre_pipeline,
        out_device: *mut *mut vyre_device,
    ) -> *mut vyre_error;
    /** One more owner of the pipeline's program.
 Errors: none beyond the usual.*/
    pub fn vyre_pipeline_get_program(
        pipeline: *const vyre_pipeline,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    /// Ends an owner of the pipeline. Work under way goes on.
    pub fn vyre_pipeline_destroy(pipeline: *mut vyre_pipeline);
    /** Opens the best device that |desc| allows. |context| and |desc| may be NULL. The order: real
 devices before software, then capability score, timing quality, bandwidth, rank, the time it took
 to find it (once per context), id. A candidate that cannot be opened is logged as a warning, and
 the next is tried. Each call opens a new device with queues of its own.
 Errors: NOT_FOUND names the id and what there is, with a finding for each candidate;
 UNSUPPORTED_FEATURE for a named device that lacks what is needed; what a plug-in returned.
 Blocks.*/
    pub fn vyre_device_open(
        context: *mut vyre_context,
        desc: *const vyre_device_desc,
        out_device: *mut *mut vyre_device,
    ) -> *mut vyre_error;
    /// Facts about a device. A recovery leaves them as they are.
    pub fn vyre_device_get_info(device: *const vyre_device) -> *const vyre_device_info;
    /** Says whether |program| would run on |device| with |desc| (may be NULL). Compiles nothing for the
 device; what a plug-in itself refuses it tells when a pipeline is made.
 Errors: INVALID_PROGRAM, NOT_FOUND as vyre_pipeline_create; UNSUPPORTED_FEATURE has a finding for
 each missing fact: its name, the first place that needs it, what to do.*/
    pub fn vyre_device_check_program(
        device: *const vyre_device,
        program: *const vyre_program,
        desc: *const vyre_pipeline_desc,
    ) -> *mut vyre_error;
    /** Stores how the device's memory is used now. What is not known is VYRE_UNKNOWN.
 Errors: none beyond the usual.*/
    pub fn vyre_device_get_memory(
        device: *const vyre_device,
        out_memory: *mut vyre_memory_usage,
    ) -> *mut vyre_error;
    /** Limits the device memory that this device takes to |bytes|, what its transfers and dispatches
 need for themselves included; VYRE_UNKNOWN: no limit. Beyond it |ask| decides; NULL always
 refuses. Replaces the budget before, whose |destroy| is called. What is taken already stays.
 Errors: none beyond the usual.*/
    pub fn vyre_device_set_budget(
        device: *mut vyre_device,
        bytes: u64,
        ask: vyre_budget_fn,
        user: *mut ::core::ffi::c_void,
        destroy: vyre_destroy_fn,
    ) -> *mut vyre_error;
    /** Does now what the first dispatch would wait for, and compiles the kernels of the library's own:
 without this the first copy between buffers, and the first grid that stands in a buffer, may
 compile one, also in a call that does not say that it blocks. Never needed.
 Errors: none beyond the usual.
 Submits. Blocks.*/
    pub fn vyre_device_prepare(device: *mut vyre_device) -> *mut vyre_error;
    /** Waits until all that was submitted has ended, |timeout_ns| at the longest. |out_idle| (may be
 NULL) gets 1 when it has, 0 at a time-out.
 Errors: of work that failed and was started without |out_work|, the first since the last call:
 DISPATCH_FAILED, TIMED_OUT, INPUT_OUTPUT and others that work may fail with.
 Blocks.*/
    pub fn vyre_device_wait_idle(
        device: *mut vyre_device,
        timeout_ns: u64,
        out_idle: *mut u32,
    ) -> *mut vyre_error;
    /** Waits for what was submitted and lets the device go, ahead of the last destroy. Afterwards work
 can still be waited for and collected; any other use of the device and its objects, a second
 shutdown included, is INVALID_ARGUMENT.
 Errors: none beyond the usual.
 Blocks.*/
    pub fn vyre_device_shutdown(device: *mut vyre_device) -> *mut vyre_error;
    /** 1 when a call has found the device lost, after a fault of the driver or a kernel that ran too
 long, else 0. Waits that are under way and all later calls then return DEVICE_LOST, until
 vyre_device_recover. Destroying works as always.*/
    pub fn vyre_device_is_lost(device: *const vyre_device) -> u32;
    /** Opens a lost device again; it has to be the same adapter with the same limits. Afterwards
 pipelines and buffers from before are DEVICE_LOST, but RESTORABLE buffers are there again. A
 device that is not lost is left alone, so several threads may try; others wait meanwhile.
 Errors: UNSUPPORTED_FEATURE for a device of the host's and for backends that cannot.
 Blocks.*/
    pub fn vyre_device_recover(device: *mut vyre_device) -> *mut vyre_error;
    /** Ends an owner of the device. With the last object of the device this waits until it has
 finished.*/
    pub fn vyre_device_destroy(device: *mut vyre_device);
    /** Looks at every device of the machine, opens none for the caller, and says how vyre_device_open
 with the same |desc| would choose. |context| and |desc| may be NULL. A machine without any gives
 an empty list.
 Errors: none beyond the usual.
 Blocks.*/
    pub fn vyre_device_list_create(
        context: *mut vyre_context,
        desc: *const vyre_device_desc,
        out_list: *mut *mut vyre_device_list,
    ) -> *mut vyre_error;
    /// The devices of a list, as they were when it was made.
    pub fn vyre_device_list_get_info(
        list: *const vyre_device_list,
    ) -> *const vyre_device_list_info;
    /// Ends the list and its infos.
    pub fn vyre_device_list_destroy(list: *mut vyre_device_list);
    /** Makes a buffer of |size| (> 0) zeroed bytes. It keeps the device alive. |desc| may be NULL.
 Errors: UNSUPPORTED_FEATURE for a handle type that is not among the device's |memory_exports|,
 and lists those.
 Submits. Blocks.*/
    pub fn vyre_buffer_create(
        device: *mut vyre_device,
        size: u64,
        desc: *const vyre_buffer_desc,
        out_buffer: *mut *mut vyre_buffer,
    ) -> *mut vyre_error;
    /// Its size, label and flags.
    pub fn vyre_buffer_get_info(buffer: *const vyre_buffer) -> *const vyre_buffer_info;
    /** One more owner of the buffer's device.
 Errors: none beyond the usual.*/
    pub fn vyre_buffer_get_device(
        buffer: *const vyre_buffer,
        out_device: *mut *mut vyre_device,
    ) -> *mut vyre_error;
    /** Copies |size| bytes from |data| to |offset| of the buffer. The bytes are there on return.
 Errors: none beyond the usual.
 Submits. Blocks.*/
    pub fn vyre_buffer_write(
        buffer: *mut vyre_buffer,
        offset: u64,
        data: *const ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error;
    /** The same without waiting; |data| has been read on return. Writes in a row share a submission.
 Errors: NOT_READY where vyre_buffer_write would wait for room: wait for earlier work, ask again.
 Submits.*/
    pub fn vyre_buffer_write_async(
        buffer: *mut vyre_buffer,
        offset: u64,
        data: *const ::core::ffi::c_void,
        size: usize,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Copies |size| bytes from |offset| of the buffer to |data|.
 Errors: none beyond the usual.
 Submits. Blocks.*/
    pub fn vyre_buffer_read(
        buffer: *mut vyre_buffer,
        offset: u64,
        data: *mut ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error;
    /** The same without waiting. The work has the bytes, for vyre_work_collect_bytes or _get_bytes.
 Errors: none beyond the usual.
 Submits.*/
    pub fn vyre_buffer_read_async(
        buffer: *mut vyre_buffer,
        offset: u64,
        size: u64,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Copies |size| bytes between buffers of one device or of two, or between ranges of one buffer that
 do not overlap. Between devices it goes through the host where they do not reach each other.
 Errors: none beyond the usual.
 Submits. Blocks.*/
    pub fn vyre_buffer_copy(
        from: *mut vyre_buffer,
        from_offset: u64,
        to: *mut vyre_buffer,
        to_offset: u64,
        size: u64,
    ) -> *mut vyre_error;
    /** The same without waiting, within one device. Between two it returns when the copy is done.
 Errors: none beyond the usual.
 Submits.*/
    pub fn vyre_buffer_copy_async(
        from: *mut vyre_buffer,
        from_offset: u64,
        to: *mut vyre_buffer,
        to_offset: u64,
        size: u64,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Repeats |word| over |size| bytes from |offset| of the buffer, both multiples of 4.
 Errors: none beyond the usual.
 Submits. Blocks.*/
    pub fn vyre_buffer_fill(
        buffer: *mut vyre_buffer,
        offset: u64,
        size: u64,
        word: u32,
    ) -> *mut vyre_error;
    /** The same without waiting.
 Errors: none beyond the usual.
 Submits.*/
    pub fn vyre_buffer_fill_async(
        buffer: *mut vyre_buffer,
        offset: u64,
        size: u64,
        word: u32,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Reads |size| bytes at |file_offset| of the file to |offset| of the buffer. |file| is a regular
 file or a block device; its position is neither used nor moved, and the caller may close it on
 return. A file that is too short is an error. After an error the buffer has the bytes it had.
 Errors: INPUT_OUTPUT for what the file does, with its errno; UNSUPPORTED_FEATURE on systems
 without these calls.
 Submits. Blocks.*/
    pub fn vyre_buffer_load_file(
        buffer: *mut vyre_buffer,
        offset: u64,
        file: vyre_file,
        file_offset: u64,
        size: u64,
    ) -> *mut vyre_error;
    /** The same as background work. The buffer has the bytes when the work is READY, all at once.
 Errors: INPUT_OUTPUT, UNSUPPORTED_FEATURE as vyre_buffer_load_file.
 Submits.*/
    pub fn vyre_buffer_load_file_async(
        buffer: *mut vyre_buffer,
        offset: u64,
        file: vyre_file,
        file_offset: u64,
        size: u64,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Writes |size| bytes from |offset| of the buffer to |file_offset| of the file, which grows where
 the range reaches beyond its end. On return the system has the bytes; fsync is the caller's.
 After an error bytes that the file had in the range may be new, and it is as long as it was.
 |file| as in vyre_buffer_load_file, not opened for appending.
 Errors: INPUT_OUTPUT for what the file does, with its errno; UNSUPPORTED_FEATURE on systems
 without these calls.
 Submits. Blocks.*/
    pub fn vyre_buffer_save_file(
        buffer: *mut vyre_buffer,
        offset: u64,
        file: vyre_file,
        file_offset: u64,
        size: u64,
    ) -> *mut vyre_error;
    /** The same as background work.
 Errors: INPUT_OUTPUT, UNSUPPORTED_FEATURE as vyre_buffer_save_file.
 Submits.*/
    pub fn vyre_buffer_save_file_async(
        buffer: *mut vyre_buffer,
        offset: u64,
        file: vyre_file,
        file_offset: u64,
        size: u64,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** The address of the first byte of |buffer| on its device, for SPIR-V modules that take addresses
 (buffer_reference in GLSL), in push constants or in memory. It stays until the buffer is freed or
 destroyed or its device recovered. From this call on every dispatch of such a module uses the
 buffer: it runs behind earlier writes to it, and the memory stays until the work has ended. A
 pointer in the push constants has to be 0 or to lie in such a buffer, else the dispatch is
 INVALID_ARGUMENT; numbers in memory nobody checks.
 Errors: UNSUPPORTED_FEATURE without VYRE_FEATURE_BUFFER_ADDRESSES.*/
    pub fn vyre_buffer_get_address(
        buffer: *mut vyre_buffer,
        out_address: *mut u64,
    ) -> *mut vyre_error;
    /** Gives the memory back ahead of the destroy. Work under way keeps it until it ends. Any later use
 of the buffer, a second vyre_buffer_free included, is INVALID_ARGUMENT.
 Errors: none beyond the usual.*/
    pub fn vyre_buffer_free(buffer: *mut vyre_buffer) -> *mut vyre_error;
    /// Ends an owner of the buffer. Work under way keeps the memory.
    pub fn vyre_buffer_destroy(buffer: *mut vyre_buffer);
    /** Runs the pipeline and waits for the end. Bindings come in any order, each parameter once; NULL
 when |binding_count| is 0. |desc| and |out_result| may be NULL. After an error other than
 DEVICE_LOST nothing is written to host memory. A missing, doubled or wrong-sized binding is
 INVALID_ARGUMENT, with parameter, slot and sizes.
 Errors: NOT_FOUND for a binding that no parameter has; OUTPUT_TOO_SMALL; DISPATCH_FAILED with the
 trap or the device's error; TIMED_OUT behind |timeout_ns|; NOT_READY before the pipeline is made;
 COOPERATIVE_RESIDENCY with SPLIT_NEVER; UNSUPPORTED_FEATURE for what the device lacks and for
 barriers that cannot be cut; KERNEL_COMPILE_FAILED and INPUT_OUTPUT of code and files.
 Submits. Blocks.*/
    pub fn vyre_dispatch(
        pipeline: *mut vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
        out_result: *mut vyre_dispatch_result,
    ) -> *mut vyre_error;
    /** Starts the pipeline and returns at once; inputs have been copied then. As vyre_dispatch, but
 |output| is not used and may be NULL: OUTPUT and INOUT bindings mark what vyre_work_collect
 fetches. The first dispatch of a program that is cut at barriers may compile.
 Errors: NOT_FOUND, OUTPUT_TOO_SMALL, NOT_READY, COOPERATIVE_RESIDENCY, UNSUPPORTED_FEATURE,
 KERNEL_COMPILE_FAILED, INPUT_OUTPUT as vyre_dispatch; others come through vyre_work_get_error.
 Submits.*/
    pub fn vyre_dispatch_async(
        pipeline: *mut vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Waits for the end, |timeout_ns| at the longest, and says how the work stands then. That it FAILED
 is no error.
 Errors: none beyond the usual.
 Blocks.*/
    pub fn vyre_work_wait(
        work: *mut vyre_work,
        timeout_ns: u64,
        out_state: *mut vyre_work_state,
    ) -> *mut vyre_error;
    /** Waits until one of the works has ended, failed ones too. They may be of any devices and contexts;
 NULL entries are skipped. |out_index| gets the lowest that has ended, SIZE_MAX at a time-out. No
 work at all is INVALID_ARGUMENT.
 Errors: none beyond the usual.
 Blocks.*/
    pub fn vyre_work_wait_any(
        works: *const *mut vyre_work,
        work_count: usize,
        timeout_ns: u64,
        out_index: *mut usize,
    ) -> *mut vyre_error;
    /** Waits until all of them have ended, as vyre_work_wait_any. |out_ended| gets how many have.
 Errors: none beyond the usual.
 Blocks.*/
    pub fn vyre_work_wait_all(
        works: *const *mut vyre_work,
        work_count: usize,
        timeout_ns: u64,
        out_ended: *mut usize,
    ) -> *mut vyre_error;
    /** Why the work FAILED, an error that the caller owns; NULL when it has not. A mistake in the call
 is what it returns.
 Errors: none beyond the usual.*/
    pub fn vyre_work_get_error(
        work: *const vyre_work,
        out_error: *mut *mut vyre_error,
    ) -> *mut vyre_error;
    /** One more owner of the work's device.
 Errors: none beyond the usual.*/
    pub fn vyre_work_get_device(
        work: *const vyre_work,
        out_device: *mut *mut vyre_device,
    ) -> *mut vyre_error;
    /** Waits for the end and writes the results of a dispatch to the caller's memory, once. |bindings|
 are OUTPUT and INOUT ones with |output| set, for parameters that were bound so; others are
 ignored, so the array of the dispatch serves. After an error nothing is written.
 Errors: OUTPUT_TOO_SMALL, NOT_FOUND for a binding, after which the call may be repeated; of
 failed work its error: DISPATCH_FAILED, TIMED_OUT, CANCELLED, INPUT_OUTPUT.
 Blocks.*/
    pub fn vyre_work_collect(
        work: *mut vyre_work,
        bindings: *const vyre_binding,
        binding_count: usize,
    ) -> *mut vyre_error;
    /** Waits for the end and copies what vyre_buffer_read_async read to |data|, once. |size| is exactly
 what was read.
 Errors: of failed work its error: DISPATCH_FAILED, TIMED_OUT, CANCELLED.
 Blocks.*/
    pub fn vyre_work_collect_bytes(
        work: *mut vyre_work,
        data: *mut ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error;
    /** Waits for the end and points at what was read, without a copy, until the work is destroyed.
 |read| is the step of a sequence, else 0.
 Errors: of failed work its error: DISPATCH_FAILED, TIMED_OUT, CANCELLED; NOT_FOUND for a step
 that is no read.
 Blocks.*/
    pub fn vyre_work_get_bytes(
        work: *mut vyre_work,
        read: u32,
        out_bytes: *mut vyre_bytes,
    ) -> *mut vyre_error;
    /** Times and sizes of work that is READY.
 Errors: NOT_READY before its end; of failed work its error: DISPATCH_FAILED, TIMED_OUT,
 CANCELLED, INPUT_OUTPUT.*/
    pub fn vyre_work_get_result(
        work: *const vyre_work,
        out_result: *mut vyre_dispatch_result,
    ) -> *mut vyre_error;
    /** Calls |callback| once when the work has ended, as background work of its context; never inside
 this call, unless |run_job| runs its job at once. One for each work. A work that is destroyed
 before makes no callback. |destroy| is called in either case.
 Errors: none beyond the usual.*/
    pub fn vyre_work_on_complete(
        work: *mut vyre_work,
        callback: vyre_complete_fn,
        user: *mut ::core::ffi::c_void,
        destroy: vyre_destroy_fn,
    ) -> *mut vyre_error;
    /** Ends work early: it is FAILED at once, as CANCELLED, for who waits too. What the device has not
 got yet never runs; what it has runs on, unless a plug-in ends it, and its results are dropped.
 Buffers may be written in part; later work on them comes behind it. Ended work stays as it is.
 Errors: none beyond the usual.*/
    pub fn vyre_work_cancel(work: *mut vyre_work) -> *mut vyre_error;
    /// Neither waits for the work nor stops it.
    pub fn vyre_work_destroy(work: *mut vyre_work);
    /** Makes an empty builder. |out_builder| gets an owner. It keeps |context| alive; NULL stands for
 the shared one.
 Errors: none beyond the usual.*/
    pub fn vyre_builder_create(
        context: *mut vyre_context,
        out_builder: *mut *mut vyre_builder,
    ) -> *mut vyre_error;
    /** Gives the first mistake so far: |out_error| gets an owner of it, or NULL when there is none. Its
 text has the call, the place in the program and the value. The error that is returned is about
 this call alone.
 Errors: none beyond the usual.*/
    pub fn vyre_builder_get_error(
        builder: *const vyre_builder,
        out_error: *mut *mut vyre_error,
    ) -> *mut vyre_error;
    /** Hands the program out: |out_program| gets an owner. It is equal to one that was loaded from its
 wire or JSON form. After a mistake there is no program, and the mistake is returned. A block that
 is still open is one. Either way the builder is empty afterwards, as if new, and its ids are no
 longer valid.

 Nothing is validated here. What stands in no region goes into one, "vyre.program.root". A
 parameter that alone is RETURNED gets the "output" mark of the wire form; several stay unmarked
 READ_WRITE parameters. Either way vyre_bind_output binds them.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_builder_finish(
        builder: *mut vyre_builder,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    /// Ends a builder, with what was built and not handed out. Programs stay. |builder| may be NULL.
    pub fn vyre_builder_destroy(builder: *mut vyre_builder);
    /** Declares how many invocations a workgroup has on each axis. Where this was never called the size
 is 1 x 1 x 1, and setting that is the same.

 1 x 1 x 1 means that nobody chose. Where the program cannot observe its workgroup size, the
 device picks one. Exactly the invocations of the shape exist then, so counting by atomics stays
 right; vyre_pipeline_info.workgroup and the result of a dispatch have the size. A program with
 subgroup operations, a dispatch with a |grid_buffer| and a plug-in's device keep 1 x 1 x 1.

 A declared size runs in whole workgroups: 64 over 1,000 elements is 1,024 invocations, unless the
 dispatch has a |shape|. An axis of 0 is against the rules of the IR.*/
    pub fn vyre_builder_set_workgroup(
        builder: *mut vyre_builder,
        x: u32,
        y: u32,
        z: u32,
    );
    /// Says which op the program stands for, such as "math.add". Without it the program names none.
    pub fn vyre_builder_set_entry(builder: *mut vyre_builder, op_id: vyre_string);
    /// Gives the program a label, which errors and traces have. Without it the label is empty.
    pub fn vyre_builder_set_label(builder: *mut vyre_builder, label: vyre_string);
    /** The element type of a spelling, as in the JSON form (docs/program-json.md): "F32", "Vec<F32,4>".
 A type without parameters has its number of the wire form, as in VYRE_TYPE_. Any other number
 belongs to this builder, until vyre_builder_finish. 0 after a mistake.*/
    pub fn vyre_builder_type(
        builder: *mut vyre_builder,
        spelling: vyre_string,
    ) -> vyre_type;
    /** Declares a parameter, or workgroup memory. |desc| is not NULL. Parameters are declared before
 they are used.*/
    pub fn vyre_builder_declare(
        builder: *mut vyre_builder,
        desc: *const vyre_parameter_desc,
    ) -> vyre_parameter;
    /** The slot of |parameter|, for bindings. VYRE_UNKNOWN_U32 for workgroup memory and for what is no
 parameter of this builder. Ask before vyre_builder_finish. Does not change the builder.*/
    pub fn vyre_builder_slot(
        builder: *const vyre_builder,
        parameter: vyre_parameter,
    ) -> u32;
    /// A U32 literal.
    pub fn vyre_builder_u32(builder: *mut vyre_builder, value: u32) -> vyre_expr;
    /// An I32 literal.
    pub fn vyre_builder_i32(builder: *mut vyre_builder, value: i32) -> vyre_expr;
    /// An F32 literal.
    pub fn vyre_builder_f32(builder: *mut vyre_builder, value: f32) -> vyre_expr;
    /// A BOOL literal: true unless |value| is 0.
    pub fn vyre_builder_bool(builder: *mut vyre_builder, value: u32) -> vyre_expr;
    /** The constant |name|: a value that vyre_pipeline_desc.constants gives, once for each pipeline. It
 has the type of |kind|; one of VYRE_CONSTANT_TYPE is a U32, the type's number in the wire form.
 VYRE_CONSTANT_OTHER is a mistake.

 |initial| is what it is when a pipeline says nothing; NULL: every pipeline has to say it. It has
 the same kind, a type without parameters, and the same name or an empty one. All places of a
 program that use one name agree on kind and |initial|.

 "vyre.workgroup.x", ".y" and ".z" are the workgroup size on that axis. Each is a U32, and its
 |initial| is NULL or the declared size. Other names that begin with "vyre." are reserved.*/
    pub fn vyre_builder_constant(
        builder: *mut vyre_builder,
        name: vyre_string,
        kind: vyre_constant_kind,
        initial: *const vyre_constant,
    ) -> vyre_expr;
    /** Who the running invocation is. |axis| is 0, 1 or 2, and 0 for the ids of a subgroup. A program
 that looks at axis 1 or 2 wants a shape or a grid in each dispatch.*/
    pub fn vyre_builder_id(
        builder: *mut vyre_builder,
        id: vyre_invocation_id,
        axis: u32,
    ) -> vyre_expr;
    /// How many elements |array| has, a U32: the declared count, or that of what is bound.
    pub fn vyre_builder_length(
        builder: *mut vyre_builder,
        array: vyre_parameter,
    ) -> vyre_expr;
    /** Element |index| of |array| as it is at this place. 0 beyond the end. An index of I32 or F32 is
 rounded toward 0; what is no U32 then fails the dispatch.*/
    pub fn vyre_builder_load(
        builder: *mut vyre_builder,
        array: vyre_parameter,
        index: vyre_expr,
    ) -> vyre_expr;
    /// |op| of two operands of one type.
    pub fn vyre_builder_binary(
        builder: *mut vyre_builder,
        op: vyre_binary,
        left: vyre_expr,
        right: vyre_expr,
    ) -> vyre_expr;
    /// |op| of one operand.
    pub fn vyre_builder_unary(
        builder: *mut vyre_builder,
        op: vyre_unary,
        operand: vyre_expr,
    ) -> vyre_expr;
    /** |yes| where |condition| holds, else |no|. All three are evaluated. |condition| is a BOOL, or a
 number that holds unless it is 0; |yes| and |no| have one type.*/
    pub fn vyre_builder_select(
        builder: *mut vyre_builder,
        condition: vyre_expr,
        yes: vyre_expr,
        no: vyre_expr,
    ) -> vyre_expr;
    /** |value| as |type|. U32 and I32 keep their bits; as an I64 zeroes stand above them, also above
 those of a negative I32. A U64 that does not fit into 32 bits, and a negative I32 as a U64, fail
 the dispatch. F32 is rounded toward 0, to the nearest number that
 U32 or I32 has, and a NaN becomes 0; integers become the nearest F32. A BOOL becomes 0 or 1, and
 what becomes a BOOL holds unless it is 0. Which casts there are is a rule of the IR.*/
    pub fn vyre_builder_cast(
        builder: *mut vyre_builder,
        type_: vyre_type,
        value: vyre_expr,
    ) -> vyre_expr;
    /// a * b + c of F32, rounded once.
    pub fn vyre_builder_fma(
        builder: *mut vyre_builder,
        a: vyre_expr,
        b: vyre_expr,
        c: vyre_expr,
    ) -> vyre_expr;
    /** Changes element |index| of |array| in one step and gives what it was before, a U32. |array| is a
 READ_WRITE parameter of U32; workgroup memory has no atomics. |expected| is an expression for
 COMPARE_EXCHANGE, and vyre_expr_none() for all others. Beyond the end nothing changes and the
 result is 0. It happens at this place, whether its result is used or not.*/
    pub fn vyre_builder_atomic(
        builder: *mut vyre_builder,
        op: vyre_atomic,
        ordering: vyre_ordering,
        array: vyre_parameter,
        index: vyre_expr,
        expected: vyre_expr,
        value: vyre_expr,
    ) -> vyre_expr;
    /** What the invocations of a subgroup exchange. |lane|, a U32, belongs to SHUFFLE; it is
 vyre_expr_none() for all others. The result has the type of |value|; that of BALLOT is a U32. The
 device has to offer subgroup operations.*/
    pub fn vyre_builder_subgroup(
        builder: *mut vyre_builder,
        op: vyre_subgroup,
        value: vyre_expr,
        lane: vyre_expr,
    ) -> vyre_expr;
    /** The result of the op |op_id| for |argument_count| arguments, in the order of its inputs.
 |arguments| may be NULL when there are none. The op is looked up when the program is validated
 or made into a pipeline. The call happens at this place, whether its result is used or not.*/
    pub fn vyre_builder_call(
        builder: *mut vyre_builder,
        op_id: vyre_string,
        arguments: *const vyre_expr,
        argument_count: usize,
    ) -> vyre_expr;
    /** An expression of an extension: its kind, and |size| bytes that only the extension understands.
 |payload| may be NULL when |size| is 0. It happens at this place, whether it is used or not.
 Literals of 64 bits are such: "vyre.literal.u64", ".i64" or ".f64" and 8 little-endian bytes.*/
    pub fn vyre_builder_opaque(
        builder: *mut vyre_builder,
        kind: vyre_string,
        payload: *const ::core::ffi::c_void,
        size: usize,
    ) -> vyre_expr;
    /** The same value with a name, for people who read the program and for ops that look at names. It
 does not change. |name| may be empty. A name that is in scope already is against the rules of the
 IR, here and below.*/
    pub fn vyre_builder_let(
        builder: *mut vyre_builder,
        name: vyre_string,
        value: vyre_expr,
    ) -> vyre_expr;
    /** Makes a variable that begins as |initial|, whose type it has. Each invocation has its own. It
 lives to the end of its block; using it behind that is a mistake. |name| may be empty.*/
    pub fn vyre_builder_local(
        builder: *mut vyre_builder,
        name: vyre_string,
        initial: vyre_expr,
    ) -> vyre_local;
    /** The value of a variable at this place. A later vyre_builder_assign does not change it: ask
 again. In a loop it is the value of each round at this place.*/
    pub fn vyre_builder_get(builder: *mut vyre_builder, local: vyre_local) -> vyre_expr;
    /// Gives a variable another value of its type.
    pub fn vyre_builder_assign(
        builder: *mut vyre_builder,
        local: vyre_local,
        value: vyre_expr,
    );
    /** Puts |value| into element |index| of |array|. Nothing happens beyond the end. |value| has the
 type of the elements; U32 and I32 may meet, and so may U32 and BOOL.*/
    pub fn vyre_builder_store(
        builder: *mut vyre_builder,
        array: vyre_parameter,
        index: vyre_expr,
        value: vyre_expr,
    );
    /** Begins the statements that run where |condition| holds: a BOOL, or a U32 that is not 0.
 vyre_builder_end ends them.*/
    pub fn vyre_builder_begin_if(builder: *mut vyre_builder, condition: vyre_expr);
    /** Ends the statements of an if, and begins those that run where its condition does not hold.
 vyre_builder_end ends both.*/
    pub fn vyre_builder_begin_else(builder: *mut vyre_builder);
    /** Begins the statements that run for each U32 from |from| up to but not including |to|, and gives
 that number, which cannot be assigned. Both bounds are U32 and evaluated once; where |from| is
 not below |to| nothing runs. |name| is the number's name and may be empty.*/
    pub fn vyre_builder_begin_loop(
        builder: *mut vyre_builder,
        name: vyre_string,
        from: vyre_expr,
        to: vyre_expr,
    ) -> vyre_expr;
    /// Begins a block: statements with variables of their own.
    pub fn vyre_builder_begin_block(builder: *mut vyre_builder);
    /// Begins a block that says what generated it, such as an op's id. It changes no meaning.
    pub fn vyre_builder_begin_region(builder: *mut vyre_builder, generator: vyre_string);
    /// Ends what the last call of a vyre_builder_begin_ function began that is still open.
    pub fn vyre_builder_end(builder: *mut vyre_builder);
    /// Ends the invocation. It is the last statement of its block.
    pub fn vyre_builder_return(builder: *mut vyre_builder);
    /** Waits for all invocations of the workgroup that have not returned; then each sees what the
 others wrote. A barrier stands where all of them come or none. VYRE_ORDERING_GRID_SYNC waits for
 the whole grid; docs/grid_barriers.md has what that needs.*/
    pub fn vyre_builder_barrier(builder: *mut vyre_builder, ordering: vyre_ordering);
    /** Fails the dispatch. The error has |address|, a U32, and |tag|, a text, in vyre_error_info, and
 the place in the program.*/
    pub fn vyre_builder_trap(
        builder: *mut vyre_builder,
        address: vyre_expr,
        tag: vyre_string,
    );
    /// The resume of the IR. A dispatch that reaches it fails.
    pub fn vyre_builder_resume(builder: *mut vyre_builder, tag: vyre_string);
    /** The indirect dispatch of the IR: a grid of three U32 at byte |offset|, a multiple of 4, of
 |counts|. A dispatch that reaches it fails. A grid that stands in a buffer is given by
 vyre_dispatch_desc.grid_buffer.*/
    pub fn vyre_builder_indirect_dispatch(
        builder: *mut vyre_builder,
        counts: vyre_parameter,
        offset: u64,
    );
    /** Begins a copy of |size| bytes, from byte |offset| of |source| to the start of |destination|. The
 bytes are taken now; zeroes stand for what lies beyond the end of |source|. They arrive at
 vyre_builder_async_wait of the same |tag|, which is not empty. Each invocation copies by itself
 and has to wait for what it began.*/
    pub fn vyre_builder_async_load(
        builder: *mut vyre_builder,
        source: vyre_parameter,
        destination: vyre_parameter,
        offset: vyre_expr,
        size: vyre_expr,
        tag: vyre_string,
    );
    /** As vyre_builder_async_load, from the start of |source| to byte |offset| of |destination|. Bytes
 beyond the end of |destination| are dropped.*/
    pub fn vyre_builder_async_store(
        builder: *mut vyre_builder,
        source: vyre_parameter,
        destination: vyre_parameter,
        offset: vyre_expr,
        size: vyre_expr,
        tag: vyre_string,
    );
    /// Waits for the copy that this invocation began under |tag|. There has to be one.
    pub fn vyre_builder_async_wait(builder: *mut vyre_builder, tag: vyre_string);
    /** An exchange between the ranks of |group|; 0 is all of them. It takes whole parameters of one
 element type, never workgroup memory. |destination| has the id 0 for ALL_REDUCE and BROADCAST,
 which change |source| in place. |root| is a rank and counts for BROADCAST alone. |op| is
 VYRE_REDUCE_NONE for those that do not combine.

 A dispatch on one device is one rank: ALL_REDUCE and BROADCAST from rank 0 change nothing, the
 other two copy |source| to |destination|. Another group or root fails.*/
    pub fn vyre_builder_collective(
        builder: *mut vyre_builder,
        kind: vyre_collective,
        op: vyre_reduce,
        source: vyre_parameter,
        destination: vyre_parameter,
        root: u32,
        group: u32,
    );
    /** A statement of an extension: its kind, and |size| bytes that only the extension understands.
 |payload| may be NULL when |size| is 0.*/
    pub fn vyre_builder_opaque_statement(
        builder: *mut vyre_builder,
        kind: vyre_string,
        payload: *const ::core::ffi::c_void,
        size: usize,
    );
    /** Whether |device| can make such an image: what the format lacks, or which size is too large.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_device_check_image(
        device: *const vyre_device,
        desc: *const vyre_image_desc,
    ) -> *mut vyre_error;
    /** Makes an image of texels that are all zero bits. It keeps the device alive. The label is copied.
 Errors: UNSUPPORTED_FEATURE, as vyre_device_check_image says.
 Submits. Blocks.*/
    pub fn vyre_image_create(
        device: *mut vyre_device,
        desc: *const vyre_image_desc,
        out_image: *mut *mut vyre_image,
    ) -> *mut vyre_error;
    /** Copies texels from |data| to |region|. |size| is that of the region as it lies in |data|; behind
 the last row nothing is read. The texels are there on return.
 Errors: none beyond the usual.
 Submits. Blocks.*/
    pub fn vyre_image_write(
        image: *mut vyre_image,
        region: *const vyre_image_region,
        data: *const ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error;
    /** The same without waiting; |data| has been read on return. |out_work| may be NULL.
 Errors: NOT_READY where vyre_image_write would wait for room: wait for earlier work, ask again.
 Submits.*/
    pub fn vyre_image_write_async(
        image: *mut vyre_image,
        region: *const vyre_image_region,
        data: *const ::core::ffi::c_void,
        size: usize,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Copies the texels of |region| to |data|. What lies between rows and slices stays as it is.
 Errors: none beyond the usual.
 Submits. Blocks.*/
    pub fn vyre_image_read(
        image: *mut vyre_image,
        region: *const vyre_image_region,
        data: *mut ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error;
    /** The same without waiting: vyre_work_get_bytes or vyre_work_collect_bytes give the |size| bytes,
 with zeroes between rows and slices.
 Errors: none beyond the usual.
 Submits.*/
    pub fn vyre_image_read_async(
        image: *mut vyre_image,
        region: *const vyre_image_region,
        size: u64,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Copies |from_region| of |from| to the place of |to| where |to_region| begins; the latter's sizes
 are 0 or equal, and neither has row_bytes or slice_bytes. Texels have the same number of bytes,
 which are copied as they are. Both images are of one device. Within one image the regions do not
 overlap.
 Errors: none beyond the usual.
 Submits. Blocks.*/
    pub fn vyre_image_copy(
        from: *mut vyre_image,
        from_region: *const vyre_image_region,
        to: *mut vyre_image,
        to_region: *const vyre_image_region,
    ) -> *mut vyre_error;
    /** The same without waiting. |out_work| may be NULL.
 Errors: none beyond the usual.
 Submits.*/
    pub fn vyre_image_copy_async(
        from: *mut vyre_image,
        from_region: *const vyre_image_region,
        to: *mut vyre_image,
        to_region: *const vyre_image_region,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /// Its sizes, format, usage and label.
    pub fn vyre_image_get_info(image: *const vyre_image) -> *const vyre_image_info;
    /** One more owner of the image's device.
 Errors: none beyond the usual.*/
    pub fn vyre_image_get_device(
        image: *const vyre_image,
        out_device: *mut *mut vyre_device,
    ) -> *mut vyre_error;
    /// Ends an owner. Work that uses the image goes on and keeps it. |image| may be NULL.
    pub fn vyre_image_destroy(image: *mut vyre_image);
    /** Makes a sampler. |desc| may be NULL: NEAREST and CLAMP. It keeps the device alive and outlives
 its recovery.
 Errors: UNSUPPORTED_FEATURE without VYRE_FEATURE_IMAGES.*/
    pub fn vyre_sampler_create(
        device: *mut vyre_device,
        desc: *const vyre_sampler_desc,
        out_sampler: *mut *mut vyre_sampler,
    ) -> *mut vyre_error;
    /// Ends an owner. |sampler| may be NULL.
    pub fn vyre_sampler_destroy(sampler: *mut vyre_sampler);
    /** Ends an owner of a semaphore. Work that waits for it or signals it goes on and keeps it. The
 semaphore of vyre_work_get_point is borrowed: do not destroy it. |semaphore| may be NULL.*/
    pub fn vyre_semaphore_destroy(semaphore: *mut vyre_semaphore);
    /** Orders everything that is submitted to |device| from now on behind |point|: dispatches,
 sequences, and the calls that write, read, copy and fill buffers. The call itself returns at
 once. Work that was submitted before is not affected. Several points add up.

 The semaphore belongs to this device. It may be destroyed right after the call.
 UNSUPPORTED_FEATURE: the device has no semaphores, or only records.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_device_order_after(
        device: *mut vyre_device,
        point: vyre_sync_point,
    ) -> *mut vyre_error;
    /** Gives the point at which |work| is over, on the device's own timeline. What the work wrote is
 visible to whoever waits for that point on the device. The semaphore is borrowed and lives as
 long as the device.

 UNSUPPORTED_FEATURE: the device has no semaphores, or the work goes on on the host behind the
 device (files, programs that use them), so that no semaphore tells its end; wait with
 vyre_work_wait.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_work_get_point(
        work: *const vyre_work,
        out_point: *mut vyre_sync_point,
    ) -> *mut vyre_error;
    /** The value of a constant as a number, for interfaces that know constants as numbers only. Exact. A
 BOOL is 0 or 1; a type is its number in the wire form. The name is not looked at.
 Errors: none beyond the usual.*/
    pub fn vyre_constant_get_number(
        constant: vyre_constant,
        out_number: *mut f64,
    ) -> *mut vyre_error;
    /** What the value of a constant adds to vyre_constants_hash: its kind in bits 0 to 7, its 32 bits in
 bits 8 to 39, zeroes above. Of a type these are its number in the wire form; parameters of a type
 do not count, so "Vec<U32,4>" and "Vec<F32,2>" are alike. The name is not looked at.
 Errors: none beyond the usual.*/
    pub fn vyre_constant_get_contribution(
        constant: vyre_constant,
        out_contribution: *mut u64,
    ) -> *mut vyre_error;
    /** Hashes constants: FNV-1a of 64 bits over each name and the 8 little-endian bytes of its
 contribution, in the order of the names' bytes. It is 0xcbf29ce484222325 for no constants.
 Different constants can have one hash, and such are made without effort: nothing says where a
 name ends. What must tell constants apart uses vyre_constants_encode.
 Errors: none beyond the usual.*/
    pub fn vyre_constants_hash(
        constants: *const vyre_constant,
        constant_count: usize,
        out_hash: *mut u64,
    ) -> *mut vyre_error;
    /** Writes the canonical form of constants, equal for equal constants only. |out_bytes| gets an
 owner. Integers are little-endian:

   u64         how many constants; then for each, in the order of the names' bytes:
   u64, bytes  size of the name, the name
   u8          kind
   u32         the 32 bits of a number or BOOL; or, of a type,
   u64, bytes  size of its spelling, the spelling, with parameters

 Errors: none beyond the usual.*/
    pub fn vyre_constants_encode(
        constants: *const vyre_constant,
        constant_count: usize,
        out_bytes: *mut *mut vyre_blob,
    ) -> *mut vyre_error;
    /** The key of a program with these constants. Its fingerprint is that of
 vyre_program_get_fingerprint with VYRE_WIRE_ANY. Constants that the program does not name count
 too, and defaults that are not given do not. A program that no wire form can carry is
 INVALID_PROGRAM.
 Errors: INVALID_PROGRAM.*/
    pub fn vyre_program_get_key(
        program: *const vyre_program,
        constants: *const vyre_constant,
        constant_count: usize,
        out_key: *mut vyre_key,
    ) -> *mut vyre_error;
    /** Writes the name of a stored kernel to |out_digits|: 64 lowercase hexadecimal digits, without a
 NUL. They are made by BLAKE3 from |version| and two texts of any form, in a layout of its own
 (docs/specialization.md).
 Errors: none beyond the usual.*/
    pub fn vyre_artifact_get_key(
        version: u32,
        spec_hash: vyre_string,
        backend_fingerprint: vyre_string,
        out_digits: *mut ::core::ffi::c_char,
    ) -> *mut vyre_error;
    /** Gives the number of |id|, a new one when the process has none yet. Numbers are never given back:
 for ids that come from outside use vyre_op_id_find.
 Errors: none beyond the usual.*/
    pub fn vyre_op_id_intern(
        id: vyre_string,
        out_number: *mut vyre_op_id,
    ) -> *mut vyre_error;
    /// The number of |id|, or 0 when it has none. Remembers nothing, takes no lock.
    pub fn vyre_op_id_find(id: vyre_string) -> vyre_op_id;
    /// The id of a number; empty when it was not given out. Lives to the end of the process.
    pub fn vyre_op_id_name(number: vyre_op_id) -> vyre_string;
    /** The id of a target among emitters of code ahead of time, also the file extension of what they
 write. PTX and SECONDARY_TEXT share "secondary_text", SPIRV has "spv", an extension its own id.
 Empty for a target that is none. That of an extension lives as long as |target.extension|, every
 other to the end of the process.*/
    pub fn vyre_target_aot_id(target: vyre_target) -> vyre_string;
    /** Writes the text that vyre_target_load reads: "ptx", "spirv", "primary_text", "primary_binary",
 "secondary_text", "native_module", "reference_backend" or "extension:<id>". |out_text| gets an
 owner.
 Errors: none beyond the usual.*/
    pub fn vyre_target_save(
        target: vyre_target,
        out_text: *mut *mut vyre_blob,
    ) -> *mut vyre_error;
    /** Reads such a text, and "spv" for SPIRV. The extension of the target is a part of |text| and lives
 as long. Any other text is INVALID_ARGUMENT.
 Errors: none beyond the usual.*/
    pub fn vyre_target_load(
        text: vyre_string,
        out_target: *mut vyre_target,
    ) -> *mut vyre_error;
    /** Adds |size| bytes to the result of a callback. |bytes| may be NULL when |size| is 0. Running out
 of memory is the error of the call that needed the result. Of the callback's thread alone.*/
    pub fn vyre_writer_write(
        writer: *mut vyre_writer,
        bytes: *const ::core::ffi::c_void,
        size: usize,
    );
    /** Gives the registry that the context publishes now: |out_registry| gets an owner. A new context
 publishes the ops of the library's own dialects. |context| is not NULL, here and below.
 Errors: none beyond the usual.*/
    pub fn vyre_context_get_registry(
        context: *const vyre_context,
        out_registry: *mut *mut vyre_registry,
    ) -> *mut vyre_error;
    /** Makes |registry| the current one of the context, in one step. Who asks afterwards gets all of it,
 who holds the one before keeps that. |expected| is the registry that it was built from; when
 another is current by now, nothing changes and the call is ALREADY_REGISTERED: get, build and
 publish once more. NULL publishes over any. The caller keeps its handles. A registry may come
 from another context.
 Errors: ALREADY_REGISTERED.*/
    pub fn vyre_context_publish(
        context: *mut vyre_context,
        registry: *const vyre_registry,
        expected: *const vyre_registry,
    ) -> *mut vyre_error;
    /** Publishes what is current with the manifests of |folder| as they are now, in place of what came
 from files in that folder before. Calling it again reloads them; everything else stays. Manifests
 are the files right in the folder whose names end in ".dialect.json". When anything is wrong
 nothing is published, and the error has a finding for each problem. When another thread publishes
 meanwhile, it begins again by itself.
 Errors: ALREADY_REGISTERED, INPUT_OUTPUT, MALFORMED_JSON, NOT_FOUND.
 Blocks.*/
    pub fn vyre_context_load_manifests(
        context: *mut vyre_context,
        folder: vyre_string,
    ) -> *mut vyre_error;
    /// What is in a registry. Never NULL: for NULL an empty one.
    pub fn vyre_registry_get_info(
        registry: *const vyre_registry,
    ) -> *const vyre_registry_info;
    /** The op |id|; NULL when the registry has none. Takes no lock, allocates nothing, and does not
 remember an unknown id. For a number: vyre_op_id_name.*/
    pub fn vyre_registry_find(
        registry: *const vyre_registry,
        id: vyre_string,
    ) -> *const vyre_op;
    /// Ends a handle; its ops and infos end with it. |registry| may be NULL.
    pub fn vyre_registry_destroy(registry: *mut vyre_registry);
    /** Makes a view of what the context publishes, for one thread. |out_view| gets an owner. It keeps
 the context alive.
 Errors: none beyond the usual.*/
    pub fn vyre_registry_view_create(
        context: *const vyre_context,
        out_view: *mut *mut vyre_registry_view,
    ) -> *mut vyre_error;
    /** The registry that is current now. It costs one load of shared memory, and a lock only after
 something was published. What it gives is borrowed until the next call with this view, and so are
 ops that were found in it. NULL for NULL. One thread alone: each has a view of its own.*/
    pub fn vyre_registry_view_get(view: *mut vyre_registry_view) -> *const vyre_registry;
    /// Ends a view, and what it lent. |view| may be NULL.
    pub fn vyre_registry_view_destroy(view: *mut vyre_registry_view);
    /// What an op is. Never NULL: for NULL an empty one.
    pub fn vyre_op_get_info(op: *const vyre_op) -> *const vyre_op_info;
    /// What an op has for a target; NONE for NULL. Takes no lock, allocates nothing.
    pub fn vyre_op_find_lowering(
        op: *const vyre_op,
        target: vyre_target,
    ) -> vyre_lowering;
    /** Gives the bytes of VYRE_LOWERING_DATA, or of VYRE_LOWERING_BUILDER, whose function is called when
 nothing is kept yet. |out_bytes| gets an owner. An op without bytes for the target is NOT_FOUND.
 An error of the function is returned with its own code.
 Errors: NOT_FOUND.*/
    pub fn vyre_op_get_lowering(
        op: *const vyre_op,
        target: vyre_target,
        out_bytes: *mut *mut vyre_blob,
    ) -> *mut vyre_error;
    /** Calls the reference function with |size| bytes of arguments. |arguments| may be NULL when |size|
 is 0. |out_result| gets an owner. An op without such a function is UNSUPPORTED_FEATURE. An error
 of the function is returned with its own code.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_op_run_reference(
        op: *const vyre_op,
        arguments: *const ::core::ffi::c_void,
        size: usize,
        out_result: *mut *mut vyre_blob,
    ) -> *mut vyre_error;
    /** Gives the program that stands in for calls of the op, as a program of |context|; NULL stands for
 the shared one. |out_program| gets an owner. An op without composition is NOT_FOUND.
 Errors: NOT_FOUND.*/
    pub fn vyre_op_get_composition(
        op: *const vyre_op,
        context: *mut vyre_context,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    /** Looks whether programs that call the op run on the device. NULL: they do. Else the error has a
 finding for each fact that is missing. Does nothing on the device.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_device_check_op(
        device: *const vyre_device,
        op: *const vyre_op,
    ) -> *mut vyre_error;
    /** Makes an empty builder. |out_builder| gets an owner. NULL stands for the shared context.
 Errors: none beyond the usual.*/
    pub fn vyre_registry_builder_create(
        context: *mut vyre_context,
        out_builder: *mut *mut vyre_registry_builder,
    ) -> *mut vyre_error;
    /** Adds an op, of a dialect from outside too: such a dialect is added before or after. Mistakes of
 the description are found here, those between ops by vyre_registry_builder_finish. Two lowerings
 for one target are ALREADY_REGISTERED. When this fails nothing is added, no |destroy| of |desc|
 is called, and the data stay the caller's.
 Errors: ALREADY_REGISTERED.*/
    pub fn vyre_registry_builder_add_op(
        builder: *mut vyre_registry_builder,
        desc: *const vyre_op_desc,
    ) -> *mut vyre_error;
    /** Adds all ops and dialects of a registry.
 Errors: none beyond the usual.*/
    pub fn vyre_registry_builder_add_registry(
        builder: *mut vyre_registry_builder,
        registry: *const vyre_registry,
    ) -> *mut vyre_error;
    /** Adds a dialect from outside. |name| begins with "vyre-libs-"; |url| may be empty.
 Errors: none beyond the usual.*/
    pub fn vyre_registry_builder_add_dialect(
        builder: *mut vyre_registry_builder,
        name: vyre_string,
        version: vyre_string,
        url: vyre_string,
    ) -> *mut vyre_error;
    /** Adds the dialect and the ops of a manifest, a JSON text. The files that it names lie in |folder|;
 when that is empty it can name none. The error has a finding for each problem: it is
 MALFORMED_JSON, or INPUT_OUTPUT when files are all that is wrong. Nothing is added then.
 Errors: INPUT_OUTPUT, MALFORMED_JSON, NOT_FOUND.
 Blocks.*/
    pub fn vyre_registry_builder_add_manifest(
        builder: *mut vyre_registry_builder,
        json: vyre_string,
        folder: vyre_string,
    ) -> *mut vyre_error;
    /** Adds what vyre_registry_builder_add_manifest would, of the file |path|, or of every file right in
 the folder |path| whose name ends in ".dialect.json". One error has the problems of all files.
 Nothing is added then. A |path| that is not there is NOT_FOUND.
 Errors: INPUT_OUTPUT, MALFORMED_JSON, NOT_FOUND.
 Blocks.*/
    pub fn vyre_registry_builder_add_manifests(
        builder: *mut vyre_registry_builder,
        path: vyre_string,
    ) -> *mut vyre_error;
    /** Freezes what was added. |out_registry| gets an owner. The builder stays as it was and can go on,
 after an error too. One error has a finding for each problem (docs/registry.md): ids that two ops
 have, empty ids, malformed operands and lowerings, dialects from outside that are there twice or
 not at all, compositions that cannot stand in for a call. It is ALREADY_REGISTERED when all are
 ids that two ops have, else INVALID_ARGUMENT.
 Errors: ALREADY_REGISTERED.*/
    pub fn vyre_registry_builder_finish(
        builder: *const vyre_registry_builder,
        out_registry: *mut *mut vyre_registry,
    ) -> *mut vyre_error;
    /// Ends a builder. Registries stay. |builder| may be NULL.
    pub fn vyre_registry_builder_destroy(builder: *mut vyre_registry_builder);
    /** Plans a dispatch of |pipeline|. |bindings| and |desc| are those of vyre_dispatch. |bindings| may
 be NULL when |binding_count| is 0. |desc| may be NULL.

 A parameter whose size the program declares needs no binding here. One without a declared size
 that is not bound counts 0 bytes. Pointers to host memory and the sizes of host outputs are not
 looked at. The cut is told whether the device needs it or not. The same program and the same
 launch have the same plan in every process.

 NOT_FOUND names a binding that fits no parameter. NOT_READY: the pipeline is still being
 compiled; one that failed gives its own error. UNSUPPORTED_FEATURE names what the launch asks for
 and the device lacks.
 Errors: NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE.*/
    pub fn vyre_plan_create(
        pipeline: *const vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
        out_plan: *mut *mut vyre_plan,
    ) -> *mut vyre_error;
    /// The plan as data. Never NULL: for NULL it is an empty one.
    pub fn vyre_plan_get_info(plan: *const vyre_plan) -> *const vyre_plan_info;
    /** Writes the plan for people, segment by segment: what is kept at each barrier, how, and why. The
 blob is UTF-8 text. The caller owns it. The text may change from version to version.
 Errors: none beyond the usual.*/
    pub fn vyre_plan_describe(
        plan: *const vyre_plan,
        out_text: *mut *mut vyre_blob,
    ) -> *mut vyre_error;
    /// Ends the plan, and with it its info. |plan| may be NULL.
    pub fn vyre_plan_destroy(plan: *mut vyre_plan);
    /** Makes the kernels of |program| for a target. It needs no device and runs nothing: a description
 of one is enough. |desc| names the target and is not NULL. A program with grid barriers needs
 |desc->dispatch| with a shape or a grid; so does one that is longer than what the described
 device takes. It is cut by declared sizes alone. Ops are those that the program's context
 publishes now. The same call gives the same code: for the info of a Vulkan device that of a
 pipeline there, unless the device chose its workgroup size (vyre_pipeline_emit gives that one).

 NOT_FOUND: there is no such target. INVALID_PROGRAM has a finding for each rule that the program
 breaks. UNSUPPORTED_FEATURE names what the described device lacks, the target when this build
 cannot write it, a program that is a SPIR-V module, or one with ops that the host runs.
 Errors: INVALID_PROGRAM, NOT_FOUND, UNSUPPORTED_FEATURE.*/
    pub fn vyre_program_emit(
        program: *const vyre_program,
        desc: *const vyre_emit_desc,
        out_emission: *mut *mut vyre_emission,
    ) -> *mut vyre_error;
    /** Gives the kernels that this pipeline runs, exactly these, with its constants as their own.
 |target| is that of the pipeline's device: "spirv" on Vulkan. Where the pipeline has a faster
 form of a kernel for some of its workgroups, it is left out: the kernel is right for all.

 NOT_FOUND: there is no such target. UNSUPPORTED_FEATURE: the device runs other code, or the
 program is cut anew for each launch; use vyre_program_emit. NOT_READY: the pipeline is still
 being compiled; one that failed gives its own error.
 Errors: NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE.*/
    pub fn vyre_pipeline_emit(
        pipeline: *const vyre_pipeline,
        target: vyre_string,
        out_emission: *mut *mut vyre_emission,
    ) -> *mut vyre_error;
    /// The emission as data. Never NULL: for NULL it is an empty one.
    pub fn vyre_emission_get_info(
        emission: *const vyre_emission,
    ) -> *const vyre_emission_info;
    /** Writes all of the emission as one JSON text, the code in base64 (docs/emission.md has the form).
 The caller owns the blob.
 Errors: none beyond the usual.*/
    pub fn vyre_emission_save(
        emission: *const vyre_emission,
        out_json: *mut *mut vyre_blob,
    ) -> *mut vyre_error;
    /// Ends the emission, and with it its info and code. |emission| may be NULL.
    pub fn vyre_emission_destroy(emission: *mut vyre_emission);
    /** Copies the metrics of |device| as they are now. Each number is read by itself while other threads
 go on. Works with a device that is lost or was shut down, too.
 Errors: none beyond the usual.*/
    pub fn vyre_metric_list_create(
        device: *const vyre_device,
        out_list: *mut *mut vyre_metric_list,
    ) -> *mut vyre_error;
    /// The metrics as data. Never NULL: for NULL it is an empty list.
    pub fn vyre_metric_list_get_info(
        list: *const vyre_metric_list,
    ) -> *const vyre_metric_list_info;
    /// Ends the list, and with it its info. |list| may be NULL.
    pub fn vyre_metric_list_destroy(list: *mut vyre_metric_list);
    /** Copies the policy as it is now. UNSUPPORTED_FEATURE: only Vulkan devices have one.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_device_get_submit_policy(
        device: *const vyre_device,
        out_policy: *mut vyre_submit_policy,
    ) -> *mut vyre_error;
    /** Sets the policy for dispatches and waits that begin afterwards. |policy| is copied and is not
 NULL. It stays through a recovery. UNSUPPORTED_FEATURE: only Vulkan devices have one.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_device_set_submit_policy(
        device: *mut vyre_device,
        policy: *const vyre_submit_policy,
    ) -> *mut vyre_error;
    /** Measures how fast the device reads and writes its memory. It copies there for some milliseconds.
 The device takes the time where it can, else the host. |out_bytes_per_second| gets bytes read and
 bytes written together. It may be NULL.

 The context remembers the figure: it chooses devices by it later, and device infos that are made
 from now on have it, with VYRE_FACT_MEASURED. Infos that exist stay as they are.
 UNSUPPORTED_FEATURE: a device that only records.
 Errors: KERNEL_COMPILE_FAILED, UNSUPPORTED_FEATURE.
 Submits. Blocks.*/
    pub fn vyre_device_measure_bandwidth(
        device: *mut vyre_device,
        out_bytes_per_second: *mut u64,
    ) -> *mut vyre_error;
    /** Writes what the context and its devices did last, as JSON in the form of Chrome's traces, which
 ui.perfetto.dev opens: calls by thread, submissions, times of devices. The context needs
 VYRE_CONTEXT_TRACE. Without it the call is INVALID_ARGUMENT.

 |write| gets the text piece by piece, on this thread. It can be gigabytes. What |write| returns
 is the error of this call. Nothing is forgotten: a later trace has it, too. Work that is still
 under way and that nobody has waited for is missing.
 Errors: none beyond the usual.*/
    pub fn vyre_context_write_trace(
        context: *const vyre_context,
        write: vyre_write_fn,
        user: *mut ::core::ffi::c_void,
    ) -> *mut vyre_error;
    /// The name of a miss: "damaged header". Empty for numbers that are none. Lives for ever.
    pub fn vyre_cache_miss_name(miss: vyre_cache_miss) -> vyre_string;
    /** Looks at the context's folder as it is now. |flags| may be 0. NOT_FOUND: the context has no
 folder.
 Errors: NOT_FOUND.
 Blocks.*/
    pub fn vyre_cache_list_create(
        context: *const vyre_context,
        flags: vyre_cache_list_flags,
        out_list: *mut *mut vyre_cache_list,
    ) -> *mut vyre_error;
    /// The files as data. Never NULL: for NULL it is an empty list.
    pub fn vyre_cache_list_get_info(
        list: *const vyre_cache_list,
    ) -> *const vyre_cache_list_info;
    /// Ends the list, and with it its info. |list| may be NULL.
    pub fn vyre_cache_list_destroy(list: *mut vyre_cache_list);
    /** Removes from the context's folder what was used longest ago, until the rest is within the budget,
 and what killed processes left half written. It does nothing while another process trims, and
 with VYRE_CONTEXT_CACHE_READ_ONLY. |out_removed| gets the number of removed files. It may be
 NULL. The library trims by itself when it has written much. NOT_FOUND: the context has no folder.
 Errors: NOT_FOUND.
 Blocks.*/
    pub fn vyre_context_trim_cache(
        context: *mut vyre_context,
        out_removed: *mut u64,
    ) -> *mut vyre_error;
    /** Removes every kernel from the context's folder. Files that the library did not write stay. It
 does nothing with VYRE_CONTEXT_CACHE_READ_ONLY. |out_removed| gets the number of removed kernel
 files. It may be NULL. NOT_FOUND: the context has no folder.
 Errors: NOT_FOUND.
 Blocks.*/
    pub fn vyre_context_clear_cache(
        context: *mut vyre_context,
        out_removed: *mut u64,
    ) -> *mut vyre_error;
    /** Writes the keys of all kernels that the device has in memory now, 32 bytes each. Store them, and
 give them to vyre_device_prepare_keys in a later run. The caller owns the blob. It is empty when
 there are none.
 Errors: none beyond the usual.*/
    pub fn vyre_device_save_keys(
        device: *const vyre_device,
        out_keys: *mut *mut vyre_blob,
    ) -> *mut vyre_error;
    /** Takes the kernels of these keys from the context's folder into memory, so that pipelines which
 need them find them there. |keys| are |size| bytes of vyre_device_save_keys, a multiple of 32.
 They are read during the call. Keys that the folder does not have, or that belong to another
 device, driver or build, are passed over.

 |progress| is called behind each key. It may be NULL. |out_prepared| gets how many of the kernels
 are in memory afterwards. It may be NULL.
 Errors: KERNEL_COMPILE_FAILED.
 Blocks.*/
    pub fn vyre_device_prepare_keys(
        device: *mut vyre_device,
        keys: *const ::core::ffi::c_void,
        size: usize,
        progress: vyre_progress_fn,
        user: *mut ::core::ffi::c_void,
        out_prepared: *mut u64,
    ) -> *mut vyre_error;
    /** Adds a backend that lives in the host to those of the context. |context| and |table| are not
 NULL. The table is copied, strings too. Its |destroy| is called when the context and all objects
 made with the backend are gone; not when this call fails.

 INVALID_ARGUMENT names the entry of the table that is missing or wrong. ALREADY_REGISTERED names
 both owners of an id, of the backend or of one of its ops. An error of add_ops is returned as it
 is.
 Errors: ALREADY_REGISTERED.*/
    pub fn vyre_context_add_backend(
        context: *mut vyre_context,
        table: *const vyre_backend_table,
    ) -> *mut vyre_error;
    /** Declares the rank of backend |id|: lower comes first among devices that are otherwise equal. The
 backend need not be there. An id of a single device is INVALID_ARGUMENT: ranks belong to
 backends. ALREADY_REGISTERED: the id has a rank.
 Errors: ALREADY_REGISTERED.*/
    pub fn vyre_context_declare_rank(
        context: *mut vyre_context,
        id: vyre_string,
        rank: u32,
    ) -> *mut vyre_error;
    /** Declares whether devices of backend |id| may be chosen when an application asks for the best one:
 1 or 0. The backend need not be there. An id of a single device is INVALID_ARGUMENT.
 ALREADY_REGISTERED: it was declared.
 Errors: ALREADY_REGISTERED.*/
    pub fn vyre_context_declare_dispatches(
        context: *mut vyre_context,
        id: vyre_string,
        dispatches: u32,
    ) -> *mut vyre_error;
    /** Copies what the context knows of its backends now. No device is asked. |context| is not NULL.
 Errors: none beyond the usual.*/
    pub fn vyre_backend_list_create(
        context: *const vyre_context,
        out_list: *mut *mut vyre_backend_list,
    ) -> *mut vyre_error;
    /// The backends as data. Never NULL: for NULL it is an empty list.
    pub fn vyre_backend_list_get_info(
        list: *const vyre_backend_list,
    ) -> *const vyre_backend_list_info;
    /// Ends the list, and with it its info. |list| may be NULL.
    pub fn vyre_backend_list_destroy(list: *mut vyre_backend_list);
    /** Makes a sequence without steps. |desc| may be NULL. |out_sequence| gets an owner.
 Errors: none beyond the usual.*/
    pub fn vyre_sequence_create(
        device: *mut vyre_device,
        desc: *const vyre_sequence_desc,
        out_sequence: *mut *mut vyre_sequence,
    ) -> *mut vyre_error;
    /** Adds a dispatch. |out_step| gets the number of the step, here and below: 0, 1, and so on, at most
 1,048,576 steps. |bindings| are as for vyre_dispatch, but not of host memory; zeroes are zero in
 every run. NULL is allowed when |binding_count| is 0. |desc| may be NULL, and so may |out_step|.
 A |grid_buffer| is read in each run, when the device gets there.

 A timeout, wait and signal points and VYRE_DISPATCH_TIMED in |desc| are INVALID_ARGUMENT: they
 belong to the run. So is VYRE_DISPATCH_UNTIL_STABLE, which needs the host between passes.
 Programs whose ops the host carries out are UNSUPPORTED_FEATURE. A pipeline that is not ready is
 NOT_READY; one that failed gives its error. May compile. After an error nothing is added, here
 and below.
 Errors: COOPERATIVE_RESIDENCY, INVALID_PROGRAM, KERNEL_COMPILE_FAILED, NOT_FOUND, NOT_READY,
 UNSUPPORTED_FEATURE.*/
    pub fn vyre_sequence_add_dispatch(
        sequence: *mut vyre_sequence,
        pipeline: *mut vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
        out_step: *mut u32,
    ) -> *mut vyre_error;
    /** Adds a copy of |size| bytes, from |from_offset| of |from| to |to_offset| of |to|. Both are
 buffers of the sequence's device. Ranges of one buffer may not overlap. |out_step| may be NULL.
 Errors: NOT_READY.*/
    pub fn vyre_sequence_add_copy(
        sequence: *mut vyre_sequence,
        from: *mut vyre_buffer,
        from_offset: u64,
        to: *mut vyre_buffer,
        to_offset: u64,
        size: u64,
        out_step: *mut u32,
    ) -> *mut vyre_error;
    /** Adds a fill of |size| bytes from |offset| on with |word|, again and again. |size| and |offset|
 are multiples of 4. |out_step| may be NULL.
 Errors: NOT_READY.*/
    pub fn vyre_sequence_add_fill(
        sequence: *mut vyre_sequence,
        buffer: *mut vyre_buffer,
        offset: u64,
        size: u64,
        word: u32,
        out_step: *mut u32,
    ) -> *mut vyre_error;
    /** Adds a write of |size| bytes to |offset| of the buffer. The bytes are copied from |data| now;
 vyre_sequence_set_bytes changes them. |out_step| may be NULL.
 Errors: NOT_READY.*/
    pub fn vyre_sequence_add_write(
        sequence: *mut vyre_sequence,
        buffer: *mut vyre_buffer,
        offset: u64,
        data: *const ::core::ffi::c_void,
        size: usize,
        out_step: *mut u32,
    ) -> *mut vyre_error;
    /** Adds a read of |size| bytes from |offset| of the buffer. vyre_sequence_get_bytes has what the
 last run read, vyre_work_get_bytes what the run of a work read. |out_step| may be NULL.
 Errors: NOT_READY.*/
    pub fn vyre_sequence_add_read(
        sequence: *mut vyre_sequence,
        buffer: *mut vyre_buffer,
        offset: u64,
        size: u64,
        out_step: *mut u32,
    ) -> *mut vyre_error;
    /** Changes |update_count| dispatches in one call. It costs what changes: nothing else is checked or
 recorded again. It is NOT_READY while a run is under way; vyre_run_desc.updates changes steps for
 the next run without waiting. A step that is no dispatch is INVALID_ARGUMENT, one that is not
 there NOT_FOUND. May compile, where a program is cut at grid barriers. After an error no step has
 changed.
 Errors: COOPERATIVE_RESIDENCY, KERNEL_COMPILE_FAILED, NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE.*/
    pub fn vyre_sequence_update(
        sequence: *mut vyre_sequence,
        updates: *const vyre_step_update,
        update_count: usize,
    ) -> *mut vyre_error;
    /** Takes all steps away; numbers begin at 0 again. What was allocated is kept for the next steps.
 Errors: NOT_READY.*/
    pub fn vyre_sequence_clear(sequence: *mut vyre_sequence) -> *mut vyre_error;
    /** Changes |size| bytes, from byte |offset| on, of what write |step| writes. They are copied from
 |data| now and hold from the next run on; runs under way keep theirs. It is NOT_READY while
 |runs_in_flight| runs are under way. Nothing is recorded again.
 Errors: NOT_FOUND, NOT_READY.*/
    pub fn vyre_sequence_set_bytes(
        sequence: *mut vyre_sequence,
        step: u32,
        offset: u64,
        data: *const ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error;
    /** Copies |size| bytes, from byte |offset| on, of what read |step| read in the last run to |data|.
 It is NOT_READY before the first run and while the last one is under way. After a run that failed
 the bytes are not promised.
 Errors: NOT_FOUND, NOT_READY.*/
    pub fn vyre_sequence_get_bytes(
        sequence: *const vyre_sequence,
        step: u32,
        offset: u64,
        data: *mut ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error;
    /** Writes to |ns| how many nanoseconds each of the first |step_count| steps took on the device in
 the last run. VYRE_UNKNOWN stands for a step that was not measured: while the run is under way,
 without VYRE_SEQUENCE_TIMED_STEPS, after a run that failed, for a step that was added behind it,
 and where the device has no timestamps; the oracle takes the clock of the host.
 Errors: none beyond the usual.*/
    pub fn vyre_sequence_get_step_ns(
        sequence: *const vyre_sequence,
        ns: *mut u64,
        step_count: usize,
    ) -> *mut vyre_error;
    /** Records now what the next run would otherwise record first. Never needed; it does nothing while a
 run is under way. It submits nothing.
 Errors: none beyond the usual.*/
    pub fn vyre_sequence_prepare(sequence: *mut vyre_sequence) -> *mut vyre_error;
    /** Starts a run and waits for its end. |desc| and |out_result| may be NULL; |out_result| is set up
 with its INIT. It fails with why the run failed. After |timeout_ns| the run is cancelled and the
 call is TIMED_OUT. Updates are as for vyre_sequence_update, but they are taken while runs are
 under way; after an error with which no run was started no step has changed.
 Errors: CANCELLED, COOPERATIVE_RESIDENCY, DISPATCH_FAILED, KERNEL_COMPILE_FAILED, NOT_FOUND,
 NOT_READY, TIMED_OUT, UNSUPPORTED_FEATURE.
 Submits. Blocks.*/
    pub fn vyre_sequence_run(
        sequence: *mut vyre_sequence,
        desc: *const vyre_run_desc,
        out_result: *mut vyre_sequence_result,
    ) -> *mut vyre_error;
    /** Starts a run and returns. |desc| as for vyre_sequence_run. |out_work| gets an owner; it serves
 for waiting, completion callbacks and vyre_work_get_bytes with the number of a read, until as
 many other runs have begun as |runs_in_flight|. It may be NULL: then nothing is allocated, and
 vyre_sequence_wait waits; a failure is logged, and the next vyre_device_wait_idle returns it.
 Destroying the work neither waits nor stops the run.

 A submit policy with |max_submission_ns| may make a run several submissions, which are handed
 over together. Where nothing is recorded (the oracle, plug-ins) the steps run inside this call.
 Errors: COOPERATIVE_RESIDENCY, KERNEL_COMPILE_FAILED, NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE.
 Submits.*/
    pub fn vyre_sequence_run_async(
        sequence: *mut vyre_sequence,
        desc: *const vyre_run_desc,
        out_work: *mut *mut vyre_work,
    ) -> *mut vyre_error;
    /** Waits for the last run, |timeout_ns| nanoseconds at most: 0 looks, VYRE_FOREVER has no end.
 |out_state| gets how it stands then; VYRE_WORK_READY when there was none. A wait that ran out of
 time is no error, and neither is a run that failed: vyre_sequence_get_error says why.
 Errors: none beyond the usual.
 Blocks.*/
    pub fn vyre_sequence_wait(
        sequence: *mut vyre_sequence,
        timeout_ns: u64,
        out_state: *mut vyre_work_state,
    ) -> *mut vyre_error;
    /** Ends all runs under way, those without a work too: they are VYRE_WORK_FAILED with CANCELLED,
 and whoever waits learns it at once, also where vyre_sequence_run waits for points. What the
 device has not got yet never runs. What it has got runs on, and what it read is dropped. Buffers
 may be written in part. Runs that have ended stay as they are. Never blocks.
 Errors: none beyond the usual.*/
    pub fn vyre_sequence_cancel(sequence: *mut vyre_sequence) -> *mut vyre_error;
    /** Gives why the last run failed: |out_error| gets an owner of it, or NULL when it has not failed.
 The error that is returned is about this call alone.
 Errors: none beyond the usual.*/
    pub fn vyre_sequence_get_error(
        sequence: *const vyre_sequence,
        out_error: *mut *mut vyre_error,
    ) -> *mut vyre_error;
    /** Copies what is known about the sequence and its last run. |out_result| is set up with its INIT.
 Times are VYRE_UNKNOWN before the first run and while the last one is under way.
 Errors: none beyond the usual.*/
    pub fn vyre_sequence_get_result(
        sequence: *const vyre_sequence,
        out_result: *mut vyre_sequence_result,
    ) -> *mut vyre_error;
    /// Ends a sequence. Never blocks and stops nothing: a run under way goes on. |sequence| may be NULL.
    pub fn vyre_sequence_destroy(sequence: *mut vyre_sequence);
    /** Tells a host that makes its instance and device for |api_version| what it has to enable, and what
 it may. Needs no context and no Vulkan. UNSUPPORTED_FEATURE: a version below 1.2.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_vulkan_get_requirements(
        api_version: u32,
        out_requirements: *mut vyre_vulkan_requirements,
    ) -> *mut vyre_error;
    /** Tells which features are on in |chain|: a VkPhysicalDeviceFeatures2, as
 vkGetPhysicalDeviceFeatures2 has filled it or as the device is made with it, or the
 VkDeviceCreateInfo of the device. What hangs on its pNext is read, too. Unknown structures are
 passed over. |chain| is not NULL. A chain without an end is INVALID_ARGUMENT.
 Errors: none beyond the usual.*/
    pub fn vyre_vulkan_read_features(
        chain: *const ::core::ffi::c_void,
        out_features: *mut vyre_vulkan_features,
    ) -> *mut vyre_error;
    /** Switches |features| on in every structure of |chain| that has them. |chain| is as for
 vyre_vulkan_read_features. The rest of it stays as it is. |out_missing| gets those for which the
 chain has no structure. It adds no structure itself.
 Errors: none beyond the usual.*/
    pub fn vyre_vulkan_enable_features(
        chain: *mut ::core::ffi::c_void,
        features: vyre_vulkan_features,
        out_missing: *mut vyre_vulkan_features,
    ) -> *mut vyre_error;
    /** Makes a device on the host's VkDevice. Its id is "vulkan:<uuid>:host". |desc| is not NULL. A NULL
 |context| is the shared one. |destroy| is called once, when the last object of the device is
 gone and its work is over: perhaps after vyre_device_destroy. When this call fails it is not
 called.

 INVALID_ARGUMENT names the handle that is missing or does not fit, and a lock without unlock.
 UNSUPPORTED_FEATURE names the version, the feature or the queue family that is not enough. What
 the host says is enabled is believed.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_device_import_vulkan(
        context: *mut vyre_context,
        desc: *const vyre_vulkan_device_desc,
        out_device: *mut *mut vyre_device,
    ) -> *mut vyre_error;
    /** Gives the Vulkan objects that |device| works on, the host's or its own. A device that is not of
 Vulkan is INVALID_ARGUMENT.
 Errors: none beyond the usual.*/
    pub fn vyre_device_get_vulkan(
        device: *const vyre_device,
        out_device: *mut vyre_vulkan_device,
    ) -> *mut vyre_error;
    /** Makes a buffer of the host's bytes, in a VkBuffer of the device's VkDevice. |desc| is not NULL.
 The bytes stay as they are. Two imports of overlapping ranges are for the host to keep apart. The
 VkBuffer has to stay until |destroy| is called: when neither the vyre_buffer nor work uses it.
 When this call fails, |destroy| is not called. A usage that lacks bits of
 vyre_vulkan_requirements.buffer_usage is INVALID_ARGUMENT, and so is a device that is not of
 Vulkan.

 A vyre_buffer_write to such a buffer may go on behind its call. Before the host looks at the
 bytes itself, it waits until the timeline has vyre_vulkan_device.submitted, or reads them with
 vyre_buffer_read.
 Errors: none beyond the usual.*/
    pub fn vyre_buffer_import_vulkan(
        device: *mut vyre_device,
        desc: *const vyre_vulkan_buffer_desc,
        out_buffer: *mut *mut vyre_buffer,
    ) -> *mut vyre_error;
    /** Tells where the bytes of |buffer| are. On a host's device the usage of the library's own buffers
 includes vertex, index and indirect buffers, so that the host can draw from them. A buffer made
 with VYRE_BUFFER_DEDICATED has a VkBuffer of its own and the offset 0. The answer is right until
 the buffer is freed or destroyed, or a file is loaded into it. A buffer of a device that is not
 of Vulkan is INVALID_ARGUMENT.
 Errors: none beyond the usual.*/
    pub fn vyre_buffer_get_vulkan(
        buffer: *const vyre_buffer,
        out_buffer: *mut vyre_vulkan_buffer,
    ) -> *mut vyre_error;
    /** Makes a semaphore of the host's, for wait_points, signal_points and vyre_device_order_after of
 this device. |desc| is not NULL. Only timelines go; Vulkan cannot tell, so a binary semaphore is
 not noticed. The VkSemaphore has to stay until |destroy| is called: when neither the
 vyre_semaphore nor work uses it. When this call fails, |destroy| is not called. A device that is
 not of Vulkan is INVALID_ARGUMENT.
 Errors: none beyond the usual.*/
    pub fn vyre_semaphore_import_vulkan(
        device: *mut vyre_device,
        desc: *const vyre_vulkan_semaphore_desc,
        out_semaphore: *mut *mut vyre_semaphore,
    ) -> *mut vyre_error;
    /** Gives the VkSemaphore of |semaphore|, which may be that of vyre_work_get_point. It lives as long
 as |semaphore|. A semaphore that is not of Vulkan is INVALID_ARGUMENT.
 Errors: none beyond the usual.*/
    pub fn vyre_semaphore_get_vulkan(
        semaphore: *const vyre_semaphore,
        out_vk_semaphore: *mut u64,
    ) -> *mut vyre_error;
    /** Begins to record into |command_buffer|: a VkCommandBuffer of the queue's family, in the recording
 state, outside of a render pass. The host uses it on no other thread meanwhile. |device| was
 imported; another is INVALID_ARGUMENT. |desc| may be NULL.

 What is added runs in order, and each piece sees what those before it wrote. The compute
 pipeline, descriptor set 0 and the push constants of the command buffer are changed; other state
 is not. The host may submit the command buffer several times, one after the other. All that the
 work uses (buffers, descriptors, hidden memory) stays until the recording is retired.
 UNSUPPORTED_FEATURE: stages or accesses of |desc| that the older flags do not have.
 Errors: UNSUPPORTED_FEATURE.*/
    pub fn vyre_recording_create(
        device: *mut vyre_device,
        command_buffer: *mut ::core::ffi::c_void,
        desc: *const vyre_recording_desc,
        out_recording: *mut *mut vyre_recording,
    ) -> *mut vyre_error;
    /** Records a dispatch. |bindings| and |desc| are as for vyre_dispatch. |bindings| may be NULL when
 |binding_count| is 0, |desc| may be NULL. After an error nothing of this dispatch is recorded.

 What is of this device and zeros can be bound; host memory is INVALID_ARGUMENT. So are
 wait_points, signal_points, a timeout_ns, VYRE_DISPATCH_TIMED and VYRE_DISPATCH_UNTIL_STABLE: the
 host decides when the work runs. UNSUPPORTED_FEATURE: programs that use files, and what the
 device cannot do. NOT_FOUND names a binding that fits no parameter. NOT_READY: the pipeline is
 still being compiled; one that failed gives its own error. COOPERATIVE_RESIDENCY:
 VYRE_SPLIT_NEVER, and the device cannot hold the whole grid. A program that is cut for each
 launch is compiled here the first time.
 Errors: COOPERATIVE_RESIDENCY, KERNEL_COMPILE_FAILED, NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE.*/
    pub fn vyre_recording_add_dispatch(
        recording: *mut vyre_recording,
        pipeline: *mut vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
    ) -> *mut vyre_error;
    /** Records a copy of |size| bytes from |from| to |to|. Both are buffers of this device. Ranges of
 one buffer may not overlap.
 Errors: none beyond the usual.*/
    pub fn vyre_recording_add_copy(
        recording: *mut vyre_recording,
        from: *mut vyre_buffer,
        from_offset: u64,
        to: *mut vyre_buffer,
        to_offset: u64,
        size: u64,
    ) -> *mut vyre_error;
    /** Records that |size| bytes from |offset| of |buffer| are filled with |word|. Both are multiples of
 4.
 Errors: none beyond the usual.*/
    pub fn vyre_recording_add_fill(
        recording: *mut vyre_recording,
        buffer: *mut vyre_buffer,
        offset: u64,
        size: u64,
        word: u32,
    ) -> *mut vyre_error;
    /** Records that |size| bytes go to |offset| of |buffer|. They are copied from |data| in this call.
 |data| may be NULL when |size| is 0.
 Errors: none beyond the usual.*/
    pub fn vyre_recording_add_write(
        recording: *mut vyre_recording,
        buffer: *mut vyre_buffer,
        offset: u64,
        data: *const ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error;
    /** Records that |size| bytes from |offset| of |buffer| are kept for vyre_recording_get_bytes, which
 finds them by the number in |out_read|. The numbers count from 0.
 Errors: none beyond the usual.*/
    pub fn vyre_recording_add_read(
        recording: *mut vyre_recording,
        buffer: *mut vyre_buffer,
        offset: u64,
        size: u64,
        out_read: *mut u32,
    ) -> *mut vyre_error;
    /** Ends the recording, not the command buffer. The last barrier is recorded; nothing can be added
 any more. |out_access| gets the stages and accesses of what was recorded, for barriers of the
 host's own. It may be NULL.
 Errors: none beyond the usual.*/
    pub fn vyre_recording_end(
        recording: *mut vyre_recording,
        out_access: *mut vyre_vulkan_access,
    ) -> *mut vyre_error;
    /** Call it when the device is done with the command buffer, or will never get it. The library
 believes it. Everything that the work used is given back, but for the bytes that were read. A
 second call is INVALID_ARGUMENT.

 DISPATCH_FAILED: a program has trapped, the first of several. The recording is retired all the
 same.
 Errors: DISPATCH_FAILED.*/
    pub fn vyre_recording_retire(recording: *mut vyre_recording) -> *mut vyre_error;
    /** Copies |size| bytes from |offset| of what read number |read| kept to |data|, as the last run of
 the command buffer left them. |data| may be NULL when |size| is 0. The recording was retired;
 before, the call is INVALID_ARGUMENT. NOT_FOUND: there is no such read.
 Errors: NOT_FOUND.*/
    pub fn vyre_recording_get_bytes(
        recording: *const vyre_recording,
        read: u32,
        offset: u64,
        data: *mut ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error;
    /** Ends the recording. Retire it first: what a recording uses that was not retired stays as long as
 the device, for the command buffer may still run. |recording| may be NULL.*/
    pub fn vyre_recording_destroy(recording: *mut vyre_recording);
}
