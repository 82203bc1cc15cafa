//! Bytes between the host and what stays on the device.

use crate::bridge::Result;
use crate::bridge::dispatch::reserve;
use crate::bridge::errors::{Published, mistake};
use crate::bridge::resident::Resident;
use std::sync::Arc;
use vyre_gpu::{ErrorKind, Work};

/// Bytes for a place in a resident.
pub(crate) struct Upload<'a> {
    pub(crate) to: Arc<Resident>,
    pub(crate) offset: usize,
    pub(crate) bytes: &'a [u8],
    /// What lies behind the bytes becomes zeroes.
    pub(crate) whole: bool,
}

/// A range of a resident.
#[derive(Clone, Debug)]
pub(crate) struct Download {
    pub(crate) from: Arc<Resident>,
    pub(crate) offset: usize,
    pub(crate) size: usize,
}

impl Upload<'_> {
    fn check(&self, what: &str) -> Result<()> {
        check_range(what, self.to.size, self.offset, self.bytes.len())
    }

    /// Starts the upload, or does it where there is no room to start one.
    fn start(&self, backend: &str) -> Result<()> {
        self.write(backend, self.offset, self.bytes)?;
        let end = self.offset + self.bytes.len();
        if !self.whole || end == self.to.size {
            return Ok(());
        }
        self.write(backend, end, &vec![0; self.to.size - end])
    }

    fn write(&self, backend: &str, offset: usize, bytes: &[u8]) -> Result<()> {
        let Some(buffer) = self.to.buffer.as_ref().filter(|_| !bytes.is_empty()) else {
            return Ok(());
        };
        match buffer.start_write(offset as u64, bytes) {
            Err(error) if error.kind() == ErrorKind::NotReady => {
                buffer.write(offset as u64, bytes).published(backend)
            }
            started => started.published(backend),
        }
    }
}

/// Starts all uploads, or none where one of them is wrong, which `what` calls by name. What is
/// submitted later sees them.
pub(crate) fn upload(uploads: &[Upload<'_>], what: &str, backend: &str) -> Result<()> {
    uploads.iter().try_for_each(|upload| upload.check(what))?;
    uploads.iter().try_for_each(|upload| upload.start(backend))
}

impl Download {
    /// All of a resident.
    pub(crate) fn whole(from: Arc<Resident>) -> Self {
        let size = from.size;
        Self { from, offset: 0, size }
    }

    pub(crate) fn check(&self, what: &str) -> Result<()> {
        check_range(what, self.from.size, self.offset, self.size)
    }

    fn start(&self, backend: &str) -> Result<Option<Work>> {
        let Some(buffer) = self.from.buffer.as_ref().filter(|_| self.size > 0) else {
            return Ok(None);
        };
        buffer.read_async(self.offset as u64, self.size as u64).map(Some).published(backend)
    }
}

/// Fills `outputs` with the ranges: all are started before one is waited for. `what` names the call
/// where one is wrong.
pub(crate) fn download(
    ranges: &[Download],
    outputs: &mut [&mut Vec<u8>],
    what: &str,
    backend: &str,
) -> Result<()> {
    check_counts(ranges.len(), outputs.len())?;
    ranges.iter().try_for_each(|range| range.check(what))?;
    let works = ranges.iter().map(|range| range.start(backend)).collect::<Result<Vec<_>>>()?;
    for ((range, work), output) in ranges.iter().zip(works).zip(outputs) {
        reserve(output, range.size)?;
        output.resize(range.size, 0);
        if let Some(work) = work {
            work.collect_bytes(output.as_mut_slice()).published(backend)?;
        }
    }
    Ok(())
}

pub(crate) fn check_counts(ranges: usize, outputs: usize) -> Result<()> {
    if ranges == outputs {
        return Ok(());
    }
    Err(mistake(format!("pass one output for each range. There are {ranges} and {outputs}")))
}

fn check_range(what: &str, has: usize, offset: usize, size: usize) -> Result<()> {
    let end = offset.saturating_add(size);
    if end <= has {
        return Ok(());
    }
    Err(mistake(format!(
        "stay within the {has} bytes of the resource. The {what} has the byte range \
         [{offset}..{end})"
    )))
}
