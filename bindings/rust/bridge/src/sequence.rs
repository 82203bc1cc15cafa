//! Dispatches on the device in order, waited for once.

use crate::bridge::Result;
use crate::bridge::backend::Shared;
use crate::bridge::bound::{Bound, Bounds};
use crate::bridge::config;
use crate::bridge::dispatch::nanoseconds;
use crate::bridge::errors::{Published, to_published};
use crate::bridge::kernels::Kernel;
use crate::bridge::layout::Slot;
use crate::bridge::resident::Resident;
use crate::bridge::transfer::{Download, Upload, check_counts, download, upload};
use crate::generation;
use std::sync::Arc;
use std::time::Instant;
use vyre_driver::{
    DispatchConfig, ResidentDispatchStep, ResidentReadRange, ResidentSequenceTiming,
};
use vyre_gpu::{Sequence, WorkState};

/// Steps that run once, and steps that run as often as asked for behind them.
pub(crate) struct Plan<'a> {
    pub(crate) prefix: &'a [ResidentDispatchStep<'a>],
    pub(crate) repeated: &'a [ResidentDispatchStep<'a>],
    pub(crate) count: u32,
}

/// A sequence and how often it runs.
struct Recorded {
    sequence: Sequence,
    runs: u32,
}

/// Runs all steps and reads the ranges. Everything is looked at before anything runs.
pub(crate) fn run(
    shared: &Shared,
    plan: &Plan<'_>,
    reads: &[ResidentReadRange<'_>],
    outputs: &mut [&mut Vec<u8>],
) -> Result<ResidentSequenceTiming> {
    let ranges = ranges(shared, reads)?;
    check_counts(ranges.len(), outputs.len())?;
    ranges.iter().try_for_each(|range| range.check("read"))?;
    let recorded = [
        record(shared, plan.prefix, 1, plan.repeated.is_empty())?,
        record(shared, plan.repeated, plan.count, false)?,
    ];
    let started = Instant::now();
    for part in &recorded {
        part.start(shared)?;
    }
    let enqueued = Instant::now();
    for part in &recorded {
        part.wait(shared)?;
    }
    download(&ranges, outputs, "read", shared.id)?;
    Ok(ResidentSequenceTiming {
        wall_ns: nanoseconds(started.elapsed()),
        device_ns: recorded[0].device_ns().filter(|_| plan.repeated.is_empty()),
        enqueue_ns: Some(nanoseconds(enqueued - started)),
        wait_ns: Some(nanoseconds(enqueued.elapsed())),
    })
}

fn ranges(shared: &Shared, reads: &[ResidentReadRange<'_>]) -> Result<Vec<Download>> {
    let range = |read: &ResidentReadRange<'_>| {
        let from = shared.residents.get(read.resource, "read")?;
        Ok(Download { from, offset: read.byte_offset, size: read.byte_len })
    };
    reads.iter().map(range).collect()
}

/// A single step repeats itself within one run.
fn record(
    shared: &Shared,
    steps: &[ResidentDispatchStep<'_>],
    count: u32,
    timed: bool,
) -> Result<Recorded> {
    let builder = if timed { Sequence::builder().timed() } else { Sequence::builder() };
    let sequence = builder.create(&shared.device).published(shared.id)?;
    let alone = steps.len() == 1 && count > 0;
    for step in steps {
        let mut config = generation::step_config(step);
        config.fixpoint_iterations = alone.then_some(count);
        add(shared, &sequence, step, &config)?;
    }
    let runs = if alone { 1 } else { count };
    Ok(Recorded { sequence, runs: if steps.is_empty() { 0 } else { runs } })
}

fn add(
    shared: &Shared,
    sequence: &Sequence,
    step: &ResidentDispatchStep<'_>,
    config: &DispatchConfig,
) -> Result<()> {
    if step.program.is_explicit_noop() {
        return Ok(());
    }
    let kernel = shared.kernel(step.program, config)?;
    let bounds = kernel.bound_to_resources(&shared.residents, step.resources)?;
    let bound = on_device(shared, &kernel, bounds)?;
    let slots = kernel.layout.slots.iter();
    let bindings = slots
        .zip(&bound)
        .map(|(slot, resident)| resident.bind(slot))
        .collect::<Result<Vec<_>>>()?;
    let launch = config::step(&kernel.pipeline, config);
    sequence.add_dispatch(launch, &bindings).map(drop).published(shared.id)
}

/// Steps have memory of the device alone: bytes of the host get some, which the sequence keeps.
fn on_device(shared: &Shared, kernel: &Kernel, bounds: Bounds<'_>) -> Result<Vec<Arc<Resident>>> {
    let create = |slot: &Slot, size: usize| {
        Resident::create(&shared.device, shared.id, size.max(slot.bytes)).map(Arc::new)
    };
    let place = |(slot, bound): (&Slot, Bound<'_>)| match bound {
        Bound::Device(resident) => Ok(resident),
        Bound::Room(size) => create(slot, size),
        Bound::Bytes(bytes) => {
            let to = create(slot, bytes.len())?;
            upload(
                &[Upload { to: to.clone(), offset: 0, bytes, whole: false }],
                "upload",
                shared.id,
            )?;
            Ok(to)
        }
    };
    kernel.layout.slots.iter().zip(bounds).map(place).collect()
}

impl Recorded {
    fn start(&self, shared: &Shared) -> Result<()> {
        (0..self.runs).try_for_each(|_| self.sequence.start().published(shared.id))
    }

    fn wait(&self, shared: &Shared) -> Result<()> {
        match self.sequence.wait().published(shared.id)? {
            WorkState::Failed => {
                let error = self.sequence.error();
                error.map_or(Ok(()), |error| Err(to_published(&error, shared.id)))
            }
            _ => Ok(()),
        }
    }

    fn device_ns(&self) -> Option<u64> {
        self.sequence.result().ok().and_then(|result| result.device_time).map(nanoseconds)
    }
}
