package vision

import (
	"cmp"
	"image"
	"math"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
)

// mark is a glyph-like spot: a small connected patch of ink on a patch of one plain color.
type mark struct {
	at      engine.Point // middle of its extent
	size    float64      // largest extent, pixels
	w, h    float64      // extents along the picture's axes
	plastic rgb          // the color around it
	plain   float64      // share of the ring around it that has that color
	dark    bool         // ink darker than its ground
	ink     float64      // gray levels between the ink and its ground
	inner   bool         // it stands out of what stands out itself
	full    bool         // a filled shape, as the squares of a checked cloth are, or a blurred O
	uneven  bool         // the ring has one color only once a slope of light is taken out
	score   float64      // how much like a printed glyph it is; larger is better
}

// Ink is looked for in several ways, since none finds all: as strokes too thin for a brush (a bold letter's strokes are
// a tenth of a tile wide, two tenths where they meet, and tiles are 26 to 130 pixels wide), and as what differs from
// the mean around it.
const (
	markMinSize = 5
	markMaxSize = 110
	strokeStep  = 14 // gray levels between a stroke and its ground
	strongStep  = 48 // ... between one and what stands out itself, as tiles do on a dark table
	meanStep    = 8  // gray levels between ink and the mean around it
	maxMarks    = 420
	maxFull     = 120 // more filled shapes than this are the cloth's pattern
)

// way is one way of telling ink of one polarity from its ground, in a gray picture reduced by so much.
type way func(r *raster, gray gocv.Mat, by int, dark bool) ([]mark, error)

// strokes are what a brush of this width cannot paint. Where all of a tile is that, too, its letter stands out the more.
func strokes(width int) way {
	return func(r *raster, gray gocv.Mat, by int, dark bool) ([]mark, error) {
		brush, stand, bits := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(width, width)), gocv.NewMat(), gocv.NewMat()
		defer brush.Close()
		defer stand.Close()
		defer bits.Close()
		kind := gocv.MorphTophat
		if dark {
			kind = gocv.MorphBlackhat
		}
		if err := gocv.MorphologyEx(gray, &stand, kind, brush); err != nil {
			return nil, err
		}
		gocv.Threshold(stand, &bits, strokeStep, 255, gocv.ThresholdBinary)
		if err := gocv.LastExceptionError(); err != nil {
			return nil, err
		}
		seen, err := maskOf(bits)
		if err != nil {
			return nil, err
		}
		levels, err := maskOf(stand)
		if err != nil {
			return nil, err
		}
		parts := seen.parts()
		found := marksOf(r, seen, parts, image.Point{}, by, dark)
		for _, p := range patchesOf(parts) {
			for _, m := range strokesIn(r, levels, p, by, dark) {
				m.inner = true
				found = append(found, m)
			}
		}
		return found, nil
	}
}

// strokesIn are the strongest strokes within a patch of what stands out.
func strokesIn(r *raster, stand mask, patch part, by int, dark bool) []mark {
	strong := mask{w: patch.w, on: make([]uint8, 0, patch.w*patch.h)}
	for y := range patch.h {
		for _, level := range stand.on[(patch.y+y)*stand.w+patch.x:][:patch.w] {
			on := uint8(0)
			if level > strongStep {
				on = lit
			}
			strong.on = append(strong.on, on)
		}
	}
	parts := slices.DeleteFunc(strong.parts(), func(p part) bool {
		return max(p.w, p.h) < strongLeast || patchLarger*float64(p.w) > float64(patch.w) || patchLarger*float64(p.h) > float64(patch.h)
	})
	return marksOf(r, strong, parts, image.Pt(patch.x, patch.y), by, dark)
}

// A patch that may be a tile or several, even if the table's grain clings to it, is larger than its letters by this factor; those are of
// so many pixels at least.
const (
	patchLarger = 1.3
	strongLeast = 10
	patchFill   = 0.12 // share of the patch's box
	patchCount  = 400  // with more, it is the cloth that stands out
)

// patchesOf are the parts that may be tiles.
func patchesOf(parts []part) []part {
	var patches []part
	for _, p := range parts {
		if min(p.w, p.h) >= patchLarger*strongLeast && float64(p.area) > patchFill*float64(p.w*p.h) {
			patches = append(patches, p)
		}
	}
	if len(patches) > patchCount {
		return nil
	}
	return patches
}

// contrast is what differs from the mean of its surroundings.
func contrast(window int) way {
	return func(r *raster, gray gocv.Mat, by int, dark bool) ([]mark, error) {
		bits := gocv.NewMat()
		defer bits.Close()
		kind, step := gocv.ThresholdBinary, float32(-meanStep)
		if dark {
			kind, step = gocv.ThresholdBinaryInv, meanStep
		}
		if err := gocv.AdaptiveThreshold(gray, &bits, 255, gocv.AdaptiveThresholdMean, kind, window, step); err != nil {
			return nil, err
		}
		seen, err := maskOf(bits)
		if err != nil {
			return nil, err
		}
		return marksOf(r, seen, seen.parts(), image.Point{}, by, dark), nil
	}
}

// reduction is by how much a picture is reduced before ink is looked for: large pictures show large tiles.
func reduction(width, height int) int {
	switch pixels := width * height; {
	case pixels > 7_000_000:
		return 3
	case pixels > 2_500_000:
		return 2
	}
	return 1
}

// findMarks looks for ink of either polarity in every way. What differs from the mean of its surroundings is larger than a stroke, and
// found in a picture of half the size, if that is not reduced already.
func findMarks(r *raster, gray gocv.Mat) ([]mark, error) {
	by := reduction(r.w, r.h)
	fine, coarse := gocv.NewMat(), gocv.NewMat()
	defer fine.Close()
	defer coarse.Close()
	if err := reduce(gray, &fine, by); err != nil {
		return nil, err
	}
	half := max(by, 2)
	if err := reduce(gray, &coarse, half); err != nil {
		return nil, err
	}
	ways := []struct {
		find way
		gray gocv.Mat
		by   int
	}{{strokes(9), fine, by}, {contrast(21), coarse, half}}
	found := make([][]mark, 2*len(ways))
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range found {
		group.Go(func() (err error) {
			w := &ways[i/2]
			found[i], err = w.find(r, w.gray, w.by, i%2 == 0)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return bestMarks(slices.Concat(found...)), nil
}

// reduce makes a picture smaller by a whole factor.
func reduce(from gocv.Mat, to *gocv.Mat, by int) error {
	if by == 1 {
		return from.CopyTo(to)
	}
	return gocv.Resize(from, to, image.Pt(from.Cols()/by, from.Rows()/by), 0, 0, gocv.InterpolationArea)
}

// marksOf turns parts of a mask, whose first pixel lies at origin, into marks, leaving out what no letter can be.
func marksOf(r *raster, seen mask, parts []part, origin image.Point, by int, dark bool) []mark {
	var found []mark
	for _, p := range parts {
		w, h := float64(p.w), float64(p.h)
		long, short := max(w, h), min(w, h)
		if long < markMinSize || long > markMaxSize || short < 2 {
			continue
		}
		if fill := float64(p.area) / (w * h); fill < 0.12 || fill > 0.93 && long < 4*short {
			continue
		}
		m := mark{at: engine.Point{X: float64(p.x) + (w-1)/2, Y: float64(p.y) + (h-1)/2}, w: w, h: h, size: long, dark: dark}
		part := m
		m.at.X, m.at.Y = m.at.X+float64(origin.X), m.at.Y+float64(origin.Y)
		m.enlarge(float64(by))
		if m.look(r) {
			m.full = part.solid(seen)
			found = append(found, m)
		}
	}
	return found
}

// letterSized says whether a mark is as large as a letter on a tile whose pitch spans so many pixels.
func (m *mark) letterSized(pitch float64) bool {
	return m.size*maxPitch > pitch && m.size*minPitch < pitch
}

// enlarge brings a mark from a reduced picture to the whole one.
func (m *mark) enlarge(by float64) {
	m.at = engine.Point{X: (m.at.X+0.5)*by - 0.5, Y: (m.at.Y+0.5)*by - 0.5}
	m.w, m.h, m.size = by*m.w, by*m.h, by*m.size
}

// solid says whether the mark is a filled rectangle or disc, as the squares of a checked cloth are.
func (m *mark) solid(seen mask) bool {
	var shape Moments
	x0, y0 := int(m.at.X-(m.w-1)/2), int(m.at.Y-(m.h-1)/2)
	for y := range int(m.h) {
		row := seen.on[(y0+y)*seen.w+x0:]
		for x := range int(m.w) {
			if row[x] != 0 {
				shape.Add(x, y)
			}
		}
	}
	return shape.Solid(2.5)
}

const ringPoints = 28

// ringTurns are the directions of the ring's points.
var ringTurns = func() (turns [ringPoints][2]float64) {
	for i := range turns {
		s, c := math.Sincos(2 * math.Pi * float64(i) / ringPoints)
		turns[i] = [2]float64{c, s}
	}
	return turns
}()

// boxTurns are those of a box with round corners, in units of half its sides.
var boxTurns = func() (turns [ringPoints][2]float64) {
	for i, t := range ringTurns {
		long := math.Sqrt(math.Sqrt(math.Pow(t[0], 4) + math.Pow(t[1], 4)))
		turns[i] = [2]float64{t[0] / long, t[1] / long}
	}
	return turns
}()

// look samples the ring around the mark; false when it is not one plain color.
func (m *mark) look(r *raster) bool {
	wide := max(1.8, 0.13*m.size)
	ring, ok := m.ringOf(r, &ringTurns, wide)
	if !ok {
		return false
	}
	m.plastic = ring.color()
	if m.plain = ring.plainness(m.plastic); m.plain < plainLeast && !m.lookWithin(r) {
		m.uneven = true
		if m.plain = ring.unshaded(m.plastic); m.plain < plainLeast {
			return false
		}
	}
	m.ink = r.inkContrast(m.at, m.w, m.h, m.plastic, m.dark)
	m.score = m.ink * m.plain * m.plain * min(1, 0.05+spread(m.plastic)/80)
	return m.ink >= 18
}

// lookWithin samples just around the mark's box: a large letter nearly touches the frame printed around it, on which the usual ring lies.
func (m *mark) lookWithin(r *raster) bool {
	ring, ok := m.ringOf(r, &boxTurns, max(1.5, 0.06*m.size))
	if !ok {
		return false
	}
	color := ring.color()
	plain := ring.plainness(color)
	if plain < plainWithin {
		return false
	}
	m.plastic, m.plain = color, plain
	return true
}

// ring are samples around a mark.
type ring [ringPoints]rgb

// ringOf samples the picture so many pixels outside of the mark's box in some directions; false where the picture ends.
func (m *mark) ringOf(r *raster, turns *[ringPoints][2]float64, gap float64) (found ring, ok bool) {
	a, b := m.w/2+gap, m.h/2+gap
	if m.at.X < a+1 || m.at.Y < b+1 || m.at.X+a > float64(r.w-2) || m.at.Y+b > float64(r.h-2) {
		return found, false
	}
	for i := range found {
		k := 3 * (int(m.at.Y+b*turns[i][1]+0.5)*r.w + int(m.at.X+a*turns[i][0]+0.5))
		for c, level := range r.bgr[k : k+3] {
			found[i][c] = float64(level)
		}
	}
	return found, true
}

// color is what most samples have.
func (g *ring) color() (most rgb) {
	for c := range most {
		var levels histogram
		for i := range g {
			levels.add(g[i][c])
		}
		most[c] = levels.median()
	}
	return most
}

const (
	plainGap    = 30.0 // gray levels: what differs less is of one color
	plainLeast  = 0.6  // share of a ring that has one color
	plainWithin = 0.7  // ... just around the box, which no corner of the mark reaches
	shadeSteps  = 3
)

// plainness is the share of the samples that have a color.
func (g *ring) plainness(color rgb) float64 {
	same := 0
	for _, s := range g {
		if math.Abs(s[0]-color[0]) < plainGap && math.Abs(s[1]-color[1]) < plainGap && math.Abs(s[2]-color[2]) < plainGap {
			same++
		}
	}
	return float64(same) / ringPoints
}

// unshaded is the share of the samples that have a color once a slope of light over the tile, as a lamp's reflection makes, is taken
// out.
func (g *ring) unshaded(color rgb) float64 {
	flat := *g
	for range shadeSteps {
		var along [2]rgb
		for i, s := range flat {
			for c := range 3 {
				gap := limited(s[c]-color[c], -plainGap, plainGap)
				along[0][c] += 2 * gap * ringTurns[i][0] / ringPoints
				along[1][c] += 2 * gap * ringTurns[i][1] / ringPoints
			}
		}
		for i := range flat {
			for c := range 3 {
				flat[i][c] -= along[0][c]*ringTurns[i][0] + along[1][c]*ringTurns[i][1]
			}
		}
	}
	return flat.plainness(color)
}

// inkContrast is how far the sixth of a mark's pixels that differ most lies from its ground, in gray levels. w and h are the mark's
// extents.
func (r *raster) inkContrast(at engine.Point, w, h float64, ground rgb, dark bool) float64 {
	const n = 9
	level := 0.114*ground[0] + 0.587*ground[1] + 0.299*ground[2]
	var left [n]int
	var right [n]float64 // how much of the pixel right of it is seen
	for i := range left {
		x := limited(at.X+w*(float64(i)/(n-1)-0.5), 0, float64(r.w)-1.001)
		left[i] = int(x)
		right[i] = x - float64(left[i])
	}
	var gaps [n * n]float64
	for k := range n {
		y := limited(at.Y+h*(float64(k)/(n-1)-0.5), 0, float64(r.h)-1.001)
		top := int(y)
		low := y - float64(top)
		above, below := r.gray[top*r.w:][:r.w], r.gray[(top+1)*r.w:][:r.w]
		for i, x := range left {
			upper := (1-right[i])*float64(above[x]) + right[i]*float64(above[x+1])
			lower := (1-right[i])*float64(below[x]) + right[i]*float64(below[x+1])
			gap := (1-low)*upper + low*lower - level
			if dark {
				gap = -gap
			}
			gaps[n*k+i] = gap
		}
	}
	return ranked(gaps[:], n*n*5/6)
}

// ranked is what would be at a place if all were sorted. It changes their order.
func ranked(all []float64, place int) float64 {
	for len(all) > 1 {
		pivot := all[place]
		i, k := 0, len(all)-1
		for i <= k {
			for all[i] < pivot {
				i++
			}
			for all[k] > pivot {
				k--
			}
			if i <= k {
				all[i], all[k] = all[k], all[i]
				i, k = i+1, k-1
			}
		}
		switch {
		case place <= k:
			all = all[:k+1]
		case place >= i:
			all, place = all[i:], place-i
		default:
			return pivot
		}
	}
	return all[0]
}

// spread is how colored a sample is: the gap between its largest and smallest channel.
func spread(c rgb) float64 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

// colorGap is the largest difference of a channel.
func colorGap(a, b rgb) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// bestMarks drops second sightings of the same spot and keeps the plainest: the uneven ones come last.
func bestMarks(all []mark) []mark {
	all = slices.DeleteFunc(all, func(m mark) bool { return m.uneven && m.full })
	slices.SortStableFunc(all, func(a, b mark) int {
		if a.uneven != b.uneven {
			if a.uneven {
				return 1
			}
			return -1
		}
		return cmp.Compare(b.score, a.score)
	})
	if full := len(slices.DeleteFunc(slices.Clone(all), func(m mark) bool { return !m.full })); full > maxFull {
		all = slices.DeleteFunc(all, func(m mark) bool { return m.full })
	}
	var kept []mark
	for _, m := range all {
		if !slices.ContainsFunc(kept, func(k mark) bool {
			return dist(k.at, m.at) < 0.25*max(k.size, m.size) && m.size < 1.3*k.size && k.size < 1.3*m.size
		}) {
			kept = append(kept, m)
		}
		if len(kept) == maxMarks {
			break
		}
	}
	return kept
}
