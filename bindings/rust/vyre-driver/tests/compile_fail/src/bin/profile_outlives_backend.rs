// error[E0505]: the strings of a profile must not outlive its backend
use vyre_driver::*;

fn run(backend: Backend) -> Result<()> {
    let profile = backend.profile()?;
    drop(backend);
    println!("{}", profile.name);
    Ok(())
}

fn main() {
    let _ = run;
}
