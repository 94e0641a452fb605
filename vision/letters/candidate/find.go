package candidate

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/picture"
	"tilewatch/vision/pointgrid"
)

// Candidate is a blob that may be a letter.
type Candidate struct {
	blob.Blob
	Letter [Directions]float64 // probability of a letter in each direction
	Bar    bool                // it would be an I: much else is a bar
	Body   float64             // log-likelihood ratio of a body around it, at the size that makes it most like a tile's letter
}

// OnBody is how probably a candidate stands on a tile's body, from 0 to 1.
func (m *Candidate) OnBody() float64 { return 1 / (1 + math.Exp(evenBody-m.Body)) }

// evenBody is the ratio from which on more looks at candidates are at letters on tiles than at print: of 1,461 at tiles in made-up scenes 1,243 have more, of
// 28,601 others 147.
const evenBody = 2.0

const (
	longestSide    = 2000 // of the largest picture that is searched, pixels
	levels         = 3    // of the picture pyramid
	mostCandidates = 1600 // those with most contrast are kept, of large ones as many as of small ones
)

// letterShape limits letters, in pixels of the reduced picture.
var letterShape = blob.Shape{
	LeastLong: 7, MostLong: 60, LeastShort: 1.5, MostSlim: 9, LeastFill: 0.12, MostFill: 0.95, BarSlim: 2, SolidSlim: 1.9, RejectSolid: true,
}

// smallShape limits letters that the small window finds: those on small dark tiles, and thin ones among other print.
var smallShape = func() blob.Shape {
	s := letterShape
	s.LeastLong, s.MostLong = 9, 30
	return s
}()

// letterGround allows for a value on the ring, and for wood grain.
var letterGround = blob.Ground{Ring: blob.Ring{Points: 24, Phase: 0.5, Gap: 0.14, LeastGap: 1.5}, Center: blob.UpperMedian, Same: 34, Least: 0.55}

// leastInk is the least contrast, gray levels.
const leastInk = 16.0

// A window finds strokes up to about its own width, so all levels of a pyramid are searched, and the largest with a small window, too: letters
// on small dark tiles stand out from the plastic, and both stand out from the board.
var (
	letterInk = blob.Options{Threshold: blob.LocalMean{Window: 25, Step: 9}, Shape: letterShape, Ground: &letterGround, LeastInk: leastInk}
	smallInk  = blob.Options{Threshold: blob.LocalMean{Window: 13, Step: 9}, Shape: smallShape, Ground: &letterGround, LeastInk: leastInk}
)

// Find finds blobs that may be letters, those with the most contrast first.
func Find(r *picture.Raster, gray gocv.Mat) ([]Candidate, error) { return FindStretched(r, gray, 1) }

// FindStretched is Find for a picture that was stretched from a share of its height: it is searched as finely as before.
func FindStretched(r *picture.Raster, gray gocv.Mat, share float64) ([]Candidate, error) {
	base := 1
	for max(r.W, int(share*float64(r.H)+0.5))/base > longestSide {
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
	found := make([][]Candidate, 2*(levels+1))
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range found {
		group.Go(func() (err error) {
			find, in := &letterInk, i/2
			if in == levels {
				find, in = &smallInk, 0
			}
			found[i], err = candidatesIn(r, pictures[in], find, i%2 == 0)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return withoutDuplicates(slices.Concat(found...)), nil
}

// candidatesIn are the blobs of one polarity.
func candidatesIn(r *picture.Raster, in blob.Reduced, find *blob.Options, dark bool) ([]Candidate, error) {
	blobs, err := find.Find(r.Blobs(), in, dark)
	marks := make([]Candidate, len(blobs))
	for i := range blobs {
		marks[i].Blob = blobs[i]
	}
	return marks, err
}

// withoutDuplicates keeps the larger of blobs that were found twice, and some of each size if there are too many.
func withoutDuplicates(all []Candidate) []Candidate {
	sortByInk(all)
	all = someOfEachSize(all, 2*mostCandidates)
	slices.SortStableFunc(all, func(a, b Candidate) int { return cmp.Compare(b.W*b.H, a.W*a.H) })
	g := pointgrid.New(len(all), 60, func(i int) engine.Point { return all[i].At })
	gone := make([]bool, len(all))
	var kept []Candidate
	for i, k := range all {
		if gone[i] {
			continue
		}
		kept = append(kept, k)
		g.Near(k.At, twiceNear*k.Long(), func(j int) {
			if m := all[j]; m.Dark == k.Dark && m.H > twiceHigh*k.H && m.W > twiceWide*k.W {
				gone[j] = true
			}
		})
	}
	sortByInk(kept)
	return someOfEachSize(kept, mostCandidates)
}

// someOfEachSize are so many of the candidates at most, the first of each octave of sizes: the print of a cloth does not crowd out larger letters on it.
func someOfEachSize(all []Candidate, most int) []Candidate {
	if len(all) <= most {
		return all
	}
	before := map[int]int{}
	ranks := make([]int, len(all)) // among those of the same octave
	for i := range all {
		octave := math.Ilogb(all[i].Long())
		ranks[i] = before[octave]
		before[octave]++
	}
	sorted := slices.Sorted(slices.Values(ranks))
	last, some := sorted[most], make([]Candidate, 0, most)
	for i, rank := range ranks {
		if rank < last {
			some = append(some, all[i])
		}
	}
	return some
}

func sortByInk(all []Candidate) {
	slices.SortStableFunc(all, func(a, b Candidate) int { return cmp.Compare(b.Ink, a.Ink) })
}

// Directions is in how many directions a candidate is read, over a quarter turn; the reader tolerates five degrees.
const Directions = 9

// A candidate that another finder found, too: how near it lies, in lengths, and how large it is at least, in the other's height and width.
// Hand-set: a letter's counter or bar is smaller.
const (
	twiceNear = 0.3
	twiceHigh = 0.7
	twiceWide = 0.6
)
