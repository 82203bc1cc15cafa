//! The library programs of `vyre-libs` 0.7.2.

#[path = "../../src/programs.rs"]
mod programs;

use vyre_foundation::operation::OperationRegistry;
use vyre_libs as _; // whose programs are in the registry

fn main() {
    let entries = OperationRegistry::global().iter().filter_map(|entry| {
        let (id, inputs) = (entry.id.to_string(), entry.test_inputs);
        Some(programs::Entry { id, build: entry.build?, inputs })
    });
    let only = std::env::args().nth(1).unwrap_or_default();
    programs::run(entries.collect(), &only);
}
