//! Registrations, ranks and dispatch capabilities: what a context knows of backends by their id.

use crate::strings::{sized, string, text};
use crate::{Context, Result, error, sys};

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
