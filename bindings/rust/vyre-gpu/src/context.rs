//! Contexts: what would otherwise be process-global.

use crate::call::{got, made, object};
use crate::{Result, callbacks, error, sys};
use std::io;
use std::ptr;

object!(
    /// What would otherwise be global: callbacks, budgets, backends, ops. Whoever needs none of
    /// them needs no context: without one, everything is made from the context that the whole
    /// process shares.
    pub Context, vyre_context, vyre_context_destroy);

impl Context {
    /// Makes a context with all defaults. It opens no device and starts no thread.
    pub fn create() -> Result<Self> {
        Self::builder().create()
    }

    /// An owner of the one context that the whole process shares: all defaults, nothing read from
    /// the environment. It ends with its last object.
    pub fn shared() -> Result<Self> {
        // SAFETY: the out-parameter is writable; success gives an owner.
        unsafe { made(|raw| sys::vyre_context_get_shared(raw)) }
    }

    /// Does the background work that is due, on this thread, without waiting for any, and gives the
    /// number of callbacks that were made. Needed only by contexts without
    /// [`run_job`](crate::ContextBuilder::run_job) and
    /// [`own_threads`](crate::ContextBuilder::own_threads).
    pub fn run_callbacks(&self) -> Result<u32> {
        // SAFETY: the context lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_context_run_callbacks(self.as_raw(), out)) }
    }

    /// Writes what the context and its devices did last, as JSON in the form of Chrome's traces,
    /// which ui.perfetto.dev opens: calls by thread, submissions, times of devices. Nothing is
    /// forgotten. Needs [`trace`](crate::ContextBuilder::trace). What the writer fails with is in
    /// the text of the error, an [`ErrorKind::InputOutput`](crate::ErrorKind::InputOutput).
    pub fn write_trace(&self, writer: &mut dyn io::Write) -> Result<()> {
        let mut writer = callbacks::TraceWriter { to: writer };
        // SAFETY: the context and the writer live for the call.
        error::check(unsafe {
            sys::vyre_context_write_trace(
                self.as_raw(),
                Some(callbacks::write_trace),
                (&raw mut writer).cast(),
            )
        })
    }
}

/// A context for calls in which none is the shared one.
pub(crate) fn raw_or_shared(context: Option<&Context>) -> *mut sys::vyre_context {
    context.map_or(ptr::null_mut(), Context::as_raw)
}
