//! What was compared, a line each, in the file that `VYRE_PUBLISHED_LOG` names.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::LazyLock;

static LOG: LazyLock<Option<File>> = LazyLock::new(|| {
    let path = std::env::var_os("VYRE_PUBLISHED_LOG").filter(|path| !path.is_empty())?;
    Some(OpenOptions::new().append(true).create(true).open(path).expect("the log opens"))
});

pub(crate) fn is_named() -> bool {
    LOG.is_some()
}

/// `device result test: message`. A test has its own thread, which has its name.
pub(crate) fn line(device: &str, result: &str, message: &str) {
    let Some(mut file) = LOG.as_ref() else { return };
    let thread = std::thread::current();
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = format!("{device} {result} {}: {message}\n", thread.name().unwrap_or("?"));
    file.write_all(line.as_bytes()).expect("the log is written"); // at once, so lines stay whole
}
