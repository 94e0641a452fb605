package photo

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
)

// Settings are a shot's settings. Lengths are pixels.
type Settings struct {
	White             [3]float64 // gains of red, green and blue
	Exposure          float64    // over the metered one
	Vignette          float64    // darkening of the corners, a share
	Defocus           float64    // standard deviation
	Motion, Direction float64    // length, and angle in radians
	Noise             float64    // of mid gray, linear
	Saturation        float64
	Contrast          float64 // share of an S curve
	Sharpen           float64 // share of an unsharp mask
	Quality           int     // of the JPEG
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

// imbalance is the standard deviation of the logarithm of the white balance's gains. With half-corrected lamps whites stay up to 25 % off.
const imbalance = 0.05

// Draw draws settings under light of an average color (linear; green is 1).
func Draw(r *rand.Rand, light [3]float64) Settings {
	s := Settings{Exposure: between(r, 0.8, 1.2), Vignette: between(r, 0, 0.3), Defocus: between(r, 0.25, 0.8), Noise: between(r, 0.002, 0.014),
		Saturation: between(r, 0.9, 1.25), Contrast: between(r, 0, 0.35), Quality: 60 + r.IntN(36)}
	adapt := between(r, 0.55, 1)
	for k := range s.White {
		s.White[k] = math.Pow(1/light[k], adapt) * math.Exp(imbalance*r.NormFloat64())
	}
	for k := range s.White {
		s.White[k] /= s.White[1]
	}
	if r.IntN(2) == 0 {
		s.Sharpen = between(r, 0.1, 0.8)
	}
	if r.Float64() < 0.08 {
		s.Motion, s.Direction = between(r, 1.5, 5), between(r, 0, math.Pi)
	}
	if r.Float64() < 0.08 {
		s.Defocus = between(r, 0.8, 1.6)
	}
	return s
}

// Compressed is a picture after its JPEG, with what that loses.
func (s *Settings) Compressed(img *image.RGBA) (*image.RGBA, error) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, &jpeg.Options{Quality: s.Quality}); err != nil {
		return nil, err
	}
	read, err := jpeg.Decode(&file)
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(img.Rect)
	draw.Draw(out, out.Rect, read, image.Point{}, draw.Src)
	return out, nil
}
