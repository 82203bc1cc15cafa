//! Buffers: bytes that stay on a device.

use crate::binding::{Plain, bytes_of, bytes_of_mut};
use crate::call::{made, object};
use crate::{Backend, Result, error, sys};

object!(
    /// Bytes that stay on a device between dispatches. Keeps its backend alive.
    pub Buffer, vyre_buffer, vyre_buffer_destroy);

/// How a buffer is made.
#[derive(Clone, Debug, Default)]
pub struct BufferOptions {
    flags: u64,
}

impl BufferOptions {
    /// All defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The library keeps what the host writes to the buffer, as many bytes again as it has. After
    /// [`Backend::recover`] the buffer has these bytes; what programs wrote to it is lost.
    pub fn restorable(mut self) -> Self {
        self.flags |= sys::VYRE_BUFFER_OPTION_RESTORABLE;
        self
    }

    fn raw(&self) -> sys::vyre_buffer_options {
        sys::vyre_buffer_options { flags: self.flags, ..sys::vyre_buffer_options::INIT }
    }
}

impl Buffer {
    /// `size` bytes (> 0) on the backend's device, zeroed.
    pub fn create(backend: &Backend, size: u64) -> Result<Self> {
        // SAFETY: the backend lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_buffer_create(backend.as_raw(), size, raw)) }
    }

    /// The same with options.
    pub fn create_with(backend: &Backend, size: u64, options: &BufferOptions) -> Result<Self> {
        let desc = options.raw();
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_buffer_create_with(backend.as_raw(), size, &desc, raw)) }
    }

    /// The size in bytes it was made with, also after [`free`](Self::free).
    pub fn size(&self) -> u64 {
        // SAFETY: the buffer lives.
        unsafe { sys::vyre_buffer_size(self.as_raw()) }
    }

    /// Copies `data` to byte `offset`, after all work submitted earlier that uses the buffer. Blocks
    /// until that is done.
    pub fn write<T: Plain>(&self, offset: u64, data: &[T]) -> Result<()> {
        let (first, size) = bytes_of(data);
        // SAFETY: the memory is readable for the call.
        error::check(unsafe { sys::vyre_buffer_write(self.as_raw(), offset, first, size) })
    }

    /// Fills `data` from byte `offset` on, after all work submitted earlier that uses the buffer.
    /// Blocks until that is done.
    pub fn read<T: Plain>(&self, offset: u64, data: &mut [T]) -> Result<()> {
        let (first, size) = bytes_of_mut(data);
        // SAFETY: the memory is writable for the call, and every bit pattern is a T.
        error::check(unsafe { sys::vyre_buffer_read(self.as_raw(), offset, first, size) })
    }

    /// Gives the device memory back before the object is dropped. What is still running keeps it
    /// until it ends; every later use of the buffer is refused by name.
    pub fn free(&self) -> Result<()> {
        // SAFETY: the buffer lives.
        error::check(unsafe { sys::vyre_buffer_free(self.as_raw()) })
    }
}
