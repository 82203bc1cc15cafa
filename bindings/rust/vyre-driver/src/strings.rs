//! Strings to and from C, and the two-call results of convention 8.

use crate::{Result, error, sys};
use std::ffi::c_char;
use std::ptr;

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
    let bytes = unsafe { std::slice::from_raw_parts(string.data.cast::<u8>(), string.size) };
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// What |call|(memory, capacity, out_size) writes, asked for its size first.
pub(crate) fn sized<T: Copy + Default>(
    call: impl Fn(*mut T, usize, *mut usize) -> *mut sys::vyre_error,
) -> Result<Vec<T>> {
    let mut size = 0;
    error::check(call(ptr::null_mut(), 0, &mut size))?;
    let mut items = vec![T::default(); size];
    if size > 0 {
        error::check(call(items.as_mut_ptr(), size, &mut size))?;
    }
    items.truncate(size);
    Ok(items)
}

/// The text that |call|(memory, capacity, out_size) writes, asked for its size first. Bytes that are
/// not UTF-8 are replaced.
pub(crate) fn sized_text(
    call: impl Fn(*mut c_char, usize, *mut usize) -> *mut sys::vyre_error,
) -> Result<String> {
    let bytes = sized(|bytes: *mut u8, capacity, size| call(bytes.cast(), capacity, size))?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// |text| when it is not empty.
pub(crate) fn nonempty(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
