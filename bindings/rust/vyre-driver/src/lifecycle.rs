//! The life of a backend, from warming up to shutting down, and what it counts.

use crate::call::got;
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
        // SAFETY: the backend lives.
        unsafe { got(|out| sys::vyre_backend_is_lost(self.as_raw(), out)) }
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
        // SAFETY: the backend lives.
        unsafe { got(|out| sys::vyre_backend_get_counters(self.as_raw(), out)) }
    }
}

/// A struct of numbers, each of them counted or not known, made of one of C.
macro_rules! metrics {
    ($(#[$doc:meta])* $name:ident: $raw:ident { $($(#[$item:meta])* $field:ident = $bit:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$item])* pub $field: Option<u64>,)*
        }

        impl $crate::call::Taken<sys::$raw> for $name {
            unsafe fn taken(raw: sys::$raw) -> Self {
                let known = |bit, value| (raw.set & bit != 0).then_some(value);
                Self { $($field: known(sys::$bit, raw.$field),)* }
            }
        }
    };
}
pub(crate) use metrics;

metrics! {
    /// What happened on a backend since it was acquired, recoveries included: counted, or `None` where
    /// the backend does not know. All grow only, but those "now".
    Counters: vyre_counters {
        // scripts/generate writes: counters
        /// Accepted, each with all its segments.
        dispatches = VYRE_COUNTER_DISPATCHES,
        /// Of those: cut at grid barriers.
        split_dispatches = VYRE_COUNTER_SPLIT_DISPATCHES,
        /// That split dispatches ran.
        segments = VYRE_COUNTER_SEGMENTS,
        /// Between those segments.
        grid_barriers = VYRE_COUNTER_GRID_BARRIERS,
        /// Of hidden buffers that carry values across the cuts.
        spilled_bytes = VYRE_COUNTER_SPILLED_BYTES,
        /// To the device, copies included.
        submissions = VYRE_COUNTER_SUBMISSIONS,
        /// Calls that blocked until the device was further.
        waits = VYRE_COUNTER_WAITS,
        /// Each segment of a program is one.
        kernels_compiled = VYRE_COUNTER_KERNELS_COMPILED,
        /// Now.
        kernels_alive = VYRE_COUNTER_KERNELS_ALIVE,
        /// Buffers that have memory now.
        buffers_alive = VYRE_COUNTER_BUFFERS_ALIVE,
        /// Of device memory that is reserved now.
        device_bytes = VYRE_COUNTER_DEVICE_BYTES,
        /// The most that were reserved at once.
        most_device_bytes = VYRE_COUNTER_MOST_DEVICE_BYTES,
        /// That the host gave: inputs, writes of buffers, files.
        uploaded_bytes = VYRE_COUNTER_UPLOADED_BYTES,
        /// That the host took: outputs, reads of buffers, files.
        downloaded_bytes = VYRE_COUNTER_DOWNLOADED_BYTES,
        /// Dispatches that a trap ended.
        traps = VYRE_COUNTER_TRAPS,
        /// How often the device was lost.
        device_losses = VYRE_COUNTER_DEVICE_LOSSES,
        /// How often it was opened again.
        recoveries = VYRE_COUNTER_RECOVERIES,
        // scripts/generate ends
    }
}
