//! Blobs: bytes of the library.

use crate::call::object;
use crate::sys;
use std::ops::Deref;

object!(
    /// Bytes that the library made: a program in wire form, the keys of kernels. It is used as a
    /// slice.
    pub Blob, vyre_blob, vyre_blob_destroy);

impl Blob {
    /// The bytes as text. What is not UTF-8 is replaced.
    pub(crate) fn into_text(self) -> String {
        String::from_utf8_lossy(&self).into_owned()
    }
}

impl Deref for Blob {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the blob lives.
        let bytes = unsafe { sys::vyre_blob_get_bytes(self.as_raw()) };
        if bytes.size == 0 {
            return &[];
        }
        // SAFETY: the bytes live as long as the blob.
        unsafe { std::slice::from_raw_parts(bytes.data.cast(), bytes.size) }
    }
}

impl AsRef<[u8]> for Blob {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Blob {}
