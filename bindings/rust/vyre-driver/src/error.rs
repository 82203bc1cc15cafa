//! Errors: what happened, why, and what to do.

use crate::call::{Taken, mirrors};
use crate::strings::text;
use crate::sys;
use std::fmt;
use std::panic::Location;
use std::ptr::NonNull;

/// What a call that can fail gives.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call failed. Its text names the thing and the value and says after "Fix: " what to do.
///
/// Errors may outlive their context and move between threads.
pub struct Error {
    raw: NonNull<sys::vyre_error>,
    place: Option<&'static Location<'static>>,
}

// SAFETY: convention 4 of the header: any thread, several at once.
unsafe impl Send for Error {}
// SAFETY: as above.
unsafe impl Sync for Error {}

impl Error {
    /// An error for a callback to return. Where the text has no "Fix: ", one is added.
    pub fn create(kind: ErrorKind, text: &str) -> Self {
        // SAFETY: the text lives for the call, which gives an error whatever happens.
        let raw = unsafe { sys::vyre_error_create(kind.code(), crate::strings::string(text)) };
        Self { raw: NonNull::new(raw).expect("the call gives an error"), place: None }
    }

    /// Gives the error to the library.
    pub(crate) fn into_raw(self) -> *mut sys::vyre_error {
        std::mem::ManuallyDrop::new(self).raw.as_ptr()
    }

    /// The number of the error, one of `sys::VYRE_ERROR_...`.
    pub fn code(&self) -> i32 {
        // SAFETY: an error lives until it is dropped.
        unsafe { sys::vyre_error_code(self.raw.as_ptr()) }
    }

    /// The number as one of the kinds this crate knows.
    pub fn kind(&self) -> ErrorKind {
        ErrorKind::from_code(self.code())
    }

    /// The name of the number: "INVALID_PROGRAM".
    pub fn code_name(&self) -> &'static str {
        // SAFETY: the names live for ever.
        unsafe { text(sys::vyre_error_code_name(self.code())) }
    }

    /// What happened, and after "Fix: " what to do.
    pub fn text(&self) -> &str {
        // SAFETY: the text lives as long as the error.
        unsafe { text(sys::vyre_error_text(self.raw.as_ptr())) }
    }

    /// What is wrong with the program, one by one; empty for errors of another sort.
    pub fn findings(&self) -> impl ExactSizeIterator<Item = Finding<'_>> {
        // SAFETY: an error lives until it is dropped, and so do its findings.
        let count = unsafe { sys::vyre_error_finding_count(self.raw.as_ptr()) };
        (0..count).map(|index| self.finding(index))
    }

    fn finding(&self, index: usize) -> Finding<'_> {
        // SAFETY: the strings live as long as the error.
        unsafe { Finding::taken(sys::vyre_error_finding(self.raw.as_ptr(), index)) }
    }

    /// The number of the program segment that failed, when the program was cut.
    pub fn segment(&self) -> Option<u64> {
        // SAFETY: an error lives until it is dropped.
        u64::try_from(unsafe { sys::vyre_error_segment(self.raw.as_ptr()) }).ok()
    }

    /// The backend's own number of the failure, a `VkResult` for Vulkan; 0 when it gave none.
    pub fn native_code(&self) -> i64 {
        // SAFETY: an error lives until it is dropped.
        unsafe { sys::vyre_error_native_code(self.raw.as_ptr()) }
    }

    /// Where in the source a mistake in a [`Builder`](crate::Builder) was made.
    pub fn place(&self) -> Option<&'static Location<'static>> {
        self.place
    }

    /// The number of the error, which ends here.
    pub fn into_code(self) -> i32 {
        let raw = std::mem::ManuallyDrop::new(self).raw;
        // SAFETY: the only owner gives the error up.
        unsafe { sys::vyre_error_consume(raw.as_ptr()) }
    }

    pub(crate) fn at(self, place: Option<&'static Location<'static>>) -> Self {
        let raw = std::mem::ManuallyDrop::new(self).raw;
        Self { raw, place }
    }
}

/// Takes what a function of the library returned.
#[inline]
pub(crate) fn check(raw: *mut sys::vyre_error) -> Result<()> {
    match NonNull::new(raw) {
        None => Ok(()),
        Some(raw) => Err(Error { raw, place: None }),
    }
}

impl Drop for Error {
    fn drop(&mut self) {
        // SAFETY: the only owner gives the error up.
        unsafe { sys::vyre_error_destroy(self.raw.as_ptr()) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            None => f.write_str(self.text()),
            Some(place) => write!(f, "{place}: {}", self.text()),
        }
    }
}

/// What a panic of `unwrap` shows: the name of the code, the text, and every finding.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.code_name())?;
        for finding in self.findings() {
            write!(f, "\n  {finding}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

mirrors! {
    vyre_finding:
    /// One thing that is wrong with a program or a registry.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Finding<'a> {
        /// The rule: "V010".
        pub code: &'a str,
        /// Where in the program: `body[2].if.then[0]`.
        pub path: &'a str,
        /// A sentence.
        pub text: &'a str,
    }
}

impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}: {}", self.code, self.path, self.text)
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $code:ident,)*) => {
        /// What sort of failure an error is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])* $kind,)*
            /// A number that this crate does not know.
            Unknown,
        }

        impl ErrorKind {
            /// The kind of a number; [`ErrorKind::Unknown`] for those that are none.
            pub fn from_code(code: i32) -> Self {
                match code {
                    $(sys::$code => Self::$kind,)*
                    _ => Self::Unknown,
                }
            }

            /// The number of the kind, one of `sys::VYRE_ERROR_...`.
            pub fn code(self) -> i32 {
                match self {
                    $(Self::$kind => sys::$code,)*
                    Self::Unknown => sys::VYRE_ERROR_UNKNOWN,
                }
            }
        }
    };
}

kinds! {
    // scripts/generate writes: error codes
    /// The device cannot hold the buffers.
    DeviceOutOfMemory = VYRE_ERROR_DEVICE_OUT_OF_MEMORY,
    /// A right program that this backend cannot run.
    UnsupportedFeature = VYRE_ERROR_UNSUPPORTED_FEATURE,
    /// The device's compiler refused the kernel.
    KernelCompileFailed = VYRE_ERROR_KERNEL_COMPILE_FAILED,
    /// The work ran and failed: traps, device errors.
    DispatchFailed = VYRE_ERROR_DISPATCH_FAILED,
    /// Breaks a rule of the IR; carries findings.
    InvalidProgram = VYRE_ERROR_INVALID_PROGRAM,
    /// A grid cannot be resident as a whole.
    CooperativeResidency = VYRE_ERROR_COOPERATIVE_RESIDENCY,
    /// A mistake in the call.
    InvalidArgument = VYRE_ERROR_INVALID_ARGUMENT,
    /// No such backend, device, buffer, entry.
    NotFound = VYRE_ERROR_NOT_FOUND,
    /// A name or id is taken.
    AlreadyRegistered = VYRE_ERROR_ALREADY_REGISTERED,
    /// An allocation on the host failed.
    OutOfHostMemory = VYRE_ERROR_OUT_OF_HOST_MEMORY,
    /// The device is gone: recover the backend.
    DeviceLost = VYRE_ERROR_DEVICE_LOST,
    /// The deadline of a synchronous call passed.
    TimedOut = VYRE_ERROR_TIMED_OUT,
    /// A file or a library could not be read.
    InputOutput = VYRE_ERROR_INPUT_OUTPUT,
    /// Bytes that are not a program in wire form.
    MalformedWire = VYRE_ERROR_MALFORMED_WIRE,
    /// Text that is not a program in JSON form.
    MalformedJson = VYRE_ERROR_MALFORMED_JSON,
    /// A mistake of the library; please report it.
    Internal = VYRE_ERROR_INTERNAL,
    /// The memory given is too small.
    InsufficientCapacity = VYRE_ERROR_INSUFFICIENT_CAPACITY,
    // scripts/generate ends
}
