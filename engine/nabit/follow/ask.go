package follow

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/nabit/follow/record"
	"tilewatch/engine/reading"
)

// ask asks which of the hypotheses is right.
func (f *Follower) ask(hypotheses []hypothesis.Hypothesis, sure float64) []Line {
	l := f.line(Unclear)
	f.rest.asked = true
	l.Question, l.Candidates, l.Confidence = question(hypotheses[0]), candidates(hypotheses, hypothesis.Posteriors(hypotheses)), round(sure)
	return []Line{l}
}

func question(h hypothesis.Hypothesis) string {
	switch {
	case h.Nothing():
		return "was anything played?"
	case len(h.Late) > 0:
		return "did the camera miss a tile of an earlier turn?"
	case len(h.Plays) == 0:
		return "was the last play taken back?"
	}
	var letters []string
	for _, t := range h.Plays[0].Placements {
		letters = append(letters, t.Letter.String())
	}
	return fmt.Sprintf("did %s play %s?", h.Plays[0].Color, strings.Join(letters, " "))
}

// askLetter asks about the least certain letter of a turn.
func (f *Follower) askLetter(words reading.Crossword, t record.Turn) []Line {
	if f.rest.asked {
		return nil
	}
	at, faces := -1, []reading.Face{}
	for i, p := range t.Play.Placements {
		if these := words.Faces(p.Place); len(these) > 1 && (at < 0 || these[0].Score < faces[0].Score) {
			at, faces = i, these
		}
	}
	if at < 0 {
		return nil
	}
	f.rest.asked = true
	l := f.line(Unclear)
	p := t.Play.Placements[at]
	l.Question = fmt.Sprintf("is the letter in row %d, column %d %s or %s?", p.Row, p.Col, name(faces[0]), name(faces[1]))
	l.Turn, l.Player, l.Confidence, l.Candidates = t.Number, t.Play.Color, round(faces[0].Score), []Candidate{}
	for _, face := range faces[:min(len(faces), mostCandidates)] {
		c := Candidate{Player: t.Play.Color, Placements: slices.Clone(t.Play.Placements), Confidence: round(face.Score)}
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
