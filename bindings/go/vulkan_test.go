package vyre

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"vyre.local/vyre/internal/vulkanhost"
)

// newHost is a host with a device of its own. The host goes when the test has ended and the library
// has given back what was imported with released.
func newHost(t *testing.T) (host *vulkanhost.Host, device *VulkanDeviceDesc, released chan struct{}) {
	t.Helper()
	needs := must(GetVulkanRequirements(vulkanhost.APIVersion))(t)
	host = opened(vulkanhost.New(uint64(needs.RequiredFeatures)))(t)
	released = make(chan struct{})
	return host, &VulkanDeviceDesc{
		Instance:            host.Instance(),
		PhysicalDevice:      host.PhysicalDevice(),
		Device:              host.Device(),
		GetInstanceProcAddr: host.GetInstanceProcAddr(),
		Queue:               host.Queue(),
		APIVersion:          vulkanhost.APIVersion,
		Released:            func() { close(released) },
	}, released
}

// imported is the host's device. Before the host goes, the library has to have let go of it, whatever
// the test forgot to close.
func imported(t *testing.T, c *Context, desc *VulkanDeviceDesc, released chan struct{}) *Device {
	t.Helper()
	device := must(c.ImportVulkanDevice(desc))(t)
	t.Cleanup(func() {
		device.Close()
		wantReleased(t, released, "device")
	})
	return device
}

func wantReleased(t *testing.T, released <-chan struct{}, what string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); runtime.GC() {
		select {
		case <-released:
			return
		case <-time.After(time.Millisecond):
		}
	}
	t.Errorf("the library has not let go of the host's %s", what)
}

func TestVulkanRequirementsAreData(t *testing.T) {
	needs := must(GetVulkanRequirements(vulkanhost.APIVersion))(t)
	wantEqual(t, needs.RequiredFeatures, VulkanTimelineSemaphore|VulkanMemoryModel|VulkanMemoryModelDeviceScope)
	wantEqual(t, needs.RequiredFeatures&needs.OptionalFeatures, 0)
	wantEqual(t, needs.Features[1].Name, "vulkanMemoryModel")
	wantEqual(t, needs.Features[1].Structure, "VkPhysicalDeviceVulkanMemoryModelFeatures")
	wantEqual(t, needs.Features[1].StructureType, 1000211000)
	wantEqual(t, needs.MinAPIVersion, 1<<22|2<<12)
	wantEqual(t, needs.OptionalDeviceExtensions[0], "VK_EXT_external_memory_host")
	wantEqual(t, len(needs.RequiredDeviceExtensions)+len(needs.RequiredInstanceExtensions), 0)
	wantError(t, failed(GetVulkanRequirements(1<<22)), ErrUnsupportedFeature, "")
}

func TestVulkanFeaturesAreReadWhereTheyWereSwitchedOn(t *testing.T) {
	chain := vulkanhost.Chain()
	missing := must(EnableVulkanFeatures(chain, VulkanShaderInt64|VulkanMemoryModel))(t)
	wantEqual(t, missing, VulkanMemoryModel)
	on := must(ReadVulkanFeatures(chain))(t)
	wantEqual(t, on, VulkanShaderInt64)
	wantError(t, failed(ReadVulkanFeatures(nil)), ErrInvalidArgument, "")
}

func TestVulkanDeviceOfTheHost(t *testing.T) {
	_, desc, released := newHost(t)
	context := newTestContext(t, nil)
	var mutex sync.Mutex
	locks := 0
	desc.EnabledExtensions = []string{"VK_KHR_nothing_of_ours"}
	desc.Lock = func() { mutex.Lock(); locks++ }
	desc.Unlock = mutex.Unlock
	device := imported(t, context, desc, released)
	pipeline := compile(t, device, increment)
	shared := createBuffer(t, device, 16)
	work, err := pipeline.DispatchAsync([]Binding{In("a", []uint32{1, 2, 3, 4}), On("out", shared)}, nil)
	ok(t, err)
	defer work.Close()
	point := must(work.Point())(t)
	defer point.Semaphore.Close()
	objects := must(device.Vulkan())(t)
	wantEqual(t, objects.Device, desc.Device)
	wantEqual(t, objects.Imported, true)
	wantEqual(t, objects.RecordOnly, false)
	semaphore := must(point.Semaphore.Vulkan())(t)
	wantEqual(t, semaphore, objects.Timeline)
	wantEqual(t, point.Value, objects.Submitted)
	ok(t, device.OrderAfter(point))

	// The same bytes once more, as if the host had made the buffer.
	place := must(shared.Vulkan())(t)
	bufferReleased := make(chan struct{})
	again, err := device.ImportVulkanBuffer(&VulkanBufferDesc{
		Buffer: place.Buffer, Offset: place.Offset, Size: place.Size, Usage: place.Usage, Label: "again",
		Released: func() { close(bufferReleased) },
	})
	ok(t, err)
	wantEqual(t, wordsOf(t, again)[3], 5)
	wantEqual(t, again.Info().Label, "again")
	wantError(t, failed(device.ImportVulkanBuffer(&VulkanBufferDesc{Released: func() { t.Error("released") }})),
		ErrInvalidArgument, "")
	again.Close()
	wantReleased(t, bufferReleased, "buffer")
	mutex.Lock()
	defer mutex.Unlock()
	if locks == 0 {
		t.Error("nothing was submitted under the host's lock")
	}
}

func TestVulkanSemaphoresOfTheHostOrderWork(t *testing.T) {
	_, desc, released := newHost(t)
	context := newTestContext(t, nil)
	semaphoreReleased := make(chan struct{})
	t.Cleanup(func() { wantReleased(t, semaphoreReleased, "semaphore") }) // at the latest with the device
	device := imported(t, context, desc, released)
	objects := must(device.Vulkan())(t)
	semaphore := must(device.ImportVulkanSemaphore(&VulkanSemaphoreDesc{
		Semaphore: objects.Timeline, Label: "the host's", Released: func() { close(semaphoreReleased) },
	}))(t)
	have := must(semaphore.Vulkan())(t)
	wantEqual(t, have, objects.Timeline)
	wantIncrements(t, device)
	objects = must(device.Vulkan())(t)
	ok(t, device.OrderAfter(SyncPoint{semaphore, objects.Submitted})) // which it has reached
	wantIncrements(t, device)
	wantError(t, failed(device.ImportVulkanSemaphore(&VulkanSemaphoreDesc{Released: func() { t.Error("released") }})),
		ErrInvalidArgument, "")
	wantError(t, device.OrderAfter(SyncPoint{}), ErrInvalidArgument, "semaphore")
	semaphore.Close()
	wantError(t, device.OrderAfter(SyncPoint{semaphore, 1}), ErrInvalidArgument, "the semaphore of a SyncPoint is nil or closed")
	wantError(t, failed(semaphore.Vulkan()), ErrInvalidArgument, "semaphore is NULL")
}

func TestTheOracleHasNoVulkanAndNoSemaphores(t *testing.T) {
	device := oracle(t)
	wantError(t, failed(device.Vulkan()), ErrInvalidArgument, "ulkan")
	wantError(t, failed(createBuffer(t, device, 4).Vulkan()), ErrInvalidArgument, "ulkan")
	work := start(t, compile(t, device, increment), In("a", []uint32{1}), Zeros("out", 4))
	wantError(t, failed(work.Point()), ErrUnsupportedFeature, "")
}

func TestVulkanDeviceIsRefusedByName(t *testing.T) {
	_, desc, _ := newHost(t)
	context := newTestContext(t, nil)
	none := VulkanFeatures(0)
	desc.Released = func() { t.Error("released") }
	for _, change := range []func(d *VulkanDeviceDesc){
		func(d *VulkanDeviceDesc) { d.Device = nil },
		func(d *VulkanDeviceDesc) { d.QueueFamily = 99 },
		func(d *VulkanDeviceDesc) { d.Lock = func() {} },
		func(d *VulkanDeviceDesc) { d.APIVersion = 0 },
	} {
		wrong := *desc
		change(&wrong)
		wantError(t, failed(context.ImportVulkanDevice(&wrong)), ErrInvalidArgument, "")
	}
	desc.Features = &none
	wantError(t, failed(context.ImportVulkanDevice(desc)), ErrUnsupportedFeature, "")
	wantError(t, failed(ImportVulkanDevice(nil)), ErrInvalidArgument, "desc is NULL")
}

func TestVulkanWorkIsRecorded(t *testing.T) {
	host, desc, released := newHost(t)
	context := newTestContext(t, nil)
	desc.RecordOnly, desc.DebugUtils = true, false
	device := imported(t, context, desc, released)
	pipeline := compile(t, device, increment)
	from, to := createBuffer(t, device, 16), createBuffer(t, device, 32)
	commands := host.Begin()
	recording := opened(device.CreateRecording(commands, &RecordingOptions{Before: &VulkanAccess{}, Label: "a frame"}))(t)
	ok(t, recording.AddFill(to, 0, 32, 0xABCD))
	ok(t, recording.AddWrite(from, 0, BytesOf([]uint32{5, 6, 7, 8})))
	ok(t, recording.AddDispatch(pipeline, []Binding{On("a", from), OnRange("out", to, 0, 16)}, nil))
	ok(t, recording.AddCopy(to, 4, to, 20, 4))
	wantError(t, recording.AddDispatch(pipeline, []Binding{In("a", []uint32{1}), On("out", to)}, nil), ErrInvalidArgument, "")
	wantError(t, recording.AddFill(to, 2, 4, 0), ErrInvalidArgument, "")
	read := must(recording.AddRead(to, 0, 32))(t)
	wantEqual(t, read, 0)
	work := must(recording.End())(t)
	if work.Stages == 0 {
		t.Error("no stages")
	}
	out := make([]uint32, 7)
	wantError(t, recording.GetBytes(read, 4, BytesOf(out)), ErrInvalidArgument, "")
	if !host.Submit(commands) {
		t.Fatal("the host cannot submit")
	}
	ok(t, recording.Retire())
	ok(t, recording.GetBytes(read, 4, BytesOf(out)))
	wantSlice(t, out, []uint32{7, 8, 9, 0xABCD, 7, 0xABCD, 0xABCD})
	wantError(t, recording.GetBytes(9, 0, nil), ErrNotFound, "9")
	wantError(t, recording.Retire(), ErrInvalidArgument, "")
}
