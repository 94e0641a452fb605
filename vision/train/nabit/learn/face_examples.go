package learn

import (
	"iter"
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
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Scene is a picture with known truth. Lengths are millimetres in camera space.
type Scene struct {
	Picture *picture.Picture
	Camera  *calibration.Camera
	Set     *calibration.Tileset
	X, Y, Z [3]float64 // the lattice's axes in camera space: columns, rows, down
	Origin  [3]float64 // the middle of place 0, 0 on the table, in camera space
	Heights map[engine.Place]int
	Colors  map[engine.Place]int     // of the top faces, as an index of engine.PlayerColors
	Visible map[engine.Place]float64 // the visible share of each top face
	Loose   []engine.Quad            // faces of tiles on the table beside the lattice
	Stacked []engine.Quad            // faces of tiles in stacks beside the lattice
	Banks   []Bank
}

// pose is the true pose of the scene's lattice.
func (s *Scene) pose() camerapose.Pose {
	return camerapose.Pose{Cam: s.Camera, Sizes: camerapose.SizesOf(s.Set), X: s.X, Y: s.Y, Z: s.Z, T: s.Origin, Table: s.Z}
}

// faceExample is a place at one or several levels; at most one is right.
type faceExample struct {
	x     [][tileface.FeatureCount]float32 // one for each level
	truth int                              // the right one of x, from 1; 0: none
}

// FaceExamples are what a face classifier learns from: the stacks of the scenes and the empty places beside them, under poses with
// errors.
type FaceExamples struct {
	close bool // sampled closely, as for the fine classifier
	all   []faceExample
}

// NewCloseFaceExamples makes an empty set for the fine classifier, which samples faces closely.
func NewCloseFaceExamples() *FaceExamples { return &FaceExamples{close: true} }

// PoseNoise is the error of the poses that a network will meet, in standard deviations.
type PoseNoise struct {
	Turn  float64 // in the table's plane, radians
	Tilt  float64 // out of it, about each axis, radians
	Shift float64 // along each axis, pitches
	Depth float64 // share of the distance
}

// The errors of the poses of single candidates, of lattices fitted to candidates, and of structures fitted to edges. Hand-set, somewhat above what
// the search leaves.
var (
	CandidateNoise = PoseNoise{0.06, 0.09, 0.05, 0.04}
	CoarseNoise    = PoseNoise{0.025, 0.04, 0.04, 0.012}
	FineNoise      = PoseNoise{0.005, 0.008, 0.012, 0.002}
)

// perturb adds a random error to a pose, about a point in camera space.
func (s PoseNoise) perturb(p *camerapose.Pose, about camerapose.Vec3, rng *rand.Rand) camerapose.Pose {
	turn := p.Z.Scale(s.Turn * rng.NormFloat64()).Add(p.X.Scale(s.Tilt * rng.NormFloat64())).Add(p.Y.Scale(s.Tilt * rng.NormFloat64()))
	shift := p.X.Scale(s.Shift * p.Pitch * rng.NormFloat64()).Add(p.Y.Scale(s.Shift * p.Pitch * rng.NormFloat64()))
	shift = shift.Add(about.Scale(s.Depth * rng.NormFloat64()))
	return p.Moved(camerapose.Delta{turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]}, about)
}

// Add adds the examples of one scene for a classifier of levels, so many views of each.
func (e *FaceExamples) Add(s Scene, times int, noise PoseNoise, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		truth := s.pose()
		for range times {
			places := s.labeledPlaces()
			for _, at := range places.Places() { // in order: chance must fall the same way in every run
				level := places[at]
				p := noise.perturb(&truth, truth.Camera(float64(at.Col), float64(at.Row), float64(max(1, level))), rng)
				e.add(r, &p, at, level, 1, 2, 3, 4, 5)
			}
			for _, q := range s.Loose {
				p := poseUnder(&truth, q)
				p = noise.perturb(&p, p.Camera(0, 0, 1), rng)
				e.add(r, &p, engine.Place{}, 1, 1, 2, 3, 4, 5)
			}
			e.addBackground(r, &truth, s, rng, 1, 2, 3, 4, 5)
		}
		return nil
	})
}

// AddCandidates adds the examples of one scene for the classifier of single candidates.
func (e *FaceExamples) AddCandidates(s Scene, times int, noise PoseNoise, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		truth := s.pose()
		for range times {
			places := s.labeledPlaces()
			for _, at := range places.Places() { // in order: chance must fall the same way in every run
				level := places[at]
				p := noise.perturb(&truth, truth.Camera(float64(at.Col), float64(at.Row), float64(max(1, level))), rng)
				e.add(r, &p, at, min(level, 1), float64(max(1, level)))
				if level > 0 && rng.IntN(2) == 0 {
					e.addWrongSize(r, &p, at, level, rng)
				}
			}
			for _, q := range s.Loose {
				p := poseUnder(&truth, q)
				p = noise.perturb(&p, p.Camera(0, 0, 1), rng)
				e.add(r, &p, engine.Place{}, 1, 1)
			}
			e.addBackground(r, &truth, s, rng, 1)
		}
		return nil
	})
}

// addWrongSize adds a negative: a face far too large, far too small, or turned by about half a right angle.
func (e *FaceExamples) addWrongSize(r *picture.Raster, p *camerapose.Pose, at engine.Place, level int, rng *rand.Rand) {
	about := p.Camera(float64(at.Col), float64(at.Row), float64(level))
	var wrong camerapose.Pose
	switch rng.IntN(3) {
	case 0: // 1.2 to 1.7 times as far
		wrong = PoseNoise{}.perturb(p, about, rng)
		wrong.T = wrong.T.Add(about.Scale(0.2 + 0.5*rng.Float64()))
	case 1: // 0.63 to 0.83 times as far
		wrong = PoseNoise{}.perturb(p, about, rng)
		wrong.T = wrong.T.Add(about.Scale(-0.17 - 0.2*rng.Float64()))
	default: // by 23 to 69 degrees
		turn := p.Z.Scale(0.4 + 0.8*rng.Float64())
		wrong = p.Moved(camerapose.Delta{turn[0], turn[1], turn[2]}, about)
	}
	e.add(r, &wrong, at, 0, float64(level))
}

// minVisible is the least visible share of a stack's top face to learn from. Hand-set.
const minVisible = 0.35

// labeledPlaces are the visible stacks and the empty places beside stacks, with their heights.
func (s *Scene) labeledPlaces() lattice.Levels {
	all := lattice.Levels{}
	for at, level := range s.Heights {
		if s.Visible[at] > minVisible {
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

// add adds one example: a place at these levels. truth is the number of the right one, from 1; 0: none.
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

// MineHardNegatives adds what the present classifiers get wrong in a scene (hard negative mining: Sung and Poggio 1998): candidates
// that are no tile or of another size than a tile, and cells of hypotheses where no stack is. candidates is for the classifier of
// candidates, coarse and fine are for those of levels.
func MineHardNegatives(s Scene, candidates, coarse, fine *FaceExamples) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, gray gocv.Mat) error {
		truth := s.pose()
		all, err := candidate.Find(r, gray)
		if err != nil {
			return err
		}
		distinct := candidate.SuppressDuplicates(r, all, false)
		var turns []candidate.Orientations
		for _, m := range distinct {
			turns = append(turns, candidate.OrientationsAround(r, m))
		}
		for _, f := range candidate.Fields(r, candidate.FindPlanes(s.Camera, turns), turns, distinct, truth.Sizes, new(candidate.FieldPrior)) {
			for _, c := range f.Candidates {
				p := f.PoseAt(c.At, c.Turn)
				if s.isFalse(&truth, &p, engine.Place{}, 1) {
					candidates.add(r, &p, engine.Place{}, 0, 1)
				}
			}
		}
		finder := search.Finder{Raster: r, Gray: gray, Cam: s.Camera, Sizes: truth.Sizes}
		found := finder.Hypotheses(all, hypothesis.UsualEffort)
		for i := range found {
			refined := found[i].Clone()
			finder.Refine(&refined)
			for _, e := range []*FaceExamples{coarse, fine} {
				e.addFalseCells(r, s, &truth, &found[i])
				e.addFalseCells(r, s, &truth, &refined)
			}
		}
		return nil
	})
}

// addFalseCells adds the places where a hypothesis has cells and no stack is.
func (e *FaceExamples) addFalseCells(r *picture.Raster, s Scene, truth *camerapose.Pose, found *hypothesis.Hypothesis) {
	for n, at := range found.Cells.Places() {
		if n < maxPerHypothesis && s.isFalse(truth, &found.Pose, at, found.Cells[at]) && e.Len() < maxNegatives {
			e.add(r, &found.Pose, at, 0, 1, 2, 3, 4, 5)
		}
	}
}

// Limits of the hard negatives. Hand-set: a checked cloth has hundreds of the same kind.
const (
	maxPerHypothesis = 25
	maxNegatives     = 6000 // of one classifier
)

// When a face is surely no tile's. Hand-set.
const (
	nearTile = 0.5  // a tile nearer than this is the one meant, in sizes of the face
	minRatio = 0.85 // of the sizes of the face and the tile
	maxRatio = 1.18 // the same: about 1 / minRatio
)

// isFalse says whether a face is surely no tile's: no tile is near, or the one that is has another size.
func (s *Scene) isFalse(truth, p *camerapose.Pose, at engine.Place, level int) bool {
	middle := p.Pixel(float64(at.Col), float64(at.Row), float64(level))
	scale := p.Scale(at)
	for place, h := range s.Heights {
		if picture.Dist(middle, truth.Pixel(float64(place.Col), float64(place.Row), float64(h))) < nearTile*scale {
			ratio := scale / truth.Scale(place)
			return ratio < minRatio || ratio > maxRatio
		}
	}
	for _, q := range slices.Concat(s.Loose, s.Stacked) {
		if picture.Dist(middle, engine.Point{X: (q[0].X + q[2].X) / 2, Y: (q[0].Y + q[2].Y) / 2}) < nearTile*scale {
			return false
		}
	}
	return true
}

// Background examples of each scene: cloth, clutter, and tiles that lie across the lattice. Hand-set; lengths are pitches.
const (
	backgroundTries = 60
	backgroundReach = 14.0 // around the lattice's place 0, 0
	acrossTries     = 12
	acrossReach     = 4.0
	backgroundScale = 0.15 // standard deviation of the logarithm of the distance
	farFromTiles    = 1.3  // background lies at least this far from every tile
	onTile          = 0.35 // nearer than this is on a tile: no example
)

// addBackground adds negatives at random poses, far from tiles or across them.
func (e *FaceExamples) addBackground(r *picture.Raster, truth *camerapose.Pose, s Scene, rng *rand.Rand, levels ...float64) {
	for p := range s.background(truth, rng) {
		e.add(r, &p, engine.Place{}, 0, levels...)
	}
}

// background are random poses far from tiles or across them.
func (s *Scene) background(truth *camerapose.Pose, rng *rand.Rand) iter.Seq[camerapose.Pose] {
	return func(yield func(camerapose.Pose) bool) {
		for n := range backgroundTries + acrossTries {
			turn := rng.Float64() * math.Pi / 2
			sin, cos := math.Sincos(turn)
			p := *truth
			p.X = truth.X.Scale(cos).Add(truth.Y.Scale(sin))
			p.Y = p.Z.Cross(p.X)
			reach := backgroundReach
			if n >= backgroundTries {
				reach = acrossReach
			}
			shift := [2]float64{reach * (2*rng.Float64() - 1) * p.Pitch, reach * (2*rng.Float64() - 1) * p.Pitch}
			p.T = p.T.Add(truth.X.Scale(shift[0])).Add(truth.Y.Scale(shift[1]))
			p.T = p.T.Scale(math.Exp(backgroundScale * rng.NormFloat64()))
			scale := p.Scale(engine.Place{})
			far, on := true, false
			for at, h := range s.Heights {
				d := picture.Dist(truth.Pixel(float64(at.Col), float64(at.Row), float64(h)), p.Pixel(0, 0, 1)) / scale
				far = far && d > farFromTiles
				on = on || d < onTile
			}
			for _, q := range slices.Concat(s.Loose, s.Stacked) {
				middle := engine.Point{X: (q[0].X + q[2].X) / 2, Y: (q[0].Y + q[2].Y) / 2}
				d := picture.Dist(middle, p.Pixel(0, 0, 1)) / scale
				far, on = far && d > farFromTiles, on || d < onTile
			}
			// A pose near a tile but not on it is neither: take the clear cases.
			if on || n < backgroundTries && !far {
				continue
			}
			if !yield(p) {
				return
			}
		}
	}
}

// Append adds another set's examples.
func (e *FaceExamples) Append(o *FaceExamples) { e.all = append(e.all, o.all...) }

// Len is the number of examples.
func (e *FaceExamples) Len() int { return len(e.all) }
