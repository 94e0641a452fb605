package blob

import (
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"
)

// Threshold separates ink of one polarity from its ground: LocalMean or TopHat.
type Threshold interface {
	// layers calls visit with each mask and those of its components that may be ink. The mask is on loan for the time of the call.
	layers(gray gocv.Mat, dark bool, visit func(l layer)) error
}

// layer is a mask of ink and its components.
type layer struct {
	mask       Mask
	components []Component
	min        image.Point // the mask's first pixel in the reduced picture
	inner      bool        // the mask lies within ink of another one
}

// LocalMean takes for ink what differs from the mean of a square window around it (adaptive threshold). It finds strokes up to about the
// window's own width.
type LocalMean struct {
	Window int     // side of the window in pixels, odd
	Step   float32 // gray levels between ink and mean
	// Mirror mirrors the picture at its border for the mean there, where the border's own pixels are repeated otherwise. DABBLE's constants were fitted with
	// it: without it, coordinates in 2 of 14 pictures change.
	Mirror bool
}

func (t LocalMean) layers(gray gocv.Mat, dark bool, visit func(l layer)) error {
	padded, means, over, bits := gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	for _, m := range []*gocv.Mat{&padded, &means, &over, &bits} {
		defer m.Close()
	}
	border, pad := gocv.BorderReplicate, t.Window/2
	if t.Mirror {
		border = gocv.BorderReflect101
	}
	if err := gocv.CopyMakeBorder(gray, &padded, pad, pad, pad, pad, border, color.RGBA{}); err != nil {
		return err
	}
	if err := gocv.BoxFilter(padded, &means, -1, image.Pt(t.Window, t.Window)); err != nil {
		return err
	}
	mean := means.Region(image.Rect(pad, pad, pad+gray.Cols(), pad+gray.Rows()))
	defer mean.Close()
	from, less, level := gray, mean, float32(math.Floor(float64(t.Step)))
	if dark {
		from, less, level = mean, gray, level-1
	}
	if err := gocv.Subtract(from, less, &over); err != nil {
		return err
	}
	return above(over, &bits, level, func(m Mask) error {
		visit(layer{mask: m, components: m.Components()})
		return nil
	})
}

// above lends the mask of what is above a level; bits is its memory.
func above(levels gocv.Mat, bits *gocv.Mat, level float32, use func(Mask) error) error {
	gocv.Threshold(levels, bits, level, Lit, gocv.ThresholdBinary)
	if err := gocv.LastExceptionError(); err != nil {
		return err
	}
	m, err := maskOf(*bits)
	if err != nil {
		return err
	}
	return use(m)
}

// maskOf borrows a Mat's pixels.
func maskOf(m gocv.Mat) (Mask, error) {
	pix, err := m.DataPtrUint8()
	return Mask{m.Cols(), pix}, err
}

// TopHat takes for ink the strokes that are too thin for a square brush (morphological top-hat, for dark ink black-hat). Where a whole patch
// stands out, as a tile does on a dark table, it looks for the strongest strokes within the patch as well.
type TopHat struct {
	Brush  int     // side of the brush in pixels; wider strokes are no ink
	Step   float32 // gray levels between stroke and ground
	Strong uint8   // gray levels between ground and a stroke within a patch
	Patch  Patch
}

// Patch says which components may be patches of ground that stand out themselves, with ink on them.
type Patch struct {
	Larger float64 // least ratio of the patch's sides to those of the ink on it
	Least  int     // least length of the ink on it, pixels
	Fill   float64 // least share of the patch's box that stands out
	Most   int     // with more patches, it is a cloth's pattern that stands out: none counts
}

func (t TopHat) layers(gray gocv.Mat, dark bool, visit func(l layer)) error {
	brush, stand, bits := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(t.Brush, t.Brush)), gocv.NewMat(), gocv.NewMat()
	defer brush.Close()
	defer stand.Close()
	defer bits.Close()
	kind := gocv.MorphTophat
	if dark {
		kind = gocv.MorphBlackhat
	}
	if err := gocv.MorphologyEx(gray, &stand, kind, brush); err != nil {
		return err
	}
	return above(stand, &bits, t.Step, func(seen Mask) error {
		levels, err := maskOf(stand)
		if err != nil {
			return err
		}
		components := seen.Components()
		visit(layer{mask: seen, components: components})
		for _, p := range t.Patch.among(components) {
			visit(t.within(levels, p))
		}
		return nil
	})
}

// among are the components that may be patches.
func (p *Patch) among(components []Component) []Component {
	var patches []Component
	for _, c := range components {
		w, h := c.Width(), c.Height()
		if float64(min(w, h)) >= p.Larger*float64(p.Least) && float64(c.Area) > p.Fill*float64(w*h) {
			patches = append(patches, c)
		}
	}
	if len(patches) > p.Most {
		return nil
	}
	return patches
}

// within are the strong strokes in a patch, of gray levels by which the picture stands out.
func (t TopHat) within(levels Mask, patch Component) layer {
	w, h := patch.Width(), patch.Height()
	strong := Mask{w, make([]uint8, 0, w*h)}
	for y := patch.Y0; y < patch.Y1; y++ {
		for _, level := range levels.Pix[y*levels.Width+patch.X0 : y*levels.Width+patch.X1] {
			on := uint8(0)
			if level > t.Strong {
				on = Lit
			}
			strong.Pix = append(strong.Pix, on)
		}
	}
	var kept []Component
	for _, c := range strong.Components() {
		long, larger := max(c.Width(), c.Height()), t.Patch.Larger
		if long >= t.Patch.Least && larger*float64(c.Width()) <= float64(w) && larger*float64(c.Height()) <= float64(h) {
			kept = append(kept, c)
		}
	}
	return layer{mask: strong, components: kept, min: image.Pt(patch.X0, patch.Y0), inner: true}
}
