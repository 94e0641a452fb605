package snag

import (
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// State is a series of games at one moment, as answers and pages show it. Lists are never null. Players are named as
// the last event named its own: by name or by number.
type State struct {
	Players  []string       `json:"players"` // by name, in turn order
	Colors   []engine.Color `json:"colors"`  // theirs
	Options  Options        `json:"options"`
	Board    []int          `json:"board"`    // ascending
	Runs     [][]int        `json:"standing"` // lines of four or more that lie there; those nobody called are lost for now
	Scores   []Score        `json:"scores"`   // in turn order
	Next     any            `json:"next"`     // null when the game is over, or waits for the last tile's run to be called
	Turn     int            `json:"turn"`     // tiles placed
	Racks    []int          `json:"racks"`    // how many tiles each player has left; null in a game taken up under way
	Pile     int            `json:"pile"`     // how many nobody has drawn
	Offer    *Offer         `json:"offer"`    // a run that waits for its call; null if there is none
	Last     *Capture       `json:"last"`     // the newest capture of this game; null before the first
	Game     int            `json:"game_number"`
	Blanks   []int          `json:"blanks"` // lost tiles that hand-numbered blanks stand for
	Over     bool           `json:"over"`
	Winners  []any          `json:"winners"` // of the game that is over
	Finished bool           `json:"series_over"`
	Champion []any          `json:"series_winners"`
	Taken    []int          `json:"taken"`  // won in this game: out of it; ascending
	Placed   int            `json:"placed"` // the tile placed last; 0 before the first
	// The same as seats, for pages.
	WinnerSeats []int `json:"-"`
	NextSeat    int   `json:"-"` // -1: nobody
	// Moves are this game's, for pages that correct them.
	Moves []Move `json:"-"`
}

// Move is a tile that was placed.
type Move struct {
	Event  int // the number of the event: see game.Event
	Seat   int
	Number int
	Run    bool // it made one
	// Taken is the number of the event that says who took the run, and By its type; 0: nobody has.
	Taken int
	By    string
	Taker int // seat
}

// Score is a player's line of the score card.
type Score struct {
	Player   any `json:"player"`
	Tiles    int `json:"tiles"`     // won in this game
	Total    int `json:"total"`     // won in all games, this one included
	GamesWon int `json:"games_won"` // shared ones too
	Columns
}

// Offer is a run that waits for its call.
type Offer struct {
	Maker any       `json:"maker"`
	Runs  [][]int   `json:"runs"`
	Tiles []int     `json:"tiles"`
	Since time.Time `json:"since,omitzero"`
}

// Why says why moves are lost.
type Why string

// The reasons.
const (
	MissedCall  Why = "missed_call" // they sat between the maker and the caller, and did not call
	SpentOnCall Why = "called"      // of two players, the one who calls the other's run has moved by that
)

// Capture is a run that was taken.
type Capture struct {
	Maker   any     `json:"maker"`
	Player  any     `json:"player"`
	Runs    [][]int `json:"runs"`
	Tiles   []int   `json:"tiles"`
	Skipped []any   `json:"skipped"` // who lost a move by it
	Why     Why     `json:"why,omitempty"`
	Guessed bool    `json:"guessed,omitempty"` // the camera saw it: who took it is a guess
	Turn    int     `json:"turn"`
	// The same as seats, for pages.
	TakerSeat    int   `json:"-"`
	SkippedSeats []int `json:"-"`
}

func (p *position) named(seats []int) []any {
	list := []any{}
	for _, s := range seats {
		list = append(list, p.seating.Players.Named(s, p.like))
	}
	return list
}

func show(p position) any {
	s := State{
		Players: p.seating.Players, Colors: p.seating.Colors, Options: p.options, Board: append([]int{}, p.board...), Runs: append([][]int{}, Runs(p.board)...),
		Scores: p.scores(), Next: p.seating.Players.Named(p.next, p.like), Turn: p.turns, Game: len(p.games) + 1, Blanks: append([]int{}, p.blanks...),
		Over: p.over, Winners: p.named(p.winners), Finished: p.decided(), Champion: []any{}, NextSeat: p.next,
		Taken: append([]int{}, p.out...), Placed: p.placed, WinnerSeats: p.winners, Moves: p.moves,
	}
	if p.over {
		s.Game--
	}
	if !p.uncounted {
		s.Racks, s.Pile = p.held, p.pile
	}
	switch {
	case p.settled:
		s.Champion = p.named(game.Ahead(p.totals()))
	case p.decided():
		s.Champion = s.Winners
	}
	if o := p.offer; o != nil {
		s.Offer = &Offer{p.seating.Players.Named(o.maker, p.like), o.runs, Union(o.runs), o.since}
	}
	if c := p.last; c != nil {
		s.Last = &Capture{p.seating.Players.Named(c.maker, p.like), p.seating.Players.Named(c.taker, p.like), c.runs, c.tiles, p.named(c.skipped), c.why, c.seen, c.turn, c.taker, c.skipped}
	}
	return s
}

// decided says whether all that is played for has been won. Of separate games each is a series of its own.
func (p *position) decided() bool { return p.settled || p.over && p.options.Scheme == Separate }

func (p *position) scores() []Score {
	totals := p.totals()
	list := make([]Score, len(p.seating.Players))
	for seat := range list {
		s := Score{Player: p.seating.Players.Named(seat, p.like), Tiles: p.won[seat], Total: totals[seat], Columns: p.card[seat]}
		if !p.over {
			s.Total += s.Tiles
		}
		for _, g := range p.games {
			for _, w := range g.winners {
				if w == seat {
					s.GamesWon++
				}
			}
		}
		list[seat] = s
	}
	return list
}

// table is a SNAG table where no game has begun.
func table() game.Table {
	return game.NewFold(game.Rules[position]{Name: "snag", Start: start, Apply: apply, Show: show, Races: []string{"call"},
		Seating: func(p *position) *game.Seating { return &p.seating }, Starter: position.starts})
}
