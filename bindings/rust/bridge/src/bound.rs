//! What the slots of a dispatch get.

use crate::bridge::Result;
use crate::bridge::errors::mistake;
use crate::bridge::kernels::Kernel;
use crate::bridge::layout::Slot;
use crate::bridge::resident::{Resident, Residents};
use crate::bridge::transfer::Download;
use std::sync::Arc;
use vyre_driver::Resource;
use vyre_gpu::Binding;

/// What a slot gets.
#[derive(Debug)]
pub(crate) enum Bound<'a> {
    /// Bytes of the caller. What becomes of them returns where the slot gives.
    Bytes(&'a [u8]),
    /// It starts zeroed, and so many bytes return.
    Room(usize),
    /// Memory of the device.
    Device(Arc<Resident>),
}

/// What all slots of a kernel get, in the order of the slots.
pub(crate) type Bounds<'a> = Vec<Bound<'a>>;

impl Bound<'_> {
    /// The host memory that the result needs.
    pub(crate) fn room(&self) -> usize {
        match self {
            Bound::Bytes(bytes) => bytes.len(),
            Bound::Room(size) => *size,
            Bound::Device(_) => 0,
        }
    }

    /// How many bytes the caller gets. They lie at the beginning of the result.
    pub(crate) fn returned(&self, slot: &Slot) -> usize {
        match self {
            Bound::Bytes(bytes) => slot.returned(bytes.len()).len(),
            Bound::Room(size) => *size,
            Bound::Device(resident) => slot.returned(resident.bound_bytes(slot)).len(),
        }
    }

    /// What is read of the device, where the result stays there.
    pub(crate) fn download(&self, slot: &Slot) -> Option<Download> {
        let Bound::Device(resident) = self else { return None };
        let range = slot.returned(resident.bound_bytes(slot));
        Some(Download { from: resident.clone(), offset: range.start, size: range.len() })
    }
}

impl Kernel {
    /// Bytes in the order in which the program declares what it reads.
    pub(crate) fn bound_to_bytes<'a>(&self, inputs: &[&'a [u8]]) -> Result<Bounds<'a>> {
        let given = self.layout.inputs(inputs)?;
        let bind = |(slot, given): (&Slot, Option<&'a [u8]>)| match given {
            Some(bytes) => Bound::Bytes(bytes),
            None => Bound::Room(slot.returned(slot.bytes).len()),
        };
        Ok(self.layout.slots.iter().zip(given).map(bind).collect())
    }

    /// Resources in the order of bindings.
    pub(crate) fn bound_to_resources<'a>(
        &self,
        residents: &Residents,
        resources: &'a [Resource],
    ) -> Result<Bounds<'a>> {
        let bind = |slot: &Slot, resource: &'a Resource| match resource {
            Resource::Borrowed(bytes) if slot.takes => Ok(Bound::Bytes(bytes)),
            Resource::Borrowed(bytes) => {
                Ok(Bound::Room(slot.returned(bytes.len().max(slot.bytes)).len()))
            }
            resident => residents.get(resident, "dispatch").map(Bound::Device),
        };
        let slots = self.layout.slots.iter();
        let resources = self.declared(resources)?;
        slots.zip(resources).map(|(slot, resource)| bind(slot, resource)).collect()
    }

    /// The resources that the program writes, in the order of results.
    pub(crate) fn written(&self, resources: &[Resource]) -> Result<Vec<Resource>> {
        let resources = self.declared(resources)?;
        let giving = self.layout.slots.iter().zip(resources).filter(|(slot, _)| slot.gives);
        let on_device = |(slot, resource): (&Slot, &Resource)| match resource {
            Resource::Borrowed(_) => Err(mistake(format!(
                "allocate a resource for `{}`. The call cannot return borrowed output binding {}",
                slot.name, slot.binding
            ))),
            resident => Ok(resident.clone()),
        };
        giving.map(on_device).collect()
    }

    /// What came in the order of bindings, in the order of the slots.
    fn declared<'a, T>(&self, in_binding_order: &'a [T]) -> Result<Vec<&'a T>> {
        let slots = self.layout.slots.len();
        if in_binding_order.len() != slots {
            return Err(mistake(format!(
                "pass a resource for each of the {slots} buffers that the program binds, in the \
                 order of their bindings. The call has {}",
                in_binding_order.len()
            )));
        }
        let mut declared: Vec<_> = self.layout.by_binding.iter().zip(in_binding_order).collect();
        declared.sort_by_key(|(index, _)| **index);
        Ok(declared.into_iter().map(|(_, resource)| resource).collect())
    }
}

/// Bindings whose results are fetched later.
pub(crate) fn bind_later<'a>(kernel: &Kernel, bounds: &'a [Bound<'_>]) -> Result<Vec<Binding<'a>>> {
    let bind = |(slot, bound): (&Slot, &'a Bound<'_>)| {
        Ok(match bound {
            Bound::Bytes(bytes) if slot.gives => Binding::inout_later(slot.binding, bytes),
            Bound::Bytes(bytes) => Binding::input(slot.binding, bytes),
            Bound::Room(size) => Binding::output_later(slot.binding, *size),
            Bound::Device(resident) => resident.bind(slot)?,
        })
    };
    kernel.layout.slots.iter().zip(bounds).map(bind).collect()
}
