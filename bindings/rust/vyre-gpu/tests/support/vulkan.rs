//! A host with a Vulkan device of its own, by the raw functions of the system's loader.

use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::{mem, ptr};
use vyre_gpu::vulkan;

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
    timelines: RefCell<Vec<u64>>,
}

pub const API_1_2: u32 = 1 << 22 | 2 << 12;

/// Calls a function of the host's instance, whose arguments stand before their types.
macro_rules! call {
    ($host:ident.$name:ident($($argument:expr => $type:ty),*) $(-> $result:ty)?) => {{
        type Function = unsafe extern "C" fn($($type),*) $(-> $result)?;
        let name = concat!(stringify!($name), "\0");
        // SAFETY: the function has this type, and the arguments are those of the call.
        unsafe {
            let found = ($host.get_address)($host.instance, name.as_ptr().cast()).expect(name);
            mem::transmute::<unsafe extern "C" fn(), Function>(found)($($argument),*)
        }
    }};
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
            timelines: RefCell::default(),
        };
        host.create_instance();
        host.create_device();
        host.create_pool();
        host
    }

    fn create_instance(&mut self) {
        let mut application = Structure::<4>::new(0);
        application.words[3] = u64::from(API_1_2) << 32; // behind the engine's version
        let mut info = Structure::<6>::new(1);
        info.words[1] = application.pointer() as u64;
        let result = call!(self.vkCreateInstance(info.pointer() => *mut c_void,
            ptr::null() => *const c_void, &mut self.instance => *mut Handle) -> i32);
        assert_eq!(result, 0);
        let mut count = 1;
        call!(self.vkEnumeratePhysicalDevices(self.instance => Handle, &mut count => *mut u32,
            &mut self.physical => *mut Handle) -> i32);
        assert_eq!(count, 1);
    }

    fn create_device(&mut self) {
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
        let result = call!(self.vkCreateDevice(self.physical => Handle,
            info.pointer() => *mut c_void, ptr::null() => *const c_void,
            &mut self.device => *mut Handle) -> i32);
        assert_eq!(result, 0);
        call!(self.vkGetDeviceQueue(self.device => Handle, 0 => u32, 0 => u32,
            &mut self.queue => *mut Handle));
    }

    fn create_pool(&mut self) {
        let mut info = Structure::<1>::new(39);
        let result = call!(self.vkCreateCommandPool(self.device => Handle,
            info.pointer() => *mut c_void, ptr::null() => *const c_void,
            &mut self.pool => *mut u64) -> i32);
        assert_eq!(result, 0);
    }

    /// A command buffer in the recording state.
    pub fn begin(&self) -> Handle {
        let mut info = Structure::<2>::new(40);
        info.words = [self.pool, 1 << 32]; // level, count
        let mut commands = ptr::null_mut();
        let result = call!(self.vkAllocateCommandBuffers(self.device => Handle,
            info.pointer() => *mut c_void, &mut commands => *mut Handle) -> i32);
        assert_eq!(result, 0);
        let mut info = Structure::<2>::new(42);
        let result = call!(self.vkBeginCommandBuffer(commands => Handle,
            info.pointer() => *mut c_void) -> i32);
        assert_eq!(result, 0);
        commands
    }

    /// Ends and submits a command buffer and waits for its end.
    pub fn submit(&self, commands: Handle) {
        let mut info = Structure::<7>::new(4);
        info.words[3] = 1;
        info.words[4] = ptr::from_ref(&commands) as u64;
        assert_eq!(call!(self.vkEndCommandBuffer(commands => Handle) -> i32), 0);
        let result = call!(self.vkQueueSubmit(self.queue => Handle, 1 => u32,
            info.pointer() => *mut c_void, 0 => u64) -> i32);
        assert_eq!(result, 0);
        assert_eq!(call!(self.vkQueueWaitIdle(self.queue => Handle) -> i32), 0);
    }

    /// A semaphore with a value, which is 0, until the host goes.
    pub fn timeline(&self) -> u64 {
        let mut kind = Structure::<2>::new(1_000_207_002);
        kind.words = [1, 0]; // a timeline, its value
        let mut info = Structure::<1>::new(9);
        info.next = kind.pointer();
        let mut timeline = 0;
        let result = call!(self.vkCreateSemaphore(self.device => Handle,
            info.pointer() => *mut c_void, ptr::null() => *const c_void,
            &mut timeline => *mut u64) -> i32);
        assert_eq!(result, 0);
        self.timelines.borrow_mut().push(timeline);
        timeline
    }

    pub fn signal(&self, timeline: u64, value: u64) {
        let mut info = Structure::<2>::new(1_000_207_005);
        info.words = [timeline, value];
        let result = call!(self.vkSignalSemaphore(self.device => Handle,
            info.pointer() => *mut c_void) -> i32);
        assert_eq!(result, 0);
    }

    /// The value of a timeline.
    pub fn reached(&self, timeline: u64) -> u64 {
        let mut value = 0;
        let result = call!(self.vkGetSemaphoreCounterValue(self.device => Handle,
            timeline => u64, &mut value => *mut u64) -> i32);
        assert_eq!(result, 0);
        value
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
        let none = ptr::null();
        for timeline in self.timelines.take() {
            call!(self.vkDestroySemaphore(self.device => Handle, timeline => u64,
                none => *const c_void));
        }
        call!(self.vkDestroyCommandPool(self.device => Handle, self.pool => u64,
            none => *const c_void));
        call!(self.vkDestroyDevice(self.device => Handle, none => *const c_void));
        call!(self.vkDestroyInstance(self.instance => Handle, none => *const c_void));
    }
}
