package after

import (
	"context"
	"html/template"
	"slices"
	"sync"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
	"tilewatch/engine/nabit/history"
	"tilewatch/web"
	"tilewatch/web/board"
)

// reviewer looks for missed plays, one game at a time: it takes all of a core for a moment.
type reviewer struct {
	words *lexicon.Lexicon

	busy  chan struct{}
	mu    sync.Mutex
	known map[string]reviewed // by the game's name
}

type reviewed struct {
	last  uint64 // events of the game
	turns []advice.Reviewed
}

func newReviewer(words *lexicon.Lexicon) *reviewer {
	return &reviewer{words: words, busy: make(chan struct{}, 1), known: map[string]reviewed{}}
}

// of is the game's review.
func (r *reviewer) of(ctx context.Context, k *kept) ([]advice.Reviewed, error) {
	select {
	case r.busy <- struct{}{}:
		defer func() { <-r.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r.mu.Lock()
	known, ok := r.known[k.info.Game]
	r.mu.Unlock()
	if ok && known.last == k.info.Last {
		return known.turns, nil
	}
	start := engine.Board{}
	for _, s := range k.Steps[0].Stacks {
		start[s.Place] = s.Cell
	}
	turns, err := advice.New(r.words).Review(start, k.State, nil)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.known) >= remembered {
		clear(r.known)
	}
	r.known[k.info.Game] = reviewed{k.info.Last, turns}
	return turns, nil
}

// reviewPage is what the review's template reads.
type reviewPage struct {
	page
	Game    string
	NoWords bool
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
	BetterPoints  int
	Nabs          []string
	Missed        float64
	Worth         string
	Board         template.HTML // with the better play on it
}

// shown is how many misses are drawn, and worthShowing what one must be worth.
const (
	shownMisses  = 5
	worthShowing = 0.5
)

func (p *pages) review(c echo.Context) error {
	k, err := p.game(c)
	if err != nil {
		return err
	}
	m := reviewPage{page: p.pageOf(c, k), Game: k.info.Game, NoWords: p.Words == nil}
	if !m.NoWords {
		turns, err := p.reviews.of(c.Request().Context(), k)
		if err != nil {
			return err
		}
		m.add(k.Game, turns)
	}
	return p.answer(c, web.Page{Title: m.T("after.review"), Class: "after-review", Back: "/games/" + k.info.Game, Wide: true}, "review.html", m)
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
		miss := missed{Number: r.Turn, Index: index, Player: r.Player, Missed: r.Missed, Worth: decimal(m.page, r.Missed)}
		if r.Played != nil {
			miss.Played, miss.PlayedPoints = m.List(r.Played.Words), r.Played.Points
		}
		if r.Best != nil && r.Missed > 0.05 {
			miss.Better, miss.BetterPoints = m.List(r.Best.Words), r.Best.Points
			for _, n := range r.Best.Nabbed {
				miss.Nabs = append(miss.Nabs, n.Word)
			}
			if r.Missed >= worthShowing {
				miss.Board = betterBoard(m.page, g, index, *r.Best)
			}
		}
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
func betterBoard(p page, g *history.Game, index int, best advice.Move) template.HTML {
	before := g.Steps[index-1]
	for i := index - 1; before.Withdrawn && i > 0; i-- {
		before = g.Steps[i-1]
	}
	before.Placements = nil
	stacks := stacksOf(before)
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
