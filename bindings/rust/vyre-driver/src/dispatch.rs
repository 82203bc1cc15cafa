//! Dispatches: how a pipeline runs, and what is known when it has ended.

use crate::binding::{Plain, bytes_of};
use crate::call::{got, made, mirrors};
use crate::strings::string;
use crate::{Binding, Pending, Pipeline, PushRange, Result, error, sys};
use std::marker::PhantomData;
use std::ptr;
use std::time::Duration;

/// How a program with grid barriers runs; for any other it makes no difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cooperative {
    /// As it is where the backend holds the whole grid at a barrier or takes such programs as they
    /// are, and with one workgroup; else cut into segments, all in one submission.
    #[default]
    Automatic,
    /// As it is, or [`ErrorKind::CooperativeResidency`](crate::ErrorKind::CooperativeResidency).
    Force,
    /// Cut, also where it need not be.
    Forbid,
}

/// How a dispatch runs.
#[derive(Clone, Copy, Default)]
pub struct DispatchOptions<'a> {
    raw: sys::vyre_dispatch_desc,
    label: PhantomData<&'a str>,
}

impl<'a> DispatchOptions<'a> {
    /// All defaults: the grid covers the element count, and the wait has no limit.
    pub fn new() -> Self {
        Self::default()
    }

    /// Workgroups on each axis, all at least 1.
    pub fn grid(mut self, grid: [u32; 3]) -> Self {
        self.raw.set |= sys::VYRE_DISPATCH_SET_GRID;
        self.raw.grid = grid;
        self
    }

    /// Asks the device how long it took.
    pub fn timed(mut self) -> Self {
        self.raw.flags |= sys::VYRE_DISPATCH_TIMED;
        self
    }

    /// The longest wait of a blocking dispatch. After it the call fails with
    /// [`ErrorKind::TimedOut`](crate::ErrorKind::TimedOut), nothing is written to host memory, and
    /// the work ends by itself.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.raw.timeout_ns = nanoseconds(timeout).max(1);
        self
    }

    /// How a program with grid barriers runs.
    pub fn cooperative(mut self, cooperative: Cooperative) -> Self {
        self.raw.cooperative = match cooperative {
            Cooperative::Automatic => sys::VYRE_COOPERATIVE_AUTOMATIC,
            Cooperative::Force => sys::VYRE_COOPERATIVE_FORCE,
            Cooperative::Forbid => sys::VYRE_COOPERATIVE_FORBID,
        };
        self
    }

    /// How often the whole program runs on the same buffers, each time seeing what was written
    /// before: at least 1, and with the segments of a program that is cut at most 65,536 runs.
    pub fn iterations(mut self, iterations: u32) -> Self {
        self.raw.set |= sys::VYRE_DISPATCH_SET_ITERATIONS;
        self.raw.iterations = iterations;
        self
    }

    /// Repeats the program until nothing changes: [`iterations`](Self::iterations) times at most,
    /// any number of them, and not again after a pass that has changed no byte of what the program
    /// may write. [`DispatchResult::iterations`] tells how many passes ran. Right where a pass is a
    /// function of the buffers alone.
    ///
    /// Each pass is a submission that is waited for, with a copy and a comparison of what is
    /// written; see `VYRE_DISPATCH_UNTIL_STABLE` in the header. For blocking dispatches only.
    pub fn until_stable(mut self) -> Self {
        self.raw.flags |= sys::VYRE_DISPATCH_UNTIL_STABLE;
        self
    }

    /// For pipelines from SPIR-V modules: the push constants, from the first byte of their block on.
    /// Every member has to be given, here or by [`push_ranges`](Self::push_ranges).
    pub fn push_constants<T: Plain>(mut self, data: &'a [T]) -> Self {
        (self.raw.push_constants, self.raw.push_constant_bytes) = bytes_of(data);
        self
    }

    /// Ranges of the push constants, the later above the earlier and all above
    /// [`push_constants`](Self::push_constants).
    pub fn push_ranges(mut self, ranges: &'a [PushRange<'a>]) -> Self {
        self.raw.push_ranges = PushRange::pointer(ranges);
        self.raw.push_range_count = ranges.len() as u64;
        self
    }

    /// Names the dispatch in messages and debugging tools.
    pub fn label(mut self, label: &'a str) -> Self {
        self.raw.label = string(label);
        self
    }

    pub(crate) fn as_raw(&self) -> *const sys::vyre_dispatch_desc {
        &self.raw
    }
}

/// `duration` as the C interface has it; what does not fit waits for ever.
pub(crate) fn nanoseconds(duration: Duration) -> u64 {
    duration.as_nanos().try_into().unwrap_or(sys::VYRE_WAIT_FOREVER)
}

/// The time that a device took, where its bit is on.
pub(crate) fn measured(bit: u64, ns: u64) -> Option<Duration> {
    (bit != 0).then(|| Duration::from_nanos(ns))
}

mirrors! {
    vyre_dispatch_result:
    /// What is known about a dispatch when it has ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct DispatchResult {
        /// From the submission to the observed end.
        pub host_time: Duration = |raw| Duration::from_nanos(raw.host_ns),
        /// What the device measured, when it did.
        pub device_time: Option<Duration> =
            |raw| measured(raw.set & sys::VYRE_RESULT_DEVICE_NS, raw.device_ns),
        /// Sum of what was written to host memory.
        pub output_bytes: u64,
        /// Workgroups that ran.
        pub grid: [u32; 3],
        /// Invocations of each.
        pub workgroup: [u32; 3],
        /// How often the whole program ran.
        pub iterations: u32,
    }
}

impl Pipeline {
    /// Runs the pipeline and waits for the end. Bindings come in any order, each buffer once. After
    /// an error no output is written. Blocks.
    pub fn dispatch(&self, bindings: &[Binding<'_>]) -> Result<()> {
        let (first, many) = Binding::raw(bindings);
        // SAFETY: the bindings borrow what they name for the call.
        error::check(unsafe {
            sys::vyre_dispatch(self.as_raw(), first, many, ptr::null(), ptr::null_mut())
        })
    }

    /// [`dispatch`](Self::dispatch) with options, and with times and sizes as its result. Blocks.
    pub fn dispatch_with(
        &self,
        bindings: &[Binding<'_>],
        options: &DispatchOptions<'_>,
    ) -> Result<DispatchResult> {
        let (first, many) = Binding::raw(bindings);
        // SAFETY: the bindings and the options borrow what they name for the call.
        unsafe { got(|out| sys::vyre_dispatch(self.as_raw(), first, many, &options.raw, out)) }
    }

    /// Starts the pipeline and returns at once; inputs are copied before. Results are fetched with
    /// [`Pending::collect`] from the buffers that are bound as outputs here.
    pub fn dispatch_async(&self, bindings: &[Binding<'_>]) -> Result<Pending> {
        self.dispatch_async_with(bindings, &DispatchOptions::new())
    }

    /// [`dispatch_async`](Self::dispatch_async) with options, of which the time-out does not count.
    pub fn dispatch_async_with(
        &self,
        bindings: &[Binding<'_>],
        options: &DispatchOptions<'_>,
    ) -> Result<Pending> {
        let (first, many) = Binding::raw(bindings);
        // SAFETY: the bindings and the options borrow what they name for the call, which keeps none
        // of it; success gives an owner.
        unsafe {
            made(|raw| sys::vyre_dispatch_async(self.as_raw(), first, many, &options.raw, raw))
        }
    }
}
