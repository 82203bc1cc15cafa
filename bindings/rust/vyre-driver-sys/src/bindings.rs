// Made by bindgen from the headers; see tests/bindings_current.rs.


pub const VYRE_VERSION_MAJOR: u32 = 0;
pub const VYRE_VERSION_MINOR: u32 = 1;
pub const VYRE_VERSION_PATCH: u32 = 0;
pub const VYRE_ABI_VERSION: u32 = 1;
pub const VYRE_OK: i32 = 0;
pub const VYRE_ERROR_DEVICE_OUT_OF_MEMORY: i32 = 1001;
pub const VYRE_ERROR_UNSUPPORTED_FEATURE: i32 = 1002;
pub const VYRE_ERROR_KERNEL_COMPILE_FAILED: i32 = 1004;
pub const VYRE_ERROR_DISPATCH_FAILED: i32 = 1005;
pub const VYRE_ERROR_INVALID_PROGRAM: i32 = 1006;
pub const VYRE_ERROR_COOPERATIVE_RESIDENCY: i32 = 1007;
pub const VYRE_ERROR_UNKNOWN: i32 = 1999;
pub const VYRE_ERROR_INVALID_ARGUMENT: i32 = 2001;
pub const VYRE_ERROR_NOT_FOUND: i32 = 2002;
pub const VYRE_ERROR_ALREADY_REGISTERED: i32 = 2003;
pub const VYRE_ERROR_OUT_OF_HOST_MEMORY: i32 = 2004;
pub const VYRE_ERROR_DEVICE_LOST: i32 = 2005;
pub const VYRE_ERROR_TIMED_OUT: i32 = 2006;
pub const VYRE_ERROR_INPUT_OUTPUT: i32 = 2007;
pub const VYRE_ERROR_MALFORMED_WIRE: i32 = 2008;
pub const VYRE_ERROR_MALFORMED_JSON: i32 = 2009;
pub const VYRE_ERROR_INTERNAL: i32 = 2010;
pub const VYRE_ERROR_INSUFFICIENT_CAPACITY: i32 = 2011;
pub const VYRE_LOG_ERROR: i32 = 1;
pub const VYRE_LOG_WARNING: i32 = 2;
pub const VYRE_LOG_INFO: i32 = 3;
pub const VYRE_LOG_DEBUG: i32 = 4;
pub const VYRE_CONTEXT_OWN_THREADS: u64 = 1;
pub const VYRE_CONTEXT_READ_ENVIRONMENT: u64 = 2;
pub const VYRE_CONTEXT_VULKAN_VALIDATION: u64 = 4;
pub const VYRE_CONTEXT_CACHE_READ_ONLY: u64 = 8;
pub const VYRE_CONTEXT_STATISTICS: u64 = 16;
pub const VYRE_CONTEXT_TRACE: u64 = 32;
pub const VYRE_CONTEXT_DEBUG_LABELS: u64 = 64;
pub const VYRE_CONTEXT_NO_OPTIMISATIONS: u64 = 128;
pub const VYRE_CONTEXT_ALL_OPTIMISATIONS: u64 = 256;
pub const VYRE_VALIDATE_SUBGROUP: u64 = 1;
pub const VYRE_VALIDATE_COLLECTIVES: u64 = 2;
pub const VYRE_VALIDATE_ALLOW_SHADOWING: u64 = 4;
pub const VYRE_VALIDATE_UNCHECKED_CALLS: u64 = 8;
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
pub const VYRE_ROLE_SHARED: u32 = 1;
pub const VYRE_ROLE_PERSISTENT: u32 = 2;
pub const VYRE_ROLE_OUTPUT: u32 = 3;
pub const VYRE_ROLE_INPUT: u32 = 4;
pub const VYRE_ROLE_INPUT_OUTPUT: u32 = 5;
pub const VYRE_ROLE_UNIFORM: u32 = 6;
pub const VYRE_ACCESS_READ_ONLY: u32 = 0;
pub const VYRE_ACCESS_READ_WRITE: u32 = 1;
pub const VYRE_ACCESS_UNIFORM: u32 = 2;
pub const VYRE_ACCESS_WORKGROUP: u32 = 3;
pub const VYRE_ACCESS_WRITE_ONLY: u32 = 4;
pub const VYRE_BUFFER_IS_OUTPUT: u64 = 1;
pub const VYRE_BUFFER_LIVE_OUT: u64 = 2;
pub const VYRE_BUFFER_READ_BACK: u64 = 4;
pub const VYRE_BUFFER_OUTPUT_RANGE: u64 = 8;
pub const VYRE_MEMORY_GLOBAL: u32 = 0;
pub const VYRE_MEMORY_SHARED: u32 = 1;
pub const VYRE_MEMORY_UNIFORM: u32 = 2;
pub const VYRE_MEMORY_LOCAL: u32 = 3;
pub const VYRE_MEMORY_READONLY: u32 = 4;
pub const VYRE_MEMORY_PUSH: u32 = 5;
pub const VYRE_MEMORY_PERSISTENT: u32 = 6;
pub const VYRE_ID_INVOCATION: u32 = 1;
pub const VYRE_ID_WORKGROUP: u32 = 2;
pub const VYRE_ID_LOCAL: u32 = 3;
pub const VYRE_ID_SUBGROUP: u32 = 4;
pub const VYRE_ID_SUBGROUP_SIZE: u32 = 5;
pub const VYRE_BINARY_ADD: u32 = 1;
pub const VYRE_BINARY_SUB: u32 = 2;
pub const VYRE_BINARY_MUL: u32 = 3;
pub const VYRE_BINARY_DIV: u32 = 4;
pub const VYRE_BINARY_MOD: u32 = 5;
pub const VYRE_BINARY_BIT_AND: u32 = 6;
pub const VYRE_BINARY_BIT_OR: u32 = 7;
pub const VYRE_BINARY_BIT_XOR: u32 = 8;
pub const VYRE_BINARY_SHL: u32 = 9;
pub const VYRE_BINARY_SHR: u32 = 10;
pub const VYRE_BINARY_EQ: u32 = 11;
pub const VYRE_BINARY_NE: u32 = 12;
pub const VYRE_BINARY_LT: u32 = 13;
pub const VYRE_BINARY_GT: u32 = 14;
pub const VYRE_BINARY_LE: u32 = 15;
pub const VYRE_BINARY_GE: u32 = 16;
pub const VYRE_BINARY_AND: u32 = 17;
pub const VYRE_BINARY_OR: u32 = 18;
pub const VYRE_BINARY_ABS_DIFF: u32 = 19;
pub const VYRE_BINARY_MIN: u32 = 20;
pub const VYRE_BINARY_MAX: u32 = 21;
pub const VYRE_BINARY_SATURATING_ADD: u32 = 22;
pub const VYRE_BINARY_SATURATING_SUB: u32 = 23;
pub const VYRE_BINARY_SATURATING_MUL: u32 = 24;
pub const VYRE_BINARY_SHUFFLE: u32 = 25;
pub const VYRE_BINARY_BALLOT: u32 = 26;
pub const VYRE_BINARY_WAVE_REDUCE: u32 = 27;
pub const VYRE_BINARY_WAVE_BROADCAST: u32 = 28;
pub const VYRE_BINARY_ROTATE_LEFT: u32 = 29;
pub const VYRE_BINARY_ROTATE_RIGHT: u32 = 30;
pub const VYRE_BINARY_WRAPPING_ADD: u32 = 31;
pub const VYRE_BINARY_WRAPPING_SUB: u32 = 32;
pub const VYRE_BINARY_MUL_HIGH: u32 = 33;
pub const VYRE_UNARY_NEGATE: u32 = 1;
pub const VYRE_UNARY_BIT_NOT: u32 = 2;
pub const VYRE_UNARY_LOGICAL_NOT: u32 = 3;
pub const VYRE_UNARY_POPCOUNT: u32 = 4;
pub const VYRE_UNARY_CLZ: u32 = 5;
pub const VYRE_UNARY_CTZ: u32 = 6;
pub const VYRE_UNARY_REVERSE_BITS: u32 = 7;
pub const VYRE_UNARY_COS: u32 = 8;
pub const VYRE_UNARY_SIN: u32 = 9;
pub const VYRE_UNARY_ABS: u32 = 10;
pub const VYRE_UNARY_SQRT: u32 = 11;
pub const VYRE_UNARY_FLOOR: u32 = 12;
pub const VYRE_UNARY_CEIL: u32 = 13;
pub const VYRE_UNARY_ROUND: u32 = 14;
pub const VYRE_UNARY_TRUNC: u32 = 15;
pub const VYRE_UNARY_SIGN: u32 = 16;
pub const VYRE_UNARY_IS_NAN: u32 = 17;
pub const VYRE_UNARY_IS_INF: u32 = 18;
pub const VYRE_UNARY_IS_FINITE: u32 = 19;
pub const VYRE_UNARY_EXP: u32 = 20;
pub const VYRE_UNARY_LOG: u32 = 21;
pub const VYRE_UNARY_LOG2: u32 = 22;
pub const VYRE_UNARY_EXP2: u32 = 23;
pub const VYRE_UNARY_TAN: u32 = 24;
pub const VYRE_UNARY_ACOS: u32 = 25;
pub const VYRE_UNARY_ASIN: u32 = 26;
pub const VYRE_UNARY_ATAN: u32 = 27;
pub const VYRE_UNARY_TANH: u32 = 28;
pub const VYRE_UNARY_SINH: u32 = 29;
pub const VYRE_UNARY_COSH: u32 = 30;
pub const VYRE_UNARY_INVERSE_SQRT: u32 = 31;
pub const VYRE_UNARY_UNPACK4_LOW: u32 = 32;
pub const VYRE_UNARY_UNPACK4_HIGH: u32 = 33;
pub const VYRE_UNARY_UNPACK8_LOW: u32 = 34;
pub const VYRE_UNARY_UNPACK8_HIGH: u32 = 35;
pub const VYRE_UNARY_RECIPROCAL: u32 = 36;
pub const VYRE_ORDERING_RELAXED: u32 = 0;
pub const VYRE_ORDERING_ACQUIRE: u32 = 1;
pub const VYRE_ORDERING_RELEASE: u32 = 2;
pub const VYRE_ORDERING_ACQ_REL: u32 = 3;
pub const VYRE_ORDERING_SEQ_CST: u32 = 4;
pub const VYRE_ORDERING_GRID_SYNC: u32 = 5;
pub const VYRE_ATOMIC_ADD: u32 = 1;
pub const VYRE_ATOMIC_OR: u32 = 2;
pub const VYRE_ATOMIC_AND: u32 = 3;
pub const VYRE_ATOMIC_XOR: u32 = 4;
pub const VYRE_ATOMIC_MIN: u32 = 5;
pub const VYRE_ATOMIC_MAX: u32 = 6;
pub const VYRE_ATOMIC_EXCHANGE: u32 = 7;
pub const VYRE_ATOMIC_COMPARE_EXCHANGE: u32 = 8;
pub const VYRE_ATOMIC_COMPARE_EXCHANGE_WEAK: u32 = 9;
pub const VYRE_ATOMIC_FETCH_NAND: u32 = 10;
pub const VYRE_ATOMIC_LRU_UPDATE: u32 = 11;
pub const VYRE_SUBGROUP_ADD: u32 = 1;
pub const VYRE_SUBGROUP_SHUFFLE: u32 = 2;
pub const VYRE_SUBGROUP_BALLOT: u32 = 3;
pub const VYRE_COLLECTIVE_ALL_REDUCE: u32 = 1;
pub const VYRE_COLLECTIVE_ALL_GATHER: u32 = 2;
pub const VYRE_COLLECTIVE_REDUCE_SCATTER: u32 = 3;
pub const VYRE_COLLECTIVE_BROADCAST: u32 = 4;
pub const VYRE_REDUCE_SUM: u32 = 1;
pub const VYRE_REDUCE_MIN: u32 = 2;
pub const VYRE_REDUCE_MAX: u32 = 3;
pub const VYRE_REDUCE_BIT_AND: u32 = 4;
pub const VYRE_REDUCE_BIT_OR: u32 = 5;
pub const VYRE_REDUCE_BIT_XOR: u32 = 6;
pub const VYRE_TARGET_PTX: i32 = 1;
pub const VYRE_TARGET_SPIRV: i32 = 2;
pub const VYRE_TARGET_PRIMARY_TEXT: i32 = 3;
pub const VYRE_TARGET_PRIMARY_BINARY: i32 = 4;
pub const VYRE_TARGET_SECONDARY_TEXT: i32 = 5;
pub const VYRE_TARGET_NATIVE_MODULE: i32 = 6;
pub const VYRE_TARGET_REFERENCE: i32 = 7;
pub const VYRE_TARGET_EXTENSION: i32 = 8;
pub const VYRE_CATEGORY_COMPOSITE: i32 = 1;
pub const VYRE_CATEGORY_EXTENSION: i32 = 2;
pub const VYRE_CATEGORY_INTRINSIC: i32 = 3;
pub const VYRE_OP_BYTES_EXTRACTION: u64 = 1;
pub const VYRE_OP_REFERENCE: u64 = 2;
pub const VYRE_OP_COMPOSITION: u64 = 4;
pub const VYRE_OP_EXTERN: u64 = 8;
pub const VYRE_LOWERING_NONE: i32 = 0;
pub const VYRE_LOWERING_SENTINEL: i32 = 1;
pub const VYRE_LOWERING_REFERENCE: i32 = 2;
pub const VYRE_LOWERING_COMPOSITION: i32 = 3;
pub const VYRE_LOWERING_BUILDER: i32 = 4;
pub const VYRE_LOWERING_DATA: i32 = 5;
pub const VYRE_DEVICE_OTHER: u32 = 0;
pub const VYRE_DEVICE_INTEGRATED: u32 = 1;
pub const VYRE_DEVICE_DISCRETE: u32 = 2;
pub const VYRE_DEVICE_VIRTUAL: u32 = 3;
pub const VYRE_DEVICE_CPU: u32 = 4;
pub const VYRE_DEVICE_ORACLE: u32 = 5;
pub const VYRE_TIMING_HOST_ONLY: u32 = 0;
pub const VYRE_TIMING_HOST_ENQUEUE_WAIT: u32 = 1;
pub const VYRE_TIMING_DEVICE_TIMESTAMPS: u32 = 2;
pub const VYRE_TIMING_HARDWARE_COUNTERS: u32 = 3;
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
pub const VYRE_QUIRK_LOOP_LIMIT: u64 = 1;
pub const VYRE_QUIRK_SLOW_COMPILER: u64 = 2;
pub const VYRE_QUIRK_CONSTANT_ZEROS: u64 = 4;
pub const VYRE_QUIRK_COARSE_BARRIERS: u64 = 8;
pub const VYRE_FACT_UNKNOWN: u32 = 0;
pub const VYRE_FACT_REPORTED: u32 = 1;
pub const VYRE_FACT_MEASURED: u32 = 2;
pub const VYRE_SELECT_NO_SOFTWARE: u64 = 1;
pub const VYRE_BACKEND_USABLE: u64 = 1;
pub const VYRE_BACKEND_ORACLE: u64 = 2;
pub const VYRE_BACKEND_CANDIDATE: u64 = 4;
pub const VYRE_BACKEND_CHOSEN: u64 = 8;
pub const VYRE_BACKEND_DISPATCHES: u64 = 16;
pub const VYRE_DECIDED_BY_NOTHING: u32 = 0;
pub const VYRE_DECIDED_BY_BEST: u32 = 1;
pub const VYRE_DECIDED_BY_SOFTWARE: u32 = 2;
pub const VYRE_DECIDED_BY_SCORE: u32 = 3;
pub const VYRE_DECIDED_BY_TIMING: u32 = 4;
pub const VYRE_DECIDED_BY_BANDWIDTH: u32 = 5;
pub const VYRE_DECIDED_BY_RANK: u32 = 6;
pub const VYRE_DECIDED_BY_ACQUISITION: u32 = 7;
pub const VYRE_DECIDED_BY_ID: u32 = 8;
pub const VYRE_DECIDED_BY_UNUSABLE: u32 = 9;
pub const VYRE_DECIDED_BY_NAME: u32 = 10;
pub const VYRE_DECIDED_BY_EXCLUSION: u32 = 11;
pub const VYRE_DECIDED_BY_REFUSAL: u32 = 12;
pub const VYRE_DECIDED_BY_ORACLE: u32 = 13;
pub const VYRE_DECIDED_BY_DISPATCH: u32 = 14;
pub const VYRE_RANK_NONE: u32 = 4294967295;
pub const VYRE_SPEC_U32: u32 = 0;
pub const VYRE_SPEC_I32: u32 = 1;
pub const VYRE_SPEC_F32: u32 = 2;
pub const VYRE_SPEC_BOOLEAN: u32 = 3;
pub const VYRE_SPEC_ELEMENT: u32 = 4;
pub const VYRE_PIPELINE_SET_WORKGROUP: u64 = 1;
pub const VYRE_BUILT_WITH_SPIRV_TOOLS: u64 = 1;
pub const VYRE_SPIRV_CHECKED: u64 = 1;
pub const VYRE_COUNTER_DISPATCHES: u64 = 1;
pub const VYRE_COUNTER_SPLIT_DISPATCHES: u64 = 2;
pub const VYRE_COUNTER_SEGMENTS: u64 = 4;
pub const VYRE_COUNTER_GRID_BARRIERS: u64 = 8;
pub const VYRE_COUNTER_SPILLED_BYTES: u64 = 16;
pub const VYRE_COUNTER_SUBMISSIONS: u64 = 32;
pub const VYRE_COUNTER_WAITS: u64 = 64;
pub const VYRE_COUNTER_KERNELS_COMPILED: u64 = 128;
pub const VYRE_COUNTER_KERNELS_ALIVE: u64 = 256;
pub const VYRE_COUNTER_BUFFERS_ALIVE: u64 = 512;
pub const VYRE_COUNTER_DEVICE_BYTES: u64 = 1024;
pub const VYRE_COUNTER_MOST_DEVICE_BYTES: u64 = 2048;
pub const VYRE_COUNTER_UPLOADED_BYTES: u64 = 4096;
pub const VYRE_COUNTER_DOWNLOADED_BYTES: u64 = 8192;
pub const VYRE_COUNTER_TRAPS: u64 = 16384;
pub const VYRE_COUNTER_DEVICE_LOSSES: u64 = 32768;
pub const VYRE_COUNTER_RECOVERIES: u64 = 65536;
pub const VYRE_STATISTIC_RECORD_NS: u64 = 1;
pub const VYRE_STATISTIC_SUBMIT_NS: u64 = 2;
pub const VYRE_STATISTIC_SPIN_NS: u64 = 4;
pub const VYRE_STATISTIC_BLOCK_NS: u64 = 8;
pub const VYRE_STATISTIC_DEVICE_NS: u64 = 16;
pub const VYRE_STATISTIC_DEVICE_TIMED: u64 = 32;
pub const VYRE_STATISTIC_UPLOADS: u64 = 64;
pub const VYRE_STATISTIC_UPLOADED_BYTES: u64 = 128;
pub const VYRE_STATISTIC_DOWNLOADS: u64 = 256;
pub const VYRE_STATISTIC_DOWNLOADED_BYTES: u64 = 512;
pub const VYRE_STATISTIC_DEVICE_COPIES: u64 = 1024;
pub const VYRE_STATISTIC_DEVICE_COPIED_BYTES: u64 = 2048;
pub const VYRE_STATISTIC_RECORDINGS: u64 = 4096;
pub const VYRE_STATISTIC_REPETITIONS: u64 = 8192;
pub const VYRE_STATISTIC_BARRIERS: u64 = 16384;
pub const VYRE_CACHE_MISS_ABSENT: u32 = 0;
pub const VYRE_CACHE_MISS_UNREADABLE: u32 = 1;
pub const VYRE_CACHE_MISS_NOT_A_FILE: u32 = 2;
pub const VYRE_CACHE_MISS_FOREIGN_OWNER: u32 = 3;
pub const VYRE_CACHE_MISS_TOO_LARGE: u32 = 4;
pub const VYRE_CACHE_MISS_NOT_AN_ENTRY: u32 = 5;
pub const VYRE_CACHE_MISS_OLDER_FORM: u32 = 6;
pub const VYRE_CACHE_MISS_NEWER_FORM: u32 = 7;
pub const VYRE_CACHE_MISS_DAMAGED_HEADER: u32 = 8;
pub const VYRE_CACHE_MISS_OTHER_KEY: u32 = 9;
pub const VYRE_CACHE_MISS_TRUNCATED: u32 = 10;
pub const VYRE_CACHE_MISS_DAMAGED_BYTES: u32 = 11;
pub const VYRE_ORIGIN_UNKNOWN: u32 = 0;
pub const VYRE_ORIGIN_COMPILED: u32 = 1;
pub const VYRE_ORIGIN_DISK: u32 = 2;
pub const VYRE_ORIGIN_MEMORY: u32 = 3;
pub const VYRE_CACHE_KEY_BYTES: u32 = 32;
pub const VYRE_CACHE_LIST_CHECK: u64 = 1;
pub const VYRE_BUFFER_OPTION_RESTORABLE: u64 = 1;
pub const VYRE_BIND_INPUT: u16 = 1;
pub const VYRE_BIND_OUTPUT: u16 = 2;
pub const VYRE_BIND_INOUT: u16 = 3;
pub const VYRE_BIND_ZEROS: u16 = 4;
pub const VYRE_BIND_BUFFER: u16 = 5;
pub const VYRE_DISPATCH_SET_GRID: u64 = 1;
pub const VYRE_DISPATCH_SET_ITERATIONS: u64 = 2;
pub const VYRE_DISPATCH_TIMED: u64 = 1;
pub const VYRE_DISPATCH_UNTIL_STABLE: u64 = 2;
pub const VYRE_COOPERATIVE_AUTOMATIC: u32 = 0;
pub const VYRE_COOPERATIVE_FORCE: u32 = 1;
pub const VYRE_COOPERATIVE_FORBID: u32 = 2;
pub const VYRE_RESULT_DEVICE_NS: u64 = 1;
pub const VYRE_PENDING: i32 = 0;
pub const VYRE_READY: i32 = 1;
pub const VYRE_FAILED: i32 = 2;
pub const VYRE_SEQUENCE_TIMED: u64 = 1;
pub const VYRE_SEQUENCE_RESULT_DEVICE_NS: u64 = 1;
pub const VYRE_COMMAND_BARRIER: u64 = 1;
pub const VYRE_SUBMISSION_TIMED: u64 = 1;
pub const VYRE_PLUGIN_DISPATCHES: u64 = 1;
pub const VYRE_PLUGIN_ORDERED: u64 = 2;
pub const VYRE_PLUGIN_NO_SPLIT: u64 = 4;
pub const VYRE_PLUGIN_ONE_AT_A_TIME: u64 = 8;
pub const VYRE_PLUGIN_REFERENCE_FUNCTIONS: u64 = 16;
pub const VYRE_PLUGIN_HOST_IO: u64 = 32;
pub const VYRE_PLUGIN_SET_RANK: u64 = 1;
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
pub const VYRE_VULKAN_RECORD_ONLY: u64 = 1;
pub const VYRE_VULKAN_DEBUG_UTILS: u64 = 2;
pub const VYRE_VULKAN_SET_FEATURES: u64 = 1;
pub const VYRE_VULKAN_HANDLES_IMPORTED: u64 = 1;
pub const VYRE_VULKAN_HANDLES_RECORD_ONLY: u64 = 2;
pub const VYRE_RECORDING_SET_BEFORE: u64 = 1;
pub const VYRE_RECORDING_SET_AFTER: u64 = 2;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_error {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_context {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_program {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_registry {
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
pub struct vyre_op {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spec_map {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_backend {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_backend_list {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_pipeline {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_cache_list {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_buffer {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_pending {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_sequence {
    _unused: [u8; 0],
}
/// |size| bytes of UTF-8 at |data|. {NULL, 0} is the empty string.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_string {
    pub data: *const ::core::ffi::c_char,
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
/// One thing that is wrong with a program or a registry. Its strings live as long as the error.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_finding {
    /// the rule: "V010"
    pub code: vyre_string,
    /// where: "body[2].if.then[0]" of a program, "op 'math.add'" of a registry
    pub path: vyre_string,
    /// a sentence
    pub text: vyre_string,
    pub reserved: [u64; 2usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_finding"][::core::mem::size_of::<vyre_finding>() - 64usize];
    ["Alignment of vyre_finding"][::core::mem::align_of::<vyre_finding>() - 8usize];
    [
        "Offset of field: vyre_finding::code",
    ][::core::mem::offset_of!(vyre_finding, code) - 0usize];
    [
        "Offset of field: vyre_finding::path",
    ][::core::mem::offset_of!(vyre_finding, path) - 16usize];
    [
        "Offset of field: vyre_finding::text",
    ][::core::mem::offset_of!(vyre_finding, text) - 32usize];
    [
        "Offset of field: vyre_finding::reserved",
    ][::core::mem::offset_of!(vyre_finding, reserved) - 48usize];
};
/** Gets each message of the library, on whichever thread it arises, several at once perhaps.
 |text| lives for the call. Must not call the library.*/
pub type vyre_log_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void, level: i32, text: vyre_string),
>;
/// Memory for |size| bytes (> 0) at a multiple of |alignment| (a power of two), or NULL. Any thread.
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
/** Work for a thread of the host: it calls job(data) exactly once, soon, on any thread, also
 within run_job itself. A job may block until work on the device has ended.*/
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
/// Frees the user data of a callback that will not be called again.
pub type vyre_destroy_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void),
>;
/** How a context behaves. Callbacks live until the context and all objects made from it are gone.

 Memory: |allocate| and |deallocate| come together or not at all. They serve programs,
 staging memory and other big blocks; small bookkeeping and errors use the C++ heap.

 Threads: background work (completion callbacks, trimming the cache folder) runs on threads that
 |run_job| lends; else on ours when VYRE_CONTEXT_OWN_THREADS allows them; else callbacks come
 inside vyre_context_poll, and the folder is trimmed inside the call that wrote too much.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_context_desc {
    pub struct_size: usize,
    /// VYRE_CONTEXT_...
    pub flags: u64,
    /// NULL: silent
    pub log: vyre_log_fn,
    pub log_user: *mut ::core::ffi::c_void,
    pub log_destroy: vyre_destroy_fn,
    pub allocate: vyre_allocate_fn,
    pub deallocate: vyre_deallocate_fn,
    pub allocation_user: *mut ::core::ffi::c_void,
    pub allocation_destroy: vyre_destroy_fn,
    pub run_job: vyre_run_job_fn,
    pub run_job_user: *mut ::core::ffi::c_void,
    pub run_job_destroy: vyre_destroy_fn,
    /** Folder for compiled kernels kept between runs, also by several processes at once. Empty: none,
 but VYRE_CACHE_DIR where the environment may be read. It is made for its owner alone. A folder
 that cannot be used costs time and a line in the log, nothing else. See docs/cache.md.*/
    pub cache_directory: vyre_string,
    /** The Vulkan loader to open, a path or file name. Empty: the system's. The drivers that it loads
 stay loaded to the end of the process: some cannot be loaded again and again.*/
    pub vulkan_library: vyre_string,
    /// the least urgent level that is sent: VYRE_LOG_...; 0 means WARNING
    pub log_level: i32,
    /// 0
    pub reserved: u32,
    /// 256 MiB
    pub cache_memory_bytes: u64,
    /// 256
    pub cache_memory_entries: u64,
    /// 512 MiB
    pub cache_disk_bytes: u64,
    /** Of a trace: how many events are kept, about 140 bytes each; older ones go first. 0: 65,536. At
 most 16,777,216.*/
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
        "Offset of field: vyre_context_desc::allocation_user",
    ][::core::mem::offset_of!(vyre_context_desc, allocation_user) - 56usize];
    [
        "Offset of field: vyre_context_desc::allocation_destroy",
    ][::core::mem::offset_of!(vyre_context_desc, allocation_destroy) - 64usize];
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
        "Offset of field: vyre_context_desc::cache_directory",
    ][::core::mem::offset_of!(vyre_context_desc, cache_directory) - 96usize];
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
/// Takes |size| bytes (> 0), the next of what is written. An error ends the writing.
pub type vyre_write_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        bytes: *const ::core::ffi::c_void,
        size: usize,
    ) -> *mut vyre_error,
>;
/// What surrounds a program that is validated. The default is the strictest.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_validate_desc {
    pub struct_size: usize,
    /// VYRE_VALIDATE_...
    pub flags: u64,
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
/// What a program as a whole is.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_program_info {
    pub struct_size: usize,
    /// the op the program stands for; empty when it names none
    pub entry: vyre_string,
    /// VYRE_NEEDS_...
    pub needs: u64,
    pub workgroup_memory_bytes: u64,
    pub expression_count: u64,
    pub statement_count: u64,
    pub buffer_count: u32,
    /// the declared workgroup size
    pub workgroup: [u32; 3usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_program_info"][::core::mem::size_of::<vyre_program_info>() - 72usize];
    [
        "Alignment of vyre_program_info",
    ][::core::mem::align_of::<vyre_program_info>() - 8usize];
    [
        "Offset of field: vyre_program_info::struct_size",
    ][::core::mem::offset_of!(vyre_program_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_program_info::entry",
    ][::core::mem::offset_of!(vyre_program_info, entry) - 8usize];
    [
        "Offset of field: vyre_program_info::needs",
    ][::core::mem::offset_of!(vyre_program_info, needs) - 24usize];
    [
        "Offset of field: vyre_program_info::workgroup_memory_bytes",
    ][::core::mem::offset_of!(vyre_program_info, workgroup_memory_bytes) - 32usize];
    [
        "Offset of field: vyre_program_info::expression_count",
    ][::core::mem::offset_of!(vyre_program_info, expression_count) - 40usize];
    [
        "Offset of field: vyre_program_info::statement_count",
    ][::core::mem::offset_of!(vyre_program_info, statement_count) - 48usize];
    [
        "Offset of field: vyre_program_info::buffer_count",
    ][::core::mem::offset_of!(vyre_program_info, buffer_count) - 56usize];
    [
        "Offset of field: vyre_program_info::workgroup",
    ][::core::mem::offset_of!(vyre_program_info, workgroup) - 60usize];
};
/// One declared buffer. Strings live as long as the program.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_buffer_info {
    pub struct_size: usize,
    pub name: vyre_string,
    /// spelling of the element type: "U32", "Vec<F32,4>"
    pub element: vyre_string,
    /// VYRE_BUFFER_...
    pub flags: u64,
    /// from one element to the next; 0: the type has no size
    pub element_bytes: u64,
    /// 0: taken from what is bound
    pub element_count: u64,
    /// packed size of all elements; 0: taken from what is bound
    pub static_bytes: u64,
    /// bytes; both 0 without VYRE_BUFFER_OUTPUT_RANGE
    pub output_start: u64,
    pub output_end: u64,
    pub slot: u32,
    /// tag of the element type in the wire form: 0x01 U32, 0x0B F32, ...
    pub element_type: u32,
    /// VYRE_ACCESS_...
    pub access: u32,
    /// VYRE_ROLE_...
    pub role: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_buffer_info"][::core::mem::size_of::<vyre_buffer_info>() - 104usize];
    [
        "Alignment of vyre_buffer_info",
    ][::core::mem::align_of::<vyre_buffer_info>() - 8usize];
    [
        "Offset of field: vyre_buffer_info::struct_size",
    ][::core::mem::offset_of!(vyre_buffer_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_buffer_info::name",
    ][::core::mem::offset_of!(vyre_buffer_info, name) - 8usize];
    [
        "Offset of field: vyre_buffer_info::element",
    ][::core::mem::offset_of!(vyre_buffer_info, element) - 24usize];
    [
        "Offset of field: vyre_buffer_info::flags",
    ][::core::mem::offset_of!(vyre_buffer_info, flags) - 40usize];
    [
        "Offset of field: vyre_buffer_info::element_bytes",
    ][::core::mem::offset_of!(vyre_buffer_info, element_bytes) - 48usize];
    [
        "Offset of field: vyre_buffer_info::element_count",
    ][::core::mem::offset_of!(vyre_buffer_info, element_count) - 56usize];
    [
        "Offset of field: vyre_buffer_info::static_bytes",
    ][::core::mem::offset_of!(vyre_buffer_info, static_bytes) - 64usize];
    [
        "Offset of field: vyre_buffer_info::output_start",
    ][::core::mem::offset_of!(vyre_buffer_info, output_start) - 72usize];
    [
        "Offset of field: vyre_buffer_info::output_end",
    ][::core::mem::offset_of!(vyre_buffer_info, output_end) - 80usize];
    [
        "Offset of field: vyre_buffer_info::slot",
    ][::core::mem::offset_of!(vyre_buffer_info, slot) - 88usize];
    [
        "Offset of field: vyre_buffer_info::element_type",
    ][::core::mem::offset_of!(vyre_buffer_info, element_type) - 92usize];
    [
        "Offset of field: vyre_buffer_info::access",
    ][::core::mem::offset_of!(vyre_buffer_info, access) - 96usize];
    [
        "Offset of field: vyre_buffer_info::role",
    ][::core::mem::offset_of!(vyre_buffer_info, role) - 100usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_builder {
    _unused: [u8; 0],
}
pub type vyre_expr = u32;
/// A buffer to declare.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_buffer_desc {
    pub struct_size: usize,
    /// VYRE_BUFFER_IS_OUTPUT, _LIVE_OUT and _OUTPUT_RANGE
    pub flags: u64,
    pub name: vyre_string,
    /// spelling of the element type, as in the JSON form; empty: "U32"
    pub element: vyre_string,
    /// bytes; both 0 without VYRE_BUFFER_OUTPUT_RANGE
    pub output_start: u64,
    pub output_end: u64,
    pub slot: u32,
    /// 0: taken from what is bound
    pub element_count: u32,
    /// VYRE_ACCESS_...
    pub access: u32,
    /// VYRE_MEMORY_...
    pub memory: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_buffer_desc"][::core::mem::size_of::<vyre_buffer_desc>() - 80usize];
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
        "Offset of field: vyre_buffer_desc::name",
    ][::core::mem::offset_of!(vyre_buffer_desc, name) - 16usize];
    [
        "Offset of field: vyre_buffer_desc::element",
    ][::core::mem::offset_of!(vyre_buffer_desc, element) - 32usize];
    [
        "Offset of field: vyre_buffer_desc::output_start",
    ][::core::mem::offset_of!(vyre_buffer_desc, output_start) - 48usize];
    [
        "Offset of field: vyre_buffer_desc::output_end",
    ][::core::mem::offset_of!(vyre_buffer_desc, output_end) - 56usize];
    [
        "Offset of field: vyre_buffer_desc::slot",
    ][::core::mem::offset_of!(vyre_buffer_desc, slot) - 64usize];
    [
        "Offset of field: vyre_buffer_desc::element_count",
    ][::core::mem::offset_of!(vyre_buffer_desc, element_count) - 68usize];
    [
        "Offset of field: vyre_buffer_desc::access",
    ][::core::mem::offset_of!(vyre_buffer_desc, access) - 72usize];
    [
        "Offset of field: vyre_buffer_desc::memory",
    ][::core::mem::offset_of!(vyre_buffer_desc, memory) - 76usize];
};
/** The number of an op id: the same in every registry of the process and never reused, but not the
 same from run to run. 0 is none.*/
pub type vyre_op_id = u32;
/// A target. Passed by value.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_target {
    /// only of VYRE_TARGET_EXTENSION
    pub extension: vyre_string,
    /// VYRE_TARGET_...
    pub kind: i32,
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
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_writer {
    _unused: [u8; 0],
}
/** The reference function of an op: reads the |size| bytes of all arguments, one after the other,
 and writes the bytes of the result. Called on any thread, on several at once. Returns NULL, or an
 error that the library takes: one of vyre_error_create or of a call that it made.*/
pub type vyre_reference_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        arguments: *const ::core::ffi::c_void,
        size: usize,
        writer: *mut vyre_writer,
    ) -> *mut vyre_error,
>;
/** Makes the lowering of op |id| for |target|, when it is first asked for; what it wrote is kept.
 Called on any thread; by two that are first at the same time, whose one result is kept; and again
 when it failed. Returns as vyre_reference_fn does. Must not ask for the lowering that it makes.*/
pub type vyre_lowering_fn = ::core::option::Option<
    unsafe extern "C" fn(
        user: *mut ::core::ffi::c_void,
        id: vyre_string,
        target: vyre_target,
        writer: *mut vyre_writer,
    ) -> *mut vyre_error,
>;
/// An argument or result of an op.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_parameter {
    pub name: vyre_string,
    /// its spelling: "u32", "vec2<u32>", "GpuBufferHandle"
    pub type_: vyre_string,
    /// 0
    pub reserved: [u64; 2usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_parameter"][::core::mem::size_of::<vyre_parameter>() - 48usize];
    ["Alignment of vyre_parameter"][::core::mem::align_of::<vyre_parameter>() - 8usize];
    [
        "Offset of field: vyre_parameter::name",
    ][::core::mem::offset_of!(vyre_parameter, name) - 0usize];
    [
        "Offset of field: vyre_parameter::type_",
    ][::core::mem::offset_of!(vyre_parameter, type_) - 16usize];
    [
        "Offset of field: vyre_parameter::reserved",
    ][::core::mem::offset_of!(vyre_parameter, reserved) - 32usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_attribute {
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
/// What an op is for a target other than VYRE_TARGET_REFERENCE: bytes or a function, not both.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_lowering {
    pub target: vyre_target,
    /// SPIR-V words, text, a binary; copied
    pub data: *const ::core::ffi::c_void,
    pub size: usize,
    pub build: vyre_lowering_fn,
    pub user: *mut ::core::ffi::c_void,
    pub destroy: vyre_destroy_fn,
    /// 0
    pub reserved: [u64; 2usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_lowering"][::core::mem::size_of::<vyre_lowering>() - 80usize];
    ["Alignment of vyre_lowering"][::core::mem::align_of::<vyre_lowering>() - 8usize];
    [
        "Offset of field: vyre_lowering::target",
    ][::core::mem::offset_of!(vyre_lowering, target) - 0usize];
    [
        "Offset of field: vyre_lowering::data",
    ][::core::mem::offset_of!(vyre_lowering, data) - 24usize];
    [
        "Offset of field: vyre_lowering::size",
    ][::core::mem::offset_of!(vyre_lowering, size) - 32usize];
    [
        "Offset of field: vyre_lowering::build",
    ][::core::mem::offset_of!(vyre_lowering, build) - 40usize];
    [
        "Offset of field: vyre_lowering::user",
    ][::core::mem::offset_of!(vyre_lowering, user) - 48usize];
    [
        "Offset of field: vyre_lowering::destroy",
    ][::core::mem::offset_of!(vyre_lowering, destroy) - 56usize];
    [
        "Offset of field: vyre_lowering::reserved",
    ][::core::mem::offset_of!(vyre_lowering, reserved) - 64usize];
};
/** An op to register. All is copied; the callbacks live until the last registry that has the op, and
 every builder, is gone.

 With a composition the op runs on every backend: the program stands in for each call. Its
 read-only buffers by slot are the arguments, its one output buffer is the result, element 0 of
 each. With a reference function alone it runs on the oracle.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_op_desc {
    pub struct_size: usize,
    /// VYRE_OP_BYTES_EXTRACTION
    pub flags: u64,
    pub id: vyre_string,
    /// who registers it
    pub dialect: vyre_string,
    pub inputs: *const vyre_parameter,
    pub input_count: usize,
    pub outputs: *const vyre_parameter,
    pub output_count: usize,
    pub attributes: *const vyre_attribute,
    pub attribute_count: usize,
    /// names of algebraic laws: "commutative"
    pub laws: *const vyre_string,
    pub law_count: usize,
    /// NULL: none
    pub composition: *const vyre_program,
    /// NULL: none
    pub reference: vyre_reference_fn,
    pub reference_user: *mut ::core::ffi::c_void,
    pub reference_destroy: vyre_destroy_fn,
    /// of different targets
    pub lowerings: *const vyre_lowering,
    pub lowering_count: usize,
    /// VYRE_CATEGORY_...; 0: COMPOSITE with a composition, else INTRINSIC
    pub category: i32,
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
/// A dialect from outside. Its strings live as long as the registry.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_extern_dialect {
    /// begins with "vyre-libs-"
    pub name: vyre_string,
    pub version: vyre_string,
    pub url: vyre_string,
    /// absolute path of its manifest; empty: registered by a call
    pub source: vyre_string,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_extern_dialect",
    ][::core::mem::size_of::<vyre_extern_dialect>() - 64usize];
    [
        "Alignment of vyre_extern_dialect",
    ][::core::mem::align_of::<vyre_extern_dialect>() - 8usize];
    [
        "Offset of field: vyre_extern_dialect::name",
    ][::core::mem::offset_of!(vyre_extern_dialect, name) - 0usize];
    [
        "Offset of field: vyre_extern_dialect::version",
    ][::core::mem::offset_of!(vyre_extern_dialect, version) - 16usize];
    [
        "Offset of field: vyre_extern_dialect::url",
    ][::core::mem::offset_of!(vyre_extern_dialect, url) - 32usize];
    [
        "Offset of field: vyre_extern_dialect::source",
    ][::core::mem::offset_of!(vyre_extern_dialect, source) - 48usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_op_info {
    pub struct_size: usize,
    /// VYRE_OP_...
    pub flags: u64,
    pub id: vyre_string,
    pub dialect: vyre_string,
    /// absolute path of its manifest; empty: registered by a call
    pub source: vyre_string,
    pub input_count: usize,
    pub output_count: usize,
    pub attribute_count: usize,
    pub law_count: usize,
    pub lowering_count: usize,
    pub number: vyre_op_id,
    /// VYRE_CATEGORY_...
    pub category: i32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_op_info"][::core::mem::size_of::<vyre_op_info>() - 112usize];
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
        "Offset of field: vyre_op_info::input_count",
    ][::core::mem::offset_of!(vyre_op_info, input_count) - 64usize];
    [
        "Offset of field: vyre_op_info::output_count",
    ][::core::mem::offset_of!(vyre_op_info, output_count) - 72usize];
    [
        "Offset of field: vyre_op_info::attribute_count",
    ][::core::mem::offset_of!(vyre_op_info, attribute_count) - 80usize];
    [
        "Offset of field: vyre_op_info::law_count",
    ][::core::mem::offset_of!(vyre_op_info, law_count) - 88usize];
    [
        "Offset of field: vyre_op_info::lowering_count",
    ][::core::mem::offset_of!(vyre_op_info, lowering_count) - 96usize];
    [
        "Offset of field: vyre_op_info::number",
    ][::core::mem::offset_of!(vyre_op_info, number) - 104usize];
    [
        "Offset of field: vyre_op_info::category",
    ][::core::mem::offset_of!(vyre_op_info, category) - 108usize];
};
/// Facts about a device, as the device reports them. Nothing is guessed: 0 means unknown or none.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_device_profile {
    pub struct_size: usize,
    /// "llvmpipe (LLVM 15.0.6, 256 bits)"
    pub name: vyre_string,
    /// "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
    pub driver: vyre_string,
    /// "1.3.230"
    pub api_version: vyre_string,
    /// VYRE_FEATURE_...
    pub features: u64,
    /// of one binding
    pub max_buffer_bytes: u64,
    pub device_memory_bytes: u64,
    pub memory_bandwidth_gbps: f64,
    pub device_uuid: [u8; 16usize],
    pub driver_uuid: [u8; 16usize],
    /// VYRE_DEVICE_...
    pub kind: u32,
    /// VYRE_TIMING_...
    pub timing_quality: u32,
    pub vendor_id: u32,
    pub device_id: u32,
    pub driver_version: u32,
    pub max_workgroup_size: [u32; 3usize],
    /// of a launch without splitting; larger grids are split
    pub max_workgroup_count: [u32; 3usize],
    pub max_workgroup_invocations: u32,
    /// bindings of one kernel
    pub max_buffers: u32,
    pub workgroup_memory_bytes: u32,
    pub subgroup_size: u32,
    /// trips per invocation after which the device stops loops
    pub max_loop_trips: u32,
    /// of bound ranges of device buffers
    pub buffer_offset_alignment: u32,
    pub reserved: u32,
    /// VYRE_QUIRK_...
    pub quirks: u64,
    /// of one vyre_buffer
    pub max_allocation_bytes: u64,
    /// of the host that the device reaches
    pub host_memory_bytes: u64,
    /// a device with one width has it three times
    pub subgroup_size_min: u32,
    pub subgroup_size_max: u32,
    /// VYRE_FACT_...: where |timing_quality| comes from
    pub timing_source: u32,
    /// VYRE_FACT_...: where |memory_bandwidth_gbps| comes from
    pub bandwidth_source: u32,
    /// loads, stores and atomics of a kernel; longer ones are cut
    pub max_buffer_accesses: u32,
    pub reserved2: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_device_profile",
    ][::core::mem::size_of::<vyre_device_profile>() - 240usize];
    [
        "Alignment of vyre_device_profile",
    ][::core::mem::align_of::<vyre_device_profile>() - 8usize];
    [
        "Offset of field: vyre_device_profile::struct_size",
    ][::core::mem::offset_of!(vyre_device_profile, struct_size) - 0usize];
    [
        "Offset of field: vyre_device_profile::name",
    ][::core::mem::offset_of!(vyre_device_profile, name) - 8usize];
    [
        "Offset of field: vyre_device_profile::driver",
    ][::core::mem::offset_of!(vyre_device_profile, driver) - 24usize];
    [
        "Offset of field: vyre_device_profile::api_version",
    ][::core::mem::offset_of!(vyre_device_profile, api_version) - 40usize];
    [
        "Offset of field: vyre_device_profile::features",
    ][::core::mem::offset_of!(vyre_device_profile, features) - 56usize];
    [
        "Offset of field: vyre_device_profile::max_buffer_bytes",
    ][::core::mem::offset_of!(vyre_device_profile, max_buffer_bytes) - 64usize];
    [
        "Offset of field: vyre_device_profile::device_memory_bytes",
    ][::core::mem::offset_of!(vyre_device_profile, device_memory_bytes) - 72usize];
    [
        "Offset of field: vyre_device_profile::memory_bandwidth_gbps",
    ][::core::mem::offset_of!(vyre_device_profile, memory_bandwidth_gbps) - 80usize];
    [
        "Offset of field: vyre_device_profile::device_uuid",
    ][::core::mem::offset_of!(vyre_device_profile, device_uuid) - 88usize];
    [
        "Offset of field: vyre_device_profile::driver_uuid",
    ][::core::mem::offset_of!(vyre_device_profile, driver_uuid) - 104usize];
    [
        "Offset of field: vyre_device_profile::kind",
    ][::core::mem::offset_of!(vyre_device_profile, kind) - 120usize];
    [
        "Offset of field: vyre_device_profile::timing_quality",
    ][::core::mem::offset_of!(vyre_device_profile, timing_quality) - 124usize];
    [
        "Offset of field: vyre_device_profile::vendor_id",
    ][::core::mem::offset_of!(vyre_device_profile, vendor_id) - 128usize];
    [
        "Offset of field: vyre_device_profile::device_id",
    ][::core::mem::offset_of!(vyre_device_profile, device_id) - 132usize];
    [
        "Offset of field: vyre_device_profile::driver_version",
    ][::core::mem::offset_of!(vyre_device_profile, driver_version) - 136usize];
    [
        "Offset of field: vyre_device_profile::max_workgroup_size",
    ][::core::mem::offset_of!(vyre_device_profile, max_workgroup_size) - 140usize];
    [
        "Offset of field: vyre_device_profile::max_workgroup_count",
    ][::core::mem::offset_of!(vyre_device_profile, max_workgroup_count) - 152usize];
    [
        "Offset of field: vyre_device_profile::max_workgroup_invocations",
    ][::core::mem::offset_of!(vyre_device_profile, max_workgroup_invocations)
        - 164usize];
    [
        "Offset of field: vyre_device_profile::max_buffers",
    ][::core::mem::offset_of!(vyre_device_profile, max_buffers) - 168usize];
    [
        "Offset of field: vyre_device_profile::workgroup_memory_bytes",
    ][::core::mem::offset_of!(vyre_device_profile, workgroup_memory_bytes) - 172usize];
    [
        "Offset of field: vyre_device_profile::subgroup_size",
    ][::core::mem::offset_of!(vyre_device_profile, subgroup_size) - 176usize];
    [
        "Offset of field: vyre_device_profile::max_loop_trips",
    ][::core::mem::offset_of!(vyre_device_profile, max_loop_trips) - 180usize];
    [
        "Offset of field: vyre_device_profile::buffer_offset_alignment",
    ][::core::mem::offset_of!(vyre_device_profile, buffer_offset_alignment) - 184usize];
    [
        "Offset of field: vyre_device_profile::reserved",
    ][::core::mem::offset_of!(vyre_device_profile, reserved) - 188usize];
    [
        "Offset of field: vyre_device_profile::quirks",
    ][::core::mem::offset_of!(vyre_device_profile, quirks) - 192usize];
    [
        "Offset of field: vyre_device_profile::max_allocation_bytes",
    ][::core::mem::offset_of!(vyre_device_profile, max_allocation_bytes) - 200usize];
    [
        "Offset of field: vyre_device_profile::host_memory_bytes",
    ][::core::mem::offset_of!(vyre_device_profile, host_memory_bytes) - 208usize];
    [
        "Offset of field: vyre_device_profile::subgroup_size_min",
    ][::core::mem::offset_of!(vyre_device_profile, subgroup_size_min) - 216usize];
    [
        "Offset of field: vyre_device_profile::subgroup_size_max",
    ][::core::mem::offset_of!(vyre_device_profile, subgroup_size_max) - 220usize];
    [
        "Offset of field: vyre_device_profile::timing_source",
    ][::core::mem::offset_of!(vyre_device_profile, timing_source) - 224usize];
    [
        "Offset of field: vyre_device_profile::bandwidth_source",
    ][::core::mem::offset_of!(vyre_device_profile, bandwidth_source) - 228usize];
    [
        "Offset of field: vyre_device_profile::max_buffer_accesses",
    ][::core::mem::offset_of!(vyre_device_profile, max_buffer_accesses) - 232usize];
    [
        "Offset of field: vyre_device_profile::reserved2",
    ][::core::mem::offset_of!(vyre_device_profile, reserved2) - 236usize];
};
/** What vyre_backend_acquire_preferred may choose. Where |id| and |exclude| are empty and the
 context may read the environment, VYRE_BACKEND (an id) and VYRE_BACKEND_EXCLUDE (ids with commas
 between), as they were when the context was made, stand in their place.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_select_desc {
    pub struct_size: usize,
    /// VYRE_SELECT_...
    pub flags: u64,
    /// consider this backend only; empty: all. An oracle may be named
    pub id: vyre_string,
    /// ids never considered
    pub exclude: *const vyre_string,
    pub exclude_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_select_desc"][::core::mem::size_of::<vyre_select_desc>() - 48usize];
    [
        "Alignment of vyre_select_desc",
    ][::core::mem::align_of::<vyre_select_desc>() - 8usize];
    [
        "Offset of field: vyre_select_desc::struct_size",
    ][::core::mem::offset_of!(vyre_select_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_select_desc::flags",
    ][::core::mem::offset_of!(vyre_select_desc, flags) - 8usize];
    [
        "Offset of field: vyre_select_desc::id",
    ][::core::mem::offset_of!(vyre_select_desc, id) - 16usize];
    [
        "Offset of field: vyre_select_desc::exclude",
    ][::core::mem::offset_of!(vyre_select_desc, exclude) - 32usize];
    [
        "Offset of field: vyre_select_desc::exclude_count",
    ][::core::mem::offset_of!(vyre_select_desc, exclude_count) - 40usize];
};
/// How a backend is opened. No options today: |flags| is 0.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_backend_desc {
    pub struct_size: usize,
    pub flags: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_backend_desc"][::core::mem::size_of::<vyre_backend_desc>() - 16usize];
    [
        "Alignment of vyre_backend_desc",
    ][::core::mem::align_of::<vyre_backend_desc>() - 8usize];
    [
        "Offset of field: vyre_backend_desc::struct_size",
    ][::core::mem::offset_of!(vyre_backend_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_backend_desc::flags",
    ][::core::mem::offset_of!(vyre_backend_desc, flags) - 8usize];
};
/// One backend as the selection sees it. Strings live as long as the list.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_backend_info {
    pub struct_size: usize,
    /// what vyre_backend_acquire takes
    pub id: vyre_string,
    /// empty when not usable
    pub version: vyre_string,
    /// why it is chosen, comes later, is not considered or cannot be used
    pub reason: vyre_string,
    /// VYRE_BACKEND_...
    pub flags: u64,
    /// time it took to find it, once per context
    pub acquisition_ns: u64,
    /// capability score, 0 to 66
    pub score: u32,
    /// lower is better
    pub rank: u32,
    /// place among the candidates, from 1; 0 when it is none
    pub order: u32,
    pub reserved: u32,
    /// VYRE_DECIDED_BY_...: |reason| as data
    pub decided_by: u32,
    pub reserved2: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_backend_info"][::core::mem::size_of::<vyre_backend_info>() - 96usize];
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
        "Offset of field: vyre_backend_info::version",
    ][::core::mem::offset_of!(vyre_backend_info, version) - 24usize];
    [
        "Offset of field: vyre_backend_info::reason",
    ][::core::mem::offset_of!(vyre_backend_info, reason) - 40usize];
    [
        "Offset of field: vyre_backend_info::flags",
    ][::core::mem::offset_of!(vyre_backend_info, flags) - 56usize];
    [
        "Offset of field: vyre_backend_info::acquisition_ns",
    ][::core::mem::offset_of!(vyre_backend_info, acquisition_ns) - 64usize];
    [
        "Offset of field: vyre_backend_info::score",
    ][::core::mem::offset_of!(vyre_backend_info, score) - 72usize];
    [
        "Offset of field: vyre_backend_info::rank",
    ][::core::mem::offset_of!(vyre_backend_info, rank) - 76usize];
    [
        "Offset of field: vyre_backend_info::order",
    ][::core::mem::offset_of!(vyre_backend_info, order) - 80usize];
    [
        "Offset of field: vyre_backend_info::reserved",
    ][::core::mem::offset_of!(vyre_backend_info, reserved) - 84usize];
    [
        "Offset of field: vyre_backend_info::decided_by",
    ][::core::mem::offset_of!(vyre_backend_info, decided_by) - 88usize];
    [
        "Offset of field: vyre_backend_info::reserved2",
    ][::core::mem::offset_of!(vyre_backend_info, reserved2) - 92usize];
};
/// A value. Passed by value, made with vyre_spec_u32 and its like.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spec_value {
    /// only of VYRE_SPEC_ELEMENT: its spelling, "U32", "Vec<F32,4>"
    pub element: vyre_string,
    /// of all others: the number or its bit pattern, 32 bits; 0 or 1
    pub bits: u64,
    /// VYRE_SPEC_...
    pub kind: u32,
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_spec_value"][::core::mem::size_of::<vyre_spec_value>() - 32usize];
    [
        "Alignment of vyre_spec_value",
    ][::core::mem::align_of::<vyre_spec_value>() - 8usize];
    [
        "Offset of field: vyre_spec_value::element",
    ][::core::mem::offset_of!(vyre_spec_value, element) - 0usize];
    [
        "Offset of field: vyre_spec_value::bits",
    ][::core::mem::offset_of!(vyre_spec_value, bits) - 16usize];
    [
        "Offset of field: vyre_spec_value::kind",
    ][::core::mem::offset_of!(vyre_spec_value, kind) - 24usize];
    [
        "Offset of field: vyre_spec_value::reserved",
    ][::core::mem::offset_of!(vyre_spec_value, reserved) - 28usize];
};
/// One value of a map and its name.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spec_entry {
    pub name: vyre_string,
    pub value: vyre_spec_value,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_spec_entry"][::core::mem::size_of::<vyre_spec_entry>() - 48usize];
    [
        "Alignment of vyre_spec_entry",
    ][::core::mem::align_of::<vyre_spec_entry>() - 8usize];
    [
        "Offset of field: vyre_spec_entry::name",
    ][::core::mem::offset_of!(vyre_spec_entry, name) - 0usize];
    [
        "Offset of field: vyre_spec_entry::value",
    ][::core::mem::offset_of!(vyre_spec_entry, value) - 16usize];
};
/// 128 bits that stand for a program and what it is specialized with. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spec_key {
    /// the first 8 bytes of vyre_program_fingerprint, little-endian
    pub high: u64,
    /// vyre_spec_map_hash, with its collisions
    pub low: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_spec_key"][::core::mem::size_of::<vyre_spec_key>() - 16usize];
    ["Alignment of vyre_spec_key"][::core::mem::align_of::<vyre_spec_key>() - 8usize];
    [
        "Offset of field: vyre_spec_key::high",
    ][::core::mem::offset_of!(vyre_spec_key, high) - 0usize];
    [
        "Offset of field: vyre_spec_key::low",
    ][::core::mem::offset_of!(vyre_spec_key, low) - 8usize];
};
/// A value that a program names. Strings live as long as the program.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spec_info {
    pub struct_size: usize,
    pub name: vyre_string,
    /// the default; all zero when there is none
    pub initial: vyre_spec_value,
    /// VYRE_SPEC_...
    pub kind: u32,
    /// 0 or 1
    pub has_initial: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_spec_info"][::core::mem::size_of::<vyre_spec_info>() - 64usize];
    ["Alignment of vyre_spec_info"][::core::mem::align_of::<vyre_spec_info>() - 8usize];
    [
        "Offset of field: vyre_spec_info::struct_size",
    ][::core::mem::offset_of!(vyre_spec_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_spec_info::name",
    ][::core::mem::offset_of!(vyre_spec_info, name) - 8usize];
    [
        "Offset of field: vyre_spec_info::initial",
    ][::core::mem::offset_of!(vyre_spec_info, initial) - 24usize];
    [
        "Offset of field: vyre_spec_info::kind",
    ][::core::mem::offset_of!(vyre_spec_info, kind) - 56usize];
    [
        "Offset of field: vyre_spec_info::has_initial",
    ][::core::mem::offset_of!(vyre_spec_info, has_initial) - 60usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_pipeline_desc {
    pub struct_size: usize,
    /// VYRE_PIPELINE_SET_...
    pub set: u64,
    /// names the pipeline in messages and debugging tools
    pub label: vyre_string,
    /** Workgroup size in place of the declared one. Refused when the program can observe it: local or
 workgroup ids, workgroup memory, barriers, subgroup operations. On an axis that the program
 names ("vyre.workgroup.x"), |specialization| decides; another size here is refused.*/
    pub workgroup: [u32; 3usize],
    /// 0
    pub reserved: u32,
    /** What the values that the program names are; NULL: their defaults. Read during the call only.
 VYRE_ERROR_INVALID_ARGUMENT tells all that does not fit: names that the program does not name,
 values of another kind, values without a default that are missing.*/
    pub specialization: *const vyre_spec_map,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_pipeline_desc",
    ][::core::mem::size_of::<vyre_pipeline_desc>() - 56usize];
    [
        "Alignment of vyre_pipeline_desc",
    ][::core::mem::align_of::<vyre_pipeline_desc>() - 8usize];
    [
        "Offset of field: vyre_pipeline_desc::struct_size",
    ][::core::mem::offset_of!(vyre_pipeline_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_pipeline_desc::set",
    ][::core::mem::offset_of!(vyre_pipeline_desc, set) - 8usize];
    [
        "Offset of field: vyre_pipeline_desc::label",
    ][::core::mem::offset_of!(vyre_pipeline_desc, label) - 16usize];
    [
        "Offset of field: vyre_pipeline_desc::workgroup",
    ][::core::mem::offset_of!(vyre_pipeline_desc, workgroup) - 32usize];
    [
        "Offset of field: vyre_pipeline_desc::reserved",
    ][::core::mem::offset_of!(vyre_pipeline_desc, reserved) - 44usize];
    [
        "Offset of field: vyre_pipeline_desc::specialization",
    ][::core::mem::offset_of!(vyre_pipeline_desc, specialization) - 48usize];
};
/// One buffer of a module. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spirv_binding {
    /// empty: what the module calls it, or "set0.binding1"
    pub name: vyre_string,
    /// spelling of the element type: "F32"; empty: "Bytes"
    pub element: vyre_string,
    /// of elements; 0: taken from what is bound
    pub count: u64,
    /// 0
    pub reserved: u64,
    /// its numbers in the module
    pub set: u32,
    pub binding: u32,
    /// where a dispatch binds it
    pub slot: u32,
    /// VYRE_ACCESS_READ_ONLY, READ_WRITE or WRITE_ONLY; UNIFORM of uniform buffers
    pub access: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_spirv_binding",
    ][::core::mem::size_of::<vyre_spirv_binding>() - 64usize];
    [
        "Alignment of vyre_spirv_binding",
    ][::core::mem::align_of::<vyre_spirv_binding>() - 8usize];
    [
        "Offset of field: vyre_spirv_binding::name",
    ][::core::mem::offset_of!(vyre_spirv_binding, name) - 0usize];
    [
        "Offset of field: vyre_spirv_binding::element",
    ][::core::mem::offset_of!(vyre_spirv_binding, element) - 16usize];
    [
        "Offset of field: vyre_spirv_binding::count",
    ][::core::mem::offset_of!(vyre_spirv_binding, count) - 32usize];
    [
        "Offset of field: vyre_spirv_binding::reserved",
    ][::core::mem::offset_of!(vyre_spirv_binding, reserved) - 40usize];
    [
        "Offset of field: vyre_spirv_binding::set",
    ][::core::mem::offset_of!(vyre_spirv_binding, set) - 48usize];
    [
        "Offset of field: vyre_spirv_binding::binding",
    ][::core::mem::offset_of!(vyre_spirv_binding, binding) - 52usize];
    [
        "Offset of field: vyre_spirv_binding::slot",
    ][::core::mem::offset_of!(vyre_spirv_binding, slot) - 56usize];
    [
        "Offset of field: vyre_spirv_binding::access",
    ][::core::mem::offset_of!(vyre_spirv_binding, access) - 60usize];
};
/** A kernel and how it is to be seen. Without |bindings| the buffers that the entry point uses are
 taken from the module: a slot is its binding number, and two of one number are refused; a name is
 that of the variable, or else of its block; an array of numbers alone gives the element type; and
 access follows from readonly and writeonly.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spirv_desc {
    pub struct_size: usize,
    /// VYRE_SPIRV_CHECKED
    pub flags: u64,
    /// the module, in either order of bytes
    pub words: *const ::core::ffi::c_void,
    /// of it, in bytes
    pub size: usize,
    /// name of the entry point; empty: the only one for compute
    pub entry: vyre_string,
    /// names the pipeline in messages and debugging tools
    pub label: vyre_string,
    /// NULL: as the module says; else every one it uses
    pub bindings: *const vyre_spirv_binding,
    pub binding_count: usize,
    /** Values of specialization constants, by their names in the module, or by their numbers: "#7". Of
 one that is not given the default stays. May be NULL.*/
    pub values: *const vyre_spec_map,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_spirv_desc"][::core::mem::size_of::<vyre_spirv_desc>() - 88usize];
    [
        "Alignment of vyre_spirv_desc",
    ][::core::mem::align_of::<vyre_spirv_desc>() - 8usize];
    [
        "Offset of field: vyre_spirv_desc::struct_size",
    ][::core::mem::offset_of!(vyre_spirv_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_spirv_desc::flags",
    ][::core::mem::offset_of!(vyre_spirv_desc, flags) - 8usize];
    [
        "Offset of field: vyre_spirv_desc::words",
    ][::core::mem::offset_of!(vyre_spirv_desc, words) - 16usize];
    [
        "Offset of field: vyre_spirv_desc::size",
    ][::core::mem::offset_of!(vyre_spirv_desc, size) - 24usize];
    [
        "Offset of field: vyre_spirv_desc::entry",
    ][::core::mem::offset_of!(vyre_spirv_desc, entry) - 32usize];
    [
        "Offset of field: vyre_spirv_desc::label",
    ][::core::mem::offset_of!(vyre_spirv_desc, label) - 48usize];
    [
        "Offset of field: vyre_spirv_desc::bindings",
    ][::core::mem::offset_of!(vyre_spirv_desc, bindings) - 64usize];
    [
        "Offset of field: vyre_spirv_desc::binding_count",
    ][::core::mem::offset_of!(vyre_spirv_desc, binding_count) - 72usize];
    [
        "Offset of field: vyre_spirv_desc::values",
    ][::core::mem::offset_of!(vyre_spirv_desc, values) - 80usize];
};
/// What a pipeline from a module is.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spirv_info {
    pub struct_size: usize,
    /// lives as long as the pipeline
    pub entry: vyre_string,
    /// VYRE_SPIRV_CHECKED
    pub flags: u64,
    /// 0: none, or the module does not say it plainly
    pub workgroup_memory_bytes: u64,
    pub buffer_count: u32,
    /// what a dispatch has to give
    pub push_constant_bytes: u32,
    /// with the constants that were chosen
    pub workgroup: [u32; 3usize],
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_spirv_info"][::core::mem::size_of::<vyre_spirv_info>() - 64usize];
    [
        "Alignment of vyre_spirv_info",
    ][::core::mem::align_of::<vyre_spirv_info>() - 8usize];
    [
        "Offset of field: vyre_spirv_info::struct_size",
    ][::core::mem::offset_of!(vyre_spirv_info, struct_size) - 0usize];
    [
        "Offset of field: vyre_spirv_info::entry",
    ][::core::mem::offset_of!(vyre_spirv_info, entry) - 8usize];
    [
        "Offset of field: vyre_spirv_info::flags",
    ][::core::mem::offset_of!(vyre_spirv_info, flags) - 24usize];
    [
        "Offset of field: vyre_spirv_info::workgroup_memory_bytes",
    ][::core::mem::offset_of!(vyre_spirv_info, workgroup_memory_bytes) - 32usize];
    [
        "Offset of field: vyre_spirv_info::buffer_count",
    ][::core::mem::offset_of!(vyre_spirv_info, buffer_count) - 40usize];
    [
        "Offset of field: vyre_spirv_info::push_constant_bytes",
    ][::core::mem::offset_of!(vyre_spirv_info, push_constant_bytes) - 44usize];
    [
        "Offset of field: vyre_spirv_info::workgroup",
    ][::core::mem::offset_of!(vyre_spirv_info, workgroup) - 48usize];
    [
        "Offset of field: vyre_spirv_info::reserved",
    ][::core::mem::offset_of!(vyre_spirv_info, reserved) - 60usize];
};
/** What happened on a backend since it was acquired, recoveries included. Counted, never guessed:
 only fields whose bit in |set| is on are known. All grow only, but those "now".*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_counters {
    pub struct_size: usize,
    /// VYRE_COUNTER_...
    pub set: u64,
    /// accepted, each with all its segments
    pub dispatches: u64,
    /// of those: cut at grid barriers
    pub split_dispatches: u64,
    /// that split dispatches ran
    pub segments: u64,
    /// between those segments
    pub grid_barriers: u64,
    /// of hidden buffers that carry values across the cuts
    pub spilled_bytes: u64,
    /// to the device, copies included
    pub submissions: u64,
    /// calls that blocked until the device was further
    pub waits: u64,
    /// each segment of a program is one
    pub kernels_compiled: u64,
    /// now
    pub kernels_alive: u64,
    /// buffers that have memory now
    pub buffers_alive: u64,
    /// of device memory that is reserved now
    pub device_bytes: u64,
    /// the most that were reserved at once
    pub most_device_bytes: u64,
    /// that the host gave: inputs, writes of buffers, files
    pub uploaded_bytes: u64,
    /// that the host took: outputs, reads of buffers, files
    pub downloaded_bytes: u64,
    /// dispatches that a trap ended
    pub traps: u64,
    /// how often the device was lost
    pub device_losses: u64,
    /// how often it was opened again
    pub recoveries: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_counters"][::core::mem::size_of::<vyre_counters>() - 152usize];
    ["Alignment of vyre_counters"][::core::mem::align_of::<vyre_counters>() - 8usize];
    [
        "Offset of field: vyre_counters::struct_size",
    ][::core::mem::offset_of!(vyre_counters, struct_size) - 0usize];
    [
        "Offset of field: vyre_counters::set",
    ][::core::mem::offset_of!(vyre_counters, set) - 8usize];
    [
        "Offset of field: vyre_counters::dispatches",
    ][::core::mem::offset_of!(vyre_counters, dispatches) - 16usize];
    [
        "Offset of field: vyre_counters::split_dispatches",
    ][::core::mem::offset_of!(vyre_counters, split_dispatches) - 24usize];
    [
        "Offset of field: vyre_counters::segments",
    ][::core::mem::offset_of!(vyre_counters, segments) - 32usize];
    [
        "Offset of field: vyre_counters::grid_barriers",
    ][::core::mem::offset_of!(vyre_counters, grid_barriers) - 40usize];
    [
        "Offset of field: vyre_counters::spilled_bytes",
    ][::core::mem::offset_of!(vyre_counters, spilled_bytes) - 48usize];
    [
        "Offset of field: vyre_counters::submissions",
    ][::core::mem::offset_of!(vyre_counters, submissions) - 56usize];
    [
        "Offset of field: vyre_counters::waits",
    ][::core::mem::offset_of!(vyre_counters, waits) - 64usize];
    [
        "Offset of field: vyre_counters::kernels_compiled",
    ][::core::mem::offset_of!(vyre_counters, kernels_compiled) - 72usize];
    [
        "Offset of field: vyre_counters::kernels_alive",
    ][::core::mem::offset_of!(vyre_counters, kernels_alive) - 80usize];
    [
        "Offset of field: vyre_counters::buffers_alive",
    ][::core::mem::offset_of!(vyre_counters, buffers_alive) - 88usize];
    [
        "Offset of field: vyre_counters::device_bytes",
    ][::core::mem::offset_of!(vyre_counters, device_bytes) - 96usize];
    [
        "Offset of field: vyre_counters::most_device_bytes",
    ][::core::mem::offset_of!(vyre_counters, most_device_bytes) - 104usize];
    [
        "Offset of field: vyre_counters::uploaded_bytes",
    ][::core::mem::offset_of!(vyre_counters, uploaded_bytes) - 112usize];
    [
        "Offset of field: vyre_counters::downloaded_bytes",
    ][::core::mem::offset_of!(vyre_counters, downloaded_bytes) - 120usize];
    [
        "Offset of field: vyre_counters::traps",
    ][::core::mem::offset_of!(vyre_counters, traps) - 128usize];
    [
        "Offset of field: vyre_counters::device_losses",
    ][::core::mem::offset_of!(vyre_counters, device_losses) - 136usize];
    [
        "Offset of field: vyre_counters::recoveries",
    ][::core::mem::offset_of!(vyre_counters, recoveries) - 144usize];
};
/** Where the time and the bytes of a backend went since it was acquired, recoveries included.
 Counted, never guessed: only fields whose bit in |set| is on are known, the first four times only
 in a context with VYRE_CONTEXT_STATISTICS. All grow only. Times are sums over all threads.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_statistics {
    pub struct_size: usize,
    /// VYRE_STATISTIC_...
    pub set: u64,
    /// preparing and recording commands
    pub record_ns: u64,
    /// in the driver's call that submits them
    pub submit_ns: u64,
    /// waiting for the device, looking again and again
    pub spin_ns: u64,
    /// waiting for it asleep
    pub block_ns: u64,
    /// what the device measured, for |device_timed| dispatches
    pub device_ns: u64,
    /// dispatches that asked for it
    pub device_timed: u64,
    /// copies of bytes of the host into memory that the device uses
    pub uploads: u64,
    /// of these; memory that is used where it lies counts as no copy
    pub uploaded_bytes: u64,
    /// copies of such memory to memory of the host
    pub downloads: u64,
    /// of these
    pub downloaded_bytes: u64,
    /// between buffers of the device
    pub device_copies: u64,
    /// of these
    pub device_copied_bytes: u64,
    /// command buffers that were recorded
    pub recordings: u64,
    /// submissions of one as it was recorded before
    pub repetitions: u64,
    /// that were recorded
    pub barriers: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_statistics"][::core::mem::size_of::<vyre_statistics>() - 136usize];
    [
        "Alignment of vyre_statistics",
    ][::core::mem::align_of::<vyre_statistics>() - 8usize];
    [
        "Offset of field: vyre_statistics::struct_size",
    ][::core::mem::offset_of!(vyre_statistics, struct_size) - 0usize];
    [
        "Offset of field: vyre_statistics::set",
    ][::core::mem::offset_of!(vyre_statistics, set) - 8usize];
    [
        "Offset of field: vyre_statistics::record_ns",
    ][::core::mem::offset_of!(vyre_statistics, record_ns) - 16usize];
    [
        "Offset of field: vyre_statistics::submit_ns",
    ][::core::mem::offset_of!(vyre_statistics, submit_ns) - 24usize];
    [
        "Offset of field: vyre_statistics::spin_ns",
    ][::core::mem::offset_of!(vyre_statistics, spin_ns) - 32usize];
    [
        "Offset of field: vyre_statistics::block_ns",
    ][::core::mem::offset_of!(vyre_statistics, block_ns) - 40usize];
    [
        "Offset of field: vyre_statistics::device_ns",
    ][::core::mem::offset_of!(vyre_statistics, device_ns) - 48usize];
    [
        "Offset of field: vyre_statistics::device_timed",
    ][::core::mem::offset_of!(vyre_statistics, device_timed) - 56usize];
    [
        "Offset of field: vyre_statistics::uploads",
    ][::core::mem::offset_of!(vyre_statistics, uploads) - 64usize];
    [
        "Offset of field: vyre_statistics::uploaded_bytes",
    ][::core::mem::offset_of!(vyre_statistics, uploaded_bytes) - 72usize];
    [
        "Offset of field: vyre_statistics::downloads",
    ][::core::mem::offset_of!(vyre_statistics, downloads) - 80usize];
    [
        "Offset of field: vyre_statistics::downloaded_bytes",
    ][::core::mem::offset_of!(vyre_statistics, downloaded_bytes) - 88usize];
    [
        "Offset of field: vyre_statistics::device_copies",
    ][::core::mem::offset_of!(vyre_statistics, device_copies) - 96usize];
    [
        "Offset of field: vyre_statistics::device_copied_bytes",
    ][::core::mem::offset_of!(vyre_statistics, device_copied_bytes) - 104usize];
    [
        "Offset of field: vyre_statistics::recordings",
    ][::core::mem::offset_of!(vyre_statistics, recordings) - 112usize];
    [
        "Offset of field: vyre_statistics::repetitions",
    ][::core::mem::offset_of!(vyre_statistics, repetitions) - 120usize];
    [
        "Offset of field: vyre_statistics::barriers",
    ][::core::mem::offset_of!(vyre_statistics, barriers) - 128usize];
};
/** How a backend hands over work and waits for it; no result depends on it. It has defaults for its
 device, which vyre_backend_get_submit_policy tells of a new one.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_submit_policy {
    pub struct_size: usize,
    /** How long a thread that waits looks again and again before it sleeps, in nanoseconds; 0: it
 sleeps at once. Waking up takes longer than a small dispatch; looking takes a processor.*/
    pub spin_ns: u64,
    /** Work that the device is estimated to be busy with for longer is submitted in parts that take
 about so long each, at most some 1,000: for devices whose watchdog ends long work, or that have
 to draw meanwhile. 0: never. The first dispatch of a pipeline then begins with small parts
 and waits for each to learn what a workgroup costs, asynchronous ones too. In a sequence what
 nothing is known of has a submission to itself, as a whole; runs that begin when none is under
 way are cut by what is known by then. What is cut has the sum of its parts as |device_ns|. Work
 that a host records is not cut, nor are the grids of SPIR-V modules.*/
    pub most_submission_ns: u64,
    /// Threads look only while no more of them than these wait for the backend; else they sleep.
    pub spin_threads: u32,
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
        "Offset of field: vyre_submit_policy::most_submission_ns",
    ][::core::mem::offset_of!(vyre_submit_policy, most_submission_ns) - 16usize];
    [
        "Offset of field: vyre_submit_policy::spin_threads",
    ][::core::mem::offset_of!(vyre_submit_policy, spin_threads) - 24usize];
    [
        "Offset of field: vyre_submit_policy::reserved",
    ][::core::mem::offset_of!(vyre_submit_policy, reserved) - 28usize];
};
/// What happened to compiled kernels. All grow only, but those "now".
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_cache_counters {
    pub struct_size: usize,
    /// kernels that were asked for
    pub asked: u64,
    /// that were there, or were being made
    pub hits: u64,
    /// of these: another thread was making them
    pub waits: u64,
    /// compiled, or taken from the folder
    pub made: u64,
    /// attempts that made nothing
    pub failures: u64,
    /// had to go for the budgets
    pub evicted: u64,
    /// now
    pub entries: u64,
    /// now, as an estimate
    pub bytes: u64,
    /// Of the context's folder: files, of which a kernel has two. Zero without a folder.
    pub disk_hits: u64,
    pub disk_writes: u64,
    /// not kept; nothing else happened
    pub disk_failed_writes: u64,
    /// removed for the budget
    pub disk_trimmed: u64,
    /// by VYRE_CACHE_MISS_
    pub disk_misses: [u64; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_cache_counters",
    ][::core::mem::size_of::<vyre_cache_counters>() - 232usize];
    [
        "Alignment of vyre_cache_counters",
    ][::core::mem::align_of::<vyre_cache_counters>() - 8usize];
    [
        "Offset of field: vyre_cache_counters::struct_size",
    ][::core::mem::offset_of!(vyre_cache_counters, struct_size) - 0usize];
    [
        "Offset of field: vyre_cache_counters::asked",
    ][::core::mem::offset_of!(vyre_cache_counters, asked) - 8usize];
    [
        "Offset of field: vyre_cache_counters::hits",
    ][::core::mem::offset_of!(vyre_cache_counters, hits) - 16usize];
    [
        "Offset of field: vyre_cache_counters::waits",
    ][::core::mem::offset_of!(vyre_cache_counters, waits) - 24usize];
    [
        "Offset of field: vyre_cache_counters::made",
    ][::core::mem::offset_of!(vyre_cache_counters, made) - 32usize];
    [
        "Offset of field: vyre_cache_counters::failures",
    ][::core::mem::offset_of!(vyre_cache_counters, failures) - 40usize];
    [
        "Offset of field: vyre_cache_counters::evicted",
    ][::core::mem::offset_of!(vyre_cache_counters, evicted) - 48usize];
    [
        "Offset of field: vyre_cache_counters::entries",
    ][::core::mem::offset_of!(vyre_cache_counters, entries) - 56usize];
    [
        "Offset of field: vyre_cache_counters::bytes",
    ][::core::mem::offset_of!(vyre_cache_counters, bytes) - 64usize];
    [
        "Offset of field: vyre_cache_counters::disk_hits",
    ][::core::mem::offset_of!(vyre_cache_counters, disk_hits) - 72usize];
    [
        "Offset of field: vyre_cache_counters::disk_writes",
    ][::core::mem::offset_of!(vyre_cache_counters, disk_writes) - 80usize];
    [
        "Offset of field: vyre_cache_counters::disk_failed_writes",
    ][::core::mem::offset_of!(vyre_cache_counters, disk_failed_writes) - 88usize];
    [
        "Offset of field: vyre_cache_counters::disk_trimmed",
    ][::core::mem::offset_of!(vyre_cache_counters, disk_trimmed) - 96usize];
    [
        "Offset of field: vyre_cache_counters::disk_misses",
    ][::core::mem::offset_of!(vyre_cache_counters, disk_misses) - 104usize];
};
/** |done| of |total| keys are through. Anything but 0 ends the preparation. On the calling thread;
 it may call the library.*/
pub type vyre_progress_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void, done: u64, total: u64) -> i32,
>;
/// A file of the folder. The strings live as long as the list.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_cache_entry {
    pub struct_size: usize,
    /// inside the folder: two digits, a slash, the key's 64 digits
    pub path: vyre_string,
    pub bytes: u64,
    /// when it was last read or written, since 1970
    pub used_ns: i64,
    /// VYRE_CACHE_MISS_: what is wrong with it; 0: nothing, or it was not checked
    pub damaged: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_cache_entry"][::core::mem::size_of::<vyre_cache_entry>() - 48usize];
    [
        "Alignment of vyre_cache_entry",
    ][::core::mem::align_of::<vyre_cache_entry>() - 8usize];
    [
        "Offset of field: vyre_cache_entry::struct_size",
    ][::core::mem::offset_of!(vyre_cache_entry, struct_size) - 0usize];
    [
        "Offset of field: vyre_cache_entry::path",
    ][::core::mem::offset_of!(vyre_cache_entry, path) - 8usize];
    [
        "Offset of field: vyre_cache_entry::bytes",
    ][::core::mem::offset_of!(vyre_cache_entry, bytes) - 24usize];
    [
        "Offset of field: vyre_cache_entry::used_ns",
    ][::core::mem::offset_of!(vyre_cache_entry, used_ns) - 32usize];
    [
        "Offset of field: vyre_cache_entry::damaged",
    ][::core::mem::offset_of!(vyre_cache_entry, damaged) - 40usize];
    [
        "Offset of field: vyre_cache_entry::reserved",
    ][::core::mem::offset_of!(vyre_cache_entry, reserved) - 44usize];
};
/// How a buffer is made.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_buffer_options {
    pub struct_size: usize,
    /// VYRE_BUFFER_OPTION_...
    pub flags: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_buffer_options",
    ][::core::mem::size_of::<vyre_buffer_options>() - 16usize];
    [
        "Alignment of vyre_buffer_options",
    ][::core::mem::align_of::<vyre_buffer_options>() - 8usize];
    [
        "Offset of field: vyre_buffer_options::struct_size",
    ][::core::mem::offset_of!(vyre_buffer_options, struct_size) - 0usize];
    [
        "Offset of field: vyre_buffer_options::flags",
    ][::core::mem::offset_of!(vyre_buffer_options, flags) - 8usize];
};
/** What one buffer of a program gets in one dispatch. Made with vyre_bind_...; fields that |kind|
 does not use are zero. 64 bytes on systems with 64-bit pointers; never changes.

   role             may be bound as                        unbound
   INPUT, UNIFORM   INPUT, ZEROS, BUFFER                   error
   INPUT_OUTPUT     INPUT, INOUT, OUTPUT, ZEROS, BUFFER    error
   OUTPUT           OUTPUT, ZEROS, BUFFER                  zeroed, not read back
   PERSISTENT       all                                    zeroed, not read back
   SHARED           nothing                                always

 Sizes: a buffer with a declared count takes exactly its packed size (an OUTPUT may have more
 room, and needs only the returned range when one is declared). A buffer without one
 takes its element count from |size|, which must be a multiple of the element size; such an output
 cannot stay unbound.

 Buffers that stay on the device are never cleared by a dispatch, whatever their role: a program
 finds what the last writer left. Two bindings of one buffer may not overlap when either is
 written.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_binding {
    /// of the program's buffer; {NULL, 0}: found by |slot|
    pub name: vyre_string,
    /// borrowed for the call
    pub input: *const ::core::ffi::c_void,
    /// borrowed for the call
    pub output: *mut ::core::ffi::c_void,
    /// borrowed for the call
    pub buffer: *mut vyre_buffer,
    pub offset: u64,
    pub size: u64,
    pub slot: u32,
    /// VYRE_BIND_...
    pub kind: u16,
    pub reserved: u16,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_binding"][::core::mem::size_of::<vyre_binding>() - 64usize];
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
        "Offset of field: vyre_binding::offset",
    ][::core::mem::offset_of!(vyre_binding, offset) - 40usize];
    [
        "Offset of field: vyre_binding::size",
    ][::core::mem::offset_of!(vyre_binding, size) - 48usize];
    [
        "Offset of field: vyre_binding::slot",
    ][::core::mem::offset_of!(vyre_binding, slot) - 56usize];
    [
        "Offset of field: vyre_binding::kind",
    ][::core::mem::offset_of!(vyre_binding, kind) - 60usize];
    [
        "Offset of field: vyre_binding::reserved",
    ][::core::mem::offset_of!(vyre_binding, reserved) - 62usize];
};
/// |size| bytes at |offset| of the push constants of a SPIR-V module. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_push_range {
    /// borrowed for the call
    pub data: *const ::core::ffi::c_void,
    pub size: u64,
    pub offset: u64,
    /// 0
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
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_dispatch_desc {
    pub struct_size: usize,
    /// VYRE_DISPATCH_SET_...
    pub set: u64,
    /// VYRE_DISPATCH_TIMED, VYRE_DISPATCH_UNTIL_STABLE
    pub flags: u64,
    /** Longest wait of vyre_dispatch; 0: without limit. After it the call fails with
 VYRE_ERROR_TIMED_OUT, nothing is written to host memory, and the work ends by itself.
 vyre_dispatch_async does not use it.*/
    pub timeout_ns: u64,
    /// names the dispatch in messages and debugging tools
    pub label: vyre_string,
    /** Workgroups on each axis, all at least 1. Without it the grid covers the element count: the
 largest count of an output or in-out buffer; of any buffer when there is none of these, the
 program has workgroup memory or uses atomics. A SPIR-V module needs it where it writes a buffer
 of bytes, or none.*/
    pub grid: [u32; 3usize],
    /// 0
    pub reserved: u32,
    /// VYRE_COOPERATIVE_...
    pub cooperative: u32,
    /** How often the whole program runs on the same buffers, each time seeing what was written before:
 at least 1, and with the segments of a program that is cut at most 65,536 runs. Without it 1.
 See also VYRE_DISPATCH_UNTIL_STABLE.*/
    pub iterations: u32,
    /// borrowed for the call, and so are the ranges
    pub push_constants: *const ::core::ffi::c_void,
    pub push_constant_bytes: u64,
    pub push_ranges: *const vyre_push_range,
    pub push_range_count: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_dispatch_desc",
    ][::core::mem::size_of::<vyre_dispatch_desc>() - 104usize];
    [
        "Alignment of vyre_dispatch_desc",
    ][::core::mem::align_of::<vyre_dispatch_desc>() - 8usize];
    [
        "Offset of field: vyre_dispatch_desc::struct_size",
    ][::core::mem::offset_of!(vyre_dispatch_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_dispatch_desc::set",
    ][::core::mem::offset_of!(vyre_dispatch_desc, set) - 8usize];
    [
        "Offset of field: vyre_dispatch_desc::flags",
    ][::core::mem::offset_of!(vyre_dispatch_desc, flags) - 16usize];
    [
        "Offset of field: vyre_dispatch_desc::timeout_ns",
    ][::core::mem::offset_of!(vyre_dispatch_desc, timeout_ns) - 24usize];
    [
        "Offset of field: vyre_dispatch_desc::label",
    ][::core::mem::offset_of!(vyre_dispatch_desc, label) - 32usize];
    [
        "Offset of field: vyre_dispatch_desc::grid",
    ][::core::mem::offset_of!(vyre_dispatch_desc, grid) - 48usize];
    [
        "Offset of field: vyre_dispatch_desc::reserved",
    ][::core::mem::offset_of!(vyre_dispatch_desc, reserved) - 60usize];
    [
        "Offset of field: vyre_dispatch_desc::cooperative",
    ][::core::mem::offset_of!(vyre_dispatch_desc, cooperative) - 64usize];
    [
        "Offset of field: vyre_dispatch_desc::iterations",
    ][::core::mem::offset_of!(vyre_dispatch_desc, iterations) - 68usize];
    [
        "Offset of field: vyre_dispatch_desc::push_constants",
    ][::core::mem::offset_of!(vyre_dispatch_desc, push_constants) - 72usize];
    [
        "Offset of field: vyre_dispatch_desc::push_constant_bytes",
    ][::core::mem::offset_of!(vyre_dispatch_desc, push_constant_bytes) - 80usize];
    [
        "Offset of field: vyre_dispatch_desc::push_ranges",
    ][::core::mem::offset_of!(vyre_dispatch_desc, push_ranges) - 88usize];
    [
        "Offset of field: vyre_dispatch_desc::push_range_count",
    ][::core::mem::offset_of!(vyre_dispatch_desc, push_range_count) - 96usize];
};
/// What is known about a dispatch when it has ended.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_dispatch_result {
    pub struct_size: usize,
    /// VYRE_RESULT_...
    pub set: u64,
    /// from the submission to the observed end
    pub host_ns: u64,
    /// counts only with VYRE_RESULT_DEVICE_NS; never invented
    pub device_ns: u64,
    /// sum of what was written to host memory
    pub output_bytes: u64,
    /// workgroups that ran
    pub grid: [u32; 3usize],
    /// invocations of each
    pub workgroup: [u32; 3usize],
    /// how often the whole program ran
    pub iterations: u32,
    /// 0
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_dispatch_result",
    ][::core::mem::size_of::<vyre_dispatch_result>() - 72usize];
    [
        "Alignment of vyre_dispatch_result",
    ][::core::mem::align_of::<vyre_dispatch_result>() - 8usize];
    [
        "Offset of field: vyre_dispatch_result::struct_size",
    ][::core::mem::offset_of!(vyre_dispatch_result, struct_size) - 0usize];
    [
        "Offset of field: vyre_dispatch_result::set",
    ][::core::mem::offset_of!(vyre_dispatch_result, set) - 8usize];
    [
        "Offset of field: vyre_dispatch_result::host_ns",
    ][::core::mem::offset_of!(vyre_dispatch_result, host_ns) - 16usize];
    [
        "Offset of field: vyre_dispatch_result::device_ns",
    ][::core::mem::offset_of!(vyre_dispatch_result, device_ns) - 24usize];
    [
        "Offset of field: vyre_dispatch_result::output_bytes",
    ][::core::mem::offset_of!(vyre_dispatch_result, output_bytes) - 32usize];
    [
        "Offset of field: vyre_dispatch_result::grid",
    ][::core::mem::offset_of!(vyre_dispatch_result, grid) - 40usize];
    [
        "Offset of field: vyre_dispatch_result::workgroup",
    ][::core::mem::offset_of!(vyre_dispatch_result, workgroup) - 52usize];
    [
        "Offset of field: vyre_dispatch_result::iterations",
    ][::core::mem::offset_of!(vyre_dispatch_result, iterations) - 64usize];
    [
        "Offset of field: vyre_dispatch_result::reserved",
    ][::core::mem::offset_of!(vyre_dispatch_result, reserved) - 68usize];
};
/// One buffer that a dispatch can return. The name lives as long as the pipeline's program.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_output {
    pub name: vyre_string,
    /// returned: the room that a host output needs
    pub bytes: u64,
    /// offset of these bytes in the buffer
    pub start: u64,
    /// size of the whole buffer
    pub buffer_bytes: u64,
    pub reserved: [u64; 2usize],
    pub slot: u32,
    /// VYRE_ROLE_...
    pub role: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_output"][::core::mem::size_of::<vyre_output>() - 64usize];
    ["Alignment of vyre_output"][::core::mem::align_of::<vyre_output>() - 8usize];
    [
        "Offset of field: vyre_output::name",
    ][::core::mem::offset_of!(vyre_output, name) - 0usize];
    [
        "Offset of field: vyre_output::bytes",
    ][::core::mem::offset_of!(vyre_output, bytes) - 16usize];
    [
        "Offset of field: vyre_output::start",
    ][::core::mem::offset_of!(vyre_output, start) - 24usize];
    [
        "Offset of field: vyre_output::buffer_bytes",
    ][::core::mem::offset_of!(vyre_output, buffer_bytes) - 32usize];
    [
        "Offset of field: vyre_output::reserved",
    ][::core::mem::offset_of!(vyre_output, reserved) - 40usize];
    [
        "Offset of field: vyre_output::slot",
    ][::core::mem::offset_of!(vyre_output, slot) - 56usize];
    [
        "Offset of field: vyre_output::role",
    ][::core::mem::offset_of!(vyre_output, role) - 60usize];
};
/** How a dispatch is cut at the grid barriers of its program. Segments run one after the other on
 the whole grid; those of equal code are one program. What is live at a barrier is computed again,
 known to the host, or kept in hidden buffers.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_split {
    pub struct_size: usize,
    /// one more than barriers that an invocation passes
    pub segments: u64,
    pub programs: u64,
    /// of the hidden buffers
    pub hidden_bytes: u64,
    pub bytes_per_invocation: u64,
    /// copies of workgroup memory
    pub bytes_per_workgroup: u64,
    pub grid: [u32; 3usize],
    pub workgroup: [u32; 3usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_split"][::core::mem::size_of::<vyre_split>() - 72usize];
    ["Alignment of vyre_split"][::core::mem::align_of::<vyre_split>() - 8usize];
    [
        "Offset of field: vyre_split::struct_size",
    ][::core::mem::offset_of!(vyre_split, struct_size) - 0usize];
    [
        "Offset of field: vyre_split::segments",
    ][::core::mem::offset_of!(vyre_split, segments) - 8usize];
    [
        "Offset of field: vyre_split::programs",
    ][::core::mem::offset_of!(vyre_split, programs) - 16usize];
    [
        "Offset of field: vyre_split::hidden_bytes",
    ][::core::mem::offset_of!(vyre_split, hidden_bytes) - 24usize];
    [
        "Offset of field: vyre_split::bytes_per_invocation",
    ][::core::mem::offset_of!(vyre_split, bytes_per_invocation) - 32usize];
    [
        "Offset of field: vyre_split::bytes_per_workgroup",
    ][::core::mem::offset_of!(vyre_split, bytes_per_workgroup) - 40usize];
    [
        "Offset of field: vyre_split::grid",
    ][::core::mem::offset_of!(vyre_split, grid) - 48usize];
    [
        "Offset of field: vyre_split::workgroup",
    ][::core::mem::offset_of!(vyre_split, workgroup) - 60usize];
};
/// |state| is VYRE_READY or VYRE_FAILED. May call the library, vyre_pending_collect included.
pub type vyre_complete_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void, state: i32),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_sequence_desc {
    pub struct_size: usize,
    /// VYRE_SEQUENCE_TIMED
    pub flags: u64,
    /// names the sequence in messages
    pub label: vyre_string,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_sequence_desc",
    ][::core::mem::size_of::<vyre_sequence_desc>() - 32usize];
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
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_sequence_result {
    pub struct_size: usize,
    /// VYRE_SEQUENCE_RESULT_...
    pub set: u64,
    /// of the last run, from its submission to its observed end; 0: not over
    pub host_ns: u64,
    /// of the last run, when timed; never invented
    pub device_ns: u64,
    /// that were started
    pub runs: u64,
    pub steps: u32,
    /// between steps, as last recorded; 0 where nothing is recorded
    pub barriers: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_sequence_result",
    ][::core::mem::size_of::<vyre_sequence_result>() - 48usize];
    [
        "Alignment of vyre_sequence_result",
    ][::core::mem::align_of::<vyre_sequence_result>() - 8usize];
    [
        "Offset of field: vyre_sequence_result::struct_size",
    ][::core::mem::offset_of!(vyre_sequence_result, struct_size) - 0usize];
    [
        "Offset of field: vyre_sequence_result::set",
    ][::core::mem::offset_of!(vyre_sequence_result, set) - 8usize];
    [
        "Offset of field: vyre_sequence_result::host_ns",
    ][::core::mem::offset_of!(vyre_sequence_result, host_ns) - 16usize];
    [
        "Offset of field: vyre_sequence_result::device_ns",
    ][::core::mem::offset_of!(vyre_sequence_result, device_ns) - 24usize];
    [
        "Offset of field: vyre_sequence_result::runs",
    ][::core::mem::offset_of!(vyre_sequence_result, runs) - 32usize];
    [
        "Offset of field: vyre_sequence_result::steps",
    ][::core::mem::offset_of!(vyre_sequence_result, steps) - 40usize];
    [
        "Offset of field: vyre_sequence_result::barriers",
    ][::core::mem::offset_of!(vyre_sequence_result, barriers) - 44usize];
};
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
/// SPIR-V for a program, as docs/plugins.md tells its interface. Lives as long as the compilation.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_spirv_module {
    pub struct_size: usize,
    pub words: *const u32,
    pub word_count: usize,
    /// where the program can trap, by the number a trap reports
    pub trap_sites: *const vyre_string,
    pub trap_site_count: usize,
    /// without that of the trap
    pub storage_buffers: u32,
    /// of the uniform buffer behind the storage buffers
    pub parameter_words: u32,
    /// 1: a buffer of four words behind the uniform buffer
    pub can_trap: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_spirv_module"][::core::mem::size_of::<vyre_spirv_module>() - 56usize];
    [
        "Alignment of vyre_spirv_module",
    ][::core::mem::align_of::<vyre_spirv_module>() - 8usize];
    [
        "Offset of field: vyre_spirv_module::struct_size",
    ][::core::mem::offset_of!(vyre_spirv_module, struct_size) - 0usize];
    [
        "Offset of field: vyre_spirv_module::words",
    ][::core::mem::offset_of!(vyre_spirv_module, words) - 8usize];
    [
        "Offset of field: vyre_spirv_module::word_count",
    ][::core::mem::offset_of!(vyre_spirv_module, word_count) - 16usize];
    [
        "Offset of field: vyre_spirv_module::trap_sites",
    ][::core::mem::offset_of!(vyre_spirv_module, trap_sites) - 24usize];
    [
        "Offset of field: vyre_spirv_module::trap_site_count",
    ][::core::mem::offset_of!(vyre_spirv_module, trap_site_count) - 32usize];
    [
        "Offset of field: vyre_spirv_module::storage_buffers",
    ][::core::mem::offset_of!(vyre_spirv_module, storage_buffers) - 40usize];
    [
        "Offset of field: vyre_spirv_module::parameter_words",
    ][::core::mem::offset_of!(vyre_spirv_module, parameter_words) - 44usize];
    [
        "Offset of field: vyre_spirv_module::can_trap",
    ][::core::mem::offset_of!(vyre_spirv_module, can_trap) - 48usize];
    [
        "Offset of field: vyre_spirv_module::reserved",
    ][::core::mem::offset_of!(vyre_spirv_module, reserved) - 52usize];
};
/// Memory of one buffer for the oracle.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_oracle_buffer {
    /// read and written; may be NULL when |size| is 0
    pub bytes: *mut ::core::ffi::c_void,
    pub size: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_oracle_buffer",
    ][::core::mem::size_of::<vyre_oracle_buffer>() - 16usize];
    [
        "Alignment of vyre_oracle_buffer",
    ][::core::mem::align_of::<vyre_oracle_buffer>() - 8usize];
    [
        "Offset of field: vyre_oracle_buffer::bytes",
    ][::core::mem::offset_of!(vyre_oracle_buffer, bytes) - 0usize];
    [
        "Offset of field: vyre_oracle_buffer::size",
    ][::core::mem::offset_of!(vyre_oracle_buffer, size) - 8usize];
};
/// What a table may call, from any thread. Lives until vyre_backend_table.destroy has returned.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plugin_host {
    pub struct_size: usize,
    /// VYRE_ABI_VERSION of the library
    pub abi_version: u32,
    pub reserved: u32,
    /// first argument of |log|
    pub context: *mut ::core::ffi::c_void,
    /// As vyre_error_create, with the number that vyre_error_native_code gives.
    pub error_create: ::core::option::Option<
        unsafe extern "C" fn(
            code: i32,
            native_code: i64,
            text: vyre_string,
        ) -> *mut vyre_error,
    >,
    pub error_code: ::core::option::Option<
        unsafe extern "C" fn(error: *const vyre_error) -> i32,
    >,
    pub error_text: ::core::option::Option<
        unsafe extern "C" fn(error: *const vyre_error) -> vyre_string,
    >,
    pub error_destroy: ::core::option::Option<
        unsafe extern "C" fn(error: *mut vyre_error),
    >,
    /// A message to the application's log. |level| is VYRE_LOG_...
    pub log: ::core::option::Option<
        unsafe extern "C" fn(
            context: *mut ::core::ffi::c_void,
            level: i32,
            text: vyre_string,
        ),
    >,
    /// As vyre_program_get_info and so on.
    pub program_get_info: ::core::option::Option<
        unsafe extern "C" fn(
            program: *const vyre_program,
            out_info: *mut vyre_program_info,
        ) -> *mut vyre_error,
    >,
    pub program_get_buffer: ::core::option::Option<
        unsafe extern "C" fn(
            program: *const vyre_program,
            index: u32,
            out_info: *mut vyre_buffer_info,
        ) -> *mut vyre_error,
    >,
    pub program_encode: ::core::option::Option<
        unsafe extern "C" fn(
            program: *const vyre_program,
            bytes: *mut ::core::ffi::c_void,
            capacity: usize,
            out_size: *mut usize,
        ) -> *mut vyre_error,
    >,
    pub program_to_json: ::core::option::Option<
        unsafe extern "C" fn(
            program: *const vyre_program,
            text: *mut ::core::ffi::c_char,
            capacity: usize,
            out_size: *mut usize,
        ) -> *mut vyre_error,
    >,
    /** SPIR-V for the program that is compiled, made for what the device's profile says. Values that
 the program names stand in it as numbers.*/
    pub compilation_get_spirv: ::core::option::Option<
        unsafe extern "C" fn(
            compilation: *mut vyre_compilation,
            out_module: *mut vyre_spirv_module,
        ) -> *mut vyre_error,
    >,
    /** The program that is compiled, for the oracle. Outlives the compilation; ended by
 oracle_destroy, which accepts NULL.*/
    pub oracle_create: ::core::option::Option<
        unsafe extern "C" fn(
            compilation: *mut vyre_compilation,
            out_oracle: *mut *mut vyre_oracle,
        ) -> *mut vyre_error,
    >,
    /** Runs it and waits for the end. |buffers| is parallel to vyre_compile_request.bindings; those of
 workgroup memory are ignored. One oracle may run several times at once.*/
    pub oracle_run: ::core::option::Option<
        unsafe extern "C" fn(
            oracle: *mut vyre_oracle,
            grid: *const u32,
            buffers: *const vyre_oracle_buffer,
            buffer_count: usize,
        ) -> *mut vyre_error,
    >,
    pub oracle_destroy: ::core::option::Option<
        unsafe extern "C" fn(oracle: *mut vyre_oracle),
    >,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_plugin_host"][::core::mem::size_of::<vyre_plugin_host>() - 128usize];
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
        "Offset of field: vyre_plugin_host::error_code",
    ][::core::mem::offset_of!(vyre_plugin_host, error_code) - 32usize];
    [
        "Offset of field: vyre_plugin_host::error_text",
    ][::core::mem::offset_of!(vyre_plugin_host, error_text) - 40usize];
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
        "Offset of field: vyre_plugin_host::program_get_buffer",
    ][::core::mem::offset_of!(vyre_plugin_host, program_get_buffer) - 72usize];
    [
        "Offset of field: vyre_plugin_host::program_encode",
    ][::core::mem::offset_of!(vyre_plugin_host, program_encode) - 80usize];
    [
        "Offset of field: vyre_plugin_host::program_to_json",
    ][::core::mem::offset_of!(vyre_plugin_host, program_to_json) - 88usize];
    [
        "Offset of field: vyre_plugin_host::compilation_get_spirv",
    ][::core::mem::offset_of!(vyre_plugin_host, compilation_get_spirv) - 96usize];
    [
        "Offset of field: vyre_plugin_host::oracle_create",
    ][::core::mem::offset_of!(vyre_plugin_host, oracle_create) - 104usize];
    [
        "Offset of field: vyre_plugin_host::oracle_run",
    ][::core::mem::offset_of!(vyre_plugin_host, oracle_run) - 112usize];
    [
        "Offset of field: vyre_plugin_host::oracle_destroy",
    ][::core::mem::offset_of!(vyre_plugin_host, oracle_destroy) - 120usize];
};
/// One buffer of a program that is compiled. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_compile_binding {
    pub name: vyre_string,
    /// 0: known at each dispatch
    pub static_bytes: u64,
    pub reserved: [u64; 2usize],
    pub slot: u32,
    /// VYRE_ROLE_...
    pub role: u32,
    /// VYRE_ACCESS_...
    pub access: u32,
    /// tag of the element type in the wire form
    pub element_type: u32,
    /// from one element to the next; 0: the type has no size
    pub element_bytes: u32,
    /// 0: known at each dispatch
    pub element_count: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_compile_binding",
    ][::core::mem::size_of::<vyre_compile_binding>() - 64usize];
    [
        "Alignment of vyre_compile_binding",
    ][::core::mem::align_of::<vyre_compile_binding>() - 8usize];
    [
        "Offset of field: vyre_compile_binding::name",
    ][::core::mem::offset_of!(vyre_compile_binding, name) - 0usize];
    [
        "Offset of field: vyre_compile_binding::static_bytes",
    ][::core::mem::offset_of!(vyre_compile_binding, static_bytes) - 16usize];
    [
        "Offset of field: vyre_compile_binding::reserved",
    ][::core::mem::offset_of!(vyre_compile_binding, reserved) - 24usize];
    [
        "Offset of field: vyre_compile_binding::slot",
    ][::core::mem::offset_of!(vyre_compile_binding, slot) - 40usize];
    [
        "Offset of field: vyre_compile_binding::role",
    ][::core::mem::offset_of!(vyre_compile_binding, role) - 44usize];
    [
        "Offset of field: vyre_compile_binding::access",
    ][::core::mem::offset_of!(vyre_compile_binding, access) - 48usize];
    [
        "Offset of field: vyre_compile_binding::element_type",
    ][::core::mem::offset_of!(vyre_compile_binding, element_type) - 52usize];
    [
        "Offset of field: vyre_compile_binding::element_bytes",
    ][::core::mem::offset_of!(vyre_compile_binding, element_bytes) - 56usize];
    [
        "Offset of field: vyre_compile_binding::element_count",
    ][::core::mem::offset_of!(vyre_compile_binding, element_count) - 60usize];
};
/// What vyre_backend_table.compile compiles.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_compile_request {
    pub struct_size: usize,
    pub host: *const vyre_plugin_host,
    /// for functions of |host|
    pub compilation: *mut vyre_compilation,
    /// valid; for functions of |host|
    pub program: *const vyre_program,
    /// its canonical wire form; NULL: it has none,
    pub wire: *const ::core::ffi::c_void,
    /// and program_encode says why
    pub wire_size: usize,
    /// by slot; workgroup memory among them
    pub bindings: *const vyre_compile_binding,
    pub binding_count: usize,
    /// an array of vyre_spec_entry: a value for each that the
    pub specialization: *const ::core::ffi::c_void,
    /// program names, in the order of the names' bytes
    pub specialization_count: usize,
    /// the size to run with; may differ from the program's own
    pub workgroup: [u32; 3usize],
    /// tells apart the programs that one dispatch runs
    pub segment: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_compile_request",
    ][::core::mem::size_of::<vyre_compile_request>() - 96usize];
    [
        "Alignment of vyre_compile_request",
    ][::core::mem::align_of::<vyre_compile_request>() - 8usize];
    [
        "Offset of field: vyre_compile_request::struct_size",
    ][::core::mem::offset_of!(vyre_compile_request, struct_size) - 0usize];
    [
        "Offset of field: vyre_compile_request::host",
    ][::core::mem::offset_of!(vyre_compile_request, host) - 8usize];
    [
        "Offset of field: vyre_compile_request::compilation",
    ][::core::mem::offset_of!(vyre_compile_request, compilation) - 16usize];
    [
        "Offset of field: vyre_compile_request::program",
    ][::core::mem::offset_of!(vyre_compile_request, program) - 24usize];
    [
        "Offset of field: vyre_compile_request::wire",
    ][::core::mem::offset_of!(vyre_compile_request, wire) - 32usize];
    [
        "Offset of field: vyre_compile_request::wire_size",
    ][::core::mem::offset_of!(vyre_compile_request, wire_size) - 40usize];
    [
        "Offset of field: vyre_compile_request::bindings",
    ][::core::mem::offset_of!(vyre_compile_request, bindings) - 48usize];
    [
        "Offset of field: vyre_compile_request::binding_count",
    ][::core::mem::offset_of!(vyre_compile_request, binding_count) - 56usize];
    [
        "Offset of field: vyre_compile_request::specialization",
    ][::core::mem::offset_of!(vyre_compile_request, specialization) - 64usize];
    [
        "Offset of field: vyre_compile_request::specialization_count",
    ][::core::mem::offset_of!(vyre_compile_request, specialization_count) - 72usize];
    [
        "Offset of field: vyre_compile_request::workgroup",
    ][::core::mem::offset_of!(vyre_compile_request, workgroup) - 80usize];
    [
        "Offset of field: vyre_compile_request::segment",
    ][::core::mem::offset_of!(vyre_compile_request, segment) - 92usize];
};
/** What a program gets for one binding: |size| bytes from |offset| of |memory|, which the table's
 allocate_memory gave. NULL for workgroup memory and when |size| is 0. Never changes.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_command_buffer {
    pub memory: *mut ::core::ffi::c_void,
    /// a multiple of the profile's buffer_offset_alignment
    pub offset: u64,
    pub size: u64,
    pub reserved: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_command_buffer",
    ][::core::mem::size_of::<vyre_command_buffer>() - 32usize];
    [
        "Alignment of vyre_command_buffer",
    ][::core::mem::align_of::<vyre_command_buffer>() - 8usize];
    [
        "Offset of field: vyre_command_buffer::memory",
    ][::core::mem::offset_of!(vyre_command_buffer, memory) - 0usize];
    [
        "Offset of field: vyre_command_buffer::offset",
    ][::core::mem::offset_of!(vyre_command_buffer, offset) - 8usize];
    [
        "Offset of field: vyre_command_buffer::size",
    ][::core::mem::offset_of!(vyre_command_buffer, size) - 16usize];
    [
        "Offset of field: vyre_command_buffer::reserved",
    ][::core::mem::offset_of!(vyre_command_buffer, reserved) - 24usize];
};
/// One program on one grid. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_command {
    /// what the table's compile gave
    pub executable: *mut ::core::ffi::c_void,
    /// parallel to vyre_compile_request.bindings
    pub buffers: *const vyre_command_buffer,
    pub buffer_count: usize,
    /// VYRE_COMMAND_...
    pub flags: u64,
    /// workgroups on each axis, within the profile's limits
    pub grid: [u32; 3usize],
    pub reserved: u32,
    pub reserved_words: [u64; 2usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_command"][::core::mem::size_of::<vyre_command>() - 64usize];
    ["Alignment of vyre_command"][::core::mem::align_of::<vyre_command>() - 8usize];
    [
        "Offset of field: vyre_command::executable",
    ][::core::mem::offset_of!(vyre_command, executable) - 0usize];
    [
        "Offset of field: vyre_command::buffers",
    ][::core::mem::offset_of!(vyre_command, buffers) - 8usize];
    [
        "Offset of field: vyre_command::buffer_count",
    ][::core::mem::offset_of!(vyre_command, buffer_count) - 16usize];
    [
        "Offset of field: vyre_command::flags",
    ][::core::mem::offset_of!(vyre_command, flags) - 24usize];
    [
        "Offset of field: vyre_command::grid",
    ][::core::mem::offset_of!(vyre_command, grid) - 32usize];
    [
        "Offset of field: vyre_command::reserved",
    ][::core::mem::offset_of!(vyre_command, reserved) - 44usize];
    [
        "Offset of field: vyre_command::reserved_words",
    ][::core::mem::offset_of!(vyre_command, reserved_words) - 48usize];
};
/// Work for a device. One command, unless the table has VYRE_PLUGIN_ORDERED.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_submission {
    pub struct_size: usize,
    /// VYRE_SUBMISSION_...
    pub flags: u64,
    pub commands: *const vyre_command,
    /// at least 1
    pub command_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_submission"][::core::mem::size_of::<vyre_submission>() - 32usize];
    [
        "Alignment of vyre_submission",
    ][::core::mem::align_of::<vyre_submission>() - 8usize];
    [
        "Offset of field: vyre_submission::struct_size",
    ][::core::mem::offset_of!(vyre_submission, struct_size) - 0usize];
    [
        "Offset of field: vyre_submission::flags",
    ][::core::mem::offset_of!(vyre_submission, flags) - 8usize];
    [
        "Offset of field: vyre_submission::commands",
    ][::core::mem::offset_of!(vyre_submission, commands) - 16usize];
    [
        "Offset of field: vyre_submission::command_count",
    ][::core::mem::offset_of!(vyre_submission, command_count) - 24usize];
};
/** A backend. Set |struct_size| to the size of the struct, |abi_version| to VYRE_ABI_VERSION, the
 required entries, and leave everything else zero.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_backend_table {
    pub struct_size: usize,
    /// VYRE_PLUGIN_...
    pub flags: u64,
    /// VYRE_PLUGIN_SET_...
    pub set: u64,
    /// VYRE_ABI_VERSION of the header that the table was compiled with
    pub abi_version: u32,
    /// lower is better among equals; without its bit the last
    pub rank: u32,
    /// required: 1 to 64 letters, digits, '-', '_' and '.'. Copied
    pub id: vyre_string,
    /// empty: "unspecified". Copied
    pub version: vyre_string,
    pub user: *mut ::core::ffi::c_void,
    /// frees |user|, after the last other call; may be NULL
    pub destroy: vyre_destroy_fn,
    /** Required: devices. |device| counts from 0, below count_devices. The library copies the
 profile. Limits that are 0 count as 1, but for sizes and |max_buffers|: there 0 is unknown.*/
    pub get_profile: ::core::option::Option<
        unsafe extern "C" fn(
            user: *mut ::core::ffi::c_void,
            device: u32,
            out_profile: *mut vyre_device_profile,
        ) -> *mut vyre_error,
    >,
    pub open_device: ::core::option::Option<
        unsafe extern "C" fn(
            user: *mut ::core::ffi::c_void,
            device: u32,
            host: *const vyre_plugin_host,
            out_device: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /// when all that was made with it is gone
    pub close_device: ::core::option::Option<
        unsafe extern "C" fn(device: *mut ::core::ffi::c_void),
    >,
    /** Required: memory of a device. allocate_memory gives |size| (> 0) zeroed bytes; transfers lie
 within it and are done when they return. free_memory is called when no work uses it.*/
    pub allocate_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            size: u64,
            out_memory: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    pub free_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            memory: *mut ::core::ffi::c_void,
        ),
    >,
    pub write_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            memory: *mut ::core::ffi::c_void,
            offset: u64,
            bytes: *const ::core::ffi::c_void,
            size: u64,
        ) -> *mut vyre_error,
    >,
    pub read_memory: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            memory: *mut ::core::ffi::c_void,
            offset: u64,
            bytes: *mut ::core::ffi::c_void,
            size: u64,
        ) -> *mut vyre_error,
    >,
    /// Required: programs. What a device cannot do exactly is VYRE_ERROR_UNSUPPORTED_FEATURE here.
    pub compile: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            request: *const vyre_compile_request,
            out_executable: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /// when no work uses it
    pub free_executable: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            executable: *mut ::core::ffi::c_void,
        ),
    >,
    /** Required: work. |submit| starts it, or does all of it. |wait| waits |timeout_ns| at the longest
 (0: not at all; VYRE_WAIT_FOREVER) and sets VYRE_PENDING or VYRE_READY; an error means that the
 work has failed and ended. It is not called again once the work has ended; then free_work is.*/
    pub submit: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            submission: *const vyre_submission,
            out_work: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    pub wait: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            work: *mut ::core::ffi::c_void,
            timeout_ns: u64,
            out_state: *mut i32,
        ) -> *mut vyre_error,
    >,
    pub free_work: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            work: *mut ::core::ffi::c_void,
        ),
    >,
    /** How many devices there are now. NULL: one. With several, "id:<uuid>" names one, or
 "id:<number>" where the profile has no uuid. None is not an error.*/
    pub count_devices: ::core::option::Option<
        unsafe extern "C" fn(
            user: *mut ::core::ffi::c_void,
            out_count: *mut u32,
        ) -> *mut vyre_error,
    >,
    /// How long the device took for work that is ready; 0: not known. NULL: never known.
    pub get_device_ns: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            work: *mut ::core::ffi::c_void,
            out_device_ns: *mut u64,
        ) -> *mut vyre_error,
    >,
    /// allocate_memory of bytes that will all be written first. NULL: allocate_memory.
    pub allocate_unfilled: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            size: u64,
            out_memory: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    /// Copies between two different memories. NULL: read_memory and write_memory in pieces.
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
    /** Memory that is these bytes of the host, which stay until free_memory. Address and |size| are
 multiples of |host_import_alignment|, a power of two. NULL: refused by name.*/
    pub import_host: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            bytes: *mut ::core::ffi::c_void,
            size: u64,
            writable: i32,
            out_memory: *mut *mut ::core::ffi::c_void,
        ) -> *mut vyre_error,
    >,
    pub host_import_alignment: u64,
    /** Lifecycle. |prepare|: what the first dispatch would otherwise wait for. |flush|: makes durable
 what is cached; all work has ended. |shutdown|: lets the device go; all work has ended, and
 only read_memory of what it left, frees and close_device come after. NULL: nothing is to do.*/
    pub prepare: ::core::option::Option<
        unsafe extern "C" fn(device: *mut ::core::ffi::c_void) -> *mut vyre_error,
    >,
    pub flush: ::core::option::Option<
        unsafe extern "C" fn(device: *mut ::core::ffi::c_void) -> *mut vyre_error,
    >,
    pub shutdown: ::core::option::Option<
        unsafe extern "C" fn(device: *mut ::core::ffi::c_void) -> *mut vyre_error,
    >,
    /** Sets 1 when the device is gone for good; |wait| then fails at once. NULL: the device is lost
 when a function has failed with VYRE_ERROR_DEVICE_LOST.*/
    pub get_device_lost: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            out_lost: *mut i32,
        ) -> *mut vyre_error,
    >,
    /** Opens the same adapter again, with the same limits. What was made before is only freed
 afterwards. NULL: refused by name.*/
    pub recover: ::core::option::Option<
        unsafe extern "C" fn(device: *mut ::core::ffi::c_void) -> *mut vyre_error,
    >,
    /** What the backend counts itself, with the bits in |set| of what it knows. NULL: nothing. The
 library counts the rest where it can.*/
    pub get_counters: ::core::option::Option<
        unsafe extern "C" fn(
            device: *mut ::core::ffi::c_void,
            out_counters: *mut vyre_counters,
        ) -> *mut vyre_error,
    >,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_backend_table",
    ][::core::mem::size_of::<vyre_backend_table>() - 272usize];
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
        "Offset of field: vyre_backend_table::set",
    ][::core::mem::offset_of!(vyre_backend_table, set) - 16usize];
    [
        "Offset of field: vyre_backend_table::abi_version",
    ][::core::mem::offset_of!(vyre_backend_table, abi_version) - 24usize];
    [
        "Offset of field: vyre_backend_table::rank",
    ][::core::mem::offset_of!(vyre_backend_table, rank) - 28usize];
    [
        "Offset of field: vyre_backend_table::id",
    ][::core::mem::offset_of!(vyre_backend_table, id) - 32usize];
    [
        "Offset of field: vyre_backend_table::version",
    ][::core::mem::offset_of!(vyre_backend_table, version) - 48usize];
    [
        "Offset of field: vyre_backend_table::user",
    ][::core::mem::offset_of!(vyre_backend_table, user) - 64usize];
    [
        "Offset of field: vyre_backend_table::destroy",
    ][::core::mem::offset_of!(vyre_backend_table, destroy) - 72usize];
    [
        "Offset of field: vyre_backend_table::get_profile",
    ][::core::mem::offset_of!(vyre_backend_table, get_profile) - 80usize];
    [
        "Offset of field: vyre_backend_table::open_device",
    ][::core::mem::offset_of!(vyre_backend_table, open_device) - 88usize];
    [
        "Offset of field: vyre_backend_table::close_device",
    ][::core::mem::offset_of!(vyre_backend_table, close_device) - 96usize];
    [
        "Offset of field: vyre_backend_table::allocate_memory",
    ][::core::mem::offset_of!(vyre_backend_table, allocate_memory) - 104usize];
    [
        "Offset of field: vyre_backend_table::free_memory",
    ][::core::mem::offset_of!(vyre_backend_table, free_memory) - 112usize];
    [
        "Offset of field: vyre_backend_table::write_memory",
    ][::core::mem::offset_of!(vyre_backend_table, write_memory) - 120usize];
    [
        "Offset of field: vyre_backend_table::read_memory",
    ][::core::mem::offset_of!(vyre_backend_table, read_memory) - 128usize];
    [
        "Offset of field: vyre_backend_table::compile",
    ][::core::mem::offset_of!(vyre_backend_table, compile) - 136usize];
    [
        "Offset of field: vyre_backend_table::free_executable",
    ][::core::mem::offset_of!(vyre_backend_table, free_executable) - 144usize];
    [
        "Offset of field: vyre_backend_table::submit",
    ][::core::mem::offset_of!(vyre_backend_table, submit) - 152usize];
    [
        "Offset of field: vyre_backend_table::wait",
    ][::core::mem::offset_of!(vyre_backend_table, wait) - 160usize];
    [
        "Offset of field: vyre_backend_table::free_work",
    ][::core::mem::offset_of!(vyre_backend_table, free_work) - 168usize];
    [
        "Offset of field: vyre_backend_table::count_devices",
    ][::core::mem::offset_of!(vyre_backend_table, count_devices) - 176usize];
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
        "Offset of field: vyre_backend_table::import_host",
    ][::core::mem::offset_of!(vyre_backend_table, import_host) - 208usize];
    [
        "Offset of field: vyre_backend_table::host_import_alignment",
    ][::core::mem::offset_of!(vyre_backend_table, host_import_alignment) - 216usize];
    [
        "Offset of field: vyre_backend_table::prepare",
    ][::core::mem::offset_of!(vyre_backend_table, prepare) - 224usize];
    [
        "Offset of field: vyre_backend_table::flush",
    ][::core::mem::offset_of!(vyre_backend_table, flush) - 232usize];
    [
        "Offset of field: vyre_backend_table::shutdown",
    ][::core::mem::offset_of!(vyre_backend_table, shutdown) - 240usize];
    [
        "Offset of field: vyre_backend_table::get_device_lost",
    ][::core::mem::offset_of!(vyre_backend_table, get_device_lost) - 248usize];
    [
        "Offset of field: vyre_backend_table::recover",
    ][::core::mem::offset_of!(vyre_backend_table, recover) - 256usize];
    [
        "Offset of field: vyre_backend_table::get_counters",
    ][::core::mem::offset_of!(vyre_backend_table, get_counters) - 264usize];
};
/** What a plug-in exports as "vyre_plugin_entry". |table| is zeroed but for its |struct_size|, the
 room there is: a plug-in that needs more returns an error. Sets the table up; once it has
 succeeded, |destroy| is called in the end, whatever comes between. May be called several times
 in a process, once for each context that loads it.*/
pub type vyre_plugin_entry_fn = ::core::option::Option<
    unsafe extern "C" fn(
        host: *const vyre_plugin_host,
        table: *mut vyre_backend_table,
    ) -> *mut vyre_error,
>;
/// How plug-ins are loaded.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_plugin_desc {
    pub struct_size: usize,
    /// 0
    pub flags: u64,
    /** BLAKE3 of the files that may be loaded, 32 bytes each; none: all may. What is loaded is what
 was hashed, also when the file changes meanwhile. Linux only.*/
    pub digests: *const u8,
    pub digest_count: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_plugin_desc"][::core::mem::size_of::<vyre_plugin_desc>() - 32usize];
    [
        "Alignment of vyre_plugin_desc",
    ][::core::mem::align_of::<vyre_plugin_desc>() - 8usize];
    [
        "Offset of field: vyre_plugin_desc::struct_size",
    ][::core::mem::offset_of!(vyre_plugin_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_plugin_desc::flags",
    ][::core::mem::offset_of!(vyre_plugin_desc, flags) - 8usize];
    [
        "Offset of field: vyre_plugin_desc::digests",
    ][::core::mem::offset_of!(vyre_plugin_desc, digests) - 16usize];
    [
        "Offset of field: vyre_plugin_desc::digest_count",
    ][::core::mem::offset_of!(vyre_plugin_desc, digest_count) - 24usize];
};
/// One feature. Its strings end with a NUL too and live for ever.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_feature {
    /// "vulkanMemoryModel"
    pub name: vyre_string,
    /// that has it: "VkPhysicalDeviceVulkanMemoryModelFeatures"
    pub structure: vyre_string,
    /// of a core version: "VkPhysicalDeviceVulkan12Features"; or empty
    pub core_structure: vyre_string,
    /// VYRE_VULKAN_FEATURE_...
    pub bit: u64,
    /// 1, or 0: programs that need it are refused without it
    pub required: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_feature",
    ][::core::mem::size_of::<vyre_vulkan_feature>() - 64usize];
    [
        "Alignment of vyre_vulkan_feature",
    ][::core::mem::align_of::<vyre_vulkan_feature>() - 8usize];
    [
        "Offset of field: vyre_vulkan_feature::name",
    ][::core::mem::offset_of!(vyre_vulkan_feature, name) - 0usize];
    [
        "Offset of field: vyre_vulkan_feature::structure",
    ][::core::mem::offset_of!(vyre_vulkan_feature, structure) - 16usize];
    [
        "Offset of field: vyre_vulkan_feature::core_structure",
    ][::core::mem::offset_of!(vyre_vulkan_feature, core_structure) - 32usize];
    [
        "Offset of field: vyre_vulkan_feature::bit",
    ][::core::mem::offset_of!(vyre_vulkan_feature, bit) - 48usize];
    [
        "Offset of field: vyre_vulkan_feature::required",
    ][::core::mem::offset_of!(vyre_vulkan_feature, required) - 56usize];
    [
        "Offset of field: vyre_vulkan_feature::reserved",
    ][::core::mem::offset_of!(vyre_vulkan_feature, reserved) - 60usize];
};
/** What the library wants of an instance and a device. Everything here lives for ever; the names of
 extensions end with a NUL, as Vulkan wants them.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_requirements {
    pub struct_size: usize,
    pub required_instance_extensions: *const *const ::core::ffi::c_char,
    pub optional_instance_extensions: *const *const ::core::ffi::c_char,
    pub required_device_extensions: *const *const ::core::ffi::c_char,
    pub optional_device_extensions: *const *const ::core::ffi::c_char,
    pub features: *const vyre_vulkan_feature,
    pub feature_count: usize,
    /// VYRE_VULKAN_FEATURE_...
    pub required_features: u64,
    pub optional_features: u64,
    pub required_instance_extension_count: u32,
    pub optional_instance_extension_count: u32,
    pub required_device_extension_count: u32,
    pub optional_device_extension_count: u32,
    /// of instance and device, as VK_MAKE_API_VERSION packs it
    pub least_api_version: u32,
    /// of the queue's family: VK_QUEUE_COMPUTE_BIT
    pub required_queue_flags: u32,
    /// VkBufferUsageFlags that vyre_buffer_import_vulkan needs
    pub buffer_usage: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_requirements",
    ][::core::mem::size_of::<vyre_vulkan_requirements>() - 104usize];
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
        "Offset of field: vyre_vulkan_requirements::features",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, features) - 40usize];
    [
        "Offset of field: vyre_vulkan_requirements::feature_count",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, feature_count) - 48usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_features",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, required_features) - 56usize];
    [
        "Offset of field: vyre_vulkan_requirements::optional_features",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, optional_features) - 64usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_instance_extension_count",
    ][::core::mem::offset_of!(
        vyre_vulkan_requirements, required_instance_extension_count
    ) - 72usize];
    [
        "Offset of field: vyre_vulkan_requirements::optional_instance_extension_count",
    ][::core::mem::offset_of!(
        vyre_vulkan_requirements, optional_instance_extension_count
    ) - 76usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_device_extension_count",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, required_device_extension_count)
        - 80usize];
    [
        "Offset of field: vyre_vulkan_requirements::optional_device_extension_count",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, optional_device_extension_count)
        - 84usize];
    [
        "Offset of field: vyre_vulkan_requirements::least_api_version",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, least_api_version) - 88usize];
    [
        "Offset of field: vyre_vulkan_requirements::required_queue_flags",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, required_queue_flags) - 92usize];
    [
        "Offset of field: vyre_vulkan_requirements::buffer_usage",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, buffer_usage) - 96usize];
    [
        "Offset of field: vyre_vulkan_requirements::reserved",
    ][::core::mem::offset_of!(vyre_vulkan_requirements, reserved) - 100usize];
};
/// Any function of Vulkan, cast.
pub type vyre_vulkan_function = ::core::option::Option<unsafe extern "C" fn()>;
/** Locks and unlocks the host's queue, on whichever thread submits. No other function of the library
 is called in between, and none of its locks is held; the host must not call the library while it
 holds the lock.*/
pub type vyre_vulkan_lock_fn = ::core::option::Option<
    unsafe extern "C" fn(user: *mut ::core::ffi::c_void),
>;
/** The host's device. Everything has to stay as it is until |destroy| is called; arrays and
 structures that are pointed to need to live for the call only.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_device_desc {
    pub struct_size: usize,
    /// VYRE_VULKAN_SET_...
    pub set: u64,
    /// VYRE_VULKAN_...
    pub flags: u64,
    /// VkInstance
    pub instance: *mut ::core::ffi::c_void,
    /// VkPhysicalDevice
    pub physical_device: *mut ::core::ffi::c_void,
    /// VkDevice
    pub device: *mut ::core::ffi::c_void,
    /// PFN_vkGetInstanceProcAddr
    pub get_instance_proc_addr: vyre_vulkan_function,
    /** What the device was made with. Features: a VkPhysicalDeviceFeatures2 with its chain, or
 |features| with its bit, or neither: unknown, then only those required are used.*/
    pub enabled_features: *const ::core::ffi::c_void,
    /// VYRE_VULKAN_FEATURE_...
    pub features: u64,
    pub enabled_extensions: *const *const ::core::ffi::c_char,
    pub enabled_extension_count: usize,
    /// VkAllocationCallbacks for all that we create; NULL: none
    pub allocation_callbacks: *const ::core::ffi::c_void,
    /// VkQueue. NULL: that of |queue_family|, |queue_index| and |queue_flags|.
    pub queue: *mut ::core::ffi::c_void,
    /// around every submission; NULL, like |unlock|: not needed
    pub lock: vyre_vulkan_lock_fn,
    pub unlock: vyre_vulkan_lock_fn,
    /// of lock and unlock
    pub user: *mut ::core::ffi::c_void,
    /// of |user|: the library uses the device no more. May be NULL
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
    ][::core::mem::size_of::<vyre_vulkan_device_desc>() - 152usize];
    [
        "Alignment of vyre_vulkan_device_desc",
    ][::core::mem::align_of::<vyre_vulkan_device_desc>() - 8usize];
    [
        "Offset of field: vyre_vulkan_device_desc::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_device_desc::set",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, set) - 8usize];
    [
        "Offset of field: vyre_vulkan_device_desc::flags",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, flags) - 16usize];
    [
        "Offset of field: vyre_vulkan_device_desc::instance",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, instance) - 24usize];
    [
        "Offset of field: vyre_vulkan_device_desc::physical_device",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, physical_device) - 32usize];
    [
        "Offset of field: vyre_vulkan_device_desc::device",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, device) - 40usize];
    [
        "Offset of field: vyre_vulkan_device_desc::get_instance_proc_addr",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, get_instance_proc_addr)
        - 48usize];
    [
        "Offset of field: vyre_vulkan_device_desc::enabled_features",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, enabled_features) - 56usize];
    [
        "Offset of field: vyre_vulkan_device_desc::features",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, features) - 64usize];
    [
        "Offset of field: vyre_vulkan_device_desc::enabled_extensions",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, enabled_extensions) - 72usize];
    [
        "Offset of field: vyre_vulkan_device_desc::enabled_extension_count",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, enabled_extension_count)
        - 80usize];
    [
        "Offset of field: vyre_vulkan_device_desc::allocation_callbacks",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, allocation_callbacks) - 88usize];
    [
        "Offset of field: vyre_vulkan_device_desc::queue",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, queue) - 96usize];
    [
        "Offset of field: vyre_vulkan_device_desc::lock",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, lock) - 104usize];
    [
        "Offset of field: vyre_vulkan_device_desc::unlock",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, unlock) - 112usize];
    [
        "Offset of field: vyre_vulkan_device_desc::user",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, user) - 120usize];
    [
        "Offset of field: vyre_vulkan_device_desc::destroy",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, destroy) - 128usize];
    [
        "Offset of field: vyre_vulkan_device_desc::api_version",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, api_version) - 136usize];
    [
        "Offset of field: vyre_vulkan_device_desc::queue_family",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, queue_family) - 140usize];
    [
        "Offset of field: vyre_vulkan_device_desc::queue_index",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, queue_index) - 144usize];
    [
        "Offset of field: vyre_vulkan_device_desc::queue_flags",
    ][::core::mem::offset_of!(vyre_vulkan_device_desc, queue_flags) - 148usize];
};
/** The Vulkan objects behind a backend, which lives on a device of the host or of its own. They live
 as long as the backend.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_handles {
    pub struct_size: usize,
    /// VYRE_VULKAN_HANDLES_...
    pub flags: u64,
    /// VkInstance
    pub instance: *mut ::core::ffi::c_void,
    /// VkPhysicalDevice
    pub physical_device: *mut ::core::ffi::c_void,
    /// VkDevice
    pub device: *mut ::core::ffi::c_void,
    /// VkQueue; NULL on a device that is not the host's, or without one
    pub queue: *mut ::core::ffi::c_void,
    /// VkSemaphore of the timeline type: each submission gives it a number
    pub timeline: u64,
    /** number of the newest submission: all earlier work is over when the
timeline has it*/
    pub submitted: u64,
    pub queue_family: u32,
    pub reserved: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_handles",
    ][::core::mem::size_of::<vyre_vulkan_handles>() - 72usize];
    [
        "Alignment of vyre_vulkan_handles",
    ][::core::mem::align_of::<vyre_vulkan_handles>() - 8usize];
    [
        "Offset of field: vyre_vulkan_handles::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_handles, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_handles::flags",
    ][::core::mem::offset_of!(vyre_vulkan_handles, flags) - 8usize];
    [
        "Offset of field: vyre_vulkan_handles::instance",
    ][::core::mem::offset_of!(vyre_vulkan_handles, instance) - 16usize];
    [
        "Offset of field: vyre_vulkan_handles::physical_device",
    ][::core::mem::offset_of!(vyre_vulkan_handles, physical_device) - 24usize];
    [
        "Offset of field: vyre_vulkan_handles::device",
    ][::core::mem::offset_of!(vyre_vulkan_handles, device) - 32usize];
    [
        "Offset of field: vyre_vulkan_handles::queue",
    ][::core::mem::offset_of!(vyre_vulkan_handles, queue) - 40usize];
    [
        "Offset of field: vyre_vulkan_handles::timeline",
    ][::core::mem::offset_of!(vyre_vulkan_handles, timeline) - 48usize];
    [
        "Offset of field: vyre_vulkan_handles::submitted",
    ][::core::mem::offset_of!(vyre_vulkan_handles, submitted) - 56usize];
    [
        "Offset of field: vyre_vulkan_handles::queue_family",
    ][::core::mem::offset_of!(vyre_vulkan_handles, queue_family) - 64usize];
    [
        "Offset of field: vyre_vulkan_handles::reserved",
    ][::core::mem::offset_of!(vyre_vulkan_handles, reserved) - 68usize];
};
/** The timeline semaphore and the number that it has when a dispatch is over, for the host's own
 submissions to wait for; what the dispatch wrote is visible to them. Work that goes on on the
 host after the device's (files, programs with io ops) is refused by name.*/
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_point {
    pub struct_size: usize,
    /// VkSemaphore; lives as long as the backend
    pub semaphore: u64,
    pub value: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of vyre_vulkan_point"][::core::mem::size_of::<vyre_vulkan_point>() - 24usize];
    [
        "Alignment of vyre_vulkan_point",
    ][::core::mem::align_of::<vyre_vulkan_point>() - 8usize];
    [
        "Offset of field: vyre_vulkan_point::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_point, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_point::semaphore",
    ][::core::mem::offset_of!(vyre_vulkan_point, semaphore) - 8usize];
    [
        "Offset of field: vyre_vulkan_point::value",
    ][::core::mem::offset_of!(vyre_vulkan_point, value) - 16usize];
};
/** Where a buffer's bytes are: |size| bytes from |offset| of a VkBuffer that holds others' bytes
 too.*/
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
/// A range of a host's buffer.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_buffer_desc {
    pub struct_size: usize,
    /// 0
    pub flags: u64,
    /// VkBuffer, bound to memory, of the queue's family or shared
    pub buffer: u64,
    /// multiple of the profile's buffer_offset_alignment
    pub offset: u64,
    /// multiple of 4
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
    ][::core::mem::size_of::<vyre_vulkan_buffer_desc>() - 64usize];
    [
        "Alignment of vyre_vulkan_buffer_desc",
    ][::core::mem::align_of::<vyre_vulkan_buffer_desc>() - 8usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::struct_size",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::flags",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, flags) - 8usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::buffer",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, buffer) - 16usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::offset",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, offset) - 24usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::size",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, size) - 32usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::user",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, user) - 40usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::destroy",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, destroy) - 48usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::usage",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, usage) - 56usize];
    [
        "Offset of field: vyre_vulkan_buffer_desc::reserved",
    ][::core::mem::offset_of!(vyre_vulkan_buffer_desc, reserved) - 60usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_recording {
    _unused: [u8; 0],
}
/// Stages and accesses of work, as VkPipelineStageFlags and VkAccessFlags. Never changes.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_vulkan_access {
    pub stages: u32,
    pub accesses: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_vulkan_access",
    ][::core::mem::size_of::<vyre_vulkan_access>() - 8usize];
    [
        "Alignment of vyre_vulkan_access",
    ][::core::mem::align_of::<vyre_vulkan_access>() - 4usize];
    [
        "Offset of field: vyre_vulkan_access::stages",
    ][::core::mem::offset_of!(vyre_vulkan_access, stages) - 0usize];
    [
        "Offset of field: vyre_vulkan_access::accesses",
    ][::core::mem::offset_of!(vyre_vulkan_access, accesses) - 4usize];
};
/// How recorded work meets what the host records around it.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct vyre_recording_desc {
    pub struct_size: usize,
    /// VYRE_RECORDING_SET_...
    pub set: u64,
    /** What of the host's earlier work has to be over, and visible, before ours. Without its bit: all.
 No stages: the host has recorded its own barrier, to compute and transfer.*/
    pub before: vyre_vulkan_access,
    /** What comes behind ours and sees what it wrote. Without its bit: all. No stages: the
 host alone, after its fence.*/
    pub after: vyre_vulkan_access,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of vyre_recording_desc",
    ][::core::mem::size_of::<vyre_recording_desc>() - 32usize];
    [
        "Alignment of vyre_recording_desc",
    ][::core::mem::align_of::<vyre_recording_desc>() - 8usize];
    [
        "Offset of field: vyre_recording_desc::struct_size",
    ][::core::mem::offset_of!(vyre_recording_desc, struct_size) - 0usize];
    [
        "Offset of field: vyre_recording_desc::set",
    ][::core::mem::offset_of!(vyre_recording_desc, set) - 8usize];
    [
        "Offset of field: vyre_recording_desc::before",
    ][::core::mem::offset_of!(vyre_recording_desc, before) - 16usize];
    [
        "Offset of field: vyre_recording_desc::after",
    ][::core::mem::offset_of!(vyre_recording_desc, after) - 24usize];
};
unsafe extern "C" {
    /// "0.1.0". Lives for ever.
    pub fn vyre_version() -> vyre_string;
    /// VYRE_ABI_VERSION of the library that is loaded.
    pub fn vyre_abi_version() -> u32;
    /// The number of an error, VYRE_OK for NULL.
    pub fn vyre_error_code(error: *const vyre_error) -> i32;
    /// "INVALID_PROGRAM" for a VYRE_ERROR_ number, "OK" for 0, "UNKNOWN" for any other. Lives for ever.
    pub fn vyre_error_code_name(code: i32) -> vyre_string;
    /// What happened, and after "Fix: " what to do. Empty for NULL. Lives as long as the error.
    pub fn vyre_error_text(error: *const vyre_error) -> vyre_string;
    /// How many findings the error carries; 0 for NULL.
    pub fn vyre_error_finding_count(error: *const vyre_error) -> usize;
    /// Finding |index|, or one with empty strings when there is none.
    pub fn vyre_error_finding(error: *const vyre_error, index: usize) -> vyre_finding;
    /// The number of the program segment that failed, from 0; -1 when the program was not cut.
    pub fn vyre_error_segment(error: *const vyre_error) -> i64;
    /// The backend's own number of the failure, a VkResult for Vulkan; 0 when it gave none.
    pub fn vyre_error_native_code(error: *const vyre_error) -> i64;
    /** An error for a callback to return. The text is copied; where it has no "Fix: ", one is added. A
 |code| that is no VYRE_ERROR_ number becomes VYRE_ERROR_UNKNOWN. Never NULL.*/
    pub fn vyre_error_create(code: i32, text: vyre_string) -> *mut vyre_error;
    /// The code of |error|, which is destroyed.
    pub fn vyre_error_consume(error: *mut vyre_error) -> i32;
    /// Errors may outlive their context and be destroyed on any thread.
    pub fn vyre_error_destroy(error: *mut vyre_error);
    /** Makes a context. It opens no device and starts no thread. |desc| may be NULL. When this fails,
 the _destroy callbacks of |desc| are not called.*/
    pub fn vyre_context_create(
        desc: *const vyre_context_desc,
        out_context: *mut *mut vyre_context,
    ) -> *mut vyre_error;
    /** An owner of the one context that the whole process shares: all defaults, nothing
 read from the environment. The first call makes it, the last destroy frees everything.*/
    pub fn vyre_context_default(out_context: *mut *mut vyre_context) -> *mut vyre_error;
    /** Runs the background work that is due, on this thread, and returns without waiting for any.
 |out_ran| (may be NULL) gets the number of callbacks that were made. Needed only by contexts
 without run_job and without VYRE_CONTEXT_OWN_THREADS; harmless on others.*/
    pub fn vyre_context_poll(
        context: *mut vyre_context,
        out_ran: *mut u32,
    ) -> *mut vyre_error;
    /** Writes what the context and its backends did last, as JSON in the form of Chrome's traces, which
 ui.perfetto.dev opens: calls by thread, submissions, times of devices. docs/traces.md tells what
 is in it. |write| is called on this thread, piece by piece; its error is returned. Nothing is
 forgotten, so a later trace has it too. VYRE_ERROR_INVALID_ARGUMENT without VYRE_CONTEXT_TRACE.*/
    pub fn vyre_context_write_trace(
        context: *const vyre_context,
        write: vyre_write_fn,
        user: *mut ::core::ffi::c_void,
    ) -> *mut vyre_error;
    pub fn vyre_context_destroy(context: *mut vyre_context);
    /** Reads a program in wire form. Truncated, mutated or oversized bytes give
 VYRE_ERROR_MALFORMED_WIRE and no partial program. Does not validate.*/
    pub fn vyre_program_decode(
        context: *mut vyre_context,
        bytes: *const ::core::ffi::c_void,
        size: usize,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    /// Reads a program in JSON form (docs/program-json.md). Does not validate.
    pub fn vyre_program_from_json(
        context: *mut vyre_context,
        json: vyre_string,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    /// Reads a program in either form, told apart by its first bytes. Does not validate.
    pub fn vyre_program_load(
        context: *mut vyre_context,
        bytes: *const ::core::ffi::c_void,
        size: usize,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    /** Writes the wire form; decoding it gives an equal program. Sizes as convention 8.
 VYRE_ERROR_INVALID_PROGRAM names what the wire form cannot carry.*/
    pub fn vyre_program_encode(
        program: *const vyre_program,
        bytes: *mut ::core::ffi::c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> *mut vyre_error;
    /// Writes the JSON form, without a NUL at its end. Sizes as convention 8.
    pub fn vyre_program_to_json(
        program: *const vyre_program,
        text: *mut ::core::ffi::c_char,
        capacity: usize,
        out_size: *mut usize,
    ) -> *mut vyre_error;
    /** Writes the 32 bytes that identify the program's structure: BLAKE3 of its canonical wire form.
 Equal programs have equal fingerprints, in any process. Fails like vyre_program_encode.*/
    pub fn vyre_program_fingerprint(
        program: *const vyre_program,
        out_fingerprint: *mut u8,
    ) -> *mut vyre_error;
    /** Checks the program against the rules of the IR. |desc| may be NULL. NULL: valid.
 VYRE_ERROR_INVALID_PROGRAM carries every finding, in the order of the rules; warnings go to the
 log. Pipelines check by themselves, and what their device lacks is then
 VYRE_ERROR_UNSUPPORTED_FEATURE.*/
    pub fn vyre_program_validate(
        program: *const vyre_program,
        desc: *const vyre_validate_desc,
    ) -> *mut vyre_error;
    /// What the program as a whole is. Strings live as long as the program.
    pub fn vyre_program_get_info(
        program: *const vyre_program,
        out_info: *mut vyre_program_info,
    ) -> *mut vyre_error;
    /// Declared buffer |index|, in the order of declaration, below vyre_program_info.buffer_count.
    pub fn vyre_program_get_buffer(
        program: *const vyre_program,
        index: u32,
        out_info: *mut vyre_buffer_info,
    ) -> *mut vyre_error;
    pub fn vyre_program_destroy(program: *mut vyre_program);
    pub fn vyre_builder_create(
        context: *mut vyre_context,
        out_builder: *mut *mut vyre_builder,
    ) -> *mut vyre_error;
    /// The first mistake so far, a new error that the caller owns; NULL when there is none.
    pub fn vyre_builder_status(builder: *const vyre_builder) -> *mut vyre_error;
    /** Hands the program out, equal to one that was read from its wire or JSON form. The builder is
 empty afterwards, as if new, also after a mistake, which is returned
 (VYRE_ERROR_INVALID_ARGUMENT). What is not in regions goes into one region, "vyre.program.root",
 as the published builders do it. Does not validate.*/
    pub fn vyre_builder_finish(
        builder: *mut vyre_builder,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    pub fn vyre_builder_destroy(builder: *mut vyre_builder);
    /// The declared workgroup size; 1 x 1 x 1 unless set.
    pub fn vyre_builder_set_workgroup(
        builder: *mut vyre_builder,
        x: u32,
        y: u32,
        z: u32,
    );
    /// The op that the program stands for, such as "math.add".
    pub fn vyre_builder_set_entry(builder: *mut vyre_builder, op_id: vyre_string);
    /// Declares a buffer; names are unique. |desc| is not NULL.
    pub fn vyre_builder_declare(
        builder: *mut vyre_builder,
        desc: *const vyre_buffer_desc,
    );
    /// Literals. A boolean is true unless |value| is 0.
    pub fn vyre_builder_u32(builder: *mut vyre_builder, value: u32) -> vyre_expr;
    pub fn vyre_builder_i32(builder: *mut vyre_builder, value: i32) -> vyre_expr;
    pub fn vyre_builder_f32(builder: *mut vyre_builder, value: f32) -> vyre_expr;
    pub fn vyre_builder_boolean(builder: *mut vyre_builder, value: i32) -> vyre_expr;
    pub fn vyre_builder_id(builder: *mut vyre_builder, id: u32, axis: u32) -> vyre_expr;
    /// The local |name|, which a vyre_builder_let or vyre_builder_begin_loop around this place binds.
    pub fn vyre_builder_local(
        builder: *mut vyre_builder,
        name: vyre_string,
    ) -> vyre_expr;
    /// The number of elements of |buffer|.
    pub fn vyre_builder_length(
        builder: *mut vyre_builder,
        buffer: vyre_string,
    ) -> vyre_expr;
    /// Element |index| of |buffer|; 0 beyond its end.
    pub fn vyre_builder_load(
        builder: *mut vyre_builder,
        buffer: vyre_string,
        index: vyre_expr,
    ) -> vyre_expr;
    pub fn vyre_builder_binary(
        builder: *mut vyre_builder,
        op: u32,
        left: vyre_expr,
        right: vyre_expr,
    ) -> vyre_expr;
    pub fn vyre_builder_unary(
        builder: *mut vyre_builder,
        op: u32,
        operand: vyre_expr,
    ) -> vyre_expr;
    /// |yes| where |condition| holds, else |no|; both are evaluated.
    pub fn vyre_builder_select(
        builder: *mut vyre_builder,
        condition: vyre_expr,
        yes: vyre_expr,
        no: vyre_expr,
    ) -> vyre_expr;
    /// |value| as |type|, spelled as in the JSON form: "I32", "F32".
    pub fn vyre_builder_cast(
        builder: *mut vyre_builder,
        type_: vyre_string,
        value: vyre_expr,
    ) -> vyre_expr;
    /// a * b + c, rounded once.
    pub fn vyre_builder_fma(
        builder: *mut vyre_builder,
        a: vyre_expr,
        b: vyre_expr,
        c: vyre_expr,
    ) -> vyre_expr;
    /** Changes element |index| of |buffer| and gives what it was before. |expected| is an expression for
 the two compare-exchanges and 0 for all others.*/
    pub fn vyre_builder_atomic(
        builder: *mut vyre_builder,
        op: u32,
        ordering: u32,
        buffer: vyre_string,
        index: vyre_expr,
        expected: vyre_expr,
        value: vyre_expr,
    ) -> vyre_expr;
    pub fn vyre_builder_subgroup(
        builder: *mut vyre_builder,
        op: u32,
        value: vyre_expr,
        lane: vyre_expr,
    ) -> vyre_expr;
    /// The result of the registered op |op_id| for |count| arguments.
    pub fn vyre_builder_call(
        builder: *mut vyre_builder,
        op_id: vyre_string,
        arguments: *const vyre_expr,
        count: usize,
    ) -> vyre_expr;
    /// An expression of an extension: its kind and |size| bytes that only it understands.
    pub fn vyre_builder_opaque(
        builder: *mut vyre_builder,
        kind: vyre_string,
        payload: *const ::core::ffi::c_void,
        size: usize,
    ) -> vyre_expr;
    /// Binds |value| to the local |name| from here to the end of the block; gives the local.
    pub fn vyre_builder_let(
        builder: *mut vyre_builder,
        name: vyre_string,
        value: vyre_expr,
    ) -> vyre_expr;
    /// Gives the local |name| another value.
    pub fn vyre_builder_assign(
        builder: *mut vyre_builder,
        name: vyre_string,
        value: vyre_expr,
    );
    /// Puts |value| into element |index| of |buffer|; nothing happens beyond its end.
    pub fn vyre_builder_store(
        builder: *mut vyre_builder,
        buffer: vyre_string,
        index: vyre_expr,
        value: vyre_expr,
    );
    /// Begins the statements that run where |condition| holds.
    pub fn vyre_builder_begin_if(builder: *mut vyre_builder, condition: vyre_expr);
    /// Ends them and begins those that run where it does not hold.
    pub fn vyre_builder_begin_else(builder: *mut vyre_builder);
    /** Begins the statements that run for each |name| from |from| up to but not including |to|; gives
 the local |name|.*/
    pub fn vyre_builder_begin_loop(
        builder: *mut vyre_builder,
        name: vyre_string,
        from: vyre_expr,
        to: vyre_expr,
    ) -> vyre_expr;
    /// Begins a block with locals of its own.
    pub fn vyre_builder_begin_block(builder: *mut vyre_builder);
    /// Begins a block that says which op it comes from.
    pub fn vyre_builder_begin_region(builder: *mut vyre_builder, generator: vyre_string);
    /// Ends what the last _begin_ that is still open began.
    pub fn vyre_builder_end(builder: *mut vyre_builder);
    /// Ends the invocation.
    pub fn vyre_builder_return(builder: *mut vyre_builder);
    /// Waits for all invocations of the workgroup, of the grid with VYRE_ORDERING_GRID_SYNC.
    pub fn vyre_builder_barrier(builder: *mut vyre_builder, ordering: u32);
    /// Fails the dispatch with |address| and |tag|.
    pub fn vyre_builder_trap(
        builder: *mut vyre_builder,
        address: vyre_expr,
        tag: vyre_string,
    );
    /// The Resume of the IR, which fails a dispatch that reaches it.
    pub fn vyre_builder_resume(builder: *mut vyre_builder, tag: vyre_string);
    /// Runs with a grid that stands in |count_buffer| from byte |offset| on.
    pub fn vyre_builder_indirect_dispatch(
        builder: *mut vyre_builder,
        count_buffer: vyre_string,
        offset: u64,
    );
    /// Copies of |size| from |offset| between buffers, under way until a wait for |tag|.
    pub fn vyre_builder_async_load(
        builder: *mut vyre_builder,
        source: vyre_string,
        destination: vyre_string,
        offset: vyre_expr,
        size: vyre_expr,
        tag: vyre_string,
    );
    pub fn vyre_builder_async_store(
        builder: *mut vyre_builder,
        source: vyre_string,
        destination: vyre_string,
        offset: vyre_expr,
        size: vyre_expr,
        tag: vyre_string,
    );
    pub fn vyre_builder_async_wait(builder: *mut vyre_builder, tag: vyre_string);
    /// |destination| is empty where |source| is changed in place; |root| counts for broadcasts only.
    pub fn vyre_builder_collective(
        builder: *mut vyre_builder,
        collective: u32,
        op: u32,
        source: vyre_string,
        destination: vyre_string,
        root: u32,
        group: u64,
    );
    /// A statement of an extension: its kind and |size| bytes that only it understands.
    pub fn vyre_builder_opaque_statement(
        builder: *mut vyre_builder,
        kind: vyre_string,
        payload: *const ::core::ffi::c_void,
        size: usize,
    );
    /** The number of |id|, a new one when the process has none yet. Byte-exact. Numbers are never given
 back: for ids that come from outside use vyre_op_id_find.*/
    pub fn vyre_op_id_intern(
        id: vyre_string,
        out_number: *mut vyre_op_id,
    ) -> *mut vyre_error;
    /// The number of |id|, or 0 when it has none. Remembers nothing.
    pub fn vyre_op_id_find(id: vyre_string) -> vyre_op_id;
    /// The id of a number, empty when it was not given out. Lives for ever.
    pub fn vyre_op_id_name(number: vyre_op_id) -> vyre_string;
    /** Id of the target among ahead-of-time emitters, also the file extension of their output: PTX and
 SECONDARY_TEXT share "secondary_text", SPIRV has "spv", an extension its own. Empty for a target
 that is none. That of an extension lives as long as |target.extension|, others for ever.*/
    pub fn vyre_target_aot_id(target: vyre_target) -> vyre_string;
    /** Writes the text from which vyre_target_parse makes an equal target: "ptx", "spirv",
 "primary_text", "primary_binary", "secondary_text", "native_module", "reference_backend" or
 "extension:<id>". Sizes as convention 8.*/
    pub fn vyre_target_text(
        target: vyre_target,
        text: *mut ::core::ffi::c_char,
        capacity: usize,
        out_size: *mut usize,
    ) -> *mut vyre_error;
    /// Reads such a text, and "spv" for SPIRV. The extension of the target is a part of |text|.
    pub fn vyre_target_parse(
        text: vyre_string,
        out_target: *mut vyre_target,
    ) -> *mut vyre_error;
    /** Adds |size| bytes to the result. Running out of memory is reported by the call that needed the
 result.*/
    pub fn vyre_writer_write(
        writer: *mut vyre_writer,
        bytes: *const ::core::ffi::c_void,
        size: usize,
    );
    /** The registry that the context publishes now. A new context publishes the dialects "core" and
 "io".*/
    pub fn vyre_context_get_registry(
        context: *const vyre_context,
        out_registry: *mut *mut vyre_registry,
    ) -> *mut vyre_error;
    /** Makes |registry| the current one of the context, in one step: who asks afterwards gets all of it,
 who holds the one before keeps it. It may come from another context. The one before ends with its
 last holder, on that holder's thread.*/
    pub fn vyre_context_publish(
        context: *mut vyre_context,
        registry: *const vyre_registry,
    ) -> *mut vyre_error;
    /** Publishes the current registry with the manifests of |folder| (those whose names end in
 ".dialect.json") as they are now, in place of what came from files in that folder before. So
 calling it again reloads them. When anything is wrong nothing is published, what was published
 goes on serving, and the error carries all findings.*/
    pub fn vyre_context_load_manifests(
        context: *mut vyre_context,
        folder: vyre_string,
    ) -> *mut vyre_error;
    /** The op of a number, and of an id; NULL when the registry has none, which is no error. Lives as
 long as the registry handle. Neither locks nor allocates, and an unknown id is not remembered.*/
    pub fn vyre_registry_lookup(
        registry: *const vyre_registry,
        number: vyre_op_id,
    ) -> *const vyre_op;
    pub fn vyre_registry_find(
        registry: *const vyre_registry,
        id: vyre_string,
    ) -> *const vyre_op;
    /// How many ops there are, 0 for NULL.
    pub fn vyre_registry_op_count(registry: *const vyre_registry) -> usize;
    /// Op |index|, by dialect and then by id; NULL when there is none. Lives as long as the handle.
    pub fn vyre_registry_op(
        registry: *const vyre_registry,
        index: usize,
    ) -> *const vyre_op;
    /// The dialects from outside, by name; an empty one when there is none at |index|.
    pub fn vyre_registry_extern_dialect_count(registry: *const vyre_registry) -> usize;
    pub fn vyre_registry_extern_dialect(
        registry: *const vyre_registry,
        index: usize,
    ) -> vyre_extern_dialect;
    pub fn vyre_registry_destroy(registry: *mut vyre_registry);
    /// The current registry for the hot path of one thread. Keeps the context alive.
    pub fn vyre_registry_view_create(
        context: *mut vyre_context,
        out_view: *mut *mut vyre_registry_view,
    ) -> *mut vyre_error;
    /** The registry that is current now, for one acquire load when nothing was published since the last
 call. It lives until the next call with this view and must not be destroyed; ops that were found
 in it live as long. NULL for NULL. Not thread-safe: every thread has a view of its own.*/
    pub fn vyre_registry_view_get(view: *mut vyre_registry_view) -> *const vyre_registry;
    pub fn vyre_registry_view_destroy(view: *mut vyre_registry_view);
    /// What an op is. Strings, here and below, live as long as the op.
    pub fn vyre_op_get_info(
        op: *const vyre_op,
        out_info: *mut vyre_op_info,
    ) -> *mut vyre_error;
    /// One of each, or empty ones when there is none at |index|.
    pub fn vyre_op_input(op: *const vyre_op, index: usize) -> vyre_parameter;
    pub fn vyre_op_output(op: *const vyre_op, index: usize) -> vyre_parameter;
    pub fn vyre_op_attribute(op: *const vyre_op, index: usize) -> vyre_attribute;
    pub fn vyre_op_law(op: *const vyre_op, index: usize) -> vyre_string;
    /// The target of lowering |index|, in the order of targets; kind 0 when there is none.
    pub fn vyre_op_target(op: *const vyre_op, index: usize) -> vyre_target;
    /// What an op is for a target: VYRE_LOWERING_... NONE for NULL. Neither locks nor allocates.
    pub fn vyre_op_lowering(op: *const vyre_op, target: vyre_target) -> i32;
    /** Writes the bytes of VYRE_LOWERING_DATA, or of VYRE_LOWERING_BUILDER, whose function is called
 when nothing is kept yet. VYRE_ERROR_NOT_FOUND when the op has no bytes for the target. Sizes as
 convention 8.*/
    pub fn vyre_op_get_lowering(
        op: *const vyre_op,
        target: vyre_target,
        bytes: *mut ::core::ffi::c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> *mut vyre_error;
    /** Calls the reference function with |size| bytes of arguments. VYRE_ERROR_UNSUPPORTED_FEATURE when
 the op has none. Sizes as convention 8; asking for the size calls the function too.*/
    pub fn vyre_op_run_reference(
        op: *const vyre_op,
        arguments: *const ::core::ffi::c_void,
        size: usize,
        result: *mut ::core::ffi::c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> *mut vyre_error;
    /** The program that stands in for calls of the op, as a program of |context|. VYRE_ERROR_NOT_FOUND
 when it has none.*/
    pub fn vyre_op_get_composition(
        op: *const vyre_op,
        context: *mut vyre_context,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    /// An empty builder.
    pub fn vyre_registry_builder_create(
        context: *mut vyre_context,
        out_builder: *mut *mut vyre_registry_builder,
    ) -> *mut vyre_error;
    /** Adds an op. Mistakes of the description are found here, those between ops by
 vyre_registry_builder_finish. When this fails, no _destroy callback of |desc| is called.*/
    pub fn vyre_registry_builder_add(
        builder: *mut vyre_registry_builder,
        desc: *const vyre_op_desc,
    ) -> *mut vyre_error;
    /// Adds all ops of a registry.
    pub fn vyre_registry_builder_add_registry(
        builder: *mut vyre_registry_builder,
        registry: *const vyre_registry,
    ) -> *mut vyre_error;
    /// Adds a dialect from outside. Its name begins with "vyre-libs-".
    pub fn vyre_registry_builder_add_extern_dialect(
        builder: *mut vyre_registry_builder,
        name: vyre_string,
        version: vyre_string,
        url: vyre_string,
    ) -> *mut vyre_error;
    /** Adds an op of a dialect from outside, which is added too, before or after: as
 vyre_registry_builder_add, and its category is EXTENSION.*/
    pub fn vyre_registry_builder_add_extern_op(
        builder: *mut vyre_registry_builder,
        desc: *const vyre_op_desc,
    ) -> *mut vyre_error;
    /** Adds the dialect of a manifest (docs/manifests.md): a JSON text, whose files lie in |folder|, or
 can be none when that is empty; a file; or every file of a folder whose name ends in
 ".dialect.json". One error carries all that is wrong, as findings: VYRE_ERROR_MALFORMED_JSON, or
 VYRE_ERROR_INPUT_OUTPUT when only files are. Nothing is added then.*/
    pub fn vyre_registry_builder_add_manifest(
        builder: *mut vyre_registry_builder,
        json: vyre_string,
        folder: vyre_string,
    ) -> *mut vyre_error;
    pub fn vyre_registry_builder_add_manifest_file(
        builder: *mut vyre_registry_builder,
        path: vyre_string,
    ) -> *mut vyre_error;
    pub fn vyre_registry_builder_add_manifest_folder(
        builder: *mut vyre_registry_builder,
        folder: vyre_string,
    ) -> *mut vyre_error;
    /** Freezes what was added. When something is wrong, one error carries all findings: ids that two
 ops have, with both dialects; empty ids; dialects from outside that are there twice or have the
 wrong name; their ops without a dialect; compositions that cannot stand in for a call. Then its
 code is VYRE_ERROR_ALREADY_REGISTERED when all are ids that two ops have, else
 VYRE_ERROR_INVALID_ARGUMENT. The builder stays as it was either way.*/
    pub fn vyre_registry_builder_finish(
        builder: *const vyre_registry_builder,
        out_registry: *mut *mut vyre_registry,
    ) -> *mut vyre_error;
    pub fn vyre_registry_builder_destroy(builder: *mut vyre_registry_builder);
    /** Opens the backend |id|: "vulkan" (its best device), "vulkan:<uuid>" (that device) or
 "cpu-ref" (the oracle: the meaning of a program, slowly). Each call opens a new one. May block.
 |desc| may be NULL. VYRE_ERROR_NOT_FOUND names the id and what there is.*/
    pub fn vyre_backend_acquire(
        context: *mut vyre_context,
        id: vyre_string,
        desc: *const vyre_backend_desc,
        out_backend: *mut *mut vyre_backend,
    ) -> *mut vyre_error;
    /** Opens the best backend: real devices before software ones, then by capability score, timing
 quality, memory bandwidth, rank, the time it took to find it (once per context) and id. Never an
 oracle, unless |desc| names it. What loses is released before the call returns. May block. |desc|
 may be NULL. VYRE_ERROR_NOT_FOUND lists each candidate and why it could not be used.*/
    pub fn vyre_backend_acquire_preferred(
        context: *mut vyre_context,
        desc: *const vyre_select_desc,
        out_backend: *mut *mut vyre_backend,
    ) -> *mut vyre_error;
    /// "vulkan:<uuid>" or "cpu-ref". Lives as long as the backend.
    pub fn vyre_backend_id(backend: *const vyre_backend) -> vyre_string;
    /// The version of the backend and what drives it. Lives as long as the backend.
    pub fn vyre_backend_version(backend: *const vyre_backend) -> vyre_string;
    /** Measures how fast the device reads and writes its memory: copies on it for some milliseconds,
 timed by the device where it can, else by the host. |out_gbps| (may be NULL) gets 10^9 bytes per
 second, reads and writes together. The context keeps it as the memory_bandwidth_gbps of this
 device, and its later choices look at it. Submits, blocks.*/
    pub fn vyre_backend_measure(
        backend: *mut vyre_backend,
        out_gbps: *mut f64,
    ) -> *mut vyre_error;
    /// Facts about the device. Strings live as long as the backend.
    pub fn vyre_backend_get_profile(
        backend: *const vyre_backend,
        out_profile: *mut vyre_device_profile,
    ) -> *mut vyre_error;
    pub fn vyre_backend_destroy(backend: *mut vyre_backend);
    /** Looks at every backend of the machine and records its facts, or why it cannot be used, and how
 vyre_backend_acquire_preferred with the same |desc| (may be NULL) would choose. Candidates come
 first, best first. A machine without any device gives a list, not an error. May block.*/
    pub fn vyre_backend_list_create(
        context: *mut vyre_context,
        desc: *const vyre_select_desc,
        out_list: *mut *mut vyre_backend_list,
    ) -> *mut vyre_error;
    pub fn vyre_backend_list_count(list: *const vyre_backend_list) -> usize;
    pub fn vyre_backend_list_get(
        list: *const vyre_backend_list,
        index: usize,
        out_info: *mut vyre_backend_info,
    ) -> *mut vyre_error;
    /// Facts about entry |index|; all zero and empty when it is not usable.
    pub fn vyre_backend_list_get_profile(
        list: *const vyre_backend_list,
        index: usize,
        out_profile: *mut vyre_device_profile,
    ) -> *mut vyre_error;
    pub fn vyre_backend_list_destroy(list: *mut vyre_backend_list);
    /// Declares the rank of |id|; lower is better.
    pub fn vyre_context_declare_rank(
        context: *mut vyre_context,
        id: vyre_string,
        rank: u32,
    ) -> *mut vyre_error;
    /// Declares whether |id| dispatches (0 or 1). Only what does can be preferred.
    pub fn vyre_context_declare_dispatches(
        context: *mut vyre_context,
        id: vyre_string,
        dispatches: i32,
    ) -> *mut vyre_error;
    /// The declared rank of |id|, which may be that of a device; VYRE_RANK_NONE when there is none.
    pub fn vyre_context_backend_rank(
        context: *const vyre_context,
        id: vyre_string,
    ) -> u32;
    /// 1 when |id| is declared to dispatch, else 0.
    pub fn vyre_context_backend_dispatches(
        context: *const vyre_context,
        id: vyre_string,
    ) -> i32;
    /** The registered ids by rank, then by id. |ids| holds |capacity| entries; sizes as convention 8.
 Asks no device. The strings live as long as the context.*/
    pub fn vyre_context_get_backends(
        context: *const vyre_context,
        ids: *mut vyre_string,
        capacity: usize,
        out_count: *mut usize,
    ) -> *mut vyre_error;
    /** The value as a number, for interfaces that know constants as numbers only. Exact; a boolean is 0
 or 1, an element type its tag in the wire form. A value that is none, here and below, is
 VYRE_ERROR_INVALID_ARGUMENT and named.*/
    pub fn vyre_spec_value_number(
        value: vyre_spec_value,
        out_number: *mut f64,
    ) -> *mut vyre_error;
    /** What the value adds to vyre_spec_map_hash: its kind in the lowest byte, the 32 bits above it
 (the tag of an element type, whose parameters do not take part), zeros above these.*/
    pub fn vyre_spec_value_contribution(
        value: vyre_spec_value,
        out_contribution: *mut u64,
    ) -> *mut vyre_error;
    /// An empty map. It belongs to no context.
    pub fn vyre_spec_map_create(out_map: *mut *mut vyre_spec_map) -> *mut vyre_error;
    /** Puts |value| under |name|, in place of the one that is there. All is copied. A name is UTF-8 of
 at most 1,048,576 bytes, as in programs; the empty one and NUL characters are allowed. After an
 error, VYRE_ERROR_INVALID_ARGUMENT, the map is as it was.*/
    pub fn vyre_spec_map_set(
        map: *mut vyre_spec_map,
        name: vyre_string,
        value: vyre_spec_value,
    ) -> *mut vyre_error;
    /** The value under |name|. VYRE_ERROR_NOT_FOUND names it when there is none. Strings, here and
 below, live until the entry is set again, removed or destroyed with the map.*/
    pub fn vyre_spec_map_get(
        map: *const vyre_spec_map,
        name: vyre_string,
        out_value: *mut vyre_spec_value,
    ) -> *mut vyre_error;
    /// How many values there are, 0 for NULL.
    pub fn vyre_spec_map_count(map: *const vyre_spec_map) -> usize;
    /// Entry |index|, in the order of the names' bytes, below vyre_spec_map_count.
    pub fn vyre_spec_map_get_entry(
        map: *const vyre_spec_map,
        index: usize,
        out_entry: *mut vyre_spec_entry,
    ) -> *mut vyre_error;
    /// Takes the value under |name| away. VYRE_ERROR_NOT_FOUND names it when there is none.
    pub fn vyre_spec_map_remove(
        map: *mut vyre_spec_map,
        name: vyre_string,
    ) -> *mut vyre_error;
    /// Takes all values away.
    pub fn vyre_spec_map_clear(map: *mut vyre_spec_map) -> *mut vyre_error;
    /** FNV-1a of 64 bits over each name and the 8 little-endian bytes of its value's contribution, in
 the order of the names; 0xcbf29ce484222325 for an empty map and for NULL. It does not depend on
 the order in which values were set. Different maps can have one hash, and such maps are easily
 made: nothing says where a name ends. What must tell maps apart uses vyre_spec_map_encode.*/
    pub fn vyre_spec_map_hash(map: *const vyre_spec_map) -> u64;
    /** Writes the canonical form of the map: equal for equal maps only, element types with their
 parameters. Sizes as convention 8. A count of the entries (u64), then for each, in order: length
 of the name (u64), name, kind (u8), and the bits (u32) or, of an element type, length (u64) and
 spelling. Integers are little-endian.*/
    pub fn vyre_spec_map_encode(
        map: *const vyre_spec_map,
        bytes: *mut ::core::ffi::c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> *mut vyre_error;
    pub fn vyre_spec_map_destroy(map: *mut vyre_spec_map);
    /// That key. |map| may be NULL: nothing is specialized. Fails like vyre_program_fingerprint.
    pub fn vyre_program_get_spec_key(
        program: *const vyre_program,
        map: *const vyre_spec_map,
        out_key: *mut vyre_spec_key,
    ) -> *mut vyre_error;
    /** Writes the name of a stored kernel, 64 lowercase hexadecimal digits without a NUL at the end:
 BLAKE3 of |version|, |spec_hash| and |backend_fingerprint|, two texts of any form, each with its
 length. Sizes as convention 8.*/
    pub fn vyre_spec_artifact_key(
        version: u32,
        spec_hash: vyre_string,
        backend_fingerprint: vyre_string,
        text: *mut ::core::ffi::c_char,
        capacity: usize,
        out_size: *mut usize,
    ) -> *mut vyre_error;
    /** The value |name| of what a pipeline is specialized with, a VYRE_SPEC_... of |kind|; one of
 VYRE_SPEC_ELEMENT is a U32, the type's tag in the wire form. |initial| is what it is when a
 pipeline says nothing, of the same kind, an element type without parameters; NULL: each pipeline
 must say it. All places of a program that name one value must agree on both. The names
 "vyre.workgroup.x", ".y" and ".z" are the workgroup size on that axis, a VYRE_SPEC_U32 whose
 default is the declared size; other names that begin with "vyre." are kept. The result may be
 used any number of times; it is 0 after a mistake, as everywhere in building.*/
    pub fn vyre_builder_spec_value(
        builder: *mut vyre_builder,
        name: vyre_string,
        kind: u32,
        initial: *const vyre_spec_value,
    ) -> vyre_expr;
    /** How many values the program names, each counted once. Those that only the compositions of called
 ops name are not among them: they depend on what is registered when a pipeline is made.
 VYRE_ERROR_INVALID_PROGRAM when one is malformed, or two places do not agree.*/
    pub fn vyre_program_get_spec_count(
        program: *const vyre_program,
        out_count: *mut usize,
    ) -> *mut vyre_error;
    /// Value |index| of them, in the order of the names' bytes.
    pub fn vyre_program_get_spec(
        program: *const vyre_program,
        index: usize,
        out_info: *mut vyre_spec_info,
    ) -> *mut vyre_error;
    /** Validates |program| and compiles it for |backend|, unless its kernel is kept. The pipeline keeps
 both alive. May block. |desc| may be NULL. VYRE_ERROR_INVALID_PROGRAM carries the findings;
 VYRE_ERROR_UNSUPPORTED_FEATURE names what this backend cannot do.*/
    pub fn vyre_pipeline_create(
        backend: *mut vyre_backend,
        program: *const vyre_program,
        desc: *const vyre_pipeline_desc,
        out_pipeline: *mut *mut vyre_pipeline,
    ) -> *mut vyre_error;
    /** Another owner of the pipeline's program; destroy it like any program. A pipeline from a SPIR-V
 module has none: VYRE_ERROR_UNSUPPORTED_FEATURE.*/
    pub fn vyre_pipeline_get_program(
        pipeline: *const vyre_pipeline,
        out_program: *mut *mut vyre_program,
    ) -> *mut vyre_error;
    pub fn vyre_pipeline_destroy(pipeline: *mut vyre_pipeline);
    pub fn vyre_built_with() -> u64;
    /** Makes a pipeline of the kernel that |desc| describes, which is not NULL; all is copied. May
 block.

 Broken modules are VYRE_ERROR_INVALID_PROGRAM; images, samplers, arrays of descriptors and what
 the device does not offer VYRE_ERROR_UNSUPPORTED_FEATURE; constants and entry points that are not
 there VYRE_ERROR_NOT_FOUND. With VYRE_BUILT_WITH_SPIRV_TOOLS modules are validated for the device
 before its driver sees them. Without it only what a host must know is read and checked, and the
 caller answers for the rest: a driver may do anything with an invalid module.

 No kernel is stopped from reading or writing outside of its buffers, unless it is
 VYRE_SPIRV_CHECKED.*/
    pub fn vyre_pipeline_create_spirv(
        backend: *mut vyre_backend,
        desc: *const vyre_spirv_desc,
        out_pipeline: *mut *mut vyre_pipeline,
    ) -> *mut vyre_error;
    /// Tells it. A pipeline from a program is VYRE_ERROR_INVALID_ARGUMENT, here and below.
    pub fn vyre_pipeline_get_spirv_info(
        pipeline: *const vyre_pipeline,
        out_info: *mut vyre_spirv_info,
    ) -> *mut vyre_error;
    /** Buffer |index|, by slot, below vyre_spirv_info.buffer_count. Strings live as long as the
 pipeline.*/
    pub fn vyre_pipeline_get_spirv_binding(
        pipeline: *const vyre_pipeline,
        index: u32,
        out_binding: *mut vyre_spirv_binding,
    ) -> *mut vyre_error;
    /// Does now what the first dispatch would wait for. Blocks. Never needed.
    pub fn vyre_backend_prepare(backend: *mut vyre_backend) -> *mut vyre_error;
    /** Waits until the device has finished everything that was submitted. What is cached on disk is
 written when it is made, so there is nothing else to do. Blocks.*/
    pub fn vyre_backend_flush(backend: *mut vyre_backend) -> *mut vyre_error;
    /** Waits for what was submitted and lets the device go, ahead of the last destroy. Blocks. Pending
 work can still be waited for and collected; every other use of the backend and of its objects, a
 second shutdown included, is VYRE_ERROR_INVALID_ARGUMENT. What pipelines and buffers hold is
 given back when they are destroyed.*/
    pub fn vyre_backend_shutdown(backend: *mut vyre_backend) -> *mut vyre_error;
    /** Whether the device is lost: a call has found it gone, after a fault of the driver or a kernel
 that ran too long. It stays so until vyre_backend_recover: whoever waits for the device is told
 VYRE_ERROR_DEVICE_LOST at once, and so is every later use. Destroying works as always.*/
    pub fn vyre_backend_is_lost(
        backend: *const vyre_backend,
        out_lost: *mut i32,
    ) -> *mut vyre_error;
    /** Opens the lost device again. It has to be the same adapter with the same limits, else the call
 fails and the backend stays lost. Afterwards pipelines and buffers from before are
 VYRE_ERROR_DEVICE_LOST, except buffers made as VYRE_BUFFER_OPTION_RESTORABLE, which are there
 again. A device that is not lost is left alone, so several threads may try. Calls on other
 threads wait meanwhile. VYRE_ERROR_UNSUPPORTED_FEATURE on backends that cannot, such as one on a
 device of the host. Blocks.*/
    pub fn vyre_backend_recover(backend: *mut vyre_backend) -> *mut vyre_error;
    /** The counters as they are now, each by itself: other threads go on meanwhile. Also of a backend
 that is lost or was shut down.*/
    pub fn vyre_backend_get_counters(
        backend: *const vyre_backend,
        out_counters: *mut vyre_counters,
    ) -> *mut vyre_error;
    /** The statistics as they are now, each number by itself: other threads go on meanwhile. Also of a
 backend that is lost or was shut down.*/
    pub fn vyre_backend_get_statistics(
        backend: *const vyre_backend,
        out_statistics: *mut vyre_statistics,
    ) -> *mut vyre_error;
    /** The policy as it is now. Recoveries keep it. A backend without one, which is all but Vulkan
 devices, gives VYRE_ERROR_UNSUPPORTED_FEATURE. Any thread.*/
    pub fn vyre_backend_get_submit_policy(
        backend: *const vyre_backend,
        out_policy: *mut vyre_submit_policy,
    ) -> *mut vyre_error;
    /** Counts for dispatches and waits that begin afterwards. |policy| as the one before tells it, with
 changes. Any thread.*/
    pub fn vyre_backend_set_submit_policy(
        backend: *mut vyre_backend,
        policy: *const vyre_submit_policy,
    ) -> *mut vyre_error;
    /// "damaged header" for VYRE_CACHE_MISS_DAMAGED_HEADER; empty for other numbers. Static.
    pub fn vyre_cache_miss_name(miss: u32) -> vyre_string;
    pub fn vyre_backend_get_cache_counters(
        backend: *const vyre_backend,
        out_counters: *mut vyre_cache_counters,
    ) -> *mut vyre_error;
    /** Hits in ten thousand of |hits| and |misses|, rounded down; -1 when both are 0. What is unknown is
 counted as neither.*/
    pub fn vyre_cache_hit_rate(hits: u64, misses: u64) -> i32;
    /// 1 when that rate is known and below |least|, else 0.
    pub fn vyre_cache_hit_rate_alarm(hits: u64, misses: u64, least: u32) -> i32;
    /// Stores VYRE_ORIGIN_... of the kernel that the pipeline has now.
    pub fn vyre_pipeline_get_origin(
        pipeline: *mut vyre_pipeline,
        out_origin: *mut u32,
    ) -> *mut vyre_error;
    /** Writes the keys of all kernels that the backend has in memory now, VYRE_CACHE_KEY_BYTES each, for
 vyre_backend_prepare_keys in a later run. Sizes as convention 8.*/
    pub fn vyre_backend_export_keys(
        backend: *const vyre_backend,
        bytes: *mut ::core::ffi::c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> *mut vyre_error;
    /** Makes the kernels of those keys from the folder, so that pipelines that need them find them:
 nothing is lowered, and the driver has what it kept. |size| is a multiple of
 VYRE_CACHE_KEY_BYTES. |progress| may be NULL. |out_prepared| (may be NULL) gets how many are in
 memory then: keys that the folder does not have, or that are from another device or build, are
 passed over. Blocks.*/
    pub fn vyre_backend_prepare_keys(
        backend: *mut vyre_backend,
        keys: *const ::core::ffi::c_void,
        size: usize,
        progress: vyre_progress_fn,
        user: *mut ::core::ffi::c_void,
        out_prepared: *mut u64,
    ) -> *mut vyre_error;
    /** What lies in the context's folder, in the order of names, as it is now. VYRE_ERROR_NOT_FOUND for
 a context without one.*/
    pub fn vyre_cache_list_create(
        context: *mut vyre_context,
        flags: u64,
        out_list: *mut *mut vyre_cache_list,
    ) -> *mut vyre_error;
    pub fn vyre_cache_list_count(list: *const vyre_cache_list) -> usize;
    pub fn vyre_cache_list_get(
        list: *const vyre_cache_list,
        index: usize,
        out_entry: *mut vyre_cache_entry,
    ) -> *mut vyre_error;
    pub fn vyre_cache_list_destroy(list: *mut vyre_cache_list);
    /** Removes from the context's folder what was used longest ago until it is within its budget, and
 what killed processes left half written. Does nothing while another process trims. The library
 does it by itself when it has written much, as background work. |out_removed| may be NULL.*/
    pub fn vyre_context_trim_cache(
        context: *mut vyre_context,
        out_removed: *mut u64,
    ) -> *mut vyre_error;
    /// Removes every entry of the context's folder; other files stay. |out_removed| may be NULL.
    pub fn vyre_context_clear_cache(
        context: *mut vyre_context,
        out_removed: *mut u64,
    ) -> *mut vyre_error;
    /// |size| bytes (> 0) on the backend's device, zeroed. The buffer keeps the backend alive.
    pub fn vyre_buffer_create(
        backend: *mut vyre_backend,
        size: u64,
        out_buffer: *mut *mut vyre_buffer,
    ) -> *mut vyre_error;
    /// vyre_buffer_create with options, which may be NULL.
    pub fn vyre_buffer_create_with(
        backend: *mut vyre_backend,
        size: u64,
        options: *const vyre_buffer_options,
        out_buffer: *mut *mut vyre_buffer,
    ) -> *mut vyre_error;
    /// The size it was made with, also after vyre_buffer_free.
    pub fn vyre_buffer_size(buffer: *const vyre_buffer) -> u64;
    /** Copies |size| bytes from |data| to |offset| of the buffer, after all work submitted earlier that
 uses it. Blocks until that is done.*/
    pub fn vyre_buffer_write(
        buffer: *mut vyre_buffer,
        offset: u64,
        data: *const ::core::ffi::c_void,
        size: u64,
    ) -> *mut vyre_error;
    /** Copies |size| bytes from |offset| of the buffer to |data|, after all work submitted earlier that
 uses it. Blocks until that is done.*/
    pub fn vyre_buffer_read(
        buffer: *mut vyre_buffer,
        offset: u64,
        data: *mut ::core::ffi::c_void,
        size: u64,
    ) -> *mut vyre_error;
    /** Gives the device memory back before the object is destroyed. What is still running keeps it until
 it ends. Every later use of the buffer, a second vyre_buffer_free included, is refused by name.*/
    pub fn vyre_buffer_free(buffer: *mut vyre_buffer) -> *mut vyre_error;
    pub fn vyre_buffer_destroy(buffer: *mut vyre_buffer);
    /** Reads |size| bytes at |file_offset| of the file to |offset| of the buffer, after all work
 submitted earlier that uses it. Blocks until that is done. A file that is too short is an error.
 When it fails the buffer has the bytes it had: they are read into other device memory first,
 which takes the buffer's place when all of it is read and is copied on the device when it is a
 part.*/
    pub fn vyre_buffer_read_file(
        buffer: *mut vyre_buffer,
        offset: u64,
        fd: i32,
        file_offset: u64,
        size: u64,
    ) -> *mut vyre_error;
    /** Writes |size| bytes from |offset| of the buffer to |file_offset| of the file, after all work
 submitted earlier that uses it. Blocks until the system has the bytes; fsync is the caller's. A
 regular file grows where the range reaches beyond its end; what lies between stays a hole. When
 it fails, bytes of the range that the file had may be written, and it is as long as it was. A
 file that is open with O_APPEND is refused.*/
    pub fn vyre_buffer_write_file(
        buffer: *mut vyre_buffer,
        offset: u64,
        fd: i32,
        file_offset: u64,
        size: u64,
    ) -> *mut vyre_error;
    /** The same without waiting: checks, then hands out pending work. It is done on a thread that the
 host lends (run_job), else on the library's when those are allowed, else piece by piece inside
 vyre_pending_poll, vyre_pending_wait and vyre_context_poll. The buffer has the bytes read when
 the work is VYRE_READY, all at once. Collect it without bindings or not at all; destroying it
 earlier ends the work after the piece under way: nothing of a read is seen, a write is like a
 failed one.*/
    pub fn vyre_buffer_read_file_async(
        buffer: *mut vyre_buffer,
        offset: u64,
        fd: i32,
        file_offset: u64,
        size: u64,
        out_pending: *mut *mut vyre_pending,
    ) -> *mut vyre_error;
    pub fn vyre_buffer_write_file_async(
        buffer: *mut vyre_buffer,
        offset: u64,
        fd: i32,
        file_offset: u64,
        size: u64,
        out_pending: *mut *mut vyre_pending,
    ) -> *mut vyre_error;
    /** The outputs of a dispatch with these bindings, by slot: how many bytes each returns. Buffers with
 a declared count need no binding for this; one without that is not bound counts 0 bytes. Host
 pointers and host output sizes are not checked. |outputs| holds |capacity| entries; sizes as
 convention 8.*/
    pub fn vyre_pipeline_get_outputs(
        pipeline: *const vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        outputs: *mut vyre_output,
        capacity: usize,
        out_count: *mut usize,
    ) -> *mut vyre_error;
    /** Tells how a dispatch with these arguments would be cut, whether it has to be or not; nothing runs
 and nothing is compiled. Bindings as for vyre_pipeline_get_outputs; |desc| may be NULL. The same
 program and launch give the same answer in any process. VYRE_ERROR_UNSUPPORTED_FEATURE names the
 barrier and the rule that forbids the cut; a program without grid barriers is
 VYRE_ERROR_INVALID_ARGUMENT. Any thread. Rules: docs/grid_barriers.md.*/
    pub fn vyre_pipeline_get_split(
        pipeline: *const vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
        out_split: *mut vyre_split,
    ) -> *mut vyre_error;
    /** Writes the same for people, segment by segment: what survives the barrier behind it, how and why.
 Without a NUL at its end; sizes as convention 8.*/
    pub fn vyre_pipeline_write_split(
        pipeline: *const vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
        text: *mut ::core::ffi::c_char,
        capacity: usize,
        out_size: *mut usize,
    ) -> *mut vyre_error;
    /** Runs the pipeline and waits for the end. Bindings come in any order, each buffer once. Input is
 read from, output written to the caller's memory; after an error other than
 VYRE_ERROR_DEVICE_LOST no output is written. A device that is the host's processor works on large
 buffers where they lie, without a copy, when they are aligned (docs/vulkan.md) and |desc| has no
 timeout.
 |bindings| may be NULL when |binding_count| is 0; |desc| and |out_result| may be NULL. Blocks.
 A missing, unknown, doubled or wrong-sized binding is VYRE_ERROR_INVALID_ARGUMENT, or
 VYRE_ERROR_NOT_FOUND, and names buffer, slot and sizes; too small an output is
 VYRE_ERROR_INSUFFICIENT_CAPACITY. A program that traps is VYRE_ERROR_DISPATCH_FAILED.*/
    pub fn vyre_dispatch(
        pipeline: *mut vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
        out_result: *mut vyre_dispatch_result,
    ) -> *mut vyre_error;
    /** Starts the pipeline and returns at once; inputs are copied before. Bindings as for vyre_dispatch,
 but |output| is not used and may be NULL: results are fetched with vyre_pending_collect, for
 which OUTPUT and INOUT mark the buffers and give their sizes. |desc| may be NULL.*/
    pub fn vyre_dispatch_async(
        pipeline: *mut vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
        out_pending: *mut *mut vyre_pending,
    ) -> *mut vyre_error;
    /// How the work stands now: VYRE_PENDING, VYRE_READY or VYRE_FAILED. Never blocks.
    pub fn vyre_pending_poll(
        pending: *mut vyre_pending,
        out_state: *mut i32,
    ) -> *mut vyre_error;
    /** Waits for the end, |timeout_ns| at the longest, and says how the work stands then. A time-out
 is VYRE_PENDING, not an error.*/
    pub fn vyre_pending_wait(
        pending: *mut vyre_pending,
        timeout_ns: u64,
        out_state: *mut i32,
    ) -> *mut vyre_error;
    /// Why the work failed: a new error each time. NULL when it has not (yet) failed.
    pub fn vyre_pending_status(pending: *mut vyre_pending) -> *mut vyre_error;
    /** Waits for the end and writes results to the caller's memory, once. |bindings| are OUTPUT and
 INOUT bindings with |output| set, for buffers that were bound so in the dispatch; of other kinds
 are ignored, so the dispatch's own array serves. When anything is wrong, nothing is written and
 the call may be repeated. Failed work gives its error.*/
    pub fn vyre_pending_collect(
        pending: *mut vyre_pending,
        bindings: *const vyre_binding,
        binding_count: usize,
    ) -> *mut vyre_error;
    /// Times and sizes of work that is VYRE_READY; an error before.
    pub fn vyre_pending_get_result(
        pending: *mut vyre_pending,
        out_result: *mut vyre_dispatch_result,
    ) -> *mut vyre_error;
    /** Calls |callback| once when the work has ended, on a thread that run_job lends, on the library's
 own or inside vyre_context_poll, as the context was made; never inside this call, unless run_job
 runs its job at once. At most one per pending object. When the pending object is destroyed first,
 a callback that has not begun does not come. |destroy| (may be NULL) is called after the
 callback, or when it will not come; not when this call fails.*/
    pub fn vyre_pending_on_complete(
        pending: *mut vyre_pending,
        callback: vyre_complete_fn,
        user: *mut ::core::ffi::c_void,
        destroy: vyre_destroy_fn,
    ) -> *mut vyre_error;
    /// Never blocks. Work under way goes on; its results are dropped.
    pub fn vyre_pending_destroy(pending: *mut vyre_pending);
    /** |desc| may be NULL. The sequence keeps its backend, and with each step its pipeline and buffers,
 alive. Neither submits nor blocks.*/
    pub fn vyre_sequence_create(
        backend: *mut vyre_backend,
        desc: *const vyre_sequence_desc,
        out_sequence: *mut *mut vyre_sequence,
    ) -> *mut vyre_error;
    /** Adds a dispatch; |out_step| gets the number of the step: 0, 1, and so on. Bindings are as for
 vyre_dispatch, but of buffers and zeroes alone: host memory is refused by name, as are
 VYRE_DISPATCH_TIMED, VYRE_DISPATCH_UNTIL_STABLE and programs with io ops. |desc| may be NULL; its
 timeout does not count. After an error nothing is added. May compile.*/
    pub fn vyre_sequence_add_dispatch(
        sequence: *mut vyre_sequence,
        pipeline: *mut vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
        out_step: *mut u32,
    ) -> *mut vyre_error;
    /// Adds a copy of |size| bytes between buffers, or ranges of one that do not overlap.
    pub fn vyre_sequence_add_copy(
        sequence: *mut vyre_sequence,
        from: *mut vyre_buffer,
        from_offset: u64,
        to: *mut vyre_buffer,
        to_offset: u64,
        size: u64,
        out_step: *mut u32,
    ) -> *mut vyre_error;
    /// Adds a write of |size| bytes, copied from |data| now, to |offset| of the buffer.
    pub fn vyre_sequence_add_write(
        sequence: *mut vyre_sequence,
        buffer: *mut vyre_buffer,
        offset: u64,
        data: *const ::core::ffi::c_void,
        size: u64,
        out_step: *mut u32,
    ) -> *mut vyre_error;
    /// Adds a read of |size| bytes from |offset| of the buffer, for vyre_sequence_get_bytes.
    pub fn vyre_sequence_add_read(
        sequence: *mut vyre_sequence,
        buffer: *mut vyre_buffer,
        offset: u64,
        size: u64,
        out_step: *mut u32,
    ) -> *mut vyre_error;
    /** Gives dispatch |step| other bindings, grid, iterations or push constants, all of them anew. The
 next run is recorded again. After an error the step is as it was.*/
    pub fn vyre_sequence_set_dispatch(
        sequence: *mut vyre_sequence,
        step: u32,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
    ) -> *mut vyre_error;
    /** Changes |size| bytes from |offset| of what write |step| writes, copied from |data| now. Nothing
 is recorded again.*/
    pub fn vyre_sequence_set_bytes(
        sequence: *mut vyre_sequence,
        step: u32,
        offset: u64,
        data: *const ::core::ffi::c_void,
        size: u64,
    ) -> *mut vyre_error;
    /// Copies |size| bytes from |offset| of what read |step| read in the last run.
    pub fn vyre_sequence_get_bytes(
        sequence: *mut vyre_sequence,
        step: u32,
        offset: u64,
        data: *mut ::core::ffi::c_void,
        size: u64,
    ) -> *mut vyre_error;
    /// Records now what the next run would otherwise record first.
    pub fn vyre_sequence_record(sequence: *mut vyre_sequence) -> *mut vyre_error;
    /** Starts a run. |out_pending| may be NULL: then nothing is allocated, and vyre_sequence_wait waits.
 A pending object has no outputs. A submit policy with most_submission_ns may make a run several
 submissions; after an error its first steps may have run then.*/
    pub fn vyre_sequence_submit(
        sequence: *mut vyre_sequence,
        out_pending: *mut *mut vyre_pending,
    ) -> *mut vyre_error;
    /** Waits for the last run, at most |timeout_ns| (0 looks, UINT64_MAX has no limit), and writes
 VYRE_PENDING, VYRE_READY or VYRE_FAILED; VYRE_READY when there was none. A trap fails all runs
 that were under way with the one that trapped.*/
    pub fn vyre_sequence_wait(
        sequence: *mut vyre_sequence,
        timeout_ns: u64,
        out_state: *mut i32,
    ) -> *mut vyre_error;
    /// Why the last run failed; NULL unless it has.
    pub fn vyre_sequence_status(sequence: *mut vyre_sequence) -> *mut vyre_error;
    /// Starts a run and waits for its end, or fails with why it failed. |out_result| may be NULL.
    pub fn vyre_sequence_run(
        sequence: *mut vyre_sequence,
        out_result: *mut vyre_sequence_result,
    ) -> *mut vyre_error;
    pub fn vyre_sequence_get_result(
        sequence: *const vyre_sequence,
        out_result: *mut vyre_sequence_result,
    ) -> *mut vyre_error;
    /// Never blocks: what the device still uses retires later.
    pub fn vyre_sequence_destroy(sequence: *mut vyre_sequence);
    /** Adds a backend that lives in the host itself to those of the context. |table| is copied; its
 |destroy| is called when the context and all objects made with the backend are gone; not when
 this call fails. VYRE_ERROR_INVALID_ARGUMENT names the entry that is missing or wrong,
 VYRE_ERROR_ALREADY_REGISTERED both owners of an id.*/
    pub fn vyre_context_add_backend(
        context: *mut vyre_context,
        table: *const vyre_backend_table,
    ) -> *mut vyre_error;
    /** Loads the plug-in |path| and adds its backend to those of the context. |desc| and |out_id| (what
 vyre_backend_acquire takes; lives as long as the context) may be NULL. Loading runs code of the
 plug-in. The library stays loaded as long as the context or an object made with the backend is
 there. After an error nothing is loaded: VYRE_ERROR_NOT_FOUND and VYRE_ERROR_INPUT_OUTPUT for the
 file, VYRE_ERROR_INVALID_ARGUMENT for one that is no plug-in of this ABI version, has another
 digest or a broken table, VYRE_ERROR_ALREADY_REGISTERED for an id that is taken.*/
    pub fn vyre_context_load_plugin(
        context: *mut vyre_context,
        path: vyre_string,
        desc: *const vyre_plugin_desc,
        out_id: *mut vyre_string,
    ) -> *mut vyre_error;
    /** Loads every plug-in of |folder|: the regular files that end in ".so", ".dylib" or ".dll", in the
 order of their names. Those that load stay loaded also when others do not; the error then has a
 finding for each that does not: its code's name, its file and why. |desc| may be NULL. A
 folder without plug-ins is no error.*/
    pub fn vyre_context_load_plugins(
        context: *mut vyre_context,
        folder: vyre_string,
        desc: *const vyre_plugin_desc,
    ) -> *mut vyre_error;
    /** What a host that makes its instance and device for |api_version| has to enable, and what it may.
 Needs no context and no Vulkan. A version below 1.2 is VYRE_ERROR_UNSUPPORTED_FEATURE. Neither
 submits nor blocks.*/
    pub fn vyre_vulkan_get_requirements(
        api_version: u32,
        out_requirements: *mut vyre_vulkan_requirements,
    ) -> *mut vyre_error;
    /** Which of our features are on in |chain|, a VkPhysicalDeviceFeatures2 with what hangs on it: as
 vkGetPhysicalDeviceFeatures2 has filled it, or as the device is made with. Neither submits nor
 blocks.*/
    pub fn vyre_vulkan_read_features(
        chain: *const ::core::ffi::c_void,
        out_features: *mut u64,
    ) -> *mut vyre_error;
    /** Switches |features| on in every structure of |chain| that has them, a VkPhysicalDeviceFeatures2;
 the rest of the chain stays as it is. |out_missing| gets those for which the chain has no
 structure. Neither submits nor blocks.*/
    pub fn vyre_vulkan_enable_features(
        chain: *mut ::core::ffi::c_void,
        features: u64,
        out_missing: *mut u64,
    ) -> *mut vyre_error;
    /** A backend on the host's device, "vulkan:<uuid>:host". A missing handle, a family that does not
 compute and a lock without unlock are VYRE_ERROR_INVALID_ARGUMENT or, like a version or a
 feature that is missing, VYRE_ERROR_UNSUPPORTED_FEATURE, and named. When it fails, |destroy| is
 not called. Neither submits nor blocks.*/
    pub fn vyre_backend_import_vulkan(
        context: *mut vyre_context,
        desc: *const vyre_vulkan_device_desc,
        out_backend: *mut *mut vyre_backend,
    ) -> *mut vyre_error;
    /** What a Vulkan backend works on. Other backends are refused by their id. Neither submits nor
 blocks.*/
    pub fn vyre_backend_get_vulkan(
        backend: *const vyre_backend,
        out_handles: *mut vyre_vulkan_handles,
    ) -> *mut vyre_error;
    /** What is submitted from now on begins when |semaphore|, a VkSemaphore of the timeline type, has
 |value|; the buffer functions wait for it too. It must live until work submitted later is over.
 Refused with VYRE_VULKAN_RECORD_ONLY. Neither submits nor blocks.*/
    pub fn vyre_backend_wait_vulkan(
        backend: *mut vyre_backend,
        semaphore: u64,
        value: u64,
    ) -> *mut vyre_error;
    /// Neither submits nor blocks.
    pub fn vyre_pending_get_vulkan(
        pending: *const vyre_pending,
        out_point: *mut vyre_vulkan_point,
    ) -> *mut vyre_error;
    /** The Vulkan objects behind a buffer of a Vulkan backend. On a host's device the usage has vertex,
 index and indirect buffers in it, so that the host can draw from the buffer. They are right until
 the buffer is freed, destroyed, or a file is read into it. Neither submits nor blocks.*/
    pub fn vyre_buffer_get_vulkan(
        buffer: *const vyre_buffer,
        out_buffer: *mut vyre_vulkan_buffer,
    ) -> *mut vyre_error;
    /** The host's bytes, of a VkBuffer of the backend's device, as a buffer of the backend. The bytes
 stay as they are. A usage that lacks what the requirements name is refused. When it fails,
 |destroy| is not called. Neither submits nor blocks.*/
    pub fn vyre_buffer_import_vulkan(
        backend: *mut vyre_backend,
        desc: *const vyre_vulkan_buffer_desc,
        out_buffer: *mut *mut vyre_buffer,
    ) -> *mut vyre_error;
    /** Begins to record into |command_buffer|, a VkCommandBuffer of the queue's family in the recording
 state, outside of a render pass, which the host uses on no other thread meanwhile. The backend
 was imported. |desc| may be NULL.

 Everything recorded runs in order, each piece seeing what those before it wrote; compute state of
 the command buffer (pipeline, descriptor set 0, push constants) is changed, other state is not.
 The host may submit the command buffer several times, one after the other. What the work uses
 (buffers, descriptors, hidden memory) stays until the recording is retired. Neither submits nor
 blocks.*/
    pub fn vyre_recording_create(
        backend: *mut vyre_backend,
        command_buffer: *mut ::core::ffi::c_void,
        desc: *const vyre_recording_desc,
        out_recording: *mut *mut vyre_recording,
    ) -> *mut vyre_error;
    /** Records a dispatch. Bindings are as for vyre_dispatch, but of buffers and zeroes alone: host
 memory is refused by name, as are VYRE_DISPATCH_TIMED, VYRE_DISPATCH_UNTIL_STABLE and programs
 with io ops. |desc| may be NULL; its timeout does not count. After an error nothing of this
 dispatch is recorded. Neither submits nor blocks.*/
    pub fn vyre_record_dispatch(
        recording: *mut vyre_recording,
        pipeline: *mut vyre_pipeline,
        bindings: *const vyre_binding,
        binding_count: usize,
        desc: *const vyre_dispatch_desc,
    ) -> *mut vyre_error;
    /** Records that |size| bytes, copied from |data| now, go to |offset| of the buffer. Neither submits
 nor blocks.*/
    pub fn vyre_record_write(
        recording: *mut vyre_recording,
        buffer: *mut vyre_buffer,
        offset: u64,
        data: *const ::core::ffi::c_void,
        size: u64,
    ) -> *mut vyre_error;
    /** Records that |size| bytes from |offset| of the buffer are kept for vyre_recording_get_read, which
 finds them by |out_read|. Neither submits nor blocks.*/
    pub fn vyre_record_read(
        recording: *mut vyre_recording,
        buffer: *mut vyre_buffer,
        offset: u64,
        size: u64,
        out_read: *mut u32,
    ) -> *mut vyre_error;
    /** Ends the recording, not the command buffer: the last barrier is recorded, nothing can be added.
 |out_work| (may be NULL) gets the stages and accesses of what was recorded, for barriers of the
 host's own. Neither submits nor blocks.*/
    pub fn vyre_recording_end(
        recording: *mut vyre_recording,
        out_work: *mut vyre_vulkan_access,
    ) -> *mut vyre_error;
    /** The host says that the device is done with the command buffer, or will never get it. Gives back
 everything but what was read. A program that trapped is VYRE_ERROR_DISPATCH_FAILED, the first of
 several; the recording is retired all the same. Neither submits nor blocks.*/
    pub fn vyre_recording_retire(recording: *mut vyre_recording) -> *mut vyre_error;
    /** Copies what read |read| kept, all |size| bytes of it; after vyre_recording_retire. Neither
 submits nor blocks.*/
    pub fn vyre_recording_get_read(
        recording: *mut vyre_recording,
        read: u32,
        data: *mut ::core::ffi::c_void,
        size: u64,
    ) -> *mut vyre_error;
    /** What a recording that was not retired uses stays as long as the backend: the device may still be
 at work on it. Neither submits nor blocks.*/
    pub fn vyre_recording_destroy(recording: *mut vyre_recording);
}
