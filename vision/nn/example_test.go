package nn_test

import (
	"bytes"
	"fmt"

	"tilewatch/vision/nn"
)

// A network of two inputs that tells whether exactly one of them is set (exclusive or), written to a file and read again.
func Example() {
	shape := nn.Shape{Inputs: 2, Hidden: 2, Outputs: 1}
	net, err := nn.New(shape, &nn.Weights{
		In: []float32{
			1, 1, // of the first input to both hidden units
			1, 1,
		},
		Bias:    []float32{0, -1}, // one set or both; both
		Out:     []float32{1, -2},
		OutBias: []float32{0},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	net.Provenance = nn.Provenance{Data: "the table of exclusive or", Command: "by hand", Commit: "none", Score: "4 of 4"}
	var file bytes.Buffer
	if err := net.Write(&file, nn.Float32); err != nil {
		fmt.Println(err)
		return
	}
	again, err := nn.Read(file.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, in := range [][]float32{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		out := make([]float32, 1)
		again.Forward(in, out)
		fmt.Println(in, out[0])
	}
	// Output:
	// [0 0] 0
	// [1 0] 1
	// [0 1] 1
	// [1 1] 0
}
