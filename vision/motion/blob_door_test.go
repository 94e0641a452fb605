package motion

import (
	"fmt"
	"math"
	"testing"
)

// masked is a comparison whose mask is drawn: . the same, s shadow, X foreground.
func masked(rows ...string) *difference {
	d := &difference{w: len(rows[0]), h: len(rows), limit: 10, gain: [3]float32{1, 1, 1}}
	for _, row := range rows {
		for _, letter := range row {
			d.mask = append(d.mask, map[rune]uint8{'.': same, 's': shadow, 'X': foreground}[letter])
		}
	}
	return d
}

// drawnMask is the mask as masked takes it, its rows joined by slashes.
func drawnMask(d *difference) string {
	all := ""
	for i, m := range d.mask {
		if i > 0 && i%d.w == 0 {
			all += "/"
		}
		all += string(".sX"[m])
	}
	return all
}

func TestBlobsArePatchesThatHangTogether(t *testing.T) {
	for name, c := range map[string]struct {
		mask *difference
		want []string // left, top - right, bottom: area, foreground
	}{
		"nothing": {masked("......", "......"), nil},
		"two patches": {masked(
			"XXX.....XX",
			"XXX.....XX",
			"........XX",
		), []string{"0,0-2,1: 6, 6", "8,0-9,2: 6, 6"}},
		"a gap of one pixel is closed": {masked(
			"XX.XX...",
			"XX.XX...",
		), []string{"0,0-4,1: 8, 8"}},
		"a gap of two is not": {masked(
			"XXX..XXX",
			"XXX..XXX",
		), []string{"0,0-2,1: 6, 6", "5,0-7,1: 6, 6"}},
		"a row between is closed, two are not": {masked(
			"XXX",
			"...",
			"XXX",
			"...",
			"...",
			"XXX",
			"XXX",
		), []string{"0,0-2,2: 6, 6", "0,5-2,6: 6, 6"}},
		"a diagonal hangs together": {masked(
			"X.......",
			".X......",
			"...X....",
			"....X...",
			".....X..",
			"......X.",
		), []string{"0,0-6,5: 6, 6"}},
		"a shadow belongs to it": {masked(
			".sssXX",
			".sssXX",
		), []string{"1,0-5,1: 10, 4"}},
		"less than six pixels are noise": {masked(
			"XXXXX....X",
			".........X",
		), nil},
		"noise before a patch does not shift it": {masked(
			"X.....XXX",
			"......XXX",
		), []string{"6,0-8,1: 6, 6"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, b := range c.mask.findBlobs(nil) {
				got = append(got, fmt.Sprintf("%d,%d-%d,%d: %d, %d", b.left, b.top, b.right, b.bottom, b.area, b.foreground))
				if len(c.mask.pixels(&b)) != b.area {
					t.Errorf("%d pixels are kept of %d", len(c.mask.pixels(&b)), b.area)
				}
				for _, i := range c.mask.pixels(&b) {
					x, y := int(i)%c.mask.w, int(i)/c.mask.w
					if c.mask.mask[i] == same || x < b.left || x > b.right || y < b.top || y > b.bottom {
						t.Errorf("pixel %d, %d is no part of it", x, y)
					}
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestFoundBlobsAreAddedToThoseKnown(t *testing.T) {
	d := masked("XXX....", "XXX....")
	known := []blob{{area: 7}}
	if got := d.findBlobs(known); len(got) != 2 || got[0].area != 7 || got[1].area != 6 {
		t.Errorf("got %+v", got)
	}
}

func TestABlobReachesInAsFarAsItsPixelFarthestFromEveryEdge(t *testing.T) {
	for name, c := range map[string]struct {
		mask   *difference
		atEdge bool
		depth  int
	}{
		"in the middle": {masked(
			".........",
			".........",
			"..XXXXX..",
			"..XXXXX..",
			".........",
			".........",
		), false, 3},
		"a pixel from the edge": {masked(
			"........",
			".XXXXX..",
			".XXXXX..",
			"........",
			"........",
		), true, 3}, // the third row from the top
		"from the left": {masked(
			".........",
			".........",
			".........",
			"XXXXXXX..",
			"XXXXXXX..",
			".........",
			".........",
			".........",
		), true, 4},
		"from the right": {masked(
			".........",
			".........",
			".........",
			".....XXXX",
			".....XXXX",
			".........",
			".........",
			".........",
		), true, 4},
		"from the left along the top": {masked(
			"XXXXXXX..",
			"XXXXXXX..",
			".........",
			".........",
			".........",
			".........",
		), true, 2},
		"from below": {masked(
			".........",
			".........",
			"...XXX...",
			"...XXX...",
			"...XXX...",
			"...XXX...",
		), true, 3},
		"along the left and a bit of the top": {masked(
			"XXX......",
			"XXX......",
			"XXX......",
			"XXX......",
			"XXX......",
			".........",
			".........",
			".........",
		), true, 3},
	} {
		t.Run(name, func(t *testing.T) {
			blobs := c.mask.findBlobs(nil)
			if len(blobs) != 1 {
				t.Fatalf("%d blobs", len(blobs))
			}
			if b := &blobs[0]; b.atEdge != c.atEdge || b.depth != c.depth {
				t.Errorf("at the edge: %v, %d deep; want %v, %d", b.atEdge, b.depth, c.atEdge, c.depth)
			}
		})
	}
}

func TestAHandComesFromTheEdgeIsLargeDeepAndNoShadow(t *testing.T) {
	d := &difference{w: 200, h: 100} // a hand has 200 pixels at least, and is 20 deep
	hand := blob{area: 400, foreground: 300, atEdge: true, depth: 30}
	with := func(change func(*blob)) *blob {
		b := hand
		change(&b)
		return &b
	}
	for name, c := range map[string]struct {
		blob        *blob
		hand, small bool
	}{
		"a hand":                             {&hand, true, true},
		"an arm":                             {with(func(b *blob) { b.area, b.foreground = 2000, 1500 }), true, false},
		"nothing at the edge":                {with(func(b *blob) { b.atEdge = false }), false, true},
		"too small":                          {with(func(b *blob) { b.area = 199 }), false, true},
		"just large enough":                  {with(func(b *blob) { b.area = 200 }), true, true},
		"not deep enough":                    {with(func(b *blob) { b.depth = 19 }), false, true},
		"just deep enough":                   {with(func(b *blob) { b.depth = 20 }), true, true},
		"a shadow":                           {with(func(b *blob) { b.foreground = 59 }), false, true},
		"a shadow with fingers":              {with(func(b *blob) { b.foreground = 60 }), true, true},
		"a wide shadow with as many":         {with(func(b *blob) { b.area, b.foreground = 2000, 60 }), false, false},
		"a hand of the table's color":        {with(func(b *blob) { b.area, b.foreground = 2000, 80 }), true, false},
		"as large as a row of tiles may be":  {with(func(b *blob) { b.area = 499 }), true, true},
		"larger than a row of tiles, a hand": {with(func(b *blob) { b.area = 500 }), true, false},
	} {
		if got := c.blob.handLike(d); got != c.hand {
			t.Errorf("%s: like a hand: %v, want %v", name, got, c.hand)
		}
		if got := c.blob.small(d); got != c.small {
			t.Errorf("%s: small: %v, want %v", name, got, c.small)
		}
	}
}

func TestAnOutlinesNormalPointsInside(t *testing.T) {
	d := masked(
		"..............",
		"..............",
		"..............",
		"...XXXXXXXX...",
		"...XXXXXXXX...",
		"...XXXXXXXX...",
		"...XXXXXXXX...",
		"...XXXXXXXX...",
		"...XXXXXXXX...",
		"...XXXXXXXX...",
		"..............",
		"..............",
		"..............",
	)
	for name, c := range map[string]struct{ x, y, wantX, wantY float64 }{
		"left":         {3, 6, 1, 0},
		"right":        {10, 6, -1, 0},
		"upper corner": {3, 3, math.Sqrt(0.5), math.Sqrt(0.5)},
		"lower corner": {10, 9, -math.Sqrt(0.5), -math.Sqrt(0.5)},
		"inside":       {6, 6, 0, 0},
		"outside":      {1, 6, 0, 0},
	} {
		x, y := d.outlineNormal(int(c.y)*d.w+int(c.x), foreground)
		if math.Hypot(float64(x)-c.wantX, float64(y)-c.wantY) > 0.02 {
			t.Errorf("%s: %.2f, %.2f; want %.2f, %.2f", name, x, y, c.wantX, c.wantY)
		}
	}
	line := masked(".........", ".........", ".........", ".........", "XXXXXXXXX", ".........", ".........", ".........", ".........")
	if x, y := line.outlineNormal(4*9+4, foreground); x != 0 || y != 0 {
		t.Errorf("a line has a side: %.2f, %.2f", x, y)
	}
	if x, _ := d.outlineNormal(6*d.w+3, shadow); x < 0.9 {
		t.Error("foreground is not inside at least shadow")
	}
}

func TestAnEdgeAgreesWithItsOutlineWhereItRunsAlongIt(t *testing.T) {
	for name, c := range map[string]struct{ nx, ny, gx, gy, want float32 }{
		"brighter across":   {1, 0, 30, 0, 30},
		"darker across":     {1, 0, -30, 0, 30},
		"a stripe's":        {1, 0, 0, 30, -30},
		"at half an angle":  {1, 0, 20, 20, 0},
		"no edge":           {0, 1, 0, 0, 0},
		"a slanted outline": {0.6, 0.8, 6, 8, 10},
	} {
		if got := along(c.nx, c.ny, c.gx, c.gy); abs32(got-c.want) > 1e-5 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// A square that the table's picture has and the frame has not is where something has left.
func TestWhatHasLeftDiffersFromWhatHasCome(t *testing.T) {
	const side = 60
	square := func(x, y int) bool { return x >= 20 && x < 40 && y >= 20 && y < 40 }
	plain := func(int, int) float32 { return 100 }
	thing := func(x, y int) float32 {
		if square(x, y) {
			return 170
		}
		return 100
	}
	striped := func(x, y int) float32 { return 100 + 60*float32(x/3%2) }
	for name, c := range map[string]struct {
		table, now func(x, y int) float32
		kind       uint8 // of the square in the mask
		want       bool
	}{
		"it has left":              {thing, plain, foreground, true},
		"it has come":              {plain, thing, foreground, false},
		"another in its place":     {thing, func(x, y int) float32 { return 300 - thing(x, y)*1.2 }, foreground, false},
		"its shadow has left":      {thing, plain, shadow, true},
		"a cloth's stripes remain": {striped, striped, foreground, false},
		"left from a striped cloth": {func(x, y int) float32 {
			if square(x, y) {
				return 220
			}
			return striped(x, y) / 2
		}, func(x, y int) float32 { return striped(x, y) / 2 }, foreground, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := &difference{w: side, h: side, gain: [3]float32{1, 1, 1}, mask: make([]uint8, side*side)}
			v, known := view{w: side, h: side, now: make([]uint8, 3*side*side)}, model{mean: make([]float32, 3*side*side)}
			for i := range d.mask {
				x, y := i%side, i/side
				for k := range 3 {
					v.now[3*i+k], known.mean[3*i+k] = uint8(c.now(x, y)), c.table(x, y)
				}
				if square(x, y) {
					d.mask[i] = c.kind
				}
			}
			blobs := d.findBlobs(nil)
			if len(blobs) != 1 {
				t.Fatalf("%d blobs", len(blobs))
			}
			if got := d.uncovered(&blobs[0], &v, &known); got != c.want {
				t.Errorf("something has left: %v, want %v", got, c.want)
			}
		})
	}
}
