package main

import (
	"math/rand/v2"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
)

// letters are the 48 on a player's 24 lettered tiles. Nobody has counted those of the real set: these are about as
// common as in English words, and the rare ones are shared out among the colors.
const letters = "EEEEEAAAAIIIOOOOUUTTTNNNRRRSSSLLDDGHBCCFMMPPVWYK"

// game is a game of two.
type game struct {
	r       *rand.Rand
	whim    float64 // how far from the best play one may be taken
	board   engine.Board
	players [2]player
	colors  []engine.Color
	out     engine.Color
}

type player struct {
	advisor   *advice.Advisor
	color     engine.Color
	rack, bag []advice.Tile
	banked    int
}

// moment is the table after a play: what the mover, and the other, have.
type moment struct {
	features [features]float64
	mover    int
	ahead    int // points of the mover more than the other has
}

func newGame(words *lexicon.Lexicon, seed uint64, first, second advice.Weights) *game {
	g := &game{r: rand.New(rand.NewPCG(seed, 11)), board: engine.Board{}, colors: []engine.Color{engine.Red, engine.Green}}
	for i, w := range []advice.Weights{first, second} {
		p := &g.players[i]
		p.advisor, p.color = advice.New(words), g.colors[i]
		p.advisor.Weights = w
		p.bag = g.tiles()
		p.refill()
	}
	return g
}

// tiles is a shuffled set: no tile has the same letter on both sides.
func (g *game) tiles() []advice.Tile {
	sides := []byte(letters)
	for {
		g.r.Shuffle(len(sides), func(i, j int) { sides[i], sides[j] = sides[j], sides[i] })
		set := []advice.Tile{{Blank: true}}
		for i := 0; i < len(sides) && sides[i] != sides[i+1]; i += 2 {
			set = append(set, advice.Tile{Front: engine.Letter(sides[i]), Back: engine.Letter(sides[i+1])})
		}
		if len(set) == nabit.TilesPerColor {
			g.r.Shuffle(len(set), func(i, j int) { set[i], set[j] = set[j], set[i] })
			return set
		}
	}
}

func (p *player) refill() {
	n := min(nabit.RackSize-len(p.rack), len(p.bag))
	p.rack = append(p.rack, p.bag[:n]...)
	p.bag = p.bag[n:]
}

// play plays to the end and returns what the table was like after every play.
func (g *game) play() []moment {
	var all []moment
	idle := 0
	for turn := 0; idle < 4 && g.out == engine.NoColor; turn++ {
		p := &g.players[turn%2]
		move, ok := g.choose(p)
		if !ok {
			idle++
			g.exchange(p)
			continue
		}
		idle = 0
		g.lay(p, move)
		all = append(all, g.moment(turn%2))
	}
	return all
}

// choose is the best play, or with some whim a nearly as good one.
func (g *game) choose(p *player) (advice.Move, bool) {
	t := advice.Table{Board: g.board, Mover: p.color, Players: g.colors, Banked: g.banked(), Bag: len(p.bag)}
	k, err := p.advisor.Rank(t, p.rack)
	if err != nil || k.Len() == 0 {
		return advice.Move{}, false
	}
	n := 1
	for n < k.Len() && n < 20 && g.whim > 0 && k.Value(n) >= k.Value(0)-g.whim {
		n++
	}
	return k.At(g.r.IntN(n)), true
}

func (g *game) exchange(p *player) {
	if n := len(p.rack); len(p.bag) >= n {
		p.bag, p.rack = append(p.bag, p.rack...), nil
		g.r.Shuffle(len(p.bag), func(i, j int) { p.bag[i], p.bag[j] = p.bag[j], p.bag[i] })
		p.refill()
	}
}

func (g *game) lay(p *player, m advice.Move) {
	g.board = nabit.Place(g.board, nabit.Play{Color: p.color, Placements: m.Placements})
	p.rack = without(p.rack, m.Placements)
	if len(m.Nabbed) > 0 && len(p.bag) > 0 {
		p.bag = p.bag[1:]
		p.banked++
	}
	if p.refill(); len(p.rack) == 0 {
		g.out = p.color
	}
}

// without is the rack less tiles that can show the letters laid.
func without(rack []advice.Tile, laid []nabit.Placement) []advice.Tile {
	if len(laid) == 0 {
		return rack
	}
	for i, t := range rack {
		if laid[0].Blank != t.Blank || !t.Blank && laid[0].Letter != t.Front && laid[0].Letter != t.Back {
			continue
		}
		if rest := without(slices.Delete(slices.Clone(rack), i, i+1), laid[1:]); rest != nil {
			return rest
		}
	}
	return nil
}

func (g *game) banked() map[engine.Color]int {
	return map[engine.Color]int{g.players[0].color: g.players[0].banked, g.players[1].color: g.players[1].banked}
}

// total is the player's score.
func (g *game) total(i int) int { return nabit.Scores(g.board, g.banked(), g.out, g.colors)[i].Total }
