//! Backends: families of devices, plug-ins and tables of the host among them, and what a context
//! knows of them by their id.

use crate::call::{list, made, mirrors, object};
use crate::strings::{string, text};
use crate::values::BackendFlags;
use crate::{Context, Result, error, sys};

object!(
    /// What a context knew of its backends when this was made.
    pub BackendList, vyre_backend_list, vyre_backend_list_destroy);

mirrors! {
    vyre_backend_info:
    /// One backend, by its id.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct BackendInfo<'a> {
        /// "vulkan", "cpu-ref", that of a plug-in.
        pub id: &'a str,
        /// What is known of it.
        pub flags: BackendFlags,
        /// The declared rank; lower is better.
        pub rank: Option<u32> = |raw| (raw.rank != sys::VYRE_RANK_NONE).then_some(raw.rank),
    }
}

impl BackendList {
    /// Every id that was registered, ranked or declared, by rank, then by id.
    pub fn backends(&self) -> Vec<BackendInfo<'_>> {
        // SAFETY: the info and all that it points to live as long as the list.
        unsafe {
            let info = &*sys::vyre_backend_list_get_info(self.as_raw());
            list(info.backends, info.backend_count)
        }
    }

    /// What is known of an id.
    pub fn get(&self, id: &str) -> Option<BackendInfo<'_>> {
        self.backends().into_iter().find(|backend| backend.id == id)
    }
}

impl Context {
    /// What the context knows of its backends now. No device is asked.
    pub fn backends(&self) -> Result<BackendList> {
        // SAFETY: the context lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_backend_list_create(self.as_raw(), raw)) }
    }

    /// Declares the rank of the backend `id`; lower is better. The id of a single device is
    /// refused. A second one for an id is
    /// [`ErrorKind::AlreadyRegistered`](crate::ErrorKind::AlreadyRegistered).
    pub fn declare_rank(&self, id: &str, rank: u32) -> Result<()> {
        // SAFETY: all arguments live for the call.
        unsafe { error::check(sys::vyre_context_declare_rank(self.as_raw(), string(id), rank)) }
    }

    /// Declares whether devices of the backend `id` may be chosen when the best one is asked for.
    /// The id of a single device is refused. A second one for an id is
    /// [`ErrorKind::AlreadyRegistered`](crate::ErrorKind::AlreadyRegistered).
    pub fn declare_dispatches(&self, id: &str, dispatches: bool) -> Result<()> {
        let number = u32::from(dispatches);
        // SAFETY: all arguments live for the call.
        unsafe {
            error::check(sys::vyre_context_declare_dispatches(self.as_raw(), string(id), number))
        }
    }
}

/// The C form of digests, which borrows them.
fn bytes(digests: &[[u8; 32]]) -> Vec<sys::vyre_bytes> {
    let one = |digest: &[u8; 32]| sys::vyre_bytes { data: digest.as_ptr().cast(), size: 32 };
    digests.iter().map(one).collect()
}

/// Backends made outside of the library.
impl Context {
    /// Loads the plug-in `path`, adds its backend to those of the context, and gives the id that
    /// [`DeviceBuilder::id`](crate::DeviceBuilder::id) takes. Loading runs code of the plug-in. It
    /// stays loaded as long as the context or an object made with the backend is there. After an
    /// error nothing is loaded.
    ///
    /// `digests` are the BLAKE3 digests of the files that may be loaded; with none all may. What is
    /// loaded is what was hashed. Linux only.
    ///
    /// # Safety
    /// The file is run in this process: it is what it claims to be, and keeps the contract of
    /// plug-ins.
    pub unsafe fn load_plugin(&self, path: &str, digests: &[[u8; 32]]) -> Result<&str> {
        let (digests, mut id) = (bytes(digests), sys::vyre_string::default());
        let (first, many) = (digests.as_ptr(), digests.len());
        // SAFETY: the context, the text and the digests live for the call; the id is text of the
        // context.
        unsafe {
            let raw = self.as_raw();
            error::check(sys::vyre_context_load_plugin(raw, string(path), first, many, &mut id))?;
            Ok(text(id))
        }
    }

    /// Loads every plug-in of `folder`: the regular files that end in ".so", ".dylib" or ".dll", in
    /// the order of their names. Those that load stay loaded also when others do not; the error
    /// then has a finding for each that does not. `digests` as for
    /// [`load_plugin`](Self::load_plugin).
    ///
    /// # Safety
    /// As of [`load_plugin`](Self::load_plugin), for each file.
    pub unsafe fn load_plugins(&self, folder: &str, digests: &[[u8; 32]]) -> Result<()> {
        let digests = bytes(digests);
        let (first, many) = (digests.as_ptr(), digests.len());
        // SAFETY: the context, the text and the digests live for the call.
        error::check(unsafe {
            sys::vyre_context_load_plugins(self.as_raw(), string(folder), first, many)
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
