package vyre

// #include <vyre_driver.h>
import "C"

import (
	"os"
	"runtime"
)

// fd is the file's descriptor; the file stays open until the caller lets it go with KeepAlive.
func fd(file *os.File) C.int32_t {
	if file == nil {
		return -1
	}
	return C.int32_t(file.Fd())
}

// ReadFile reads size bytes at fileOffset of the file, which is a regular one or a block device, to
// offset of the buffer, after all work submitted earlier that uses it. The file's position is
// neither used nor moved. When it fails, the buffer has the bytes it had. Blocks.
func (b *Buffer) ReadFile(offset uint64, file *os.File, fileOffset, size uint64) error {
	p, h := use(b)
	defer h.done(p)
	defer runtime.KeepAlive(file)
	return take(C.vyre_buffer_read_file(p, C.uint64_t(offset), fd(file), C.uint64_t(fileOffset), C.uint64_t(size)))
}

// WriteFile writes size bytes from offset of the buffer to fileOffset of the file, after all work
// submitted earlier that uses it. The file grows where it has to. Blocks.
func (b *Buffer) WriteFile(offset uint64, file *os.File, fileOffset, size uint64) error {
	p, h := use(b)
	defer h.done(p)
	defer runtime.KeepAlive(file)
	return take(C.vyre_buffer_write_file(p, C.uint64_t(offset), fd(file), C.uint64_t(fileOffset), C.uint64_t(size)))
}

// ReadFileAsync is ReadFile without waiting. The file may be closed when it returns; the buffer has
// its bytes when the work is ready, all at once.
func (b *Buffer) ReadFileAsync(offset uint64, file *os.File, fileOffset, size uint64) (*Pending, error) {
	p, h := use(b)
	defer h.done(p)
	defer runtime.KeepAlive(file)
	var out *C.vyre_pending
	return made[Pending](C.vyre_buffer_read_file_async(p, C.uint64_t(offset), fd(file), C.uint64_t(fileOffset), C.uint64_t(size), &out), &out)
}

// WriteFileAsync is WriteFile without waiting. The file may be closed when it returns.
func (b *Buffer) WriteFileAsync(offset uint64, file *os.File, fileOffset, size uint64) (*Pending, error) {
	p, h := use(b)
	defer h.done(p)
	defer runtime.KeepAlive(file)
	var out *C.vyre_pending
	return made[Pending](C.vyre_buffer_write_file_async(p, C.uint64_t(offset), fd(file), C.uint64_t(fileOffset), C.uint64_t(size), &out), &out)
}
