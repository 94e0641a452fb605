package dabble

import (
	"math"
	"slices"

	"tilewatch/vision/blob"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/parallel"
)

// seeFace reads the face at a node.
func (s *scan) seeFace(k *rack, at node) (f seenFace) {
	p := k.face(at)
	f.tilt, f.cutout = k.tilt, cut(s.r, s.cam, &p, faceSize, -0.5, -0.5, 0.5, 0.5)
	f.letters, f.sure = s.read(f.cutout)
	f.print = printOf(f.cutout.gray(), k.dark)
	return f
}

// darkSlack keeps ratios of dark levels near one, gray levels. Hand-set.
const darkSlack = 6

// readSlot reads a place.
func (s *scan) readSlot(k *rack, at node) slot {
	o := slot{patch: k.face(at)}
	o.quad = o.patch.quad(s.cam)
	o.inside = true
	for _, q := range o.quad {
		o.inside = o.inside && s.r.Inside(q)
	}
	f := k.faces[at]
	if f == nil || f.tilt != k.tilt {
		seen := s.seeFace(k, at)
		f = &seen
	}
	o.letters, o.sure, o.print = f.letters, f.sure, f.print
	o.color, o.texture = middleOf(&f.cutout)
	o.inkRatio = o.print.contrast / max(k.contrast, 1)
	ground := s.localGround(k, k.pose.pixel(o.middle))
	o.texture /= blob.Luma(ground) + darkSlack
	o.shadeOff = math.Log((o.print.ground + darkSlack) / (blob.Luma(ground) + darkSlack))
	for ch := range ground {
		if d := math.Log((o.color[ch] + darkSlack) / (ground[ch] + darkSlack)); math.Abs(d) > math.Abs(o.colorOff) {
			o.colorOff = d
		}
	}
	return o
}

// marginParts says how wide the margin is that middleOf leaves out: a fifth of a side.
const marginParts = 5

// middleOf is the mean color of the inner part of a face, and its standard deviation.
func middleOf(c *cutout) (mean [3]float64, rough float64) {
	n, sq := 0.0, 0.0
	low, high := c.size/marginParts, c.size-c.size/marginParts
	for y := low; y < high; y++ {
		for x := low; x < high; x++ {
			p := c.at(x, y)
			for ch := range mean {
				mean[ch] += float64(p[2-ch])
			}
			sq += float64(p[1]) * float64(p[1])
			n++
		}
	}
	for ch := range mean {
		mean[ch] /= n
	}
	return mean, math.Sqrt(max(sq/n-mean[1]*mean[1], 0))
}

// hasPrint reports whether a letter or an apostrophe is on the face.
func (o *slot) hasPrint() bool {
	least := leastPrint
	if o.slimAndHigh() {
		least = leastSlim
	}
	return o.inkRatio > least && !o.print.letter.Empty() && o.print.letter.Y0 < lowestTop && math.Abs(o.shadeOff) < sameShade
}

// Limits of print: its contrast to that of the letters around, and the brightness of its ground to that of the tiles around, as a logarithm.
const (
	leastPrint = 0.45
	leastSlim  = 0.3 // of an apostrophe
	sameShade  = 0.35
	lowestTop  = -0.1 // of a letter, in sides from the middle
)

// isTile reports whether a tile lies there, by its color.
func (o *slot) isTile() bool { return o.hasPrint() || math.Abs(o.colorOff) < bareOff }

// How far a blank's color is from that of the tiles around at most, as a logarithm: more where the rack's walls are of quite another
// color.
const (
	bareOff    = 0.06
	leastBare  = 0.05
	mostBare   = 0.3
	wallShare  = 0.4 // of the way to the walls' color
	fewWalls   = 2   // fewer than this may be blanks themselves
	framedOff  = 0.2 // of a blank whose outline is seen, of the tiles' own tint
	leastTint  = 0.05
	framed     = 0.75
	flanked    = 0.4 // of its left and right sides
	leastFlank = 0.3 // of one of them
)

// framedBlank reports whether a place without print looks like a tile in other light: it has the tint of the tiles around, and an outline.
func (s *scan) framedBlank(k *rack, o *slot) bool {
	if o.hasPrint() || math.Abs(o.colorOff) > framedOff {
		return false
	}
	ground := s.localGround(k, k.pose.pixel(o.middle))
	low, high := math.Inf(1), math.Inf(-1)
	for ch := range ground {
		d := math.Log((o.color[ch] + darkSlack) / (ground[ch] + darkSlack))
		low, high = min(low, d), max(high, d)
	}
	own := blob.Luma(o.color)
	return high-low < leastTint && s.outlineVisibility(&o.patch, own) > framed && s.sideEdge(&o.patch, 1, own) > flanked && s.sideEdge(&o.patch, 3, own) > flanked
}

// hasSideEdge reports whether the left or the right side of a place is seen as an edge: a tile as white as the rack still ends somewhere.
func (s *scan) hasSideEdge(o *slot) bool {
	own := blob.Luma(o.color)
	return max(s.sideEdge(&o.patch, 1, own), s.sideEdge(&o.patch, 3, own)) > leastFlank
}

// blankTolerance is how far a blank's color may be off on this rack, from its empty places.
func (s *scan) blankTolerance(k *rack) float64 {
	var walls []float64
	for length := lattice.Shortest; length <= lattice.Longest; length++ {
		for i := range length {
			if o := s.slot(k, k.middle.Slot(length, i)); o.inside && !o.isTile() {
				walls = append(walls, math.Abs(o.colorOff))
			}
		}
	}
	if len(walls) < fewWalls {
		return bareOff
	}
	slices.Sort(walls)
	return min(max(wallShare*walls[len(walls)/2], leastBare), mostBare)
}

// Evidence against an anchor, in hand-set units: print that reads as no letter, a blank, an empty place, one before a letter, and how uneven an empty place is and
// how much it differs from the others.
const (
	noLetter     = 2.5
	someBlank    = 1.0
	someGap      = 0.2
	gapBefore    = 0.5
	unfinished   = 1.2 // a tier with some tiles: most are full or empty
	unevenGap    = 25.0
	otherGap     = 4.0
	mostOfGap    = 3.0
	outOfSight   = 4.0
	leftOut      = 8.0 // a letter that is no part of the rack, times its probability and leftOutFloor
	leftOutFloor = 0.2
	leastSure    = 0.5 // probability of a letter, below which print counts as noLetter
)

// evidence is how well the places of an anchor look like a rack's: empty ones show its walls, even and of one color.
func (s *scan) evidence(k *rack, a lattice.Anchor) float64 {
	sum := 0.0
	var gaps []*slot
	for length := lattice.Shortest; length <= lattice.Longest; length++ {
		gap, tiles := false, 0
		for i := range length {
			at := a.Slot(length, i)
			_, marked := k.Cells[at]
			switch o := s.slot(k, at); {
			case !o.inside:
				sum -= outOfSight
			case o.hasPrint():
				tiles++
				if !marked && o.sure < leastSure && !o.apostrophe() {
					sum -= noLetter
				}
				if gap {
					sum -= gapBefore
				}
			case o.isTile():
				tiles++
				sum -= someBlank
			default:
				gap = true
				gaps = append(gaps, o)
			}
		}
		if gap && tiles > 0 {
			sum -= unfinished
		}
	}
	for at := range k.Cells {
		if !a.Holds(at) {
			sum -= leftOut * (leftOutFloor + k.sure[at])
		}
	}
	var color [3]float64
	for ch := range color {
		var levels []float64
		for _, o := range gaps {
			levels = append(levels, o.color[ch])
		}
		color[ch] = median(levels)
	}
	for _, o := range gaps {
		ground := blob.Luma(s.localGround(k, k.pose.pixel(o.middle))) + darkSlack
		sum -= someGap + min(unevenGap*o.texture, mostOfGap) + min(otherGap*blob.ColorGap(o.color, color)/ground, mostOfGap)
	}
	return sum
}

// apostrophe reports whether the print is small, slim and high up.
func (o *slot) apostrophe() bool { return o.slimAndHigh() && o.hasPrint() }

// Size and place of an apostrophe, in sides of the face, hand-set.
const (
	leastApostrophe = 0.14 // height
	mostApostrophe  = 0.37
	slimApostrophe  = 0.26  // width, at most
	lowApostrophe   = -0.06 // its middle, from the face's, at most
)

// slimAndHigh reports whether the print has an apostrophe's size and place.
func (o *slot) slimAndHigh() bool {
	b := o.print.letter
	return !b.Empty() && b.High() > leastApostrophe && b.High() < mostApostrophe && b.Wide() < slimApostrophe && b.MidY() < lowApostrophe
}

// readSlots reads the places that were not read yet.
func (s *scan) readSlots(k *rack, places []node) {
	var fresh []node
	for _, at := range places {
		if _, known := k.slots[at]; !known {
			k.slots[at] = new(slot)
			fresh = append(fresh, at)
		}
	}
	parallel.Do(len(fresh), func(i int) { *k.slots[fresh[i]] = s.readSlot(k, fresh[i]) })
}

// slot is the slot at a node; it reads each once.
func (s *scan) slot(k *rack, at node) *slot {
	if o, ok := k.slots[at]; ok {
		return o
	}
	o := s.readSlot(k, at)
	k.slots[at] = &o
	return &o
}
