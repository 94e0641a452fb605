package candidate

import (
	"cmp"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/vision"
	"tilewatch/vision/blob"
	"tilewatch/vision/pointgrid"
)

// mark is a connected patch of ink on a ground of one plain color: perhaps a letter.
type Mark struct {
	blob.Blob
	Letter [Angles]float64 // how surely it is a letter turned by so much, 0 to 1
	Line   bool            // that letter would be an I
}

const (
	longestSide = 2000 // of the largest picture in which marks are looked for
	levels      = 3    // pictures, each half as large as the one before
	mostMarks   = 1600
)

// letterShape limits letters, in pixels of the picture in which they are looked for.
var letterShape = blob.Shape{
	LeastLong: 7, MostLong: 60, LeastShort: 1.5, MostSlim: 9, LeastFill: 0.12, MostFill: 0.95, BarSlim: 2, SolidSlim: 1.9, RejectSolid: true,
}

// smallShape is that of letters on small dark tiles.
var smallShape = func() blob.Shape {
	s := letterShape
	s.LeastLong, s.MostLong = 9, 17
	return s
}()

// letterGround lets a value stand on the ring, and grain in wood.
var letterGround = blob.Ground{Ring: blob.Ring{Points: 24, Phase: 0.5, Gap: 0.14, LeastGap: 1.5}, Center: blob.UpperMedian, Same: 34, Least: 0.55}

const leastInk = 16.0

// A window finds strokes up to about its own width, so the picture is looked at in several sizes, and in the largest one through a small
// window, too: letters on small dark tiles stand out from the plastic, and both from the board.
var (
	letterInk = blob.Options{Threshold: blob.LocalMean{Window: 25, Step: 9}, Shape: letterShape, Ground: &letterGround, LeastInk: leastInk}
	smallInk  = blob.Options{Threshold: blob.LocalMean{Window: 13, Step: 9}, Shape: smallShape, Ground: &letterGround, LeastInk: leastInk}
)

// findMarks finds what may be letters, those with the most ink first.
func FindMarks(r *vision.Raster, gray gocv.Mat) ([]Mark, error) {
	base := 1
	for max(r.W, r.H)/base > longestSide {
		base++
	}
	var pictures [levels]blob.Reduced
	var reduce errgroup.Group
	for i := range pictures {
		reduce.Go(func() (err error) {
			pictures[i], err = blob.ReduceAll(gray, base<<i)
			return err
		})
	}
	err := reduce.Wait()
	for i := range pictures {
		defer pictures[i].Close()
	}
	if err != nil {
		return nil, err
	}
	found := make([][]Mark, 2*(levels+1))
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range found {
		group.Go(func() (err error) {
			find, in := &letterInk, i/2
			if in == levels {
				find, in = &smallInk, 0
			}
			found[i], err = marksIn(r, pictures[in], find, i%2 == 0)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return distinct(slices.Concat(found...)), nil
}

// marksIn are the blobs of one polarity as marks.
func marksIn(r *vision.Raster, in blob.Reduced, find *blob.Options, dark bool) ([]Mark, error) {
	blobs, err := find.Find(r.Picture(), in, dark)
	marks := make([]Mark, len(blobs))
	for i := range blobs {
		marks[i].Blob = blobs[i]
	}
	return marks, err
}

// distinct leaves out marks that were found twice, keeping the larger, and those with the least ink if there are too many.
func distinct(all []Mark) []Mark {
	slices.SortStableFunc(all, func(a, b Mark) int { return cmp.Compare(b.Ink, a.Ink) })
	all = all[:min(len(all), 2*mostMarks)]
	slices.SortStableFunc(all, func(a, b Mark) int { return cmp.Compare(b.W*b.H, a.W*a.H) })
	g := pointgrid.New(len(all), 60, func(i int) engine.Point { return all[i].At })
	gone := make([]bool, len(all))
	var kept []Mark
	for i, k := range all {
		if gone[i] {
			continue
		}
		kept = append(kept, k)
		g.Near(k.At, 0.3*k.Long(), func(j int) {
			if m := all[j]; m.Dark == k.Dark && m.H > 0.7*k.H && m.W > 0.6*k.W {
				gone[j] = true
			}
		})
	}
	slices.SortStableFunc(kept, func(a, b Mark) int { return cmp.Compare(b.Ink, a.Ink) })
	return kept[:min(len(kept), mostMarks)]
}

// angles is how many directions a mark is read in, over a quarter turn: the reader bears a few degrees.
const Angles = 9
