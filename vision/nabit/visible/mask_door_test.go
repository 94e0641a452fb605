package visible

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
)

// twoBoxes is a lattice with stacks and an eye above it: col and row are in pitches from place 0, 0, the height in tiles.
func twoBoxes(col, row, height float64, cells lattice.Levels) *Stacks {
	s := camerapose.Sizes{Side: 24, Thickness: 6, Pitch: 24.3}
	p := camerapose.Pose{Cam: calibration.Pinhole(1280, 720, 1000), Sizes: s, X: camerapose.Vec3{1, 0, 0}, Y: camerapose.Vec3{0, 1, 0}, Z: camerapose.Vec3{0, 0, 1}}
	p.T = camerapose.Vec3{-col * s.Pitch, -row * s.Pitch, height * s.Thickness}
	return &Stacks{Pose: &p, Cells: cells}
}

// hiddenShare is the share of a face that boxes hide: it intersects each ray of a grid finer than the mask's with each box in closed form.
func hiddenShare(s *Stacks, at engine.Place) float64 {
	ec, er, el := s.Pose.Eye()
	const fine = 96
	half, hidden := s.Side/s.Pitch/2, 0
	for k := range fine * fine {
		from := [3]float64{
			float64(at.Col) + half*((float64(k%fine)+0.5)/fine*2-1), float64(at.Row) + half*((float64(k/fine)+0.5)/fine*2-1), float64(s.Cells[at]),
		}
		to := [3]float64{ec - from[0], er - from[1], el - from[2]}
		for other, height := range s.Cells {
			if other == at {
				continue
			}
			in, out := 1e-9, 1.0
			for axis, box := range [3][2]float64{
				{float64(other.Col) - half, float64(other.Col) + half}, {float64(other.Row) - half, float64(other.Row) + half}, {0, float64(height)},
			} {
				a, b := (box[0]-from[axis])/to[axis], (box[1]-from[axis])/to[axis]
				in, out = max(in, min(a, b)), min(out, max(a, b))
			}
			if in < out {
				hidden++
				break
			}
		}
	}
	return float64(hidden) / (fine * fine)
}

// maskError is how far off a mask may be, as a share of the face: its cells are a twelfth of a side wide.
const maskError = 0.06

func TestAStackInFrontHidesTheShareThatItsBoxDoes(t *testing.T) {
	for _, c := range []struct {
		name             string
		col, row, height float64 // of the eye
		front            int     // height of the stack one column nearer to the eye
		least, most      float64
	}{
		{"from straight above nothing", 0, 0, 90, 5, 0, 0},
		{"one as high hides nothing", 20, 0, 40, 1, 0, 0},
		{"a stack of two, seen obliquely, hides little", 20, 0, 60, 2, 0.2, 0.45},
		{"a stack of five, seen obliquely, hides nearly all", 20, 0, 25, 5, 0.9, 1},
		{"a stack of three, seen from a corner, hides a corner", 12, 9, 50, 3, 0.1, 0.8},
		{"a stack of five from high above hides some", 8, 0, 80, 5, 0.1, 0.6},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := twoBoxes(c.col, c.row, c.height, lattice.Levels{{}: 1, {Col: 1}: c.front})
			want := hiddenShare(s, engine.Place{})
			if want < c.least || want > c.most {
				t.Fatalf("in closed form %.2f is hidden", want)
			}
			mask := s.MaskOf(engine.Place{}, 1)
			if got := 1 - mask.Visible(1); got > want+maskError || got < want-maskError {
				t.Errorf("%.3f is hidden, in closed form %.3f", got, want)
			}
			if front := s.MaskOf(engine.Place{Col: 1}, c.front); front.Visible(1) < 1 {
				t.Errorf("of the stack in front %.2f is seen", front.Visible(1))
			}
		})
	}
}

func TestRandomStacksHideWhatTheirBoxesDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	mean, n := 0.0, 0.0
	for range 60 {
		cells := lattice.Levels{}
		for row := -1; row <= 1; row++ {
			for col := -1; col <= 1; col++ {
				if level := rng.IntN(engine.MaxHeight + 1); level > 0 {
					cells[engine.Place{Row: row, Col: col}] = level
				}
			}
		}
		cells[engine.Place{}] = 1 + rng.IntN(2)
		s := twoBoxes(30*rng.Float64()-15, 30*rng.Float64()-15, 25+60*rng.Float64(), cells)
		mask := s.MaskOf(engine.Place{}, cells[engine.Place{}])
		got, want := 1-mask.Visible(1), hiddenShare(s, engine.Place{})
		mean, n = mean+math.Abs(got-want), n+1
		if got > want+maskError || got < want-maskError {
			t.Errorf("%.2f of the middle of %v is hidden, in closed form %.2f", got, cells, want)
		}
	}
	if mean /= n; mean > maskError/3 {
		t.Errorf("what is hidden is off by %.3f on average", mean)
	}
}

func TestAPointShowsOneFaceOnly(t *testing.T) {
	for _, c := range []struct {
		name        string
		cells       lattice.Levels
		level       int // of the face at 0, 0
		least, most float64
	}{
		{"one as high, beside it", lattice.Levels{{Col: -1}: 1, {Col: 1}: 1}, 1, 0, 0},
		{"a lower one, that it would hide", lattice.Levels{{Col: -2}: 1}, 4, 0.4, 0.9},
		{"a lower one far behind", lattice.Levels{{Col: -3}: 1}, 2, 0, 0},
		{"its own", lattice.Levels{{}: 1}, 4, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := twoBoxes(20, 0, 40, c.cells) // the eye stands to the right
			var mask Mask
			mask.HideShared(*s, engine.Place{}, c.level)
			if got := 1 - mask.Visible(1); got < c.least || got > c.most {
				t.Errorf("%.2f of the face shows others, want %.2f to %.2f", got, c.least, c.most)
			}
		})
	}
}

func TestNearRaysLeavesOutOnlyStacksThatHideNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 64))
	missed := 0
	for range 300 {
		at := engine.Place{Row: rng.IntN(5) - 2, Col: rng.IntN(5) - 2}
		if at == (engine.Place{}) {
			continue
		}
		height := 2 + rng.IntN(4)
		s := twoBoxes(20*rng.Float64()-10, 20*rng.Float64()-10, 25+40*rng.Float64(), lattice.Levels{{}: 1, at: height})
		mask := s.MaskOf(engine.Place{}, 1)
		near := s.NearRays(engine.Place{}, 1, at, height)
		if mask.Visible(1) < 1 && !near {
			t.Errorf("a stack at %v hides %.2f of the face, but no ray is said to come near it", at, 1-mask.Visible(1))
		}
		if !near {
			missed++
		}
	}
	if missed < 100 {
		t.Errorf("only %d stacks are left out", missed)
	}
}

func TestOnlyNearAndHigherStacksMayHideAFace(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells lattice.Levels
		want  bool
	}{
		{"none", lattice.Levels{{}: 2}, false},
		{"one as high", lattice.Levels{{}: 2, {Col: 1}: 2}, false},
		{"a higher one beside it", lattice.Levels{{}: 2, {Col: 1}: 3}, true},
		{"a higher one three places away", lattice.Levels{{}: 2, {Row: 3, Col: -3}: 3}, true},
		{"a higher one farther away", lattice.Levels{{}: 2, {Row: 4}: 5}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := twoBoxes(0, 0, 50, c.cells)
			if got := len(o.taller(engine.Place{}, 2)) > 0; got != c.want {
				t.Errorf("a taller neighbor: %v, want %v", got, c.want)
			}
		})
	}
}

func TestSidesAreHiddenOnceTheStacksAreKnown(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells lattice.Levels
		known bool
		want  [4]bool
	}{
		{"a higher stack towards the eye hides the side that it stands at", lattice.Levels{{}: 1, {Col: 1}: 4}, true, [4]bool{1: true}},
		{"a higher stack behind hides none", lattice.Levels{{}: 1, {Col: -1}: 4}, true, [4]bool{}},
		{"a higher stack aside hides none", lattice.Levels{{}: 1, {Row: -1}: 4}, true, [4]bool{}},
		{"a stack as high hides none", lattice.Levels{{}: 1, {Col: 1}: 1}, true, [4]bool{}},
		{"while the structure is only sought none is hidden", lattice.Levels{{}: 1, {Col: 1}: 4}, false, [4]bool{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := twoBoxes(20, 0, 40, c.cells) // the eye stands to the right
			if c.known {
				s.Before = c.cells
			}
			if got := s.HiddenSides(engine.Place{}, 1); got != c.want {
				t.Errorf("hidden are %v, want %v", got, c.want)
			}
		})
	}
}

func TestWhatIsVisibleOfAMask(t *testing.T) {
	var none, rim, half Mask
	for i := range MaskGrid {
		for j := range MaskGrid {
			rim[i][j] = i == 0 || j == 0 || i == MaskGrid-1 || j == MaskGrid-1
			half[i][j] = j < MaskGrid/2
		}
	}
	for _, c := range []struct {
		name  string
		mask  *Mask
		share float64
		want  float64
	}{
		{"nothing hidden", &none, 1, 1},
		{"half hidden", &half, 1, 0.5},
		{"half of the letter hidden", &half, LetterShare, 0.5},
		{"the rim hidden leaves the letter whole", &rim, LetterShare, 1},
		{"the rim hidden leaves most of the face", &rim, 1, 100.0 / 144},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.mask.Visible(c.share); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("%.3f is seen, want %.3f", got, c.want)
			}
		})
	}
	for _, c := range []struct {
		row, col int
		want     bool
	}{{3, MaskGrid / 2, true}, {3, MaskGrid/2 + 1, false}, {0, 0, true}, {MaskGrid - 1, MaskGrid - 1, false}} {
		if got := half.nearHidden(c.row, c.col); got != c.want {
			t.Errorf("cell %d, %d is beside a hidden one: %v, want %v", c.row, c.col, got, c.want)
		}
	}
}
