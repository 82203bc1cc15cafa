//! Errors in both directions, by their number and never by their text.

use crate::generation;
use vyre_driver::BackendError;
use vyre_gpu::{Error, ErrorInfo, ErrorKind};

/// What an error of the library is to callers of the backend with this id.
pub fn to_published(error: &Error, backend: &str) -> BackendError {
    let info = error.info();
    match error.kind() {
        ErrorKind::DeviceOutOfMemory => BackendError::DeviceOutOfMemory {
            requested: info.requested.unwrap_or(0),
            available: info.limit.unwrap_or(0),
        },
        ErrorKind::UnsupportedFeature => {
            BackendError::UnsupportedFeature { name: missing(&info), backend: backend.into() }
        }
        ErrorKind::KernelCompileFailed => BackendError::KernelCompileFailed {
            backend: backend.into(),
            compiler_message: sentence(&info),
        },
        ErrorKind::CooperativeResidency => BackendError::CooperativeResidencyExceeded {
            grid_blocks: info.requested.unwrap_or(0),
            resident_limit: info.limit.unwrap_or(0),
            detail: sentence(&info),
        },
        ErrorKind::DeviceLost => generation::device_lost(backend, native(&info), sentence(&info)),
        ErrorKind::DispatchFailed
        | ErrorKind::TimedOut
        | ErrorKind::Cancelled
        | ErrorKind::NotReady => {
            BackendError::DispatchFailed { code: native(&info), message: failure(&info) }
        }
        ErrorKind::InvalidProgram
        | ErrorKind::InvalidArgument
        | ErrorKind::MalformedWire
        | ErrorKind::OutputTooSmall => BackendError::InvalidProgram { fix: remedy(&info) },
        _ => BackendError::new(error.text()),
    }
}

/// What an error of a published backend is to callers of the library: the numbers of the published
/// kinds are those of the library's.
pub fn from_published(error: &BackendError) -> Error {
    const POISONED_LOCK: u32 = 1003;
    let kind = match error.code().stable_id() {
        POISONED_LOCK => ErrorKind::Internal,
        number => generation::kind(number),
    };
    let native = match error {
        BackendError::DispatchFailed { code, .. } => code.unwrap_or(0),
        _ => 0,
    };
    Error::create_native(kind, native.into(), &error.to_string())
}

/// Where the library's errors become published ones.
pub(crate) trait Published<T> {
    fn published(self, backend: &str) -> Result<T, BackendError>;
}

impl<T> Published<T> for vyre_gpu::Result<T> {
    fn published(self, backend: &str) -> Result<T, BackendError> {
        self.map_err(|error| to_published(&error, backend))
    }
}

/// A refusal that names what the backend does not do.
pub(crate) fn unsupported(name: impl Into<String>, backend: &str) -> BackendError {
    BackendError::UnsupportedFeature { name: name.into(), backend: backend.into() }
}

/// A mistake in a call.
pub(crate) fn mistake(text: impl Into<String>) -> BackendError {
    BackendError::InvalidProgram { fix: format!("Fix: {}", text.into()) }
}

/// A resource of the host where one of the device is needed.
pub(crate) fn no_resident(purpose: &str) -> BackendError {
    mistake(format!("give {purpose} what allocate_resident gave. This is a borrowed resource"))
}

fn native(info: &ErrorInfo<'_>) -> Option<i32> {
    i32::try_from(info.native_code).ok().filter(|code| *code != 0)
}

/// The facts by their codes and what is said about them.
fn missing(info: &ErrorInfo<'_>) -> String {
    let codes: Vec<_> = info.findings.iter().map(|finding| finding.code).collect();
    match codes.is_empty() {
        true => sentence(info),
        false => format!("{}: {}", codes.join(", "), sentence(info)),
    }
}

/// What happened and each finding that this does not tell, without a full stop: the published text
/// goes on behind it.
fn sentence(info: &ErrorInfo<'_>) -> String {
    let untold = info.findings.iter().filter(|finding| !info.message.contains(finding.text));
    let findings = untold.map(|finding| format!("; {finding}")).collect::<String>();
    (info.message.to_string() + &findings).trim_end_matches('.').to_string()
}

/// What ended a dispatch, with the numbers of a trap as published backends tell them.
fn failure(info: &ErrorInfo<'_>) -> String {
    let number = |name, value: Option<u64>| value.map(|value| format!("{name}={value}, "));
    let numbers = [number("address", info.trap_address), number("lane", info.trap_lane)];
    let trap = match info.trap_tag {
        "" => String::new(),
        tag => {
            let numbers = numbers.into_iter().flatten().collect::<String>();
            format!("dispatch trapped: {numbers}tag=`{tag}`; ")
        }
    };
    trap + &sentence(info)
}

/// The cure first, as published errors of programs have it.
fn remedy(info: &ErrorInfo<'_>) -> String {
    match info.fix {
        "" => format!("Fix: mend the program or the call. {}", sentence(info)),
        fix => format!("Fix: {}. {}", fix.trim_end_matches('.'), sentence(info)),
    }
}
