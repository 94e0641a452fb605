package dabble

import (
	"image"
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/geom"
	"tilewatch/vision/profile"
)

// looseAt is a tile on the table before a rack: so far right of its middle and in front of it, turned by an angle.
func looseAt(k *rack, slope, x, y, turn float64) patch {
	t := k.table(slope)
	s, c := math.Sincos(turn)
	right, front := t.right.Scale(c).Add(t.front.Scale(s)), t.front.Scale(c).Add(t.right.Scale(-s))
	return patch{t.origin.Add(t.right.Scale(x)).Add(t.front.Scale(y)), right.Scale(lattice.FaceSide), front.Scale(lattice.FaceSide)}
}

// withLoose is a full rack with tiles before it.
func withLoose(k *rack, letters string, tiles []patch) *image.RGBA {
	m := drawnRack(k, fullTiers, points)
	for i := range tiles {
		paste(m, tiles[i].quad(k.cam), drawnFace(letters[i], "4"))
	}
	return m
}

func TestDrawnLooseTilesAreRead(t *testing.T) {
	k := model(0.5, 0)
	slope := 38 * math.Pi / 180
	tiles := []patch{looseAt(k, slope, -2, 1.2, 0.2), looseAt(k, slope, 0, 1.4, -0.15), looseAt(k, slope, 2, 1.2, 0)}
	eyes, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	p := decoded(t, withLoose(k, "KBH", tiles))
	defer p.Close()
	look, err := eyes.Look(p, profile.Inputs{})
	if err != nil || len(look.Racks) != 1 {
		t.Fatalf("%d racks, error %v", len(look.Racks), err)
	}
	// A full rack leaves no room for loose tiles of its player, but they are seen all the same.
	for i, want := range []byte("KBH") {
		quad := tiles[i].quad(k.cam)
		found := false
		for n := range look.Racks[0].Loose {
			seen := &look.Racks[0].Loose[n]
			if geom.Dist(geom.Middle(seen.Quad), geom.Middle(quad)) < geom.Dist(quad[0], quad[1])/3 {
				found = true
				if got := likeliestFace(seen); got != want {
					t.Errorf("loose tile %d reads as %c, want %c", i, got, want)
				}
			}
		}
		if !found {
			t.Errorf("loose tile %d (%c) is not seen among %d", i, want, len(look.Racks[0].Loose))
		}
	}
}

func TestLooseTilesDetermineTheTablesAngle(t *testing.T) {
	for _, degrees := range []float64{26, 44} {
		truth := model(0.5, 0)
		slope := degrees * math.Pi / 180
		tiles := []patch{looseAt(truth, slope, -2, 1.2, 0.2), looseAt(truth, slope, 0, 1.4, -0.15), looseAt(truth, slope, 2, 1.2, 0)}
		verified(t, withLoose(truth, "KBH", tiles), func(s *scan, k *rack) {
			racks := []rack{*k}
			if err := s.addFrontCandidates(racks); err != nil {
				t.Fatal(err)
			}
			all := s.plausible(racks)
			if len(all) < len(tiles) {
				t.Fatalf("%d candidates before the rack", len(all))
			}
			if got := s.tableAngle(racks, all) * 180 / math.Pi; math.Abs(got-degrees) > 13 {
				t.Errorf("the angle is %.0f degrees, want %.0f", got, degrees)
			}
		})
	}
}

func TestOrientationsOfALooseTile(t *testing.T) {
	truth := model(0.5, 0)
	slope := 38 * math.Pi / 180
	tile := looseAt(truth, slope, 0, 1.4, 0.3)
	verified(t, withLoose(truth, "K", []patch{tile}), func(s *scan, k *rack) {
		quad := tile.quad(truth.cam)
		mid, best := geom.Middle(quad), -1
		for i := range s.candidates {
			if c := &s.candidates[i]; c.Dark && geom.Dist(c.At, mid) < 0.25*geom.Dist(quad[0], quad[1]) && (best < 0 || c.H > s.candidates[best].H) {
				best = i
			}
		}
		if best < 0 {
			t.Fatal("its letter is no candidate")
		}
		ways := s.orientations(k, looseCandidate{0, best}, slope)
		if len(ways) == 0 || len(ways) > mostWays {
			t.Fatalf("%d orientations", len(ways))
		}
		if turn := math.Acos(math.Abs(ways[0].x.Unit().Dot(tile.x.Unit()))); turn > 0.15 && math.Abs(turn-math.Pi/2) > 0.15 {
			t.Errorf("the best is %.0f degrees off", turn*180/math.Pi)
		}
		u, ok := s.upright(k, &ways[0])
		if !ok || u.class != 'K'-'A' {
			t.Errorf("it reads as %c, %v", 'A'+u.class, ok)
		}
		if distance, ok := s.inFrontOf(k, best); !ok || distance > 2 {
			t.Errorf("it lies before the rack: %v, %.1f off", ok, distance)
		}
	})
}

func TestQuarterTurnsOfAPatch(t *testing.T) {
	p := patch{geom.Vec{1, 2, 9}, geom.Vec{1, 0, 0}, geom.Vec{0, 1, 0}}
	if q := p.turned(4); q != p {
		t.Errorf("four quarter turns make %v", q)
	}
	if q := p.turned(1); q.x != (geom.Vec{0, -1, 0}) || q.y != (geom.Vec{1, 0, 0}) {
		t.Errorf("a quarter turn makes %v", q)
	}
}

func TestTilesOverlap(t *testing.T) {
	q := engine.Quad{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 2}, {X: 0, Y: 2}}
	near := engine.Quad{{X: 1, Y: 0}, {X: 5, Y: 0}, {X: 5, Y: 2}, {X: 1, Y: 2}}
	far := engine.Quad{{X: 3, Y: 0}, {X: 7, Y: 0}, {X: 7, Y: 2}, {X: 3, Y: 2}}
	if !overlap(&q, &near) || overlap(&q, &far) {
		t.Error("overlapping tiles")
	}
}
