// error[E0596]: a view of registries belongs to one thread
use vyre_driver::*;

fn run(view: &RegistryView) {
    println!("{:?}", view.get());
}

fn main() {
    let _ = run;
}
