package vyre

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// addFour adds 1 to four elements; with declared counts, so that it is kept.
const addFour = `{"workgroup_size": [4, 1, 1],
	"buffers": [{"name": "a", "type": "U32", "count": 4},
		{"name": "out", "type": "U32", "count": 4, "access": "write_only"}],
	"body": [{"let": "i", "value": {"invocation_id": "x"}},
		{"store": "out", "at": "i", "value": {"add": [{"load": "a", "at": "i"}, 1]}}]}`

// originOfAddFour is where the kernel came from, once it has run.
func originOfAddFour(t *testing.T, b *Backend) Origin {
	t.Helper()
	pipeline := compile(t, b, addFour)
	in, out := []uint32{1, 2, 3, 4}, make([]uint32, 4)
	run(t, pipeline, Input(0, in), Output(1, out))
	wantSlice(t, out, []uint32{2, 3, 4, 5})
	return must(pipeline.Origin())(t)
}

func cacheCounters(t *testing.T, b *Backend) CacheCounters {
	t.Helper()
	return must(b.CacheCounters())(t)
}

func TestKernelsComeFromMemoryAndFromTheFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	backend := acquire(t, newTestContext(t, &ContextOptions{CacheDirectory: folder}), "vulkan")
	wantEqual(t, originOfAddFour(t, backend), OriginCompiled)
	wantEqual(t, originOfAddFour(t, backend), OriginMemory)
	counters := cacheCounters(t, backend)
	wantEqual(t, counters.Asked, 2)
	wantEqual(t, counters.Hits, 1)
	wantEqual(t, counters.Made, 1)
	wantEqual(t, counters.DiskWrites, 2)
	wantEqual(t, counters.DiskMisses[MissAbsent], 2)
	later := newTestContext(t, &ContextOptions{CacheDirectory: folder, CacheReadOnly: true})
	wantEqual(t, originOfAddFour(t, acquire(t, later, "vulkan")), OriginDisk)
}

func TestHitRatesAreInTenThousand(t *testing.T) {
	rate, known := CacheHitRate(3, 1)
	wantEqual(t, rate, 7500)
	wantEqual(t, known, true)
	_, known = CacheHitRate(0, 0)
	wantEqual(t, known, false)
	wantEqual(t, CacheHitRateAlarm(3, 1, 7501), true)
	wantEqual(t, CacheHitRateAlarm(3, 1, 7500), false)
}

func TestKeysArePreparedInALaterRun(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	first := acquire(t, newTestContext(t, &ContextOptions{CacheDirectory: folder}), "vulkan")
	wantEqual(t, originOfAddFour(t, first), OriginCompiled)
	keys := must(first.ExportKeys())(t)
	wantEqual(t, len(keys), 1)
	keys = append(keys, CacheKey{})

	later := acquire(t, newTestContext(t, &ContextOptions{CacheDirectory: folder}), "vulkan")
	var seen []uint64
	prepared, err := later.PrepareKeys(keys, func(done, total uint64) bool {
		seen = append(seen, done, total)
		return true
	})
	ok(t, err)
	wantEqual(t, prepared, 1)
	wantSlice(t, seen, []uint64{1, 2, 2, 2})
	wantEqual(t, originOfAddFour(t, later), OriginMemory)

	calls := 0
	must(later.PrepareKeys(keys, func(uint64, uint64) bool { calls++; return false }))(t)
	wantEqual(t, calls, 1)
	prepared = must(later.PrepareKeys(nil, nil))(t)
	wantEqual(t, prepared, 0)
}

func TestFoldersAreLookedAfter(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	c := newTestContext(t, &ContextOptions{CacheDirectory: folder})
	originOfAddFour(t, acquire(t, c, "vulkan"))
	entries := must(c.CacheEntries(true))(t)
	wantEqual(t, len(entries), 2)
	for _, entry := range entries {
		wantEqual(t, entry.Damaged, 0)
		wantEqual(t, time.Since(entry.Used) < time.Hour, true)
		ok(t, os.WriteFile(filepath.Join(folder, entry.Path), []byte("short"), 0o600))
	}
	entries = must(c.CacheEntries(false))(t)
	wantEqual(t, entries[0].Damaged, 0)
	wantEqual(t, entries[0].Bytes, 5)
	entries = must(c.CacheEntries(true))(t)
	wantEqual(t, entries[1].Damaged, MissTruncated)
	wantEqual(t, entries[1].Damaged.String(), "truncated")
	small := newTestContext(t, &ContextOptions{CacheDirectory: folder, CacheDiskBytes: 5})
	removed := must(small.TrimCache())(t)
	wantEqual(t, removed, 1)
	removed = must(c.ClearCache())(t)
	wantEqual(t, removed, 1)
}

func TestMemoryHasBudgetsAndNeedsNoFolder(t *testing.T) {
	c := newTestContext(t, &ContextOptions{CacheMemoryEntries: 9, CacheMemoryBytes: 1})
	backend := acquire(t, c, "vulkan")
	wantEqual(t, originOfAddFour(t, backend), OriginCompiled)
	wantEqual(t, originOfAddFour(t, backend), OriginCompiled)
	wantEqual(t, cacheCounters(t, backend).Entries, 0)
	wantError(t, failed(c.CacheEntries(false)), ErrNotFound, "cache_directory")
	wantError(t, failed(c.TrimCache()), ErrNotFound, "cache_directory")
	wantError(t, failed(c.ClearCache()), ErrNotFound, "cache_directory")
}
