package vyre

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"
)

func TestContextsRefuseWrongOptions(t *testing.T) {
	wantError(t, failed(NewContext(&ContextOptions{LogLevel: 5, Log: func(LogLevel, string) {}})),
		ErrInvalidArgument, "log_level is 5")
	wantError(t, failed(NewContext(&ContextOptions{LogLevel: 1 << 31})), ErrInvalidArgument, "log_level is 2147483648")
}

// narrowing is valid, and warned of.
const narrowing = `{"buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"store": "out", "at": 0, "value": {"cast": "U32", "value": {"u64": "1"}}}]}`

func TestTheLogGetsMessages(t *testing.T) {
	var mutex sync.Mutex
	var lines []string
	c := opened(NewContext(&ContextOptions{
		ReadEnvironment: true,
		CacheFolder:     t.TempDir(),
		Log: func(level LogLevel, text string) {
			mutex.Lock()
			defer mutex.Unlock()
			lines = append(lines, fmt.Sprint(uint32(level), " ", text))
		},
	}))(t)
	program := opened(c.LoadProgram([]byte(narrowing), nil))(t)
	ok(t, program.Validate(nil))
	mutex.Lock()
	defer mutex.Unlock()
	if len(lines) != 1 || !strings.HasPrefix(lines[0], fmt.Sprint(uint32(LogWarning), " V035 at body[0]")) {
		t.Errorf("logged: %q", lines)
	}
}

func TestTheVulkanLibraryCanBeNamed(t *testing.T) {
	c := opened(NewContext(&ContextOptions{VulkanLibrary: "/nowhere/libvulkan.so"}))(t)
	wantError(t, failed(c.OpenDevice(&DeviceOptions{ID: "vulkan"})), ErrNotFound, "/nowhere/libvulkan.so")
}

func TestTheSharedContextIsShared(t *testing.T) {
	first := must(SharedContext())(t)
	second := must(SharedContext())(t)
	first.Close()
	ran := must(second.RunCallbacks())(t)
	wantEqual(t, ran, 0)
	second.Close()
	wantError(t, failed(second.RunCallbacks()), ErrInvalidArgument, "context")
}

// TestClosedContextsAreNotTheSharedOne makes every call that would take no context for that one.
func TestClosedContextsAreNotTheSharedOne(t *testing.T) {
	closed := must(NewContext(nil))(t)
	closed.Close()
	for _, c := range []*Context{closed, nil, {}} {
		_, noDevice := c.OpenDevice(nil)
		_, noList := c.ListDevices(nil)
		_, noProgram := c.LoadProgram([]byte(increment), nil)
		_, noRegistry := c.NewRegistryBuilder()
		_, noImport := c.ImportVulkanDevice(nil)
		_, noFinish := c.NewBuilder().Finish()
		for _, err := range []error{noDevice, noList, noProgram, noRegistry, noImport, noFinish, c.NewBuilder().Err()} {
			wantError(t, err, ErrInvalidArgument, "the context is nil or closed")
		}
	}
	registry := opened(must(SharedContext())(t).Registry())(t)
	wantError(t, failed(registry.Info().Ops[0].Composition(closed)), ErrInvalidArgument, "the context is nil or closed")
}

// pages gives whole pages of the operating system and counts them.
type pages struct {
	mutex  sync.Mutex
	blocks map[unsafe.Pointer][]byte
	calls  int
	failAt int
}

func (p *pages) Allocate(size, alignment uintptr) unsafe.Pointer {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.calls++; p.calls == p.failAt || alignment > uintptr(os.Getpagesize()) {
		return nil
	}
	block, err := syscall.Mmap(-1, 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	p.blocks[unsafe.Pointer(&block[0])] = block
	return unsafe.Pointer(&block[0])
}

func (p *pages) Deallocate(memory unsafe.Pointer, size, _ uintptr) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if block := p.blocks[memory]; uintptr(len(block)) == size && syscall.Munmap(block) == nil {
		delete(p.blocks, memory)
	}
}

// incrementIn runs a program in a context of this allocator; everything is closed afterwards.
func incrementIn(allocator Allocator, id string) error {
	c, noContext := NewContext(&ContextOptions{Allocator: allocator})
	defer c.Close()
	device, noDevice := c.OpenDevice(&DeviceOptions{ID: id})
	defer device.Close()
	program, noProgram := c.LoadProgram([]byte(increment), nil)
	defer program.Close()
	pipeline, noPipeline := device.CreatePipeline(program, nil)
	defer pipeline.Close()
	_, noResult := dispatch(pipeline, nil, In("a", []uint32{1, 2, 3}), Out("out", make([]uint32, 3)))
	return cmp.Or(noContext, noDevice, noProgram, noPipeline, noResult)
}

func TestTheAllocatorGetsEveryByteBack(t *testing.T) {
	for _, id := range []string{"cpu-ref", "vulkan"} {
		p := &pages{blocks: map[unsafe.Pointer][]byte{}}
		ok(t, incrementIn(p, id))
		if p.calls == 0 || len(p.blocks) != 0 {
			t.Errorf("%s: %d calls, %d blocks left", id, p.calls, len(p.blocks))
		}
		failing := &pages{blocks: map[unsafe.Pointer][]byte{}, failAt: p.calls}
		wantError(t, incrementIn(failing, id), ErrOutOfHostMemory, "host")
		wantEqual(t, len(failing.blocks), 0)
	}
}

// TestAPanicInACallbackEndsTheProcess runs itself in a process of its own, where a caller tries to
// recover what passed through the library.
func TestAPanicInACallbackEndsTheProcess(t *testing.T) {
	if os.Getenv("VYRE_GO_PANIC") != "" {
		panicInCallback(t)
		return
	}
	command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	command.Env = append(os.Environ(), "VYRE_GO_PANIC=1")
	output, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(output), "vyre: panic in a callback: on purpose") {
		t.Errorf("the process ended with %v and printed:\n%s", err, output)
	}
}

func panicInCallback(t *testing.T) {
	c := newTestContext(t, nil)
	work := start(t, compile(t, openID(t, c, "cpu-ref"), increment), In("a", []uint32{1}), Zeros("out", 4))
	ok(t, work.OnComplete(func(WorkState) { panic("on purpose") }))
	defer func() {
		if reason := recover(); reason != nil {
			t.Errorf("recovered %v", reason)
		}
		select {} // the process ends meanwhile
	}()
	for {
		must(c.RunCallbacks())(t)
	}
}
