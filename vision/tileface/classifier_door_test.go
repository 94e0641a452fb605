package tileface

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

// Every classifier prefers a drawn tile, looked at where it lies, to anything else.
func TestClassifiersPreferATileThatLiesJustSo(t *testing.T) {
	for _, degrees := range []float64{15, 40} {
		p := drawnPose(degrees)
		board := map[engine.Place]drawnTile{{}: {1, drawnYellow}, {Col: 1}: {1, drawnYellow}, {Col: 2}: {2, drawnYellow}, {Row: 1}: {1, drawnRed}}
		onCloth, onStripes := drawnTable(&p, board, plainCloth), drawnTable(&p, board, stripedCloth)
		shifted := p.Moved(camerapose.Delta{3: 0.35 * p.Pitch * p.X[0], 4: 0.35 * p.Pitch * p.X[1], 5: 0.35 * p.Pitch * p.X[2]}, camerapose.Vec3{})
		for _, j := range []struct {
			name   string
			class  *Classifier
			close  bool // it looks at where exactly edges are
			levels bool // it separates a level from others
		}{{"of spots", CandidateClassifier(), false, false}, {"coarse", CoarseClassifier(), false, true}, {"fine", FineClassifier(), true, true}} {
			score := func(r *picture.Raster, p *camerapose.Pose, at engine.Place, level float64) float64 {
				v := SampleFace(r, p, at, level)
				if j.close {
					v = SampleFaceClosely(r, p, at, level)
				}
				return j.class.Score(v.Features())
			}
			tile, stack := score(onCloth, &p, engine.Place{Row: 1}, 1), score(onCloth, &p, engine.Place{Col: 2}, 2)
			for _, c := range []struct {
				name        string
				score, than float64
				level       bool
			}{
				{"plain cloth", score(onCloth, &p, engine.Place{Row: -2, Col: -1}, 1), tile, false},
				{"stripes", score(onStripes, &p, engine.Place{Row: -2, Col: -1}, 1), score(onStripes, &p, engine.Place{Row: 1}, 1), false},
				{"the tile from a third of a pitch aside", score(onCloth, &shifted, engine.Place{Row: 1}, 1), tile, false},
				{"the tile as if three levels higher", score(onCloth, &p, engine.Place{Row: 1}, 4), tile, true},
				{"a stack of two as if three levels higher", score(onCloth, &p, engine.Place{Col: 2}, 5), stack, true},
			} {
				if (j.levels || !c.level) && (c.score > c.than-1 || c.than < 0) {
					t.Errorf("tilted by %g degrees, the classifier %s gives %s %.1f, a tile %.1f", degrees, j.name, c.name, c.score, c.than)
				}
			}
		}
	}
}

// What is learned in one view holds in every other: turned by right angles, and mirrored, a face has the same features.
func TestFeaturesAreTheSameFromAllSides(t *testing.T) {
	v := FaceProfile{Plastic: picture.BGR{50, 90, 180}, Plain: 0.9, away: [4]float64{0.9, 0.3, -0.9, -0.3}, step: [4]float64{1, 2, 3, 4}, below: [4]float64{5, 6, 7, 8}}
	for s := range v.edges {
		for k := range v.edges[s] {
			v.edges[s][k] = float64(10*s + k)
		}
	}
	turned, mirrored := v, v
	for s := range 4 {
		to := (s + 1) % 4
		turned.edges[to], turned.step[to], turned.below[to], turned.away[to] = v.edges[s], v.step[s], v.below[s], v.away[s]
		to = [4]int{0, 3, 2, 1}[s]
		mirrored.edges[to], mirrored.step[to], mirrored.below[to], mirrored.away[to] = v.edges[s], v.step[s], v.below[s], v.away[s]
	}
	want := v.Features()
	if got := turned.Features(); got != want {
		t.Errorf("turned by a right angle, the features are %v, want %v", got, want)
	}
	if got := mirrored.Features(); got != want {
		t.Errorf("mirrored, the features are %v, want %v", got, want)
	}
}

func TestInkIsMeasuredAlongTheLiftAndAcross(t *testing.T) {
	for _, c := range []struct {
		name string
		away [4]float64
		ink  [2]float64
		want [2]float64
	}{
		{"seen from straight above it is as it lies", [4]float64{}, [2]float64{0.1, 0.2}, [2]float64{0.1, 0.2}},
		{"lifted to the right", [4]float64{0, 1, 0, -1}, [2]float64{0.1, 0.2}, [2]float64{0.1, 0.2}},
		{"lifted down", [4]float64{-1, 0, 1, 0}, [2]float64{0.1, 0.2}, [2]float64{0.2, -0.1}},
		{"lifted both ways alike", [4]float64{-1, 1, 1, -1}, [2]float64{0.1, 0.1}, [2]float64{0.1 * math.Sqrt2, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := FaceProfile{away: c.away, inkAt: c.ink}
			if got := v.inkOffset(); math.Hypot(got[0]-c.want[0], got[1]-c.want[1]) > 1e-9 {
				t.Errorf("it is %.3f, want %.3f", got, c.want)
			}
		})
	}
}
