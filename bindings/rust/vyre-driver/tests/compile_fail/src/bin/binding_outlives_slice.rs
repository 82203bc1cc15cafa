// error[E0597]: a binding must not outlive its slice
use vyre_driver::*;

fn run(pipeline: &Pipeline) -> Result<()> {
    let binding = {
        let data = [1u32, 2];
        Binding::input(0, &data)
    };
    pipeline.dispatch(&[binding])
}

fn main() {
    let _ = run;
}
