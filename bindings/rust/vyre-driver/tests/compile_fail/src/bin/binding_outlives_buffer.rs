// error[E0505]: a binding must not outlive its buffer
use vyre_driver::*;

fn run(pipeline: &Pipeline, buffer: Buffer) -> Result<()> {
    let binding = Binding::buffer(0, &buffer);
    drop(buffer);
    pipeline.dispatch(&[binding])
}

fn main() {
    let _ = run;
}
