package retold

import (
	"cmp"
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

	Streak  int      // of many games: wins in a row, at most
	Against []Versus // of many games: the others, those met oftenest first
	wins    int      // in a row, now
}

// Versus is how a player did against another in the games that both played.
type Versus struct {
	Name          string       // empty if nobody said
	Color         engine.Color // the one played last
	Ahead, Behind int          // games
	Even          int
}

// Games are all that both played.
func (v Versus) Games() int { return v.Ahead + v.Behind + v.Even }

// longestTurn is beyond what counts as thinking: the players had dinner.
const longestTurn = 30 * time.Minute

// Think counts the time of a turn, if it is known.
func (p *Player) Think(took time.Duration) {
	if took > 0 && took <= longestTurn {
		p.Thought, p.Timed = p.Thought+took, p.Timed+1
	}
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
	met     map[[2]string]*Versus // the first of the two against the second
}

// Add adds one game, by its players. Games come in the order in which they were played.
func (t *Tally) Add(players ...Player) {
	if t.players == nil {
		t.players, t.met = map[string]*Player{}, map[[2]string]*Versus{}
	}
	t.Games++
	keys := make([]string, len(players)) // folding a name takes a microsecond, and there are thousands of games
	for i, p := range players {
		keys[i] = p.key()
	}
	for i, p := range players {
		t.add(keys[i], p)
		for k, other := range players {
			if keys[k] != keys[i] { // two players of one name do not meet
				t.meet([2]string{keys[i], keys[k]}, p, other)
			}
		}
	}
}

// key is under what a player is counted.
func (p Player) key() string {
	if p.Name == "" {
		return "color " + p.Color.String()
	}
	return "name " + engine.NameKey(p.Name)
}

// meet counts a game of one player against another, by their keys.
func (t *Tally) meet(pair [2]string, p, other Player) {
	v := t.met[pair]
	if v == nil {
		v = &Versus{}
		t.met[pair] = v
	}
	v.Name, v.Color = other.Name, other.Color
	switch lead := cmp.Or(p.Wins-other.Wins, p.Points-other.Points); {
	case lead > 0:
		v.Ahead++
	case lead < 0:
		v.Behind++
	default:
		v.Even++
	}
}

func (t *Tally) add(key string, p Player) {
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
	if sum.wins++; p.Wins == 0 {
		sum.wins = 0
	}
	sum.Streak = max(sum.Streak, sum.wins)
}

// Players are all, most wins first, then by their average.
func (t *Tally) Players() []Player {
	all := make([]Player, 0, len(t.order))
	for _, key := range t.order {
		p := *t.players[key]
		for _, other := range t.order {
			if v := t.met[[2]string{key, other}]; v != nil {
				p.Against = append(p.Against, *v)
			}
		}
		slices.SortStableFunc(p.Against, func(a, b Versus) int { return b.Games() - a.Games() })
		all = append(all, p)
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
