package motion

import (
	"image"
	"math"
	"slices"
	"time"
)

// How long a blob must stay before the model absorbs it. Hand-set on the films in testdata and on drawn tables
// (gate_test.go): shorter times absorb a resting hand, longer ones delay the reading.
const (
	// keepTiles is for a blob in the middle of a still table: tiles that someone laid.
	keepTiles = 300 * time.Millisecond
	// keepEdge is for a blob at the picture's edge: it may be the tip of an approaching hand.
	keepEdge = 2 * time.Second
	// smallHold and handHold are for a blob that looks like a hand but does not move at all: smallHold if it is as
	// small as a row of tiles at the edge, handHold for any.
	smallHold = 800 * time.Millisecond
	handHold  = 12 * time.Second
	// uncertainHold replaces handHold until a hand has come and gone since the model was learned.
	uncertainHold = 3 * time.Second
)

// Sizes of blobs, hand-set, as shares of the picture unless stated otherwise.
const (
	handArea  = 0.010 // least area of a hand
	smallArea = 0.025 // largest area of a row of tiles
	handDepth = 0.20  // how far a hand gets from every edge at least, of the picture's height; what hangs along an edge does not
	// So much of a hand is foreground, not shadow: minForeground of the picture and handForeground of the blob. A
	// hand of the table's color, with its shadow around it, has 0.06 of the blob.
	minForeground  = 0.003
	handForeground = 0.04

	edgeWidth = 2 // pixels from the edge that count as at the edge
)

// blob is a connected patch of pixels that differ from the model.
type blob struct {
	first, end               int // its range of difference.members
	area, foreground         int
	left, top, right, bottom int  // extent, inclusive
	atEdge                   bool // it touches the picture's edge
	depth                    int  // how far it reaches in: of its pixel that is farthest from every edge
	hand                     bool // it is a hand over the table
}

// box is what the blob covers, in picture pixels.
func (b *blob) box(factor int) image.Rectangle {
	return image.Rect(b.left*factor, b.top*factor, (b.right+1)*factor, (b.bottom+1)*factor)
}

// handLike says whether the blob can be a hand over the table: it comes in from the edge, reaches far enough,
// and is more than a shadow.
func (b *blob) handLike(d *difference) bool {
	whole := float64(d.w * d.h)
	return b.atEdge && float64(b.area) >= handArea*whole && float64(b.depth) >= handDepth*float64(d.h) &&
		float64(b.foreground) >= max(minForeground*whole, handForeground*float64(b.area))
}

// small says whether the blob can be a row of tiles that the edge cuts.
func (b *blob) small(d *difference) bool { return float64(b.area) < smallArea*float64(d.w*d.h) }

func (d *difference) pixels(b *blob) []int32 { return d.members[b.first:b.end] }

// minBlob is the smallest blob, pixels; hand-set. Smaller ones are noise.
const minBlob = 6

// findBlobs appends the connected patches of pixels that are not the same. It bridges gaps of one pixel.
func (d *difference) findBlobs(blobs []blob) []blob {
	d.label = slices.Grow(d.label[:0], len(d.mask))[:len(d.mask)]
	clear(d.label)
	d.members = d.members[:0]
	for i, m := range d.mask {
		if m == same || d.label[i] != 0 {
			continue
		}
		b := d.grow(i, int32(len(blobs)+1))
		if b.area < minBlob {
			d.members = d.members[:b.first]
			continue
		}
		blobs = append(blobs, b)
	}
	return blobs
}

// grow collects the patch around a pixel into members.
func (d *difference) grow(seed int, label int32) blob {
	b := blob{first: len(d.members), left: d.w, top: d.h}
	d.label[seed] = label
	d.members = append(d.members, int32(seed))
	for next := b.first; next < len(d.members); next++ {
		x, y := int(d.members[next])%d.w, int(d.members[next])/d.w
		b.add(x, y, d)
		for ny := max(0, y-2); ny <= min(d.h-1, y+2); ny++ {
			for nx := max(0, x-2); nx <= min(d.w-1, x+2); nx++ {
				if i := ny*d.w + nx; d.mask[i] != same && d.label[i] == 0 {
					d.label[i] = label
					d.members = append(d.members, int32(i))
				}
			}
		}
	}
	b.end = len(d.members)
	return b
}

// add counts one pixel.
func (b *blob) add(x, y int, d *difference) {
	b.area++
	if d.mask[y*d.w+x] == foreground {
		b.foreground++
	}
	b.left, b.top, b.right, b.bottom = min(b.left, x), min(b.top, y), max(b.right, x), max(b.bottom, y)
	in := d.edgeDistance(x, y)
	b.atEdge, b.depth = b.atEdge || in < edgeWidth, max(b.depth, in+1)
}

// edgeDistance is how many pixels lie between one and the picture's nearest edge.
func (d *difference) edgeDistance(x, y int) int { return min(x, y, d.w-1-x, d.h-1-y) }

// uncovered says whether something has left the blob's place: edges follow its outline in the model more than in
// the frame. So a hand that was there from the start does not block the gate after it leaves. Edges across the
// outline, like a cloth's stripes, cancel out.
func (d *difference) uncovered(b *blob, v *view, m *model) bool {
	inside := shadow // a hand's shadow belongs to the blob, but the hand's own outline is the better one
	if 2*b.foreground > b.area {
		inside = foreground
	}
	var now, then float32
	for _, p := range d.pixels(b) {
		x, y := int(p)%d.w, int(p)/d.w
		if x < 3 || y < 3 || x >= d.w-3 || y >= d.h-3 {
			continue
		}
		nx, ny := d.outlineNormal(int(p), inside)
		if nx == 0 && ny == 0 {
			continue
		}
		right, below := 3*(int(p)+2)+1, 3*(int(p)+2*d.w)+1 // green stands for brightness
		left, above := 3*(int(p)-2)+1, 3*(int(p)-2*d.w)+1
		now += along(nx, ny, float32(v.now[right])-float32(v.now[left]), float32(v.now[below])-float32(v.now[above]))
		then += d.gain[1] * along(nx, ny, m.mean[right]-m.mean[left], m.mean[below]-m.mean[above])
	}
	return then > 0 && then > uncoveredRatio*now
}

// uncoveredRatio is the strength of edges along the outline in the model over those in the frame from which on something
// has left; minOutline is the shortest sum of pixel offsets that gives an outline a direction. Both hand-set.
const (
	uncoveredRatio = 1.5
	minOutline     = 20 // pixels, summed over a 7 x 7 neighborhood
)

// along is by how much a brightness gradient agrees with an outline of that normal: positive for an edge along
// the outline, negative for one across it.
func along(nx, ny, gx, gy float32) float32 { return abs32(gx*nx+gy*ny) - abs32(gy*nx-gx*ny) }

// outlineNormal is the unit normal of the outline at a pixel on it, zero elsewhere. Pixels whose mask is at
// least inside count as inside.
func (d *difference) outlineNormal(p int, inside uint8) (x, y float32) {
	m := d.mask
	if m[p] < inside || m[p-1] >= inside && m[p+1] >= inside && m[p-d.w] >= inside && m[p+d.w] >= inside {
		return 0, 0
	}
	for dy := -3; dy <= 3; dy++ {
		for dx := -3; dx <= 3; dx++ {
			if m[p+dy*d.w+dx] >= inside {
				x += float32(dx)
				y += float32(dy)
			}
		}
	}
	length := float32(math.Hypot(float64(x), float64(y)))
	if length < minOutline { // a thin bridge or a hole: no side is clearly outside
		return 0, 0
	}
	return x / length, y / length
}
