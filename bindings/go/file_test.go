package vyre

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

func newFile(t *testing.T, data []byte) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	ok(t, os.WriteFile(path, data, 0o600))
	file := must(os.OpenFile(path, os.O_RDWR, 0))(t)
	t.Cleanup(func() { file.Close() })
	return file
}

func contents(t *testing.T, file *os.File) []byte {
	t.Helper()
	return must(os.ReadFile(file.Name()))(t)
}

func TestAFileGoesThroughABuffer(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		data := BytesOf(count(1000, 7))
		buffer := createBuffer(t, device, 4000)
		ok(t, buffer.LoadFile(0, newFile(t, data), 0, 4000))
		output := newFile(t, nil)
		ok(t, buffer.SaveFile(1000, output, 2, 2000))
		if want := append([]byte{0, 0}, data[1000:3000]...); !bytes.Equal(contents(t, output), want) {
			t.Error("the file has other bytes")
		}
	})
}

func TestTransfersUnderWayOutliveTheFile(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		data := BytesOf(count(1000, 7))
		buffer := createBuffer(t, device, 4000)
		input, output := newFile(t, data), newFile(t, nil)
		read := opened(buffer.LoadFileAsync(0, input, 0, 4000))(t)
		input.Close()
		ok(t, read.Wait(context.Background()))
		written := opened(buffer.SaveFileAsync(0, output, 0, 4000))(t)
		ok(t, written.Wait(t.Context()))
		if !bytes.Equal(contents(t, output), data) {
			t.Error("the file has other bytes")
		}
	})
}

func TestAShortFileLeavesTheBufferAsItWas(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		buffer := createBuffer(t, device, 16)
		short := newFile(t, make([]byte, 15))
		wantError(t, buffer.LoadFile(0, short, 0, 16), ErrInputOutput, "has 15 bytes")
	})
}

func TestFilesThatAreNotOpenAreRefused(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		buffer := createBuffer(t, device, 16)
		closed := newFile(t, make([]byte, 16))
		closed.Close()
		for _, file := range []*os.File{nil, closed} {
			wantError(t, buffer.LoadFile(0, file, 0, 1), ErrInvalidArgument, "is not open")
			wantError(t, buffer.SaveFile(0, file, 0, 1), ErrInvalidArgument, "is not open")
			wantError(t, failed(buffer.LoadFileAsync(0, file, 0, 1)), ErrInvalidArgument, "is not open")
			wantError(t, failed(buffer.SaveFileAsync(0, file, 0, 1)), ErrInvalidArgument, "is not open")
		}
	})
}
