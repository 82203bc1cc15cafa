//! Sequences: work that is recorded once and run again and again.

use crate::binding::{Plain, bytes_of, bytes_of_mut};
use crate::call::{first, got, made, mirrors, object};
use crate::launch::time;
use crate::strings::string;
use crate::work::nanoseconds;
use crate::{Binding, Buffer, Device, Error, Launch, Result, StepUpdate, WorkState, error, sys};
use std::time::Duration;

object!(
    /// Dispatches, copies, writes and reads on buffers that run in order, each seeing what those
    /// before it wrote: recorded once, run as often as asked for.
    ///
    /// While a run is under way nothing is added. Many runs may be under way at once; those with
    /// updates, of steps that write or read, and timed ones are at most
    /// [`runs_in_flight`](SequenceBuilder::runs_in_flight). A buffer of a step keeps its memory; one
    /// that is freed makes the next run fail by its name.
    ///
    /// ```
    /// # use vyre_gpu::{Binding, Buffer, Builder, Device, Pipeline, Sequence};
    /// # fn main() -> vyre_gpu::Result<()> {
    /// # let device = Device::builder().id("cpu-ref").open()?;
    /// # let k = Builder::new();
    /// # let (a, out, i) = (k.input::<u32>("a"), k.output::<u32>("out"), k.index());
    /// # out.set(i, a.at(i) * 2);
    /// # let double = Pipeline::create(&device, &k.finish()?)?;
    /// let (a, out) = (Buffer::create(&device, 12)?, Buffer::create(&device, 12)?);
    /// let sequence = Sequence::create(&device)?;
    /// let input = sequence.add_write(&a, 0, &[1u32, 2, 3])?;
    /// sequence.add_dispatch(&double, &[Binding::buffer("a", &a), Binding::buffer("out", &out)])?;
    /// let output = sequence.add_read(&out, 0, 12)?;
    /// let mut doubled = [0u32; 3];
    /// for round in 0..10 {
    ///     sequence.set_bytes(input, 0, &[round, 5, 6])?;
    ///     sequence.run()?;
    ///     sequence.get_bytes(output, 0, &mut doubled)?;
    ///     assert_eq!(doubled, [2 * round, 10, 12]);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub Sequence, vyre_sequence, vyre_sequence_destroy);

/// How a sequence is made.
#[derive(Clone, Debug, Default)]
pub struct SequenceBuilder<'a> {
    flags: u64,
    label: &'a str,
    runs_in_flight: Option<u32>,
}

impl<'a> SequenceBuilder<'a> {
    /// Asks the device how long each run takes.
    pub fn timed(mut self) -> Self {
        self.flags |= sys::VYRE_SEQUENCE_TIMED;
        self
    }

    /// Asks the device how long each step takes, and each run. Steps may then overlap less.
    pub fn timed_steps(mut self) -> Self {
        self.flags |= sys::VYRE_SEQUENCE_TIMED_STEPS;
        self
    }

    /// How many runs with updates, of steps that write or read, or timed ones, may be under way at
    /// once; at least 1, which is the default.
    pub fn runs_in_flight(mut self, runs: u32) -> Self {
        self.runs_in_flight = Some(runs);
        self
    }

    /// Names the sequence in errors, traces and debuggers.
    pub fn label(mut self, label: &'a str) -> Self {
        self.label = label;
        self
    }

    /// A sequence without steps. Neither submits nor blocks.
    pub fn create(&self, device: &Device) -> Result<Sequence> {
        let default = sys::vyre_sequence_desc::INIT;
        let desc = sys::vyre_sequence_desc {
            flags: self.flags,
            label: string(self.label),
            runs_in_flight: self.runs_in_flight.unwrap_or(default.runs_in_flight),
            ..default
        };
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_sequence_create(device.as_raw(), &desc, raw)) }
    }
}

macro_rules! steps {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        $crate::call::number! { $name(u32) }

        impl $name {
            /// The number of the step: 0, 1, and so on through all kinds.
            pub fn number(self) -> u32 {
                self.0
            }
        }
    )*};
}
steps! {
    /// A dispatch of a [`Sequence`], for [`StepUpdate::new`].
    DispatchStep
    /// A copy of a [`Sequence`].
    CopyStep
    /// A fill of a [`Sequence`].
    FillStep
    /// A write of a [`Sequence`], for [`Sequence::set_bytes`].
    WriteStep
    /// A read of a [`Sequence`], for [`Sequence::get_bytes`].
    ReadStep
}

mirrors! {
    vyre_sequence_result:
    /// What is known about a sequence and its last run.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct SequenceResult {
        /// From the start of the last run to its observed end; `None` while that is not known.
        pub host_time: Option<Duration> = |raw| time(raw.host_ns),
        /// What the device measured, when the sequence is timed and it did.
        pub device_time: Option<Duration> = |raw| time(raw.device_ns),
        /// Runs that were started.
        pub runs: u64,
        /// Steps of the sequence.
        pub steps: u32,
        /// Between steps, as last recorded; 0 where nothing is recorded.
        pub barriers: u32,
    }
}

impl Sequence {
    /// A sequence without steps. Neither submits nor blocks.
    pub fn create(device: &Device) -> Result<Self> {
        Self::builder().create(device)
    }

    /// Begins to say how a sequence is made.
    pub fn builder<'a>() -> SequenceBuilder<'a> {
        SequenceBuilder::default()
    }

    /// Adds a dispatch, on anything but slices: a pipeline, or what
    /// [`Pipeline::launch`](crate::Pipeline::launch) begins. Timeouts, points,
    /// [`timed`](Launch::timed) and [`until_stable`](Launch::until_stable) are refused. The
    /// sequence keeps pipeline, buffers and images. After an error nothing is added. May compile.
    pub fn add_dispatch<'a>(
        &self,
        launch: impl Into<Launch<'a>>,
        bindings: &[Binding<'_>],
    ) -> Result<DispatchStep> {
        let (raw, launch, (first, many)) = (self.as_raw(), launch.into(), Binding::raw(bindings));
        let (pipeline, desc) = (launch.pipeline(), launch.desc());
        // SAFETY: all live; the call keeps no pointer.
        unsafe {
            got(|out| sys::vyre_sequence_add_dispatch(raw, pipeline, first, many, &desc, out))
        }
    }

    /// Adds a copy of `size` bytes between buffers, or ranges of one that do not overlap.
    pub fn add_copy(
        &self,
        from: &Buffer,
        from_offset: u64,
        to: &Buffer,
        to_offset: u64,
        size: u64,
    ) -> Result<CopyStep> {
        let (raw, from, to) = (self.as_raw(), from.as_raw(), to.as_raw());
        // SAFETY: all live.
        unsafe {
            got(|out| sys::vyre_sequence_add_copy(raw, from, from_offset, to, to_offset, size, out))
        }
    }

    /// Adds a fill of `size` bytes from byte `offset` of the buffer with `word`; both are multiples
    /// of 4.
    pub fn add_fill(&self, buffer: &Buffer, offset: u64, size: u64, word: u32) -> Result<FillStep> {
        let (raw, buffer) = (self.as_raw(), buffer.as_raw());
        // SAFETY: both live.
        unsafe { got(|out| sys::vyre_sequence_add_fill(raw, buffer, offset, size, word, out)) }
    }

    /// Adds a write of `data`, copied now, to byte `offset` of the buffer.
    pub fn add_write<T: Plain>(
        &self,
        buffer: &Buffer,
        offset: u64,
        data: &[T],
    ) -> Result<WriteStep> {
        let (raw, buffer, (first, size)) = (self.as_raw(), buffer.as_raw(), bytes_of(data));
        // SAFETY: both live, and the memory is readable for the call.
        unsafe { got(|out| sys::vyre_sequence_add_write(raw, buffer, offset, first, size, out)) }
    }

    /// Adds a read of `size` bytes from byte `offset` of the buffer, for
    /// [`get_bytes`](Self::get_bytes).
    pub fn add_read(&self, buffer: &Buffer, offset: u64, size: u64) -> Result<ReadStep> {
        let buffer = buffer.as_raw();
        // SAFETY: both live.
        unsafe { got(|out| sys::vyre_sequence_add_read(self.as_raw(), buffer, offset, size, out)) }
    }

    /// Changes dispatches, and of each only what its update says.
    /// [`ErrorKind::NotReady`](crate::ErrorKind::NotReady) while a run is under way. After an error
    /// no step has changed.
    pub fn update(&self, updates: &[StepUpdate<'_>]) -> Result<()> {
        let raw: Vec<_> = updates.iter().map(StepUpdate::raw).collect();
        // SAFETY: the sequence lives; the updates borrow what they name for the call.
        error::check(unsafe { sys::vyre_sequence_update(self.as_raw(), first(&raw), raw.len()) })
    }

    /// Takes all steps away; numbers begin at 0 again. What was allocated is kept for the next steps.
    /// [`ErrorKind::NotReady`](crate::ErrorKind::NotReady) while a run is under way.
    pub fn clear(&self) -> Result<()> {
        // SAFETY: the sequence lives.
        error::check(unsafe { sys::vyre_sequence_clear(self.as_raw()) })
    }

    /// Changes what a write writes, from byte `offset` of it on, to `data`, copied now. Nothing is
    /// recorded again.
    pub fn set_bytes<T: Plain>(&self, step: WriteStep, offset: u64, data: &[T]) -> Result<()> {
        let (raw, (first, size)) = (self.as_raw(), bytes_of(data));
        // SAFETY: the sequence lives, and the memory is readable for the call.
        error::check(unsafe { sys::vyre_sequence_set_bytes(raw, step.0, offset, first, size) })
    }

    /// Fills `data` from what a read read in the last run, from byte `offset` of it on.
    pub fn get_bytes<T: Plain>(&self, step: ReadStep, offset: u64, data: &mut [T]) -> Result<()> {
        let (raw, (first, size)) = (self.as_raw(), bytes_of_mut(data));
        // SAFETY: the memory is writable for the call, and every bit pattern is a T.
        error::check(unsafe { sys::vyre_sequence_get_bytes(raw, step.0, offset, first, size) })
    }

    /// Records now what the next run would otherwise record first. Never needed.
    pub fn prepare(&self) -> Result<()> {
        // SAFETY: the sequence lives.
        error::check(unsafe { sys::vyre_sequence_prepare(self.as_raw()) })
    }

    /// How the last run stands now; [`WorkState::Ready`] when there was none. Never blocks.
    pub fn state(&self) -> Result<WorkState> {
        self.wait_nanoseconds(0)
    }

    /// Waits for the end of the last run and says whether it is [`WorkState::Ready`] or
    /// [`WorkState::Failed`]. A trap fails its run, and those under way that repeat its commands.
    /// Blocks.
    pub fn wait(&self) -> Result<WorkState> {
        self.wait_nanoseconds(sys::VYRE_FOREVER)
    }

    /// Waits for the last run, `timeout` at the longest; then it is [`WorkState::Running`]. Blocks.
    pub fn wait_timeout(&self, timeout: Duration) -> Result<WorkState> {
        self.wait_nanoseconds(nanoseconds(timeout))
    }

    fn wait_nanoseconds(&self, timeout: u64) -> Result<WorkState> {
        // SAFETY: the sequence lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_sequence_wait(self.as_raw(), timeout, out)) }
    }

    /// Ends all runs under way: they have failed, as
    /// [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled), and whoever waits learns it at once.
    /// What the device has got runs on, and what it read is dropped. Buffers may be written in
    /// part. Never blocks.
    pub fn cancel(&self) -> Result<()> {
        // SAFETY: the sequence lives.
        error::check(unsafe { sys::vyre_sequence_cancel(self.as_raw()) })
    }

    /// Why the last run failed; `None` when it has not.
    pub fn error(&self) -> Option<Error> {
        // SAFETY: the sequence lives; success gives an owner or nothing.
        unsafe { error::reason(|out| sys::vyre_sequence_get_error(self.as_raw(), out)) }
    }

    /// What is known about the last run, and how many there were.
    pub fn result(&self) -> Result<SequenceResult> {
        // SAFETY: the sequence lives; the out-parameter is set up and writable.
        unsafe { got(|out| sys::vyre_sequence_get_result(self.as_raw(), out)) }
    }

    /// How long each of the first steps took on the device in the last run, as many as `times` has.
    /// `None` is a step that was not measured: without [`timed_steps`](SequenceBuilder::timed_steps),
    /// while the run is under way, and where the device has no timestamps.
    pub fn step_times(&self, times: &mut [Option<Duration>]) -> Result<()> {
        let mut ns = vec![0u64; times.len()];
        let (raw, first) = (self.as_raw(), ns.as_mut_ptr());
        // SAFETY: the sequence lives, and the memory is writable for the call.
        error::check(unsafe { sys::vyre_sequence_get_step_ns(raw, first, ns.len()) })?;
        for (known, ns) in times.iter_mut().zip(ns) {
            *known = time(ns);
        }
        Ok(())
    }
}
