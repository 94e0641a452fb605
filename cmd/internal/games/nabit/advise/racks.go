package advise

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/game"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
)

// advisedRack is a line of the review of a game that shows its racks.
type advisedRack struct {
	game.Rack
	List *kernel.WordList `json:"list"`
}

// reviewRacks prints what each rack had, and what it could have had.
func (a *advise) reviewRacks(c *cobra.Command, which game.Game, g journal.Game) error {
	var unknown error // the list's, which the user named
	racks, err := which.Review(which, g, func(language string) (words *lexicon.Lexicon, err error) {
		if a.dictionary != "" {
			language = a.dictionary
		}
		if words, unknown = lexicon.OpenFor(g.Kind, language); unknown == nil {
			cli.NoteSkipped(words, cli.Noting(c))
			a.list = kernel.ListOf(words)
		}
		return words, unknown
	})
	switch {
	case unknown != nil:
		return unknown
	case err != nil:
		return cli.Fail(fmt.Errorf("game %q: %w", g.Game, err))
	}
	if !a.raw {
		if _, err := fmt.Fprintf(c.OutOrStdout(), "Word list: %s\n", cli.ListText(a.list)); err != nil {
			return cli.Fail(err)
		}
	}
	for _, r := range racks {
		if err := a.print(c.OutOrStdout(), advisedRack{r, a.list}, rackText(r)); err != nil {
			return err
		}
	}
	return nil
}

func rackText(r game.Rack) string {
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
