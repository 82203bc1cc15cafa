//! Programs that are made for the device, kept by their bytes.

use crate::bridge::Result;
use crate::bridge::errors::{Published, mistake};
use crate::bridge::layout::Layout;
use crate::generation;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use vyre_driver::BackendError;
use vyre_driver::pipeline::PipelineCacheSnapshot;
use vyre_foundation::ir::Program;
use vyre_gpu::{Device, Needs, Pipeline};

/// The device keeps the code; what is kept here is small.
const MOST_KEPT: usize = 1024;

/// A program made for a device.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) pipeline: Pipeline,
    pub(crate) layout: Layout,
    pub(crate) grid_barriers: bool,
}

/// The bytes of a program and the workgroup size that it gets in place of its own.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key(Arc<[u8]>, Option<[u32; 3]>);

#[derive(Default)]
struct Kept {
    kernels: HashMap<Key, Arc<Kernel>>,
    oldest_first: VecDeque<Key>,
    counts: PipelineCacheSnapshot,
}

#[derive(Default)]
pub(crate) struct Kernels(Mutex<Kept>);

/// A program in the form in which it goes to the library.
pub(crate) fn encode(program: &Program) -> Result<Arc<[u8]>> {
    let failed = |error| mistake(format!("build a program that has a wire form. {error}"));
    program.to_wire().map(Arc::from).map_err(failed)
}

impl Kernels {
    /// The kernel of the program, made now if it is not kept.
    pub(crate) fn get(
        &self,
        device: &Device,
        backend: &str,
        wire: &Arc<[u8]>,
        workgroup: Option<[u32; 3]>,
    ) -> Result<Arc<Kernel>> {
        let key = Key(wire.clone(), workgroup);
        if let Some(kernel) = self.find(&key)? {
            return Ok(kernel);
        }
        let kernel = Arc::new(Kernel::new(device, &key).published(backend)?);
        self.keep(key, &kernel)?;
        Ok(kernel)
    }

    /// How often a kernel was kept, and how often it had to be made.
    pub(crate) fn counts(&self) -> Option<PipelineCacheSnapshot> {
        self.0.lock().ok().map(|kept| kept.counts)
    }

    pub(crate) fn clear(&self) -> Result<()> {
        let mut kept = self.0.lock().map_err(BackendError::poisoned_lock)?;
        kept.kernels.clear();
        kept.oldest_first.clear();
        Ok(())
    }

    fn find(&self, key: &Key) -> Result<Option<Arc<Kernel>>> {
        let mut kept = self.0.lock().map_err(BackendError::poisoned_lock)?;
        let found = kept.kernels.get(key).cloned();
        match found {
            Some(_) => kept.counts.hits += 1,
            None => kept.counts.misses += 1,
        }
        Ok(found)
    }

    fn keep(&self, key: Key, kernel: &Arc<Kernel>) -> Result<()> {
        let mut kept = self.0.lock().map_err(BackendError::poisoned_lock)?;
        if kept.kernels.insert(key.clone(), kernel.clone()).is_none() {
            kept.oldest_first.push_back(key);
        }
        if kept.oldest_first.len() > MOST_KEPT {
            let oldest = kept.oldest_first.pop_front();
            oldest.map(|oldest| kept.kernels.remove(&oldest));
        }
        Ok(())
    }
}

impl Kernel {
    fn new(device: &Device, Key(wire, workgroup): &Key) -> vyre_gpu::Result<Self> {
        let program = generation::loader().load(wire)?;
        let info = program.info();
        let own = |size: &[u32; 3]| *size == info.workgroup;
        let builder = match workgroup.filter(|size| !own(size)) {
            Some(size) => Pipeline::builder().workgroup(size),
            None => Pipeline::builder(),
        };
        Ok(Self {
            pipeline: builder.create(device, &program)?,
            layout: Layout::new(&info),
            grid_barriers: info.needs.contains(Needs::GRID_BARRIER),
        })
    }
}
