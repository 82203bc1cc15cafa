// error[E0505]: a finding must not outlive its error
use vyre_driver::*;

fn run(error: Error) {
    let finding = error.findings().next();
    drop(error);
    println!("{finding:?}");
}

fn main() {
    let _ = run;
}
