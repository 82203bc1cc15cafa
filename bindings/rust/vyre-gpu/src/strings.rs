//! Strings to and from C.

use crate::sys;
use std::ffi::{CStr, c_char};

/// |text| for the length of a call.
#[inline]
pub(crate) const fn string(text: &str) -> sys::vyre_string {
    sys::vyre_string { data: text.as_ptr().cast(), size: text.len() }
}

/// A string of the library. It is UTF-8; should a device report other bytes, the part before them.
///
/// # Safety
/// The string must live for 'a.
pub(crate) unsafe fn text<'a>(string: sys::vyre_string) -> &'a str {
    if string.size == 0 {
        return "";
    }
    // SAFETY: a string that is not empty has |size| bytes at |data|.
    valid(unsafe { std::slice::from_raw_parts(string.data.cast::<u8>(), string.size) })
}

/// The same of characters that end with a NUL.
///
/// # Safety
/// The characters must live for 'a.
pub(crate) unsafe fn c_text<'a>(characters: *const c_char) -> &'a str {
    // SAFETY: the caller's promise.
    valid(unsafe { CStr::from_ptr(characters) }.to_bytes())
}

fn valid(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// |text| when it is not empty.
pub(crate) fn nonempty(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
