package vyre

import (
	"sync"
	"testing"

	"vyre.local/vyre/internal/vulkanhost"
)

func newHost(t *testing.T) (*vulkanhost.Host, *VulkanDevice) {
	t.Helper()
	needs := must(GetVulkanRequirements(vulkanhost.APIVersion))(t)
	host := opened(vulkanhost.New(uint64(needs.RequiredFeatures)))(t)
	return host, &VulkanDevice{
		Instance:            host.Instance(),
		PhysicalDevice:      host.PhysicalDevice(),
		Device:              host.Device(),
		GetInstanceProcAddr: host.GetInstanceProcAddr(),
		Queue:               host.Queue(),
		APIVersion:          vulkanhost.APIVersion,
	}
}

func TestVulkanRequirementsAreData(t *testing.T) {
	needs := must(GetVulkanRequirements(vulkanhost.APIVersion))(t)
	wantEqual(t, needs.RequiredFeatures, VulkanTimelineSemaphore|VulkanMemoryModel|VulkanMemoryModelDeviceScope)
	wantEqual(t, needs.Features[1].Name, "vulkanMemoryModel")
	wantEqual(t, needs.Features[1].Structure, "VkPhysicalDeviceVulkanMemoryModelFeatures")
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
	_, device := newHost(t)
	context := newTestContext(t, nil)
	released := make(chan struct{})
	var mutex sync.Mutex
	locks := 0
	device.EnabledExtensions = []string{"VK_KHR_nothing_of_ours"}
	device.Lock = func() { mutex.Lock(); locks++ }
	device.Unlock = mutex.Unlock
	device.Released = func() { close(released) }
	backend := must(context.ImportVulkan(device))(t)
	pipeline := compile(t, backend, increment)
	shared := must(backend.CreateBuffer(16))(t)
	pending, err := pipeline.DispatchAsync([]Binding{Input(0, []uint32{1, 2, 3, 4}), BindBuffer(1, shared)}, nil)
	ok(t, err)
	semaphore, value, err := pending.Vulkan()
	ok(t, err)
	handles := must(backend.Vulkan())(t)
	wantEqual(t, handles.Device, device.Device)
	wantEqual(t, handles.Imported, true)
	wantEqual(t, semaphore, handles.Timeline)
	wantEqual(t, value, handles.Submitted)
	ok(t, backend.WaitVulkan(semaphore, value))

	// The same bytes once more, as if the host had made the buffer.
	place := must(shared.Vulkan())(t)
	bufferReleased := make(chan struct{})
	again, err := backend.ImportVulkanBuffer(&VulkanBufferDesc{
		Buffer: place.Buffer, Offset: place.Offset, Size: place.Size, Usage: place.Usage,
		Released: func() { close(bufferReleased) },
	})
	ok(t, err)
	out := make([]uint32, 4)
	ok(t, again.Read(0, Bytes(out)))
	wantEqual(t, out[3], 5)
	wantError(t, failed(backend.ImportVulkanBuffer(&VulkanBufferDesc{Released: func() { t.Error("released") }})),
		ErrInvalidArgument, "")
	again.Close()
	<-bufferReleased

	pending.Close()
	shared.Close()
	pipeline.Close()
	backend.Close()
	<-released
	mutex.Lock()
	defer mutex.Unlock()
	if locks == 0 {
		t.Error("nothing was submitted under the host's lock")
	}
}

func TestVulkanDeviceIsRefusedByName(t *testing.T) {
	_, device := newHost(t)
	context := newTestContext(t, nil)
	none := VulkanFeatures(0)
	device.Released = func() { t.Error("released") }
	for _, change := range []func(d *VulkanDevice){
		func(d *VulkanDevice) { d.Device = nil },
		func(d *VulkanDevice) { d.QueueFamily = 99 },
		func(d *VulkanDevice) { d.Lock = func() {} },
		func(d *VulkanDevice) { d.APIVersion = 0 },
	} {
		wrong := *device
		change(&wrong)
		wantError(t, failed(context.ImportVulkan(&wrong)), ErrInvalidArgument, "")
	}
	device.Features = &none
	wantError(t, failed(context.ImportVulkan(device)), ErrUnsupportedFeature, "")
	wantError(t, failed(context.ImportVulkan(nil)), ErrInvalidArgument, "")
}

func TestVulkanWorkIsRecorded(t *testing.T) {
	host, device := newHost(t)
	context := newTestContext(t, nil)
	device.RecordOnly, device.DebugUtils = true, false
	backend := opened(context.ImportVulkan(device))(t)
	pipeline := compile(t, backend, increment)
	defer pipeline.Close()
	from := opened(backend.CreateBuffer(16))(t)
	to := opened(backend.CreateBuffer(16))(t)
	commands := host.Begin()
	recording := opened(backend.CreateRecording(commands, &RecordingOptions{Before: &VulkanAccess{}}))(t)
	ok(t, recording.Write(from, 0, Bytes([]uint32{5, 6, 7, 8})))
	ok(t, recording.Dispatch(pipeline, []Binding{BindBuffer(0, from), BindBuffer(1, to)}, nil))
	wantError(t, recording.Dispatch(pipeline, []Binding{Input(0, []uint32{1}), BindBuffer(1, to)}, nil), ErrInvalidArgument, "")
	read := must(recording.Read(to, 0, 16))(t)
	work := must(recording.End())(t)
	if work.Stages == 0 {
		t.Error("no stages")
	}
	if !host.Submit(commands) {
		t.Fatal("the host cannot submit")
	}
	ok(t, recording.Retire())
	out := make([]uint32, 4)
	ok(t, recording.GetRead(read, Bytes(out)))
	wantEqual(t, out[0], 6)
	wantEqual(t, out[3], 9)
	wantError(t, recording.Retire(), ErrInvalidArgument, "")
}
