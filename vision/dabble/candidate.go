package dabble

import (
	"cmp"
	"image"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/geom"
	"tilewatch/vision/picture"
	"tilewatch/vision/pointgrid"
)

// candidate is a blob that may be a letter.
type candidate = blob.Blob

// node is a place of a rack's lattice.
type node = lattice.Node

const (
	finestSide = 2100 // longest side of the picture that is searched
	window     = 23   // a window finds strokes up to about its own width; the second one is used in a picture of half the size
	inkStep    = 7    // gray levels
)

// letterShape limits letters, in pixels of the reduced picture. Tiles are 20 to 200 pixels wide there.
var letterShape = blob.Shape{
	LeastLong: 6, MostLong: 75, LeastShort: 1.5, MostSlim: 9, LeastFill: 0.14, MostFill: 0.95, BarSlim: 2, SolidSlim: slimmest, RejectSolid: true,
}

// slimmest is the largest ratio of sides of a cloth's squares, as they are seen.
const slimmest = 1.9

// letterGround is a plain ring around a letter.
var letterGround = blob.Ground{Ring: blob.Ring{Points: 24, Phase: 0.5, Gap: 0.16, LeastGap: 1.5}, Center: blob.Median, Same: 30, Least: 0.6}

// frontGround is the color between the strokes: a letter that touches its value reaches near the tile's edge, where a ring shows something else.
var frontGround = blob.Ground{Ring: letterGround.Ring, Same: letterGround.Same, Between: true}

// leastInk is the least contrast, gray levels.
const leastInk = 16.0

// letterInk finds letters with a window and a step of the local-mean threshold.
func letterInk(window int, step float32, ground *blob.Ground) *blob.Options {
	return &blob.Options{Threshold: blob.LocalMean{Window: window, Step: step, Mirror: true}, Shape: letterShape, Ground: ground, LeastInk: leastInk}
}

// findCandidates finds blobs that may be letters, large and small.
func findCandidates(r *picture.Raster, gray gocv.Mat) ([]candidate, error) {
	base := 1
	for max(r.W, r.H)/base > finestSide {
		base++
	}
	found := make([][]candidate, 2)
	var group errgroup.Group
	for i := range found {
		group.Go(func() (err error) {
			found[i], err = candidatesIn(r, gray, image.Rect(0, 0, gray.Cols(), gray.Rows()), base<<i, letterInk(window, inkStep, &letterGround), true, false)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return withoutDuplicates(slices.Concat(found...)), nil
}

// candidatesIn finds candidates in a part of the picture reduced by a factor, of one or both polarities.
func candidatesIn(r *picture.Raster, gray gocv.Mat, part image.Rectangle, by int, find *blob.Options, darkness ...bool) ([]candidate, error) {
	small, err := blob.Reduce(gray, part, by)
	if err != nil {
		return nil, err
	}
	defer small.Close()
	found := make([][]candidate, len(darkness))
	var group errgroup.Group
	for i, dark := range darkness {
		group.Go(func() (err error) {
			found[i], err = find.Find(r.Blobs(), small, dark)
			return err
		})
	}
	err = group.Wait()
	return slices.Concat(found...), err
}

// withoutDuplicates keeps the larger of candidates with nearly the same middle and size.
func withoutDuplicates(all []candidate) []candidate {
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.W*b.H, a.W*a.H) })
	var kept []candidate
	for _, m := range all {
		if !slices.ContainsFunc(kept, func(k candidate) bool { return duplicate(&m, &k) }) {
			kept = append(kept, m)
		}
	}
	return kept
}

// duplicate reports whether a candidate is another, not smaller one found twice.
func duplicate(m, k *candidate) bool {
	return k.Dark == m.Dark && geom.Dist(k.At, m.At) < twiceNear*m.H && m.H > twiceHigh*k.H && m.W > twiceWide*k.W
}

// newIndex is a spatial index of candidates.
func newIndex(marks []candidate) *pointgrid.Grid {
	return pointgrid.New(len(marks), 64, func(i int) engine.Point { return marks[i].At })
}

// A candidate found twice: how near it lies, in heights, and how large it is at least, in the other's height and width. Hand-set.
const (
	twiceNear = 0.3
	twiceHigh = 0.75
	twiceWide = 0.6
)
