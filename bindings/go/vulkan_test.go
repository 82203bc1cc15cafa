package vyre

import (
	"sync"
	"testing"

	"vyre.local/vyre/internal/vulkanhost"
)

func newHost(t *testing.T) (*vulkanhost.Host, *VulkanDevice) {
	t.Helper()
	needs, err := GetVulkanRequirements(vulkanhost.APIVersion)
	ok(t, err)
	host, err := vulkanhost.New(uint64(needs.RequiredFeatures))
	ok(t, err)
	t.Cleanup(host.Close)
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
	needs, err := GetVulkanRequirements(vulkanhost.APIVersion)
	ok(t, err)
	wantEqual(t, needs.RequiredFeatures, VulkanTimelineSemaphore|VulkanMemoryModel|VulkanMemoryModelDeviceScope)
	wantEqual(t, needs.Features[1].Name, "vulkanMemoryModel")
	wantEqual(t, needs.Features[1].Structure, "VkPhysicalDeviceVulkanMemoryModelFeatures")
	wantEqual(t, needs.OptionalDeviceExtensions[0], "VK_EXT_external_memory_host")
	wantEqual(t, len(needs.RequiredDeviceExtensions)+len(needs.RequiredInstanceExtensions), 0)
	_, err = GetVulkanRequirements(1 << 22)
	wantError(t, err, ErrUnsupportedFeature, "")
}

func TestVulkanFeaturesAreReadWhereTheyWereSwitchedOn(t *testing.T) {
	chain := vulkanhost.Chain()
	missing, err := EnableVulkanFeatures(chain, VulkanShaderInt64|VulkanMemoryModel)
	ok(t, err)
	wantEqual(t, missing, VulkanMemoryModel)
	on, err := ReadVulkanFeatures(chain)
	ok(t, err)
	wantEqual(t, on, VulkanShaderInt64)
	_, err = ReadVulkanFeatures(nil)
	wantError(t, err, ErrInvalidArgument, "")
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
	backend, err := context.ImportVulkan(device)
	ok(t, err)
	pipeline := compile(t, backend, increment)
	shared, err := backend.CreateBuffer(16)
	ok(t, err)
	pending, err := pipeline.DispatchAsync([]Binding{Input(0, []uint32{1, 2, 3, 4}), BindBuffer(1, shared)}, nil)
	ok(t, err)
	semaphore, value, err := pending.Vulkan()
	ok(t, err)
	handles, err := backend.Vulkan()
	ok(t, err)
	wantEqual(t, handles.Device, device.Device)
	wantEqual(t, handles.Imported, true)
	wantEqual(t, semaphore, handles.Timeline)
	wantEqual(t, value, handles.Submitted)
	ok(t, backend.WaitVulkan(semaphore, value))

	// The same bytes once more, as if the host had made the buffer.
	place, err := shared.Vulkan()
	ok(t, err)
	bufferReleased := make(chan struct{})
	again, err := backend.ImportVulkanBuffer(&VulkanBufferDesc{
		Buffer: place.Buffer, Offset: place.Offset, Size: place.Size, Usage: place.Usage,
		Released: func() { close(bufferReleased) },
	})
	ok(t, err)
	out := make([]uint32, 4)
	ok(t, again.Read(0, Bytes(out)))
	wantEqual(t, out[3], 5)
	_, err = backend.ImportVulkanBuffer(&VulkanBufferDesc{Released: func() { t.Error("released") }})
	wantError(t, err, ErrInvalidArgument, "")
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
		_, err := context.ImportVulkan(&wrong)
		wantError(t, err, ErrInvalidArgument, "")
	}
	device.Features = &none
	_, err := context.ImportVulkan(device)
	wantError(t, err, ErrUnsupportedFeature, "")
	_, err = context.ImportVulkan(nil)
	wantError(t, err, ErrInvalidArgument, "")
}

func TestVulkanWorkIsRecorded(t *testing.T) {
	host, device := newHost(t)
	context := newTestContext(t, nil)
	device.RecordOnly, device.DebugUtils = true, false
	backend, err := context.ImportVulkan(device)
	ok(t, err)
	defer backend.Close()
	pipeline := compile(t, backend, increment)
	defer pipeline.Close()
	from, err := backend.CreateBuffer(16)
	ok(t, err)
	defer from.Close()
	to, err := backend.CreateBuffer(16)
	ok(t, err)
	defer to.Close()
	commands := host.Begin()
	recording, err := backend.CreateRecording(commands, &RecordingOptions{Before: &VulkanAccess{}})
	ok(t, err)
	defer recording.Close()
	ok(t, recording.Write(from, 0, Bytes([]uint32{5, 6, 7, 8})))
	ok(t, recording.Dispatch(pipeline, []Binding{BindBuffer(0, from), BindBuffer(1, to)}, nil))
	wantError(t, recording.Dispatch(pipeline, []Binding{Input(0, []uint32{1}), BindBuffer(1, to)}, nil), ErrInvalidArgument, "")
	read, err := recording.Read(to, 0, 16)
	ok(t, err)
	work, err := recording.End()
	ok(t, err)
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
