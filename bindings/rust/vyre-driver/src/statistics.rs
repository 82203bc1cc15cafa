//! Where the time and the bytes of a backend went.

use crate::{Backend, Result, error, sys};

impl Backend {
    /// Where time and bytes went so far.
    pub fn statistics(&self) -> Result<Statistics> {
        let mut statistics = sys::vyre_statistics::INIT;
        // SAFETY: the backend lives.
        error::check(unsafe { sys::vyre_backend_get_statistics(self.as_raw(), &mut statistics) })?;
        Ok(Statistics::from_raw(&statistics))
    }
}

/// Where the time and the bytes of a backend went since it was acquired, recoveries included:
/// counted, or `None` where it is not known. The first four times, in nanoseconds over all threads,
/// only in a context with [`statistics`](crate::ContextOptions::statistics). All grow only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Preparing and recording commands.
    pub record_ns: Option<u64>,
    /// In the driver's call that submits them.
    pub submit_ns: Option<u64>,
    /// Waiting for the device, looking again and again.
    pub spin_ns: Option<u64>,
    /// Waiting for it asleep.
    pub block_ns: Option<u64>,
    /// What the device measured, for [`device_timed`](Self::device_timed) dispatches.
    pub device_ns: Option<u64>,
    /// Dispatches that asked for it.
    pub device_timed: Option<u64>,
    /// Copies of bytes of the host into memory that the device uses.
    pub uploads: Option<u64>,
    /// Of these; memory that is used where it lies counts as no copy.
    pub uploaded_bytes: Option<u64>,
    /// Copies of such memory to memory of the host.
    pub downloads: Option<u64>,
    /// Of these.
    pub downloaded_bytes: Option<u64>,
    /// Between buffers of the device.
    pub device_copies: Option<u64>,
    /// Of these.
    pub device_copied_bytes: Option<u64>,
    /// Command buffers that were recorded.
    pub recordings: Option<u64>,
    /// Submissions of one as it was recorded before.
    pub repetitions: Option<u64>,
    /// That were recorded.
    pub barriers: Option<u64>,
}

impl Statistics {
    fn from_raw(raw: &sys::vyre_statistics) -> Self {
        let known = |bit, value| (raw.set & bit != 0).then_some(value);
        Self {
            record_ns: known(sys::VYRE_STATISTIC_RECORD_NS, raw.record_ns),
            submit_ns: known(sys::VYRE_STATISTIC_SUBMIT_NS, raw.submit_ns),
            spin_ns: known(sys::VYRE_STATISTIC_SPIN_NS, raw.spin_ns),
            block_ns: known(sys::VYRE_STATISTIC_BLOCK_NS, raw.block_ns),
            device_ns: known(sys::VYRE_STATISTIC_DEVICE_NS, raw.device_ns),
            device_timed: known(sys::VYRE_STATISTIC_DEVICE_TIMED, raw.device_timed),
            uploads: known(sys::VYRE_STATISTIC_UPLOADS, raw.uploads),
            uploaded_bytes: known(sys::VYRE_STATISTIC_UPLOADED_BYTES, raw.uploaded_bytes),
            downloads: known(sys::VYRE_STATISTIC_DOWNLOADS, raw.downloads),
            downloaded_bytes: known(sys::VYRE_STATISTIC_DOWNLOADED_BYTES, raw.downloaded_bytes),
            device_copies: known(sys::VYRE_STATISTIC_DEVICE_COPIES, raw.device_copies),
            device_copied_bytes: known(
                sys::VYRE_STATISTIC_DEVICE_COPIED_BYTES,
                raw.device_copied_bytes,
            ),
            recordings: known(sys::VYRE_STATISTIC_RECORDINGS, raw.recordings),
            repetitions: known(sys::VYRE_STATISTIC_REPETITIONS, raw.repetitions),
            barriers: known(sys::VYRE_STATISTIC_BARRIERS, raw.barriers),
        }
    }
}
