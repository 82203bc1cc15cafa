//! Backends made outside of the library: plug-ins, and tables of the host itself.

use crate::strings::{string, text};
use crate::{Context, Result, error, sys};

/// How plug-ins are loaded.
#[derive(Clone, Debug, Default)]
pub struct PluginOptions {
    digests: Vec<[u8; 32]>,
}

impl PluginOptions {
    /// Every file may be loaded.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets a file be loaded whose BLAKE3 digest is this one, and no other file unless its digest
    /// is given too. What is loaded is what was hashed. Linux only.
    pub fn digest(mut self, digest: [u8; 32]) -> Self {
        self.digests.push(digest);
        self
    }

    /// The C form, which borrows the digests.
    fn desc(&self) -> sys::vyre_plugin_desc {
        sys::vyre_plugin_desc {
            digests: self.digests.as_ptr().cast(),
            digest_count: self.digests.len(),
            ..sys::vyre_plugin_desc::INIT
        }
    }
}

impl Context {
    /// Loads the plug-in `path`, adds its backend to those of the context, and gives the id that
    /// [`Backend::acquire`](crate::Backend::acquire) takes. Loading runs code of the plug-in. It
    /// stays loaded as long as the context or an object made with the backend is there. After an
    /// error nothing is loaded.
    pub fn load_plugin(&self, path: &str) -> Result<String> {
        self.load_plugin_with(path, &PluginOptions::new())
    }

    /// Loads a plug-in, as [`load_plugin`](Self::load_plugin).
    pub fn load_plugin_with(&self, path: &str, options: &PluginOptions) -> Result<String> {
        let (desc, mut id) = (options.desc(), sys::vyre_string::default());
        // SAFETY: the context, the text and the description live for the call; the id is text of
        // the context.
        unsafe {
            let raw = self.as_raw();
            error::check(sys::vyre_context_load_plugin(raw, string(path), &desc, &mut id))?;
            Ok(text(id).to_owned())
        }
    }

    /// Loads every plug-in of `folder`: the regular files that end in ".so", ".dylib" or ".dll", in
    /// the order of their names. Those that load stay loaded also when others do not; the error
    /// then has a finding for each that does not.
    pub fn load_plugins(&self, folder: &str) -> Result<()> {
        self.load_plugins_with(folder, &PluginOptions::new())
    }

    /// Loads every plug-in of a folder, as [`load_plugins`](Self::load_plugins).
    pub fn load_plugins_with(&self, folder: &str, options: &PluginOptions) -> Result<()> {
        let desc = options.desc();
        // SAFETY: the context, the text and the description live for the call.
        error::check(unsafe {
            sys::vyre_context_load_plugins(self.as_raw(), string(folder), &desc)
        })
    }

    /// Adds a backend that lives in this program to those of the context. The table is copied; its
    /// `destroy` is called when the context and all objects made with the backend are gone, not
    /// when this fails.
    ///
    /// # Safety
    /// The functions of the table do what the header says of them, on any thread, and its `user`
    /// lives until `destroy` is called.
    pub unsafe fn add_backend(&self, table: &sys::vyre_backend_table) -> Result<()> {
        // SAFETY: the context lives, and the caller's promise.
        error::check(unsafe { sys::vyre_context_add_backend(self.as_raw(), table) })
    }
}
