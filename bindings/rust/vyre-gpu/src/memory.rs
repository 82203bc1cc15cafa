//! The memory of a device: how it is used, and how much may be taken.

use crate::call::{got, mirrors};
use crate::{Device, Result, callbacks, error, sys};

mirrors! {
    vyre_memory_usage:
    /// Memory of a device, as it is now. `None` is what nobody knows.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct MemoryUsage {
        /// That the device has.
        pub total_bytes: Option<u64>,
        /// That the process may use now; only where the driver knows a budget.
        pub budget_bytes: Option<u64>,
        /// That the process uses, others in it included; likewise.
        pub process_bytes: Option<u64>,
        /// Taken by this device object.
        pub reserved_bytes: Option<u64>,
        /// Of these in use.
        pub used_bytes: Option<u64>,
        /// The highest `reserved_bytes` so far.
        pub peak_bytes: Option<u64>,
        /// From the driver so far, a count that only grows.
        pub allocations: Option<u64>,
    }
}

impl Device {
    /// How the device's memory is used now.
    pub fn memory(&self) -> Result<MemoryUsage> {
        // SAFETY: the device lives; the out-parameter is set up and writable.
        unsafe { got(|out| sys::vyre_device_get_memory(self.as_raw(), out)) }
    }

    /// Limits the device memory that this device takes to `bytes`; `None`: no limit. Beyond it
    /// `ask` decides, which gets the bytes that are wanted and those that are taken; `false`
    /// refuses, and the call that wants them is
    /// [`ErrorKind::DeviceOutOfMemory`](crate::ErrorKind::DeviceOutOfMemory).
    pub fn set_budget(
        &self,
        bytes: Option<u64>,
        ask: impl Fn(u64, u64) -> bool + Send + Sync + 'static,
    ) -> Result<()> {
        let user = callbacks::user::<callbacks::Ask>(Box::new(ask));
        let destroy = callbacks::destroy::<callbacks::Ask>;
        let bytes = bytes.unwrap_or(sys::VYRE_UNKNOWN);
        // SAFETY: the device lives; the user data lives until |destroy|, which comes only on
        // success.
        let set = error::check(unsafe {
            let ask = Some(callbacks::ask as _);
            sys::vyre_device_set_budget(self.as_raw(), bytes, ask, user, Some(destroy))
        });
        if set.is_err() {
            // SAFETY: the library did not take the user data.
            unsafe { destroy(user) };
        }
        set
    }
}
