// Package unet is a convolutional network that sees a whole picture and gives numbers for each second point of each second row: an encoder-decoder with
// additive skip connections (U-Net, Ronneberger and others 2015). Its arithmetic is oneDNN's. It knows neither letters nor tables.
//
//	picture       3 channels; its sides are multiples of Cell
//	  stem        3 x 3, every second point; then 3 x 3
//	  encoder     at each further level 3 x 3, every second point; then 3 x 3
//	  middle      3 x 3, twice
//	  decoder     at each level back: 1 x 1, spread over 2 x 2 points, added to what the encoder kept; then 3 x 3, twice
//	  outputs     1 x 1
//
// All convolutions have biases, and those of 3 x 3 points cut sums below 0 (ReLU). Whatever normalized the sums in training is part of the weights.
// vision/train/tilemap trains such a network in PyTorch and writes its file.
package unet

// #cgo LDFLAGS: -ldnnl
// #cgo noescape tw_unet_run
// #cgo nocallback tw_unet_run
// #include "unet.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"unsafe"
)

// Net is a network. Any number of goroutines may use it; it runs one picture at a time.
type Net struct {
	Shape
	weights []float32
	one     sync.Mutex
	laid    []*layout // by their last use, the latest first
}

// layout is a network laid out for pictures of one size.
type layout struct {
	height, width int
	net           *C.tw_unet
}

// mostLaid is how many sizes stay laid out: a camera and a phone, upright and not.
const mostLaid = 2

// Blob is what goes into a network or comes out of it: Numbers[(c*Height+y)*Width+x] is channel c of the point in column x and row y.
type Blob struct {
	Channels, Height, Width int
	Numbers                 []float32
}

// NewBlob is a blob of zeros.
func NewBlob(channels, height, width int) *Blob {
	return &Blob{channels, height, width, make([]float32, channels*height*width)}
}

// Plane is one channel, row by row.
func (b *Blob) Plane(channel int) []float32 {
	n := b.Height * b.Width
	return b.Numbers[channel*n : (channel+1)*n : (channel+1)*n]
}

// Run runs the network on a picture of 3 channels. The outputs have half its size.
func (n *Net) Run(in *Blob) (*Blob, error) {
	if cell := n.Cell(); in.Channels != inputs || in.Height < cell || in.Width < cell || in.Height%cell != 0 || in.Width%cell != 0 || len(in.Numbers) != inputs*in.Height*in.Width {
		return nil, fmt.Errorf("the network takes pictures of %d channels whose sides are multiples of %d, not %d x %d x %d", inputs, cell, in.Channels, in.Height, in.Width)
	}
	n.one.Lock()
	defer n.one.Unlock()
	l, err := n.layout(in.Height, in.Width)
	if err != nil {
		return nil, err
	}
	out := NewBlob(n.Outputs, in.Height/2, in.Width/2)
	var why failure
	if C.tw_unet_run(l.net, (*C.float)(unsafe.SliceData(in.Numbers)), (*C.float)(unsafe.SliceData(out.Numbers)), &why[0], C.size_t(len(why))) == 0 {
		return nil, fmt.Errorf("the network does not run: %w", why.error())
	}
	runtime.KeepAlive(l)
	return out, nil
}

// layout is the network laid out for a size.
func (n *Net) layout(height, width int) (*layout, error) {
	for i, l := range n.laid {
		if l.height == height && l.width == width {
			copy(n.laid[1:i+1], n.laid[:i])
			n.laid[0] = l
			return l, nil
		}
	}
	var channels []C.int
	for _, c := range n.Channels {
		channels = append(channels, C.int(c))
	}
	var why failure
	net := C.tw_unet_new(C.int(n.Stem), unsafe.SliceData(channels), C.int(len(channels)), C.int(n.Outputs), (*C.float)(unsafe.SliceData(n.weights)),
		C.int(height), C.int(width), &why[0], C.size_t(len(why)))
	if net == nil {
		return nil, fmt.Errorf("the network cannot be laid out for %d x %d pixels: %w", width, height, why.error())
	}
	l := &layout{height, width, net}
	runtime.AddCleanup(l, func(net *C.tw_unet) { C.tw_unet_free(net) }, net)
	n.laid = append([]*layout{l}, n.laid[:min(len(n.laid), mostLaid-1)]...)
	return l, nil
}

// failure holds the library's message.
type failure [256]C.char

func (f *failure) error() error { return errors.New(C.GoString(&f[0])) }
