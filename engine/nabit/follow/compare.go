package follow

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/still"
)

// Total is a player's count in a picture that was read by itself, where the record counts otherwise.
type Total struct {
	Player   engine.Color `json:"player"`
	Seen     int          `json:"seen"`
	Recorded int          `json:"recorded"`
}

// comparisons is how many pictures may be read by themselves at the end, until one shows the board.
const comparisons = 3

// over reports whether the game has ended, or the count of tiles and the passes say so.
func (f *Follower) over() bool {
	s := f.game.State()
	return s.Over || s.Life == engine.Ended
}

// Compares reports whether a picture of the table as it lies is to be counted by itself: the game is over, the table shows its board, and
// none was yet. Plastics that people gave other names are not known to a picture by itself.
func (f *Follower) Compares() bool {
	return f.compared < comparisons && f.over() && f.Settled() && f.Recognizes() && len(f.differs) == 0 && !f.unsettled() && len(f.renames) == 0
}

// Compare asks a person where the picture of the newest observation, read by itself as a photo, is sure of another count than the turns:
// the two go wrong in different ways. A photo with another number of stacks does not show the board.
func (f *Follower) Compare(seen still.Reading) []Line {
	s := f.game.State()
	open := f.Compares()
	if f.compared++; !open || len(seen.Cells) != len(s.Board) {
		return nil
	}
	f.compared = comparisons
	l, says := f.line(Unclear), []string{}
	l.Candidates = []Candidate{}
	for _, score := range seen.Outlook(s.Out).Scores {
		if score.Confidence < still.Sure {
			continue
		}
		t := Total{score.Color, score.Total, f.Total(score.Color)}
		if t.Seen != t.Recorded {
			l.Totals = append(l.Totals, t)
			says = append(says, fmt.Sprintf("%s %d, not %d", t.Player, t.Seen, t.Recorded))
		}
	}
	if len(l.Totals) == 0 {
		return nil
	}
	l.Question = "the last picture counts otherwise than the turns: " + strings.Join(says, ", ")
	return []Line{l}
}

// Total is what the record counts for a player.
func (f *Follower) Total(player engine.Color) int {
	scores := f.game.State().Scores
	if i := slices.IndexFunc(scores, func(s nabit.Score) bool { return s.Color == player }); i >= 0 {
		return scores[i].Total
	}
	return 0
}
