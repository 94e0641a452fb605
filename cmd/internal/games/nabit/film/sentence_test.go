package film

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
)

func TestALineReadsAsASentence(t *testing.T) {
	scores := []nabit.Score{{Color: engine.Yellow, Total: 1}, {Color: engine.Green, Total: 4}}
	for _, c := range []struct {
		line follow.Line
		want string
	}{
		{follow.Line{Type: follow.Played, Turn: 2, Player: engine.Green, Words: []string{"TAME", "TRY"}, Nabbed: []nabit.Nab{{Word: "TAME", From: []engine.Color{engine.Yellow}}}, Scores: scores},
			"turn 2: green plays TAME, TRY, nabs TAME from yellow (yellow 1, green 4)"},
		{follow.Line{Type: follow.Played, Turn: 1, Player: engine.Red}, "turn 1: red plays no new word"},
		{follow.Line{Type: follow.Withdrawn, Player: engine.Red}, "red takes the play back"},
		{follow.Line{Type: follow.Banked, Player: engine.Red}, "red banks a tile"},
		{follow.Line{Type: follow.Skipped, Player: engine.Red}, "red does not play"},
		{follow.Line{Type: follow.Moved}, "the board was moved"},
		{follow.Line{Type: follow.Amended, Turn: 7, Words: []string{"TAMED"}}, "turn 7: corrected to TAMED"},
		{follow.Line{Type: follow.Amended, Turn: 7}, "turn 7: reading corrected"},
		{follow.Line{Type: follow.Unclear, Question: "which letter?"}, "unclear: which letter?"},
		{follow.Line{Type: follow.Joined}, "a game in progress"},
		{follow.Line{Type: follow.Resumed}, "the saved game continues"},
		{follow.Line{Type: follow.Summary, Scores: scores, Winners: []engine.Color{engine.Green}}, "end of the watch (yellow 1, green 4). Green wins by 3"},
		{follow.Line{Type: "new"}, "new"},
	} {
		if got := sentence(c.line); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
