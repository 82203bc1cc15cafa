// error[E0277]: results are no truth values, of which only two bit patterns exist
use vyre_driver::*;

fn run(pipeline: &Pipeline) -> Result<()> {
    let mut out = [false];
    pipeline.dispatch(&[Binding::output(0, &mut out)])
}

fn main() {
    let _ = run;
}
