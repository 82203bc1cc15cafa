//! Bytes between buffers, and between them and the host, waited for or not.

use crate::binding::{Plain, bytes_of, bytes_of_mut};
use crate::call::{got, made};
use crate::error::check;
use crate::{Buffer, ReadStep, Result, Work, sys};
use std::{ptr, slice};

/// Methods of one shape: waited for, as work, and as work that nobody has.
macro_rules! transfers {
    ($($(#[$doc:meta])* $wait:ident $start:ident $async:ident ($($name:ident: $type:ty),*)
        = sys::$call:ident($($argument:expr),*), sys::$twin:ident();)*) => {
        impl Buffer {$(
            $(#[$doc])*
            pub fn $wait(&self, $($name: $type),*) -> Result<()> {
                // SAFETY: the buffers live.
                check(unsafe { sys::$call(self.as_raw(), $($argument),*) })
            }

            #[doc = concat!("[`", stringify!($wait), "`](Self::", stringify!($wait), ") without waiting.")]
            pub fn $async(&self, $($name: $type),*) -> Result<Work> {
                // SAFETY: the buffers live; success gives an owner.
                unsafe { made(|work| sys::$twin(self.as_raw(), $($argument),*, work)) }
            }

            #[doc = concat!("[`", stringify!($async), "`](Self::", stringify!($async), ") without an object.")]
            /// [`Device::wait_idle`](crate::Device::wait_idle) tells a failure.
            pub fn $start(&self, $($name: $type),*) -> Result<()> {
                // SAFETY: the buffers live; no work is wanted.
                check(unsafe { sys::$twin(self.as_raw(), $($argument),*, ptr::null_mut()) })
            }
        )*}
    };
}

transfers! {
    /// Copies `size` bytes from byte `offset` to byte `to_offset` of `to`, a buffer of any device:
    /// between two it goes through the host, and is done when the call returns. Ranges of one
    /// buffer may not overlap. Blocks.
    copy_to start_copy_to copy_to_async (offset: u64, to: &Buffer, to_offset: u64, size: u64)
        = sys::vyre_buffer_copy(offset, to.as_raw(), to_offset, size),
        sys::vyre_buffer_copy_async();
    /// Repeats `word` over `size` bytes from byte `offset` on, both multiples of 4. Blocks.
    fill start_fill fill_async (offset: u64, size: u64, word: u32)
        = sys::vyre_buffer_fill(offset, size, word), sys::vyre_buffer_fill_async();
}

impl Buffer {
    /// [`write`](Self::write) without waiting; `data` has been read on return. Writes in a row
    /// share a submission. [`ErrorKind::NotReady`](crate::ErrorKind::NotReady) where `write` would
    /// wait for room.
    pub fn write_async<T: Plain>(&self, offset: u64, data: &[T]) -> Result<Work> {
        let (raw, (first, size)) = (self.as_raw(), bytes_of(data));
        // SAFETY: the memory is readable for the call; success gives an owner.
        unsafe { made(|work| sys::vyre_buffer_write_async(raw, offset, first, size, work)) }
    }

    /// [`write_async`](Self::write_async) without an object.
    /// [`Device::wait_idle`](crate::Device::wait_idle) tells a failure.
    pub fn start_write<T: Plain>(&self, offset: u64, data: &[T]) -> Result<()> {
        let (raw, (first, size)) = (self.as_raw(), bytes_of(data));
        // SAFETY: the memory is readable for the call; no work is wanted.
        check(unsafe { sys::vyre_buffer_write_async(raw, offset, first, size, ptr::null_mut()) })
    }

    /// Reads `size` bytes from byte `offset` without waiting: [`Work::collect_bytes`] and
    /// [`Work::bytes`] have them.
    pub fn read_async(&self, offset: u64, size: u64) -> Result<Work> {
        // SAFETY: the buffer lives; success gives an owner.
        unsafe { made(|work| sys::vyre_buffer_read_async(self.as_raw(), offset, size, work)) }
    }
}

impl Work {
    /// Waits for the end and copies what [`Buffer::read_async`] or
    /// [`Image::read_async`](crate::Image::read_async) read to `data`, once. It has exactly that
    /// size. Blocks.
    pub fn collect_bytes<T: Plain>(&self, data: &mut [T]) -> Result<()> {
        let (first, size) = bytes_of_mut(data);
        // SAFETY: the memory is writable for the call, and every bit pattern is a T.
        check(unsafe { sys::vyre_work_collect_bytes(self.as_raw(), first, size) })
    }

    /// Waits for the end; what [`Buffer::read_async`] or
    /// [`Image::read_async`](crate::Image::read_async) read, without a copy. Blocks.
    pub fn bytes(&self) -> Result<&[u8]> {
        self.bytes_of_read(0)
    }

    /// Waits for the end; what that step of a sequence's run read, when no other run has begun
    /// since. Blocks.
    pub fn step_bytes(&self, step: ReadStep) -> Result<&[u8]> {
        self.bytes_of_read(step.number())
    }

    fn bytes_of_read(&self, read: u32) -> Result<&[u8]> {
        // SAFETY: the work lives; the out-parameter is writable.
        let bytes: sys::vyre_bytes =
            unsafe { got(|out| sys::vyre_work_get_bytes(self.as_raw(), read, out))? };
        if bytes.size == 0 {
            return Ok(&[]);
        }
        // SAFETY: the bytes live, and do not change, as long as the work.
        Ok(unsafe { slice::from_raw_parts(bytes.data.cast(), bytes.size) })
    }
}
