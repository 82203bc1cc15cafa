//! What is counted and kept.

numbers! {
    /// What the library counts on a device.
    Metric {
        // scripts/generate writes: metrics
        /// Accepted, each with all its segments.
        DISPATCHES = VYRE_METRIC_DISPATCHES,
        /// Of those: cut at grid barriers.
        SPLIT_DISPATCHES = VYRE_METRIC_SPLIT_DISPATCHES,
        /// That split dispatches ran.
        SEGMENTS = VYRE_METRIC_SEGMENTS,
        /// Between those segments.
        GRID_BARRIERS = VYRE_METRIC_GRID_BARRIERS,
        /// Of hidden buffers that carry values across the cuts.
        SPILLED_BYTES = VYRE_METRIC_SPILLED_BYTES,
        /// To the device, copies included.
        SUBMISSIONS = VYRE_METRIC_SUBMISSIONS,
        /// Calls that blocked until the device was further.
        WAITS = VYRE_METRIC_WAITS,
        /// Each segment of a program is one.
        KERNELS_COMPILED = VYRE_METRIC_KERNELS_COMPILED,
        /// Now.
        KERNELS_ALIVE = VYRE_METRIC_KERNELS_ALIVE,
        /// Buffers that have memory now.
        BUFFERS_ALIVE = VYRE_METRIC_BUFFERS_ALIVE,
        /// Of device memory that is reserved now.
        DEVICE_BYTES = VYRE_METRIC_DEVICE_BYTES,
        /// The most that were reserved at once.
        MAX_DEVICE_BYTES = VYRE_METRIC_MAX_DEVICE_BYTES,
        /// Dispatches that a trap ended.
        TRAPS = VYRE_METRIC_TRAPS,
        /// How often the device was lost.
        DEVICE_LOSSES = VYRE_METRIC_DEVICE_LOSSES,
        /// How often it was opened again.
        RECOVERIES = VYRE_METRIC_RECOVERIES,
        /// Preparing and recording commands.
        RECORD_NS = VYRE_METRIC_RECORD_NS,
        /// In the driver's call that submits them.
        SUBMIT_NS = VYRE_METRIC_SUBMIT_NS,
        /// Waiting for the device, looking again and again.
        SPIN_NS = VYRE_METRIC_SPIN_NS,
        /// Waiting for the device asleep.
        BLOCK_NS = VYRE_METRIC_BLOCK_NS,
        /// That the device measured, for timed dispatches.
        DEVICE_NS = VYRE_METRIC_DEVICE_NS,
        /// Dispatches that asked the device for its time.
        DEVICE_TIMED = VYRE_METRIC_DEVICE_TIMED,
        /// Copies of host bytes into memory of the device.
        UPLOADS = VYRE_METRIC_UPLOADS,
        /// Of these; what is used where it lies is no copy.
        UPLOADED_BYTES = VYRE_METRIC_UPLOADED_BYTES,
        /// Copies of bytes of the device to host memory.
        DOWNLOADS = VYRE_METRIC_DOWNLOADS,
        /// Of these.
        DOWNLOADED_BYTES = VYRE_METRIC_DOWNLOADED_BYTES,
        /// Between buffers of the device.
        DEVICE_COPIES = VYRE_METRIC_DEVICE_COPIES,
        /// Of these.
        DEVICE_COPIED_BYTES = VYRE_METRIC_DEVICE_COPIED_BYTES,
        /// Command buffers that were recorded.
        RECORDINGS = VYRE_METRIC_RECORDINGS,
        /// Submissions of one as it was recorded before.
        REPETITIONS = VYRE_METRIC_REPETITIONS,
        /// That were recorded.
        BARRIERS = VYRE_METRIC_BARRIERS,
        /// Kernels that were asked for.
        CACHE_ASKED = VYRE_METRIC_CACHE_ASKED,
        /// That were there, or were being made.
        CACHE_HITS = VYRE_METRIC_CACHE_HITS,
        /// Of these: another thread was making them.
        CACHE_WAITS = VYRE_METRIC_CACHE_WAITS,
        /// Compiled, or taken from the folder.
        CACHE_MADE = VYRE_METRIC_CACHE_MADE,
        /// Attempts that made nothing.
        CACHE_FAILURES = VYRE_METRIC_CACHE_FAILURES,
        /// Had to go for the budgets.
        CACHE_EVICTED = VYRE_METRIC_CACHE_EVICTED,
        /// Kernels that are kept now.
        CACHE_ENTRIES = VYRE_METRIC_CACHE_ENTRIES,
        /// That they take now; an estimate.
        CACHE_BYTES = VYRE_METRIC_CACHE_BYTES,
        /// Files that were used; a kernel has two.
        DISK_HITS = VYRE_METRIC_DISK_HITS,
        /// Files that were written.
        DISK_WRITES = VYRE_METRIC_DISK_WRITES,
        /// Not kept; nothing else happened.
        DISK_FAILED_WRITES = VYRE_METRIC_DISK_FAILED_WRITES,
        /// Removed for the budget.
        DISK_TRIMMED = VYRE_METRIC_DISK_TRIMMED,
        /// Files that were not used: 42 to 53, by reason.
        DISK_MISSES = VYRE_METRIC_DISK_MISSES,
        // scripts/generate ends
    }
}

numbers! {
    /// How a metric moves.
    MetricKind {
        /// Only grows.
        COUNTER = VYRE_METRIC_KIND_COUNTER,
        /// How it is now.
        GAUGE = VYRE_METRIC_KIND_GAUGE,
    }
}

numbers! {
    /// Why a file of the cache folder was not used.
    CacheMiss {
        /// There is no such file: the usual one.
        ABSENT = VYRE_CACHE_MISS_ABSENT,
        /// The system does not open or read it.
        UNREADABLE = VYRE_CACHE_MISS_UNREADABLE,
        /// A symbolic link, a folder, a pipe.
        NOT_A_FILE = VYRE_CACHE_MISS_NOT_A_FILE,
        /// Another user's, and not root's.
        FOREIGN_OWNER = VYRE_CACHE_MISS_FOREIGN_OWNER,
        /// Over 64 MiB; it is not read.
        TOO_LARGE = VYRE_CACHE_MISS_TOO_LARGE,
        /// It does not begin like one.
        NOT_AN_ENTRY = VYRE_CACHE_MISS_NOT_AN_ENTRY,
        /// An older library wrote it.
        OLDER_FORM = VYRE_CACHE_MISS_OLDER_FORM,
        /// A newer library wrote it.
        NEWER_FORM = VYRE_CACHE_MISS_NEWER_FORM,
        /// The checksum of its header is wrong.
        DAMAGED_HEADER = VYRE_CACHE_MISS_DAMAGED_HEADER,
        /// Whole, but it belongs to another key: moved or copied.
        OTHER_KEY = VYRE_CACHE_MISS_OTHER_KEY,
        /// Shorter than its header says.
        TRUNCATED = VYRE_CACHE_MISS_TRUNCATED,
        /// Wrong checksum, or longer than its header says.
        DAMAGED_BYTES = VYRE_CACHE_MISS_DAMAGED_BYTES,
    }
}
