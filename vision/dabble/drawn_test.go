package dabble

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tilewatch/calibration"
	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
)

const drawnSide = 160 // pixels of a drawn face

var (
	cream  = color.RGBA{R: 235, G: 225, B: 200, A: 255}
	ink    = color.RGBA{R: 35, G: 30, B: 30, A: 255}
	wooden = color.RGBA{R: 120, G: 80, B: 50, A: 255}
)

func printer(size float64) font.Face {
	f, err := opentype.Parse(gobold.TTF)
	if err != nil {
		panic(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err)
	}
	return face
}

var letterPrinter, valuePrinter = printer(115), printer(38)

// drawnFace is a tile's face: a letter and its value; ' ' is a blank.
func drawnFace(letter byte, value string) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, drawnSide, drawnSide))
	for y := range drawnSide {
		for x := range drawnSide {
			if m.SetRGBA(x, y, cream); min(x, y, drawnSide-1-x, drawnSide-1-y) < 2 {
				m.SetRGBA(x, y, color.RGBA{R: 90, G: 85, B: 75, A: 255})
			}
		}
	}
	write := func(text string, face font.Face, x, y int) {
		d := font.Drawer{Dst: m, Src: image.NewUniform(ink), Face: face}
		d.Dot = fixed.Point26_6{X: fixed.I(x) - d.MeasureString(text)/2, Y: fixed.I(y)}
		d.DrawString(text)
	}
	if letter != ' ' {
		write(string(letter), letterPrinter, drawnSide/2-3, drawnSide/2+38)
		write(value, valuePrinter, drawnSide-24, drawnSide-14)
	}
	return m
}

// drawnRack is a picture of a rack with these tiers, the shortest first; '.' is an empty place.
func drawnRack(k *rack, tiers []string, values map[byte]string) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 1600, 1200))
	for i := range 1600 * 1200 {
		grain := uint8(i * 7 % 5)
		m.SetRGBA(i%1600, i/1600, color.RGBA{R: wooden.R + grain, G: wooden.G + grain, B: wooden.B + grain, A: 255})
	}
	drawTiles(m, k, tiers, values)
	return m
}

// drawTiles draws a rack's tiles into a picture.
func drawTiles(m *image.RGBA, k *rack, tiers []string, values map[byte]string) {
	for t, tier := range tiers {
		for i, c := range []byte(tier) {
			if c != '.' {
				f := k.face(k.middle.Slot(t+lattice.Shortest, i))
				paste(m, f.quad(k.cam), drawnFace(c, values[c]))
			}
		}
	}
}

// paste draws a face into a quadrilateral.
func paste(m *image.RGBA, q engine.Quad, face *image.RGBA) {
	h := homography.OfSquare(q)
	low, high := q[0], q[0]
	for _, p := range q {
		low, high = engine.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, engine.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	const fine = 2 // samples along each side of a pixel
	for y := int(low.Y) - 1; y < int(high.Y)+2; y++ {
		for x := int(low.X) - 1; x < int(high.X)+2; x++ {
			var sum [3]int
			n := 0
			for s := range fine * fine {
				at := engine.Point{X: float64(x) + (float64(s%fine)+0.5)/fine - 0.5, Y: float64(y) + (float64(s/fine)+0.5)/fine - 0.5}
				if u, v, ok := h.Back(at); ok && u >= 0 && v >= 0 && u < 1 && v < 1 {
					c := face.RGBAAt(int(u*drawnSide), int(v*drawnSide))
					sum, n = [3]int{sum[0] + int(c.R), sum[1] + int(c.G), sum[2] + int(c.B)}, n+1
				}
			}
			if n > fine*fine/2 {
				m.SetRGBA(x, y, color.RGBA{R: uint8(sum[0] / n), G: uint8(sum[1] / n), B: uint8(sum[2] / n), A: 255})
			}
		}
	}
}

// model is a rack as it stands before a camera that nobody calibrated.
func model(lean, turn float64) *rack {
	cam := calibration.Pinhole(1600, 1200, usualFocal*1600)
	return &rack{pose: standing(cam, lean, turn), middle: whole, tilt: usualTilt, high: usualHigh}
}

var (
	fullTiers = []string{"AT", "CAR", "LINE", "MOUSE", "GARDEN"}
	points    = map[byte]string{'A': "1", 'T': "1", 'C': "3", 'R': "1", 'L': "1", 'I': "1", 'N': "1", 'E': "1", 'M': "3", 'O': "1", 'U': "1", 'S': "1", 'G': "2", 'D': "2"}
)

// scanOf reads a drawn picture as far as its candidates.
func scanOf(t *testing.T, m image.Image, use func(s *scan)) {
	t.Helper()
	eyes, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	p := decoded(t, m)
	defer p.Close()
	err = picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) (err error) {
		s := &scan{Eyes: eyes.(*Eyes), r: r, gray: gray, cam: calibration.Pinhole(r.W, r.H, usualFocal*float64(r.W))}
		s.candidates, err = findCandidates(r, gray)
		use(s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func decoded(t *testing.T, m image.Image) *picture.Picture {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	p, err := picture.Decode(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// likeliestFace is the letter of a tile, '?' for a blank and '.' for none.
func likeliestFace(seen *rules.SeenTile) byte {
	best := 0
	for c := range seen.Faces {
		if seen.Faces[c] > seen.Faces[best] {
			best = c
		}
	}
	switch {
	case seen.Tile <= 0:
		return '.'
	case best >= engine.BlankIndex:
		return '?'
	}
	return byte('A' + best)
}

// tiersOf are the likeliest faces of a rack, tier by tier.
func tiersOf(seen *rules.SeenRack) (tiers []string) {
	for _, tier := range seen.Tiers {
		var text []byte
		for i := range tier {
			text = append(text, likeliestFace(&tier[i]))
		}
		tiers = append(tiers, string(text))
	}
	return tiers
}

func TestDrawnRacksAreRead(t *testing.T) {
	for _, tt := range []struct {
		rule       string
		lean, turn float64
		tiers      []string
		want       []string
	}{
		{"a full rack", 0.5, 0, fullTiers, fullTiers},
		{"from the side", 0.5, 0.25, fullTiers, fullTiers},
		{"with empty tiers", 0.5, 0, []string{"..", "...", "LINE", "MOUSE", "GARDEN"}, []string{"..", "...", "LINE", "MOUSE", "GARDEN"}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			eyes, err := Open()
			if err != nil {
				t.Fatal(err)
			}
			p := decoded(t, drawnRack(model(tt.lean, tt.turn), tt.tiers, points))
			defer p.Close()
			look, err := eyes.Look(p, profile.Inputs{})
			if err != nil || len(look.Racks) != 1 {
				t.Fatalf("%d racks, error %v", len(look.Racks), err)
			}
			if got := tiersOf(&look.Racks[0]); !slices.Equal(got, tt.want) {
				t.Errorf("read %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRacksThatFaceOtherPlayersAreReadInTheirOwnTurn(t *testing.T) {
	eyes, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	other := []string{"SO", "TIN", "DRUM", "CRATE", "ENGINE"}
	for _, degrees := range []float64{180, 90, -90} {
		first, second := model(0.5, 0), model(0.5, 0)
		turned := geom.Vec{0, 0, degrees * math.Pi / 180}
		second.right, second.down, second.t = second.right.Turned(turned), second.down.Turned(turned), second.t.Turned(turned)
		for k, x := range map[*rack]float64{first: -4.5, second: 4.5} {
			k.t = k.t.Add(geom.Vec{x, 0, 4})
		}
		m := drawnRack(first, fullTiers, points)
		drawTiles(m, second, other, points)
		p := decoded(t, m)
		defer p.Close()
		look, err := eyes.Look(p, profile.Inputs{})
		if err != nil || len(look.Racks) != 2 {
			t.Errorf("the second is turned by %.0f degrees: %d racks, error %v", degrees, len(look.Racks), err)
			continue
		}
		for i, want := range [2][]string{fullTiers, other} {
			if got := tiersOf(&look.Racks[i]); !slices.Equal(got, want) {
				t.Errorf("the second is turned by %.0f degrees: read %q, want %q", degrees, got, want)
			}
		}
	}
}

func TestEdgesAreSeenWhereFacesEnd(t *testing.T) {
	k := model(0.5, 0)
	scanOf(t, drawnRack(k, []string{"..", "...", ".L..", ".....", "......"}, points), func(s *scan) {
		f := k.face(k.middle.Slot(4, 1))
		ground := 224.0
		here := s.edgeVisibility(&f, ground)
		if here < 0.8 {
			t.Errorf("%.2f of the edges are seen", here)
		}
		moved, small := f, f
		moved.middle = f.middle.Add(f.x.Scale(0.3))
		small.x, small.y = f.x.Scale(0.6), f.y.Scale(0.6)
		for rule, p := range map[string]patch{"moved": moved, "smaller": small} {
			if e := s.edgeVisibility(&p, ground); e > here-0.2 {
				t.Errorf("%s: %.2f of the edges are seen, in place %.2f", rule, e, here)
			}
		}
		if side := s.sideEdge(&f, 1, ground); side < 0.8 {
			t.Errorf("%.2f of the right side is seen", side)
		}
		if out := s.outlineVisibility(&f, ground); out < 0.8 {
			t.Errorf("%.2f of the outline is seen", out)
		}
	})
}

// verified is the rack of a drawn picture as verify finds it.
func verified(t *testing.T, m image.Image, use func(s *scan, k *rack)) {
	t.Helper()
	scanOf(t, m, func(s *scan) {
		racks := s.racks()
		if len(racks) != 1 {
			t.Errorf("%d racks", len(racks))
			return
		}
		use(s, &racks[0])
	})
}

func TestARackIsVerified(t *testing.T) {
	truth := model(0.5, 0.1)
	verified(t, drawnRack(truth, fullTiers, points), func(s *scan, k *rack) {
		if !k.dark || k.contrast < 100 || math.Abs(k.high-0.52) > 0.08 {
			t.Errorf("dark %v, contrast %.0f, letters %.2f high", k.dark, k.contrast, k.high)
		}
		if off := math.Abs(k.tilt-truth.tilt) * 180 / math.Pi; off > 12 {
			t.Errorf("faces tilt by %.0f degrees, want %.0f", k.tilt*180/math.Pi, truth.tilt*180/math.Pi)
		}
		for i, at := range truth.middle.Places() {
			want := truth.pixel(truth.node(float64(at.Col), float64(at.Row)))
			is := k.middle.Places()[i]
			if d := geom.Dist(k.pixel(k.node(float64(is.Col), float64(is.Row))), want); d > 8 {
				t.Errorf("place %d lies %.1f pixels off", i, d)
			}
		}
	})
}

func TestSlotsOfARack(t *testing.T) {
	truth := model(0.5, 0)
	tiers := []string{"..", "...", "LI E", "MOUSE", "GARDEN"}
	verified(t, drawnRack(truth, tiers, points), func(s *scan, k *rack) {
		bare := s.blankTolerance(k)
		s.valueModel(k)
		for i, at := range k.middle.Places() {
			want := []byte("..." + "..") // the upper tiers are empty
			for _, tier := range tiers[2:] {
				want = append(want, tier...)
			}
			o := s.slot(k, at)
			if printed := want[i] != '.' && want[i] != ' '; o.hasPrint() != printed {
				t.Errorf("place %d (%c) has print: %v", i, want[i], o.hasPrint())
			}
			seen := s.classify(k, o, bare)
			if tile := want[i] != '.'; seen.Tile > 0 != tile {
				t.Errorf("place %d (%c) holds a tile with %.1f", i, want[i], seen.Tile)
			}
			if c := want[i]; c >= 'A' && seen.Values != nil {
				best := 0
				for v := range seen.Values {
					if seen.Values[v] > seen.Values[best] {
						best = v
					}
				}
				if got := string(rune('0' + best)); got != points[c] && seen.Values[best]-seen.Values[points[c][0]-'0'] > 1 {
					t.Errorf("the value of %c is read as %s, want %s", c, got, points[c])
				}
			}
		}
	})
}

func TestAClothsSquaresAreNoRack(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 1600, 1200))
	for i := range 1600 * 1200 {
		x, y := i%1600, i/1600
		level := uint8(90)
		if (x/40+y/40)%2 == 0 {
			level = 200
		}
		m.SetRGBA(x, y, color.RGBA{R: level, G: level, B: level, A: 255})
	}
	scanOf(t, m, func(s *scan) {
		if racks := s.racks(); len(racks) > 0 {
			t.Errorf("%d racks on a checked cloth", len(racks))
		}
	})
}
