//! What calls of the library give: values, structures and objects of this crate made of those of C.

use crate::strings::{nonempty, text};
use crate::{Result, error, sys};
use std::ptr;

/// A value of this crate made of one of C.
pub(crate) trait Taken<Raw> {
    /// # Safety
    /// What `raw` points to lives as long as the value.
    unsafe fn taken(raw: Raw) -> Self;
}

impl<T> Taken<T> for T {
    #[inline]
    unsafe fn taken(raw: T) -> T {
        raw
    }
}

impl Taken<u32> for bool {
    unsafe fn taken(raw: u32) -> Self {
        raw != 0
    }
}

/// A number that somebody knows.
impl Taken<u64> for Option<u64> {
    unsafe fn taken(raw: u64) -> Self {
        (raw != sys::VYRE_UNKNOWN).then_some(raw)
    }
}

impl Taken<sys::vyre_string> for &str {
    unsafe fn taken(raw: sys::vyre_string) -> Self {
        // SAFETY: the caller's promise.
        unsafe { text(raw) }
    }
}

impl Taken<sys::vyre_string> for Option<&str> {
    unsafe fn taken(raw: sys::vyre_string) -> Self {
        // SAFETY: the caller's promise.
        nonempty(unsafe { text(raw) })
    }
}

/// An object of the library, owned here.
pub(crate) trait Object {
    /// Its name in the C interface.
    type Raw;

    /// # Safety
    /// `raw` is an owner of a new object, or null.
    unsafe fn from_raw(raw: *mut Self::Raw) -> Self;
}

/// What `call` writes through its argument.
///
/// # Safety
/// What is written there points to nothing that ends before the result.
#[inline]
pub(crate) unsafe fn got<Raw: Default, T: Taken<Raw>>(
    call: impl FnOnce(*mut Raw) -> *mut sys::vyre_error,
) -> Result<T> {
    let mut raw = Raw::default();
    error::check(call(&mut raw))?;
    // SAFETY: the caller's promise.
    Ok(unsafe { T::taken(raw) })
}

/// The object that `call` makes.
///
/// # Safety
/// A call that succeeds writes an owner of a new object through its argument.
#[inline]
pub(crate) unsafe fn made<T: Object>(
    call: impl FnOnce(*mut *mut T::Raw) -> *mut sys::vyre_error,
) -> Result<T> {
    let mut raw = ptr::null_mut();
    error::check(call(&mut raw))?;
    // SAFETY: the caller's promise.
    Ok(unsafe { T::from_raw(raw) })
}

/// What the pointer of an info or a list's entry leads to.
///
/// # Safety
/// `raw` points to a structure that lives, with all it points to, as long as the value.
#[inline]
pub(crate) unsafe fn read<Raw: Copy, T: Taken<Raw>>(raw: *const Raw) -> T {
    // SAFETY: the caller's promise.
    unsafe { T::taken(*raw) }
}

/// A list of an info.
///
/// # Safety
/// `items` begins `count` pointers for [`read`].
pub(crate) unsafe fn list<Raw: Copy, T: Taken<Raw>>(
    items: *const *const Raw,
    count: usize,
) -> Vec<T> {
    // SAFETY: the caller's promise.
    (0..count).map(|index| unsafe { read(*items.add(index)) }).collect()
}

/// Where items begin for the library: null when there are none.
#[inline]
pub(crate) fn first<T>(items: &[T]) -> *const T {
    if items.is_empty() { ptr::null() } else { items.as_ptr() }
}

/// A type of this crate that is a number of C.
macro_rules! number {
    ($name:ident($type:ty)) => {
        impl $crate::call::Taken<$type> for $name {
            #[inline]
            unsafe fn taken(raw: $type) -> Self {
                Self(raw)
            }
        }
    };
}
pub(crate) use number;

/// A structure made of one of C: each field of the field of its name there, or of what is said
/// behind it, a function of the whole.
macro_rules! mirrors {
    ($raw:ident: $(#[$meta:meta])* pub struct $name:ident $(<$life:lifetime>)? {
        $($(#[$doc:meta])* $vis:vis $field:ident: $type:ty $(= $make:expr)?,)*
    }) => {
        $(#[$meta])*
        pub struct $name $(<$life>)? {
            $($(#[$doc])* $vis $field: $type,)*
        }

        impl $(<$life>)? $crate::call::Taken<$crate::sys::$raw> for $name $(<$life>)? {
            #[inline]
            unsafe fn taken(raw: $crate::sys::$raw) -> Self {
                Self { $($field: $crate::call::mirrors!(@ raw $field $($make)?),)* }
            }
        }
    };
    (@ $raw:ident $field:ident) => {
        // SAFETY: the caller's promise.
        unsafe { $crate::call::Taken::taken($raw.$field) }
    };
    (@ $raw:ident $field:ident $make:expr) => { $crate::call::of($raw, $make) };
}
pub(crate) use mirrors;

/// Calls a closure here, where the type of its argument is known.
pub(crate) fn of<Raw, T>(raw: Raw, make: impl FnOnce(Raw) -> T) -> T {
    make(raw)
}

/// An object of the library: dropping it destroys it, and any thread may use it.
macro_rules! object {
    ($(#[$doc:meta])* $vis:vis $name:ident, $raw:ident, $destroy:ident) => {
        $(#[$doc])*
        $vis struct $name {
            raw: ::std::ptr::NonNull<$crate::sys::$raw>,
        }

        impl $crate::call::Object for $name {
            type Raw = $crate::sys::$raw;

            #[inline]
            unsafe fn from_raw(raw: *mut Self::Raw) -> Self {
                Self { raw: ::std::ptr::NonNull::new(raw).expect("success gives an object") }
            }
        }

        impl $name {
            /// The object of the C interface, for calls that this crate does not have. It stays
            /// owned here.
            #[inline]
            pub fn as_raw(&self) -> *mut $crate::sys::$raw {
                self.raw.as_ptr()
            }
        }

        impl Drop for $name {
            #[inline]
            fn drop(&mut self) {
                // SAFETY: the only owner gives the object up.
                unsafe { $crate::sys::$destroy(self.raw.as_ptr()) }
            }
        }

        // SAFETY: the header, "Threads": any thread, several at once on one object.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.raw).finish()
            }
        }
    };
}
pub(crate) use object;
