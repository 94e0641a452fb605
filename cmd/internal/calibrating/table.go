package calibrating

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"tilewatch/calibration"
	"tilewatch/calibration/lens"
	"tilewatch/cmd/internal/calibrate"
	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine"
)

// bench is what table and tiles need beside the picture.
type bench struct {
	calibrating
	cameraFile string
	thick      float64 // of what the board is on
	byTiles    bool    // there is no board
	camera     *calibration.Camera
}

func (b *bench) register(c *cobra.Command) {
	b.calibrating.register(c)
	c.Flags().StringVar(&b.cameraFile, "camera", "", "camera `FILE` (default: the saved one of the camera's name)")
	c.Flags().Float64Var(&b.thick, "board-height", 0, "height of the board over the table in `MM`: 0 for paper, the thickness of a tablet")
}

// lens finds the camera's lens for pictures of a size.
func (b *bench) lens(width, height int) error {
	profile := &calibration.Profile{}
	var err error
	if b.cameraFile != "" {
		profile.Camera, err = calibration.LoadCamera(b.cameraFile)
	} else {
		profile, err = b.store().Load(b.name)
	}
	if err == nil && profile.Camera == nil {
		err = calibration.ErrNoProfile
	}
	if err != nil {
		return fmt.Errorf("the camera is not calibrated: %w", err)
	}
	b.camera, err = profile.Camera.Scaled(width, height)
	return err
}

// look takes the picture that was named, or one of the camera, and finds the camera for it.
func (b *bench) look(c *cobra.Command, args []string) (s seen, err error) {
	if err := b.check(args); err != nil {
		return seen{}, err
	}
	if len(args) > 1 {
		return seen{}, fmt.Errorf("%d pictures: give only one", len(args))
	}
	if b.source != "" {
		s, err = b.steady(c.Context(), c)
	} else {
		s = b.open(args[0])
	}
	switch {
	case err != nil:
		return s, err
	case s.err != nil && !(b.byTiles && errors.Is(s.err, calibrate.ErrNoBoard)):
		return s, cli.Fail(fmt.Errorf("%s: %w", s.name, s.err))
	}
	return s, b.lens(s.picture.Width, s.picture.Height)
}

func newTable() *cobra.Command {
	var b bench
	c := &cobra.Command{
		Use:   "table [flags] (--source CAMERA | PICTURE)",
		Short: "Measure where the table is, and rate the camera's position",
		Long: `Lay the board flat in the middle of the playing area. With --by-tiles, four or more linked tiles replace the board; "calibrate tiles"
must have measured them.`,
		Example: `  tilewatch calibrate table --source 0`,
		RunE:    func(c *cobra.Command, args []string) error { return b.table(c, args) },
	}
	b.register(c)
	c.Flags().BoolVar(&b.byTiles, "by-tiles", false, "use linked tiles instead of the chessboard")
	return c
}

// tableResult is what "calibrate table" prints.
type tableResult struct {
	Width  int           `json:"width"`
	Height int           `json:"height"`
	R      [3][3]float64 `json:"R"`
	T      [3]float64    `json:"t"`
	RMS    float64       `json:"rms_px"`
	View   lens.View     `json:"view"`
}

func (b *bench) table(c *cobra.Command, args []string) error {
	s, err := b.look(c, args)
	defer s.close()
	if err != nil {
		return err
	}
	t, err := b.findTable(&s)
	if err != nil {
		return cli.Fail(err)
	}
	result := tableResult{t.Width, t.Height, t.R, t.T, t.RMS, t.View}
	if err := b.print(c.OutOrStdout(), result); err != nil {
		return err
	}
	b.say(c, fmt.Sprintf("the camera is %.0f cm above the table, tilted %.0f degrees", t.View.HeightMM/10, t.View.TiltDeg))
	if !b.byTiles {
		b.say(c, fmt.Sprintf("error: %.2f pixels", t.RMS))
	}
	b.say(c, fmt.Sprintf("camera position: %d of 100", t.View.Score))
	for _, says := range t.View.Says {
		b.say(c, "  "+says.Text)
	}
	return b.keep(c, result, func(p *calibration.Profile) { p.Table = &t.Table })
}

// findTable finds the table under the board, or under tiles.
func (b *bench) findTable(s *seen) (*calibrate.Table, error) {
	if !b.byTiles {
		return calibrate.FindTable(b.board, b.thick, b.camera, s.corners, nil)
	}
	set := &calibration.Tileset{}
	if p, err := b.store().Load(b.name); err == nil && p.Tileset != nil {
		set = p.Tileset
	}
	ruler, err := sight.NewRuler()
	if err != nil {
		return nil, err
	}
	return calibrate.TableByTiles(ruler, s.picture, b.camera, set)
}

func newTiles() *cobra.Command {
	var b bench
	var reset bool
	c := &cobra.Command{
		Use:   "tiles [flags] (--source CAMERA | PICTURE)",
		Short: "Measure size, thickness and colors of the tiles",
		Long: `Lay five linked tiles in a row next to the board, letters up, in as many colors as possible, and stack five at one end of the row (nine
tiles in all). The camera must look from one side, tilted by 25 to 45 degrees.`,
		Example: `  tilewatch calibrate tiles --source 0
  tilewatch calibrate tiles --reset-glyphs         # after a change of tiles`,
		RunE: func(c *cobra.Command, args []string) error {
			if reset {
				return b.resetGlyphs(c)
			}
			return b.tiles(c, args)
		},
	}
	b.register(c)
	c.Flags().BoolVar(&reset, "reset-glyphs", false, "only forget the learned looks of the letters, for new tiles")
	return c
}

// resetGlyphs forgets the glyph books.
func (b *bench) resetGlyphs(c *cobra.Command) error {
	n, err := input.ResetGlyphs(b.Dir())
	if err != nil {
		return cli.Fail(err)
	}
	b.say(c, fmt.Sprintf("forgot the letters of %s", engine.Count(n, "tile set")))
	return nil
}

func (b *bench) tiles(c *cobra.Command, args []string) error {
	s, err := b.look(c, args)
	defer s.close()
	if err != nil {
		return err
	}
	ruler, err := sight.NewRuler()
	if err != nil {
		return cli.Fail(err)
	}
	m, _, err := calibrate.Tiles(ruler, s.picture, b.board, b.thick, b.camera)
	if err != nil {
		return cli.Fail(err)
	}
	says := calibrate.Sure(m)
	if says.Key == "thickness_unsure" {
		m.Set.ThicknessMM = 0 // better none than a wrong one
	}
	if err := b.print(c.OutOrStdout(), m.Set); err != nil {
		return err
	}
	b.say(c, says.Text)
	for _, color := range engine.PlayerColors {
		if rgb, ok := m.Set.Colors[color]; ok {
			b.say(c, fmt.Sprintf("  %-7s %3.0f %3.0f %3.0f", color, rgb[0], rgb[1], rgb[2]))
		}
	}
	return b.keep(c, m.Set, func(p *calibration.Profile) { p.Tileset = &m.Set })
}

func newList() *cobra.Command {
	var d store.Data
	c := &cobra.Command{
		Use:     "list",
		Short:   "List calibrated cameras",
		Example: `  tilewatch calibrate list`,
		Args:    cli.NoInputs,
		RunE: func(c *cobra.Command, _ []string) error {
			store := input.ProfilesIn(d.Dir())
			for _, name := range store.Names() {
				p, err := store.Load(name)
				if err != nil {
					return cli.Fail(err)
				}
				if !p.Measured() { // a game found what there is
					continue
				}
				fmt.Fprintf(c.OutOrStdout(), "%s  camera %s  table %s  tiles %s\n", name, known(p.Camera != nil), known(p.Table != nil), known(p.Tileset != nil))
			}
			return nil
		},
	}
	d.Register(c)
	return c
}

func known(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
