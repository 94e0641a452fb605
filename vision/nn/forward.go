package nn

// #cgo noescape forward
// #cgo nocallback forward
// #cgo noescape forward_double
// #cgo noescape widen
// #cgo nocallback widen
// #cgo nocallback forward_double
// #include "forward.h"
import "C"

// padded is a row's length with its padding.
func padded(row int) int { return (row + C.WIDTH - 1) / C.WIDTH * C.WIDTH }

// native is a shape as C has it.
type native = C.shape

func nativeOf(s Shape) native {
	return C.shape{
		inputs: C.int32_t(s.Inputs), hidden: C.int32_t(s.Hidden), outputs: C.int32_t(s.Outputs), activation: C.int32_t(s.Activation),
		normalized: flag(s.Normalized), bias_last: flag(s.BiasLast), softmax: flag(s.Softmax),
	}
}

func flag(set bool) C.int32_t {
	if set {
		return 1
	}
	return 0
}

// widen is fine for all weights of a layer, which are little-endian: several at a time.
func widen(from []byte, peak float32, layer []float32) {
	C.widen((*C.uint8_t)(&from[0]), C.float(peak), steps, C.int64_t(len(layer)), (*C.float)(&layer[0]))
}

// Forward fills in the outputs for one input vector or several, which lie one after the other, as their outputs will.
func (n *Net) Forward(inputs, outputs []float32) {
	if count := n.count(len(inputs), len(outputs)); count > 0 {
		at := func(x *float32) *C.float { return (*C.float)(x) }
		C.forward(n.native, at(&n.numbers[0]), at(&tanhTable[0]), at(&inputs[0]), C.int(count), at(&outputs[0]))
	}
}

// ForwardDouble does the same, and adds each output's products up in double precision. It leaves softmax out.
func (n *Net) ForwardDouble(inputs []float32, outputs []float64) {
	if count := n.count(len(inputs), len(outputs)); count > 0 {
		at := func(x *float32) *C.float { return (*C.float)(x) }
		C.forward_double(n.native, at(&n.numbers[0]), at(&tanhTable[0]), at(&inputs[0]), C.int(count), (*C.double)(&outputs[0]))
	}
}

// count is how many vectors the inputs are.
func (n *Net) count(inputs, outputs int) int {
	if inputs == n.Inputs && outputs == n.Outputs {
		return 1 // mostly; a division takes its time
	}
	count := inputs / n.Inputs
	if inputs != count*n.Inputs || outputs != count*n.Outputs {
		panic("nn: the inputs or the outputs do not fit the network")
	}
	return count
}
