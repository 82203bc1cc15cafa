//! The bridge on the oracle and on Vulkan, beside the published reference interpreter.

mod generation;
#[path = "../../../tests/suite.rs"]
mod suite;
