package hypothesis

import (
	"maps"
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/tileface"
)

func TestThePosteriorIsHighestAtTheTruth(t *testing.T) {
	truth := drawnPose()
	r := draw(&truth, crossing)
	posterior := func(p camerapose.Pose, cells lattice.Levels) float64 {
		s := hypothesisOf(p, cells)
		s.Evidence = EvaluateAll(r, s.Cells.Places(), func(at engine.Place) *Evidence { return Evaluate(r, tileface.FineClassifier(), s, at) })
		s.EdgeScore = s.EdgesLogLikelihood()
		if got := s.EdgeScore + s.FacesLogLikelihood(); math.Abs(got-s.LogPosterior()) > 1e-9 {
			t.Errorf("without priors of the pose the terms sum to %.3f, the posterior is %.3f", got, s.LogPosterior())
		}
		return s.LogPosterior()
	}
	best := posterior(truth, crossing)
	high := maps.Clone(crossing)
	high[engine.Place{Col: 1}] = 2
	for _, c := range []struct {
		name  string
		pose  camerapose.Pose
		cells lattice.Levels
	}{
		{"a pose a fifth of a pitch off", shifted(truth, 0.2, 0), crossing},
		{"a pose half a pitch off", shifted(truth, 0.5, 0.5), crossing},
		{"a stack that is too high", truth, high},
	} {
		if got := posterior(c.pose, c.cells); got > best-5 {
			t.Errorf("%s has a posterior of %.1f, the truth of %.1f", c.name, got, best)
		}
	}
}

func TestEachTermOfThePosteriorCounts(t *testing.T) {
	p := drawnPose()
	s := hypothesisOf(p, lattice.Levels{{}: 1})
	e := &Evidence{Best: 1, Height: engine.HeightLikelihoods{4, NoFace, NoFace, NoFace, NoFace}}
	s.Evidence[engine.Place{}] = e
	s.EdgeScore = 3
	first := s.LogPosterior()
	for _, c := range []struct {
		name   string
		change func(*Hypothesis)
		want   float64
	}{
		{"edges", func(s *Hypothesis) { s.EdgeScore += 2 }, 2},
		{"a face", func(s *Hypothesis) { s.Evidence[engine.Place{}].Height[0] += 1.5 }, 1.5},
		{"a face beyond the cap", func(s *Hypothesis) { s.Evidence[engine.Place{}].Height[0] = 90 }, faceScoreCap - 4},
		{"a face that stacks hide in part speaks for nothing", func(s *Hypothesis) { s.Evidence[engine.Place{}].Part = true }, -4},
		{"but may speak against", func(s *Hypothesis) {
			s.Evidence[engine.Place{}].Part, s.Evidence[engine.Place{}].Height[0] = true, -3
		}, -7},
		{"the level of the picture before", func(s *Hypothesis) { s.Previous = lattice.Levels{{}: 1} }, -camerapose.HeightPrior[0]},
		{"another level than before", func(s *Hypothesis) { s.Previous = lattice.Levels{{}: 4} }, otherPrior - camerapose.HeightPrior[0]},
		{"two standard deviations from the plane prior", func(s *Hypothesis) {
			s.Prior = &camerapose.PlanePrior{Down: p.Z, Right: p.X, Ahead: p.Y, Height: p.T.Dot(p.Z) - 2, Root: [3][3]float64{{1}, {0, 1}, {0, 0, 1}}}
		}, -2},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed, copied := s.Clone(), *e
			changed.Evidence = map[engine.Place]*Evidence{{}: &copied}
			c.change(&changed)
			if got := changed.LogPosterior() - first; math.Abs(got-c.want) > 1e-9 {
				t.Errorf("the posterior changes by %.4f, want %.4f", got, c.want)
			}
		})
	}
}

func TestHowGoodEdgesAreSaysWhatIsLeftToDo(t *testing.T) {
	row := func(n int) lattice.Levels {
		cells := lattice.Levels{}
		for col := range n {
			cells[engine.Place{Col: col}] = 1
		}
		return cells
	}
	for _, c := range []struct {
		name                    string
		tiles                   int
		edges                   float64 // mean of a face
		fitted, converged, sure bool
	}{
		{"weak edges", 5, 6, false, false, false},
		{"a pose that settled", 5, 6.8, true, false, false},
		{"a word seen surely", 5, 7.5, true, false, true},
		{"a pose that converged", 5, 8.5, true, true, true},
		{"more tiles than a rack holds", 8, 6, false, false, true},
		{"two tiles need more", 2, 8.5, true, true, false},
		{"two tiles with more", 2, 10.5, true, true, true},
		{"a single tile is never sure", 1, 20, true, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := hypothesisOf(drawnPose(), row(c.tiles))
			s.EdgeScore = c.edges * float64(c.tiles)
			if s.Fitted() != c.fitted || s.Converged() != c.converged || s.Sure() != c.sure {
				t.Errorf("fitted %v, converged %v, sure %v; want %v, %v, %v", s.Fitted(), s.Converged(), s.Sure(), c.fitted, c.converged, c.sure)
			}
			more := hypothesisOf(drawnPose(), row(2*c.tiles))
			if s.Settled(s) != c.fitted || s.Settled(more) {
				t.Errorf("with all cells settled: %v, with half of them: %v", s.Settled(s), s.Settled(more))
			}
		})
	}
}

func TestRankPrefersMoreBetterAndNoRack(t *testing.T) {
	of := func(tiles int, score, edges, rack float64) float64 {
		s := hypothesisOf(drawnPose(), nil)
		for col := range tiles {
			s.Cells[engine.Place{Col: col}] = 1
		}
		s.Score, s.EdgeScore, s.RackPenalty = score, edges, rack
		return s.Rank()
	}
	word := of(5, 25, 40, 0)
	for name, rank := range map[string]float64{
		"fewer tiles": of(3, 15, 24, 0), "weaker faces": of(5, 10, 40, 0), "weaker edges": of(5, 25, 10, 0), "a rack": of(5, 25, 40, 1),
	} {
		if rank >= word {
			t.Errorf("%s ranks %.1f, a word %.1f", name, rank, word)
		}
	}
	if worse, bad := of(3, 0, -10, 1), of(3, 0, -10, 0); worse >= bad {
		t.Errorf("a rack penalty raises a negative rank from %.1f to %.1f", bad, worse)
	}
}
