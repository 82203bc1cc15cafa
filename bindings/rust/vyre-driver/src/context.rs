//! Contexts: what would otherwise be process-global.

use crate::call::{got, made, object};
use crate::strings::{sized, string, text};
use crate::{ContextOptions, Result, callbacks, error, sys};
use std::io;

object!(
    /// The library, with its callbacks and limits; everything else is made from one.
    pub Context, vyre_context, vyre_context_destroy);

impl Context {
    /// Makes a context with all defaults. It opens no device and starts no thread.
    pub fn create() -> Result<Self> {
        Self::create_with(ContextOptions::new())
    }

    /// Makes a context.
    pub fn create_with(options: ContextOptions) -> Result<Self> {
        options.create()
    }

    /// An owner of the one context that the whole process shares: all defaults, nothing read from
    /// the environment. The last owner that is dropped frees it.
    #[allow(clippy::should_implement_trait)] // it can fail
    pub fn default() -> Result<Self> {
        // SAFETY: the out-parameter is writable; success gives an owner.
        unsafe { made(|raw| sys::vyre_context_default(raw)) }
    }

    /// Runs the background work that is due, on this thread, without waiting for any, and gives the
    /// number of callbacks that were made. Needed only by contexts without
    /// [`run_job`](ContextOptions::run_job) and [`own_threads`](ContextOptions::own_threads).
    pub fn poll(&self) -> Result<u32> {
        // SAFETY: the context lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_context_poll(self.as_raw(), out)) }
    }

    /// Writes what the context and its backends did last, as JSON in the form of Chrome's traces,
    /// which ui.perfetto.dev opens: calls by thread, submissions, times of devices. Nothing is
    /// forgotten. Needs [`trace`](ContextOptions::trace). What the writer fails with is in the text
    /// of the error, an [`ErrorKind::InputOutput`](crate::ErrorKind::InputOutput).
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

/// Registrations, ranks and dispatch capabilities: what a context knows of backends by their id.
impl Context {
    /// Declares the rank of the backend `id`; lower is better. A second one for an id is
    /// [`ErrorKind::AlreadyRegistered`](crate::ErrorKind::AlreadyRegistered).
    pub fn declare_rank(&self, id: &str, rank: u32) -> Result<()> {
        // SAFETY: all arguments live for the call.
        unsafe { error::check(sys::vyre_context_declare_rank(self.as_raw(), string(id), rank)) }
    }

    /// Declares whether the backend `id` dispatches. Only what does can be preferred. A second one
    /// for an id is [`ErrorKind::AlreadyRegistered`](crate::ErrorKind::AlreadyRegistered).
    pub fn declare_dispatches(&self, id: &str, dispatches: bool) -> Result<()> {
        let number = i32::from(dispatches);
        // SAFETY: all arguments live for the call.
        unsafe {
            error::check(sys::vyre_context_declare_dispatches(self.as_raw(), string(id), number))
        }
    }

    /// The declared rank of `id`, which may be that of a device.
    pub fn backend_rank(&self, id: &str) -> Option<u32> {
        // SAFETY: all arguments live for the call.
        let rank = unsafe { sys::vyre_context_backend_rank(self.as_raw(), string(id)) };
        (rank != sys::VYRE_RANK_NONE).then_some(rank)
    }

    /// Whether `id` is declared to dispatch.
    pub fn backend_dispatches(&self, id: &str) -> bool {
        // SAFETY: all arguments live for the call.
        unsafe { sys::vyre_context_backend_dispatches(self.as_raw(), string(id)) == 1 }
    }

    /// The registered ids by rank, then by id. Asks no device.
    pub fn backends(&self) -> Result<Vec<&str>> {
        // SAFETY: the context lives; there is room for |capacity| strings.
        let ids = sized(|ids, capacity, count| unsafe {
            sys::vyre_context_get_backends(self.as_raw(), ids, capacity, count)
        })?;
        // SAFETY: the strings live as long as the context.
        Ok(ids.into_iter().map(|id| unsafe { text(id) }).collect())
    }
}
