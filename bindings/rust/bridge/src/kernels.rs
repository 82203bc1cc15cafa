//! Programs that are made for the device, kept by their bytes.

use crate::bridge::Result;
use crate::bridge::errors::{Published, mistake};
use crate::bridge::layout::Layout;
use crate::generation;
use std::collections::{HashMap, VecDeque};
use std::ptr;
use std::sync::{Arc, Mutex};
use vyre_driver::BackendError;
use vyre_driver::pipeline::PipelineCacheSnapshot;
use vyre_foundation::ir::Program;
use vyre_gpu::{Device, Needs, Pipeline};

/// The device keeps the code; what is kept here is small.
const MOST_KEPT: usize = 1024;

/// Programs that are found without their bytes.
const MOST_RECENT: usize = 32;

/// A program made for a device.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) pipeline: Pipeline,
    pub(crate) layout: Layout,
    pub(crate) grid_barriers: bool,
}

/// A program that ran lately. Its body and buffers are held here, so nothing else can come to lie
/// where they are, and who changes a program gets new ones: it is known again by their place.
struct Recent {
    program: Program,
    workgroup: Option<[u32; 3]>,
    kernel: Arc<Kernel>,
}

#[derive(Default)]
struct Kept {
    kernels: HashMap<Arc<[u8]>, Arc<Kernel>>,
    oldest_first: VecDeque<Arc<[u8]>>,
    recent: VecDeque<Recent>,
    counts: PipelineCacheSnapshot,
}

#[derive(Default)]
pub(crate) struct Kernels(Mutex<Kept>);

/// The program as if it had declared that workgroup size. The library's own way to another size
/// refuses programs that can see it; published callers get what they ask for.
fn sized(program: &Program, workgroup: Option<[u32; 3]>) -> Program {
    let mut sized = program.clone();
    if let Some(size) = workgroup.filter(|size| *size != program.workgroup_size()) {
        sized.set_workgroup_size(size);
    }
    sized
}

/// A program in the form in which it goes to the library.
fn encode(program: &Program) -> Result<Arc<[u8]>> {
    let failed = |error| mistake(format!("build a program that has a wire form. {error}"));
    program.to_wire().map(Arc::from).map_err(failed)
}

impl Recent {
    /// Whether all that the bytes say of the two is the same.
    fn is(&self, program: &Program, workgroup: Option<[u32; 3]>) -> bool {
        let ours = &self.program;
        ptr::eq(ours.buffers(), program.buffers())
            && Arc::ptr_eq(ours.entry_arc(), program.entry_arc())
            && self.workgroup == workgroup
            && ours.workgroup_size() == program.workgroup_size()
            && ours.entry_op_id() == program.entry_op_id()
            && ours.is_non_composable_with_self() == program.is_non_composable_with_self()
    }
}

impl Kernels {
    /// The kernel of the program, made now if it is not kept.
    pub(crate) fn get(
        &self,
        device: &Device,
        backend: &str,
        program: &Program,
        workgroup: Option<[u32; 3]>,
    ) -> Result<Arc<Kernel>> {
        if let Some(kernel) = self.find_recent(program, workgroup)? {
            return Ok(kernel);
        }
        let wire = encode(&generation::expanded(sized(program, workgroup))?)?;
        let kernel = match self.find(&wire)? {
            Some(kernel) => kernel,
            None => {
                let kernel = Arc::new(Kernel::new(device, &wire).published(backend)?);
                self.keep(wire, &kernel)?;
                kernel
            }
        };
        self.remember(Recent { program: program.clone(), workgroup, kernel: kernel.clone() })?;
        Ok(kernel)
    }

    /// How often a kernel was kept, and how often it had to be made.
    pub(crate) fn counts(&self) -> Option<PipelineCacheSnapshot> {
        self.0.lock().ok().map(|kept| kept.counts)
    }

    pub(crate) fn clear(&self) -> Result<()> {
        let mut kept = self.0.lock().map_err(BackendError::poisoned_lock)?;
        kept.kernels.clear();
        kept.recent.clear();
        kept.oldest_first.clear();
        Ok(())
    }

    fn find_recent(
        &self,
        program: &Program,
        workgroup: Option<[u32; 3]>,
    ) -> Result<Option<Arc<Kernel>>> {
        let mut kept = self.0.lock().map_err(BackendError::poisoned_lock)?;
        let found = kept.recent.iter().find(|recent| recent.is(program, workgroup));
        let kernel = found.map(|recent| recent.kernel.clone());
        kept.counts.hits += u64::from(kernel.is_some());
        Ok(kernel)
    }

    fn remember(&self, recent: Recent) -> Result<()> {
        let mut kept = self.0.lock().map_err(BackendError::poisoned_lock)?;
        kept.recent.push_front(recent);
        kept.recent.truncate(MOST_RECENT);
        Ok(())
    }

    fn find(&self, wire: &[u8]) -> Result<Option<Arc<Kernel>>> {
        let mut kept = self.0.lock().map_err(BackendError::poisoned_lock)?;
        let found = kept.kernels.get(wire).cloned();
        match found {
            Some(_) => kept.counts.hits += 1,
            None => kept.counts.misses += 1,
        }
        Ok(found)
    }

    fn keep(&self, wire: Arc<[u8]>, kernel: &Arc<Kernel>) -> Result<()> {
        let mut kept = self.0.lock().map_err(BackendError::poisoned_lock)?;
        if kept.kernels.insert(wire.clone(), kernel.clone()).is_none() {
            kept.oldest_first.push_back(wire);
        }
        if kept.oldest_first.len() > MOST_KEPT {
            let oldest = kept.oldest_first.pop_front();
            oldest.map(|oldest| kept.kernels.remove(&oldest));
        }
        Ok(())
    }
}

impl Kernel {
    fn new(device: &Device, wire: &[u8]) -> vyre_gpu::Result<Self> {
        let program = generation::loader().load(wire)?;
        let info = program.info();
        Ok(Self {
            pipeline: Pipeline::create(device, &program)?,
            layout: Layout::new(&info),
            grid_barriers: info.needs.contains(Needs::GRID_BARRIER),
        })
    }
}
