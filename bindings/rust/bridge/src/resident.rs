//! Memory of the device that stays between dispatches.

use crate::bridge::Result;
use crate::bridge::errors::{Published, mistake};
use crate::bridge::layout::Slot;
use crate::generation::Owner;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use vyre_driver::{BackendError, Resource};
use vyre_gpu::{Binding, Buffer, Device};

/// Bytes on the device. It has no buffers of 0 bytes, which published callers may ask for.
#[derive(Debug)]
pub(crate) struct Resident {
    pub(crate) buffer: Option<Buffer>,
    pub(crate) size: usize,
}

impl Resident {
    pub(crate) fn create(device: &Device, backend: &str, size: usize) -> Result<Self> {
        let buffer = match size {
            0 => None,
            _ => Some(Buffer::create(device, size as u64).published(backend)?),
        };
        Ok(Self { buffer, size })
    }

    /// What a slot gets: of a slot that declares its size, the first bytes.
    pub(crate) fn bind<'a>(&'a self, slot: &Slot) -> Result<Binding<'a>> {
        if self.size < slot.bytes {
            return Err(mistake(format!(
                "allocate at least {} bytes for the buffer `{}`. It is given {}",
                slot.bytes, slot.name, self.size
            )));
        }
        let end = self.bound_bytes(slot) as u64;
        Ok(match &self.buffer {
            Some(buffer) => Binding::range(slot.binding, buffer, 0..end),
            None => Binding::zeros(slot.binding, 0),
        })
    }

    pub(crate) fn bound_bytes(&self, slot: &Slot) -> usize {
        if slot.bytes == 0 { self.size } else { slot.bytes }
    }
}

/// What callers hold by a number, which no other backend of the process gives.
pub(crate) struct Residents {
    owner: Owner,
    live: Mutex<HashMap<u64, Arc<Resident>>>,
}

impl Residents {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self { owner: Owner::new()?, live: Mutex::default() })
    }

    pub(crate) fn add(&self, resident: Resident) -> Result<Resource> {
        let mut live = self.live.lock().map_err(BackendError::poisoned_lock)?;
        let (id, resource) = self.owner.next()?;
        live.insert(id, Arc::new(resident));
        Ok(resource)
    }

    /// What `resource` names, for `purpose`.
    pub(crate) fn get(&self, resource: &Resource, purpose: &str) -> Result<Arc<Resident>> {
        let id = self.owner.id(resource, purpose)?;
        let live = self.live.lock().map_err(BackendError::poisoned_lock)?;
        live.get(&id).cloned().ok_or_else(|| gone(id, purpose))
    }

    /// Work that is under way keeps its memory.
    pub(crate) fn remove(&self, resource: &Resource) -> Result<()> {
        let id = self.owner.id(resource, "free")?;
        let mut live = self.live.lock().map_err(BackendError::poisoned_lock)?;
        live.remove(&id).map(drop).ok_or_else(|| gone(id, "free"))
    }

    /// None of the numbers given so far names anything any more.
    pub(crate) fn clear(&self) -> Result<()> {
        self.live.lock().map_err(BackendError::poisoned_lock)?.clear();
        Ok(())
    }
}

fn gone(id: u64, purpose: &str) -> BackendError {
    mistake(format!(
        "give {purpose} what allocate_resident of this backend gave and nobody freed. {id} is a \
         stale handle"
    ))
}
