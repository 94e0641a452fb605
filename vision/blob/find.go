package blob

import "tilewatch/engine"

// Blob is a connected patch of ink.
type Blob struct {
	At        engine.Point // middle of its box, pixels of the whole picture
	W, H      float64      // sides of its box, pixels of the whole picture
	Component Component    // the same in the mask that it was found in
	Dark      bool         // the ink is darker than its ground
	Inner     bool         // it lies within a patch that stands out itself
	Solid     bool         // it fills a rectangle or an ellipse

	// What Options.Ground measures:
	Ground [3]float64 // color around it: blue, green, red
	Plain  float64    // share of the ring around it that has the ground's color
	Shaded bool       // the ring is plain only without a slope of light
	Ink    float64    // gray levels between ink and ground
}

// Long is the longer side of the blob's box, pixels.
func (b *Blob) Long() float64 { return max(b.W, b.H) }

// Options say what ink is, and which blobs of it are kept.
type Options struct {
	Threshold Threshold
	Shape     Shape
	Ground    *Ground // nil: no ring is sampled and no contrast is measured
	LeastInk  float64 // gray levels between ink and ground
}

// Shape limits a blob's component. Lengths are pixels of the reduced picture.
type Shape struct {
	LeastLong, MostLong float64 // of the box's longer side
	LeastShort          float64 // of its shorter side
	MostSlim            float64 // ratio of both sides; 0: no limit
	LeastFill, MostFill float64 // share of the box that is ink
	BarSlim             float64 // a box with this ratio of sides may be filled more: a bar, as I and 1 are
	SolidSlim           float64 // slimmest solid shape, as a ratio of principal axes
	RejectSolid         bool
}

// Find finds the blobs of one polarity in a reduced picture; p is the whole picture.
func (o *Options) Find(p *Picture, r Reduced, dark bool) ([]Blob, error) {
	var found []Blob
	var ground *meter
	if o.Ground != nil {
		ground = o.Ground.in(p)
	}
	err := o.Threshold.layers(r.Gray, dark, func(l layer) {
		for _, c := range l.components {
			if !o.Shape.allows(&c) {
				continue
			}
			b := l.blob(c, &r, dark)
			if o.Shape.RejectSolid && l.mask.solid(&c, o.Shape.SolidSlim) {
				continue
			}
			if ground != nil && !o.measure(ground, &b, &l, &r) {
				continue
			}
			b.Solid = !o.Shape.RejectSolid && l.mask.solid(&c, o.Shape.SolidSlim)
			found = append(found, b)
		}
	})
	return found, err
}

// blob is the component's blob in the whole picture.
func (l *layer) blob(c Component, r *Reduced, dark bool) Blob {
	w, h, by := float64(c.Width()), float64(c.Height()), float64(r.By)
	at := r.at(float64(l.min.X+c.X0)+(w-1)/2, float64(l.min.Y+c.Y0)+(h-1)/2)
	return Blob{At: at, W: w * by, H: h * by, Component: c, Dark: dark, Inner: l.inner}
}

// measure notes the blob's ground and contrast; false if the ground is not plain or the ink is faint.
func (o *Options) measure(g *meter, b *Blob, l *layer, r *Reduced) bool {
	if !g.measure(b, l, r) {
		return false
	}
	b.Ink = g.p.Contrast(b.At, b.W, b.H, b.Ground, b.Dark)
	return b.Ink >= o.LeastInk
}

// allows reports whether a component has the size and fill of a letter.
func (s *Shape) allows(c *Component) bool {
	w, h := float64(c.Width()), float64(c.Height())
	long, short := max(w, h), min(w, h)
	if long < s.LeastLong || long > s.MostLong || short < s.LeastShort || s.MostSlim > 0 && long > s.MostSlim*short {
		return false
	}
	fill := float64(c.Area) / (w * h)
	return fill >= s.LeastFill && (fill <= s.MostFill || long >= s.BarSlim*short)
}
