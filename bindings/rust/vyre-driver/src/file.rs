//! Between buffers and open files: regular files and block devices. Their position is neither used
//! nor moved.

use crate::call::made;
use crate::{Buffer, Pending, Result, error, sys};
use std::os::fd::{AsFd, AsRawFd};

impl Buffer {
    /// Reads `size` bytes at `file_offset` of the file to byte `offset`, after all work submitted
    /// earlier that uses the buffer. When it fails, the buffer has the bytes it had. Blocks.
    pub fn read_file(
        &self,
        offset: u64,
        file: impl AsFd,
        file_offset: u64,
        size: u64,
    ) -> Result<()> {
        let fd = file.as_fd().as_raw_fd();
        // SAFETY: the buffer lives; the descriptor is open for the call.
        error::check(unsafe {
            sys::vyre_buffer_read_file(self.as_raw(), offset, fd, file_offset, size)
        })
    }

    /// Writes `size` bytes from byte `offset` to `file_offset` of the file, after all work submitted
    /// earlier that uses the buffer. The file grows where it has to. Blocks.
    pub fn write_file(
        &self,
        offset: u64,
        file: impl AsFd,
        file_offset: u64,
        size: u64,
    ) -> Result<()> {
        let fd = file.as_fd().as_raw_fd();
        // SAFETY: the buffer lives; the descriptor is open for the call.
        error::check(unsafe {
            sys::vyre_buffer_write_file(self.as_raw(), offset, fd, file_offset, size)
        })
    }

    /// [`read_file`](Self::read_file) without waiting. The file may be closed when this returns; the
    /// buffer has its bytes when the work is ready, all at once.
    pub fn read_file_async(
        &self,
        offset: u64,
        file: impl AsFd,
        file_offset: u64,
        size: u64,
    ) -> Result<Pending> {
        let fd = file.as_fd().as_raw_fd();
        // SAFETY: the buffer lives; the descriptor is open for the call; success gives an owner.
        unsafe {
            made(|raw| {
                sys::vyre_buffer_read_file_async(self.as_raw(), offset, fd, file_offset, size, raw)
            })
        }
    }

    /// [`write_file`](Self::write_file) without waiting. The file may be closed when this returns.
    pub fn write_file_async(
        &self,
        offset: u64,
        file: impl AsFd,
        file_offset: u64,
        size: u64,
    ) -> Result<Pending> {
        let fd = file.as_fd().as_raw_fd();
        // SAFETY: the buffer lives; the descriptor is open for the call; success gives an owner.
        unsafe {
            made(|raw| {
                sys::vyre_buffer_write_file_async(self.as_raw(), offset, fd, file_offset, size, raw)
            })
        }
    }
}
