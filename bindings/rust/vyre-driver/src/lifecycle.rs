//! The life of a backend, from warming up to shutting down, and what it counts.

use crate::{Backend, Result, error, sys};

impl Backend {
    /// Does now what the first dispatch would wait for. Blocks. Never needed.
    pub fn prepare(&self) -> Result<()> {
        // SAFETY: the backend lives.
        error::check(unsafe { sys::vyre_backend_prepare(self.as_raw()) })
    }

    /// Waits until the device has finished everything that was submitted. Blocks.
    pub fn flush(&self) -> Result<()> {
        // SAFETY: the backend lives.
        error::check(unsafe { sys::vyre_backend_flush(self.as_raw()) })
    }

    /// Waits for what was submitted and lets the device go, ahead of the last drop. Blocks. Pending
    /// work can still be waited for and collected; every other use of the backend and its objects is
    /// an error.
    pub fn shutdown(&self) -> Result<()> {
        // SAFETY: the backend lives.
        error::check(unsafe { sys::vyre_backend_shutdown(self.as_raw()) })
    }

    /// Whether the device is lost, which it stays until [`recover`](Self::recover).
    pub fn is_lost(&self) -> Result<bool> {
        let mut lost = 0;
        // SAFETY: the backend lives.
        error::check(unsafe { sys::vyre_backend_is_lost(self.as_raw(), &mut lost) })?;
        Ok(lost != 0)
    }

    /// Opens the lost device again: the same adapter with the same limits, or an error. Pipelines and
    /// buffers from before are [`ErrorKind::DeviceLost`](crate::ErrorKind::DeviceLost), except
    /// [restorable](crate::BufferOptions::restorable) buffers, which are there again. A device that
    /// is not lost is left alone. Blocks.
    pub fn recover(&self) -> Result<()> {
        // SAFETY: the backend lives.
        error::check(unsafe { sys::vyre_backend_recover(self.as_raw()) })
    }

    /// What happened on the backend so far.
    pub fn counters(&self) -> Result<Counters> {
        let mut counters = sys::vyre_counters::INIT;
        // SAFETY: the backend lives.
        error::check(unsafe { sys::vyre_backend_get_counters(self.as_raw(), &mut counters) })?;
        Ok(Counters::from_raw(&counters))
    }
}

/// What happened on a backend since it was acquired, recoveries included: counted, or `None` where
/// the backend does not know. All grow only, but those "now".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Accepted, each with all its segments.
    pub dispatches: Option<u64>,
    /// Of those: cut at grid barriers.
    pub split_dispatches: Option<u64>,
    /// That split dispatches ran.
    pub segments: Option<u64>,
    /// Between those segments.
    pub grid_barriers: Option<u64>,
    /// Of hidden buffers that carry values across the cuts.
    pub spilled_bytes: Option<u64>,
    /// To the device, copies included.
    pub submissions: Option<u64>,
    /// Calls that blocked until the device was further.
    pub waits: Option<u64>,
    /// Each segment of a program is one.
    pub kernels_compiled: Option<u64>,
    /// Now.
    pub kernels_alive: Option<u64>,
    /// Buffers that have memory now.
    pub buffers_alive: Option<u64>,
    /// Of device memory that is reserved now.
    pub device_bytes: Option<u64>,
    /// The most that were reserved at once.
    pub most_device_bytes: Option<u64>,
    /// That the host gave: inputs, writes of buffers, files.
    pub uploaded_bytes: Option<u64>,
    /// That the host took: outputs, reads of buffers, files.
    pub downloaded_bytes: Option<u64>,
    /// Dispatches that a trap ended.
    pub traps: Option<u64>,
    /// How often the device was lost.
    pub device_losses: Option<u64>,
    /// How often it was opened again.
    pub recoveries: Option<u64>,
}

impl Counters {
    fn from_raw(raw: &sys::vyre_counters) -> Self {
        let known = |bit, value| (raw.set & bit != 0).then_some(value);
        Self {
            dispatches: known(sys::VYRE_COUNTER_DISPATCHES, raw.dispatches),
            split_dispatches: known(sys::VYRE_COUNTER_SPLIT_DISPATCHES, raw.split_dispatches),
            segments: known(sys::VYRE_COUNTER_SEGMENTS, raw.segments),
            grid_barriers: known(sys::VYRE_COUNTER_GRID_BARRIERS, raw.grid_barriers),
            spilled_bytes: known(sys::VYRE_COUNTER_SPILLED_BYTES, raw.spilled_bytes),
            submissions: known(sys::VYRE_COUNTER_SUBMISSIONS, raw.submissions),
            waits: known(sys::VYRE_COUNTER_WAITS, raw.waits),
            kernels_compiled: known(sys::VYRE_COUNTER_KERNELS_COMPILED, raw.kernels_compiled),
            kernels_alive: known(sys::VYRE_COUNTER_KERNELS_ALIVE, raw.kernels_alive),
            buffers_alive: known(sys::VYRE_COUNTER_BUFFERS_ALIVE, raw.buffers_alive),
            device_bytes: known(sys::VYRE_COUNTER_DEVICE_BYTES, raw.device_bytes),
            most_device_bytes: known(sys::VYRE_COUNTER_MOST_DEVICE_BYTES, raw.most_device_bytes),
            uploaded_bytes: known(sys::VYRE_COUNTER_UPLOADED_BYTES, raw.uploaded_bytes),
            downloaded_bytes: known(sys::VYRE_COUNTER_DOWNLOADED_BYTES, raw.downloaded_bytes),
            traps: known(sys::VYRE_COUNTER_TRAPS, raw.traps),
            device_losses: known(sys::VYRE_COUNTER_DEVICE_LOSSES, raw.device_losses),
            recoveries: known(sys::VYRE_COUNTER_RECOVERIES, raw.recoveries),
        }
    }
}
