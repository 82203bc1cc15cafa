//! The published wgpu backend on one device.

use published_wgpu::WgpuBackend;

/// On the Vulkan adapter with a name.
pub fn acquire(name: &str) -> Result<WgpuBackend, String> {
    let mut refusals = Vec::new();
    for index in 0..16 {
        match WgpuBackend::acquire_adapter(index) {
            Ok(backend) if is_on_vulkan(&backend, name) => return Ok(backend),
            Ok(_) => {}
            Err(error) => refusals.push(error.to_string()),
        }
    }
    // The last ones say that there are no more adapters.
    let about = refusals.into_iter().find(|refusal| refusal.contains(name));
    Err(about.unwrap_or(format!("wgpu has no Vulkan adapter '{name}'")))
}

fn is_on_vulkan(backend: &WgpuBackend, name: &str) -> bool {
    let info = backend.adapter_info();
    info.name == name && info.backend == wgpu::Backend::Vulkan
}
