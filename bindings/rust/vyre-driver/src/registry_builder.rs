//! Building registries.

use crate::call::{made, object};
use crate::strings::string;
use crate::{Context, OpDesc, Registry, RegistryRef, Result, error, sys};

object!(
    /// Ops on their way to a [`Registry`].
    pub RegistryBuilder, vyre_registry_builder, vyre_registry_builder_destroy);

impl RegistryBuilder {
    /// An empty builder.
    pub fn create(context: &Context) -> Result<Self> {
        // SAFETY: the context lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_registry_builder_create(context.as_raw(), raw)) }
    }

    /// Adds an op. Mistakes of the description are found here, those between ops by
    /// [`finish`](Self::finish).
    pub fn add(&self, op: OpDesc<'_>) -> Result<()> {
        // SAFETY: the builder and the description live for the call.
        op.give(|desc| unsafe { sys::vyre_registry_builder_add(self.as_raw(), desc) })
    }

    /// Adds all ops of a registry.
    pub fn add_registry(&self, registry: &RegistryRef) -> Result<()> {
        // SAFETY: the builder and the registry live.
        error::check(unsafe {
            sys::vyre_registry_builder_add_registry(self.as_raw(), registry.as_raw())
        })
    }

    /// Adds a dialect from outside. Its name begins with "vyre-libs-".
    pub fn add_extern_dialect(&self, name: &str, version: &str, url: &str) -> Result<()> {
        let (name, version, url) = (string(name), string(version), string(url));
        // SAFETY: the builder and the strings live for the call.
        error::check(unsafe {
            sys::vyre_registry_builder_add_extern_dialect(self.as_raw(), name, version, url)
        })
    }

    /// Adds an op of a dialect from outside, which is added too, before or after. Its category is
    /// [`Category::EXTENSION`](crate::Category::EXTENSION).
    pub fn add_extern_op(&self, op: OpDesc<'_>) -> Result<()> {
        // SAFETY: the builder and the description live for the call.
        op.give(|desc| unsafe { sys::vyre_registry_builder_add_extern_op(self.as_raw(), desc) })
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

    /// Adds the dialect of a manifest in a file.
    pub fn add_manifest_file(&self, path: &str) -> Result<()> {
        let path = string(path);
        // SAFETY: the builder and the string live for the call.
        error::check(unsafe { sys::vyre_registry_builder_add_manifest_file(self.as_raw(), path) })
    }

    /// Adds the dialects of all files of a folder whose names end in ".dialect.json", or none.
    pub fn add_manifest_folder(&self, folder: &str) -> Result<()> {
        let folder = string(folder);
        // SAFETY: the builder and the string live for the call.
        error::check(unsafe {
            sys::vyre_registry_builder_add_manifest_folder(self.as_raw(), folder)
        })
    }

    /// Freezes what was added. When something is wrong, one error carries all findings. The builder
    /// stays as it was either way.
    pub fn finish(&self) -> Result<Registry> {
        // SAFETY: the builder lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_registry_builder_finish(self.as_raw(), raw)) }
    }
}
