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
	wantError(t, failed(CreateContext(&ContextOptions{LogLevel: 5, Log: func(LogLevel, string) {}})),
		ErrInvalidArgument, "log_level is 5")
	wantError(t, failed(CreateContext(&ContextOptions{LogLevel: -1})), ErrInvalidArgument, "log_level is -1")
}

// narrowing is valid, and warned of.
const narrowing = `{"buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"store": "out", "at": 0, "value": {"cast": "U32", "value": {"u64": "1"}}}]}`

func TestTheLogGetsMessages(t *testing.T) {
	var lines []string
	c, err := CreateContext(&ContextOptions{
		ReadEnvironment: true,
		CacheDirectory:  t.TempDir(),
		Log:             func(level LogLevel, text string) { lines = append(lines, fmt.Sprint(level, " ", text)) },
	})
	ok(t, err)
	defer c.Close()
	program := opened(c.ProgramFromJSON(narrowing))(t)
	ok(t, program.Validate(nil))
	if len(lines) != 1 || !strings.HasPrefix(lines[0], fmt.Sprint(LogWarning, " V035 at body[0]")) {
		t.Errorf("logged: %q", lines)
	}
}

func TestTheVulkanLibraryCanBeNamed(t *testing.T) {
	c := opened(CreateContext(&ContextOptions{VulkanLibrary: "/nowhere/libvulkan.so"}))(t)
	wantError(t, failed(c.AcquireBackend("vulkan", nil)), ErrNotFound, "/nowhere/libvulkan.so")
}

func TestTheDefaultContextIsShared(t *testing.T) {
	first := must(DefaultContext())(t)
	second := must(DefaultContext())(t)
	first.Close()
	ran := must(second.Poll())(t)
	wantEqual(t, ran, 0)
	second.Close()
	wantError(t, failed(second.Poll()), ErrInvalidArgument, "context")
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
func incrementIn(allocator Allocator, backendID string) error {
	c, noContext := CreateContext(&ContextOptions{Allocator: allocator})
	defer c.Close()
	backend, noBackend := c.AcquireBackend(backendID, nil)
	defer backend.Close()
	program, noProgram := c.ProgramFromJSON(increment)
	defer program.Close()
	pipeline, noPipeline := backend.CreatePipeline(program, nil)
	defer pipeline.Close()
	_, noResult := dispatch(pipeline, nil, Input(0, []uint32{1, 2, 3}), Output(1, make([]uint32, 3)))
	return cmp.Or(noContext, noBackend, noProgram, noPipeline, noResult)
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
		panicInPoll(t)
		return
	}
	command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	command.Env = append(os.Environ(), "VYRE_GO_PANIC=1")
	output, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(output), "vyre: panic in a callback: on purpose") {
		t.Errorf("the process ended with %v and printed:\n%s", err, output)
	}
}

func panicInPoll(t *testing.T) {
	c := newTestContext(t, nil)
	pending := start(t, compile(t, acquire(t, c, "cpu-ref"), increment), Input(0, []uint32{1}), Zeros(1, 4))
	ok(t, pending.OnComplete(func(State) { panic("on purpose") }))
	defer func() {
		if reason := recover(); reason != nil {
			t.Errorf("recovered %v", reason)
		}
		select {} // the process ends meanwhile
	}()
	for {
		must(c.Poll())(t)
	}
}
