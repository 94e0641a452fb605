package lens

import (
	"fmt"
	"math"
	"slices"

	"tilewatch/calibration"
	"tilewatch/calibration/chessboard"
	"tilewatch/engine"
	"tilewatch/vision/homography"
)

// Result is a camera found from views of a board.
type Result struct {
	Camera *calibration.Camera
	// RMS is how far the board's points lie from where the camera puts them, on average, in pixels.
	RMS float64
	// FocalSigma is the standard deviation of the focal length, as a share of it; Middle that of the point where the axis
	// meets the picture, in pixels.
	FocalSigma, MiddleSigma float64
	// Views are the rms of each view; NaN for one that was left out because it contradicts the others.
	Views []float64
	// Covered is the share of the picture in which the board was seen, 0 to 1.
	Covered float64
}

// LeastViews is with how many views a camera may be fitted at all.
const LeastViews = 3

// contradicts: a view this many times as far off as the middle one is left out; the board was moved while it was taken, or bent.
const contradicts = 3.0

// Fit finds the camera from the points of the board in each view, all from pictures of one size.
func Fit(b chessboard.Board, views [][]engine.Point, width, height int) (*Result, error) {
	if len(views) < LeastViews {
		return nil, fmt.Errorf("%d views of the board: show it at least %d times, at different angles", len(views), LeastViews)
	}
	used := make([]int, len(views))
	for i := range used {
		used[i] = i
	}
	for {
		s, err := fit(b, pick(views, used), width, height)
		if err != nil {
			return nil, err
		}
		bad, worst := s.outlier()
		if !bad || len(used) <= LeastViews {
			return result(s, views, used, width, height), nil
		}
		used = slices.Delete(slices.Clone(used), worst, worst+1)
	}
}

func pick(views [][]engine.Point, used []int) [][]engine.Point {
	var out [][]engine.Point
	for _, i := range used {
		out = append(out, views[i])
	}
	return out
}

func fit(b chessboard.Board, views [][]engine.Point, width, height int) (*solution, error) {
	focal := firstFocal(b, views, width, height)
	start := calibration.Pinhole(width, height, focal)
	var poses []extrinsics
	for _, v := range views {
		pose, ok := firstPose(start, b.Points(), v)
		if !ok {
			return nil, errFlat
		}
		poses = append(poses, pose)
	}
	p := &problem{board: b.Points(), views: views, width: width, height: height}
	return p.solve(intrinsicsOf(start), poses, true)
}

// outlier says whether a view is off much further than the others, and which is the worst.
func (s *solution) outlier() (bool, int) {
	worst := 0
	for v, square := range s.square {
		if square > s.square[worst] {
			worst = v
		}
	}
	sorted := slices.Sorted(slices.Values(s.square))
	middle := math.Sqrt(sorted[len(sorted)/2] / float64(s.points))
	return math.Sqrt(s.square[worst]/float64(s.points)) > contradicts*max(middle, cornerNoise), worst
}

func result(s *solution, views [][]engine.Point, used []int, width, height int) *Result {
	r := &Result{Camera: s.inner.camera(width, height), RMS: s.rms(), Views: make([]float64, len(views))}
	for i := range r.Views {
		r.Views[i] = math.NaN()
	}
	for k, i := range used {
		r.Views[i] = math.Sqrt(s.square[k] / float64(s.points))
	}
	r.FocalSigma = max(s.sigma[0]/s.inner[0], s.sigma[1]/s.inner[1])
	r.MiddleSigma = max(s.sigma[2], s.sigma[3])
	r.Covered = covered(pick(views, used), width, height)
	return r
}

// Focal lengths that are tried when the views do not determine one, as a share of the picture's longer side.
const (
	shortest, usual, longest = 0.4, 0.75, 4.0
)

// firstFocal is the focal length that Zhang's equations give for square pixels and an axis through the middle; the usual one
// when the board was always seen from straight above.
func firstFocal(b chessboard.Board, views [][]engine.Point, width, height int) float64 {
	long := float64(max(width, height))
	top, bottom := 0.0, 0.0
	for _, v := range views {
		pairs := make([]homography.Pair, len(v))
		for i, at := range b.Points() {
			centered := engine.Point{X: (v[i].X - float64(width-1)/2) / long, Y: (v[i].Y - float64(height-1)/2) / long}
			pairs[i] = homography.Pair{X: at.X, Y: at.Y, At: centered, Weight: 1}
		}
		h, ok := homography.Fit(pairs, true)
		if !ok {
			continue
		}
		// With w = 1/f^2: w (h11 h12 + h21 h22) + h31 h32 = 0, and w (|h1|^2 - |h2|^2) + h31^2 - h32^2 = 0.
		for _, e := range [2][2]float64{
			{h[0]*h[1] + h[3]*h[4], h[6] * h[7]},
			{h[0]*h[0] + h[3]*h[3] - h[1]*h[1] - h[4]*h[4], h[6]*h[6] - h[7]*h[7]},
		} {
			scale := 1 / (h[0]*h[0] + h[3]*h[3] + h[1]*h[1] + h[4]*h[4])
			top -= e[0] * e[1] * scale * scale
			bottom += e[0] * e[0] * scale * scale
		}
	}
	if w := top / bottom; w > 0 {
		if f := 1 / math.Sqrt(w); f > shortest && f < longest {
			return f * long
		}
	}
	return usual * long
}

const coverGrid = 8 // cells each way

// covered is the share of the picture's cells that hold a point of a view.
func covered(views [][]engine.Point, width, height int) float64 {
	seen := map[[2]int]bool{}
	for _, v := range views {
		for _, p := range v {
			seen[[2]int{int(p.X * coverGrid / float64(width)), int(p.Y * coverGrid / float64(height))}] = true
		}
	}
	return float64(len(seen)) / (coverGrid * coverGrid)
}

// Usual is a camera with a lens as most have, for pictures of a size.
func Usual(width, height int) *calibration.Camera {
	return calibration.Pinhole(width, height, usual*float64(max(width, height)))
}
