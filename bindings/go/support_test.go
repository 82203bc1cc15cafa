package vyre

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// increment is out[i] = a[i] + 1 for as many elements as a has.
const increment = `{"workgroup_size": [64, 1, 1],
	"buffers": [{"name": "a", "type": "U32"}, {"name": "out", "type": "U32", "access": "write_only"}],
	"body": [{"let": "i", "value": {"invocation_id": "x"}},
		{"if": {"lt": ["i", {"buf_len": "a"}]},
		 "then": [{"store": "out", "at": "i", "value": {"add": [{"load": "a", "at": "i"}, 1]}}]}]}`

// long adds 1 to out[0] as often as n[0] says.
const long = `{"buffers": [{"name": "n", "type": "U32", "count": 1},
		{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"let": "acc", "value": 0},
		{"loop": "i", "to": {"load": "n", "at": 0}, "body": [
			{"assign": "acc", "value": {"add": ["acc", 1]}}]},
		{"store": "out", "at": 0, "value": "acc"}]}`

// chained makes out[0] with as many steps as n[0] says in each workgroup, and no compiler knows a
// shorter way. It is many workgroups that take long: the software device stops after 65,535 steps.
const chained = `{"buffers": [{"name": "n", "type": "U32", "count": 1},
		{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"let": "acc", "value": 1},
		{"loop": "i", "to": {"load": "n", "at": 0}, "body": [
			{"assign": "acc", "value": {"add": [{"mul": ["acc", 1664525]}, 1013904223]}}]},
		{"store": "out", "at": 0, "value": "acc"}]}`

// sum adds its input to what total holds, and counts launches in seen, which the caller keeps.
const sum = `{"buffers": [{"name": "in", "type": "U32", "count": 4},
		{"name": "total", "type": "U32", "count": 1, "access": "read_write"},
		{"name": "seen", "type": "U32", "count": 1, "kind": "persistent", "access": "read_write"}],
	"body": [{"loop": "i", "to": 4, "body": [
			{"store": "total", "at": 0, "value": {"add": [{"load": "total", "at": 0}, {"load": "in", "at": "i"}]}}]},
		{"store": "seen", "at": 0, "value": {"add": [{"load": "seen", "at": 0}, 1]}}]}`

// trap fails every dispatch.
const trap = `{"buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"trap": 9, "tag": "always"}]}`

// invalid reads a parameter that nothing declares.
const invalid = `{"buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"store": "out", "at": 0, "value": {"load": "absent", "at": 0}}]}`

// onEach runs a test on each device.
func onEach(t *testing.T, test func(t *testing.T, device *Device)) {
	for _, id := range []string{"cpu-ref", "vulkan"} {
		t.Run(id, func(t *testing.T) { test(t, openID(t, newTestContext(t, nil), id)) })
	}
}

func isOracle(d *Device) bool { return d.Info().Kind == DeviceOracle }

// ok ends the test with err, unless it is nil.
func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must gives value to a test, which ends with err unless it is nil: must(f())(t).
func must[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		ok(t, err)
		return value
	}
}

// opened is must for an object, which is closed when the test ends.
func opened[T interface{ Close() }](object T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		ok(t, err)
		t.Cleanup(object.Close)
		return object
	}
}

// failed is the error of what gives a value too.
func failed[T any](_ T, err error) error { return err }

// goroutines runs work with the numbers below n, each in a goroutine of its own.
func goroutines(n int, work func(number int)) *sync.WaitGroup {
	var group sync.WaitGroup
	for number := range n {
		group.Add(1)
		go func() {
			defer group.Done()
			work(number)
		}()
	}
	return &group
}

// newTestContext is a context of these options under the validation layer, whose errors fail the
// test.
func newTestContext(t *testing.T, options *ContextOptions) *Context {
	t.Helper()
	if options == nil {
		options = &ContextOptions{}
	}
	options.VulkanValidation = true
	if options.Log == nil {
		options.Log = failingLog(t)
	}
	return opened(NewContext(options))(t)
}

// failingLog fails the test with each error that is logged. Behind the end of the test, where objects
// may live on that only the collector gives back, it prints them: a failure would end the process.
func failingLog(t *testing.T) func(LogLevel, string) {
	var mutex sync.Mutex
	ended := false
	t.Cleanup(func() {
		mutex.Lock()
		defer mutex.Unlock()
		ended = true
	})
	return func(level LogLevel, text string) {
		mutex.Lock()
		defer mutex.Unlock()
		if level == LogError && ended {
			fmt.Fprintf(os.Stderr, "logged behind the end of %s: %s\n", t.Name(), text)
		} else if level == LogError {
			t.Errorf("logged: %s", text)
		}
	}
}

func openID(t *testing.T, c *Context, id string) *Device {
	t.Helper()
	return opened(c.OpenDevice(&DeviceOptions{ID: id}))(t)
}

// oracle is a device of the oracle in a context of its own.
func oracle(t *testing.T) *Device {
	t.Helper()
	return openID(t, newTestContext(t, nil), "cpu-ref")
}

func load(t *testing.T, json string) *Program {
	t.Helper()
	return opened(LoadProgram([]byte(json), nil))(t)
}

func jsonOf(t *testing.T, p *Program) string {
	t.Helper()
	return string(must(p.Save(&SaveOptions{Format: FormatJSON}))(t))
}

func fingerprintOf(t *testing.T, p *Program) [32]byte {
	t.Helper()
	return must(p.Fingerprint(WireAny))(t)
}

func compile(t *testing.T, d *Device, json string) *Pipeline {
	t.Helper()
	return compileProgram(t, d, load(t, json))
}

func compileProgram(t *testing.T, d *Device, program *Program) *Pipeline {
	t.Helper()
	return opened(d.CreatePipeline(program, nil))(t)
}

func createBuffer(t *testing.T, d *Device, size uint64) *Buffer {
	t.Helper()
	return opened(d.CreateBuffer(size, nil))(t)
}

func start(t *testing.T, p *Pipeline, bindings ...Binding) *Work {
	t.Helper()
	return opened(p.DispatchAsync(bindings, nil))(t)
}

// dispatch runs a pipeline however long it takes.
func dispatch(p *Pipeline, options *DispatchOptions, bindings ...Binding) (DispatchResult, error) {
	return p.Dispatch(context.Background(), bindings, options)
}

func run(t *testing.T, p *Pipeline, bindings ...Binding) {
	t.Helper()
	must(dispatch(p, nil, bindings...))(t)
}

// wantIncrements checks that increment runs on a device.
func wantIncrements(t *testing.T, d *Device) {
	t.Helper()
	out := make([]uint32, 3)
	run(t, compile(t, d, increment), In("a", []uint32{1, 2, 3}), Out("out", out))
	wantSlice(t, out, []uint32{2, 3, 4})
}

func metricsOf(t *testing.T, d *Device) MetricList {
	t.Helper()
	return must(d.Metrics())(t)
}

// wantError checks the code of an error, that its text has part, and that it says how to go on.
func wantError(t *testing.T, err error, code Code, part string) {
	t.Helper()
	if !errors.Is(err, code) {
		t.Errorf("got %v, want %v", err, code)
	} else if !strings.Contains(err.Error(), part) || !strings.Contains(err.Error(), "Fix: ") {
		t.Errorf("want %q and \"Fix: \" in: %v", part, err)
	}
}

func wantEqual[T comparable](t *testing.T, have, want T) {
	t.Helper()
	if have != want {
		t.Errorf("got %v, want %v", have, want)
	}
}

func wantSlice[T comparable](t *testing.T, have, want []T) {
	t.Helper()
	if !slices.Equal(have, want) {
		t.Errorf("got %v, want %v", have, want)
	}
}

// wantDeep is wantEqual for what has slices in it.
func wantDeep[T any](t *testing.T, have, want T) {
	t.Helper()
	if !reflect.DeepEqual(have, want) {
		t.Errorf("got %+v, want %+v", have, want)
	}
}
