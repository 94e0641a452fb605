package source

import (
	"math"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

func TestAColorBetweenPixelsIsTheirMeanByDistance(t *testing.T) {
	const w, h = 4, 4
	px := make([]uint8, 3*w*h)
	for i := range w * h {
		copy(px[3*i:], []uint8{uint8(40 * (i % w)), uint8(60 * (i / w)), 200})
	}
	for name, c := range map[string]struct {
		x, y float64
		want [3]uint8 // red, green, blue
	}{
		"on a pixel":     {1, 1, [3]uint8{200, 60, 40}},
		"between two":    {0.5, 1, [3]uint8{200, 60, 20}},
		"among four":     {1.25, 0.5, [3]uint8{200, 30, 50}},
		"rounded up":     {0.0125, 0, [3]uint8{200, 0, 1}},
		"rounded down":   {0.0124, 0, [3]uint8{200, 0, 0}},
		"left and above": {-7, -7, [3]uint8{200, 0, 0}},
	} {
		if got := Between(px, w, h, c.x, c.y); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// A picture whose green grows to the right and whose red grows downwards says of each pixel of a face where it was cut.
func TestAFaceOfAQuadrilateralIsStraightened(t *testing.T) {
	const w, h = 240, 200
	data := make([]byte, 0, 3*w*h)
	for i := range w * h {
		data = append(data, 0, uint8(i%w), uint8(i/w))
	}
	mat, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC3, data)
	if err != nil {
		t.Fatal(err)
	}
	defer mat.Close()
	f := Frame{Mat: mat}
	for name, q := range map[string]engine.Quad{
		"upright": {{X: 20, Y: 30}, {X: 116, Y: 30}, {X: 116, Y: 126}, {X: 20, Y: 126}},
		"slanted": {{X: 60, Y: 20}, {X: 180, Y: 60}, {X: 140, Y: 180}, {X: 20, Y: 140}},
	} {
		face, err := f.Face(q)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []int{0, picture.FaceSize - 1, picture.FaceSize*picture.FaceSize/2 + picture.FaceSize/2, picture.FaceSize * (picture.FaceSize - 1), picture.FaceSize*picture.FaceSize - 1} {
			u, v := (float64(at%picture.FaceSize)+0.5)/picture.FaceSize, (float64(at/picture.FaceSize)+0.5)/picture.FaceSize
			// These quadrilaterals are parallelograms: a face's place is a sum of two sides.
			x := q[0].X + u*(q[1].X-q[0].X) + v*(q[3].X-q[0].X)
			y := q[0].Y + u*(q[1].Y-q[0].Y) + v*(q[3].Y-q[0].Y)
			if got := face.Pix[at]; math.Abs(float64(got)-faceLevel(x, y)) > 2 {
				t.Errorf("%s: pixel %d is %d, want that of %.1f, %.1f: %.0f", name, at, got, x, y, faceLevel(x, y))
			}
		}
	}
}

// faceLevel is the brightness of a color with so much green and red and no blue.
func faceLevel(green, red float64) float64 { return 0.587*green + 0.299*red }

func TestAFaceThatCannotBeCutNamesItsFrame(t *testing.T) {
	color, gray, closed := shadedMat(t, 100, 80, [3]float64{1, 2, 3}), gocv.NewMatWithSize(80, 100, gocv.MatTypeCV8UC1), gocv.NewMatWithSize(80, 100, gocv.MatTypeCV8UC3)
	defer gray.Close()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	inside := engine.Quad{{X: 10, Y: 10}, {X: 50, Y: 10}, {X: 50, Y: 50}, {X: 10, Y: 50}}
	corner := func(k int, x, y float64) engine.Quad {
		q := inside
		q[k] = engine.Point{X: x, Y: y}
		return q
	}
	for name, c := range map[string]struct {
		mat  gocv.Mat
		quad engine.Quad
		want string // "": no error
	}{
		"inside":                {color, inside, ""},
		"up to the last pixels": {color, engine.Quad{{X: 0, Y: 0}, {X: 98.9, Y: 0}, {X: 98.9, Y: 78.9}, {X: 0, Y: 78.9}}, ""},
		"left of it":            {color, corner(0, -0.1, 10), "a corner at -0, 10 lies outside of frame 7"},
		"above it":              {color, corner(1, 50, -3), "a corner at 50, -3 lies outside of frame 7"},
		"right of it":           {color, corner(2, 99, 50), "a corner at 99, 50 lies outside of frame 7"},
		"below it":              {color, corner(3, 10, 79), "a corner at 10, 79 lies outside of frame 7"},
		"a gray picture":        {gray, inside, "frame 7 is not an 8-bit color picture"},
		"a closed picture":      {closed, inside, "frame 7 is not an 8-bit color picture"},
	} {
		_, err := Frame{Number: 7, Mat: c.mat}.Face(c.quad)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
