//! Device buffers: memory of the device that a caller owns as an object.

use crate::bridge::Result;
use crate::bridge::backend::Shared;
use crate::bridge::bound::{Bound, Bounds};
use crate::bridge::errors::mistake;
use crate::bridge::kernels::Kernel;
use crate::bridge::layout::Slot;
use crate::bridge::resident::Resident;
use std::any::Any;
use std::sync::Arc;
use vyre_driver::{
    BackendError, DeviceBuffer, DispatchConfig, OutputBuffers, validate_buffer_ownership,
};

/// Bytes on the device of one backend.
#[derive(Debug)]
pub struct GpuBuffer {
    pub(crate) backend: &'static str,
    pub(crate) resident: Arc<Resident>,
}

impl DeviceBuffer for GpuBuffer {
    fn backend_id(&self) -> &'static str {
        self.backend
    }

    fn byte_len(&self) -> usize {
        self.resident.size
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The memory of a buffer of this backend.
pub(crate) fn resident(backend: &str, buffer: &dyn DeviceBuffer) -> Result<Arc<Resident>> {
    validate_buffer_ownership(backend, [buffer])?;
    let ours = buffer.as_any().downcast_ref::<GpuBuffer>();
    ours.map(|buffer| buffer.resident.clone()).ok_or_else(|| {
        mistake(format!("allocate the buffer with allocate_device_buffer of `{backend}`"))
    })
}

/// Runs on buffers. What the program only reads comes from `inputs`, what starts without bytes of
/// the caller from `outputs`, and what it changes from whichever has the room.
pub(crate) fn run(
    shared: &Shared,
    kernel: &Kernel,
    inputs: &[&dyn DeviceBuffer],
    outputs: &[&mut dyn DeviceBuffer],
    config: &DispatchConfig,
) -> Result<()> {
    let inputs = inputs.iter().map(|buffer| resident(shared.id, *buffer));
    let inputs = inputs.collect::<Result<Vec<_>>>()?;
    let outputs = outputs.iter().map(|buffer| resident(shared.id, &**buffer));
    let outputs = outputs.collect::<Result<Vec<_>>>()?;
    let bounds = sort(kernel, &inputs, &outputs)?;
    kernel.run_in_place(shared.id, &bounds, config, &mut OutputBuffers::new())
}

fn sort(
    kernel: &Kernel,
    inputs: &[Arc<Resident>],
    outputs: &[Arc<Resident>],
) -> Result<Bounds<'static>> {
    let (slots, by_binding) = (&kernel.layout.slots, &kernel.layout.by_binding);
    let changed_are_outputs = outputs.len() == kernel.layout.outputs();
    let is_output = |slot: &Slot| slot.gives && (!slot.takes || changed_are_outputs);
    let wanted = slots.iter().filter(|slot| is_output(slot)).count();
    if outputs.len() != wanted || inputs.len() + outputs.len() != slots.len() {
        return Err(miscounted(kernel, inputs.len(), outputs.len()));
    }
    let (mut inputs, mut outputs) = (inputs.iter(), outputs.iter());
    let mut sorted = vec![None; slots.len()];
    for index in by_binding {
        let from = if is_output(&slots[*index]) { &mut outputs } else { &mut inputs };
        sorted[*index] = from.next().cloned();
    }
    Ok(sorted.into_iter().flatten().map(Bound::Device).collect())
}

fn miscounted(kernel: &Kernel, inputs: usize, outputs: usize) -> BackendError {
    mistake(format!(
        "pass a buffer for each of the {} that the program binds, {} of them as outputs. The call \
         has {inputs} and {outputs}",
        kernel.layout.slots.len(),
        kernel.layout.outputs()
    ))
}
