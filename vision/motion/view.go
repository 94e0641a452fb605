package motion

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
	"tilewatch/vision/source"
)

// viewWidth is about how wide the gate's picture is; a tile is then 6 to 20 pixels wide.
const viewWidth = 320

// view is the frame the gate works on, reduced by a whole factor, and the one before.
type view struct {
	half      gocv.Mat // the frame at half its size
	scratch   gocv.Mat
	w, h      int
	factor    int // picture pixels to one of ours
	full      image.Point
	now, then []uint8 // BGR, 3 a pixel; then is empty for the first frame
	noise     float32 // typical difference of two frames of the same thing, gray levels
	measured  int     // frames the noise was measured on
	cells     []int   // scratch of motion
}

func newView() view { return view{half: gocv.NewMat(), scratch: gocv.NewMat()} }

func (v *view) close() error { return errors.Join(v.half.Close(), v.scratch.Close()) }

// load takes in a frame; fits is false when its size is not that of the frame before.
func (v *view) load(f source.Frame) (fits bool, err error) {
	if f.Mat.Closed() || !picture.Usable(&f.Mat) {
		return false, fmt.Errorf("frame %d is not an 8-bit color picture", f.Number)
	}
	full := image.Pt(f.Mat.Cols(), f.Mat.Rows())
	factor := max(1, (full.X+viewWidth/2)/viewWidth)
	w, h := full.X/factor, full.Y/factor
	if w < 8 || h < 8 {
		return false, fmt.Errorf("frame %d has only %dx%d pixels", f.Number, full.X, full.Y)
	}
	if err := v.reduce(f.Mat, w, h, factor); err != nil {
		return false, fmt.Errorf("frame %d cannot be reduced: %w", f.Number, err)
	}
	px, err := v.scratch.DataPtrUint8()
	if err != nil {
		return false, fmt.Errorf("frame %d cannot be reduced: %w", f.Number, err)
	}
	fits = full == v.full
	v.w, v.h, v.factor, v.full = w, h, factor, full
	v.now, v.then = append(v.then[:0], px...), v.now
	return fits, nil
}

// reduce makes scratch the frame in w x h pixels, the mean of factor x factor pixels each. By even factors it goes by way of half the
// size: OpenCV is several times as fast at that as at any other.
func (v *view) reduce(full gocv.Mat, w, h, factor int) error {
	if factor%2 != 0 || full.Cols() != w*factor || full.Rows() != h*factor {
		return gocv.Resize(full, &v.scratch, image.Pt(w, h), 0, 0, gocv.InterpolationArea)
	}
	if err := gocv.Resize(full, &v.half, image.Pt(w*factor/2, h*factor/2), 0, 0, gocv.InterpolationArea); err != nil {
		return err
	}
	return gocv.Resize(v.half, &v.scratch, image.Pt(w, h), 0, 0, gocv.InterpolationArea)
}

// forget makes the present frame the first one.
func (v *view) forget() { v.then, v.noise, v.measured = v.then[:0], 0, 0 }

// sampleStep is the grid on which brightness and noise are measured.
const sampleStep = 4

// samples calls use with the index of each pixel of the grid.
func (v *view) samples(use func(pixel int)) {
	for y := sampleStep / 2; y < v.h; y += sampleStep {
		for x := sampleStep / 2; x < v.w; x += sampleStep {
			use(y*v.w + x)
		}
	}
}

// Motion is counted in cells of the picture: noise is spread over all of it, what moves is in one place.
const (
	cellSide  = 16 // pixels
	cellMoved = 6  // pixels of a cell: fewer are noise
)

// motion is the share of the picture that changed since the frame before; 0 when there is only noise.
func (v *view) motion() float64 {
	if len(v.then) != len(v.now) {
		return 0
	}
	gain := v.gainOver(func(i int) float32 { return float32(v.then[i]) })
	v.measureNoise(gain)
	limit := max(9, 4*v.noise+3)
	columns := v.w/cellSide + 1
	v.cells = slices.Grow(v.cells[:0], columns*(v.h/cellSide+1))[:columns*(v.h/cellSide+1)]
	clear(v.cells)
	for y := 1; y < v.h; y++ {
		row := y * v.w
		for x := 1; x < v.w; x++ {
			// A single pixel is noise: its neighbors to the left and above must have moved as well.
			if i := row + x; v.changed(i, &gain, limit) && v.changed(i-1, &gain, limit) && v.changed(i-v.w, &gain, limit) {
				v.cells[y/cellSide*columns+x/cellSide]++
			}
		}
	}
	moved := 0
	for _, n := range v.cells {
		if n >= cellMoved {
			moved += n
		}
	}
	return float64(moved) / float64(v.w*v.h)
}

// stepped says whether a pixel changed by more than the limit since the frame before.
func (v *view) changed(i int, gain *[3]float32, limit float32) bool {
	a, b := v.now[3*i:3*i+3:3*i+3], v.then[3*i:3*i+3:3*i+3]
	return differs(a[0], gain[0]*float32(b[0]), limit) || differs(a[1], gain[1]*float32(b[1]), limit) || differs(a[2], gain[2]*float32(b[2]), limit)
}

// step is by how much a pixel changed since the frame before, in its most changed color.
func (v *view) change(i int, gain *[3]float32) float32 {
	a, b := v.now[3*i:3*i+3:3*i+3], v.then[3*i:3*i+3:3*i+3]
	return max(abs32(float32(a[0])-gain[0]*float32(b[0])), abs32(float32(a[1])-gain[1]*float32(b[1])), abs32(float32(a[2])-gain[2]*float32(b[2])))
}

// measureNoise follows the median difference of two frames, which a hand covers less than half of.
func (v *view) measureNoise(gain [3]float32) {
	var count [32]int
	n := 0
	v.samples(func(i int) {
		count[min(31, int(v.change(i, &gain)))]++
		n++
	})
	below, median := 0, 0
	for below+count[median] < n/2 {
		below += count[median]
		median++
	}
	level := float32(median) + float32(n/2-below)/float32(max(1, count[median]))
	v.measured++
	v.noise += max(0.05, 1/float32(v.measured)) * (min(level, 8) - v.noise)
}

// Ratios of brightness are counted in steps of 1/256 from 1/4 to 4.
const (
	gainSteps = 256
	gainBins  = gainSteps * 15 / 4
)

// gain is by how much this picture is brighter than another, by color: the median ratio, so that what is new in it does
// not count as long as it covers less than half. other gives the other picture's value for an index into now.
func (v *view) gainOver(other func(i int) float32) [3]float32 {
	var count [3][gainBins]int
	var n [3]int
	v.samples(func(p int) {
		for c := range 3 {
			a, b := float32(v.now[3*p+c]), other(3*p+c)
			if a < 16 || a > 245 || b < 16 || b > 245 {
				continue
			}
			if bin := int(gainSteps*(a/b-0.25) + 0.5); bin >= 0 && bin < gainBins {
				count[c][bin]++
				n[c]++
			}
		}
	})
	var gain [3]float32
	for c := range gain {
		gain[c] = 1
		if n[c] >= 50 {
			gain[c] = medianRatio(&count[c], n[c])
		}
	}
	return gain
}

// medianRatio interpolates within the median's bin.
func medianRatio(count *[gainBins]int, n int) float32 {
	below, bin := 0, 0
	for 2*(below+count[bin]) < n {
		below += count[bin]
		bin++
	}
	within := (float32(n)/2 - float32(below)) / float32(max(1, count[bin]))
	return 0.25 + (float32(bin)-0.5+within)/gainSteps
}

func abs32(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}
