//! Building registries.

use crate::call::{made, object};
use crate::context::raw_or_shared;
use crate::strings::string;
use crate::{Context, OpDesc, Registry, RegistryRef, Result, error, sys};

object!(
    /// Ops and dialects on their way to a [`Registry`].
    pub RegistryBuilder, vyre_registry_builder, vyre_registry_builder_destroy);

impl RegistryBuilder {
    /// An empty builder of a context; without one, of the shared one.
    pub fn create<'a>(context: impl Into<Option<&'a Context>>) -> Result<Self> {
        let context = raw_or_shared(context.into());
        // SAFETY: the context lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_registry_builder_create(context, raw)) }
    }

    /// Adds an op, of a dialect from outside too, which is added before or after. Mistakes of the
    /// description are found here, those between ops by [`finish`](Self::finish).
    pub fn add_op(&self, op: OpDesc<'_>) -> Result<()> {
        // SAFETY: the builder and the description live for the call.
        op.give(|desc| unsafe { sys::vyre_registry_builder_add_op(self.as_raw(), desc) })
    }

    /// Adds all ops of a registry.
    pub fn add_registry(&self, registry: &RegistryRef) -> Result<()> {
        // SAFETY: the builder and the registry live.
        error::check(unsafe {
            sys::vyre_registry_builder_add_registry(self.as_raw(), registry.as_raw())
        })
    }

    /// Adds a dialect from outside. Its name begins with "vyre-libs-".
    pub fn add_dialect(&self, name: &str, version: &str, url: &str) -> Result<()> {
        let (name, version, url) = (string(name), string(version), string(url));
        // SAFETY: the builder and the strings live for the call.
        error::check(unsafe {
            sys::vyre_registry_builder_add_dialect(self.as_raw(), name, version, url)
        })
    }

    /// Adds the dialect of a manifest, a JSON text. Its files lie in `folder`; it can have none
    /// when that is empty.
    pub fn add_manifest(&self, json: &str, folder: &str) -> Result<()> {
        let (json, folder) = (string(json), string(folder));
        // SAFETY: the builder and the strings live for the call.
        error::check(unsafe {
            sys::vyre_registry_builder_add_manifest(self.as_raw(), json, folder)
        })
    }

    /// Adds the dialects of a manifest in a file, or of every file right in a folder whose name
    /// ends in ".dialect.json"; all of them or none.
    pub fn add_manifests(&self, path: &str) -> Result<()> {
        let path = string(path);
        // SAFETY: the builder and the string live for the call.
        error::check(unsafe { sys::vyre_registry_builder_add_manifests(self.as_raw(), path) })
    }

    /// Freezes what was added. When something is wrong, one error carries all findings. The builder
    /// stays as it was either way.
    pub fn finish(&self) -> Result<Registry> {
        // SAFETY: the builder lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_registry_builder_finish(self.as_raw(), raw)) }
    }
}
