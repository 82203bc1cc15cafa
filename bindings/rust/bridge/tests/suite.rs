//! What both versions of the bridge are held to.

mod compiled;
mod config;
mod device_buffers;
mod dispatch;
mod errors;
mod facts;
mod lifecycle;
mod pending;
mod registry;
mod resident;
mod roles;
mod sequences;
pub mod support;
mod validation;
