// Package input reads the flags of commands with eyes: a game, a camera and what was kept of it, a tile set, a word list, players.
package input

import (
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	"tilewatch/engine/lexicon"
	"tilewatch/ocr/book"
)

// Flags are the flags that every command with eyes takes, and what they name.
type Flags struct {
	cameraFile, tilesetFile, dictionary string

	Name string // of the game

	Which   game.Game
	Camera  *calibration.Camera  // nil: from EXIF, else estimated
	Tileset *calibration.Tileset // nil: estimated
	Table   *calibration.Table   // where a camera that was calibrated has it; nil: found from the tiles
	Glyphs  *book.Book           // how the letters of the tiles before a camera look; nil for films and photos
	Found   *calibration.Memory  // what games find of the camera; nil for films and photos
	Words   *lexicon.Lexicon
}

func (in *Flags) Register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&in.cameraFile, "camera", "", "camera `FILE` (default: EXIF, else estimated from the picture)")
	f.StringVar(&in.tilesetFile, "tileset", "", "tile set `FILE` (default: estimated)")
	f.StringVar(&in.Name, "game", games.Default(), "the `GAME`: "+strings.Join(games.Names(), ", "))
	cli.DictionaryFlag(c, &in.dictionary)
}

// Load reads the files that the flags name. Every error is the caller's mistake.
func (in *Flags) Load() error {
	var err error
	if in.Which, err = games.Find(in.Name); err != nil {
		return err
	}
	if in.cameraFile != "" {
		if in.Camera, err = calibration.LoadCamera(in.cameraFile); err != nil {
			return err
		}
	}
	if in.tilesetFile != "" {
		if in.Tileset, err = calibration.LoadTileset(in.tilesetFile); err != nil {
			return err
		}
	}
	in.Words, err = lexicon.OpenFor(in.Name, in.dictionary)
	return err
}

// Game are the flags of a command that follows a game.
type Game struct {
	Flags
	playerNames string
	Players     []string // the players in turn order; empty: any may play at any time
}

func (g *Game) Register(c *cobra.Command) {
	g.Flags.Register(c)
	c.Flags().StringVar(&g.playerNames, "players", "", "`PLAYERS` in turn order: red,green (NAB-IT!) or Ana,Ben")
}

func (g *Game) Load() error {
	err := g.Flags.Load()
	if err == nil {
		g.Players, err = g.Which.Players(g.playerNames)
	}
	return err
}

// Inputs are what the flags say, for the game.
func (g *Game) Inputs() game.Inputs {
	return game.Inputs{Camera: g.Camera, Tileset: g.Tileset, Words: g.Words, Players: g.Players, Table: g.Table, Glyphs: g.Glyphs, Found: g.Found}
}
