package vision

import (
	"errors"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/dsp/fourier"
)

// A photo of a screen shows, beside what is on it, how the screen's grid and the camera's beat: a fine wave all over. It hides the edges
// and strokes that tiles are found by, and is all that lies beyond its own frequency, so the picture is smoothed until it is gone.

const (
	waveParts   = 4    // across and down a picture: in the middle of each waves are looked for
	waveFirst   = 10   // of the parts; if none of them shows any, the others are too few
	waveLooks   = 128  // how much of it is looked at, pixels across and down
	waveDark    = 24.0 // gray level; parts that are darker lie beside the screen
	waveFinest  = 0.14 // in waves a pixel: cloths and letters have few that are finer
	waveHeight  = 3.0  // gray levels
	waveStands  = 40.0 // how much higher it is than most fine waves
	waveShare   = 0.4  // of the parts that show the same wave, or the one that lies across
	waveAlike   = 0.02 // in waves a pixel
	waveRemains = 0.15 // of its height when it was smoothed away
)

// wave is a regular pattern in one part of a picture.
type wave struct{ x, y, height float64 } // waves a pixel, gray levels

func (w wave) finesse() float64 { return math.Hypot(w.x, w.y) }

// Screen tells whether the picture shows the fine wave of a photographed screen, and if so returns the picture without it; the caller
// closes it.
func (p *Picture) Screen() (*Picture, bool, error) {
	if min(p.Width, p.Height) < waveParts*waveLooks {
		return nil, false, nil
	}
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(p.mat, &gray, gocv.ColorBGRToGray); err != nil {
		return nil, false, err
	}
	pixels, err := gray.DataPtrUint8()
	if err != nil {
		return nil, false, err
	}
	finesse, ok := commonWave(wavesOf(pixels, p.Width, p.Height))
	if !ok {
		return nil, false, nil
	}
	// What a Gaussian of width s leaves of a wave is exp(-(2 pi f s)^2/2).
	sigma := math.Sqrt(-2*math.Log(waveRemains)) / (2 * math.Pi * finesse)
	m := gocv.NewMat()
	if err := gocv.GaussianBlur(p.mat, &m, image.Point{}, sigma, sigma, gocv.BorderReplicate); err != nil {
		return nil, false, errors.Join(err, m.Close())
	}
	return &Picture{mat: m, Width: p.Width, Height: p.Height}, true, nil
}

// wavesOf are the highest fine waves in the middle of each part of a gray picture; of dark parts there is none.
func wavesOf(pixels []byte, width, height int) []wave {
	parts := make([]wave, waveParts*waveParts)
	look := func(some []wave, first int) {
		onAllCores(len(some), func(k int) {
			i := first + k
			x, y := (2*(i%waveParts)+1)*width/(2*waveParts)-waveLooks/2, (2*(i/waveParts)+1)*height/(2*waveParts)-waveLooks/2
			some[k] = highestWave(pixels[y*width+x:], width)
		})
	}
	look(parts[:waveFirst], 0)
	if !slices.ContainsFunc(parts[:waveFirst], func(w wave) bool { return w.height != 0 }) {
		return nil
	}
	look(parts[waveFirst:], waveFirst)
	return slices.DeleteFunc(parts, func(w wave) bool { return w.height < 0 })
}

// highestWave is the fine wave that stands out in a square part of a picture whose rows are so far apart, or none. Its height is negative
// where it is dark.
func highestWave(part []byte, stride int) wave {
	const n = waveLooks
	mean := 0.0
	for y := range n {
		for x := range n {
			mean += float64(part[y*stride+x]) / (n * n)
		}
	}
	if mean < waveDark {
		return wave{height: -1}
	}
	// A Hann window keeps the part's own edges out of it.
	var window [n]float64
	for i := range window {
		window[i] = (1 - math.Cos(2*math.Pi*float64(i)/n)) / n // sums to 1
	}
	row := fourier.NewFFT(n)
	spectrum, line := make([][]complex128, n), make([]float64, n)
	for y := range n {
		for x := range n {
			line[x] = (float64(part[y*stride+x]) - mean) * window[x] * window[y]
		}
		spectrum[y] = row.Coefficients(nil, line)
	}
	column := fourier.NewCmplxFFT(n)
	highest, all, down := wave{}, make([]float64, 0, n*n/2), make([]complex128, n)
	for fx := range n/2 + 1 {
		for y := range n {
			down[y] = spectrum[y][fx]
		}
		for fy, c := range column.Coefficients(down, down) {
			w := wave{row.Freq(fx), column.Freq(fy), real(c)*real(c) + imag(c)*imag(c)} // a square, as yet
			if w.x*w.x+w.y*w.y < waveFinest*waveFinest {
				continue
			}
			if all = append(all, w.height); w.height > highest.height {
				highest = w
			}
		}
	}
	highest.height = 2 * math.Sqrt(highest.height)
	if highest.height < waveHeight || highest.height < waveStands*2*math.Sqrt(ranked(all, len(all)/2)) {
		return wave{}
	}
	return highest
}

// commonWave is the finesse of the wave that enough of the parts show, and whether there is one.
func commonWave(parts []wave) (finesse float64, ok bool) {
	most := 0
	for _, w := range parts {
		n := 0
		if w.height == 0 {
			continue
		}
		for _, other := range parts {
			if other.height > 0 && (other.along(w) || other.along(wave{x: -w.y, y: w.x}) || other.along(wave{x: w.y, y: -w.x})) {
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
func (w wave) along(other wave) bool {
	return math.Hypot(w.x-other.x, w.y-other.y) < waveAlike || math.Hypot(w.x+other.x, w.y+other.y) < waveAlike
}
