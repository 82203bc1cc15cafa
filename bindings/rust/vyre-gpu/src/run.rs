//! Runs of sequences, and what changes in them.

use crate::binding::{Plain, bytes_of};
use crate::call::{first, got, made};
use crate::work::nanoseconds;
use crate::{
    Binding, Buffer, DispatchStep, Result, Sequence, SequenceResult, SyncPoint, Work, error, sys,
};
use std::marker::PhantomData;
use std::ptr;
use std::time::Duration;

/// What changes in one dispatch of a [`Sequence`]; all else stays as it was:
/// `StepUpdate::new(step).bindings(&[Binding::buffer(0, &other)])`.
#[derive(Clone)]
pub struct StepUpdate<'a> {
    raw: sys::vyre_step_update,
    push: Vec<sys::vyre_push_range>,
    borrowed: PhantomData<&'a [u8]>,
}

impl<'a> StepUpdate<'a> {
    /// Nothing changes in `step`.
    pub fn new(step: DispatchStep) -> Self {
        let raw = sys::vyre_step_update { step: step.0, ..sys::vyre_step_update::INIT };
        Self { raw, push: Vec::new(), borrowed: PhantomData }
    }

    /// These parameters get something else: buffers and zeroes alone.
    pub fn bindings(mut self, bindings: &'a [Binding<'a>]) -> Self {
        (self.raw.bindings, self.raw.binding_count) = Binding::raw(bindings);
        self
    }

    /// Exactly these invocations run, in place of what the step had.
    pub fn shape(mut self, shape: [u32; 3]) -> Self {
        self.raw.shape = shape;
        self
    }

    /// So many workgroups run, in place of what the step had.
    pub fn grid(mut self, grid: [u32; 3]) -> Self {
        self.raw.grid = grid;
        self
    }

    /// The grid is three u32 at byte `offset` of `buffer`, in place of what the step had.
    pub fn grid_buffer(mut self, buffer: &'a Buffer, offset: u64) -> Self {
        (self.raw.grid_buffer, self.raw.grid_offset) = (buffer.as_raw(), offset);
        self
    }

    /// How often the program runs, at least 1.
    pub fn iterations(mut self, iterations: u32) -> Self {
        self.raw.iterations = iterations;
        self
    }

    /// Other bytes of a module's push constants, from byte `offset` on.
    pub fn push_at<T: Plain>(mut self, offset: u64, data: &'a [T]) -> Self {
        let (bytes, size) = bytes_of(data);
        self.push.push(sys::vyre_push_range { offset, ..sys::vyre_push(bytes, size) });
        self
    }

    /// The C form, which borrows from this one.
    pub(crate) fn raw(&self) -> sys::vyre_step_update {
        sys::vyre_step_update { push: first(&self.push), push_count: self.push.len(), ..self.raw }
    }
}

/// One run of a [`Sequence`], which [`Sequence::next_run`] begins to describe.
#[derive(Clone)]
pub struct Run<'a> {
    sequence: &'a Sequence,
    timeout: u64,
    updates: Vec<StepUpdate<'a>>,
    wait_points: Vec<sys::vyre_sync_point>,
    signal_points: Vec<sys::vyre_sync_point>,
}

impl Sequence {
    /// Begins to say how the next run runs.
    pub fn next_run(&self) -> Run<'_> {
        Run {
            sequence: self,
            timeout: sys::VYRE_FOREVER,
            updates: Vec::new(),
            wait_points: Vec::new(),
            signal_points: Vec::new(),
        }
    }

    /// Starts a run and waits for its end, or fails with why it failed. Blocks.
    pub fn run(&self) -> Result<SequenceResult> {
        // SAFETY: the sequence lives; the out-parameter is set up and writable.
        unsafe { got(|out| sys::vyre_sequence_run(self.as_raw(), ptr::null(), out)) }
    }

    /// Starts a run, to be held as an object, which has no outputs. It can be awaited.
    pub fn run_async(&self) -> Result<Work> {
        // SAFETY: the sequence lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_sequence_run_async(self.as_raw(), ptr::null(), raw)) }
    }

    /// Starts a run without an object for it: nothing is allocated, and [`wait`](Self::wait) waits.
    pub fn start(&self) -> Result<()> {
        let (raw, none) = (self.as_raw(), ptr::null_mut());
        // SAFETY: the sequence lives; there need not be an object.
        error::check(unsafe { sys::vyre_sequence_run_async(raw, ptr::null(), none) })
    }
}

impl<'a> Run<'a> {
    /// Cancels the run when it has not ended by then, of [`run_async`](Self::run_async) too. Zero
    /// looks once.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = nanoseconds(timeout);
        self
    }

    /// A dispatch changes from this run on; runs under way keep what they have.
    pub fn update(mut self, update: StepUpdate<'a>) -> Self {
        self.updates.push(update);
        self
    }

    /// The run begins behind this point too.
    pub fn wait_point(mut self, point: SyncPoint<'a>) -> Self {
        self.wait_points.push(point.raw());
        self
    }

    /// This point is reached when the run ends, failed or not; never on a lost device.
    pub fn signal_point(mut self, point: SyncPoint<'a>) -> Self {
        self.signal_points.push(point.raw());
        self
    }

    /// [`Sequence::run`] so. Blocks.
    pub fn run(&self) -> Result<SequenceResult> {
        let raw = self.sequence.as_raw();
        // SAFETY: the sequence and what the description names live for the call; the out-parameter is
        // set up and writable.
        self.describe(|desc| unsafe { got(|out| sys::vyre_sequence_run(raw, desc, out)) })
    }

    /// [`Sequence::run_async`] so.
    pub fn run_async(&self) -> Result<Work> {
        let raw = self.sequence.as_raw();
        // SAFETY: the sequence and what the description names live for the call; success gives an
        // owner.
        self.describe(|desc| unsafe { made(|out| sys::vyre_sequence_run_async(raw, desc, out)) })
    }

    /// [`Sequence::start`] so.
    pub fn start(&self) -> Result<()> {
        let (raw, none) = (self.sequence.as_raw(), ptr::null_mut());
        // SAFETY: the sequence and what the description names live for the call; there need not be an
        // object.
        let start = |desc| unsafe { sys::vyre_sequence_run_async(raw, desc, none) };
        self.describe(|desc| error::check(start(desc)))
    }

    fn describe<T>(&self, call: impl FnOnce(*const sys::vyre_run_desc) -> T) -> T {
        let updates: Vec<_> = self.updates.iter().map(StepUpdate::raw).collect();
        call(&sys::vyre_run_desc {
            timeout_ns: self.timeout,
            updates: first(&updates),
            update_count: updates.len(),
            wait_points: first(&self.wait_points),
            wait_point_count: self.wait_points.len(),
            signal_points: first(&self.signal_points),
            signal_point_count: self.signal_points.len(),
            ..sys::vyre_run_desc::INIT
        })
    }
}
