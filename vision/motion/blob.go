package motion

import (
	"math"
	"slices"
	"time"
)

// How long things stay strange before they are part of the table.
const (
	// keepTiles is for a change in the middle of a still table: tiles that were laid.
	keepTiles = 300 * time.Millisecond
	// keepEdge is for a change that touches the picture's edge: it may be the tip of a hand that is coming.
	keepEdge = 2 * time.Second
	// smallHold and handHold are for what looks like a hand but does not move at all: the first if it is as small as a row
	// of tiles cut by the edge, the second for anything.
	smallHold = 800 * time.Millisecond
	handHold  = 12 * time.Second
	// doubtHold is handHold as long as no hand has been seen to come and go since the table was learned.
	uncertainHold = 3 * time.Second
)

// Sizes as shares of the picture.
const (
	handArea  = 0.010 // smaller than this is no hand over the table
	smallArea = 0.025 // larger than this is no row of tiles
	handDepth = 0.20  // of the picture's height: a hand reaches in at least so far
	// Of a hand, so much is not explained by a shadow: of the picture, and of the blob. A hand of the table's color, with
	// its shadow around it, has 0.06 of the blob.
	minForeground  = 0.003
	handForeground = 0.04

	edgeWidth = 2 // pixels from the edge that count as touching it
)

// blob is a connected patch of pixels that differ from the table.
type blob struct {
	first, end               int // its pixels in difference.order
	area, foreground         int
	left, top, right, bottom int // extent, inclusive
	onLeft, onTop, onRight   int // pixels touching each edge
	onBottom                 int
}

// atEdge says whether the blob touches the picture's edge.
func (b *blob) atEdge() bool { return b.onLeft+b.onTop+b.onRight+b.onBottom > 0 }

// depth is how far the blob reaches in from the edge it touches most.
func (b *blob) depth(w, h int) int {
	switch max(b.onLeft, b.onTop, b.onRight, b.onBottom) {
	case 0:
		return 0
	case b.onLeft:
		return b.right + 1
	case b.onTop:
		return b.bottom + 1
	case b.onRight:
		return w - b.left
	}
	return h - b.top
}

// handLike says whether the blob could be a hand over the table: it comes in from the edge, reaches far enough, and is
// not just a shadow.
func (b *blob) handLike(d *difference) bool {
	whole := float64(d.w * d.h)
	return b.atEdge() && float64(b.area) >= handArea*whole && float64(b.depth(d.w, d.h)) >= handDepth*float64(d.h) &&
		float64(b.foreground) >= max(minForeground*whole, handForeground*float64(b.area))
}

// small says whether the blob could be a row of tiles that the edge cuts.
func (b *blob) small(d *difference) bool { return float64(b.area) < smallArea*float64(d.w*d.h) }

func (d *difference) pixels(b *blob) []int32 { return d.members[b.first:b.end] }

// minBlob is the smallest blob, pixels: less is noise.
const minBlob = 6

// findBlobs appends the connected patches of what is not the same, gaps of one pixel closed.
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

// grow collects the patch around a pixel into order.
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
	for _, edge := range [...]struct {
		away  int
		count *int
	}{{x, &b.onLeft}, {y, &b.onTop}, {d.w - 1 - x, &b.onRight}, {d.h - 1 - y, &b.onBottom}} {
		if edge.away < edgeWidth {
			*edge.count++
		}
	}
}

// uncovered says whether the blob is where something has left: edges run along its outline in the table's picture more
// than in the frame's. So a hand that was there from the start does not shut the gate by going. Edges that cross the
// outline, like a cloth's stripes, cancel out.
func (d *difference) uncovered(b *blob, v *view, t *model) bool {
	inside := shadow // the shadow of a hand belongs to the blob; its own outline tells more
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
		then += d.gain[1] * along(nx, ny, t.mean[right]-t.mean[left], t.mean[below]-t.mean[above])
	}
	return then > 0 && then > 1.5*now
}

// along is by how much a brightness gradient agrees with an outline of that normal: positive if the edge runs along the
// outline, negative if it crosses it.
func along(nx, ny, gx, gy float32) float32 { return abs32(gx*nx+gy*ny) - abs32(gy*nx-gx*ny) }

// normal is the unit normal of an outline at a pixel of it, zero elsewhere. What is in the mask at least inside, is
// inside.
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
	if length < 20 { // a thin bridge or a hole: no side is clearly the outside
		return 0, 0
	}
	return x / length, y / length
}
