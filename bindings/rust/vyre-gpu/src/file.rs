//! Between buffers and open files: regular files and block devices. Their position is neither used
//! nor moved.

use crate::call::made;
use crate::error::check;
use crate::{Buffer, Result, Work, sys};
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
                let (raw, file) = (self.as_raw(), file.as_fd());
                let file = sys::vyre_file_of(file.as_raw_fd().into());
                // SAFETY: the buffer lives; the descriptor is open for the call; an object that it
                // gives is new.
                unsafe { $how($(|$out|)? sys::$call(raw, offset, file, file_offset, size $(, $last)?)) }
            }
        )*}
    };
}

transfers! {
    /// Reads `size` bytes at `file_offset` of the file to byte `offset`, after all work submitted
    /// earlier that uses the buffer. When it fails, the buffer has the bytes it had. Blocks.
    load_file -> () = check(sys::vyre_buffer_load_file());
    /// Writes `size` bytes from byte `offset` to `file_offset` of the file, after all work
    /// submitted earlier that uses the buffer. The file grows where it has to. Blocks.
    save_file -> () = check(sys::vyre_buffer_save_file());
    /// [`load_file`](Self::load_file) without waiting. The file may be closed when this returns;
    /// the buffer has its bytes when the work is ready, all at once.
    load_file_async -> Work = made(|raw| sys::vyre_buffer_load_file_async(raw));
    /// [`save_file`](Self::save_file) without waiting. The file may be closed when this returns.
    save_file_async -> Work = made(|raw| sys::vyre_buffer_save_file_async(raw));
}
