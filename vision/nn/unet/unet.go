// Package unet is a convolutional network that sees a whole picture and gives numbers for each second point of each second row: an encoder-decoder with
// additive skip connections (U-Net, Ronneberger and others 2015). It knows neither letters nor tables.
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
//
// The arithmetic is our own, in C, with registers full of sums: the vectors of every processor, or those of AVX2 where it has them. Convolutions of
// 3 x 3 points that leave none out are Winograd's, by tiles of 6 x 6 points (winograd.h), the others direct (row.h). Tiles and rows are shared among the
// cores.
package unet

import (
	"fmt"
	"sync"

	"tilewatch/vision/parallel"
)

// Net is a network. Any number of goroutines may use it; it runs one picture at a time.
type Net struct {
	Shape
	layers []*layer
	one    sync.Mutex
	laid   int // points of all pictures that the rooms are for: smaller ones find room in them
	rooms  rooms
}

// Blob is what goes into a network or comes out of it: Numbers[((p*Channels+c)*Height+y)*Width+x] is channel c of the point in column x and row y of
// picture p.
type Blob struct {
	Pictures, Channels, Height, Width int
	Numbers                           []float32
}

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

// blind is how many points along each border an encoder's outputs leave out: what lies around these is not in the picture.
const blind = 2

// Run runs the network on pictures of 3 channels. The outputs have half their size, those of an encoder a point for each Cell x Cell pixels but those
// along the border, so of 5 x 5 cells that in the middle.
func (n *Net) Run(in *Blob) (*Blob, error) {
	if in.Channels != inputs || len(in.Numbers) != in.Pictures*inputs*in.Height*in.Width {
		return nil, fmt.Errorf("the network takes pictures of %d channels, not %d with %d numbers", inputs, in.Channels, len(in.Numbers))
	}
	return n.RunRows(in.Pictures, in.Height, in.Width, func(picture, y int, row []float32) {
		for c := range inputs {
			for x, v := range in.PlaneOf(picture, c)[y*in.Width:][:in.Width] {
				row[x*inputs+c] = v
			}
		}
	})
}

// RunRows runs the network on pictures whose rows fill fills in, several at a time: all numbers of a row, those of a pixel's channels together.
func (n *Net) RunRows(pictures, height, width int, fill func(picture, y int, row []float32)) (*Blob, error) {
	if cell, least := n.Cell(), n.leastSide(); height < least || width < least || height%cell != 0 || width%cell != 0 || pictures < 1 {
		return nil, fmt.Errorf("the network takes pictures whose sides are multiples of %d from %d on, not %d of %d x %d", cell, least, pictures, height, width)
	}
	n.one.Lock()
	defer n.one.Unlock()
	if points := pictures * height * width; points > n.laid || mostRoom*points < n.laid {
		n.laid, n.rooms = points, rooms{}
	}
	in := n.rooms.field(pictures, height, width, inputs)
	in.clearRims()
	parallel.Do(pictures*height, func(i int) {
		picture, y := i/height, i%height
		fill(picture, y, in.numbers[in.at(picture, y, 0):][:width*inputs])
	})
	f := &forward{n.layers, &n.rooms}
	return planes(f.run(&n.Shape, in), n.Outputs, n.spread(), &n.rooms), nil
}

// forward is a run through the layers, which it takes off as it goes.
type forward struct {
	layers []*layer
	rooms  *rooms
}

func (f *forward) run(s *Shape, in *field) *field {
	var kept []*field
	at := f.convolved(f.convolved(in))
	if s.Quarter {
		at = f.convolved(at)
	}
	if s.Encoder {
		return f.encoded(s, at)
	}
	for range s.Channels[1:] {
		kept = append(kept, at)
		at = f.convolved(f.next(at))
	}
	at = f.convolved(f.convolved(at))
	for i := len(kept) - 1; i >= 0; i-- {
		coarse := f.convolved(at)
		kept[i].addSpread(coarse)
		f.rooms.leave(coarse.numbers)
		at = f.convolved(f.convolved(kept[i]))
	}
	return f.convolved(at)
}

// encoded goes on to the outputs of an encoder, which keeps nothing.
func (f *forward) encoded(s *Shape, at *field) *field {
	for range s.Channels[1:] {
		at = f.convolved(f.convolved(at))
	}
	for range blind {
		at = f.convolved(inner(at, f.rooms))
	}
	return f.convolved(at)
}

// next is the next layer's map; convolved lets the one before go.
func (f *forward) next(from *field) *field {
	l := f.layers[0]
	f.layers = f.layers[1:]
	to := f.rooms.field(from.pictures, from.height/l.stride, from.width/l.stride, l.way.padded(l.outputs))
	l.apply(from, to, f.rooms)
	return to
}

func (f *forward) convolved(from *field) *field {
	to := f.next(from)
	f.rooms.leave(from.numbers)
	return to
}

// planes is a field as a blob of so many channels; its memory goes back. A point of the field may hold spread x spread points of the blob: their numbers
// of a channel stand together, row by row.
func planes(f *field, channels, spread int, r *rooms) *Blob {
	out := NewBlobs(f.pictures, channels, f.height*spread, f.width*spread)
	parallel.Do(f.pictures*f.height, func(i int) {
		picture, y := i/f.height, i%f.height
		from := f.numbers[f.at(picture, y, 0):][:f.width*f.channels]
		for c := range channels {
			plane := out.PlaneOf(picture, c)
			for v := range spread {
				row, at := plane[(y*spread+v)*out.Width:][:out.Width], (c*spread+v)*spread
				if spread == 2 { // two at a time are twice as fast
					for ; len(row) >= 2; row, at = row[2:], at+f.channels {
						row[0], row[1] = from[at], from[at+1]
					}
				}
				for ; len(row) >= spread; row, at = row[spread:], at+f.channels {
					copy(row, from[at:at+spread])
				}
			}
		}
	})
	r.leave(f.numbers)
	return out
}
