//! Work: what was started.

use crate::call::{Taken, got, made, object};
use crate::{Binding, Device, DispatchResult, Error, Result, callbacks, error, sys};
use std::time::Duration;

object!(
    /// What was started. Dropping it neither waits for it nor stops it.
    ///
    /// It can be awaited, which gives it back when the work has ended; see
    /// [`Completion`](crate::Completion).
    pub Work, vyre_work, vyre_work_destroy);

/// How work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorkState {
    /// Not over.
    Running,
    /// Over, and it succeeded.
    Ready,
    /// Over, and [`Work::error`] says why it failed.
    Failed,
}

impl Taken<sys::vyre_work_state> for WorkState {
    #[inline]
    unsafe fn taken(state: sys::vyre_work_state) -> Self {
        match state {
            sys::VYRE_WORK_RUNNING => Self::Running,
            sys::VYRE_WORK_READY => Self::Ready,
            _ => Self::Failed,
        }
    }
}

/// `duration` as the C interface has it; what does not fit has no end.
pub(crate) fn nanoseconds(duration: Duration) -> u64 {
    duration.as_nanos().try_into().unwrap_or(sys::VYRE_FOREVER)
}

impl Work {
    /// How the work stands now. Never blocks.
    pub fn state(&self) -> Result<WorkState> {
        self.wait_nanoseconds(0)
    }

    /// Waits for the end and says whether it is [`WorkState::Ready`] or [`WorkState::Failed`].
    /// Blocks.
    pub fn wait(&self) -> Result<WorkState> {
        self.wait_nanoseconds(sys::VYRE_FOREVER)
    }

    /// Waits for the end, `timeout` at the longest; then it is [`WorkState::Running`]. Blocks.
    pub fn wait_timeout(&self, timeout: Duration) -> Result<WorkState> {
        self.wait_nanoseconds(nanoseconds(timeout))
    }

    fn wait_nanoseconds(&self, timeout: u64) -> Result<WorkState> {
        // SAFETY: the work lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_work_wait(self.as_raw(), timeout, out)) }
    }

    /// Waits until one of them has ended, failed ones too, and says which: the lowest number. They
    /// may be of any devices and contexts. No work at all is
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument). Blocks.
    pub fn wait_any(works: &[&Self]) -> Result<usize> {
        let ended = Self::any_of(works, sys::VYRE_FOREVER)?;
        Ok(ended.expect("a wait without end ends when one has"))
    }

    /// As [`Work::wait_any`], `timeout` at the longest; then `None`. Blocks.
    pub fn wait_any_timeout(works: &[&Self], timeout: Duration) -> Result<Option<usize>> {
        Self::any_of(works, nanoseconds(timeout))
    }

    fn any_of(works: &[&Self], timeout: u64) -> Result<Option<usize>> {
        let raw = Self::raw_of(works);
        // SAFETY: the works live; the out-parameter is writable.
        let index: usize =
            unsafe { got(|out| sys::vyre_work_wait_any(raw.as_ptr(), raw.len(), timeout, out))? };
        Ok((index != usize::MAX).then_some(index))
    }

    /// Waits until all of them have ended, failed ones too, as [`Work::wait_any`]. Blocks.
    pub fn wait_all(works: &[&Self]) -> Result<()> {
        Self::all_of(works, sys::VYRE_FOREVER).map(drop)
    }

    /// As [`Work::wait_all`], `timeout` at the longest, and says how many have ended. Blocks.
    pub fn wait_all_timeout(works: &[&Self], timeout: Duration) -> Result<usize> {
        Self::all_of(works, nanoseconds(timeout))
    }

    fn all_of(works: &[&Self], timeout: u64) -> Result<usize> {
        let raw = Self::raw_of(works);
        // SAFETY: the works live; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_work_wait_all(raw.as_ptr(), raw.len(), timeout, out)) }
    }

    fn raw_of(works: &[&Self]) -> Vec<*mut sys::vyre_work> {
        works.iter().map(|work| work.as_raw()).collect()
    }

    /// Ends the work early: it has failed at once, as
    /// [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled), for who waits too. What the device
    /// has not got yet never runs; what it has got runs on, and its results are dropped. Buffers
    /// may be written in part. Work that has ended stays as it is. Never blocks.
    pub fn cancel(&self) -> Result<()> {
        // SAFETY: the work lives.
        error::check(unsafe { sys::vyre_work_cancel(self.as_raw()) })
    }

    /// Why the work failed; `None` when it has not.
    pub fn error(&self) -> Option<Error> {
        // SAFETY: the work lives; success gives an owner or nothing.
        unsafe { error::reason(|out| sys::vyre_work_get_error(self.as_raw(), out)) }
    }

    /// One more owner of the work's device.
    pub fn device(&self) -> Result<Device> {
        // SAFETY: the work lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_work_get_device(self.as_raw(), raw)) }
    }

    /// Waits for the end and writes results to host memory, once. `bindings` are outputs and inouts
    /// for parameters that were bound so in the dispatch; others are ignored. When anything is
    /// wrong, nothing is written and the call may be repeated. Failed work gives its error. Blocks.
    pub fn collect(&self, bindings: &[Binding<'_>]) -> Result<()> {
        let (first, many) = Binding::raw(bindings);
        // SAFETY: the bindings borrow what they name for the call.
        error::check(unsafe { sys::vyre_work_collect(self.as_raw(), first, many) })
    }

    /// Times and sizes of work that is [`WorkState::Ready`];
    /// [`ErrorKind::NotReady`](crate::ErrorKind::NotReady) before.
    pub fn result(&self) -> Result<DispatchResult> {
        // SAFETY: the work lives; the out-parameter is set up and writable.
        unsafe { got(|out| sys::vyre_work_get_result(self.as_raw(), out)) }
    }

    /// Calls `callback` once when the work has ended, where the context lets background work run
    /// (see [`ContextBuilder`](crate::ContextBuilder)). It may call the library. At most one for
    /// each work, awaiting included. When the object is dropped first, a callback that has not
    /// begun does not come.
    pub fn on_complete(&self, callback: impl FnOnce(WorkState) + Send + 'static) -> Result<()> {
        type Once = Option<Box<callbacks::Complete>>;
        let once: Once = Some(Box::new(callback));
        let user = callbacks::user::<Once>(Box::new(once));
        let destroy = callbacks::destroy::<Once>;
        // SAFETY: the work lives; the user data lives until |destroy|, which comes only on success.
        let registered = error::check(unsafe {
            let complete = Some(callbacks::complete as _);
            sys::vyre_work_on_complete(self.as_raw(), complete, user, Some(destroy))
        });
        if registered.is_err() {
            // SAFETY: the library did not take the user data.
            unsafe { destroy(user) };
        }
        registered
    }
}
