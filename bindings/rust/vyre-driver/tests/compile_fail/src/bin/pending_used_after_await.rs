// error[E0382]: awaited work is given back by the future and not used before
use vyre_driver::*;

async fn run(pending: Pending) -> Result<()> {
    pending.await?;
    pending.status()
}

fn main() {
    let _ = run;
}
