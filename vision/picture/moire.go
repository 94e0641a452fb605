package picture

import (
	"errors"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/vision/parallel"
)

// A photo of a screen shows, beside what is on it, how the screen's grid and the camera's beat: a fine wave all over. It hides the edges
// and strokes that tiles are found by, and is all that lies beyond its own frequency, so the picture is smoothed until it is gone.

const (
	moireGrid         = 4    // across and down a picture: in the middle of each waves are looked for
	moireFirst        = 10   // of the parts; if none of them shows any, the others are too few
	moireWindow       = 128  // how much of it is looked at, pixels across and down
	moireDark         = 24.0 // gray level; parts that are darker lie beside the screen
	moireMinFrequency = 0.14 // in waves a pixel: cloths and letters have few that are finer
	moireMinAmplitude = 3.0  // gray levels
	moireProminence   = 40.0 // how much higher it is than most fine waves
	moireAgreement    = 0.4  // of the parts that show the same wave, or the one that lies across
	moireTolerance    = 0.02 // in waves a pixel
)

// moireWave is a regular pattern in one part of a picture.
type moireWave struct{ x, y, amplitude float64 } // waves a pixel, gray levels

func (w moireWave) frequency() float64 { return math.Hypot(w.x, w.y) }

// Screen tells whether the picture shows the fine wave of a photographed screen, and if so how fine that is, in waves a pixel.
func (p *Picture) Moire() (finesse float64, ok bool, err error) {
	if min(p.Width, p.Height) < moireGrid*moireWindow {
		return 0, false, nil
	}
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(p.Pixels, &gray, gocv.ColorBGRToGray); err != nil {
		return 0, false, err
	}
	pixels, err := gray.DataPtrUint8()
	if err != nil {
		return 0, false, err
	}
	waves, err := moireWaves(pixels, p.Width, p.Height)
	if err != nil {
		return 0, false, err
	}
	finesse, ok = commonFrequency(waves)
	return finesse, ok, nil
}

// Without is the picture smoothed until that share of a wave so fine, in waves a pixel, remains; the caller closes it.
func (p *Picture) SuppressMoire(finesse, remains float64) (*Picture, error) {
	// What a Gaussian of width s leaves of a wave is exp(-(2 pi f s)^2/2).
	sigma := math.Sqrt(-2*math.Log(remains)) / (2 * math.Pi * finesse)
	m := gocv.NewMat()
	if err := gocv.GaussianBlur(p.Pixels, &m, image.Point{}, sigma, sigma, gocv.BorderReplicate); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return &Picture{Pixels: m, Width: p.Width, Height: p.Height}, nil
}

// moireWaves are the highest fine waves in the middle of each part of a gray picture; of dark parts there is none.
func moireWaves(pixels []byte, width, height int) ([]moireWave, error) {
	parts, failed := make([]moireWave, moireGrid*moireGrid), make([]error, moireGrid*moireGrid)
	look := func(first, end int) error {
		parallel.Do(end-first, func(k int) {
			i := first + k
			x, y := (2*(i%moireGrid)+1)*width/(2*moireGrid)-moireWindow/2, (2*(i/moireGrid)+1)*height/(2*moireGrid)-moireWindow/2
			parts[i], failed[i] = strongestWave(pixels[y*width+x:], width)
		})
		return errors.Join(failed...)
	}
	if err := look(0, moireFirst); err != nil || !slices.ContainsFunc(parts, func(w moireWave) bool { return w.amplitude != 0 }) {
		return nil, err
	}
	err := look(moireFirst, len(parts))
	return slices.DeleteFunc(parts, func(w moireWave) bool { return w.amplitude < 0 }), err
}

// hann is a window that keeps a part's own edges out of its waves; it sums to 1.
var hann = func() (window [moireWindow]float64) {
	for i := range window {
		window[i] = (1 - math.Cos(2*math.Pi*float64(i)/moireWindow)) / moireWindow
	}
	return window
}()

// strongestWave is the fine wave that stands out in a square part of a picture whose rows are so far apart, or none. Its height is negative
// where it is dark.
func strongestWave(part []byte, stride int) (moireWave, error) {
	const n = moireWindow
	mean := 0.0
	for y := range n {
		for _, level := range part[y*stride:][:n] {
			mean += float64(level) / (n * n)
		}
	}
	if mean < moireDark {
		return moireWave{amplitude: -1}, nil
	}
	seen := gocv.NewMatWithSize(n, n, gocv.MatTypeCV32F)
	defer seen.Close()
	pixels, err := seen.DataPtrFloat32()
	if err != nil {
		return moireWave{}, err
	}
	for y := range n {
		for x, level := range part[y*stride:][:n] {
			pixels[y*n+x] = float32((float64(level) - mean) * hann[x] * hann[y])
		}
	}
	spectrum := gocv.NewMat()
	defer spectrum.Close()
	if err := gocv.DFT(seen, &spectrum, gocv.DftComplexOutput); err != nil {
		return moireWave{}, err
	}
	waves, err := spectrum.DataPtrFloat32()
	if err != nil {
		return moireWave{}, err
	}
	highest, all := moireWave{}, make([]float64, 0, n*n/2)
	for y := range n {
		fy := float64((y+n/2)%n-n/2) / n
		for x := range n/2 + 1 { // the other half is the same
			fx := float64(x) / n
			if fx*fx+fy*fy < moireMinFrequency*moireMinFrequency {
				continue
			}
			re, im := float64(waves[2*(y*n+x)]), float64(waves[2*(y*n+x)+1])
			height := 2 * math.Hypot(re, im)
			if all = append(all, height); height > highest.amplitude {
				highest = moireWave{fx, fy, height}
			}
		}
	}
	if highest.amplitude < moireMinAmplitude || highest.amplitude < moireProminence*nthSmallest(all, len(all)/2) {
		return moireWave{}, nil
	}
	return highest, nil
}

// commonWave is the finesse of the wave that enough of the parts show, and whether there is one.
func commonFrequency(parts []moireWave) (finesse float64, ok bool) {
	most := 0
	for _, w := range parts {
		n := 0
		if w.amplitude == 0 {
			continue
		}
		for _, other := range parts {
			if other.amplitude > 0 && (other.same(w) || other.same(moireWave{x: -w.y, y: w.x}) || other.same(moireWave{x: w.y, y: -w.x})) {
				n++
			}
		}
		if n > most {
			most, finesse = n, w.frequency()
		}
	}
	return finesse, most > 1 && float64(most) >= moireAgreement*float64(len(parts))
}

// along says whether two waves are the same.
func (w moireWave) same(other moireWave) bool {
	return math.Hypot(w.x-other.x, w.y-other.y) < moireTolerance || math.Hypot(w.x+other.x, w.y+other.y) < moireTolerance
}
