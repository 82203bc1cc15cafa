//! Where the time and the bytes of a backend went.

use crate::call::got;
use crate::lifecycle::metrics;
use crate::{Backend, Result, sys};

impl Backend {
    /// Where time and bytes went so far.
    pub fn statistics(&self) -> Result<Statistics> {
        // SAFETY: the backend lives.
        unsafe { got(|out| sys::vyre_backend_get_statistics(self.as_raw(), out)) }
    }
}

metrics! {
    /// Where the time and the bytes of a backend went since it was acquired, recoveries included:
    /// counted, or `None` where it is not known. The first four times, in nanoseconds over all threads,
    /// only in a context with [`statistics`](crate::ContextOptions::statistics). All grow only.
    Statistics: vyre_statistics {
        // scripts/generate writes: statistics
        /// Preparing and recording commands.
        record_ns = VYRE_STATISTIC_RECORD_NS,
        /// In the driver's call that submits them.
        submit_ns = VYRE_STATISTIC_SUBMIT_NS,
        /// Waiting for the device, looking again and again.
        spin_ns = VYRE_STATISTIC_SPIN_NS,
        /// Waiting for it asleep.
        block_ns = VYRE_STATISTIC_BLOCK_NS,
        /// What the device measured, for [`device_timed`](Self::device_timed) dispatches.
        device_ns = VYRE_STATISTIC_DEVICE_NS,
        /// Dispatches that asked for it.
        device_timed = VYRE_STATISTIC_DEVICE_TIMED,
        /// Copies of bytes of the host into memory that the device uses.
        uploads = VYRE_STATISTIC_UPLOADS,
        /// Of these; memory that is used where it lies counts as no copy.
        uploaded_bytes = VYRE_STATISTIC_UPLOADED_BYTES,
        /// Copies of such memory to memory of the host.
        downloads = VYRE_STATISTIC_DOWNLOADS,
        /// Of these.
        downloaded_bytes = VYRE_STATISTIC_DOWNLOADED_BYTES,
        /// Between buffers of the device.
        device_copies = VYRE_STATISTIC_DEVICE_COPIES,
        /// Of these.
        device_copied_bytes = VYRE_STATISTIC_DEVICE_COPIED_BYTES,
        /// Command buffers that were recorded.
        recordings = VYRE_STATISTIC_RECORDINGS,
        /// Submissions of one as it was recorded before.
        repetitions = VYRE_STATISTIC_REPETITIONS,
        /// That were recorded.
        barriers = VYRE_STATISTIC_BARRIERS,
        // scripts/generate ends
    }
}
