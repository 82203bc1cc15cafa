//! Dispatches that are waited for.

use crate::bridge::Result;
use crate::bridge::bound::{Bound, Bounds, bind_later};
use crate::bridge::config;
use crate::bridge::errors::{Published, to_published};
use crate::bridge::kernels::Kernel;
use crate::bridge::layout::Slot;
use crate::bridge::transfer::download;
use vyre_driver::{BackendError, DispatchConfig, OutputBuffers};
use vyre_gpu::{Binding, ErrorKind, Split};

impl Kernel {
    /// Runs, and puts what returns into `outputs`, whose memory is used again.
    pub(crate) fn run(
        &self,
        backend: &str,
        bounds: &Bounds<'_>,
        config: &DispatchConfig,
        outputs: &mut OutputBuffers,
    ) -> Result<()> {
        config::check_output_bytes(config, self.returned_bytes(bounds))?;
        self.run_in_place(backend, bounds, config, outputs)?;
        self.read_back(backend, bounds, outputs)
    }

    /// Runs, and leaves on the device what is there.
    pub(crate) fn run_in_place(
        &self,
        backend: &str,
        bounds: &Bounds<'_>,
        config: &DispatchConfig,
        outputs: &mut OutputBuffers,
    ) -> Result<()> {
        self.prepare(bounds, outputs)?;
        let launch = config::launch(&self.pipeline, config);
        let bindings = self.bind(bounds, outputs)?;
        launch.dispatch(&bindings).published(backend)?;
        drop(bindings);
        for ((slot, bound), output) in self.giving(bounds).zip(outputs) {
            output.truncate(bound.returned(slot));
        }
        Ok(())
    }

    /// Whether the device can hold all workgroups of the dispatch at once, which only programs with
    /// barriers of the grid need.
    pub(crate) fn fits_whole(
        &self,
        backend: &str,
        bounds: &Bounds<'_>,
        config: &DispatchConfig,
    ) -> Result<bool> {
        if !self.grid_barriers {
            return Ok(false);
        }
        let launch = config::launch(&self.pipeline, config).split(Split::NEVER);
        match launch.plan(&bind_later(self, bounds)?) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == ErrorKind::CooperativeResidency => Ok(false),
            Err(error) => Err(to_published(&error, backend)),
        }
    }

    /// The slots that give, and what they get.
    pub(crate) fn giving<'s, 'a>(
        &'s self,
        bounds: &'s Bounds<'a>,
    ) -> impl Iterator<Item = (&'s Slot, &'s Bound<'a>)> {
        self.layout.slots.iter().zip(bounds).filter(|(slot, _)| slot.gives)
    }

    /// What the caller gets of all slots together.
    pub(crate) fn returned_bytes(&self, bounds: &Bounds<'_>) -> usize {
        self.giving(bounds).map(|(slot, bound)| bound.returned(slot)).sum()
    }

    /// Makes `outputs` one for each slot that gives, with the contents that it starts with.
    fn prepare(&self, bounds: &Bounds<'_>, outputs: &mut OutputBuffers) -> Result<()> {
        outputs.resize_with(self.layout.outputs(), Vec::new);
        for ((_, bound), output) in self.giving(bounds).zip(outputs) {
            reserve(output, bound.room())?;
            match bound {
                Bound::Bytes(bytes) => output.extend_from_slice(bytes),
                _ => output.resize(bound.room(), 0),
            }
        }
        Ok(())
    }

    fn bind<'a>(
        &self,
        bounds: &'a Bounds<'_>,
        outputs: &'a mut OutputBuffers,
    ) -> Result<Vec<Binding<'a>>> {
        let mut outputs = outputs.iter_mut();
        let bind = |(slot, bound): (&Slot, &'a Bound<'_>)| {
            let output = if slot.gives { outputs.next() } else { None };
            Ok(match (bound, output) {
                (Bound::Device(resident), _) => resident.bind(slot)?,
                (Bound::Bytes(_), Some(output)) => {
                    Binding::inout(slot.binding, output.as_mut_slice())
                }
                (Bound::Room(_), Some(output)) => {
                    Binding::output(slot.binding, output.as_mut_slice())
                }
                (Bound::Bytes(bytes), None) => Binding::input(slot.binding, bytes),
                (Bound::Room(size), None) => Binding::zeros(slot.binding, *size as u64),
            })
        };
        self.layout.slots.iter().zip(bounds).map(bind).collect()
    }

    /// Reads what returns of the memory of the device.
    pub(crate) fn read_back(
        &self,
        backend: &str,
        bounds: &Bounds<'_>,
        outputs: &mut OutputBuffers,
    ) -> Result<()> {
        let (mut ranges, mut into) = (Vec::new(), Vec::new());
        for ((slot, bound), output) in self.giving(bounds).zip(outputs) {
            if let Some(range) = bound.download(slot) {
                ranges.push(range);
                into.push(output);
            }
        }
        download(&ranges, &mut into, "read-back", backend)
    }
}

/// Empties `output` and makes room in it, or fails where the host has none.
pub(crate) fn reserve(output: &mut Vec<u8>, size: usize) -> Result<()> {
    output.clear();
    output.try_reserve_exact(size).map_err(|error| {
        BackendError::new(format!(
            "there is no host memory for {size} bytes of results: {error}. Fix: return a smaller \
             range of the buffer."
        ))
    })
}

pub(crate) fn nanoseconds(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
