package vyre

import (
	"context"
	"errors"
	"slices"
	"strings"
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

// invalid reads a buffer that nothing declares.
const invalid = `{"buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"store": "out", "at": 0, "value": {"load": "absent", "at": 0}}]}`

// onEach runs a test on each backend.
func onEach(t *testing.T, test func(t *testing.T, backend *Backend)) {
	for _, id := range []string{"cpu-ref", "vulkan"} {
		t.Run(id, func(t *testing.T) { test(t, acquire(t, newTestContext(t, nil), id)) })
	}
}

// ok ends the test with err, unless it is nil.
func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
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
		options.Log = func(level LogLevel, text string) {
			if level == LogError {
				t.Errorf("logged: %s", text)
			}
		}
	}
	c, err := CreateContext(options)
	ok(t, err)
	t.Cleanup(c.Close)
	return c
}

func acquire(t *testing.T, c *Context, id string) *Backend {
	t.Helper()
	b, err := c.AcquireBackend(id, nil)
	ok(t, err)
	t.Cleanup(b.Close)
	return b
}

func load(t *testing.T, json string) *Program {
	t.Helper()
	c, err := DefaultContext()
	ok(t, err)
	defer c.Close()
	p, err := c.ProgramFromJSON(json)
	ok(t, err)
	t.Cleanup(p.Close)
	return p
}

func compile(t *testing.T, b *Backend, json string) *Pipeline {
	t.Helper()
	return compileProgram(t, b, load(t, json))
}

func compileProgram(t *testing.T, b *Backend, program *Program) *Pipeline {
	t.Helper()
	p, err := b.CreatePipeline(program, nil)
	ok(t, err)
	t.Cleanup(p.Close)
	return p
}

func start(t *testing.T, p *Pipeline, bindings ...Binding) *Pending {
	t.Helper()
	pending, err := p.DispatchAsync(bindings, nil)
	ok(t, err)
	t.Cleanup(pending.Close)
	return pending
}

func run(t *testing.T, p *Pipeline, bindings ...Binding) {
	t.Helper()
	_, err := p.Dispatch(context.Background(), bindings, nil)
	ok(t, err)
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
