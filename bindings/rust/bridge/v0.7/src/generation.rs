//! What is of 0.7.2 alone.

use crate::bridge::errors::{mistake, no_resident};
use crate::bridge::{BACKEND_ID, GpuBackend, ORACLE_ID, RANK, Result};
use std::collections::HashSet;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_driver::backend::validation::default_supported_ops_with_trap;
use vyre_driver::backend::{BackendCapability, BackendPrecedence, ResidentOwner};
use vyre_driver::{
    BackendError, BackendRegistration, DispatchConfig, ResidentDispatchStep, Resource, VyreBackend,
};
use vyre_foundation::ir::{self, OpId};
use vyre_foundation::operation::TargetId;
use vyre_gpu::{ErrorKind, Launch, Program, ProgramLoader, Semantics, WireForm};

inventory::submit! {
    BackendRegistration {
        id: BACKEND_ID,
        target_id: TargetId::expect_valid(BACKEND_ID),
        payload_format: None,
        reference_oracle: false,
        factory: || Ok(Box::new(GpuBackend::open()?) as Box<dyn VyreBackend>),
        supported_ops: default_supported_ops_with_trap,
        semantic_operations: none,
        target_compiler: None,
        materializer: None,
    }
}
inventory::submit! { BackendPrecedence { id: BACKEND_ID, rank: RANK } }
inventory::submit! { BackendCapability { id: BACKEND_ID, dispatches: true } }

inventory::submit! {
    BackendRegistration {
        id: ORACLE_ID,
        target_id: TargetId::expect_valid(ORACLE_ID),
        payload_format: None,
        reference_oracle: true,
        factory: || Ok(Box::new(GpuBackend::open_oracle()?) as Box<dyn VyreBackend>),
        supported_ops: default_supported_ops_with_trap,
        semantic_operations: none,
        target_compiler: None,
        materializer: None,
    }
}
inventory::submit! { BackendPrecedence { id: ORACLE_ID, rank: 900 } }
inventory::submit! { BackendCapability { id: ORACLE_ID, dispatches: true } }

/// There is no target compiler that could carry any out.
fn none() -> &'static HashSet<OpId> {
    static NONE: LazyLock<HashSet<OpId>> = LazyLock::new(HashSet::new);
    &NONE
}

/// How the published encoder's bytes are read.
pub(crate) fn loader<'a>() -> ProgramLoader<'a> {
    Program::loader().form(WireForm::FORM_6).semantics(Semantics::V0_7)
}

/// Ops that the published registry composes of others are called by name. The library does not see
/// that registry, so their bodies take the place of the calls.
pub(crate) fn expanded(program: ir::Program) -> Result<ir::Program> {
    let failed = |error| mistake(format!("call ops that can be expanded. {error}"));
    ir::inline_composite_calls(&program).map_err(failed)
}

/// The published error for a device that is gone. The library does not number the times that a
/// device was opened.
pub(crate) fn device_lost(backend: &str, _: Option<i32>, message: String) -> BackendError {
    let (backend, device) = (backend.to_string(), backend.to_string());
    BackendError::DeviceLost { backend, device, generation: 0, message }
}

/// What a published number is to the library.
pub(crate) fn kind(number: u32) -> ErrorKind {
    const DEVICE_LOST: u32 = 1008;
    if number == DEVICE_LOST { ErrorKind::DeviceLost } else { ErrorKind::from_code(number) }
}

/// What of the description says how much runs.
pub(crate) fn shaped<'a>(launch: Launch<'a>, config: &DispatchConfig) -> Launch<'a> {
    match (config.grid_override.or(config.dispatch_grid), config.dispatch_elements) {
        (Some(grid), _) => launch.grid(grid),
        (None, Some(elements)) => launch.cover([elements, 1, 1]),
        (None, None) => launch.square_grid(),
    }
}

/// How a step of a sequence runs.
pub(crate) fn step_config(step: &ResidentDispatchStep<'_>) -> DispatchConfig {
    let mut config = DispatchConfig::default();
    config.grid_override = step.grid_override;
    config.workgroup_override = step.workgroup_override;
    config
}

/// Who waits may ask for the times of a dispatch that is under way.
pub(crate) const TIMED: bool = true;

/// Whose residents they are: of one backend of the process.
pub(crate) struct Owner {
    owner: ResidentOwner,
    next: AtomicU64,
}

impl Owner {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self { owner: ResidentOwner::new()?, next: AtomicU64::new(1) })
    }

    pub(crate) fn next(&self) -> Result<(u64, Resource)> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        Ok((id, self.owner.handle(id).into()))
    }

    pub(crate) fn id(&self, resource: &Resource, purpose: &str) -> Result<u64> {
        match resource {
            Resource::Resident(handle) => self.owner.resolve(*handle, purpose),
            Resource::Borrowed(_) => Err(no_resident(purpose)),
        }
    }
}

/// Methods of the backend that other versions do not have.
macro_rules! backend_methods {
    () => {
        fn dispatch_resident_async(
            &self,
            program: &Program,
            resources: &[Resource],
            config: &DispatchConfig,
        ) -> Result<Box<dyn PendingDispatch>> {
            Ok(Box::new(self.start_resident(program, resources, config)?))
        }
    };
}
pub(crate) use backend_methods;

/// Methods of work under way that other versions do not have.
macro_rules! pending_methods {
    () => {
        fn await_timed_result(self: Box<Self>) -> Result<TimedDispatchResult> {
            self.await_timed()
        }
    };
}
pub(crate) use pending_methods;
