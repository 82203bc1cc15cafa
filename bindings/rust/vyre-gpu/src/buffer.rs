//! Buffers: bytes on a device.

use crate::binding::{Plain, bytes_of, bytes_of_mut};
use crate::call::{made, mirrors, object, read};
use crate::strings::string;
use crate::values::{BufferFlags, HandleTypes};
use crate::{Device, Result, error, sys};

object!(
    /// Bytes on a device, which stay between dispatches. Keeps its device alive.
    ///
    /// Each call sees what work submitted earlier wrote, and work submitted later sees what it
    /// writes.
    pub Buffer, vyre_buffer, vyre_buffer_destroy);

/// How a buffer is made.
#[derive(Clone, Debug, Default)]
pub struct BufferBuilder<'a> {
    flags: u64,
    label: &'a str,
    exports: u64,
}

impl<'a> BufferBuilder<'a> {
    /// What the host writes is kept in host memory, as many bytes again as the buffer has. After
    /// [`Device::recover`] the buffer has these bytes; what programs wrote to it is lost.
    pub fn restorable(mut self) -> Self {
        self.flags |= sys::VYRE_BUFFER_RESTORABLE;
        self
    }

    /// A memory object of its own, at offset 0: other interfaces may want that.
    pub fn dedicated(mut self) -> Self {
        self.flags |= sys::VYRE_BUFFER_DEDICATED;
        self
    }

    /// Names the buffer in errors, traces and debuggers.
    pub fn label(mut self, label: &'a str) -> Self {
        self.label = label;
        self
    }

    /// What the buffer can be exported as. It then has a memory object of its own.
    pub fn exports(mut self, types: HandleTypes) -> Self {
        self.exports = types.0;
        self
    }

    /// `size` bytes (> 0) on a device, zeroed.
    pub fn create(&self, device: &Device, size: u64) -> Result<Buffer> {
        let desc = sys::vyre_buffer_desc {
            flags: self.flags,
            label: string(self.label),
            exports: self.exports,
            ..sys::vyre_buffer_desc::INIT
        };
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_buffer_create(device.as_raw(), size, &desc, raw)) }
    }
}

mirrors! {
    vyre_buffer_info:
    /// What a buffer is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct BufferInfo<'a> {
        /// What names it in errors, traces and debuggers; may be empty.
        pub label: &'a str,
        /// That it was made with, also after [`Buffer::free`].
        pub size: u64,
        /// How it was made.
        pub flags: BufferFlags,
        /// What it can be exported as.
        pub exports: HandleTypes,
    }
}

impl Buffer {
    /// `size` bytes (> 0) on a device, zeroed.
    pub fn create(device: &Device, size: u64) -> Result<Self> {
        Self::builder().create(device, size)
    }

    /// Begins to say how a buffer is made.
    pub fn builder<'a>() -> BufferBuilder<'a> {
        BufferBuilder::default()
    }

    /// Its size, label and flags.
    pub fn info(&self) -> BufferInfo<'_> {
        // SAFETY: the info lives as long as the buffer.
        unsafe { read(sys::vyre_buffer_get_info(self.as_raw())) }
    }

    /// The size in bytes it was made with, also after [`free`](Self::free).
    pub fn size(&self) -> u64 {
        self.info().size
    }

    /// One more owner of the buffer's device.
    pub fn device(&self) -> Result<Device> {
        // SAFETY: the buffer lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_buffer_get_device(self.as_raw(), raw)) }
    }

    /// The address of the first byte on the device, for SPIR-V modules that take addresses, in push
    /// constants or in memory. It stays until the buffer is freed or dropped or its device
    /// recovered. From then on every dispatch of such a module uses the buffer.
    ///
    /// # Errors
    ///
    /// Without [`Features::BUFFER_ADDRESSES`](crate::Features::BUFFER_ADDRESSES).
    pub fn address(&self) -> Result<u64> {
        let mut address = 0;
        // SAFETY: the buffer lives, and the number is written in the call.
        error::check(unsafe { sys::vyre_buffer_get_address(self.as_raw(), &mut address) })?;
        Ok(address)
    }

    /// Copies `data` to byte `offset`, after all work submitted earlier that uses the buffer.
    /// Blocks until that is done.
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
