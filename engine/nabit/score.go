package nabit

import (
	"cmp"
	"slices"

	"tilewatch/engine"
)

// Score is one player's count: a point for each controlled word, for each banked tile, and for going out.
type Score struct {
	Color    engine.Color `json:"color"`
	Words    int          `json:"words"`
	Banked   int          `json:"banked"`
	Out      int          `json:"out"` // 1 if the player played the last tile
	Total    int          `json:"total"`
	TopTiles int          `json:"top_tiles"` // uncovered tiles of the color on the board
	// WordsTopped are the words with at least one of the player's tiles on top, for the other tie-break.
	WordsTopped int `json:"-"`
}

// Scores counts for each of the players, in their order. Without players it counts for every color that has a
// top tile or a banked tile, in the order of engine.PlayerColors.
func Scores(b engine.Board, banked map[engine.Color]int, out engine.Color, players []engine.Color) []Score {
	return scores(b, ControlledWords(b), banked, out, players)
}

// scores is Scores of a board with these words.
func scores(b engine.Board, words []ControlledWord, banked map[engine.Color]int, out engine.Color, players []engine.Color) []Score {
	var count [len(engine.PlayerColors) + 2]Score // by color
	for _, c := range b {
		if isPlayer(c.Color) {
			count[c.Color].TopTiles++
		}
	}
	for _, w := range words {
		countWord(&count, b, w)
	}
	if len(players) == 0 {
		players = present(count[:], banked)
	}
	list := make([]Score, len(players))
	for i, c := range players {
		s := count[c]
		s.Color, s.Banked = c, banked[c]
		if c == out && out != engine.NoColor {
			s.Out = 1
		}
		s.Total = s.Words + s.Banked + s.Out
		list[i] = s
	}
	return list
}

func countWord(count *[len(engine.PlayerColors) + 2]Score, b engine.Board, w ControlledWord) {
	for _, c := range w.Controllers {
		count[c].Words++
	}
	var topped [len(count)]bool
	for _, p := range w.Places() {
		if c := b[p].Color; isPlayer(c) {
			topped[c] = true
		}
	}
	for c, ok := range topped {
		if ok {
			count[c].WordsTopped++
		}
	}
}

func present(count []Score, banked map[engine.Color]int) []engine.Color {
	var colors []engine.Color
	for _, c := range engine.PlayerColors {
		if count[c].TopTiles > 0 || banked[c] > 0 {
			colors = append(colors, c)
		}
	}
	return colors
}

// Winners are those with the highest total; among the tied, those with most top tiles; all of them if that is
// equal too. They come in the order of the scores. Where nobody has a point nobody wins.
func Winners(scores []Score) []engine.Color { return Options{}.Winners(scores) }

// Compare orders scores, the best one last: by their totals, then by what breaks ties.
func (t TieBreak) Compare(a, b Score) int { return cmp.Or(a.Total-b.Total, a.Breaks(t)-b.Breaks(t)) }

// Breaks is what decides between equal totals.
func (s Score) Breaks(t TieBreak) int {
	if t == WordsTopped {
		return s.WordsTopped
	}
	return s.TopTiles
}

// Winners is Winners under these options (TieBreak).
func (o Options) Winners(scores []Score) []engine.Color {
	best := o.TieBreak.Compare
	var winners []engine.Color
	for _, s := range scores {
		if s.Total > 0 && best(s, slices.MaxFunc(scores, best)) == 0 {
			winners = append(winners, s.Color)
		}
	}
	return winners
}
