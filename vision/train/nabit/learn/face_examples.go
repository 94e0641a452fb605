package learn

import (
	"math"
	"math/rand/v2"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/nabit/tableplane"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Scene is a picture whose truth is known, to learn from.
type Scene struct {
	Picture *picture.Picture
	Camera  *calibration.Camera
	Set     *calibration.Tileset
	X, Y, Z [3]float64 // the lattice's axes in camera space: columns, rows, down
	Origin  [3]float64 // the middle of place 0, 0 on the table, in camera space
	Heights map[engine.Place]int
	Visible map[engine.Place]float64
	Loose   []engine.Quad // faces of tiles that are not part of the lattice, one tile high unless Stacked
	Stacked []engine.Quad // faces of tiles that lie on others outside of the lattice
	Banks   []Bank
}

// faceExample is a place seen in one or several ways, of which at most one is right.
type faceExample struct {
	x     [][tileface.FeatureCount]float32
	truth int // which of them, from 1; 0: none
}

// FaceExamples are what a judge learns from: each stack of the scenes and the empty places beside them, seen under a
// slightly wrong pose, as a fitted one is.
type FaceExamples struct {
	close bool // faces are looked at closely
	all   []faceExample
}

// NewCloseFaceExamples is an empty set for a judge that looks closely.
func NewCloseFaceExamples() *FaceExamples { return &FaceExamples{close: true} }

// PoseNoise is how wrong the poses are under which a judge will have to judge, in standard deviations: turned in the table's plane and
// tilted out of it (radians), shifted (pitches), and too near or too far (share of the distance).
type PoseNoise struct{ Turn, Tilt, Shift, Depth float64 }

// The poses of single marks, of lattices fitted to marks, and of structures fitted to edges.
var (
	CandidateNoise = PoseNoise{0.06, 0.09, 0.05, 0.04}
	CoarseNoise    = PoseNoise{0.025, 0.04, 0.04, 0.012}
	FineNoise      = PoseNoise{0.005, 0.008, 0.012, 0.002}
)

// perturb is the pose gone wrong about a point of the lattice.
func (s PoseNoise) perturb(p *camerapose.Pose, about camerapose.Vec3, rng *rand.Rand) camerapose.Pose {
	turn := p.Z.Scale(s.Turn * rng.NormFloat64()).Add(p.X.Scale(s.Tilt * rng.NormFloat64())).Add(p.Y.Scale(s.Tilt * rng.NormFloat64()))
	shift := p.X.Scale(s.Shift * p.Pitch * rng.NormFloat64()).Add(p.Y.Scale(s.Shift * p.Pitch * rng.NormFloat64()))
	shift = shift.Add(about.Scale(s.Depth * rng.NormFloat64()))
	return p.Moved(camerapose.Delta{turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]}, about)
}

// Add takes the examples of one scene for a judge of levels, seen so many times.
func (e *FaceExamples) Add(s Scene, times int, slip PoseNoise, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		truth := camerapose.Pose{Cam: s.Camera, Sizes: camerapose.SizesOf(s.Set), X: s.X, Y: s.Y, Z: s.Z, T: s.Origin, Table: s.Z}
		for range times {
			places := s.labeledPlaces()
			for _, at := range places.Places() { // in order: chance must fall alike in every run
				level := places[at]
				p := slip.perturb(&truth, truth.Camera(float64(at.Col), float64(at.Row), float64(max(1, level))), rng)
				e.add(r, &p, at, level, 1, 2, 3, 4, 5)
			}
			for _, q := range s.Loose {
				p := poseUnder(&truth, q)
				p = slip.perturb(&p, p.Camera(0, 0, 1), rng)
				e.add(r, &p, engine.Place{}, 1, 1, 2, 3, 4, 5)
			}
			e.addBackground(r, &truth, s, rng, 1, 2, 3, 4, 5)
		}
		return nil
	})
}

// AddCandidates takes the examples of one scene for a judge of single faces.
func (e *FaceExamples) AddCandidates(s Scene, times int, slip PoseNoise, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		truth := camerapose.Pose{Cam: s.Camera, Sizes: camerapose.SizesOf(s.Set), X: s.X, Y: s.Y, Z: s.Z, T: s.Origin, Table: s.Z}
		for range times {
			places := s.labeledPlaces()
			for _, at := range places.Places() { // in order: chance must fall alike in every run
				level := places[at]
				p := slip.perturb(&truth, truth.Camera(float64(at.Col), float64(at.Row), float64(max(1, level))), rng)
				e.add(r, &p, at, min(level, 1), float64(max(1, level)))
				if level > 0 && rng.IntN(2) == 0 {
					e.addWrongSize(r, &p, at, level, rng)
				}
			}
			for _, q := range s.Loose {
				p := poseUnder(&truth, q)
				p = slip.perturb(&p, p.Camera(0, 0, 1), rng)
				e.add(r, &p, engine.Place{}, 1, 1)
			}
			e.addBackground(r, &truth, s, rng, 1)
		}
		return nil
	})
}

// addWrongSize shows a face far too large, far too small, or turned by half a right angle.
func (e *FaceExamples) addWrongSize(r *picture.Raster, p *camerapose.Pose, at engine.Place, level int, rng *rand.Rand) {
	about := p.Camera(float64(at.Col), float64(at.Row), float64(level))
	var wrong camerapose.Pose
	switch rng.IntN(3) {
	case 0:
		wrong = PoseNoise{}.perturb(p, about, rng)
		wrong.T = wrong.T.Add(about.Scale(0.2 + 0.5*rng.Float64()))
	case 1:
		wrong = PoseNoise{}.perturb(p, about, rng)
		wrong.T = wrong.T.Add(about.Scale(-0.17 - 0.2*rng.Float64()))
	default:
		turn := p.Z.Scale(0.4 + 0.8*rng.Float64())
		wrong = p.Moved(camerapose.Delta{turn[0], turn[1], turn[2]}, about)
	}
	e.add(r, &wrong, at, 0, float64(level))
}

// labeledPlaces are the stacks well seen and the empty places beside them, with their heights.
func (s *Scene) labeledPlaces() lattice.Levels {
	all := lattice.Levels{}
	for at, level := range s.Heights {
		if s.Visible[at] > 0.35 {
			all[at] = level
		}
		for _, n := range at.Neighbors() {
			if s.Heights[n] == 0 {
				all[n] = 0
			}
		}
	}
	return all
}

// poseUnder is the pose of a lattice that has the face of a single tile on the table at its place 0, 0.
func poseUnder(p *camerapose.Pose, q engine.Quad) camerapose.Pose {
	var at [4]camerapose.Vec3
	for i, corner := range q {
		x, y := p.Cam.Normalize(corner)
		ray := camerapose.Vec3{x, y, 1}
		// The plane of the first level's faces.
		at[i] = ray.Scale((p.T.Dot(p.Z) - p.Thickness) / ray.Dot(p.Z))
	}
	l := *p
	l.X = at[1].Add(at[2]).Add(at[0].Add(at[3]).Scale(-1)).Unit()
	l.Y = l.Z.Cross(l.X)
	l.T = at[0].Add(at[1]).Add(at[2]).Add(at[3]).Scale(0.25).Add(l.Z.Scale(l.Thickness))
	return l
}

// add is one example: a place seen at these levels, of which number truth (from 1; 0: none) is right.
func (e *FaceExamples) add(r *picture.Raster, p *camerapose.Pose, at engine.Place, truth int, levels ...float64) {
	ex := faceExample{truth: truth}
	for _, l := range levels {
		look := func(p *camerapose.Pose, at engine.Place, level float64) tileface.FaceProfile {
			return tileface.SampleFace(r, p, at, level)
		}
		if e.close {
			look = func(p *camerapose.Pose, at engine.Place, level float64) tileface.FaceProfile {
				return tileface.SampleFaceClosely(r, p, at, level)
			}
		}
		v := look(p, at, l)
		if !v.Inside {
			return
		}
		ex.x = append(ex.x, v.Features())
	}
	e.all = append(e.all, ex)
}

// MineHardNegatives takes what the present judges get wrong in a scene: spots that are no tile or not of a tile's size, and cells grown
// where no stack is. Spots are for a judge of single faces, the others for judges of levels.
func MineHardNegatives(s Scene, spots, coarse, fine *FaceExamples) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, gray gocv.Mat) error {
		truth := camerapose.Pose{Cam: s.Camera, Sizes: camerapose.SizesOf(s.Set), X: s.X, Y: s.Y, Z: s.Z, T: s.Origin, Table: s.Z}
		marks0, err := marks.Find(r, gray)
		if err != nil {
			return err
		}
		spotted := marks.SuppressDuplicates(r, marks0, false)
		var turns []tableplane.Orientations
		for _, m := range spotted {
			turns = append(turns, tableplane.OrientationsAround(r, m))
		}
		for _, f := range candidate.Fields(r, tableplane.FindPlanes(s.Camera, turns), turns, spotted, truth.Sizes, new(candidate.FieldPrior), false) {
			for _, spot := range f.Candidates {
				p := f.PoseAt(spot.At, spot.Turn)
				if s.isFalse(&truth, &p, engine.Place{}, 1) {
					spots.add(r, &p, engine.Place{}, 0, 1)
				}
			}
		}
		search := search.Finder{Raster: r, Gray: gray, Cam: s.Camera, Sizes: truth.Sizes}
		found := search.Hypotheses(marks0, hypothesis.UsualEffort)
		for i := range found {
			finished := found[i].Clone()
			search.Refine(&finished)
			for _, e := range []*FaceExamples{coarse, fine} {
				e.addFalseCells(r, s, &truth, &found[i])
				e.addFalseCells(r, s, &truth, &finished)
			}
		}
		return nil
	})
}

// addFalseCells takes the places where a structure has cells and no stack is, as the judges saw them.
func (e *FaceExamples) addFalseCells(r *picture.Raster, s Scene, truth *camerapose.Pose, found *hypothesis.Hypothesis) {
	for n, at := range found.Cells.Places() {
		if n < maxPerHypothesis && s.isFalse(truth, &found.Pose, at, found.Cells[at]) && e.Len() < maxNegatives {
			e.add(r, &found.Pose, at, 0, 1, 2, 3, 4, 5)
		}
	}
}

// maxPerHypothesis is how many mistakes a single structure may teach: a checked cloth has hundreds that are all alike.
const maxPerHypothesis = 25

const maxNegatives = 6000

// isFalse says whether a face is surely no tile's: none has its middle near, or those that have are of another size.
func (s *Scene) isFalse(truth, p *camerapose.Pose, at engine.Place, level int) bool {
	middle := p.Pixel(float64(at.Col), float64(at.Row), float64(level))
	scale := p.Scale(at)
	for place, h := range s.Heights {
		if picture.Dist(middle, truth.Pixel(float64(place.Col), float64(place.Row), float64(h))) < 0.5*scale {
			ratio := scale / truth.Scale(place)
			return ratio < 0.85 || ratio > 1.18
		}
	}
	for _, q := range slices.Concat(s.Loose, s.Stacked) {
		if picture.Dist(middle, engine.Point{X: (q[0].X + q[2].X) / 2, Y: (q[0].Y + q[2].Y) / 2}) < 0.5*scale {
			return false
		}
	}
	return true
}

// Background examples of each scene: cloth, clutter, and tiles that lie across the lattice looked for.
const (
	backgroundTries = 60
	acrossTries     = 12
)

func (e *FaceExamples) addBackground(r *picture.Raster, truth *camerapose.Pose, s Scene, rng *rand.Rand, levels ...float64) {
	for n := range backgroundTries + acrossTries {
		turn := rng.Float64() * math.Pi / 2
		sin, cos := math.Sincos(turn)
		p := *truth
		p.X = truth.X.Scale(cos).Add(truth.Y.Scale(sin))
		p.Y = p.Z.Cross(p.X)
		reach := 14.0
		if n >= backgroundTries {
			reach = 4
		}
		shift := [2]float64{reach * (2*rng.Float64() - 1) * p.Pitch, reach * (2*rng.Float64() - 1) * p.Pitch}
		p.T = p.T.Add(truth.X.Scale(shift[0])).Add(truth.Y.Scale(shift[1]))
		p.T = p.T.Scale(math.Exp(0.15 * rng.NormFloat64()))
		scale := p.Scale(engine.Place{})
		far, sharp := true, false
		for at, h := range s.Heights {
			d := picture.Dist(truth.Pixel(float64(at.Col), float64(at.Row), float64(h)), p.Pixel(0, 0, 1)) / scale
			far = far && d > 1.3
			sharp = sharp || d < 0.35
		}
		for _, q := range slices.Concat(s.Loose, s.Stacked) {
			middle := engine.Point{X: (q[0].X + q[2].X) / 2, Y: (q[0].Y + q[2].Y) / 2}
			d := picture.Dist(middle, p.Pixel(0, 0, 1)) / scale
			far, sharp = far && d > 1.3, sharp || d < 0.35
		}
		// Beside a tile is not quite on it, and says little: take the clear cases.
		if sharp || n < backgroundTries && !far {
			continue
		}
		e.add(r, &p, engine.Place{}, 0, levels...)
	}
}

// Append adds another's examples.
func (e *FaceExamples) Append(o *FaceExamples) { e.all = append(e.all, o.all...) }

// Len is the number of examples.
func (e *FaceExamples) Len() int { return len(e.all) }
