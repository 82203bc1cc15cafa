//! What a published description of a dispatch is to the library.

use crate::bridge::Result;
use crate::bridge::errors::{mistake, unsupported};
use crate::generation;
use vyre_driver::persistent::PersistentThreadMode;
use vyre_driver::speculate::SpeculationMode;
use vyre_driver::{BackendError, DispatchConfig};
use vyre_gpu::{Launch, Pipeline, Split};

/// Refuses what `backend` does not do. The budget for inexact functions needs nothing: results are
/// those of the strict ones.
pub(crate) fn check(config: &DispatchConfig, backend: &str, grid_barriers: bool) -> Result<()> {
    if config.speculation == Some(SpeculationMode::Force) {
        return Err(unsupported("speculative dispatch", backend));
    }
    if config.persistent_thread == Some(PersistentThreadMode::Force) {
        return Err(unsupported("persistent-thread dispatch", backend));
    }
    if config.cooperative && !grid_barriers {
        return Err(unsupported("cooperative dispatch", backend));
    }
    if config.fixpoint_iterations == Some(0) {
        return Err(mistake(
            "set fixpoint_iterations to at least 1, or to None for one run. It is 0",
        ));
    }
    Ok(())
}

/// How `pipeline` runs.
pub(crate) fn launch<'a>(pipeline: &'a Pipeline, config: &'a DispatchConfig) -> Launch<'a> {
    let mut launch = generation::shaped(pipeline.launch(), config);
    if let Some(timeout) = config.timeout {
        launch = launch.timeout(timeout);
    }
    untimed(launch, config)
}

/// The same for a step of a sequence, which has no time-out of its own.
pub(crate) fn step<'a>(pipeline: &'a Pipeline, config: &'a DispatchConfig) -> Launch<'a> {
    untimed(generation::shaped(pipeline.launch(), config), config)
}

fn untimed<'a>(mut launch: Launch<'a>, config: &'a DispatchConfig) -> Launch<'a> {
    if let Some(label) = &config.label {
        launch = launch.label(label);
    }
    if config.cooperative {
        launch = launch.split(Split::NEVER);
    }
    launch.iterations(config.fixpoint_iterations.unwrap_or(1))
}

/// Refuses results of more bytes than the caller takes.
pub(crate) fn check_output_bytes(config: &DispatchConfig, bytes: usize) -> Result<()> {
    match config.max_output_bytes {
        Some(most) if bytes > most => Err(BackendError::new(format!(
            "the dispatch returns {bytes} bytes and max_output_bytes is {most}. Fix: raise it, or \
             return a smaller range of the buffers."
        ))),
        _ => Ok(()),
    }
}
