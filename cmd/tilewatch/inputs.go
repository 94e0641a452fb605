package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/tenant"
	"tilewatch/engine/lexicon"
	"tilewatch/ocr/book"
)

// inputs are the flags that every command with eyes takes, and what they name.
type inputs struct {
	cameraFile, tilesetFile, gameName, dictionary string

	which   tenant.Game
	camera  *calibration.Camera  // nil: from EXIF, else estimated
	tileset *calibration.Tileset // nil: estimated
	table   *calibration.Table   // where a camera that was calibrated has it; nil: found from the tiles
	glyphs  *book.Book           // how the letters of the tiles before a camera look; nil for films and photos
	words   *lexicon.Lexicon
}

func (in *inputs) register(c *cobra.Command) {
	f := c.Flags()
	// What follows the first input is an input, whatever it looks like.
	f.SetInterspersed(false)
	f.StringVar(&in.cameraFile, "camera", "", "camera file (without it: EXIF, else estimated from the picture)")
	f.StringVar(&in.tilesetFile, "tileset", "", "tile set file (without it: estimated)")
	f.StringVar(&in.gameName, "game", games.Default(), strings.Join(games.Names(), ", "))
	dictionaryFlag(c, &in.dictionary)
}

// dictionaryFlag registers --dictionary.
func dictionaryFlag(c *cobra.Command, list *string) {
	c.Flags().StringVar(list, "dictionary", "", lexicon.Choices())
}

// load reads the files that the flags name. Every error is the caller's mistake.
func (in *inputs) load() error {
	var err error
	if in.which, err = games.Find(in.gameName); err != nil {
		return err
	}
	if in.cameraFile != "" {
		if in.camera, err = calibration.LoadCamera(in.cameraFile); err != nil {
			return err
		}
	}
	if in.tilesetFile != "" {
		if in.tileset, err = calibration.LoadTileset(in.tilesetFile); err != nil {
			return err
		}
	}
	in.words, err = lexicon.OpenFor(in.gameName, in.dictionary)
	return err
}

// someInputs wants at least one input, and no flag among them.
func someInputs(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("no %s given: name at least one", what)
		}
		for _, arg := range args {
			if _, err := os.Lstat(arg); err != nil && strings.HasPrefix(arg, "-") && arg != "-" {
				return fmt.Errorf("flags come before the inputs: put %q first", arg)
			}
		}
		return nil
	}
}
