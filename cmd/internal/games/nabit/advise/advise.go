// Package advise is the command "tilewatch advise": the best plays, whether any is left, and what was missed.
package advise

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
	"tilewatch/engine/nabit/history"
)

// advise is what its flags say.
type advise struct {
	games            store.Archive
	racks            []string
	player           string
	top              int
	review, can, raw bool
	dictionary       string
	list             *kernel.WordList // that judges what is a word
}

// Lines in JSON say which list judged.
type (
	advisedMove struct {
		advice.Move
		List *kernel.WordList `json:"list"`
	}
	advisedTurn struct {
		advice.Reviewed
		List *kernel.WordList `json:"list"`
	}
	advisedEnd struct {
		CanPlay bool             `json:"can_play"`
		List    *kernel.WordList `json:"list"`
	}
)

// New is the command.
func New() *cobra.Command {
	a := &advise{}
	c := &cobra.Command{
		Use:   "advise [flags] GAME",
		Short: "Find the best plays, or the missed ones",
		Long: `GAME is a game as "tilewatch replay" takes it. A rack lists its tiles with both their letters: --rack "AE ST R ?" is a tile with A
and E, one with S and T, one with an R and an unknown letter, and the blank.

--review also works with DABBLE: the words that each rack had, and the best that its tiles allow. SNAG and TABIT have no review, as the
players' tiles and cards in hand are not on the table.`,
		Example: `  tilewatch advise --rack "AE ST R ?" --player green last
  tilewatch advise --can-play --rack "AE ST" --rack "QX" last
  tilewatch advise --review last                   # the best missed play of each turn`,
		Args: cli.OneGame,
		RunE: a.run,
	}
	a.games.Register(c)
	f := c.Flags()
	f.StringArrayVar(&a.racks, "rack", nil, "`TILES` on the rack; repeat it with --can-play, one per player")
	f.StringVar(&a.player, "player", "", "`COLOR` of the player (default: whose turn it is)")
	f.IntVar(&a.top, "top", 5, "show the best `N` plays; 0: all")
	f.BoolVar(&a.can, "can-play", false, "only say whether anyone can play")
	f.BoolVar(&a.review, "review", false, "show the missed plays of each turn")
	f.BoolVar(&a.raw, "json", false, "print JSON, one object a line")
	cli.DictionaryFlag(c, &a.dictionary)
	return c
}

func (a *advise) run(c *cobra.Command, args []string) error {
	racks, err := a.parse()
	if err != nil {
		return err
	}
	g, err := a.stored(c, args[0])
	if err != nil {
		return err
	}
	if which, err := games.Find(g.Kind); err == nil && which.Review != nil && a.review {
		return a.reviewRacks(c, which, g)
	}
	words, err := lexicon.Open(a.dictionary)
	if err != nil {
		return err
	}
	cli.NoteSkipped(words, cli.Noting(c))
	game, err := standing(g)
	if err != nil {
		return err
	}
	if list := game.State().List; list != nil && a.dictionary == "" {
		words = lexicon.Recorded(list.Name, words)
	}
	a.list = kernel.ListOf(words)
	advisor, out := advice.New(words), c.OutOrStdout()
	switch {
	case a.review:
		err = a.showReview(out, advisor, game)
	case a.can:
		err = a.showCan(out, advisor, game.State(), racks)
	default:
		err = a.showBest(out, advisor, game.State(), racks[0])
	}
	return err
}

// parse reads the racks. Every error is the caller's mistake.
func (a *advise) parse() ([]advice.Rack, error) {
	switch {
	case a.review && (a.can || len(a.racks) > 0):
		return nil, errors.New("--review uses the tiles of each turn: leave out --rack and --can-play")
	case !a.review && len(a.racks) == 0:
		return nil, errors.New(`no rack given: add --rack "AE ST R ?", or --review`)
	case !a.can && len(a.racks) > 1:
		return nil, fmt.Errorf("%d racks: give one, or add --can-play", len(a.racks))
	case a.top < 0:
		return nil, fmt.Errorf("--top %d: use 0 for all plays, or a positive number", a.top)
	}
	var racks []advice.Rack
	for _, text := range a.racks {
		r, err := advice.ParseRack(text)
		if err != nil {
			return nil, fmt.Errorf("--rack: %w", err)
		}
		racks = append(racks, r)
	}
	return racks, nil
}

// stored is the kept game.
func (a *advise) stored(c *cobra.Command, name string) (journal.Game, error) {
	g, damaged, err := a.games.Game(c.Context(), name, c.InOrStdin(), cli.Noting(c))
	if err != nil {
		return g, err
	}
	if damaged != nil {
		fmt.Fprintln(c.ErrOrStderr(), "tilewatch:", damaged) // the events before the damage can still be used
	}
	return g, nil
}

// standing is the game as it stands.
func standing(g journal.Game) (*nabit.Game, error) {
	events, err := history.Events(g)
	if err != nil {
		return nil, cli.Fail(err)
	}
	game, err := nabit.Replay(nil, events)
	if err != nil {
		return nil, cli.Fail(fmt.Errorf("game %q: %w", g.Game, err))
	}
	return game, nil
}

// mover is the player to advise.
func (a *advise) mover(s nabit.State) (engine.Color, error) {
	if a.player != "" {
		c, err := engine.ParsePlayerColor(a.player)
		if err != nil {
			return c, fmt.Errorf("--player: %w", err)
		}
		if !slices.Contains(s.Players, c) {
			return c, fmt.Errorf("--player: %s is not in this game of %s", c, cli.Names(s.Players))
		}
		return c, nil
	}
	if s.Over {
		return s.Next, errors.New("the game is over: choose a player with --player")
	}
	if next := s.LikelyNext(); next != engine.NoColor {
		return next, nil
	}
	return s.Next, errors.New("it is not known whose turn it is: choose a player with --player")
}

func (a *advise) showBest(to io.Writer, advisor *advice.Advisor, s nabit.State, rack advice.Rack) error {
	mover, err := a.mover(s)
	if err != nil {
		return err
	}
	ranking, err := advisor.Rank(advice.TableOf(s, mover), rack)
	if err != nil {
		return cli.Fail(err)
	}
	if !a.raw {
		if _, err := fmt.Fprintf(to, "%s for %s (%s)\n%s", engine.Count(ranking.Len(), "play"), mover, cli.ListText(a.list), valued); err != nil {
			return cli.Fail(err)
		}
	}
	for _, m := range ranking.Best(a.top) {
		if err := a.print(to, advisedMove{m, a.list}, moveText(m)+"\n"); err != nil {
			return err
		}
	}
	return nil
}

func (a *advise) showCan(to io.Writer, advisor *advice.Advisor, s nabit.State, racks []advice.Rack) error {
	can, err := advisor.CanPlay(s.Board, s.Options, racks...)
	if err != nil {
		return cli.Fail(err)
	}
	text := "Nobody can play: the game ends"
	if can {
		text = "A play is possible"
	}
	return a.print(to, advisedEnd{can, a.list}, fmt.Sprintf("%s (%s)\n", text, cli.ListText(a.list)))
}

func (a *advise) showReview(to io.Writer, advisor *advice.Advisor, game *nabit.Game) error {
	turns, err := advisor.Review(startBoard(game), game.State(), nil)
	if err != nil {
		return cli.Fail(err)
	}
	if !a.raw {
		if _, err := fmt.Fprintf(to, "Word list: %s\n%s", cli.ListText(a.list), valued); err != nil {
			return cli.Fail(err)
		}
	}
	for _, r := range turns {
		if err := a.print(to, advisedTurn{r, a.list}, reviewText(r)); err != nil {
			return err
		}
	}
	return nil
}

// startBoard is what lay there when the game was taken up.
func startBoard(game *nabit.Game) engine.Board {
	b := engine.Board{}
	for _, e := range game.Standing() {
		for _, c := range e.Board {
			b[c.Place] = c.Cell
		}
	}
	return b
}

func (a *advise) print(to io.Writer, line any, text string) error {
	var err error
	if a.raw {
		err = json.NewEncoder(to).Encode(line)
	} else {
		_, err = io.WriteString(to, text)
	}
	if err != nil {
		return cli.Fail(err)
	}
	return nil
}

// valued says what the figure before a play is.
const valued = "The figure before a play (+4.0) is how far it should put the player ahead of the others by the end of the game, in points.\n"

// moveText is a play in a line: its value, its words, and where its tiles go.
func moveText(m advice.Move) string {
	var tiles []string
	for _, t := range m.Placements {
		name := t.Letter.String()
		if t.Blank {
			name = strings.ToLower(name)
		}
		tiles = append(tiles, fmt.Sprintf("%s at row %d, column %d", name, t.Row, t.Col))
	}
	text := fmt.Sprintf("  %+.1f  %s: %s (%+d points, others %+d", m.Value, strings.Join(m.Words, ", "), strings.Join(tiles, "; "), m.Points, m.Others)
	for _, n := range m.Nabbed {
		text += ", nabs " + n.Word
	}
	return text + ")"
}

func reviewText(r advice.Reviewed) string {
	text := fmt.Sprintf("turn %d, %s: ", r.Turn, r.Player)
	if r.Played == nil {
		text += string(r.Kind) + "\n"
	} else {
		text += strings.Join(r.Played.Words, ", ") + "\n"
	}
	switch {
	case r.Missed > 0:
		text += fmt.Sprintf("  missed %.1f:\n%s\n", r.Missed, moveText(*r.Best))
	case r.Played != nil:
		text += "  the best play with these tiles\n"
	}
	return text
}
