//! What devices are and can do.

numbers! {
    /// What a device is made of.
    DeviceKind {
        /// None of the others, or unknown.
        OTHER = VYRE_DEVICE_OTHER,
        /// A GPU that shares the host's memory.
        INTEGRATED = VYRE_DEVICE_INTEGRATED,
        /// A GPU with memory of its own.
        DISCRETE = VYRE_DEVICE_DISCRETE,
        /// A part of a GPU, in a virtual machine.
        VIRTUAL = VYRE_DEVICE_VIRTUAL,
        /// A software implementation.
        CPU = VYRE_DEVICE_CPU,
        /// The reference interpreter.
        ORACLE = VYRE_DEVICE_ORACLE,
    }
}

numbers! {
    /// What the times of a device come from, the best that it has.
    Timing {
        /// The host's clock around a dispatch.
        HOST_ONLY = VYRE_TIMING_HOST_ONLY,
        /// The host's clock, submission and wait apart.
        HOST_ENQUEUE_WAIT = VYRE_TIMING_HOST_ENQUEUE_WAIT,
        /// The device's clock.
        DEVICE_TIMESTAMPS = VYRE_TIMING_DEVICE_TIMESTAMPS,
        /// The device's counters.
        HARDWARE_COUNTERS = VYRE_TIMING_HARDWARE_COUNTERS,
    }
}

numbers! {
    /// Where a fact comes from.
    Fact {
        /// Nobody says it.
        UNKNOWN = VYRE_FACT_UNKNOWN,
        /// The driver or the backend says it.
        REPORTED = VYRE_FACT_REPORTED,
        /// Vyre_device_measure_bandwidth, in this process.
        MEASURED = VYRE_FACT_MEASURED,
    }
}

flags! {
    /// What a device can do.
    Features {
        // scripts/generate writes: features
        /// Subgroup operations.
        SUBGROUP_OPERATIONS = VYRE_FEATURE_SUBGROUP_OPERATIONS,
        /// Subgroup shuffles.
        SUBGROUP_SHUFFLE = VYRE_FEATURE_SUBGROUP_SHUFFLE,
        /// 16-bit floats.
        F16 = VYRE_FEATURE_F16,
        /// Bfloat16.
        BF16 = VYRE_FEATURE_BF16,
        /// 64-bit floats.
        F64 = VYRE_FEATURE_F64,
        /// 64-bit integers.
        INT64 = VYRE_FEATURE_INT64,
        /// |.
        STORAGE_8BIT = VYRE_FEATURE_STORAGE_8BIT,
        /// |.
        STORAGE_16BIT = VYRE_FEATURE_STORAGE_16BIT,
        /// Tensor cores.
        TENSOR_CORES = VYRE_FEATURE_TENSOR_CORES,
        /// Grids that stand in a buffer.
        INDIRECT_DISPATCH = VYRE_FEATURE_INDIRECT_DISPATCH,
        /// Holds a whole grid resident.
        GRID_BARRIER = VYRE_FEATURE_GRID_BARRIER,
        /// The device measures times.
        DEVICE_TIMESTAMPS = VYRE_FEATURE_DEVICE_TIMESTAMPS,
        /// Hardware counters.
        HARDWARE_COUNTERS = VYRE_FEATURE_HARDWARE_COUNTERS,
        /// Preserved; f32 programs need them.
        F32_DENORMALS = VYRE_FEATURE_F32_DENORMALS,
        /// Exact division and square root.
        EXACT_F32_DIVISION = VYRE_FEATURE_EXACT_F32_DIVISION,
        /// Rounds a * b + c once.
        EXACT_F32_FMA = VYRE_FEATURE_EXACT_F32_FMA,
        /// Host memory is device memory.
        UNIFIED_MEMORY = VYRE_FEATURE_UNIFIED_MEMORY,
        /// Collectives of the IR.
        COLLECTIVES = VYRE_FEATURE_COLLECTIVES,
        /// Asynchronous copies of the IR.
        ASYNC_COPIES = VYRE_FEATURE_ASYNC_COPIES,
        /// Integer dot products of modules.
        INTEGER_DOT = VYRE_FEATURE_INTEGER_DOT,
        /// |.
        INT64_ATOMICS = VYRE_FEATURE_INT64_ATOMICS,
        /// Pointers in modules.
        BUFFER_ADDRESSES = VYRE_FEATURE_BUFFER_ADDRESSES,
        /// Pipelines choose the size.
        SUBGROUP_SIZE_CONTROL = VYRE_FEATURE_SUBGROUP_SIZE_CONTROL,
        /// Cooperative matrices of modules.
        COOPERATIVE_MATRIX = VYRE_FEATURE_COOPERATIVE_MATRIX,
        /// Images and samplers.
        IMAGES = VYRE_FEATURE_IMAGES,
        /// The driver knows a budget.
        MEMORY_BUDGET = VYRE_FEATURE_MEMORY_BUDGET,
        /// Work over several devices.
        DISTRIBUTED = VYRE_FEATURE_DISTRIBUTED,
        /// Code can ask: keep f32 -0, inf and NaN.
        SIGNED_ZERO_MODE = VYRE_FEATURE_SIGNED_ZERO_MODE,
        /// Code can ask: keep f32 denormals.
        DENORM_MODE = VYRE_FEATURE_DENORM_MODE,
        /// Code can ask: round f32 to even.
        ROUNDING_MODE = VYRE_FEATURE_ROUNDING_MODE,
        // scripts/generate ends
    }
}

flags! {
    /// What a device does that a planner has to know.
    Quirks {
        // scripts/generate writes: quirks
        /// Stops loops: see [`max_loop_trips`](crate::DeviceInfo::max_loop_trips).
        LOOP_LIMIT = VYRE_QUIRK_LOOP_LIMIT,
        /// See [`max_buffer_accesses`](crate::DeviceInfo::max_buffer_accesses).
        SLOW_COMPILER = VYRE_QUIRK_SLOW_COMPILER,
        /// Takes some f32 constants for others.
        CONSTANT_ZEROS = VYRE_QUIRK_CONSTANT_ZEROS,
        /// Memory barriers wait for the workgroup.
        COARSE_BARRIERS = VYRE_QUIRK_COARSE_BARRIERS,
        // scripts/generate ends
    }
}

flags! {
    /// How memory or a semaphore is shared with another interface or process.
    HandleTypes {
        /// A file descriptor of the driver's own kind.
        FD = VYRE_HANDLE_FD,
        /// A dma-buf of Linux.
        DMA_BUF = VYRE_HANDLE_DMA_BUF,
        /// An NT handle.
        WIN32 = VYRE_HANDLE_WIN32,
        /// A global share handle of Windows.
        WIN32_KMT = VYRE_HANDLE_WIN32_KMT,
        /// Memory of this process.
        HOST_POINTER = VYRE_HANDLE_HOST_POINTER,
    }
}

flags! {
    /// How the choice of a device sees one.
    DeviceEntryFlags {
        /// It can be opened.
        USABLE = VYRE_DEVICE_ENTRY_USABLE,
        /// Opened by its id alone.
        ORACLE = VYRE_DEVICE_ENTRY_ORACLE,
        /// The description allows it.
        CANDIDATE = VYRE_DEVICE_ENTRY_CANDIDATE,
        /// Vyre_device_open would take it.
        CHOSEN = VYRE_DEVICE_ENTRY_CHOSEN,
        /// Its backend runs programs.
        DISPATCHES = VYRE_DEVICE_ENTRY_DISPATCHES,
    }
}

numbers! {
    /// The first fact that put a device where it is in the list.
    Decision {
        /// Nobody decided.
        NOTHING = VYRE_DECISION_NOTHING,
        /// Nothing comes before it.
        BEST = VYRE_DECISION_BEST,
        /// Software comes after real devices.
        SOFTWARE = VYRE_DECISION_SOFTWARE,
        /// Lower capability score than the one before it.
        SCORE = VYRE_DECISION_SCORE,
        /// Lower timing quality.
        TIMING = VYRE_DECISION_TIMING,
        /// Less memory bandwidth.
        BANDWIDTH = VYRE_DECISION_BANDWIDTH,
        /// Higher rank.
        RANK = VYRE_DECISION_RANK,
        /// Finding it took longer.
        ACQUISITION = VYRE_DECISION_ACQUISITION,
        /// Equal in all facts, and its id comes later.
        ID = VYRE_DECISION_ID,
        /// No candidate: it cannot be used.
        UNUSABLE = VYRE_DECISION_UNUSABLE,
        /// No candidate: another id is asked for.
        NAME = VYRE_DECISION_NAME,
        /// No candidate: excluded.
        EXCLUSION = VYRE_DECISION_EXCLUSION,
        /// No candidate: SELECT_NO_SOFTWARE.
        REFUSAL = VYRE_DECISION_REFUSAL,
        /// No candidate: oracles are opened by their id alone.
        ORACLE = VYRE_DECISION_ORACLE,
        /// No candidate: its backend is not declared to dispatch.
        DISPATCH = VYRE_DECISION_DISPATCH,
        /// No candidate: it cannot run a program of the description.
        PROGRAM = VYRE_DECISION_PROGRAM,
    }
}

flags! {
    /// How a buffer is made.
    BufferFlags {
        /// What the host writes, by calls and from files, is kept in host memory, as much again as
        /// the buffer. After a recovery the buffer has it; what programs wrote is
        /// lost.
        RESTORABLE = VYRE_BUFFER_RESTORABLE,
        /// A memory object of its own, at offset 0: other interfaces may want that.
        DEDICATED = VYRE_BUFFER_DEDICATED,
    }
}

flags! {
    /// What the library was built with.
    BuildFlags {
        /// SPIR-V modules are validated.
        SPIRV_TOOLS = VYRE_BUILD_SPIRV_TOOLS,
    }
}

numbers! {
    /// How urgent a message is.
    LogLevel {
        /// Something failed and no call returns it.
        ERROR = VYRE_LOG_ERROR,
        /// It works, but not as was asked for.
        WARNING = VYRE_LOG_WARNING,
        /// What was chosen, opened, kept.
        INFO = VYRE_LOG_INFO,
        /// Everything else.
        DEBUG = VYRE_LOG_DEBUG,
    }
}
