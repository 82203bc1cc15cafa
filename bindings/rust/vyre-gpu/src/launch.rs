//! Launches: how a pipeline runs, and what is known when it has ended.

use crate::binding::{Plain, bytes_of};
use crate::call::{first, got, made, mirrors};
use crate::strings::string;
use crate::values::Split;
use crate::work::nanoseconds;
use crate::{Binding, Buffer, Pipeline, Plan, Result, SyncPoint, Work, error, sys};
use std::marker::PhantomData;
use std::ptr;
use std::time::Duration;

/// A pipeline and how it runs:
/// `kernel.launch().shape([width, height, 1]).timed().dispatch(&bindings)`.
///
/// At most one of shape, grid and grid buffer is given. With none a program that looks at one axis
/// gets an invocation for each element of the largest parameter that it writes, and one that looks
/// at several is refused.
///
/// Sequences and recordings take launches too; a pipeline turns into one with all defaults.
#[derive(Clone)]
pub struct Launch<'a> {
    pipeline: &'a Pipeline,
    desc: sys::vyre_dispatch_desc,
    push: Vec<sys::vyre_push_range>,
    wait_points: Vec<sys::vyre_sync_point>,
    signal_points: Vec<sys::vyre_sync_point>,
    borrowed: PhantomData<&'a [u8]>,
}

impl<'a> From<&'a Pipeline> for Launch<'a> {
    fn from(pipeline: &'a Pipeline) -> Self {
        Self {
            pipeline,
            desc: sys::vyre_dispatch_desc::INIT,
            push: Vec::new(),
            wait_points: Vec::new(),
            signal_points: Vec::new(),
            borrowed: PhantomData,
        }
    }
}

impl<'a> Launch<'a> {
    /// Exactly these invocations run; an axis that is not used is 1. A program that needs whole
    /// workgroups wants multiples of their size. The shape of a module is rounded up to whole
    /// workgroups, and its own code has to look at the rest.
    pub fn shape(mut self, [x, y, z]: [u32; 3]) -> Self {
        self.desc.shape = sys::vyre_shape(x, y, z).shape;
        self
    }

    /// So many of the program's own workgroups run on each axis, whole. Where the device chose the
    /// size, it is the shape of as many invocations.
    pub fn grid(mut self, [x, y, z]: [u32; 3]) -> Self {
        self.desc.grid = sys::vyre_grid(x, y, z).grid;
        self
    }

    /// The grid of whole workgroups that covers these invocations; where the device chose the
    /// workgroup size, exactly these.
    pub fn cover(mut self, [x, y, z]: [u32; 3]) -> Self {
        // SAFETY: the pipeline lives.
        let covered = unsafe { sys::vyre_grid_for(self.pipeline.as_raw(), x, y, z) };
        (self.desc.shape, self.desc.grid) = (covered.shape, covered.grid);
        self
    }

    /// The workgroups on each axis are three u32 at byte `offset` of `buffer`, read when the device
    /// gets there.
    pub fn grid_buffer(mut self, buffer: &'a Buffer, offset: u64) -> Self {
        (self.desc.grid_buffer, self.desc.grid_offset) = (buffer.as_raw(), offset);
        self
    }

    /// Of a program that looks at several axes, without a shape or grid: it runs on the square or
    /// cube that covers its element count, as published drivers do.
    pub fn square_grid(self) -> Self {
        self.flag(sys::VYRE_DISPATCH_SQUARE_GRID)
    }

    /// A zero on an axis of what is given runs nothing, in place of an error, and so does a launch
    /// without shape and grid.
    pub fn may_be_empty(self) -> Self {
        self.flag(sys::VYRE_DISPATCH_MAY_BE_EMPTY)
    }

    /// Asks the device how long it took.
    pub fn timed(self) -> Self {
        self.flag(sys::VYRE_DISPATCH_TIMED)
    }

    /// Cancels the work when it has not ended by then, of an asynchronous dispatch too: it has
    /// failed with [`ErrorKind::TimedOut`](crate::ErrorKind::TimedOut). Zero looks once.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.desc.timeout_ns = nanoseconds(timeout);
        self
    }

    /// How a program with grid barriers runs.
    pub fn split(mut self, split: Split) -> Self {
        self.desc.split = split.0;
        self
    }

    /// How often the whole program runs on the same buffers, each time seeing what was written
    /// before: at least 1, and with the segments of a program that is cut at most 65,536 runs.
    pub fn iterations(mut self, iterations: u32) -> Self {
        self.desc.iterations = iterations;
        self
    }

    /// Repeats the program until a pass changes no byte of what it may write,
    /// [`iterations`](Self::iterations) times at most. [`DispatchResult::iterations`] tells how
    /// many passes ran. Right where one more pass would change nothing either. Each pass is a
    /// submission that is waited for, and costs a copy on the device. For blocking dispatches only.
    pub fn until_stable(self) -> Self {
        self.flag(sys::VYRE_DISPATCH_UNTIL_STABLE)
    }

    /// Of a module: `data` for the beginning of its push constants. Every member of the block has
    /// to be given.
    pub fn push<T: Plain>(mut self, data: &'a [T]) -> Self {
        let (bytes, size) = bytes_of(data);
        self.push.push(sys::vyre_push(bytes, size));
        self
    }

    /// The same for byte `offset` of the push constants. Ranges come in the order of their offsets.
    pub fn push_at<T: Plain>(mut self, offset: u64, data: &'a [T]) -> Self {
        let (bytes, size) = bytes_of(data);
        self.push.push(sys::vyre_push_range { offset, ..sys::vyre_push(bytes, size) });
        self
    }

    /// The work begins behind this point too.
    pub fn wait_point(mut self, point: SyncPoint<'a>) -> Self {
        self.wait_points.push(point.raw());
        self
    }

    /// This point is reached at the end of the work, failed or not; not when the device is lost.
    pub fn signal_point(mut self, point: SyncPoint<'a>) -> Self {
        self.signal_points.push(point.raw());
        self
    }

    /// Names the dispatch in errors, traces and debuggers.
    pub fn label(mut self, label: &'a str) -> Self {
        self.desc.label = string(label);
        self
    }

    fn flag(mut self, flag: u64) -> Self {
        self.desc.flags |= flag;
        self
    }

    pub(crate) fn pipeline(&self) -> *mut sys::vyre_pipeline {
        self.pipeline.as_raw()
    }

    /// The C form, which borrows from this one.
    pub(crate) fn desc(&self) -> sys::vyre_dispatch_desc {
        sys::vyre_dispatch_desc {
            push: first(&self.push),
            push_count: self.push.len(),
            wait_points: first(&self.wait_points),
            wait_point_count: self.wait_points.len(),
            signal_points: first(&self.signal_points),
            signal_point_count: self.signal_points.len(),
            ..self.desc
        }
    }
}

impl Launch<'_> {
    /// Runs the pipeline, waits for the end, and gives times and sizes. Bindings come in any order,
    /// each parameter once. After an error no output is written. Blocks.
    pub fn dispatch(&self, bindings: &[Binding<'_>]) -> Result<DispatchResult> {
        let (desc, (first, many)) = (self.desc(), Binding::raw(bindings));
        // SAFETY: the bindings and the launch borrow what they name for the call.
        unsafe { got(|out| sys::vyre_dispatch(self.pipeline(), first, many, &desc, out)) }
    }

    /// Starts the pipeline and returns at once; inputs are copied before. Results are fetched with
    /// [`Work::collect`] from the parameters that are bound as outputs here.
    pub fn dispatch_async(&self, bindings: &[Binding<'_>]) -> Result<Work> {
        let (desc, (first, many)) = (self.desc(), Binding::raw(bindings));
        // SAFETY: the bindings and the launch borrow what they name for the call, which keeps none
        // of it; success gives an owner.
        unsafe { made(|raw| sys::vyre_dispatch_async(self.pipeline(), first, many, &desc, raw)) }
    }

    /// What the dispatch would do. Nothing runs and nothing is compiled.
    pub fn plan(&self, bindings: &[Binding<'_>]) -> Result<Plan> {
        let (desc, (first, many)) = (self.desc(), Binding::raw(bindings));
        // SAFETY: the bindings and the launch borrow what they name for the call; success gives an
        // owner.
        unsafe { made(|raw| sys::vyre_plan_create(self.pipeline(), first, many, &desc, raw)) }
    }
}

mirrors! {
    vyre_dispatch_result:
    /// What is known about a dispatch when it has ended. Times that nobody measured are `None`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct DispatchResult {
        /// From the submission to the observed end.
        pub host_time: Option<Duration> = |raw| time(raw.host_ns),
        /// Of the host: from the call to the submission. Not measured until nothing changes.
        pub enqueue_time: Option<Duration> = |raw| time(raw.enqueue_ns),
        /// Of the host: waiting for the end, of all who waited. Likewise.
        pub wait_time: Option<Duration> = |raw| time(raw.wait_ns),
        /// Measured by the device.
        pub device_time: Option<Duration> = |raw| time(raw.device_ns),
        /// Sum of what was written to host memory.
        pub output_bytes: u64,
        /// Workgroups that ran; zeroes with a grid buffer, which nobody read.
        pub grid: [u32; 3],
        /// Invocations of each.
        pub workgroup: [u32; 3],
        /// How often the whole program ran.
        pub iterations: u32,
        /// That it was cut into; 1: it was not.
        pub segments: u32,
    }
}

/// Nanoseconds that somebody measured.
pub(crate) fn time(ns: u64) -> Option<Duration> {
    (ns != sys::VYRE_UNKNOWN).then(|| Duration::from_nanos(ns))
}

impl Pipeline {
    /// Begins to say how the pipeline runs.
    pub fn launch(&self) -> Launch<'_> {
        self.into()
    }

    /// Runs the pipeline with all defaults and waits for the end. Bindings come in any order, each
    /// parameter once. After an error no output is written. Blocks. For times and sizes see
    /// [`Launch::dispatch`].
    pub fn dispatch(&self, bindings: &[Binding<'_>]) -> Result<()> {
        let (first, many) = Binding::raw(bindings);
        // SAFETY: the bindings borrow what they name for the call.
        error::check(unsafe {
            sys::vyre_dispatch(self.as_raw(), first, many, ptr::null(), ptr::null_mut())
        })
    }

    /// Starts the pipeline with all defaults: see [`Launch::dispatch_async`].
    pub fn dispatch_async(&self, bindings: &[Binding<'_>]) -> Result<Work> {
        let (first, many) = Binding::raw(bindings);
        // SAFETY: the bindings borrow what they name for the call, which keeps none of it; success
        // gives an owner.
        unsafe {
            made(|raw| sys::vyre_dispatch_async(self.as_raw(), first, many, ptr::null(), raw))
        }
    }

    /// What a dispatch with all defaults would do: see [`Launch::plan`].
    pub fn plan(&self, bindings: &[Binding<'_>]) -> Result<Plan> {
        self.launch().plan(bindings)
    }
}
