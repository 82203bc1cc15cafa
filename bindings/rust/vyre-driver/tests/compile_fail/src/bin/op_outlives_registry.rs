// error[E0505]: ops live as long as their registry
use vyre_driver::*;

fn run(registry: Registry) {
    let op = registry.op(0);
    drop(registry);
    println!("{op:?}");
}

fn main() {
    let _ = run;
}
