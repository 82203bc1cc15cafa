//! How a device gets work and how the library waits for it.

use crate::call::{got, mirrors};
use crate::work::nanoseconds;
use crate::{Device, Result, error, sys};
use std::time::Duration;

impl Device {
    /// The policy as it is now; of a new device what suits it. Devices without one, which is all
    /// but Vulkan devices, give [`ErrorKind::UnsupportedFeature`](crate::ErrorKind).
    pub fn submit_policy(&self) -> Result<SubmitPolicy> {
        // SAFETY: the device lives; the out-parameter is set up and writable.
        unsafe { got(|out| sys::vyre_device_get_submit_policy(self.as_raw(), out)) }
    }

    /// Counts for dispatches and waits that begin afterwards.
    pub fn set_submit_policy(&self, policy: &SubmitPolicy) -> Result<()> {
        let raw = sys::vyre_submit_policy {
            spin_ns: nanoseconds(policy.spin),
            max_submission_ns: policy.max_submission.map_or(0, |time| nanoseconds(time).max(1)),
            max_spinning_threads: policy.max_spinning_threads,
            ..sys::vyre_submit_policy::INIT
        };
        // SAFETY: the device lives; the struct is read during the call.
        error::check(unsafe { sys::vyre_device_set_submit_policy(self.as_raw(), &raw) })
    }
}

mirrors! {
    vyre_submit_policy:
    /// How a device gets work and how the library waits for it; no result depends on it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct SubmitPolicy {
        /// How long a waiting thread looks again and again before it sleeps; zero: it sleeps at
        /// once.
        pub spin: Duration = |raw| Duration::from_nanos(raw.spin_ns),
        /// Threads look only while no more than this many wait for the device.
        pub max_spinning_threads: u32,
        /// Work that would keep the device busy for longer is submitted in parts of about that
        /// long. The first dispatch of a pipeline then begins with small parts and waits for each,
        /// to learn how long they take. `None`: never. Grids of SPIR-V modules are not cut.
        pub max_submission: Option<Duration> = |raw| {
            (raw.max_submission_ns != 0).then(|| Duration::from_nanos(raw.max_submission_ns))
        },
    }
}
