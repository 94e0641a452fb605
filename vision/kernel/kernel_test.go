package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/vision/kernel"
)

// upright is a square with its sides along the picture's.
func upright(x, y, side float64) *kernel.Square { return &kernel.Square{side, 0, x, 0, side, y, 0, 0} }

// painted is a picture of 100 x 100 pixels.
func painted(color func(x, y int) [3]uint8) kernel.Picture {
	p := kernel.Picture{W: 100, H: 100}
	for i := range p.W * p.H {
		c := color(i%p.W, i/p.W)
		p.BGR = append(p.BGR, c[:]...)
	}
	return p
}

var (
	tile  = [3]uint8{40, 80, 160}
	table = [3]uint8{120, 120, 120}
	ink   = [3]uint8{250, 250, 250}
)

// tileAt is a tile of 40 pixels whose corner is at 30, 30, with a square letter of so many pixels in its middle.
func tileAt(letter int) kernel.Picture {
	return painted(func(x, y int) [3]uint8 {
		far := max(max(x-49, 50-x), max(y-49, 50-y)) // 1 in the middle
		switch {
		case 2*far <= letter:
			return ink
		case far <= 20:
			return tile
		}
		return table
	})
}

func TestAFaceIsItsColorAndItsInk(t *testing.T) {
	for _, c := range []struct {
		name       string
		letter     int
		plain, ink float64
	}{
		{"a blank is all plastic", 0, 1, 0},
		{"a letter is ink, and what is no plastic", 20, 1 - 64.0/196, 64.0 / 144},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := kernel.Look(tileAt(c.letter), upright(30, 30, 40), 1)
			for k, level := range tile {
				if math.Abs(f.Plastic[k]-float64(level)) > 4 {
					t.Errorf("plastic %v, want %v", f.Plastic, tile)
				}
			}
			if math.Abs(f.Plain-c.plain) > 1e-9 || math.Abs(f.Ink-c.ink) > 1e-9 {
				t.Errorf("plain %v and ink %v, want %v and %v", f.Plain, f.Ink, c.plain, c.ink)
			}
			if c.ink > 0 && (math.Hypot(f.InkAt[0], f.InkAt[1]) > 0.02 || f.InkTone != [3]float64{250, 250, 250}) {
				t.Errorf("ink at %v of color %v, want it white in the middle", f.InkAt, f.InkTone)
			}
		})
	}
}

func TestEdgesAreWhereTheColorChanges(t *testing.T) {
	f := kernel.Look(tileAt(0), upright(30, 30, 40), 1)
	for side := range f.Edges {
		for k, gap := range f.Edges[side] {
			if near := k >= 3 && k <= 5; !near && gap > 0 || k == 4 && gap == 0 {
				t.Errorf("side %d, tap %d: the color changes by %d eighths", side, k, gap)
			}
		}
		if f.Outside[side] != [3]float64{120, 120, 120} {
			t.Errorf("side %d: outside is %v, want the table's %v", side, f.Outside[side], table)
		}
	}
	for side, mean := range kernel.Sides(tileAt(0), upright(30, 30, 40), 0.45, &[4]bool{true, true, true, true}) {
		if mean != [3]float64{40, 80, 160} {
			t.Errorf("side %d: inside is %v, want the tile's %v", side, mean, tile)
		}
	}
}

func TestBordersAreRelativeToTheFace(t *testing.T) {
	var lift [8]float64
	var seen kernel.Borders
	kernel.Border(tileAt(0), upright(30, 30, 40), 0.5, 0.02, &lift, nil, &seen)
	bright := float32(120-40+2*(120-80)+120-160) / 160
	for i := range kernel.Halves {
		for k, x := range seen.Half(i)[:kernel.Taps] {
			switch {
			case k < kernel.Inner-1 && x != 0:
				t.Errorf("half side %d, tap %d: %v inside, want 0", i, k, x)
			case k > kernel.Inner+1 && math.Abs(float64(x-bright)) > 1e-6:
				t.Errorf("half side %d, tap %d: %v outside, want %v", i, k, x, bright)
			}
		}
	}
}

// Squares anywhere, of any form, must not lead out of the picture's memory.
func TestWhatLiesOutsideCountsLikeTheRim(t *testing.T) {
	p := painted(func(int, int) [3]uint8 { return tile })
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var s kernel.Square
		for k := range s {
			s[k] = rng.NormFloat64() * math.Exp(8*rng.NormFloat64())
		}
		s[6], s[7] = s[6]/1e4, s[7]/1e4
		f := kernel.Look(p, &s, 1)
		if f.Plain != 1 || f.Ink != 0 {
			t.Fatalf("square %v: plain %v, ink %v", s, f.Plain, f.Ink)
		}
		var lift [8]float64
		var seen kernel.Borders
		kernel.Border(p, &s, 0.5, 0.02, &lift, nil, &seen)
		for i := range kernel.Halves {
			for k, x := range seen.Half(i)[:3*kernel.Taps] {
				if x != 0 {
					t.Fatalf("square %v: half side %d, input %d is %v", s, i, k, x)
				}
			}
		}
		var crop [3 * 10 * 10]uint8
		for samples := 1; samples <= 4; samples++ {
			kernel.Crop(p, &s, 1, 10, samples, crop[:])
			for i, v := range crop {
				if v != tile[2-i%3] {
					t.Fatalf("square %v: number %d of its crop is %d", s, i, v)
				}
			}
		}
		for side, mean := range kernel.Sides(p, &s, 0.5, &[4]bool{true, true, true, true}) {
			if mean != [3]float64{40, 80, 160} {
				t.Fatalf("square %v: side %d is %v", s, side, mean)
			}
		}
	}
}

// TestAWindowIsTurnedAndLow reads a ramp that grows downwards in a window whose upper side lies to the right.
func TestAWindowIsTurnedAndLow(t *testing.T) {
	const w, h, side = 60, 50, 9
	gray := make([]uint8, w*h)
	for i := range gray {
		gray[i] = uint8(4 * (i / w))
	}
	var got [side * side]uint8
	kernel.Turned(gray, w, h, &kernel.Window{X: 30, Y: 20, Sine: 1, Step: 2, Height: 0.5, HalfWide: 7, HalfHigh: 3.5}, 255, side, got[:])
	for i, v := range got {
		u, row := i%side-side/2, i/side-side/2
		want := uint8(4 * (20 + u)) // a step is two pixels, of which the table leaves one
		if max(u, -u) > 3 || max(row, -row) > 3 {
			want = 255
		}
		if v != want {
			t.Fatalf("row %d, column %d is %d, want %d", row, u, v, want)
		}
	}
}

func TestPlacesThatDoNotFitAreRefused(t *testing.T) {
	for name, feed := range map[string]func(){
		"places": func() {
			kernel.Means(painted(plainGray), upright(30, 30, 40), make([][2]float64, 7), 4, make([][3]float32, 2))
		},
		"a crop":   func() { kernel.Crop(painted(plainGray), upright(30, 30, 40), 1, 10, 1, make([]uint8, 299)) },
		"a window": func() { kernel.Turned(make([]uint8, 100), 10, 10, &kernel.Window{}, 0, 10, make([]uint8, 99)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("took them")
				}
			}()
			feed()
		})
	}
}

func plainGray(int, int) [3]uint8 { return table }

// TestMeansAreInterpolated has a picture whose blue grows to the right and whose green grows downwards.
func TestMeansAreInterpolated(t *testing.T) {
	p := painted(func(x, y int) [3]uint8 { return [3]uint8{uint8(2 * x), uint8(2 * y), 7} })
	places := [][2]float64{{0, 0}, {0.5, 0}, {1, 0.25}, {1, 0.75}, {-1, -1}, {-2, -2}}
	var got [3][3]float32
	kernel.Means(p, upright(20, 30.5, 40), places, 2, got[:])
	for i, want := range [3][3]float32{{60, 61, 7}, {120, 101, 7}, {0, 0, 7}} {
		for c := range want {
			if math.Abs(float64(got[i][c]-want[c])) > 1e-3 {
				t.Errorf("group %d: %v, want %v", i, got[i], want)
			}
		}
	}
}

// TestAShrunkPictureIsAreaMeans adds up parts of pixels where a size does not divide the other.
func TestAShrunkPictureIsAreaMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	p := kernel.Picture{W: 97, H: 70}
	for range 3 * p.W * p.H {
		p.BGR = append(p.BGR, uint8(r.IntN(256)))
	}
	for _, size := range [][2]int{{97, 70}, {1, 1}, {48, 35}, {31, 33}, {90, 12}} {
		small := kernel.Shrink(p, size[0], size[1])
		w, h := float64(p.W)/float64(size[0]), float64(p.H)/float64(size[1])
		for i, got := range small.BGR {
			x, y, want := float64(i/3%small.W)*w, float64(i/3/small.W)*h, 0.0
			for row := range p.H {
				for column := range p.W {
					across := min(x+w, float64(column+1)) - max(x, float64(column))
					down := min(y+h, float64(row+1)) - max(y, float64(row))
					want += max(across, 0) * max(down, 0) / (w * h) * float64(p.BGR[3*(row*p.W+column)+i%3])
				}
			}
			if off := float64(got) - want; math.Abs(off) > 0.501 {
				t.Fatalf("%v: channel %d at %.0f, %.0f is %d, %f too much", size, i%3, x, y, got, off)
			}
		}
	}
}
