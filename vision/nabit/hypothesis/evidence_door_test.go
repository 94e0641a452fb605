package hypothesis

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

func TestEvidenceSaysWhichPlacesAreTilesAndHowHigh(t *testing.T) {
	p := drawnPose()
	r := draw(&p, crossing)
	s := hypothesisOf(p, crossing)
	for at, level := range crossing {
		e := Evaluate(r, tileface.FineClassifier(), s, at)
		if e.Tile < TileAccepted || e.Best != level || !e.Complete {
			t.Errorf("%v is a tile by %.1f, on level %d, complete: %v; want a tile on level %d", at, e.Tile, e.Best, e.Complete, level)
		}
	}
	for _, at := range crossing.Boundary() {
		if e := Evaluate(r, tileface.FineClassifier(), s, at); e.Tile > TileAccepted {
			t.Errorf("%v of the cloth is a tile by %.1f", at, e.Tile)
		}
	}
	if e := Evaluate(r, tileface.FineClassifier(), s, engine.Place{Col: 40}); e.Tile > TileFaint || e.Height[0] != outOfPicture {
		t.Errorf("outside the picture a tile by %.1f, on level 1 by %.1f", e.Tile, e.Height[0])
	}
}

func TestEvidenceIsReusedOnlyUnderNearlyTheSamePose(t *testing.T) {
	p := drawnPose()
	r := draw(&p, wordRow)
	at := engine.Place{Col: 1}
	for _, c := range []struct {
		name     string
		move     float64 // pitches
		complete bool
		want     bool
	}{
		{"the same pose", 0, true, true}, {"a move of less than a tenth of a pixel", 0.001, true, true},
		{"a move of more", 0.02, true, false}, {"incomplete evidence", 0, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := hypothesisOf(p, wordRow)
			e := Evaluate(r, tileface.CoarseClassifier(), s, at)
			e.Complete = c.complete
			s.Evidence[at] = e
			s.Pose = shifted(p, c.move, 0)
			if got := s.cached(at) != nil; got != c.want {
				t.Errorf("reused: %v, want %v", got, c.want)
			}
		})
	}
	if hypothesisOf(p, wordRow).cached(at) != nil {
		t.Error("a place without evidence has some")
	}
}

func TestRenormalizeNeverRaisesATile(t *testing.T) {
	e := &Evidence{Tile: 20, Best: 1, Height: engine.HeightLikelihoods{NoFace, NoFace, 5, NoFace, NoFace}}
	if e.Renormalize(); e.Best != 3 || math.Abs(e.Tile-5) > 0.01 {
		t.Errorf("a face on level 3 by 5 gives level %d by %.2f", e.Best, e.Tile)
	}
	e.Height = engine.HeightLikelihoods{9, NoFace, NoFace, NoFace, NoFace}
	if e.Renormalize(); e.Best != 1 || math.Abs(e.Tile-5) > 0.01 {
		t.Errorf("a face on level 1 by 9 gives level %d by %.2f, want no more than the 5 before", e.Best, e.Tile)
	}
}

func TestKnownHuesComeFromLettersAndFromSureTable(t *testing.T) {
	s := hypothesisOf(drawnPose(), wordRow)
	add := func(at engine.Place, tile, inkShare float64, c picture.BGR) {
		e := &Evidence{Best: 1, Tile: tile}
		e.Face[0] = tileface.FaceProfile{Inside: true, Ink: inkShare, Plastic: c}
		s.Evidence[at] = e
	}
	add(engine.Place{}, 5, 1, plastic)
	add(engine.Place{Col: 1}, 5, 0, plastic) // without a letter
	add(engine.Place{Row: 1}, -9, 0, cloth)
	add(engine.Place{Row: 2}, -3, 0, cloth) // perhaps a tile
	tiles, table := s.KnownHues(s.Cells)
	if len(tiles) != 1 || len(table) != 1 {
		t.Errorf("%d hues of tiles and %d of the table, want one each", len(tiles), len(table))
	}
}
