package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"sort"
	"strings"

	"tilewatch/ocr/glyph"
)

// figures are what is measured on a set of faces.
type figures struct {
	faces, letters, right, turned, blanks, blanksRight, falseBlanks int
	loss                                                            float64
}

func (f figures) String() string {
	p := func(a, b int) float64 { return 100 * float64(a) / float64(max(b, 1)) }
	return fmt.Sprintf("loss %.4f, letters %.2f %% (turn known), turn %.2f %%, blanks %.2f %%, letters taken for blank %.2f %%",
		f.loss/float64(max(f.faces, 1)), p(f.right, f.letters), p(f.turned, f.letters), p(f.blanksRight, f.blanks), p(f.falseBlanks, f.letters))
}

// reader scores examples with a net.
type reader struct {
	net     *glyph.Net
	vectors [4]glyph.Vector
	scores  [4][glyph.Classes]float32
}

func newReader(n *glyph.Net) *reader { return &reader{net: n} }

// planes are what of a face is read.
type planes bool

const (
	gray planes = false
	both planes = true
)

func (p planes) String() string {
	if p == both {
		return "gray and chroma"
	}
	return "gray"
}

func (r *reader) posterior(e *example) glyph.Posterior {
	r.vectors[0] = e.vector
	glyph.Turns(&r.vectors)
	r.net.Scores(&r.vectors, &r.scores)
	return glyph.PosteriorOf(&r.scores)
}

// read reads a face: two examples.
func (r *reader) read(face []example, p planes) glyph.Letters {
	first := r.posterior(&face[0])
	if p == gray {
		return r.net.Likelihoods(first, nil)
	}
	second := r.posterior(&face[1])
	return r.net.Likelihoods(first, &second)
}

// loss is the cost of one answer: the logarithm of the posterior of what is true, doubt included.
func loss(l *glyph.Letters, class int) float64 {
	if class == 26 {
		return -l[0][26]
	}
	return -l[0][class] + math.Log(4)
}

// measure reads all examples.
func measure(n *glyph.Net, of []example, p planes) (f figures) {
	r := newReader(n)
	for i := 0; i < len(of); i += 2 {
		l := r.read(of[i:], p)
		class := of[i].class
		f.faces++
		f.loss += loss(&l, class)
		best, _ := l.Best(0)
		if class == 26 {
			f.blanks++
			if best == 26 {
				f.blanksRight++
			}
			continue
		}
		f.letters++
		if best == class {
			f.right++
		} else if best == 26 {
			f.falseBlanks++
		}
		if upright(&l) == 0 {
			f.turned++
		}
	}
	return f
}

// upright is the likeliest quarter turn.
func upright(l *glyph.Letters) int {
	best, at := math.Inf(-1), 0
	for k := range l {
		sum := 0.0
		for _, v := range l[k] {
			sum += math.Exp(v)
		}
		if sum > best*(1+1e-9) || k == 0 {
			best, at = sum, k
		}
	}
	return at
}

// calibrate sets the calibration to what costs least on faces of families that were not trained on.
func calibrate(n *glyph.Net, of []example) {
	type pair struct {
		gray, chroma glyph.Posterior
		class        int
	}
	pairs := make([]pair, len(of)/2)
	r := newReader(n)
	for i := range pairs {
		pairs[i] = pair{r.posterior(&of[2*i]), r.posterior(&of[2*i+1]), of[2*i].class}
	}
	cost := func(p planes) (sum float64) {
		for i := range pairs {
			var chroma *glyph.Posterior
			if p == both {
				chroma = &pairs[i].chroma
			}
			l := n.Likelihoods(pairs[i].gray, chroma)
			sum += loss(&l, pairs[i].class)
		}
		return sum
	}
	c := &n.Calibration
	search(&c.Doubt, []float32{3e-4, 1e-3, 2e-3, 4e-3, 8e-3, 16e-3}, func() float64 { return cost(gray) + cost(both) })
	search(&c.Alone, []float32{0.7, 0.8, 0.9, 1, 1.1, 1.2}, func() float64 { return cost(gray) })
	for range 2 {
		search(&c.Gray, []float32{0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}, func() float64 { return cost(both) })
		search(&c.Chroma, []float32{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, func() float64 { return cost(both) })
	}
}

// search sets a value to the candidate that costs least.
func search(value *float32, candidates []float32, cost func() float64) {
	least, best := math.Inf(1), *value
	for _, v := range candidates {
		*value = v
		if c := cost(); c < least {
			least, best = c, v
		}
	}
	*value = best
}

// confusions lists what was read wrong most, the turn known.
func confusions(n *glyph.Net, of []example, a alphabet, p planes) string {
	r := newReader(n)
	count := map[string]int{}
	for i := 0; i < len(of); i += 2 {
		l := r.read(of[i:], p)
		if best, _ := l.Best(0); best != of[i].class {
			count[a.name(of[i].class)+">"+a.name(best)]++
		}
	}
	keys := make([]string, 0, len(count))
	for k := range count {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		return count[keys[i]] > count[keys[j]] || count[keys[i]] == count[keys[j]] && keys[i] < keys[j]
	})
	var b strings.Builder
	b.WriteString("confusions")
	for _, k := range keys[:min(24, len(keys))] {
		fmt.Fprintf(&b, " %s %d", k, count[k])
	}
	b.WriteString("\n")
	return b.String()
}

// showSheet writes a picture of made-up faces; every fourth row shows their chroma.
func showSheet(path string, of []typeface, o options) error {
	const across, down, gap = 27, 16, 2
	img := image.NewGray(image.Rect(0, 0, across*(faceSize+gap), down*(faceSize+gap)))
	for i := range across * down {
		f, _ := o.face(rand.New(rand.NewPCG(o.seed, uint64(i))), of, i)
		x0, y0 := i%across*(faceSize+gap), i/across*(faceSize+gap)
		plane := f.Pix
		if i/across%4 == 3 {
			plane = f.Chroma
		}
		for j, v := range plane {
			img.SetGray(x0+j%faceSize, y0+j/faceSize, color.Gray{Y: v})
		}
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
