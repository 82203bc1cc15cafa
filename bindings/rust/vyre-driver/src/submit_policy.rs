//! How a backend hands over work and waits for it.

use crate::call::got;
use crate::dispatch::nanoseconds;
use crate::{Backend, Result, error, sys};
use std::time::Duration;

impl Backend {
    /// The policy as it is now; of a new backend the defaults for its device. Backends without one,
    /// which is all but Vulkan devices, give
    /// [`ErrorKind::UnsupportedFeature`](crate::ErrorKind).
    pub fn submit_policy(&self) -> Result<SubmitPolicy> {
        // SAFETY: the backend lives.
        let raw: sys::vyre_submit_policy =
            unsafe { got(|out| sys::vyre_backend_get_submit_policy(self.as_raw(), out))? };
        Ok(SubmitPolicy {
            spin: Duration::from_nanos(raw.spin_ns),
            spin_threads: raw.spin_threads,
            most_submission: (raw.most_submission_ns != 0)
                .then(|| Duration::from_nanos(raw.most_submission_ns)),
        })
    }

    /// Counts for dispatches and waits that begin afterwards.
    pub fn set_submit_policy(&self, policy: &SubmitPolicy) -> Result<()> {
        let mut raw = sys::vyre_submit_policy::INIT;
        raw.spin_ns = nanoseconds(policy.spin);
        raw.spin_threads = policy.spin_threads;
        raw.most_submission_ns = policy.most_submission.map_or(0, |time| nanoseconds(time).max(1));
        // SAFETY: the backend lives; the struct is read during the call.
        error::check(unsafe { sys::vyre_backend_set_submit_policy(self.as_raw(), &raw) })
    }
}

/// How a backend hands over work and waits for it; no result depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubmitPolicy {
    /// How long a thread that waits looks again and again before it sleeps; zero: it sleeps at once.
    pub spin: Duration,
    /// Threads look only while no more of them than these wait for the backend.
    pub spin_threads: u32,
    /// What is estimated to take the device longer is submitted in parts of about that long. The
    /// first dispatch of a pipeline then begins with small parts and waits for each, to learn what a
    /// workgroup costs; in a sequence what nothing is known of has a submission to itself. `None`:
    /// never. Grids of SPIR-V modules are not cut.
    pub most_submission: Option<Duration>,
}
