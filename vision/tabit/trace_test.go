package tabit

import (
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"
)

// frames are the outlines of a drawing, '#' for what is set, as rectangles whose last pixels belong to them.
func frames(drawing string) (all []image.Rectangle) {
	lines := strings.Fields(drawing)
	wide := len(lines[0]) + 2
	pix := make([]uint8, wide*(len(lines)+2))
	for y, line := range lines {
		for x, c := range line {
			if c == '#' {
				pix[(y+1)*wide+x+1] = 1
			}
		}
	}
	newTracer(pix, wide).outlines(func(o *outline) { all = append(all, o.frame()) })
	return all
}

func TestBordersAreFollowed(t *testing.T) {
	for _, c := range []struct {
		rule, drawing string
		want          []image.Rectangle
	}{
		{"nothing is set", "..... .....", nil},
		{"a pixel alone", "..... ..#.. .....", []image.Rectangle{image.Rect(2, 1, 2, 1)}},
		{"what touches at corners is one", "#.... .#... ..#..", []image.Rectangle{image.Rect(0, 0, 2, 2)}},
		{"two apart are two", "##..# ##..# .....", []image.Rectangle{image.Rect(0, 0, 1, 1), image.Rect(4, 0, 4, 1)}},
		{"a hole has a border too", "##### #...# #####", []image.Rectangle{image.Rect(0, 0, 4, 2), image.Rect(0, 0, 4, 2)}},
		{"what lies in a hole has its own", "####### #.....# #..#..# #.....# #######", []image.Rectangle{image.Rect(0, 0, 6, 4), image.Rect(0, 0, 6, 4), image.Rect(3, 2, 3, 2)}},
		{"holes that touch at a corner are two", "#### #.## ##.# ####", []image.Rectangle{image.Rect(0, 0, 3, 3), image.Rect(0, 0, 2, 2), image.Rect(1, 1, 3, 3)}},
		{"all is set", "### ###", []image.Rectangle{image.Rect(0, 0, 2, 1)}},
	} {
		if got := frames(c.drawing); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.rule, got, c.want)
		}
	}
}

// OpenCV's outlines are the same ones, whatever the mask.
func TestOutlinesAreOpenCVs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, full := range []float64{0.1, 0.4, 0.6, 0.9} {
		const wide, high = 90, 70
		mask := gocv.NewMatWithSize(high, wide, gocv.MatTypeCV8U)
		framed := make([]uint8, (wide+2)*(high+2))
		pix, err := mask.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		for i := range pix {
			if pix[i] = 0; rng.Float64() < full {
				pix[i], framed[(i/wide+1)*(wide+2)+i%wide+1] = 1, 1
			}
		}
		var got, want []string
		newTracer(framed, wide+2).outlines(func(o *outline) { got = append(got, fmt.Sprint(o.frame(), len(o.hull()))) })
		contours := gocv.FindContours(mask, gocv.RetrievalList, gocv.ChainApproxNone)
		for i := range contours.Size() {
			o := around(contours.At(i).ToPoints())
			want = append(want, fmt.Sprint(o.frame(), len(o.hull())))
		}
		contours.Close()
		mask.Close()
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("of a mask %.0f %% full %d outlines are found, OpenCV finds %d", 100*full, len(got), len(want))
		}
	}
}

// around is the outline of a border's pixels.
func around(points []image.Point) outline {
	slices.SortFunc(points, func(a, b image.Point) int { return a.Y - b.Y })
	o := outline{top: points[0].Y + 1, rows: []span{{points[0].X + 1, points[0].X + 1}}}
	for _, p := range points {
		o.add(p.X+1, p.Y+1)
	}
	return o
}
