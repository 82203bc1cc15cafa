package vyre_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"vyre.local/vyre"
)

// A kernel is built, made for the best device, and run.
func Example() {
	k := vyre.NewBuilder()
	a, b, out := k.Input("a", vyre.F32), k.Input("b", vyre.F32), k.Output("out", vyre.F32)
	i := k.Index()
	out.Store(i, a.Load(i).Mul(k.F32(2)).Add(b.Load(i)))

	device := vyre.Must(vyre.OpenDevice(nil)) // the best one
	kernel := vyre.Must(device.CreatePipeline(vyre.Must(k.Finish()), nil))
	x, y, z := []float32{1, 2.5, -3, 4000}, []float32{1, 1, 1, 1}, make([]float32, 4)
	bindings := []vyre.Binding{vyre.In("a", x), vyre.In("b", y), vyre.Out("out", z)}
	if _, err := kernel.Dispatch(context.Background(), bindings, nil); err != nil {
		log.Fatal(err)
	}
	fmt.Println(z)
	// Output: [3 6 -5 8001]
}

// oracle is the device that defines what the right result is.
func oracle() *vyre.Device {
	return vyre.Must(vyre.OpenDevice(&vyre.DeviceOptions{ID: "cpu-ref"}))
}

func ExampleListDevices() {
	for _, device := range vyre.Must(vyre.ListDevices(nil)) {
		fmt.Println(device.ID, device.Reason)
	}
}

func ExampleLoadProgram() {
	program, err := vyre.LoadProgram([]byte(`{
		"buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
		"body": [{"store": "out", "at": 0, "value": 42}]}`), nil)
	if err != nil {
		log.Fatal(err)
	}
	out := make([]uint32, 1)
	kernel := vyre.Must(oracle().CreatePipeline(program, nil))
	vyre.Must(kernel.Dispatch(context.Background(), []vyre.Binding{vyre.Out("out", out)}, nil))
	fmt.Println(program.Info().Parameters[0].Name, out)
	// Output: out [42]
}

// A loop sums in a variable. Each row of a matrix has its invocation; the width is the same for all.
func ExampleBuilder_Loop() {
	k := vyre.NewBuilder()
	in, sums, width := k.Input("in", vyre.U32), k.Output("sums", vyre.U32), k.Uniform("width", vyre.U32)
	row := k.Index()
	columns := width.Load(k.U32(0))
	sum := k.Local("sum", k.U32(0))
	k.Loop("column", k.U32(0), columns, func(column vyre.Expr) {
		sum.Assign(sum.Get().Add(in.Load(row.Mul(columns).Add(column))))
	})
	sums.Store(row, sum.Get())

	kernel := vyre.Must(oracle().CreatePipeline(vyre.Must(k.Finish()), nil))
	out := make([]uint32, 2)
	vyre.Must(kernel.Dispatch(context.Background(), []vyre.Binding{
		vyre.In("in", []uint32{1, 2, 3, 10, 20, 30}), vyre.In("width", []uint32{3}), vyre.Out("sums", out),
	}, nil))
	fmt.Println(out)
	// Output: [6 60]
}

// A program that looks at two axes wants a shape.
func ExampleDispatchOptions() {
	k := vyre.NewBuilder()
	out := k.Output("out", vyre.U32)
	x, y := k.InvocationID(0), k.InvocationID(1)
	out.Store(y.Mul(k.U32(3)).Add(x), y)

	kernel := vyre.Must(oracle().CreatePipeline(vyre.Must(k.Finish()), nil))
	image := make([]uint32, 6)
	shape := &vyre.DispatchOptions{Shape: [3]uint32{3, 2, 1}}
	vyre.Must(kernel.Dispatch(context.Background(), []vyre.Binding{vyre.Out("out", image)}, shape))
	fmt.Println(image)
	// Output: [0 0 0 1 1 1]
}

// One program is specialized for different values.
func ExampleConstants() {
	k := vyre.NewBuilder()
	out := k.Output("out", vyre.U32)
	one := vyre.ConstantU32(1)
	out.Store(k.Index(), k.Index().Mul(k.Constant("scale", vyre.ConstantKindU32, &one)))
	program := vyre.Must(k.Finish())

	device := oracle()
	for _, constants := range []vyre.Constants{nil, {"scale": vyre.ConstantU32(10)}} {
		kernel := vyre.Must(device.CreatePipeline(program, &vyre.PipelineOptions{Constants: constants}))
		numbers := make([]uint32, 3)
		vyre.Must(kernel.Dispatch(context.Background(), []vyre.Binding{vyre.Out("out", numbers)}, nil))
		fmt.Println(numbers)
	}
	// Output:
	// [0 1 2]
	// [0 10 20]
}

// plusOne adds 1 to each element of "x".
func plusOne(device *vyre.Device) *vyre.Pipeline {
	k := vyre.NewBuilder()
	x, i := k.InOut("x", vyre.U32), k.Index()
	x.Store(i, x.Load(i).Add(k.U32(1)))
	return vyre.Must(device.CreatePipeline(vyre.Must(k.Finish()), nil))
}

// Work goes on by itself and is collected later.
func ExamplePipeline_DispatchAsync() {
	x := []uint32{41}
	bindings := []vyre.Binding{vyre.InOut("x", x)}
	work := vyre.Must(plusOne(oracle()).DispatchAsync(bindings, nil))
	defer work.Close()
	if err := work.Collect(context.Background(), bindings); err != nil {
		log.Fatal(err)
	}
	fmt.Println(x)
	// Output: [42]
}

// What is repeated is recorded once.
func ExampleDevice_CreateSequence() {
	device := oracle()
	buffer := vyre.Must(device.CreateBuffer(4, nil))
	sequence := vyre.Must(device.CreateSequence(nil))
	step := vyre.Must(sequence.AddDispatch(plusOne(device), []vyre.Binding{vyre.On("x", buffer)}, nil))
	read := vyre.Must(sequence.AddRead(buffer, 0, 4))
	for range 3 {
		vyre.Must(sequence.Run(context.Background(), nil))
	}
	if err := sequence.Update(vyre.StepUpdate{Step: step, Iterations: 10}); err != nil {
		log.Fatal(err)
	}
	vyre.Must(sequence.Run(context.Background(), nil))
	count := make([]uint32, 1)
	if err := sequence.GetBytes(read, 0, vyre.BytesOf(count)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(count)
	// Output: [13]
}

// Errors tell their code apart, and have what happened as data.
func ExampleError() {
	k := vyre.NewBuilder()
	k.Output("out", vyre.U32)
	k.Trap(k.U32(7), "too large")
	kernel := vyre.Must(oracle().CreatePipeline(vyre.Must(k.Finish()), nil))
	_, err := kernel.Dispatch(context.Background(), []vyre.Binding{vyre.Out("out", make([]uint32, 1))}, nil)

	var failure *vyre.Error
	if errors.Is(err, vyre.ErrDispatchFailed) && errors.As(err, &failure) {
		fmt.Println(failure.Info.TrapTag, failure.Info.TrapAddress)
	}
	// Output: too large 7
}
