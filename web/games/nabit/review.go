package nabit

import (
	"html/template"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/album"
	"tilewatch/web/board"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
)

// reviewPage is what the review's template reads.
type reviewPage struct {
	reader
	Game    string
	NoWords bool
	Racks   bool     // some racks were seen
	Best    []missed // the worst misses, the first one worst
	All     []missed
}

// missed is what one turn could have been.
type missed struct {
	Number, Index int // of the turn, and of its step in the replay
	Player        engine.Color
	Played        string // its words
	PlayedPoints  int
	Better        string
	Could         []string // what it would have brought, in sentences
	Missed        float64
	Worth         string
	Rack          bool          // the whole rack was seen
	Board         template.HTML // with the better play on it
}

// shown is how many misses are drawn, and worthShowing what one must be worth.
const (
	shownMisses  = 5
	worthShowing = 0.5
)

// Review is the body of the page of missed plays, by that word list; nil: there is none. shot is what the camera saw at the end of a turn; nil:
// nobody knows. It takes all of a core for a moment, so the caller asks for one at a time.
func (g *told) Review(words *lexicon.Lexicon, shot func(turn int) (album.Shot, error), r retold.Reader) (template.HTML, error) {
	m := reviewPage{reader: reader{r}, Game: g.name, NoWords: words == nil}
	if !m.NoWords {
		if err := g.compare(words, shot); err != nil {
			return "", err
		}
		m.add(g.Game, g.review)
	}
	return parts.HTML(templates(), "review", m)
}

// compare finds what each turn could have been, once.
func (g *told) compare(words *lexicon.Lexicon, shot func(turn int) (album.Shot, error)) (err error) {
	if g.review != nil {
		return nil
	}
	if l := g.State.List; l != nil {
		words = lexicon.Recorded(l.Name, words)
	}
	start := engine.Board{}
	for _, s := range g.Steps[0].Stacks {
		start[s.Place] = s.Cell
	}
	var racks advice.Racks
	if shot != nil && g.Over() { // the review shows them
		racks = func(t nabit.Turn) (advice.Rack, bool) { return heldBefore(t, shot) }
	}
	g.review, err = advice.New(words).Review(start, g.State, racks)
	return err
}

// heldBefore is what the camera saw of the player's rack: what lay there in the picture of the turn before is what was held.
func heldBefore(t nabit.Turn, shot func(turn int) (album.Shot, error)) (advice.Rack, bool) {
	before, err := shot(t.Number - 1)
	if err != nil {
		return nil, false // no picture
	}
	for _, r := range before.Racks {
		if r.Color == t.Player {
			return seenRack(r.Letters, t.Placements)
		}
	}
	return nil, false
}

// seenRack is a rack by its letters, as an album has them. One that was not read whole, or that lacks what was laid of it, is not to be
// believed.
func seenRack(letters string, laid []nabit.Placement) (advice.Rack, bool) {
	var rack advice.Rack
	left := letters
	for _, l := range letters {
		if l != '?' && (l < 'A' || l > 'Z') {
			return nil, false
		}
		rack = append(rack, advice.Tile{Front: engine.Letter(l), Blank: l == '?'})
		if l == '?' {
			rack[len(rack)-1].Front = 0
		}
	}
	for _, t := range laid {
		l := t.Letter.String()
		if t.Blank {
			l = "?"
		}
		if !strings.Contains(left, l) {
			return nil, false
		}
		left = strings.Replace(left, l, "", 1)
	}
	return rack, len(rack) <= nabit.RackSize
}

func (m *reviewPage) add(g *history.Game, turns []advice.Reviewed) {
	for _, r := range turns {
		if r.Kind != nabit.Played {
			continue
		}
		index := stepOf(g, r.Turn)
		if index < 1 {
			continue
		}
		miss := missed{Rack: r.Known, Number: r.Turn, Index: index, Player: r.Player, Missed: r.Missed, Worth: m.Decimal(r.Missed, 1, 1)}
		if r.Played != nil {
			miss.Played, miss.PlayedPoints = m.List(r.Played.Words), r.Played.Points
		}
		if r.Best != nil && r.Missed > 0.05 {
			miss.Better = m.List(r.Best.Words)
			miss.Could = append(miss.Could, m.Say("after.review.could", "words", miss.Better, "points", m.Say("after.review.points", "n", r.Best.Points)))
			for _, n := range r.Best.Nabbed {
				miss.Could = append(miss.Could, m.Say("after.review.from", "word", n.Word, "whom", m.Names(n.From)))
			}
			miss.Could = append(miss.Could, m.Say("after.review.end", "n", miss.Worth))
			if r.Missed >= worthShowing {
				miss.Board = betterBoard(m.reader, g, index, *r.Best)
			}
		}
		m.Racks = m.Racks || r.Known
		m.All = append(m.All, miss)
	}
	m.Best = slices.DeleteFunc(slices.Clone(m.All), func(x missed) bool { return x.Board == "" })
	slices.SortStableFunc(m.Best, func(a, b missed) int {
		switch {
		case a.Missed > b.Missed:
			return -1
		case a.Missed < b.Missed:
			return 1
		}
		return 0
	})
	m.Best = m.Best[:min(len(m.Best), shownMisses)]
}

// stepOf is the standing step of that turn; 0 if there is none.
func stepOf(g *history.Game, turn int) int {
	for i := len(g.Steps) - 1; i > 0; i-- {
		if s := g.Steps[i]; s.Number == turn && !s.Withdrawn {
			return i
		}
	}
	return 0
}

// betterBoard is the board before the step with the better play on it.
func betterBoard(p reader, g *history.Game, index int, best advice.Move) template.HTML {
	before := g.Steps[index-1]
	for i := index - 1; before.Withdrawn && i > 0; i-- {
		before = g.Steps[i-1]
	}
	before.Placements = nil
	stacks := Stacks(before)
	for _, t := range best.Placements {
		i := slices.IndexFunc(stacks, func(s board.Stack) bool { return s.Place == t.Place })
		if i < 0 {
			stacks = append(stacks, board.Stack{Place: t.Place})
			i = len(stacks) - 1
		}
		s := &stacks[i]
		if len(s.Layers) == s.Height {
			s.Layers = append(slices.Clone(s.Layers), g.Steps[index].Player)
		}
		s.Cell = engine.Cell{Letter: t.Letter, Blank: t.Blank, Color: g.Steps[index].Player, Height: s.Height + 1}
		s.Last = true
	}
	return drawBoard(stacks, board.Options{Label: p.T("after.review.lay", "who", p.Name(g.Steps[index].Player), "words", p.List(best.Words)), Frame: board.Tight(stacks), Exact: true})
}
