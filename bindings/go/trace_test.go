package vyre

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestTracesShowCallsAndDevices(t *testing.T) {
	c := newTestContext(t, &ContextOptions{Trace: true, TraceEvents: 1000, DebugLabels: true})
	pipeline := compile(t, openID(t, c, "vulkan"), increment)
	in, out := []uint32{1, 2, 3}, make([]uint32, 3)
	must(dispatch(pipeline, &DispatchOptions{Label: "plus one"}, In("a", in), Out("out", out)))(t)
	var text bytes.Buffer
	ok(t, c.WriteTrace(&text))
	var trace struct {
		TraceEvents []struct {
			Name string
			Args struct{ Label, Clock string }
		}
	}
	ok(t, json.Unmarshal(text.Bytes(), &trace))
	calls, devices := 0, 0
	for _, event := range trace.TraceEvents {
		if event.Name == "vyre_dispatch" && event.Args.Label == "plus one" {
			calls++
		}
		if event.Args.Clock != "" {
			devices++
		}
	}
	wantEqual(t, calls, 1)
	wantEqual(t, devices, 1)
}

func TestAWriterThatFailsIsTheErrorOfATrace(t *testing.T) {
	err := newTestContext(t, &ContextOptions{Trace: true}).WriteTrace(fullDisk{})
	if err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("got %v", err)
	}
}

func TestWithoutATraceThereIsNothingToWrite(t *testing.T) {
	err := newTestContext(t, nil).WriteTrace(&bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "VYRE_CONTEXT_TRACE") {
		t.Errorf("got %v", err)
	}
}
