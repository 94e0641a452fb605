package review

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/nabit/follow/record"
	"tilewatch/engine/reading"
)

const (
	// wrongLetter is the posterior below which a recorded letter is wrong. Hand-set; TestADoubtfulLetterIsAskedFor exercises it.
	wrongLetter = 0.02
	// hardlySeen is the weight below which a look says nothing about a letter. Hand-set.
	hardlySeen = 0.05
)

// Reread reads all tiles of the board by all evidence that was ever gathered about them.
func Reread(s hypothesis.State, v evidence.View) reading.Crossword {
	board := s.Board()
	tiles := make(map[engine.Place][]reading.Face, len(board))
	for p, c := range board {
		tiles[p] = Faces(s, v, p, c)
	}
	return reading.Solve(tiles, s.Words)
}

// Faces returns the ways to read a tile by all evidence about it. A tile that was never seen, at least not as high as it lies, keeps
// its recorded letter.
func Faces(s hypothesis.State, v evidence.View, p engine.Place, c engine.Cell) []reading.Face {
	var all engine.LetterLikelihoods
	known := s.Belief.Of(p, c.Height)
	evidence.AddScaled(all[:], known[0][:], 1)
	m, seen := v.Looks[p]
	trust := 0.0
	if seen {
		trust = v.Weight * m.Share * m.Trust(c.Height)
		evidence.AddScaled(all[:], m.Letter[0][:], trust)
	}
	if trust < hardlySeen && known == ([4]evidence.Letters{}) {
		return reading.Fixed(c.Letter, c.Blank)
	}
	var faces []reading.Face
	for _, face := range reading.Faces(all) {
		if face.Letter != s.Beneath(p) && !(c.Blank && face.Blank && c.Letter != engine.Unsettled && face.Letter != c.Letter) {
			faces = append(faces, face)
		}
	}
	if len(faces) == 0 {
		return reading.Fixed(c.Letter, c.Blank)
	}
	return faces
}

// Misread returns what the tile at p should read, and whether the recorded letter is very likely wrong. A blank keeps its declared
// letter; a blank whose letter was never settled may get one.
func Misread(s hypothesis.State, words reading.Crossword, p engine.Place) (letter engine.Letter, blank, wrong bool) {
	was := s.Board()[p]
	letter, blank = words.Letter(p)
	if letter == was.Letter && blank == was.Blank || letter == engine.Unsettled && was.Blank {
		return letter, blank, false
	}
	posterior := 0.0
	for _, face := range words.Faces(p) {
		if face.Blank == was.Blank && (face.Blank || face.Letter == was.Letter) {
			posterior = face.Score
		}
	}
	settles := was.Blank && was.Letter == engine.Unsettled && blank
	return letter, blank, settles || posterior < wrongLetter
}

// TurnPosterior returns the probability that every letter of the turn is right.
func TurnPosterior(words reading.Crossword, t record.Turn) float64 {
	sure := 1.0
	for _, p := range t.Play.Placements {
		if faces := words.Faces(p.Place); len(faces) > 0 && same(faces[0], p) {
			sure *= faces[0].Score
		}
	}
	return sure
}

func same(f reading.Face, p nabit.Placement) bool {
	return f.Blank == p.Blank && (f.Blank || f.Letter == p.Letter)
}

// SeenWhole reports whether no tile of the turn is in doubt: the view shows each one, and no further tile can be occluded beside them.
func SeenWhole(board engine.Board, v evidence.View, t record.Turn) bool {
	for _, p := range t.Play.Placements {
		if board[p.Place].Height == p.Height && v.Looks[p.Place].Tile < evidence.KnownGap {
			return false
		}
		for _, n := range p.Neighbors() {
			m := v.Looks[n] // a place that no picture reports shows nothing
			if board[n].Height == 0 && m.Tile > evidence.SurelyNone && (m.Tile > 0 || 0 < m.Visible && m.Visible < evidence.WholeSeen) {
				return false
			}
		}
	}
	return true
}

// Other returns the likeliest other letter of the old top tile at the place than the given one, by the evidence from when it lay on top;
// 0 if there is none.
func Other(b evidence.Belief, at engine.Place, old engine.Cell, than engine.Letter) engine.Letter {
	known := b.Of(at, old.Height)
	for _, face := range reading.Faces(engine.LetterLikelihoods(known[0])) {
		if face.Letter != than && !face.Blank {
			return face.Letter
		}
	}
	return 0
}

const (
	// leastReadings is how many readings Readings offers, even if all but the first are nearly impossible.
	leastReadings = 3
	// faceless is below the score of any reading worth a try, nats.
	faceless = 7
)

// Readings returns the likeliest ways to read the recorded tile at the place, the best first, three at least.
func Readings(s hypothesis.State, v evidence.View, at engine.Place, c engine.Cell) []reading.Face {
	var out []reading.Face
	for _, face := range Faces(s, v, at, c) { // a blank is one face, whatever letter it stands for
		if face.Blank && slices.ContainsFunc(out, func(o reading.Face) bool { return o.Blank }) {
			continue
		}
		if face.Blank && c.Blank {
			face.Letter = c.Letter
		}
		out = append(out, face)
	}
	return withFurther(out, v.Looks[at].Letter[0])
}

// withFurther adds the next likeliest letters by the picture alone.
func withFurther(faces []reading.Face, seen evidence.Letters) []reading.Face {
	for len(faces) < leastReadings {
		best := -1
		for i := range engine.BlankIndex {
			known := slices.ContainsFunc(faces, func(o reading.Face) bool { return !o.Blank && o.Letter == engine.Letter('A'+i) })
			if !known && (best < 0 || seen[i] > seen[best]) {
				best = i
			}
		}
		faces = append(faces, reading.Face{Letter: engine.Letter('A' + best), Score: min(seen[best], -faceless)})
	}
	return faces
}
