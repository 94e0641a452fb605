package main

import (
	"image"
	"log"
	"math"
	"math/rand/v2"

	"tilewatch/vision/nn/conv"
	"tilewatch/vision/nn/conv/fit"
	"tilewatch/vision/train/scenes"
	"tilewatch/vision/train/scenes/table"
)

// examples are made-up scenes by their number.
type examples struct {
	seed          uint64
	learned, kept *scenes.Maker
}

const ( // streams of random numbers
	toLearn = iota + 1
	toGrade
	toVary
)

// tilePixels is the range of a tile's side in all examples, pixels.
var tilePixels = [2]float64{9, 34}

// newExamples draws examples of a size.
func newExamples(seed uint64, width, height int) (e examples, err error) {
	const optionsWidth = 640 // the width that the maker's option is for
	k := optionsWidth / float64(width)
	o := scenes.Options{Width: width, Height: height, TilePixels: [2]float64{k * tilePixels[0], k * tilePixels[1]}, Empty: true, Fonts: scenes.Fonts()}
	o.Table = func(r *rand.Rand) scenes.Table { return table.DrawTraining(r) }
	if e.learned, err = scenes.NewMaker(o); err != nil {
		return e, err
	}
	o.Table = func(r *rand.Rand) scenes.Table { return table.Of(table.Held()[r.IntN(len(table.Held()))], r) }
	e.kept, err = scenes.NewMaker(o)
	e.seed = seed
	return e, err
}

// draw is a scene to learn from.
func (e *examples) draw(number int) (*scenes.Labels, *conv.Picture) {
	return e.scene(e.learned, toLearn, number)
}

// exam is a scene on a table of a family that no scene to learn from has.
func (e *examples) exam(number int) (*scenes.Labels, *conv.Picture) {
	return e.scene(e.kept, toGrade, number)
}

func (e *examples) scene(from *scenes.Maker, stream uint64, number int) (*scenes.Labels, *conv.Picture) {
	r := rand.New(rand.NewPCG(e.seed, stream<<32|uint64(number)))
	for {
		s, err := from.Draw(r)
		if err == nil {
			img, labels := s.Shoot()
			if img, err = s.Photo.Compressed(img); err == nil {
				return labels, rgb(img)
			}
		}
		log.Printf("scene %d: %v", number, err)
	}
}

// rgb drops the fourth byte of each pixel.
func rgb(m *image.RGBA) *conv.Picture {
	p := &conv.Picture{Width: m.Rect.Dx(), Height: m.Rect.Dy(), RGB: make([]uint8, 0, 3*m.Rect.Dx()*m.Rect.Dy())}
	for i := 0; i < len(m.Pix); i += 4 {
		p.RGB = append(p.RGB, m.Pix[i], m.Pix[i+1], m.Pix[i+2])
	}
	return p
}

// variants is how often a scene is learned from: drawing one takes longer than learning from it.
const variants = 3

// variants are a scene as it is, and turned or mirrored in other lights: what a point shows does not depend on these.
func (e *examples) variants(number int) []fit.Example[*scenes.Labels] {
	l, p := e.draw(number)
	all := []fit.Example[*scenes.Labels]{{Truth: l, Picture: p}}
	r := rand.New(rand.NewPCG(e.seed, toVary<<32|uint64(number)))
	for k := 1; k < variants; k++ {
		flips := [2]bool{r.IntN(2) == 0, r.IntN(2) == 0}
		all = append(all, fit.Example[*scenes.Labels]{Truth: flipped(l, flips), Picture: relit(flippedPicture(p, flips), r)})
	}
	return all
}

// turn is where a pixel goes when a picture is flipped along x, y or both.
func turn(w, h int, flips [2]bool) func(i int) int {
	return func(i int) int {
		x, y := i%w, i/w
		if flips[0] {
			x = w - 1 - x
		}
		if flips[1] {
			y = h - 1 - y
		}
		return y*w + x
	}
}

func flipped(l *scenes.Labels, flips [2]bool) *scenes.Labels {
	n := l.W * l.H
	f := &scenes.Labels{W: l.W, H: l.H, Class: make([]uint8, n), Color: make([]uint8, n), Level: make([]uint8, n)}
	to := turn(l.W, l.H, flips)
	for i := range n {
		k := to(i)
		f.Class[k], f.Color[k], f.Level[k] = l.Class[i], l.Color[i], l.Level[i]
	}
	return f
}

func flippedPicture(p *conv.Picture, flips [2]bool) *conv.Picture {
	f := &conv.Picture{Width: p.Width, Height: p.Height, RGB: make([]uint8, len(p.RGB))}
	to := turn(p.Width, p.Height, flips)
	for i := range p.Width * p.Height {
		copy(f.RGB[3*to(i):], p.RGB[3*i:3*i+3])
	}
	return f
}

// relit changes a picture's contrast, brightness and white balance, up to these.
const (
	gamma = 0.25 // of the exponent
	white = 0.08 // of a channel
	light = 0.2  // of the brightness
)

func relit(p *conv.Picture, r *rand.Rand) *conv.Picture {
	g, b := math.Exp(gamma*(2*r.Float64()-1)), 1+light*(2*r.Float64()-1)
	for c := range 3 {
		k := b * (1 + white*(2*r.Float64()-1))
		var curve [256]uint8
		for i := range curve {
			curve[i] = uint8(min(255*k*math.Pow(float64(i)/255, g)+0.5, 255))
		}
		for i := c; i < len(p.RGB); i += 3 {
			p.RGB[i] = curve[p.RGB[i]]
		}
	}
	return p
}
