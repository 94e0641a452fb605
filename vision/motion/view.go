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

// viewWidth is about how wide the gate's picture is, pixels; a tile is then 6 to 20 pixels wide. Hand-set.
const viewWidth = 320

// view is the frame, reduced by a whole factor, and the frame before.
type view struct {
	half      gocv.Mat // the frame at half size
	scratch   gocv.Mat
	w, h      int
	factor    int // frame pixels to one of the view
	full      image.Point
	now, then []uint8    // BGR, 3 a pixel; then is empty for the first frame
	gain      [3]float32 // over the frame before; gained says that it is known
	gained    bool
	moved     []uint8 // scratch of move
	edge, was int     // how many pixels at the edges the frame and the one before repeat: the camera that swayed did not see them
	noise     float32 // median difference of two frames of the same scene, gray levels
	measured  int     // frames behind noise
	cells     []int   // scratch of motion
	// sharp and sharpThen are the energies of the cells' edges, now and then.
	sharp, sharpThen, ratios []float32
}

func newView() view { return view{half: gocv.NewMat(), scratch: gocv.NewMat()} }

func (v *view) close() error { return errors.Join(v.half.Close(), v.scratch.Close()) }

// load takes the next frame; fits is false if its size differs from the frame before.
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
	v.now, v.then, v.gained = append(v.then[:0], px...), v.now, false
	v.edge, v.was = 0, v.edge
	return fits, nil
}

// reduce fills scratch with the frame at w x h pixels, each the mean of factor x factor pixels. An even factor
// goes through half size, which OpenCV does several times faster than any other factor.
func (v *view) reduce(full gocv.Mat, w, h, factor int) error {
	if factor%2 != 0 || full.Cols() != w*factor || full.Rows() != h*factor {
		return gocv.Resize(full, &v.scratch, image.Pt(w, h), 0, 0, gocv.InterpolationArea)
	}
	if err := gocv.Resize(full, &v.half, image.Pt(w*factor/2, h*factor/2), 0, 0, gocv.InterpolationArea); err != nil {
		return err
	}
	return gocv.Resize(v.half, &v.scratch, image.Pt(w, h), 0, 0, gocv.InterpolationArea)
}

// forget makes the next frame the first one.
func (v *view) forget() { v.then, v.noise, v.measured = v.then[:0], 0, 0 }

// sampleStep is the grid on which gain and noise are measured, pixels.
const sampleStep = 4

// samples calls use with the index of each pixel of the grid.
func (v *view) samples(use func(pixel int)) {
	for y := sampleStep / 2; y < v.h; y += sampleStep {
		for x := sampleStep / 2; x < v.w; x += sampleStep {
			use(y*v.w + x)
		}
	}
}

// Motion counts by cells of the view: noise is everywhere, what moves is in one place. Hand-set: lower limits see motion
// in noise.
const (
	cellSide  = 16 // pixels of the view
	cellMoved = 6  // changed pixels of a moving cell, at least

	motionLeast              = 9    // gray levels; limit of a camera without noise
	motionNoises, motionBase = 4, 3 // limit is motionNoises * noise + motionBase
)

// motion is the share of the picture that changed since the frame before; 0 with noise alone.
func (v *view) motion() float64 {
	v.cells = v.cells[:0]
	if len(v.then) != len(v.now) {
		return 0
	}
	gain := v.gainSince()
	v.measureNoise(gain)
	limit := max(motionLeast, motionNoises*v.noise+motionBase)
	columns := v.w/cellSide + 1
	v.cells = slices.Grow(v.cells, columns*(v.h/cellSide+1))[:columns*(v.h/cellSide+1)]
	clear(v.cells)
	unseen := max(v.edge, v.was)
	for y := max(1, unseen); y < v.h-unseen; y++ {
		row := y * v.w
		for x := max(1, unseen); x < v.w-unseen; x++ {
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

// gainSince is by how much the frame is brighter than the one before, by channel.
func (v *view) gainSince() [3]float32 {
	if !v.gained {
		v.gain, v.gained = v.gainOver(func(i int) float32 { return float32(v.then[i]) }), true
	}
	return v.gain
}

// changed says whether a pixel changed by more than the limit since the frame before.
func (v *view) changed(i int, gain *[3]float32, limit float32) bool {
	a, b := v.now[3*i:3*i+3:3*i+3], v.then[3*i:3*i+3:3*i+3]
	return differs(a[0], gain[0]*float32(b[0]), limit) || differs(a[1], gain[1]*float32(b[1]), limit) || differs(a[2], gain[2]*float32(b[2]), limit)
}

// change is by how much a pixel changed since the frame before, in its most changed channel.
func (v *view) change(i int, gain *[3]float32) float32 {
	a, b := v.now[3*i:3*i+3:3*i+3], v.then[3*i:3*i+3:3*i+3]
	return max(abs32(float32(a[0])-gain[0]*float32(b[0])), abs32(float32(a[1])-gain[1]*float32(b[1])), abs32(float32(a[2])-gain[2]*float32(b[2])))
}

// noiseRate is the least weight of a new frame in the running mean; maxNoise bounds its noise, gray levels. Hand-set.
const (
	noiseRate = 0.05
	maxNoise  = 8
)

// measureNoise updates the running mean of the median difference of two frames. A hand covers less than half of them.
func (v *view) measureNoise(gain [3]float32) {
	v.measured++
	v.noise += max(noiseRate, 1/float32(v.measured)) * (min(v.medianChange(gain), maxNoise) - v.noise)
}

// medianChange is by how much half of the pixels changed since the frame before, gray levels.
func (v *view) medianChange(gain [3]float32) float32 {
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
	return float32(median) + float32(n/2-below)/float32(max(1, count[median]))
}

// The histogram of brightness ratios has steps of 1/256 from 1/4 to 4.
const (
	gainSteps = 256
	gainBins  = gainSteps * 15 / 4

	gainDarkest, gainBrightest = 16, 245 // gray levels; outside of them a pixel is clipped or too noisy
	gainSamples                = 50      // with fewer samples the gain is 1
)

// gainOver is by how much this picture is brighter than another, by channel: the median ratio, which new things
// do not change while they cover less than half. other gives the other picture's value for an index into now.
func (v *view) gainOver(other func(i int) float32) [3]float32 {
	var count [3][gainBins]int
	var n [3]int
	v.samples(func(p int) {
		for c := range 3 {
			a, b := float32(v.now[3*p+c]), other(3*p+c)
			if a < gainDarkest || a > gainBrightest || b < gainDarkest || b > gainBrightest {
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
		if n[c] >= gainSamples {
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
