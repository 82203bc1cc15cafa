//! The published interpreter. `reference_eval` also runs the program on the oracle and on the device
//! of Vulkan, and says in a log whether these give the same bytes. Where no log is named it does not.

mod compare;
mod log;

pub use published::*;

use published::value::Value;
use vyre_foundation::Error;
use vyre_foundation::ir::Program;

/// What the published interpreter gives, whatever our devices do.
pub fn reference_eval(program: &Program, inputs: &[Value]) -> Result<Vec<Value>, Error> {
    let result = published::reference_eval(program, inputs);
    match &result {
        _ if !log::is_named() => {}
        Ok(expected) => compare::with_devices(program, inputs, expected),
        Err(_) => log::line("interpreter", "refuses", ""),
    }
    result
}
