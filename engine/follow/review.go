package follow

import (
	"fmt"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

const (
	// wrongLetter is the probability below which a letter that was told is told anew.
	wrongLetter = 0.02
	// hardlySeen is the weight of a look that tells nothing of a letter.
	hardlySeen = 0.05
	// settledTurn is the probability from which a provisional turn is settled.
	settledTurn = 0.9
)

// settle looks again at what was told while the table stays as it is: letters that the longer look shows to be
// others, and turns that were provisional.
func (f *Follower) settle(v view) []Line {
	if f.agreed != 4 && f.agreed != 12 && f.agreed != 28 {
		return nil
	}
	words := f.reread(v)
	var lines []Line
	for _, p := range f.board().Places() {
		if f.haunted(p) {
			continue
		}
		letter, blank, wrong := f.misread(words, p)
		if wrong {
			lines = append(lines, f.correct(p, letter, blank))
		}
	}
	return append(lines, f.settleTurns(v, words)...)
}

// settleTurns settles the provisional turns of which nothing is in doubt any more. The last one is told, or asked about.
func (f *Follower) settleTurns(v view, words reading.Crossword) []Line {
	for i := range f.turns {
		t := &f.turns[i]
		if !t.provisional || t.doubted && !f.seenWhole(v, *t) {
			continue
		}
		sure, last := f.turnSure(words, *t), i == len(f.turns)-1
		if sure >= settledTurn {
			t.provisional, t.doubted, t.confidence = false, false, sure
		}
		switch {
		case last && t.provisional:
			return f.askLetter(words, *t)
		case last:
			return []Line{f.turnLine(Amended, *t, nil)}
		}
	}
	return nil
}

// seenWhole tells whether no tile of the turn is in doubt: each is seen, and beside them no further one may be hidden.
func (f *Follower) seenWhole(v view, t turn) bool {
	board := f.board()
	for _, p := range t.play.Placements {
		if board[p.Place].Height == p.Height && v.looks[p.Place].tile < knownGap {
			return false
		}
		for _, n := range p.Neighbors() {
			m := v.looks[n] // of what is not reported nothing is seen
			if board[n].Height == 0 && m.tile > surelyNone && (m.tile > 0 || 0 < m.visible && m.visible < wholeSeen) {
				return false
			}
		}
	}
	return true
}

// askLetter puts the question of the least certain letter of a turn.
func (f *Follower) askLetter(words reading.Crossword, t turn) []Line {
	if f.asked {
		return nil
	}
	at, faces := -1, []reading.Face{}
	for i, p := range t.play.Placements {
		if these := words.Faces(p.Place); len(these) > 1 && (at < 0 || these[0].Score < faces[0].Score) {
			at, faces = i, these
		}
	}
	if at < 0 {
		return nil
	}
	f.asked = true
	l := f.line(Unclear)
	p := t.play.Placements[at]
	l.Question = fmt.Sprintf("is the letter in row %d, column %d %s or %s?", p.Row, p.Col, name(faces[0]), name(faces[1]))
	l.Turn, l.Player, l.Confidence, l.Candidates = t.number, t.play.Color, round(faces[0].Score), []Candidate{}
	for _, face := range faces[:min(len(faces), mostCandidates)] {
		c := Candidate{Player: t.play.Color, Placements: slices.Clone(t.play.Placements), Confidence: round(face.Score)}
		c.Placements[at].Letter, c.Placements[at].Blank = face.Letter, face.Blank
		l.Candidates = append(l.Candidates, c)
	}
	return []Line{l}
}

// name is a face in words.
func name(f reading.Face) string {
	if f.Blank {
		return "a blank"
	}
	return f.Letter.String()
}

// reread reads all tiles by everything that was ever seen of them.
func (f *Follower) reread(v view) reading.Crossword {
	board := f.board()
	tiles := make(map[engine.Place][]reading.Face, len(board))
	for p, c := range board {
		tiles[p] = f.facesOf(v, p, c)
	}
	return reading.Solve(tiles, f.words)
}

// facesOf are the ways to read a tile by everything that was ever seen of it. Of what was never seen, at least not as high as it is, the
// letter stays as it was told.
func (f *Follower) facesOf(v view, p engine.Place, c engine.Cell) []reading.Face {
	var all engine.LetterLikelihoods
	known := f.belief.of(p, c.Height)
	addAll(all[:], known[0][:], 1)
	m, seen := v.looks[p]
	trust := 0.0
	if seen {
		trust = v.weight * m.share * m.trust(c.Height)
		addAll(all[:], m.letter[0][:], trust)
	}
	if trust < hardlySeen && known == ([4]letters{}) {
		return reading.Fixed(c.Letter, c.Blank)
	}
	var faces []reading.Face
	for _, face := range reading.Faces(all) {
		if face.Letter != f.beneath(p) && !(c.Blank && face.Blank && c.Letter != engine.Unsettled && face.Letter != c.Letter) {
			faces = append(faces, face)
		}
	}
	if len(faces) == 0 {
		return reading.Fixed(c.Letter, c.Blank)
	}
	return faces
}

// beneath is the letter under the top tile at p; 0 if none is known.
func (f *Follower) beneath(p engine.Place) engine.Letter {
	height := f.board()[p].Height
	for i := len(f.turns) - 1; i >= 0; i-- {
		if c := f.turns[i].before[p]; c.Height < height {
			return c.Letter
		}
	}
	return 0
}

// misread tells what the tile at p should read, if what was told is very likely wrong. A blank's letter stays as it
// was declared; one that was never settled may be.
func (f *Follower) misread(words reading.Crossword, p engine.Place) (letter engine.Letter, blank, wrong bool) {
	told := f.board()[p]
	letter, blank = words.Letter(p)
	if letter == told.Letter && blank == told.Blank || letter == engine.Unsettled && told.Blank {
		return letter, blank, false
	}
	chance := 0.0
	for _, face := range words.Faces(p) {
		if face.Blank == told.Blank && (face.Blank || face.Letter == told.Letter) {
			chance = face.Score
		}
	}
	settles := told.Blank && told.Letter == engine.Unsettled && blank
	return letter, blank, settles || chance < wrongLetter
}

// turnSure is the probability that every letter of the turn is right.
func (f *Follower) turnSure(words reading.Crossword, t turn) float64 {
	sure := 1.0
	for _, p := range t.play.Placements {
		if faces := words.Faces(p.Place); len(faces) > 0 && same(faces[0], p) {
			sure *= faces[0].Score
		}
	}
	return sure
}

func same(f reading.Face, p nabit.Placement) bool {
	return f.Blank == p.Blank && (f.Blank || f.Letter == p.Letter)
}
