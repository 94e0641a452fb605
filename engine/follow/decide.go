package follow

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

const (
	// A turn is told after two observations that leave no doubt, or three that leave little.
	noDoubt, littleDoubt = 0.98, 0.9
	// leastSure is the probability from which an explanation is kept as provisional when time runs out.
	leastSure = 0.5
	// otherTile is how unlike two pictures of one place are that cannot show the same tile, nats.
	otherTile = 2.5
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
	legal := f.legal(top)
	switch late := f.now-f.since >= f.opts.Patience; {
	case legal && f.agreed >= 2 && sure >= noDoubt, legal && f.agreed >= 3 && sure >= littleDoubt, late && sure >= noDoubt:
		return f.tell(top, sure, false)
	case late && f.agreed >= 3 && sure >= leastSure:
		return append(f.tell(top, sure, true), f.ask(stories, sure)...)
	case late:
		return f.doubt(stories)
	}
	return nil
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
	for _, p := range s.plays {
		var places []engine.Place
		for _, tile := range p.Placements {
			places = append(places, tile.Place)
		}
		words := t.crossword(before, places)
		for _, place := range places {
			sure *= words.Faces(place)[0].Score
		}
		before = nabit.Place(before, p)
	}
	return sure
}

// tell makes the story the truth and reports it.
func (f *Follower) tell(s story, sure float64, provisional bool) []Line {
	var lines []Line
	plays := s.plays
	for back := range s.back {
		gone := *f.last()
		f.withdraw()
		if back == s.back-1 && len(plays) > 0 && amends(gone.play, plays[0]) {
			gone.play, gone.after = plays[0], nabit.Place(gone.before, plays[0])
			gone.confidence, gone.provisional = sure, provisional
			f.turns = append(f.turns, gone)
			f.awaited = engine.NoColor
			lines = append(lines, f.turnLine(Amended, gone))
			plays = plays[1:]
			continue
		}
		l := f.withBoard(f.line(Withdrawn))
		l.Player, l.Turn, l.Confidence = gone.play.Color, gone.number, round(sure)
		lines = append(lines, l)
	}
	for _, p := range plays {
		lines = append(lines, f.skipped(p.Color)...)
		before := f.board()
		f.turns = append(f.turns, turn{len(f.turns) + 1, p, before, nabit.Place(before, p), sure, provisional})
		f.awaited = engine.NoColor
		lines = append(lines, f.turnLine(Played, *f.last()))
	}
	f.key, f.agreed = story{}.key(), 1
	return lines
}

// withdraw takes the last turn back; its player is to move again.
func (f *Follower) withdraw() {
	gone := *f.last()
	f.turns = f.turns[:len(f.turns)-1]
	f.awaited = gone.play.Color
	for _, t := range gone.play.Placements {
		f.belief.forget(t.Place, t.Height)
	}
}

// amends tells whether the turn seen now is the one reported before, read better or grown, and not another one
// laid in its stead.
func amends(reported, seen nabit.Play) bool {
	return reported.Color == seen.Color && (within(reported, seen) || within(seen, reported))
}

// skipped tells the players who were passed over.
func (f *Follower) skipped(mover engine.Color) []Line {
	next := f.expected()
	var lines []Line
	for range f.players {
		if next == mover || next == engine.NoColor || !slices.Contains(f.players, mover) {
			break
		}
		l := f.line(Skipped)
		l.Player = next
		lines = append(lines, l)
		next = f.nextTo(next)
	}
	return lines
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

// flush tells what an ending window leaves untold, if it is likely enough.
func (f *Follower) flush() []Line {
	if f.window.count < 2 || f.key == (story{}).key() || f.agreed < 2 {
		return nil
	}
	v := f.window.view()
	stories := f.stories(v)
	if sure := f.sure(v, stories); sure >= leastSure && !stories[0].nothing() {
		return f.tell(stories[0], sure, sure < littleDoubt)
	}
	return nil
}

// nextWindow begins anew with a table that may have changed. What the old window left untold is told if the
// new sighting bears it out.
func (f *Follower) nextWindow(s sighting) []Line {
	var lines []Line
	if f.window.count >= 2 && f.key != (story{}).key() && f.borneOut(s) {
		lines = f.flush()
	}
	f.belief.learn(f.window, f.board())
	f.window, f.since, f.asked = newWindow(), f.now, false
	f.key, f.agreed = "", 0
	return lines
}

// borneOut tells whether the sighting fits the board that the window's story ends with better than the old one.
func (f *Follower) borneOut(s sighting) bool {
	top := f.stories(f.window.view())[0]
	v, board := single(s), f.board()
	places := map[engine.Place]bool{}
	for p := range top.board {
		places[p] = top.board[p] != board[p]
	}
	for p := range board {
		places[p] = top.board[p] != board[p]
	}
	gain := 0.0
	for p, differs := range places {
		if differs {
			gain += v.cell(p, top.board[p], top.board) - v.cell(p, board[p], board)
		}
	}
	return gain > clearGain
}

// changed tells whether the sighting cannot show the same table as the window.
func (f *Follower) changed(s sighting) bool {
	if f.window.count == 0 {
		return false
	}
	was, is := f.window.view(), single(s)
	for p, m := range is.looks {
		if n, ok := was.looks[p]; ok && unlike(m, n) > otherTile {
			return true
		}
	}
	return false
}

// unlike is how little two looks at a place agree, by the overlap of what they think likely; 0 for the same.
func unlike(a, b mean) float64 {
	if a.clear() < 1 || b.clear() < 1 {
		return 0
	}
	tile := overlap2(a.tile, b.tile)
	if a.tile < 0 || b.tile < 0 {
		return -math.Log(tile)
	}
	return -math.Log(tile) - math.Log(overlap(a.hue[:], b.hue[:])) - math.Log(overlap(a.read[:], b.read[:]))
}

// overlap is Bhattacharyya's coefficient of two distributions given as log-probabilities.
func overlap(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Exp((a[i] + b[i]) / 2)
	}
	return sum
}

// overlap2 is overlap for two log-odds.
func overlap2(a, b float64) float64 {
	p, q := 1/(1+math.Exp(-a)), 1/(1+math.Exp(-b))
	return math.Sqrt(p*q) + math.Sqrt((1-p)*(1-q))
}
