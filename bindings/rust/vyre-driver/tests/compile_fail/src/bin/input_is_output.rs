// error[E0502]: an input must not be an output
use vyre_driver::*;

fn run(pipeline: &Pipeline) -> Result<()> {
    let mut data = [0u32];
    pipeline.dispatch(&[Binding::input(0, &data), Binding::output(1, &mut data)])
}

fn main() {
    let _ = run;
}
