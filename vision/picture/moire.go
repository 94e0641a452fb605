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
	waveParts  = 4    // across and down a picture: in the middle of each waves are looked for
	waveFirst  = 10   // of the parts; if none of them shows any, the others are too few
	waveLooks  = 128  // how much of it is looked at, pixels across and down
	waveDark   = 24.0 // gray level; parts that are darker lie beside the screen
	waveFinest = 0.14 // in waves a pixel: cloths and letters have few that are finer
	waveHeight = 3.0  // gray levels
	waveStands = 40.0 // how much higher it is than most fine waves
	waveShare  = 0.4  // of the parts that show the same wave, or the one that lies across
	waveAlike  = 0.02 // in waves a pixel
)

// moireWave is a regular pattern in one part of a picture.
type moireWave struct{ x, y, height float64 } // waves a pixel, gray levels

func (w moireWave) finesse() float64 { return math.Hypot(w.x, w.y) }

// Screen tells whether the picture shows the fine wave of a photographed screen, and if so how fine that is, in waves a pixel.
func (p *Picture) Moire() (finesse float64, ok bool, err error) {
	if min(p.Width, p.Height) < waveParts*waveLooks {
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
	finesse, ok = commonWave(waves)
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
	parts, failed := make([]moireWave, waveParts*waveParts), make([]error, waveParts*waveParts)
	look := func(first, end int) error {
		parallel.Do(end-first, func(k int) {
			i := first + k
			x, y := (2*(i%waveParts)+1)*width/(2*waveParts)-waveLooks/2, (2*(i/waveParts)+1)*height/(2*waveParts)-waveLooks/2
			parts[i], failed[i] = strongestWave(pixels[y*width+x:], width)
		})
		return errors.Join(failed...)
	}
	if err := look(0, waveFirst); err != nil || !slices.ContainsFunc(parts, func(w moireWave) bool { return w.height != 0 }) {
		return nil, err
	}
	err := look(waveFirst, len(parts))
	return slices.DeleteFunc(parts, func(w moireWave) bool { return w.height < 0 }), err
}

// hann is a window that keeps a part's own edges out of its waves; it sums to 1.
var hann = func() (window [waveLooks]float64) {
	for i := range window {
		window[i] = (1 - math.Cos(2*math.Pi*float64(i)/waveLooks)) / waveLooks
	}
	return window
}()

// strongestWave is the fine wave that stands out in a square part of a picture whose rows are so far apart, or none. Its height is negative
// where it is dark.
func strongestWave(part []byte, stride int) (moireWave, error) {
	const n = waveLooks
	mean := 0.0
	for y := range n {
		for _, level := range part[y*stride:][:n] {
			mean += float64(level) / (n * n)
		}
	}
	if mean < waveDark {
		return moireWave{height: -1}, nil
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
			if fx*fx+fy*fy < waveFinest*waveFinest {
				continue
			}
			re, im := float64(waves[2*(y*n+x)]), float64(waves[2*(y*n+x)+1])
			height := 2 * math.Hypot(re, im)
			if all = append(all, height); height > highest.height {
				highest = moireWave{fx, fy, height}
			}
		}
	}
	if highest.height < waveHeight || highest.height < waveStands*nthSmallest(all, len(all)/2) {
		return moireWave{}, nil
	}
	return highest, nil
}

// commonWave is the finesse of the wave that enough of the parts show, and whether there is one.
func commonWave(parts []moireWave) (finesse float64, ok bool) {
	most := 0
	for _, w := range parts {
		n := 0
		if w.height == 0 {
			continue
		}
		for _, other := range parts {
			if other.height > 0 && (other.along(w) || other.along(moireWave{x: -w.y, y: w.x}) || other.along(moireWave{x: w.y, y: -w.x})) {
				n++
			}
		}
		if n > most {
			most, finesse = n, w.finesse()
		}
	}
	return finesse, most > 1 && float64(most) >= waveShare*float64(len(parts))
}

// along says whether two waves are the same.
func (w moireWave) along(other moireWave) bool {
	return math.Hypot(w.x-other.x, w.y-other.y) < waveAlike || math.Hypot(w.x+other.x, w.y+other.y) < waveAlike
}
