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
	pictures, height, width int
	net                     *C.tw_unet
}

// mostLaid is how many sizes stay laid out: a camera and a phone, upright and not.
const mostLaid = 2

// Blob is what goes into a network or comes out of it: Numbers[((p*Channels+c)*Height+y)*Width+x] is channel c of the point in column x and row y of
// picture p.
type Blob struct {
	Pictures, Channels, Height, Width int
	Numbers                           []float32
}

// NewBlob is a blob of zeros for one picture.
func NewBlob(channels, height, width int) *Blob { return NewBlobs(1, channels, height, width) }

// NewBlobs is a blob of zeros for pictures of one size.
func NewBlobs(pictures, channels, height, width int) *Blob {
	return &Blob{pictures, channels, height, width, make([]float32, pictures*channels*height*width)}
}

// Plane is one channel of the first picture, row by row.
func (b *Blob) Plane(channel int) []float32 { return b.PlaneOf(0, channel) }

// PlaneOf is one channel of a picture, row by row.
func (b *Blob) PlaneOf(picture, channel int) []float32 {
	n, at := b.Height*b.Width, picture*b.Channels+channel
	return b.Numbers[at*n : (at+1)*n : (at+1)*n]
}

// Run runs the network on pictures of 3 channels. The outputs have half their size, those of an encoder a point for each Cell x Cell pixels.
func (n *Net) Run(in *Blob) (*Blob, error) {
	if cell := n.Cell(); in.Channels != inputs || in.Height < cell || in.Width < cell || in.Height%cell != 0 || in.Width%cell != 0 || in.Pictures < 1 || len(in.Numbers) != in.Pictures*inputs*in.Height*in.Width {
		return nil, fmt.Errorf("the network takes pictures of %d channels whose sides are multiples of %d, not %d x %d x %d", inputs, cell, in.Channels, in.Height, in.Width)
	}
	n.one.Lock()
	defer n.one.Unlock()
	l, err := n.layout(in)
	if err != nil {
		return nil, err
	}
	out := NewBlobs(in.Pictures, n.Outputs, in.Height/n.step(), in.Width/n.step())
	var why failure
	if C.tw_unet_run(l.net, (*C.float)(unsafe.SliceData(in.Numbers)), (*C.float)(unsafe.SliceData(out.Numbers)), &why[0], C.size_t(len(why))) == 0 {
		return nil, fmt.Errorf("the network does not run: %w", why.error())
	}
	runtime.KeepAlive(l)
	return out, nil
}

// layout is the network laid out for the pictures' number and size.
func (n *Net) layout(in *Blob) (*layout, error) {
	for i, l := range n.laid {
		if l.pictures == in.Pictures && l.height == in.Height && l.width == in.Width {
			copy(n.laid[1:i+1], n.laid[:i])
			n.laid[0] = l
			return l, nil
		}
	}
	var why failure
	net := n.lay(in, &why)
	if net == nil {
		return nil, fmt.Errorf("the network cannot be laid out for %d pictures of %d x %d pixels: %w", in.Pictures, in.Width, in.Height, why.error())
	}
	l := &layout{in.Pictures, in.Height, in.Width, net}
	runtime.AddCleanup(l, func(net *C.tw_unet) { C.tw_unet_free(net) }, net)
	n.laid = append([]*layout{l}, n.laid[:min(len(n.laid), mostLaid-1)]...)
	return l, nil
}

// lay lays the network out; nil and why if the library cannot.
func (n *Net) lay(in *Blob, why *failure) *C.tw_unet {
	var channels []C.int
	for _, c := range n.Channels {
		channels = append(channels, C.int(c))
	}
	var pinned runtime.Pinner
	defer pinned.Unpin()
	pinned.Pin(unsafe.SliceData(channels))
	shape := C.tw_unet_shape{stem: C.int(n.Stem), channels: unsafe.SliceData(channels), levels: C.int(len(channels)), outputs: C.int(n.Outputs)}
	if n.Encoder {
		shape.encoder = 1
	}
	return C.tw_unet_new(shape, (*C.float)(unsafe.SliceData(n.weights)), C.int(in.Pictures), C.int(in.Height), C.int(in.Width), &why[0], C.size_t(len(why)))
}

// failure holds the library's message.
type failure [256]C.char

func (f *failure) error() error { return errors.New(C.GoString(&f[0])) }
