//! Sequences: work that is recorded once and run as often as asked for.

use crate::binding::{Plain, bytes_of, bytes_of_mut};
use crate::call::{got, made, mirrors, object};
use crate::dispatch::{measured, nanoseconds};
use crate::strings::string;
use crate::{Backend, Binding, Buffer, DispatchOptions, Pending, Pipeline, Result, State};
use crate::{error, sys};
use std::ptr;
use std::time::Duration;

object!(
    /// Dispatches, copies, writes and reads that run in order, each seeing what those before it
    /// wrote: recorded once, run as often as asked for.
    ///
    /// While a run is under way nothing is added, set or got. Another run can begin when no step is
    /// a write or a read and the sequence is not timed. A buffer of a step keeps its memory; one
    /// that is freed makes the next run fail by its name.
    ///
    /// ```
    /// # use vyre_driver::{Backend, Binding, Buffer, Builder, Context, Pipeline, Sequence};
    /// # fn main() -> vyre_driver::Result<()> {
    /// # let context = Context::create()?;
    /// # let backend = Backend::acquire(&context, "cpu-ref")?;
    /// # let mut b = Builder::create(&context)?;
    /// # b.declare_input(0, "a", "U32");
    /// # b.declare_output(1, "out", "U32");
    /// # let i = b.invocation_id(0);
    /// # b.store("out", i, b.load("a", i) * 2);
    /// # let double = Pipeline::create(&backend, &b.finish()?)?;
    /// let (a, out) = (Buffer::create(&backend, 12)?, Buffer::create(&backend, 12)?);
    /// let sequence = Sequence::create(&backend)?;
    /// let input = sequence.add_write(&a, 0, &[1u32, 2, 3])?;
    /// sequence.add_dispatch(&double, &[Binding::buffer(0, &a), Binding::buffer(1, &out)])?;
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
pub struct SequenceOptions<'a> {
    flags: u64,
    label: &'a str,
}

impl<'a> SequenceOptions<'a> {
    /// All defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the device how long each run takes; runs then wait for each other on the host too.
    pub fn timed(mut self) -> Self {
        self.flags |= sys::VYRE_SEQUENCE_TIMED;
        self
    }

    /// Names the sequence in messages.
    pub fn label(mut self, label: &'a str) -> Self {
        self.label = label;
        self
    }
}

macro_rules! steps {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

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
    /// A dispatch of a [`Sequence`], for [`Sequence::set_dispatch`].
    DispatchStep
    /// A copy of a [`Sequence`].
    CopyStep
    /// A write of a [`Sequence`], for [`Sequence::set_bytes`].
    WriteStep
    /// A read of a [`Sequence`], for [`Sequence::get_bytes`].
    ReadStep
}

mirrors! {
    vyre_sequence_result:
    /// What is known about the last run of a sequence.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct SequenceResult {
        /// From the submission to the observed end; zero while the run is not over.
        pub host_time: Duration = |raw| Duration::from_nanos(raw.host_ns),
        /// What the device measured, when the sequence is timed and it did.
        pub device_time: Option<Duration> =
            |raw| measured(raw.set & sys::VYRE_SEQUENCE_RESULT_DEVICE_NS, raw.device_ns),
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
    pub fn create(backend: &Backend) -> Result<Self> {
        Self::create_with(backend, &SequenceOptions::new())
    }

    /// The same with options.
    pub fn create_with(backend: &Backend, options: &SequenceOptions<'_>) -> Result<Self> {
        let desc = sys::vyre_sequence_desc {
            flags: options.flags,
            label: string(options.label),
            ..sys::vyre_sequence_desc::INIT
        };
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_sequence_create(backend.as_raw(), &desc, raw)) }
    }

    /// Adds a dispatch, on buffers and zeroes alone. The sequence keeps pipeline and buffers. After
    /// an error nothing is added. May compile.
    pub fn add_dispatch(
        &self,
        pipeline: &Pipeline,
        bindings: &[Binding<'_>],
    ) -> Result<DispatchStep> {
        self.add_dispatch_with(pipeline, bindings, &DispatchOptions::new())
    }

    /// [`add_dispatch`](Self::add_dispatch) with options, of which the time-out does not count;
    /// [`timed`](DispatchOptions::timed) and [`until_stable`](DispatchOptions::until_stable) are
    /// refused.
    pub fn add_dispatch_with(
        &self,
        pipeline: &Pipeline,
        bindings: &[Binding<'_>],
        options: &DispatchOptions<'_>,
    ) -> Result<DispatchStep> {
        let (raw, pipeline, desc) = (self.as_raw(), pipeline.as_raw(), options.as_raw());
        let (first, many) = Binding::raw(bindings);
        // SAFETY: all live; the call keeps no pointer.
        unsafe { got(|out| sys::vyre_sequence_add_dispatch(raw, pipeline, first, many, desc, out)) }
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

    /// Gives a dispatch other bindings, all of them anew, and default options. The next run is
    /// recorded again. After an error the step is as it was.
    pub fn set_dispatch(&self, step: DispatchStep, bindings: &[Binding<'_>]) -> Result<()> {
        self.set_dispatch_with(step, bindings, &DispatchOptions::new())
    }

    /// [`set_dispatch`](Self::set_dispatch) with options: grid, iterations, push constants.
    pub fn set_dispatch_with(
        &self,
        step: DispatchStep,
        bindings: &[Binding<'_>],
        options: &DispatchOptions<'_>,
    ) -> Result<()> {
        let (raw, desc, (first, many)) = (self.as_raw(), options.as_raw(), Binding::raw(bindings));
        // SAFETY: all live; the call keeps no pointer.
        error::check(unsafe { sys::vyre_sequence_set_dispatch(raw, step.0, first, many, desc) })
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

    /// Records now what the next run would otherwise record first.
    pub fn record(&self) -> Result<()> {
        // SAFETY: the sequence lives.
        error::check(unsafe { sys::vyre_sequence_record(self.as_raw()) })
    }

    /// Starts a run, to be held as an object, which has no outputs. It can be awaited.
    pub fn submit(&self) -> Result<Pending> {
        // SAFETY: the sequence lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_sequence_submit(self.as_raw(), raw)) }
    }

    /// Starts a run without an object for it: nothing is allocated, and [`wait`](Self::wait) waits.
    pub fn start(&self) -> Result<()> {
        // SAFETY: the sequence lives; there need not be an object.
        error::check(unsafe { sys::vyre_sequence_submit(self.as_raw(), ptr::null_mut()) })
    }

    /// How the last run stands now; [`State::Ready`] when there was none. Never blocks.
    pub fn poll(&self) -> Result<State> {
        self.wait_nanoseconds(0)
    }

    /// Waits for the end of the last run and says whether it is [`State::Ready`] or
    /// [`State::Failed`]. A trap fails all runs that were under way with the one that trapped.
    /// Blocks.
    pub fn wait(&self) -> Result<State> {
        self.wait_nanoseconds(sys::VYRE_WAIT_FOREVER)
    }

    /// Waits for the last run, `timeout` at the longest; a time-out is [`State::Pending`]. Blocks.
    pub fn wait_timeout(&self, timeout: Duration) -> Result<State> {
        self.wait_nanoseconds(nanoseconds(timeout))
    }

    fn wait_nanoseconds(&self, timeout: u64) -> Result<State> {
        // SAFETY: the sequence lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_sequence_wait(self.as_raw(), timeout, out)) }
    }

    /// Why the last run failed; `Ok` when it has not (yet) failed.
    pub fn status(&self) -> Result<()> {
        // SAFETY: the sequence lives.
        error::check(unsafe { sys::vyre_sequence_status(self.as_raw()) })
    }

    /// Starts a run and waits for its end, or fails with why it failed. Blocks.
    pub fn run(&self) -> Result<SequenceResult> {
        // SAFETY: the sequence lives; the out-parameter is set up and writable.
        unsafe { got(|out| sys::vyre_sequence_run(self.as_raw(), out)) }
    }

    /// What is known about the last run, and how many there were.
    pub fn result(&self) -> Result<SequenceResult> {
        // SAFETY: the sequence lives; the out-parameter is set up and writable.
        unsafe { got(|out| sys::vyre_sequence_get_result(self.as_raw(), out)) }
    }
}
