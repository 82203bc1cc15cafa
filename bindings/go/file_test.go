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
	onEach(t, func(t *testing.T, backend *Backend) {
		data := Bytes(count(1000, 7))
		buffer := opened(backend.CreateBuffer(4000))(t)
		ok(t, buffer.ReadFile(0, newFile(t, data), 0, 4000))
		output := newFile(t, nil)
		ok(t, buffer.WriteFile(1000, output, 2, 2000))
		if want := append([]byte{0, 0}, data[1000:3000]...); !bytes.Equal(contents(t, output), want) {
			t.Error("the file has other bytes")
		}
	})
}

func TestPendingTransfersOutliveTheFile(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		data := Bytes(count(1000, 7))
		buffer := opened(backend.CreateBuffer(4000))(t)
		input, output := newFile(t, data), newFile(t, nil)
		read := opened(buffer.ReadFileAsync(0, input, 0, 4000))(t)
		input.Close()
		ok(t, read.Wait(context.Background()))
		written := opened(buffer.WriteFileAsync(0, output, 0, 4000))(t)
		ok(t, written.Wait(context.Background()))
		if !bytes.Equal(contents(t, output), data) {
			t.Error("the file has other bytes")
		}
	})
}

func TestAShortFileLeavesTheBufferAsItWas(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		buffer := opened(backend.CreateBuffer(16))(t)
		short := newFile(t, make([]byte, 15))
		wantError(t, buffer.ReadFile(0, short, 0, 16), ErrInputOutput, "has 15 bytes")
		wantError(t, buffer.ReadFile(0, nil, 0, 1), ErrInvalidArgument, "is not open")
		wantError(t, failed(buffer.ReadFileAsync(0, nil, 0, 1)), ErrInvalidArgument, "is not open")
	})
}
