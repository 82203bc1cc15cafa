//! Errors: what happened, why, and what to do.

use crate::call::{list, mirrors, read};
use crate::strings::{c_text, string, text};
use crate::sys;
use std::fmt;
use std::panic::Location;
use std::ptr::NonNull;

/// What a call that can fail gives.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call failed. Its text names the thing and the value and says after "Fix: " what to do.
///
/// Errors may outlive their context and move between threads. A clone is one more owner of the same
/// error.
pub struct Error {
    raw: NonNull<sys::vyre_error>,
    place: Option<&'static Location<'static>>,
}

// SAFETY: the header, "Threads": any thread, several at once on one object.
unsafe impl Send for Error {}
// SAFETY: as above.
unsafe impl Sync for Error {}

impl Error {
    /// An error for a callback to return. What follows "Fix: " in the text becomes the fix.
    pub fn create(kind: ErrorKind, text: &str) -> Self {
        Self::create_native(kind, 0, text)
    }

    /// The same with a number that a device or a system gave.
    pub fn create_native(kind: ErrorKind, native_code: i64, text: &str) -> Self {
        // SAFETY: the text lives for the call, which gives an error whatever happens.
        let raw = unsafe { sys::vyre_error_create(kind.code(), native_code, string(text)) };
        Self::from_raw(raw).expect("the call gives an error")
    }

    /// What an error is to the library; none for null.
    pub(crate) fn from_raw(raw: *mut sys::vyre_error) -> Option<Self> {
        NonNull::new(raw).map(|raw| Self { raw, place: None })
    }

    /// Gives the error to the library.
    pub(crate) fn into_raw(self) -> *mut sys::vyre_error {
        std::mem::ManuallyDrop::new(self).raw.as_ptr()
    }

    /// The number of the error, one of `sys::VYRE_ERROR_...`.
    pub fn code(&self) -> u32 {
        // SAFETY: an error lives until it is dropped.
        unsafe { sys::vyre_error_get_code(self.raw.as_ptr()) }
    }

    /// The number as one of the kinds that this crate knows.
    pub fn kind(&self) -> ErrorKind {
        ErrorKind::from_code(self.code())
    }

    /// The name of the number: "INVALID_PROGRAM".
    pub fn code_name(&self) -> &'static str {
        // SAFETY: the names live for ever.
        unsafe { text(sys::vyre_error_code_name(self.code())) }
    }

    /// All of it: what happened, after "Fix: " what to do, the label and a line for each finding.
    pub fn text(&self) -> &str {
        // SAFETY: the text lives as long as the error.
        unsafe { c_text(sys::vyre_error_text(self.raw.as_ptr())) }
    }

    /// Its parts.
    pub fn info(&self) -> ErrorInfo<'_> {
        // SAFETY: the info lives as long as the error.
        unsafe { read(sys::vyre_error_get_info(self.raw.as_ptr())) }
    }

    /// What is wrong, one by one; empty for errors of another sort.
    pub fn findings(&self) -> Vec<Finding<'_>> {
        self.info().findings
    }

    /// Where in the source a mistake in a [`Builder`](crate::Builder) was made.
    pub fn place(&self) -> Option<&'static Location<'static>> {
        self.place
    }

    pub(crate) fn at(mut self, place: Option<&'static Location<'static>>) -> Self {
        self.place = place;
        self
    }
}

/// Takes what a function of the library returned.
#[inline]
pub(crate) fn check(raw: *mut sys::vyre_error) -> Result<()> {
    Error::from_raw(raw).map_or(Ok(()), Err)
}

/// Why something failed: what `call` writes through its argument, or the error of the call itself.
///
/// # Safety
/// A call that succeeds writes an owner of an error, or null.
pub(crate) unsafe fn reason(
    call: impl FnOnce(*mut *mut sys::vyre_error) -> *mut sys::vyre_error,
) -> Option<Error> {
    let mut raw = std::ptr::null_mut();
    match check(call(&mut raw)) {
        Ok(()) => Error::from_raw(raw),
        Err(error) => Some(error),
    }
}

impl Clone for Error {
    fn clone(&self) -> Self {
        // SAFETY: the error lives, and the call gives one more owner of it.
        let raw = unsafe { sys::vyre_error_share(self.raw.as_ptr()) };
        Self::from_raw(raw).expect("an error that lives is shared").at(self.place)
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

/// What a panic of `unwrap` shows: the name of the code, and all of the text.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.code_name())
    }
}

impl std::error::Error for Error {}

mirrors! {
    vyre_finding:
    /// One thing that is wrong, or missing.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Finding<'a> {
        /// The rule "V010", or the fact "F64".
        pub code: &'a str,
        /// Where: `body[2].if.then[0]`.
        pub path: &'a str,
        /// The second place, where there are two.
        pub other: &'a str,
        /// A sentence.
        pub text: &'a str,
        /// What to do.
        pub fix: &'a str,
        /// The nearest one: of the step, dispatch, pipeline or program.
        pub label: &'a str,
    }
}

impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}: {}", self.code, self.path, self.text)
    }
}

mirrors! {
    vyre_error_info:
    /// The parts of an error.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct ErrorInfo<'a> {
        /// What happened.
        pub message: &'a str,
        /// What to do.
        pub fix: &'a str,
        /// The nearest label: of the step, dispatch, pipeline or program.
        pub label: &'a str,
        /// Of a trap: the statement, as its author wrote it.
        pub path: &'a str,
        /// Of a trap: its tag.
        pub trap_tag: &'a str,
        /// What is wrong, one by one.
        // SAFETY: the caller's promise.
        pub findings: Vec<Finding<'a>> = |raw| unsafe { list(raw.findings, raw.finding_count) },
        /// A `VkResult`, an errno; 0: none.
        pub native_code: i64,
        /// Which segment failed, of a program that was cut.
        pub segment: Option<u64>,
        /// Which step failed, of a sequence.
        pub step: Option<u64>,
        /// Of a trap: its address.
        pub trap_address: Option<u64>,
        /// The id on the x axis of the invocation that failed, unless it has one on another axis.
        pub trap_lane: Option<u64>,
        /// A limit that was passed, or memory that there was.
        pub limit: Option<u64>,
        /// What was asked for.
        pub requested: Option<u64>,
        /// Its number.
        pub code: u32,
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $code:ident,)*) => {
        /// What sort of failure an error is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])* $kind,)*
            /// None of the others, or a number that this crate does not know.
            Unknown,
        }

        impl ErrorKind {
            /// The kind of a number; [`ErrorKind::Unknown`] for those that are none.
            pub fn from_code(code: u32) -> Self {
                match code {
                    $(sys::$code => Self::$kind,)*
                    _ => Self::Unknown,
                }
            }

            /// The number of the kind, one of `sys::VYRE_ERROR_...`.
            pub fn code(self) -> u32 {
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
    /// Right, but this device or build cannot do it.
    UnsupportedFeature = VYRE_ERROR_UNSUPPORTED_FEATURE,
    /// The device's compiler refused the kernel.
    KernelCompileFailed = VYRE_ERROR_KERNEL_COMPILE_FAILED,
    /// The work ran and failed: traps, device errors.
    DispatchFailed = VYRE_ERROR_DISPATCH_FAILED,
    /// Breaks a rule of the IR or of SPIR-V.
    InvalidProgram = VYRE_ERROR_INVALID_PROGRAM,
    /// A grid cannot be resident as a whole.
    CooperativeResidency = VYRE_ERROR_COOPERATIVE_RESIDENCY,
    /// A mistake in the call.
    InvalidArgument = VYRE_ERROR_INVALID_ARGUMENT,
    /// No such device, parameter, constant, file.
    NotFound = VYRE_ERROR_NOT_FOUND,
    /// A name or id is taken.
    AlreadyRegistered = VYRE_ERROR_ALREADY_REGISTERED,
    /// An allocation on the host failed.
    OutOfHostMemory = VYRE_ERROR_OUT_OF_HOST_MEMORY,
    /// The device is gone: see vyre_device_recover.
    DeviceLost = VYRE_ERROR_DEVICE_LOST,
    /// `timeout_ns` of a description has passed.
    TimedOut = VYRE_ERROR_TIMED_OUT,
    /// A file or a library could not be read or written.
    InputOutput = VYRE_ERROR_INPUT_OUTPUT,
    /// Bytes that are no program in wire form.
    MalformedWire = VYRE_ERROR_MALFORMED_WIRE,
    /// Text that is no program in JSON form.
    MalformedJson = VYRE_ERROR_MALFORMED_JSON,
    /// A mistake of the library; please report it.
    Internal = VYRE_ERROR_INTERNAL,
    /// The memory for a result is too small.
    OutputTooSmall = VYRE_ERROR_OUTPUT_TOO_SMALL,
    /// Somebody cancelled the work.
    Cancelled = VYRE_ERROR_CANCELLED,
    /// Not made yet, or no room now: ask again later.
    NotReady = VYRE_ERROR_NOT_READY,
    /// Bytes that are no SPIR-V module.
    MalformedModule = VYRE_ERROR_MALFORMED_MODULE,
    // scripts/generate ends
}
