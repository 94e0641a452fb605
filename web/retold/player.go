package retold

import (
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/web/chart"
)

// Player is what one player did in one game, or, added up, in many.
type Player struct {
	Name    string       // empty if nobody said
	Color   engine.Color // of one game; of many, the one played last
	Games   int
	Wins    int // shared ones too
	Points  int
	Best    int // points of the best game
	Plays   int
	Words   int // new words made
	Nabs    int
	Banked  int // tiles on the bank at the end
	Lost    int // plays taken back after a challenge
	Longest string
	Thought time.Duration // in all turns whose time is known
	Timed   int           // how many those are
	Form    []chart.Won   // of many games: each, the oldest first
}

// Pace is how long a turn took on average; false if that is not known.
func (p Player) Pace() (time.Duration, bool) {
	if p.Timed == 0 {
		return 0, false
	}
	return (p.Thought / time.Duration(p.Timed)).Round(time.Second), true
}

// Average is the points of a game.
func (p Player) Average() float64 {
	if p.Games == 0 {
		return 0
	}
	return float64(p.Points) / float64(p.Games)
}

// Longer is the longer word; the one that was first if they are equal.
func Longer(a, b string) string {
	if len(b) > len(a) {
		return b
	}
	return a
}

// Tally adds up what players did in many games, by their names, however those are spelled. Who has no name is counted
// under the color.
type Tally struct {
	Games   int
	players map[string]*Player
	order   []string
}

// Add adds one game, by its players.
func (t *Tally) Add(players ...Player) {
	t.Games++
	for _, p := range players {
		t.add(p)
	}
}

func (t *Tally) add(p Player) {
	key := "name " + engine.NameKey(p.Name)
	if p.Name == "" {
		key = "color " + p.Color.String()
	}
	if t.players == nil {
		t.players = map[string]*Player{}
	}
	sum, known := t.players[key]
	if !known {
		sum = &Player{}
		t.players[key] = sum
		t.order = append(t.order, key)
	}
	sum.Name, sum.Color = p.Name, p.Color
	sum.Games, sum.Wins, sum.Points, sum.Plays = sum.Games+p.Games, sum.Wins+p.Wins, sum.Points+p.Points, sum.Plays+p.Plays
	sum.Words, sum.Nabs, sum.Banked, sum.Lost = sum.Words+p.Words, sum.Nabs+p.Nabs, sum.Banked+p.Banked, sum.Lost+p.Lost
	sum.Thought, sum.Timed = sum.Thought+p.Thought, sum.Timed+p.Timed
	sum.Form = append(sum.Form, chart.Won{Points: p.Points, Won: p.Wins > 0})
	sum.Best, sum.Longest = max(sum.Best, p.Best), Longer(sum.Longest, p.Longest)
}

// Players are all, most wins first, then by their average.
func (t *Tally) Players() []Player {
	all := make([]Player, 0, len(t.order))
	for _, key := range t.order {
		all = append(all, *t.players[key])
	}
	slices.SortStableFunc(all, func(a, b Player) int {
		switch {
		case a.Wins != b.Wins:
			return b.Wins - a.Wins
		case a.Average() > b.Average():
			return -1
		case a.Average() < b.Average():
			return 1
		}
		return 0
	})
	return all
}
