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

// originOfAddFour is where the kernel came from; it has run once.
func originOfAddFour(t *testing.T, d *Device) Origin {
	t.Helper()
	pipeline := compile(t, d, addFour)
	in, out := []uint32{1, 2, 3, 4}, make([]uint32, 4)
	run(t, pipeline, In("a", in), Out("out", out))
	wantSlice(t, out, []uint32{2, 3, 4, 5})
	return pipeline.Info().Origin
}

func TestKernelsComeFromMemoryAndFromTheFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	device := openID(t, newTestContext(t, &ContextOptions{CacheFolder: folder}), "vulkan")
	wantEqual(t, originOfAddFour(t, device), OriginCompiled)
	wantEqual(t, originOfAddFour(t, device), OriginMemory)
	metrics := metricsOf(t, device)
	wantEqual(t, metrics.Value(MetricCacheAsked), 2)
	wantEqual(t, metrics.Value(MetricCacheHits), 1)
	wantEqual(t, metrics.Value(MetricCacheMade), 1)
	wantEqual(t, metrics.Value(MetricDiskWrites), 2)
	wantEqual(t, metrics.Value(CacheMissAbsent.Metric()), 2)
	later := newTestContext(t, &ContextOptions{CacheFolder: folder, CacheReadOnly: true})
	wantEqual(t, originOfAddFour(t, openID(t, later, "vulkan")), OriginDisk)
}

func TestKeysArePreparedInALaterRun(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	first := openID(t, newTestContext(t, &ContextOptions{CacheFolder: folder}), "vulkan")
	wantEqual(t, originOfAddFour(t, first), OriginCompiled)
	keys := must(first.SaveKeys())(t)
	wantEqual(t, len(keys), 1)
	keys = append(keys, CacheKey{})

	later := openID(t, newTestContext(t, &ContextOptions{CacheFolder: folder}), "vulkan")
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
	c := newTestContext(t, &ContextOptions{CacheFolder: folder})
	originOfAddFour(t, openID(t, c, "vulkan"))
	entries := must(c.ListCache(CacheListCheck))(t)
	wantEqual(t, len(entries), 2)
	for _, entry := range entries {
		wantEqual(t, entry.Damaged, 0)
		wantEqual(t, time.Since(entry.Used) < time.Hour, true)
		ok(t, os.WriteFile(filepath.Join(folder, entry.Path), []byte("short"), 0o600))
	}
	entries = must(c.ListCache(0))(t)
	wantEqual(t, entries[0].Damaged, 0)
	wantEqual(t, entries[0].Bytes, 5)
	entries = must(c.ListCache(CacheListCheck))(t)
	wantEqual(t, entries[1].Damaged, CacheMissTruncated)
	wantEqual(t, entries[1].Damaged.String(), "truncated")
	wantError(t, failed(c.ListCache(2)), ErrInvalidArgument, "flags")
	small := newTestContext(t, &ContextOptions{CacheFolder: folder, CacheDiskBytes: 5})
	removed := must(small.TrimCache())(t)
	wantEqual(t, removed, 1)
	removed = must(c.ClearCache())(t)
	wantEqual(t, removed, 1)
}

func TestMemoryHasBudgetsAndNeedsNoFolder(t *testing.T) {
	c := newTestContext(t, &ContextOptions{CacheMemoryEntries: 9, CacheMemoryBytes: 1})
	device := openID(t, c, "vulkan")
	wantEqual(t, originOfAddFour(t, device), OriginCompiled)
	wantEqual(t, originOfAddFour(t, device), OriginCompiled)
	wantEqual(t, metricsOf(t, device).Value(MetricCacheEntries), 0)
	wantError(t, failed(c.ListCache(0)), ErrNotFound, "cache_folder")
	wantError(t, failed(c.TrimCache()), ErrNotFound, "cache_folder")
	wantError(t, failed(c.ClearCache()), ErrNotFound, "cache_folder")
}
