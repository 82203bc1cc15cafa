// error[E0499]: two outputs must not share memory
use vyre_driver::*;

fn run(pipeline: &Pipeline) -> Result<()> {
    let mut out = [0u32];
    pipeline.dispatch(&[Binding::output(0, &mut out), Binding::output(1, &mut out)])
}

fn main() {
    let _ = run;
}
