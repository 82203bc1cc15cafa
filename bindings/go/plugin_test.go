package vyre

import (
	"os"
	"runtime"
	"testing"

	"vyre.local/vyre/internal/table"
)

// testPlugin is the plug-in that the tests in C use; ctest says where it is.
func testPlugin(t *testing.T) string {
	t.Helper()
	path := os.Getenv("VYRE_TEST_PLUGIN")
	if path == "" {
		t.Skip("VYRE_TEST_PLUGIN names no plug-in")
	}
	return path
}

func TestAPluginIsLoadedAndComputes(t *testing.T) {
	path := testPlugin(t)
	c := newTestContext(t, nil)
	id := must(c.LoadPlugin(path, nil))(t)
	wantEqual(t, id, "loaded")
	device := openID(t, c, id)
	wantEqual(t, device.Info().BackendVersion, "1.2.3")
	wantIncrements(t, device)
	wantEqual(t, backendOf(t, c, id).Flags&BackendRegistered, BackendRegistered)
	wantError(t, failed(c.LoadPlugin(path, nil)), ErrAlreadyRegistered, "loaded")
}

func TestAnotherDigestIsRefused(t *testing.T) {
	path := testPlugin(t)
	wantError(t, failed(newTestContext(t, nil).LoadPlugin(path, &PluginOptions{Digests: [][32]byte{{1}, {2}}})),
		ErrInvalidArgument, "BLAKE3")
}

func TestPluginsThatAreNotThereAreNamed(t *testing.T) {
	c := newTestContext(t, nil)
	wantError(t, failed(c.LoadPlugin("/no/such/plugin.so", nil)), ErrNotFound, "/no/such/plugin.so")
	wantError(t, c.LoadPlugins("/no/such/folder", nil), ErrNotFound, "/no/such/folder")
	ok(t, c.LoadPlugins(t.TempDir(), &PluginOptions{}))
}

func TestATableOfTheProgramComputes(t *testing.T) {
	c := newTestContext(t, nil)
	ok(t, c.AddBackend(table.Whole()))
	device := must(c.OpenDevice(&DeviceOptions{ID: "gopher"}))(t)
	wantEqual(t, device.Info().BackendVersion, "unspecified")
	p := must(device.CreatePipeline(load(t, increment), nil))(t)
	in, out := []uint32{7, 8}, make([]uint32, 2)
	run(t, p, In("a", in), Out("out", out))
	wantSlice(t, out, []uint32{8, 9})
	p.Close()
	device.Close()
	wantEqual(t, table.Live(), 1)
	c.Close()
	runtime.KeepAlive(c)
	wantEqual(t, table.Live(), 0)
}

func TestATableThatLacksAnEntryIsRefusedByItsName(t *testing.T) {
	c := newTestContext(t, nil)
	wantError(t, c.AddBackend(table.WithoutSubmit()), ErrInvalidArgument, "it lacks submit")
	wantError(t, c.AddBackend(nil), ErrInvalidArgument, "table")
}
