package follow

import (
	"fmt"
	"math"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

const (
	// A turn is told after two observations that leave no doubt, or four that leave little.
	noDoubt, littleDoubt = 0.98, 0.9
	// leastSure is the probability from which an explanation is kept as provisional when time runs out.
	leastSure = 0.5
)

// decide tells what the window settles, if it does.
func (f *Follower) decide() []Line {
	v := f.window.view()
	stories := f.stories(v)
	top := stories[0]
	if key := top.key(); key == f.key {
		f.agreed++
	} else {
		f.key, f.agreed = key, 1
	}
	if top.nothing() {
		return append(f.settle(v), f.doubt(stories)...)
	}
	sure := f.sure(v, stories)
	usual := len(top.board) > 0 && f.legal(top)
	// Tiles gone may be tiles covered by a hand that rests a moment, if nobody said that they would go.
	quick := usual && (top.back == 0 || len(top.plays) > 0 || f.TakingBack() != engine.NoColor)
	tiles := sureness(stories)
	switch late, soon := f.now-f.since >= f.opts.Patience, 2*(f.now-f.since) >= f.opts.Patience; {
	case quick && f.agreed >= 2 && sure >= noDoubt, quick && f.agreed >= 4 && sure >= littleDoubt, f.agreed >= wellSeen && soon && sure >= noDoubt:
		return f.tell(top, sure, false)
	case usual && soon && f.agreed >= wellSeen && tiles >= littleDoubt: // the letters may follow
		return f.tell(top, sure, true)
	case late && f.agreed >= settledAfter && tiles >= leastSure:
		return append(f.tellDoubted(top, sure), f.ask(stories, sure)...)
	}
	return f.doubt(stories)
}

// tellDoubted tells a story of whose tiles some are in doubt.
func (f *Follower) tellDoubted(s story, sure float64) []Line {
	lines := f.tell(s, sure, true)
	if len(s.plays) > 0 {
		f.last().doubted = true
	}
	return lines
}

// sure is the probability that the first story and all its new letters are right.
func (f *Follower) sure(v view, stories []story) float64 {
	sure := sureness(stories) * f.lettersSure(v, stories[0])
	if len(f.board()) == 0 {
		sure *= f.upright
	}
	return sure
}

// legal tells whether the story breaks no rule.
func (f *Follower) legal(s story) bool {
	board := f.boardBefore(s.back)
	for _, p := range s.plays {
		if len(nabit.Check(board, p)) > 0 {
			return false
		}
		board = nabit.Place(board, p)
	}
	return true
}

// lettersSure is the probability that all new letters of the story are right, given that its tiles are.
func (f *Follower) lettersSure(v view, s story) float64 {
	sure := 1.0
	t := f.teller(v)
	before := f.boardBefore(s.back)
	for i, p := range s.plays {
		told := s
		told.plays = s.plays[:i]
		var places []engine.Place
		for _, tile := range p.Placements {
			places = append(places, tile.Place)
		}
		words := t.crossword(before, places, p.Color, t.blanked(told, p.Color))
		for _, place := range places {
			sure *= words.Faces(place)[0].Score
		}
		before = nabit.Place(before, p)
	}
	return sure
}

// ask puts the question that a provisional turn leaves open.
func (f *Follower) ask(stories []story, sure float64) []Line {
	l := f.line(Unclear)
	f.asked = true
	l.Question, l.Candidates, l.Confidence = question(stories[0]), candidates(stories, chances(stories)), round(sure)
	return []Line{l}
}

// doubt asks once about a table that lies still and has no clear explanation.
func (f *Follower) doubt(stories []story) []Line {
	if f.asked || f.now-f.since < f.opts.Patience || sureness(stories) >= littleDoubt {
		return nil
	}
	return f.ask(stories, sureness(stories))
}

func question(s story) string {
	switch {
	case s.nothing():
		return "was anything played?"
	case len(s.late) > 0:
		return "was a tile of an earlier turn overlooked?"
	case len(s.plays) == 0:
		return "was the last play taken back?"
	}
	var letters []string
	for _, t := range s.plays[0].Placements {
		letters = append(letters, t.Letter.String())
	}
	return fmt.Sprintf("did %s play %s?", s.plays[0].Color, strings.Join(letters, " "))
}

// chances are the probabilities of the stories by key.
func chances(stories []story) map[string]float64 {
	sums, total := map[string]float64{}, 0.0
	for _, s := range stories {
		if key := s.key(); sums[key] == 0 {
			sums[key] = math.Exp(s.score - stories[0].score)
			total += sums[key]
		}
	}
	for key := range sums {
		sums[key] /= total
	}
	return sums
}
