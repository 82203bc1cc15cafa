//! Pending work: a dispatch on its way.

use crate::call::{Taken, got, object};
use crate::dispatch::nanoseconds;
use crate::{Binding, DispatchResult, Result, callbacks, error, sys};
use std::time::Duration;

object!(
    /// A dispatch on its way. Dropping it never blocks: work under way goes on, its results are
    /// dropped.
    ///
    /// It can be awaited, which gives it back when the work has ended; see
    /// [`Completion`](crate::Completion).
    pub Pending, vyre_pending, vyre_pending_destroy);

/// How work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum State {
    /// Still under way.
    Pending,
    /// Has ended, results can be collected.
    Ready,
    /// Has failed; [`Pending::status`] says why.
    Failed,
}

impl Taken<i32> for State {
    #[inline]
    unsafe fn taken(state: i32) -> Self {
        match state {
            sys::VYRE_PENDING => Self::Pending,
            sys::VYRE_READY => Self::Ready,
            _ => Self::Failed,
        }
    }
}

impl Pending {
    /// How the work stands now. Never blocks.
    pub fn poll(&self) -> Result<State> {
        // SAFETY: the object lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_pending_poll(self.as_raw(), out)) }
    }

    /// Waits for the end and says whether it is [`State::Ready`] or [`State::Failed`]. Blocks.
    pub fn wait(&self) -> Result<State> {
        self.wait_nanoseconds(sys::VYRE_WAIT_FOREVER)
    }

    /// Waits for the end, `timeout` at the longest; a time-out is [`State::Pending`]. Blocks.
    pub fn wait_timeout(&self, timeout: Duration) -> Result<State> {
        self.wait_nanoseconds(nanoseconds(timeout))
    }

    fn wait_nanoseconds(&self, timeout: u64) -> Result<State> {
        // SAFETY: the object lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_pending_wait(self.as_raw(), timeout, out)) }
    }

    /// Why the work failed; `Ok` when it has not (yet) failed.
    pub fn status(&self) -> Result<()> {
        // SAFETY: the object lives.
        error::check(unsafe { sys::vyre_pending_status(self.as_raw()) })
    }

    /// Waits for the end and writes results to host memory, once. `bindings` are outputs and inouts
    /// for buffers that were bound so in the dispatch; others are ignored. When anything is wrong,
    /// nothing is written and the call may be repeated. Failed work gives its error. Blocks.
    pub fn collect(&self, bindings: &[Binding<'_>]) -> Result<()> {
        let (first, many) = Binding::raw(bindings);
        // SAFETY: the bindings borrow what they name for the call.
        error::check(unsafe { sys::vyre_pending_collect(self.as_raw(), first, many) })
    }

    /// Times and sizes of work that is [`State::Ready`]; an error before.
    pub fn result(&self) -> Result<DispatchResult> {
        // SAFETY: the object lives; the out-parameter is set up and writable.
        unsafe { got(|out| sys::vyre_pending_get_result(self.as_raw(), out)) }
    }

    /// Calls `callback` once when the work has ended, where the context lets background work run
    /// (see [`ContextOptions`](crate::ContextOptions)). It may call the library. At most one per
    /// object, awaiting included. When the object is dropped first, a callback that has not begun
    /// does not come.
    pub fn on_complete(&self, callback: impl FnOnce(State) + Send + 'static) -> Result<()> {
        type Once = Option<Box<callbacks::Complete>>;
        let once: Once = Some(Box::new(callback));
        let user = callbacks::user::<Once>(Box::new(once));
        let destroy = callbacks::destroy::<Once>;
        // SAFETY: the object lives; the user data lives until |destroy|, which comes only on success.
        let registered = error::check(unsafe {
            let complete = Some(callbacks::complete as _);
            sys::vyre_pending_on_complete(self.as_raw(), complete, user, Some(destroy))
        });
        if registered.is_err() {
            // SAFETY: the library did not take the user data.
            unsafe { destroy(user) };
        }
        registered
    }
}
