package calibrating

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/input"
	"tilewatch/engine/atomicfile"
)

func newCards() *cobra.Command {
	var in input.Flags
	var out string
	c := &cobra.Command{
		Use:   "cards [flags] PICTURE",
		Short: "Learn the pictures of a TABIT set",
		Long: `For TABIT sets whose moons, stars and trees are misread. Put a moon, a star and a tree, from left to right, into the first three picture
boxes nearest to you, and photograph the whole board. Use the resulting file with --tileset.`,
		Example: `  tilewatch calibrate cards --out mytabit.json table.jpg`,
		Args:    cli.OneInput("picture"),
		RunE:    func(c *cobra.Command, args []string) error { return learnCards(c, &in, args, out) },
	}
	in.Register(c)
	c.Flags().StringVar(&out, "out", "tileset.json", "`FILE` to write; it keeps what --tileset has")
	game := c.Flags().Lookup("game")
	game.DefValue = "tabit"
	in.Name = game.DefValue
	return c
}

// learnCards writes a tile set with the cards of a picture.
func learnCards(c *cobra.Command, in *input.Flags, args []string, out string) error {
	if err := in.Load(); err != nil {
		return err
	}
	if in.Which.Learn == nil {
		return fmt.Errorf("--game: %s has no cards to learn", in.Which.Title)
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		return cli.Fail(err)
	}
	cards, err := in.Which.Learn(game.Inputs{Camera: in.Camera, Tileset: in.Tileset}, data)
	if err != nil {
		return cli.Fail(fmt.Errorf("%s: %w", args[0], err))
	}
	set := calibration.Tileset{}
	if in.Tileset != nil {
		set = *in.Tileset
	}
	set.Cards = cards
	text, err := json.MarshalIndent(set, "", " ")
	if err == nil {
		err = atomicfile.Write(out, append(text, '\n'), 0o644)
	}
	if err != nil {
		return cli.Fail(fmt.Errorf("write %q: %w", out, err))
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s: learned %s\n", out, strings.Join(slices.Sorted(maps.Keys(cards)), ", "))
	return err
}
