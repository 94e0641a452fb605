package dabble

import (
	"cmp"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/vision"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/pointgrid"
)

// mark is a small connected patch of ink on a patch of one plain color.
type candidate = blob.Blob

const (
	finestSide = 2100 // longest side of the picture in which marks are looked for
	window     = 23   // a window finds strokes up to about its own width; the second one is used in a picture of half the size
	inkStep    = 7    // gray levels
)

// letterShape limits letters, in pixels of the picture in which they are looked for. Tiles are 20 to 200 pixels wide there.
var letterShape = blob.Shape{
	LeastLong: 6, MostLong: 75, LeastShort: 1.5, MostSlim: 9, LeastFill: 0.14, MostFill: 0.95, BarSlim: 2, SolidSlim: slimmest, RejectSolid: true,
}

// slimmest is how much longer than wide a cloth's squares are at most, as they are seen.
const slimmest = 1.9

// letterGround is a plain ring around a letter.
var letterGround = blob.Ground{Ring: blob.Ring{Points: 24, Phase: 0.5, Gap: 0.16, LeastGap: 1.5}, Center: blob.Median, Same: 30, Least: 0.6}

// frontGround is what lies between the strokes, not around a letter: one that has run together with its value comes near the tile's edge.
var frontGround = blob.Ground{Ring: letterGround.Ring, Same: letterGround.Same, Between: true}

const leastInk = 16.0

// letterInk is ink that differs so much from the mean of its surroundings.
func letterInk(window int, step float32, ground *blob.Ground) *blob.Options {
	return &blob.Options{Threshold: blob.LocalMean{Window: window, Step: step, Mirror: true}, Shape: letterShape, Ground: ground, LeastInk: leastInk}
}

// findMarks finds what may be letters, large and small alike.
func findCandidates(r *vision.Raster, gray gocv.Mat) ([]candidate, error) {
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

// marksIn finds marks in a part of the picture reduced by a factor: those of dark ink, or of light ink, or both.
func candidatesIn(r *vision.Raster, gray gocv.Mat, part image.Rectangle, by int, find *blob.Options, darkness ...bool) ([]candidate, error) {
	small, err := blob.Reduce(gray, part, by)
	defer small.Close()
	if err != nil {
		return nil, err
	}
	found := make([][]candidate, len(darkness))
	var group errgroup.Group
	for i, dark := range darkness {
		group.Go(func() (err error) {
			found[i], err = find.Find(r.Picture(), small, dark)
			return err
		})
	}
	err = group.Wait()
	return slices.Concat(found...), err
}

// distinct leaves out marks that were found twice, keeping the larger of those that nearly share a middle and a size.
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

// twin tells whether a mark, not smaller, is the same once more.
func duplicate(m, k *candidate) bool {
	return k.Dark == m.Dark && geom.Dist(k.At, m.At) < 0.3*m.H && m.H > 0.75*k.H && m.W > 0.6*k.W
}

// newIndex indexes marks by where they lie.
func newIndex(marks []candidate) *pointgrid.Grid {
	return pointgrid.New(len(marks), 64, func(i int) engine.Point { return marks[i].At })
}

// furthestReach is how far marks are looked for at most, pixels: a map that cannot be wants them anywhere.
const mostReach = 1e5

// nearest is the nearest mark within reach that will do.
func nearest(index *pointgrid.Grid, p engine.Point, reach float64, will func(i int) bool) (int, bool) {
	if !(reach < mostReach) || math.IsNaN(p.X+p.Y) {
		return -1, false
	}
	i := index.Nearest(p, reach, will)
	return i, i >= 0
}
