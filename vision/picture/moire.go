package picture

import (
	"errors"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/vision/parallel"
)

// A photo of a screen shows a fine wave all over, the moire of the screen's and the camera's pixel grids. It hides the
// edges and strokes of tiles. A low-pass filter removes it: nothing of use lies beyond its frequency.

// All hand-set. They decide whether a photo counts as one of a screen, which costs a second reading; a lower
// moireMinFrequency or moireProminence takes striped cloth and print for moire.
const (
	moireGrid         = 4    // parts across and down a picture, one window in the middle of each
	moireFirst        = 10   // parts; if none of these shows a wave, the others cannot reach moireAgreement
	moireWindow       = 128  // side of a window, pixels
	moireDark         = 24.0 // gray level; a darker window lies beside the screen
	moireMinFrequency = 0.14 // waves a pixel; cloth and letters have few finer waves
	moireMinAmplitude = 3.0  // gray levels
	moireProminence   = 40.0 // amplitude over the median of fine waves
	moireAgreement    = 0.4  // share of the parts that show the same wave, or the one at right angles
	moireTolerance    = 0.02 // waves a pixel between two equal waves
)

// moireWave is a regular pattern in one part of a picture.
type moireWave struct{ x, y, amplitude float64 } // waves a pixel, gray levels

func (w moireWave) frequency() float64 { return math.Hypot(w.x, w.y) }

// Moire returns the frequency of the moire that a photographed screen shows, in waves a pixel, and whether there
// is one.
func (p *Picture) Moire() (frequency float64, ok bool, err error) {
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
	frequency, ok = commonFrequency(waves)
	return frequency, ok, nil
}

// SuppressMoire smooths the picture until that share of a wave of that frequency (waves a pixel) remains. The
// caller closes the result.
func (p *Picture) SuppressMoire(frequency, remains float64) (*Picture, error) {
	// A Gaussian of width s leaves exp(-(2 pi f s)^2/2) of a wave of frequency f.
	sigma := math.Sqrt(-2*math.Log(remains)) / (2 * math.Pi * frequency)
	m := gocv.NewMat()
	if err := gocv.GaussianBlur(p.Pixels, &m, image.Point{}, sigma, sigma, gocv.BorderReplicate); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return &Picture{Pixels: m, Width: p.Width, Height: p.Height}, nil
}

// moireWaves are the highest fine waves of each part of a gray picture. It leaves dark parts out.
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

// hann is the Hann window: it keeps a window's own edges out of its spectrum. It sums to 1.
var hann = func() (window [moireWindow]float64) {
	for i := range window {
		window[i] = (1 - math.Cos(2*math.Pi*float64(i)/moireWindow)) / moireWindow
	}
	return window
}()

// strongestWave is the fine wave that stands out in a square window of a picture with the given stride, or none. A
// dark window has a negative amplitude.
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
	spectrum := gocv.NewMat()
	defer spectrum.Close()
	if err := transform(part, stride, mean, &spectrum); err != nil {
		return moireWave{}, err
	}
	waves, err := spectrum.DataPtrFloat32()
	if err != nil {
		return moireWave{}, err
	}
	highest, median := highestPeak(waves)
	if highest.amplitude < moireMinAmplitude || highest.amplitude < moireProminence*median {
		return moireWave{}, nil
	}
	return highest, nil
}

// transform is the discrete Fourier transform of a window, less its mean and under a Hann window.
func transform(part []byte, stride int, mean float64, spectrum *gocv.Mat) error {
	const n = moireWindow
	seen := gocv.NewMatWithSize(n, n, gocv.MatTypeCV32F)
	defer seen.Close()
	pixels, err := seen.DataPtrFloat32()
	if err != nil {
		return err
	}
	for y := range n {
		for x, level := range part[y*stride:][:n] {
			pixels[y*n+x] = float32((float64(level) - mean) * hann[x] * hann[y])
		}
	}
	return gocv.DFT(seen, spectrum, gocv.DftComplexOutput)
}

// highestPeak is the highest fine wave of a spectrum, and the median amplitude of all fine waves.
func highestPeak(waves []float32) (highest moireWave, median float64) {
	const n = moireWindow
	all := make([]float64, 0, n*n/2)
	for y := range n {
		fy := float64((y+n/2)%n-n/2) / n
		for x := range n/2 + 1 { // the other half is its mirror image
			fx := float64(x) / n
			if fx*fx+fy*fy < moireMinFrequency*moireMinFrequency {
				continue
			}
			re, im := float64(waves[2*(y*n+x)]), float64(waves[2*(y*n+x)+1])
			amplitude := 2 * math.Hypot(re, im)
			if all = append(all, amplitude); amplitude > highest.amplitude {
				highest = moireWave{fx, fy, amplitude}
			}
		}
	}
	return highest, nthSmallest(all, len(all)/2)
}

// commonFrequency is the frequency of the wave that enough of the parts show.
func commonFrequency(parts []moireWave) (frequency float64, ok bool) {
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
			most, frequency = n, w.frequency()
		}
	}
	return frequency, most > 1 && float64(most) >= moireAgreement*float64(len(parts))
}

// same says whether two waves have about the same direction and frequency.
func (w moireWave) same(other moireWave) bool {
	return math.Hypot(w.x-other.x, w.y-other.y) < moireTolerance || math.Hypot(w.x+other.x, w.y+other.y) < moireTolerance
}
