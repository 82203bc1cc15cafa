// error[E0597]: a binding must not outlive its name
use vyre_driver::*;

fn run(pipeline: &Pipeline) -> Result<()> {
    let binding = {
        let name = String::from("a");
        Binding::zeros(name.as_str(), 4)
    };
    pipeline.dispatch(&[binding])
}

fn main() {
    let _ = run;
}
