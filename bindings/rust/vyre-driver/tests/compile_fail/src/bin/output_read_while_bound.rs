// error[E0502]: an output must not be read while it is bound
use vyre_driver::*;

fn run(pipeline: &Pipeline) -> Result<()> {
    let mut out = [0u32];
    let bindings = [Binding::output(0, &mut out)];
    println!("{:?}", &out);
    pipeline.dispatch(&bindings)
}

fn main() {
    let _ = run;
}
