//! What is of 0.6.2 alone.

use crate::bridge::errors::no_resident;
use crate::bridge::{BACKEND_ID, GpuBackend, ORACLE_ID, RANK, Result};
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_driver::backend::validation::default_supported_ops_with_trap;
use vyre_driver::backend::{BackendCapability, BackendPrecedence};
use vyre_driver::{
    BackendError, BackendRegistration, DispatchConfig, Executable, MemoryRef, ResidentDispatchStep,
    Resource, VyreBackend,
};
use vyre_foundation::ir;
use vyre_gpu::{ErrorKind, Launch, Program, ProgramLoader, Semantics, WireForm};

inventory::submit! {
    BackendRegistration {
        id: BACKEND_ID,
        factory: || Ok(Box::new(GpuBackend::open()?) as Box<dyn VyreBackend>),
        supported_ops: default_supported_ops_with_trap,
    }
}
inventory::submit! { BackendPrecedence { id: BACKEND_ID, rank: RANK } }
inventory::submit! { BackendCapability { id: BACKEND_ID, dispatches: true } }

inventory::submit! {
    BackendRegistration {
        id: ORACLE_ID,
        factory: || Ok(Box::new(GpuBackend::open_oracle()?) as Box<dyn VyreBackend>),
        supported_ops: default_supported_ops_with_trap,
    }
}
inventory::submit! { BackendPrecedence { id: ORACLE_ID, rank: 900 } }
// Else the published choice could take it for a device: it knows oracles by other names.
inventory::submit! { BackendCapability { id: ORACLE_ID, dispatches: false } }

impl Executable for GpuBackend {
    fn dispatch(
        &self,
        program: &ir::Program,
        inputs: &[MemoryRef<'_>],
        config: &DispatchConfig,
    ) -> Result<Vec<Vec<u8>>> {
        self.dispatch_borrowed(program, inputs, config)
    }
}

/// How the published encoder's bytes are read.
pub(crate) fn loader<'a>() -> ProgramLoader<'a> {
    Program::loader().form(WireForm::FORM_4).semantics(Semantics::V0_6_2)
}

/// Calls are for the library, which knows the published ops that have one.
pub(crate) fn expanded(program: ir::Program) -> Result<ir::Program> {
    Ok(program)
}

/// The published error for a device that is gone.
pub(crate) fn device_lost(_: &str, code: Option<i32>, message: String) -> BackendError {
    BackendError::DispatchFailed { code, message }
}

/// What a published number is to the library.
pub(crate) fn kind(number: u32) -> ErrorKind {
    ErrorKind::from_code(number)
}

/// What of the description says how much runs.
pub(crate) fn shaped<'a>(launch: Launch<'a>, config: &DispatchConfig) -> Launch<'a> {
    match config.grid_override {
        Some(grid) => launch.grid(grid),
        None => launch.square_grid(),
    }
}

/// How a step of a sequence runs.
pub(crate) fn step_config(step: &ResidentDispatchStep<'_>) -> DispatchConfig {
    let mut config = DispatchConfig::default();
    config.grid_override = step.grid_override;
    config
}

/// Nobody can ask for the times of a dispatch that is under way.
pub(crate) const TIMED: bool = false;

/// Whose residents they are: numbers that no two backends of the process share.
pub(crate) struct Owner;

impl Owner {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self)
    }

    pub(crate) fn next(&self) -> Result<(u64, Resource)> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok((id, Resource::Resident(id)))
    }

    pub(crate) fn id(&self, resource: &Resource, purpose: &str) -> Result<u64> {
        match resource {
            Resource::Resident(id) => Ok(*id),
            Resource::Borrowed(_) => Err(no_resident(purpose)),
        }
    }
}

/// Methods of the backend that other versions do not have.
macro_rules! backend_methods {
    () => {
        fn compile_native(
            &self,
            program: &Program,
            config: &DispatchConfig,
        ) -> Result<Option<Arc<dyn vyre_driver::CompiledPipeline>>> {
            Ok(Some(Arc::new(self.compile(program, config)?)))
        }

        fn compile_native_shared(
            &self,
            program: Arc<Program>,
            config: &DispatchConfig,
        ) -> Result<Option<Arc<dyn vyre_driver::CompiledPipeline>>> {
            self.compile_native(&program, config)
        }
    };
}
pub(crate) use backend_methods;

/// Methods of work under way that other versions do not have.
macro_rules! pending_methods {
    () => {};
}
pub(crate) use pending_methods;
