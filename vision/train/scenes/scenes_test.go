package scenes

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
)

// small draws a scene whose picture is small enough for a test; a scene without a camera that sees all of it is drawn again.
func small(t *testing.T, seed uint64, kind string) *Scene {
	t.Helper()
	for try := range uint64(20) {
		s, err := Draw(rand.New(rand.NewPCG(seed, try)), Options{Kind: kind, Width: 320, Height: 180, Stacks: 8})
		if err == nil {
			return s
		}
	}
	t.Fatalf("no camera sees a scene of seed %d in 20 tries", seed)
	return nil
}

func TestEqualSeedsGiveEqualPicturesAndTruth(t *testing.T) {
	one, two, other := small(t, 7, "webcam-oblique"), small(t, 7, "webcam-oblique"), small(t, 8, "webcam-oblique")
	if !bytes.Equal(one.Render().Pix, two.Render().Pix) {
		t.Error("two pictures of one seed differ")
	}
	if bytes.Equal(one.Render().Pix, other.Render().Pix) {
		t.Error("two seeds give one picture")
	}
	a, err := json.Marshal(one.Truth())
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(two.Truth())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("two truths of one seed differ")
	}
}

func TestBoardsAreLinkedStacksOfWords(t *testing.T) {
	for seed := range uint64(12) {
		s := small(t, seed, "webcam-top")
		linked := map[engine.Place]bool{}
		var walk func(engine.Place)
		walk = func(at engine.Place) {
			if len(s.board[at]) == 0 || linked[at] {
				return
			}
			linked[at] = true
			for _, next := range at.Neighbors() {
				walk(next)
			}
		}
		places := s.board.places()
		walk(places[0])
		if len(linked) != len(places) {
			t.Errorf("seed %d: %d of %d stacks are linked", seed, len(linked), len(places))
		}
		for _, at := range places {
			if n := len(s.board[at]); n < 1 || n > engine.MaxHeight {
				t.Errorf("seed %d: a stack of %d", seed, n)
			}
		}
		if len(s.board.runs()) == 0 {
			t.Errorf("seed %d: a board without a word", seed)
		}
	}
}

// The truth's outlines lie where the picture shows tiles: with all tiles taken away the pixels inside of them change, and elsewhere on the
// table, off the shadows, they stay.
func TestTheTruthLiesWhereThePictureShowsTiles(t *testing.T) {
	s := small(t, 3, "webcam-top")
	bare := *s
	bare.cells, bare.racks, bare.banks = map[engine.Place][]piece{}, nil, nil
	with, without := s.Render(), bare.Render()
	faces := 0
	for _, at := range s.board.places() {
		stack := s.cells[at]
		px, inside := s.face(stack[len(stack)-1])
		if !inside {
			t.Fatalf("the face at %v is not in the picture", at)
		}
		x, y := (px[0][0]+px[2][0])/2, (px[0][1]+px[2][1])/2
		i := with.PixOffset(int(x+0.5), int(y+0.5))
		change := 0
		for c := range 3 {
			change = max(change, int(with.Pix[i+c])-int(without.Pix[i+c]), int(without.Pix[i+c])-int(with.Pix[i+c]))
		}
		if change > 12 { // noise is below
			faces++
		}
	}
	if n := len(s.board.places()); faces < n-1 { // one tile may have the table's color
		t.Errorf("at %d of %d faces the picture shows more than the table", faces, n)
	}
}

func TestAStackInFrontHidesAFace(t *testing.T) {
	s := small(t, 5, "webcam-oblique")
	for _, at := range s.board.places() {
		v := newCaster(s).visible(s.cells[at][len(s.cells[at])-1])
		if v < 0 || v > 1 {
			t.Errorf("%.2f of the face at %v is visible", v, at)
		}
	}
	eye := s.View.eye()
	at := s.board.places()[0]
	low := s.cells[at][0]
	p := newPiece(low.tile, low.x, low.y, 0, low.yaw)
	dx, dy := eye[0]-p.x, eye[1]-p.y
	k := 1.5 * s.Set.Side / math.Hypot(dx, dy)
	alone, hidden := *s, *s
	alone.cells, alone.racks, alone.banks = map[engine.Place][]piece{at: {p}}, nil, nil
	wall := newPiece(low.tile, p.x+k*dx, p.y+k*dy, 0, low.yaw)
	tower := []piece{wall}
	for level := 1; level < 12; level++ {
		tower = append(tower, newPiece(low.tile, wall.x, wall.y, float64(level)*s.Set.Thickness, low.yaw))
	}
	hidden.cells, hidden.racks, hidden.banks = map[engine.Place][]piece{at: {p}, s.board.places()[1]: tower}, nil, nil
	if open, shut := newCaster(&alone).visible(p), newCaster(&hidden).visible(p); open < 0.9 || shut > open-0.2 {
		t.Errorf("%.2f of a face alone is visible, %.2f behind a tower", open, shut)
	}
}

func TestAnUnknownKindIsRefused(t *testing.T) {
	if _, err := Draw(rand.New(rand.NewPCG(1, 1)), Options{Kind: "satellite"}); err == nil {
		t.Error("a satellite took the picture")
	}
}
