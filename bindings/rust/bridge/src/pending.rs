//! Dispatches that are under way.

use crate::bridge::Result;
use crate::bridge::bound::{Bound, Bounds, bind_later};
use crate::bridge::config;
use crate::bridge::dispatch::{nanoseconds, reserve};
use crate::bridge::errors::{Published, to_published};
use crate::bridge::kernels::Kernel;
use crate::bridge::layout::Slot;
use crate::bridge::transfer::{Download, download};
use crate::generation;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vyre_driver::backend::private::Sealed;
use vyre_driver::{DispatchConfig, OutputBuffers, PendingDispatch, TimedDispatchResult};
use vyre_gpu::{Binding, Work, WorkState};

/// A dispatch that is under way. It keeps what it needs; dropping it neither waits nor stops it.
#[derive(Debug)]
pub struct GpuPending {
    backend: &'static str,
    work: Work,
    started: Instant,
    enqueue: Duration,
    results: Vec<Returning>,
}

/// Where a result comes from.
#[derive(Debug)]
enum Returning {
    /// From the work, of the slot with this binding: the memory that it needs, and how much of that
    /// is the result.
    Host {
        binding: u32,
        room: usize,
        size: usize,
    },
    Device(Download),
}

impl GpuPending {
    /// Starts `kernel`; bytes of the caller have been copied when it returns. The times of `timed`
    /// work are also those of the device, where it has a clock.
    pub(crate) fn start(
        backend: &'static str,
        kernel: &Arc<Kernel>,
        bounds: &Bounds<'_>,
        config: &DispatchConfig,
        timed: bool,
    ) -> Result<Self> {
        config::check_output_bytes(config, kernel.returned_bytes(bounds))?;
        let started = Instant::now();
        let launch = config::launch(&kernel.pipeline, config);
        let launch = if timed { launch.timed() } else { launch };
        let work = launch.dispatch_async(&bind_later(kernel, bounds)?).published(backend)?;
        let results = returning(kernel, bounds);
        Ok(Self { backend, work, started, enqueue: started.elapsed(), results })
    }

    /// Waits and puts what returns into `outputs`, whose memory is used again.
    fn collect(&self, outputs: &mut OutputBuffers) -> Result<()> {
        outputs.resize_with(self.results.len(), Vec::new);
        self.collect_host(outputs)?;
        let (mut ranges, mut into) = (Vec::new(), Vec::new());
        for (result, output) in self.results.iter().zip(outputs) {
            match result {
                Returning::Host { size, .. } => output.truncate(*size),
                Returning::Device(range) => {
                    ranges.push(range.clone());
                    into.push(output);
                }
            }
        }
        download(&ranges, &mut into, "read-back", self.backend)
    }

    fn collect_host(&self, outputs: &mut OutputBuffers) -> Result<()> {
        let mut bindings = Vec::new();
        for (result, output) in self.results.iter().zip(outputs) {
            if let Returning::Host { binding, room, .. } = result {
                reserve(output, *room)?;
                output.resize(*room, 0);
                bindings.push(Binding::output(*binding, output.as_mut_slice()));
            }
        }
        if !bindings.is_empty() {
            return self.work.collect(&bindings).published(self.backend);
        }
        match self.work.wait().published(self.backend)? {
            WorkState::Failed => {
                self.work.error().map_or(Ok(()), |error| Err(to_published(&error, self.backend)))
            }
            _ => Ok(()),
        }
    }

    /// Waits for the results and what is known of the dispatch.
    pub(crate) fn await_timed(self) -> Result<TimedDispatchResult> {
        let (mut outputs, waiting) = (OutputBuffers::new(), Instant::now());
        self.collect(&mut outputs)?;
        let device = self.work.result().published(self.backend)?.device_time;
        Ok(TimedDispatchResult {
            outputs,
            wall_ns: nanoseconds(self.started.elapsed()),
            device_ns: device.map(nanoseconds),
            enqueue_ns: Some(nanoseconds(self.enqueue)),
            wait_ns: Some(nanoseconds(waiting.elapsed())),
        })
    }
}

fn returning(kernel: &Kernel, bounds: &Bounds<'_>) -> Vec<Returning> {
    let one = |(slot, bound): (&Slot, &Bound<'_>)| {
        let (room, size) = (bound.room(), bound.returned(slot));
        let host = Returning::Host { binding: slot.binding, room, size };
        bound.download(slot).map_or(host, Returning::Device)
    };
    kernel.giving(bounds).map(one).collect()
}

impl Sealed for GpuPending {}

impl PendingDispatch for GpuPending {
    fn is_ready(&self) -> bool {
        // A look that fails would fail when it is waited for too, at once.
        !matches!(self.work.state(), Ok(WorkState::Running))
    }

    fn await_result(self: Box<Self>) -> Result<Vec<Vec<u8>>> {
        let mut outputs = OutputBuffers::new();
        self.collect(&mut outputs)?;
        Ok(outputs)
    }

    fn await_result_into(self: Box<Self>, outputs: &mut OutputBuffers) -> Result<()> {
        self.collect(outputs)
    }

    generation::pending_methods!();
}

/// Of a program that does nothing.
pub(crate) struct Done;

impl Sealed for Done {}

impl PendingDispatch for Done {
    fn is_ready(&self) -> bool {
        true
    }

    fn await_result(self: Box<Self>) -> Result<Vec<Vec<u8>>> {
        Ok(Vec::new())
    }
}
