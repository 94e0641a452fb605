package body

import (
	"math"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// drawn gives a picture whose colors a function draws: red, green, blue.
func drawn(t *testing.T, w, h int, color func(x, y float64) [3]uint8, use func(*picture.Raster) error) {
	t.Helper()
	mat := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
	p := picture.FromMat(mat)
	defer p.Close()
	pixels, err := mat.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	for i := range w * h {
		c := color(float64(i%w), float64(i/w))
		pixels[3*i], pixels[3*i+1], pixels[3*i+2] = c[2], c[1], c[0]
	}
	if err := picture.WithRaster(p, func(r *picture.Raster, _ gocv.Mat) error { return use(r) }); err != nil {
		t.Fatal(err)
	}
}

func square(x, y, side float64) engine.Quad {
	return engine.Quad{{X: x, Y: y}, {X: x + side, Y: y}, {X: x + side, Y: y + side}, {X: x, Y: y + side}}
}

func TestACropShowsTheClaimInItsMiddleAtAnySize(t *testing.T) {
	const at = 200
	for _, side := range []float64{18, 60, 120, 290} {
		inside := func(x, y float64) [3]uint8 {
			if math.Abs(x-at) < side/2 && math.Abs(y-at) < side/2 {
				return [3]uint8{200, 100, 50}
			}
			return [3]uint8{0, 0, 255}
		}
		drawn(t, 2*at, 2*at, inside, func(r *picture.Raster) error {
			c := CropOf(r, square(at-side/2, at-side/2, side))
			for y := range Side {
				for x := range Side {
					want := [3]uint8{0, 0, 255}
					off := max(math.Abs(float64(x)-19.5), math.Abs(float64(y)-19.5))
					if math.Abs(off-10) < 1.6 {
						continue // the claim's border
					}
					if off < 10 {
						want = [3]uint8{200, 100, 50}
					}
					if got := [3]uint8(c[3*(y*Side+x):]); got != want {
						t.Fatalf("side %v: pixel %d, %d is %v, want %v", side, x, y, got, want)
					}
				}
			}
			return nil
		})
	}
}

func TestLightAndContrastDoNotChangeACrop(t *testing.T) {
	var dim, bright [3 * Side * Side]float32
	for k, to := range [][]float32{dim[:], bright[:]} {
		gain, lift := []float64{80, 160}[k], []float64{10, 60}[k]
		drawn(t, 80, 80, func(x, _ float64) [3]uint8 {
			v := uint8(lift + gain*math.Mod(x, 40)/40)
			return [3]uint8{v, v, v}
		}, func(r *picture.Raster) error {
			c := CropOf(r, square(20, 20, 40))
			normalize(c[:], to)
			return nil
		})
	}
	for i := range dim {
		if math.Abs(float64(dim[i]-bright[i])) > 0.3 {
			t.Fatalf("number %d is %g in dim light, %g in bright", i, dim[i], bright[i])
		}
	}
}

func TestManyClaimsAreJudgedAsEachAlone(t *testing.T) {
	drawn(t, 400, 300, func(x, y float64) [3]uint8 {
		if math.Mod(x, 30) < 26 && math.Mod(y, 30) < 26 {
			return [3]uint8{uint8(120 + x/4), 200, 150}
		}
		return [3]uint8{40, 30, uint8(30 + y/8)}
	}, func(r *picture.Raster) error {
		var claims []engine.Quad
		for i := range 2*looks.together + 3 {
			claims = append(claims, square(float64(30*(i%12)), float64(30*(i/12)), 26))
		}
		all, err := LogRatios(r, claims)
		if err != nil || len(all) != len(claims) {
			t.Fatalf("%d of %d, %v", len(all), len(claims), err)
		}
		for _, i := range []int{0, looks.together - 1, looks.together, len(claims) - 1} {
			one, err := LogRatios(r, claims[i:i+1])
			if err != nil || math.Abs(one[0]-all[i]) > 1e-3 || math.Abs(one[0]) > most {
				t.Errorf("claim %d: %v alone, %v among others, %v", i, one, all[i], err)
			}
		}
		if none, err := LogRatios(r, nil); err != nil || len(none) > 0 {
			t.Errorf("no claims give %v, %v", none, err)
		}
		return nil
	})
}
