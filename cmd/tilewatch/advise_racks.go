package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/engine"
	"tilewatch/engine/dabble"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	webdabble "tilewatch/web/games/dabble"
)

// dabbleKind is what the journal calls DABBLE.
const dabbleKind = "dabble"

// advisedRack is a player's rack at the end of a round, and the best that its tiles allow.
type advisedRack struct {
	Round      int             `json:"round"`
	Player     string          `json:"player"`
	Words      []string        `json:"words"`
	Points     int             `json:"points"`
	Best       []string        `json:"best,omitempty"` // missing if nothing better was found
	BestPoints int             `json:"best_points,omitempty"`
	List       *nabit.WordList `json:"list"`
}

// reviewRacks prints each rack of a game of DABBLE.
func (a *advise) reviewRacks(c *cobra.Command, g journal.Game) error {
	which, err := games.Find(g.Kind)
	if err != nil {
		return err
	}
	told, err := which.Retold(g)
	if err != nil {
		return cli.Fail(fmt.Errorf("game %q: %w", g.Game, err))
	}
	if s, _ := told.State().Detail.(dabble.State); a.dictionary == "" && s.Language == dabble.Spanish {
		a.dictionary = "spanish"
	}
	words, err := lexicon.OpenFor(g.Kind, a.dictionary)
	if err != nil {
		return err
	}
	cli.NoteSkipped(words, cli.Noting(c))
	a.list = nabit.ListOf(words)
	if !a.raw {
		if _, err := fmt.Fprintf(c.OutOrStdout(), "Word list: %s\n", cli.ListText(a.list)); err != nil {
			return cli.Fail(err)
		}
	}
	return a.printRacks(c.OutOrStdout(), webdabble.Rounds(told.Steps), dabble.NewBuilder(words))
}

// printRacks prints what each rack had, and what it could have had.
func (a *advise) printRacks(to io.Writer, rounds []webdabble.Round, builder *dabble.Builder) error {
	for _, round := range rounds {
		for _, r := range round.Racks {
			line := advisedRack{Round: round.Number, Player: r.Player, Words: append([]string{}, r.Words()...), Points: r.Points, List: a.list}
			if better, found := builder.Better(r.Rack); found {
				line.Best, line.BestPoints = better.Words(), better.Points
			}
			if err := a.print(to, line, line.text()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r advisedRack) text() string {
	words := strings.Join(r.Words, ", ")
	if words == "" {
		words = "no word"
	}
	text := fmt.Sprintf("round %d, %s: %s (%s)\n", r.Round, r.Player, words, engine.Count(r.Points, "point"))
	if len(r.Best) == 0 {
		return text + "  the best words found with these tiles\n"
	}
	return text + fmt.Sprintf("  possible: %s (%s)\n", strings.Join(r.Best, ", "), engine.Count(r.BestPoints, "point"))
}
