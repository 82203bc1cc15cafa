//! How a dispatch is cut at the grid barriers of its program.

use crate::call::{got, mirrors};
use crate::strings::sized_text;
use crate::{Binding, DispatchOptions, Pipeline, Result, sys};

mirrors! {
    vyre_split:
    /// How a dispatch is cut. Segments run one after the other on the whole grid; those of equal
    /// code are one program. What is live at a barrier is computed again, known to the host, or kept
    /// in hidden buffers.
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
}

impl Pipeline {
    /// How a dispatch with these arguments would be cut, whether it has to be or not; nothing runs.
    /// Bindings as for [`outputs`](Self::outputs). A launch that cannot be cut is
    /// [`ErrorKind::UnsupportedFeature`](crate::ErrorKind::UnsupportedFeature), a program without
    /// grid barriers [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument).
    pub fn split(&self, bindings: &[Binding<'_>], options: &DispatchOptions<'_>) -> Result<Split> {
        let (raw, desc, (first, many)) = (self.as_raw(), options.as_raw(), Binding::raw(bindings));
        // SAFETY: the pipeline lives, the bindings borrow what they name.
        unsafe { got(|out| sys::vyre_pipeline_get_split(raw, first, many, desc, out)) }
    }

    /// The same for people, segment by segment: what survives the barrier behind it, how and why.
    pub fn split_text(
        &self,
        bindings: &[Binding<'_>],
        options: &DispatchOptions<'_>,
    ) -> Result<String> {
        let (raw, desc, (first, many)) = (self.as_raw(), options.as_raw(), Binding::raw(bindings));
        // SAFETY: as above; there is room for |capacity| bytes.
        sized_text(|text, capacity, size| unsafe {
            sys::vyre_pipeline_write_split(raw, first, many, desc, text, capacity, size)
        })
    }
}
