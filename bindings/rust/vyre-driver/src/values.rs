//! Numbers and flags of the interface. They are constants, not enums: a newer library may give
//! values that this crate does not know.

use crate::sys;
use std::fmt;

/// A number with names.
macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident: $type:ty { $($(#[$item:meta])* $item_name:ident = $value:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $type);

        impl $name {
            $($(#[$item])* pub const $item_name: Self = Self(sys::$value as $type);)*
        }

        $crate::call::number! { $name($type) }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match *self {
                    $(Self::$item_name => f.write_str(stringify!($item_name)),)*
                    Self(other) => write!(f, "{}({other})", stringify!($name)),
                }
            }
        }
    };
}

/// A set of bits with names.
macro_rules! flags {
    ($(#[$doc:meta])* $name:ident { $($(#[$item:meta])* $item_name:ident = $value:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub u64);

        impl $name {
            $($(#[$item])* pub const $item_name: Self = Self(sys::$value);)*

            /// Whether all bits of `other` are on.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }

        $crate::call::number! { $name(u64) }

        impl std::ops::BitOr for $name {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let names = [$((Self::$item_name, stringify!($item_name)),)*];
                let on = names.iter().filter(|(bit, _)| self.contains(*bit)).map(|(_, name)| name);
                f.debug_set().entries(on).finish()
            }
        }
    };
}

numbers! {
    /// How urgent a message is.
    LogLevel: i32 {
        /// Something failed.
        ERROR = VYRE_LOG_ERROR,
        /// Something is not as it should be.
        WARNING = VYRE_LOG_WARNING,
        /// Something worth knowing.
        INFO = VYRE_LOG_INFO,
        /// Something for those who look for a mistake.
        DEBUG = VYRE_LOG_DEBUG,
    }
}

flags! {
    /// What a program uses.
    Needs {
        // scripts/generate writes: needs
        /// Atomic operations.
        ATOMICS = VYRE_NEEDS_ATOMICS,
        /// Memory that a workgroup shares.
        WORKGROUP_MEMORY = VYRE_NEEDS_WORKGROUP_MEMORY,
        /// Barriers of a workgroup.
        WORKGROUP_BARRIER = VYRE_NEEDS_WORKGROUP_BARRIER,
        /// Barriers of the grid.
        GRID_BARRIER = VYRE_NEEDS_GRID_BARRIER,
        /// Subgroup operations.
        SUBGROUP = VYRE_NEEDS_SUBGROUP,
        /// 16-bit floats.
        F16 = VYRE_NEEDS_F16,
        /// Bfloat16.
        BF16 = VYRE_NEEDS_BF16,
        /// 32-bit floats.
        F32 = VYRE_NEEDS_F32,
        /// 64-bit floats.
        F64 = VYRE_NEEDS_F64,
        /// 64-bit integers.
        INT64 = VYRE_NEEDS_INT64,
        /// Elements of 8 bits.
        STORAGE_8BIT = VYRE_NEEDS_STORAGE_8BIT,
        /// Elements of 16 bits.
        STORAGE_16BIT = VYRE_NEEDS_STORAGE_16BIT,
        /// Traps.
        TRAP = VYRE_NEEDS_TRAP,
        /// Calls of registered ops.
        CALLS = VYRE_NEEDS_CALLS,
        /// Asynchronous copies.
        ASYNC_COPIES = VYRE_NEEDS_ASYNC_COPIES,
        /// Indirect dispatches.
        INDIRECT_DISPATCH = VYRE_NEEDS_INDIRECT_DISPATCH,
        /// Collectives.
        COLLECTIVES = VYRE_NEEDS_COLLECTIVES,
        /// Extensions.
        EXTENSIONS = VYRE_NEEDS_EXTENSIONS,
        /// Sin, exp, log and the like.
        TRANSCENDENTAL = VYRE_NEEDS_TRANSCENDENTAL,
        // scripts/generate ends
    }
}

numbers! {
    /// What a dispatch does with a buffer.
    Role: u32 {
        /// One copy per workgroup, nothing to bind.
        SHARED = VYRE_ROLE_SHARED,
        /// Kept by the caller between dispatches.
        PERSISTENT = VYRE_ROLE_PERSISTENT,
        /// Starts zeroed, may be read back.
        OUTPUT = VYRE_ROLE_OUTPUT,
        /// Needs bytes, is only read.
        INPUT = VYRE_ROLE_INPUT,
        /// Needs bytes, may be read back.
        INPUT_OUTPUT = VYRE_ROLE_INPUT_OUTPUT,
        /// Needs bytes, is only read.
        UNIFORM = VYRE_ROLE_UNIFORM,
    }
}

numbers! {
    /// How a program may touch a buffer.
    Access: u32 {
        /// It is only read.
        READ_ONLY = VYRE_ACCESS_READ_ONLY,
        /// It is read and written.
        READ_WRITE = VYRE_ACCESS_READ_WRITE,
        /// It is read, the same by all invocations.
        UNIFORM = VYRE_ACCESS_UNIFORM,
        /// It is shared by a workgroup.
        WORKGROUP = VYRE_ACCESS_WORKGROUP,
        /// It is only written.
        WRITE_ONLY = VYRE_ACCESS_WRITE_ONLY,
    }
}

numbers! {
    /// Where a buffer lives.
    Memory: u32 {
        /// Device memory.
        GLOBAL = VYRE_MEMORY_GLOBAL,
        /// One copy per workgroup.
        SHARED = VYRE_MEMORY_SHARED,
        /// Uniform memory.
        UNIFORM = VYRE_MEMORY_UNIFORM,
        /// Memory of one invocation.
        LOCAL = VYRE_MEMORY_LOCAL,
        /// Device memory that is only read.
        READONLY = VYRE_MEMORY_READONLY,
        /// Push constants.
        PUSH = VYRE_MEMORY_PUSH,
        /// Kept by the caller between dispatches.
        PERSISTENT = VYRE_MEMORY_PERSISTENT,
    }
}

flags! {
    /// More about a declared buffer.
    BufferFlags {
        /// Declared as the output.
        IS_OUTPUT = VYRE_BUFFER_IS_OUTPUT,
        /// Live after the program.
        LIVE_OUT = VYRE_BUFFER_LIVE_OUT,
        /// One of the outputs of a dispatch.
        READ_BACK = VYRE_BUFFER_READ_BACK,
        /// Only a range of it returns.
        OUTPUT_RANGE = VYRE_BUFFER_OUTPUT_RANGE,
    }
}

numbers! {
    /// How memory is ordered around an atomic or barrier.
    Ordering: u32 {
        /// Not at all.
        RELAXED = VYRE_ORDERING_RELAXED,
        /// What follows stays behind it.
        ACQUIRE = VYRE_ORDERING_ACQUIRE,
        /// What precedes stays before it.
        RELEASE = VYRE_ORDERING_RELEASE,
        /// Both.
        ACQ_REL = VYRE_ORDERING_ACQ_REL,
        /// One order for all.
        SEQ_CST = VYRE_ORDERING_SEQ_CST,
        /// Of a barrier: the whole grid waits.
        GRID_SYNC = VYRE_ORDERING_GRID_SYNC,
    }
}

numbers! {
    /// What an atomic does with an element.
    Atomic: u32 {
        /// Adds.
        ADD = VYRE_ATOMIC_ADD,
        /// Bitwise or.
        OR = VYRE_ATOMIC_OR,
        /// Bitwise and.
        AND = VYRE_ATOMIC_AND,
        /// Bitwise exclusive or.
        XOR = VYRE_ATOMIC_XOR,
        /// The smaller one.
        MIN = VYRE_ATOMIC_MIN,
        /// The larger one.
        MAX = VYRE_ATOMIC_MAX,
        /// Puts the value there.
        EXCHANGE = VYRE_ATOMIC_EXCHANGE,
        /// Puts the value there if it was as expected.
        COMPARE_EXCHANGE = VYRE_ATOMIC_COMPARE_EXCHANGE,
        /// The same; may fail without reason.
        COMPARE_EXCHANGE_WEAK = VYRE_ATOMIC_COMPARE_EXCHANGE_WEAK,
        /// Bitwise not of and.
        FETCH_NAND = VYRE_ATOMIC_FETCH_NAND,
        /// Marks as used last.
        LRU_UPDATE = VYRE_ATOMIC_LRU_UPDATE,
    }
}

numbers! {
    /// An exchange between the devices of a group.
    Collective: u32 {
        /// Each device gets the whole's reduction, in place.
        ALL_REDUCE = VYRE_COLLECTIVE_ALL_REDUCE,
        /// Each device gets all parts.
        ALL_GATHER = VYRE_COLLECTIVE_ALL_GATHER,
        /// Each device gets its part of the reduction.
        REDUCE_SCATTER = VYRE_COLLECTIVE_REDUCE_SCATTER,
        /// Each device gets what the root has, in place.
        BROADCAST = VYRE_COLLECTIVE_BROADCAST,
    }
}

numbers! {
    /// How a collective combines values.
    Reduce: u32 {
        /// Their sum.
        SUM = VYRE_REDUCE_SUM,
        /// The smallest.
        MIN = VYRE_REDUCE_MIN,
        /// The largest.
        MAX = VYRE_REDUCE_MAX,
        /// Bitwise and.
        BIT_AND = VYRE_REDUCE_BIT_AND,
        /// Bitwise or.
        BIT_OR = VYRE_REDUCE_BIT_OR,
        /// Bitwise exclusive or.
        BIT_XOR = VYRE_REDUCE_BIT_XOR,
    }
}

numbers! {
    /// What sort of device a backend runs on.
    DeviceKind: u32 {
        /// None of the others.
        OTHER = VYRE_DEVICE_OTHER,
        /// A GPU that shares memory with the host.
        INTEGRATED = VYRE_DEVICE_INTEGRATED,
        /// A GPU with memory of its own.
        DISCRETE = VYRE_DEVICE_DISCRETE,
        /// A part of a device in a virtual machine.
        VIRTUAL = VYRE_DEVICE_VIRTUAL,
        /// A software implementation.
        CPU = VYRE_DEVICE_CPU,
        /// The reference interpreter.
        ORACLE = VYRE_DEVICE_ORACLE,
    }
}

numbers! {
    /// How well a device measures time.
    TimingQuality: u32 {
        /// On the host.
        HOST_ONLY = VYRE_TIMING_HOST_ONLY,
        /// On the host, around submission and wait.
        HOST_ENQUEUE_WAIT = VYRE_TIMING_HOST_ENQUEUE_WAIT,
        /// By the device.
        DEVICE_TIMESTAMPS = VYRE_TIMING_DEVICE_TIMESTAMPS,
        /// By the device, with counters.
        HARDWARE_COUNTERS = VYRE_TIMING_HARDWARE_COUNTERS,
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
        /// Elements of 8 bits.
        STORAGE_8BIT = VYRE_FEATURE_STORAGE_8BIT,
        /// Elements of 16 bits.
        STORAGE_16BIT = VYRE_FEATURE_STORAGE_16BIT,
        /// Tensor cores.
        TENSOR_CORES = VYRE_FEATURE_TENSOR_CORES,
        /// Indirect dispatches.
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
        // scripts/generate ends
    }
}

flags! {
    /// How the selection sees a backend.
    BackendFlags {
        /// It can be acquired.
        USABLE = VYRE_BACKEND_USABLE,
        /// Chosen only by name.
        ORACLE = VYRE_BACKEND_ORACLE,
        /// The selection considers it.
        CANDIDATE = VYRE_BACKEND_CANDIDATE,
        /// The selection takes it.
        CHOSEN = VYRE_BACKEND_CHOSEN,
        /// Declared to run programs.
        DISPATCHES = VYRE_BACKEND_DISPATCHES,
    }
}

numbers! {
    /// Where the ops of a dialect come from.
    Category: i32 {
        /// Made of other ops.
        COMPOSITE = VYRE_CATEGORY_COMPOSITE,
        /// Comes from outside.
        EXTENSION = VYRE_CATEGORY_EXTENSION,
        /// Needs a backend that knows it.
        INTRINSIC = VYRE_CATEGORY_INTRINSIC,
    }
}

numbers! {
    /// What an op is for a target.
    LoweringKind: i32 {
        /// Nothing is registered.
        NONE = VYRE_LOWERING_NONE,
        /// The oracle cannot run the op.
        SENTINEL = VYRE_LOWERING_SENTINEL,
        /// The oracle calls the reference function.
        REFERENCE = VYRE_LOWERING_REFERENCE,
        /// The oracle runs the composition.
        COMPOSITION = VYRE_LOWERING_COMPOSITION,
        /// A function makes the bytes.
        BUILDER = VYRE_LOWERING_BUILDER,
        /// Bytes are registered.
        DATA = VYRE_LOWERING_DATA,
    }
}

flags! {
    /// More about an op.
    OpFlags {
        /// It also works on raw bytes.
        BYTES_EXTRACTION = VYRE_OP_BYTES_EXTRACTION,
        /// It has a reference function.
        REFERENCE = VYRE_OP_REFERENCE,
        /// It has a composition.
        COMPOSITION = VYRE_OP_COMPOSITION,
        /// Its dialect comes from outside.
        EXTERN = VYRE_OP_EXTERN,
    }
}

flags! {
    /// What the device of a program that is validated offers, and what is let pass.
    ValidateFlags {
        /// The device offers subgroup operations.
        SUBGROUP = VYRE_VALIDATE_SUBGROUP,
        /// The device offers distributed collectives.
        COLLECTIVES = VYRE_VALIDATE_COLLECTIVES,
        /// A local may have the name of one around it.
        ALLOW_SHADOWING = VYRE_VALIDATE_ALLOW_SHADOWING,
        /// Calls of ops are not looked up in any registry.
        UNCHECKED_CALLS = VYRE_VALIDATE_UNCHECKED_CALLS,
    }
}

flags! {
    /// What a device does that a planner must know.
    Quirks {
        // scripts/generate writes: quirks
        /// Stops loops: see [`max_loop_trips`](crate::Profile::max_loop_trips).
        LOOP_LIMIT = VYRE_QUIRK_LOOP_LIMIT,
        /// See [`max_buffer_accesses`](crate::Profile::max_buffer_accesses).
        SLOW_COMPILER = VYRE_QUIRK_SLOW_COMPILER,
        /// Takes some f32 constants for others.
        CONSTANT_ZEROS = VYRE_QUIRK_CONSTANT_ZEROS,
        /// Memory barriers wait for the workgroup.
        COARSE_BARRIERS = VYRE_QUIRK_COARSE_BARRIERS,
        // scripts/generate ends
    }
}

numbers! {
    /// Where a fact comes from.
    FactSource: u32 {
        /// Nobody says: 0.
        UNKNOWN = VYRE_FACT_UNKNOWN,
        /// What the driver or the backend says.
        REPORTED = VYRE_FACT_REPORTED,
        /// By [`Backend::measure`](crate::Backend::measure).
        MEASURED = VYRE_FACT_MEASURED,
    }
}

numbers! {
    /// The first fact that put a backend where it is in the list.
    DecidedBy: u32 {
        /// Not asked.
        NOTHING = VYRE_DECIDED_BY_NOTHING,
        /// Nothing comes before it.
        BEST = VYRE_DECIDED_BY_BEST,
        /// Software devices come after real ones.
        SOFTWARE = VYRE_DECIDED_BY_SOFTWARE,
        /// Lower capability score than the one before it.
        SCORE = VYRE_DECIDED_BY_SCORE,
        /// Lower timing quality.
        TIMING = VYRE_DECIDED_BY_TIMING,
        /// Less memory bandwidth.
        BANDWIDTH = VYRE_DECIDED_BY_BANDWIDTH,
        /// Higher rank.
        RANK = VYRE_DECIDED_BY_RANK,
        /// Finding it took longer.
        ACQUISITION = VYRE_DECIDED_BY_ACQUISITION,
        /// Equal in all facts, and the id comes later.
        ID = VYRE_DECIDED_BY_ID,
        /// Not considered: it cannot be used.
        UNUSABLE = VYRE_DECIDED_BY_UNUSABLE,
        /// Not considered: another one is named.
        NAME = VYRE_DECIDED_BY_NAME,
        /// Not considered: excluded.
        EXCLUSION = VYRE_DECIDED_BY_EXCLUSION,
        /// Not considered: software is refused.
        REFUSAL = VYRE_DECIDED_BY_REFUSAL,
        /// Not considered: oracles are taken only by name.
        ORACLE = VYRE_DECIDED_BY_ORACLE,
        /// Not considered: not declared to dispatch.
        DISPATCH = VYRE_DECIDED_BY_DISPATCH,
    }
}

numbers! {
    /// Why the cache folder did not have a kernel.
    Miss: u32 {
        /// There is no file.
        ABSENT = VYRE_CACHE_MISS_ABSENT,
        /// The system does not open or read the file.
        UNREADABLE = VYRE_CACHE_MISS_UNREADABLE,
        /// A symbolic link, a folder, a pipe.
        NOT_A_FILE = VYRE_CACHE_MISS_NOT_A_FILE,
        /// Another user's.
        FOREIGN_OWNER = VYRE_CACHE_MISS_FOREIGN_OWNER,
        /// Longer than an entry may be.
        TOO_LARGE = VYRE_CACHE_MISS_TOO_LARGE,
        /// Its first bytes are none of the library's.
        NOT_AN_ENTRY = VYRE_CACHE_MISS_NOT_AN_ENTRY,
        /// An older library wrote it.
        OLDER_FORM = VYRE_CACHE_MISS_OLDER_FORM,
        /// A newer library wrote it.
        NEWER_FORM = VYRE_CACHE_MISS_NEWER_FORM,
        /// Its header fails its digest.
        DAMAGED_HEADER = VYRE_CACHE_MISS_DAMAGED_HEADER,
        /// It was stored under another key.
        OTHER_KEY = VYRE_CACHE_MISS_OTHER_KEY,
        /// Its end is missing.
        TRUNCATED = VYRE_CACHE_MISS_TRUNCATED,
        /// Its bytes fail their digest.
        DAMAGED_BYTES = VYRE_CACHE_MISS_DAMAGED_BYTES,
    }
}

numbers! {
    /// Where a pipeline's kernel came from.
    Origin: u32 {
        /// The backend keeps nothing, or it is made at the first dispatch.
        UNKNOWN = VYRE_ORIGIN_UNKNOWN,
        /// It was compiled.
        COMPILED = VYRE_ORIGIN_COMPILED,
        /// The cache folder had it: nothing was lowered.
        DISK = VYRE_ORIGIN_DISK,
        /// The backend's memory had it.
        MEMORY = VYRE_ORIGIN_MEMORY,
    }
}
