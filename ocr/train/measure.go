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
	scratch []float32
	vectors [4]glyph.Vector
	scores  [4][glyph.Classes]float32
}

func newReader(n *glyph.Net) *reader { return &reader{net: n, scratch: make([]float32, 4*n.Hidden)} }

func (r *reader) read(e *example) glyph.Letters {
	r.vectors[0] = e.vector
	glyph.Turns(&r.vectors)
	r.net.Scores(&r.vectors, r.scratch, &r.scores)
	return r.net.Likelihoods(&r.scores)
}

// loss is the cost of one answer: the logarithm of the posterior of what is true, doubt included.
func loss(l *glyph.Letters, class int) float64 {
	if class == 26 {
		return -l[0][26]
	}
	return -l[0][class] + math.Log(4)
}

// measure reads all examples.
func measure(n *glyph.Net, of []example) (f figures) {
	r := newReader(n)
	for i := range of {
		l := r.read(&of[i])
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

// calibrate sets sharpness and doubt to what costs least on faces of unseen families.
func calibrate(n *glyph.Net, of []example) {
	cost := func(sharp, doubt float32) float64 {
		n.Sharpness, n.Doubt = sharp, doubt
		return measure(n, of).loss
	}
	best, sharp, doubt := math.Inf(1), float32(1), float32(1e-3)
	for _, d := range []float32{3e-4, 1e-3, 2e-3, 4e-3, 8e-3} {
		for s := float32(0.5); s <= 1.31; s += 0.1 {
			if c := cost(s, d); c < best {
				best, sharp, doubt = c, s, d
			}
		}
	}
	n.Sharpness, n.Doubt = sharp, doubt
}

// confusions lists what was read wrong most, the turn known.
func confusions(n *glyph.Net, of []example) string {
	r := newReader(n)
	count := map[string]int{}
	for i := range of {
		l := r.read(&of[i])
		if best, _ := l.Best(0); best != of[i].class {
			count[className(of[i].class)+">"+className(best)]++
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

func className(c int) string {
	if c == 26 {
		return "blank"
	}
	return string(rune('A' + c))
}

// showSheet writes a picture of made-up faces.
func showSheet(path string, of []typeface, seed uint64) error {
	const across, down, gap = 27, 16, 2
	img := image.NewGray(image.Rect(0, 0, across*(faceSize+gap), down*(faceSize+gap)))
	for i := range across * down {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		t := drawTile(r, pick(r, of), i%glyph.Classes)
		f := shoot(r, &t)
		x0, y0 := i%across*(faceSize+gap), i/across*(faceSize+gap)
		for j, v := range f.Pix {
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
