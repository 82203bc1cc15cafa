//! How a dispatch is cut at the grid barriers of its program.

use crate::strings::sized;
use crate::{Binding, DispatchOptions, Pipeline, Result, error, sys};

/// How a dispatch is cut. Segments run one after the other on the whole grid; those of equal code
/// are one program. What is live at a barrier is computed again, known to the host, or kept in hidden
/// buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Split {
    /// One more than barriers that an invocation passes.
    pub segments: u64,
    /// How many of the segments differ.
    pub programs: u64,
    /// Of the hidden buffers.
    pub hidden_bytes: u64,
    /// What the hidden buffers keep for each invocation.
    pub bytes_per_invocation: u64,
    /// What they keep of the memory of each workgroup.
    pub bytes_per_workgroup: u64,
    /// Workgroups on each axis.
    pub grid: [u32; 3],
    /// Invocations of each workgroup.
    pub workgroup: [u32; 3],
}

impl Pipeline {
    /// How a dispatch with these arguments would be cut, whether it has to be or not; nothing runs.
    /// Bindings as for [`outputs`](Self::outputs). A launch that cannot be cut is
    /// [`ErrorKind::UnsupportedFeature`](crate::ErrorKind::UnsupportedFeature), a program without
    /// grid barriers [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument).
    pub fn split(&self, bindings: &[Binding<'_>], options: &DispatchOptions<'_>) -> Result<Split> {
        let mut raw = sys::vyre_split::default();
        let (first, many) = (Binding::pointer(bindings), bindings.len());
        // SAFETY: the pipeline lives, the bindings borrow what they name.
        error::check(unsafe {
            sys::vyre_pipeline_get_split(self.as_raw(), first, many, options.as_raw(), &mut raw)
        })?;
        Ok(Split {
            segments: raw.segments,
            programs: raw.programs,
            hidden_bytes: raw.hidden_bytes,
            bytes_per_invocation: raw.bytes_per_invocation,
            bytes_per_workgroup: raw.bytes_per_workgroup,
            grid: raw.grid,
            workgroup: raw.workgroup,
        })
    }

    /// The same for people, segment by segment: what survives the barrier behind it, how and why.
    pub fn split_text(
        &self,
        bindings: &[Binding<'_>],
        options: &DispatchOptions<'_>,
    ) -> Result<String> {
        let (first, many) = (Binding::pointer(bindings), bindings.len());
        let bytes = sized(|text: *mut u8, capacity, size| {
            let (pipeline, desc) = (self.as_raw(), options.as_raw());
            // SAFETY: as above; there is room for |capacity| bytes.
            unsafe {
                sys::vyre_pipeline_write_split(
                    pipeline,
                    first,
                    many,
                    desc,
                    text.cast(),
                    capacity,
                    size,
                )
            }
        })?;
        Ok(String::from_utf8(bytes).expect("the library writes UTF-8"))
    }
}
