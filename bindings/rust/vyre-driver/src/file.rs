//! Between buffers and open files: regular files and block devices. Their position is neither used
//! nor moved.

use crate::call::made;
use crate::error::check;
use crate::{Buffer, Pending, Result, sys};
use std::os::fd::{AsFd, AsRawFd};

/// Methods of one shape, whose calls get buffer, file and places before what stands here.
macro_rules! transfers {
    ($($(#[$doc:meta])* $name:ident -> $result:ty
        = $how:ident($(|$out:ident|)? sys::$call:ident($($last:ident)?));)*) => {
        impl Buffer {$(
            $(#[$doc])*
            pub fn $name(
                &self,
                offset: u64,
                file: impl AsFd,
                file_offset: u64,
                size: u64,
            ) -> Result<$result> {
                let (raw, fd) = (self.as_raw(), file.as_fd().as_raw_fd());
                // SAFETY: the buffer lives; the descriptor is open for the call; an object that it
                // gives is new.
                unsafe { $how($(|$out|)? sys::$call(raw, offset, fd, file_offset, size $(, $last)?)) }
            }
        )*}
    };
}

transfers! {
    /// Reads `size` bytes at `file_offset` of the file to byte `offset`, after all work submitted
    /// earlier that uses the buffer. When it fails, the buffer has the bytes it had. Blocks.
    read_file -> () = check(sys::vyre_buffer_read_file());
    /// Writes `size` bytes from byte `offset` to `file_offset` of the file, after all work submitted
    /// earlier that uses the buffer. The file grows where it has to. Blocks.
    write_file -> () = check(sys::vyre_buffer_write_file());
    /// [`read_file`](Self::read_file) without waiting. The file may be closed when this returns; the
    /// buffer has its bytes when the work is ready, all at once.
    read_file_async -> Pending = made(|raw| sys::vyre_buffer_read_file_async(raw));
    /// [`write_file`](Self::write_file) without waiting. The file may be closed when this returns.
    write_file_async -> Pending = made(|raw| sys::vyre_buffer_write_file_async(raw));
}
