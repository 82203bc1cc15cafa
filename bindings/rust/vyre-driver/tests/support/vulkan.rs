//! A host with a Vulkan device of its own, by the raw functions of the system's loader.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::{mem, ptr};
use vyre_driver::vulkan;

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

type Handle = *mut c_void;
type GetAddress = unsafe extern "C" fn(Handle, *const c_char) -> Option<unsafe extern "C" fn()>;

/// A structure of Vulkan as words behind its type and its chain.
#[repr(C)]
pub struct Structure<const WORDS: usize> {
    pub kind: u64,
    pub next: *const c_void,
    pub words: [u64; WORDS],
}

impl<const WORDS: usize> Structure<WORDS> {
    pub fn new(kind: u64) -> Self {
        Self { kind, next: ptr::null(), words: [0; WORDS] }
    }

    pub fn pointer(&mut self) -> *mut c_void {
        ptr::from_mut(self).cast()
    }
}

pub struct Host {
    pub get_address: GetAddress,
    pub instance: Handle,
    pub physical: Handle,
    pub device: Handle,
    pub queue: Handle,
    pool: u64,
}

pub const API_1_2: u32 = 1 << 22 | 2 << 12;

/// A function of an instance.
macro_rules! find {
    ($host:expr, $instance:expr, $name:literal, $type:ty) => {
        // SAFETY: the function has this type.
        unsafe {
            let name = concat!($name, "\0");
            let found = ($host)($instance, name.as_ptr().cast()).expect($name);
            mem::transmute::<unsafe extern "C" fn(), $type>(found)
        }
    };
}

impl Host {
    /// The machine's first device, with what the library requires and one queue of family 0.
    pub fn create() -> Self {
        // SAFETY: the loader is one, and its function has this type.
        let get_address: GetAddress = unsafe {
            let library = dlopen(c"libvulkan.so.1".as_ptr(), 2);
            assert!(!library.is_null(), "there is no Vulkan loader");
            mem::transmute(dlsym(library, c"vkGetInstanceProcAddr".as_ptr()))
        };
        let mut host = Self {
            get_address,
            instance: ptr::null_mut(),
            physical: ptr::null_mut(),
            device: ptr::null_mut(),
            queue: ptr::null_mut(),
            pool: 0,
        };
        host.create_instance();
        host.create_device();
        host.create_pool();
        host
    }

    fn create_instance(&mut self) {
        type Create = unsafe extern "C" fn(*mut c_void, *const c_void, *mut Handle) -> i32;
        type Enumerate = unsafe extern "C" fn(Handle, *mut u32, *mut Handle) -> i32;
        let create = find!(self.get_address, ptr::null_mut(), "vkCreateInstance", Create);
        let mut application = Structure::<4>::new(0);
        application.words[3] = u64::from(API_1_2) << 32; // behind the engine's version
        let mut info = Structure::<6>::new(1);
        info.words[1] = application.pointer() as u64;
        // SAFETY: the structures are those of the calls.
        unsafe {
            assert_eq!(create(info.pointer(), ptr::null(), &mut self.instance), 0);
        }
        let enumerate =
            find!(self.get_address, self.instance, "vkEnumeratePhysicalDevices", Enumerate);
        let mut count = 1;
        // SAFETY: the arguments are those of the call.
        unsafe {
            enumerate(self.instance, &mut count, &mut self.physical);
            assert_eq!(count, 1);
        }
    }

    fn create_device(&mut self) {
        type Create = unsafe extern "C" fn(Handle, *mut c_void, *const c_void, *mut Handle) -> i32;
        type GetQueue = unsafe extern "C" fn(Handle, u32, u32, *mut Handle);
        let create = find!(self.get_address, self.instance, "vkCreateDevice", Create);
        let get_queue = find!(self.get_address, self.instance, "vkGetDeviceQueue", GetQueue);
        let mut v12 = Structure::<24>::new(51);
        let mut features = Structure::<28>::new(1_000_059_000);
        features.next = v12.pointer();
        let required = vulkan::requirements(API_1_2).unwrap().required_features;
        // SAFETY: the chain is one.
        assert_eq!(unsafe { vulkan::enable_features(features.pointer(), required) }.unwrap(), 0);
        let priority = 1.0f32;
        let mut queue = Structure::<3>::new(2);
        let mut info = Structure::<7>::new(3);
        info.next = features.pointer();
        // Flags and family; one queue; its priority.
        queue.words = [0, 1, ptr::from_ref(&priority) as u64];
        info.words[0] = 1 << 32; // flags, number of queues
        info.words[1] = queue.pointer() as u64;
        // SAFETY: the structures are those of the calls.
        unsafe {
            assert_eq!(create(self.physical, info.pointer(), ptr::null(), &mut self.device), 0);
            get_queue(self.device, 0, 0, &mut self.queue);
        }
    }

    fn create_pool(&mut self) {
        type Create = unsafe extern "C" fn(Handle, *mut c_void, *const c_void, *mut u64) -> i32;
        let create = find!(self.get_address, self.instance, "vkCreateCommandPool", Create);
        let mut info = Structure::<1>::new(39);
        // SAFETY: the structure is that of the call.
        let result = unsafe { create(self.device, info.pointer(), ptr::null(), &mut self.pool) };
        assert_eq!(result, 0);
    }

    /// A command buffer in the recording state.
    pub fn begin(&self) -> Handle {
        type Allocate = unsafe extern "C" fn(Handle, *mut c_void, *mut Handle) -> i32;
        type Begin = unsafe extern "C" fn(Handle, *mut c_void) -> i32;
        let allocate = find!(self.get_address, self.instance, "vkAllocateCommandBuffers", Allocate);
        let begin = find!(self.get_address, self.instance, "vkBeginCommandBuffer", Begin);
        let mut info = Structure::<2>::new(40);
        info.words = [self.pool, 1 << 32]; // level, count
        let mut commands = ptr::null_mut();
        // SAFETY: the structures are those of the calls.
        unsafe {
            assert_eq!(allocate(self.device, info.pointer(), &mut commands), 0);
            assert_eq!(begin(commands, Structure::<2>::new(42).pointer()), 0);
        }
        commands
    }

    /// Ends and submits a command buffer and waits for its end.
    pub fn submit(&self, commands: Handle) {
        type End = unsafe extern "C" fn(Handle) -> i32;
        type Submit = unsafe extern "C" fn(Handle, u32, *mut c_void, u64) -> i32;
        let end = find!(self.get_address, self.instance, "vkEndCommandBuffer", End);
        let submit = find!(self.get_address, self.instance, "vkQueueSubmit", Submit);
        let wait = find!(self.get_address, self.instance, "vkQueueWaitIdle", End);
        let mut info = Structure::<7>::new(4);
        info.words[3] = 1;
        info.words[4] = ptr::from_ref(&commands) as u64;
        // SAFETY: the structure is that of the call.
        unsafe {
            assert_eq!(end(commands), 0);
            assert_eq!(submit(self.queue, 1, info.pointer(), 0), 0);
            assert_eq!(wait(self.queue), 0);
        }
    }

    pub fn desc(&self) -> vulkan::DeviceDesc {
        vulkan::DeviceDesc {
            instance: self.instance,
            physical_device: self.physical,
            device: self.device,
            // SAFETY: as the header wants it.
            get_instance_proc_addr: Some(unsafe {
                mem::transmute::<GetAddress, unsafe extern "C" fn()>(self.get_address)
            }),
            queue: self.queue,
            api_version: API_1_2,
            ..Default::default()
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        type DestroyPool = unsafe extern "C" fn(Handle, u64, *const c_void);
        type Destroy = unsafe extern "C" fn(Handle, *const c_void);
        let pool = find!(self.get_address, self.instance, "vkDestroyCommandPool", DestroyPool);
        let device = find!(self.get_address, self.instance, "vkDestroyDevice", Destroy);
        let instance = find!(self.get_address, self.instance, "vkDestroyInstance", Destroy);
        // SAFETY: nothing uses them any more.
        unsafe {
            pool(self.device, self.pool, ptr::null());
            device(self.device, ptr::null());
            instance(self.instance, ptr::null());
        }
    }
}

/// Whether `names` has `name`.
pub fn has(names: &[&'static CStr], name: &CStr) -> bool {
    names.contains(&name)
}
