package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine"
	"tilewatch/engine/journal"
)

// gamesList is "tilewatch games list".
type gamesList struct {
	store.Archive
	json, all bool
}

func newGamesList() *cobra.Command {
	l := &gamesList{}
	c := &cobra.Command{
		Use:   "list [flags]",
		Short: "List saved games, the newest last",
		Example: `  tilewatch games list
  tilewatch games list --json`,
		Args: cli.NoInputs,
		RunE: l.run,
	}
	l.Register(c)
	c.Flags().BoolVar(&l.json, "json", false, "print JSON, one object a line")
	c.Flags().BoolVar(&l.all, "all", false, "list games that were deleted on the pages, too")
	return c
}

func (l *gamesList) run(c *cobra.Command, _ []string) (err error) {
	j, there, err := l.Look(c.Context(), cli.Noting(c))
	if err != nil {
		return cli.Fail(err)
	}
	if !there {
		return l.nothing(c)
	}
	defer func() { err = cli.Closing(j, err) }()
	games, err := j.Games(c.Context())
	if err != nil {
		return cli.Fail(err)
	}
	err = lacking(c, j)
	if len(games) == 0 && err == nil {
		return l.nothing(c)
	}
	for _, info := range games {
		failed := l.print(c, j, info)
		if failed != nil && !errors.Is(failed, cli.ErrFailed) {
			return cli.Fail(failed)
		}
		err = errors.Join(err, failed)
	}
	if err != nil {
		return cli.ErrFailed
	}
	return nil
}

// lacking reports what the file lacks that its copies have. Then the command fails in the end: what it shows is not all.
func lacking(c *cobra.Command, j journal.Journal) error {
	if err := store.Lacking(c.Context(), j); err != nil {
		cli.Noting(c)(err.Error())
		return cli.ErrFailed
	}
	return nil
}

func (l *gamesList) nothing(c *cobra.Command) error {
	if !l.json {
		_, err := fmt.Fprintf(c.OutOrStdout(), "No saved games in %s yet.\n", l.Archive.String())
		return err
	}
	return nil
}

// gameLine is a game as the list prints it in JSON; Error stands in place of the score.
type gameLine struct {
	Game    string   `json:"game"`
	Kind    string   `json:"kind"`
	Title   string   `json:"title"`
	Players []string `json:"players"`
	Started string   `json:"started"`
	Changed string   `json:"changed"` // the last event's time
	Events  uint64   `json:"events"`
	Hidden  bool     `json:"hidden,omitempty"`  // left out of the pages' list
	Deleted bool     `json:"deleted,omitempty"` // left out of lists and statistics
	*game.Summary
	Error *cli.Wrong `json:"error,omitempty"`
}

// print prints one game. One without a summary makes the command fail in the end.
func (l *gamesList) print(c *cobra.Command, j journal.Journal, info journal.Info) error {
	line := gameLine{Game: info.Game, Kind: info.Kind, Title: info.Title, Players: append([]string{}, info.Players...), Events: info.Last,
		Started: info.Created.Format(cli.TimeLayout), Changed: info.Changed.Format(cli.TimeLayout)}
	summary, wrong := summaryOf(c.Context(), j, info)
	var err error
	if wrong != nil {
		line.Error, err = wrong, cli.ErrFailed
	} else {
		line.Summary = &summary
		line.Players = summary.Players
		line.marked(summary.Marks)
	}
	if line.Deleted && !l.all {
		return nil
	}
	if l.json {
		return errors.Join(err, json.NewEncoder(c.OutOrStdout()).Encode(line))
	}
	_, failed := io.WriteString(c.OutOrStdout(), line.text(info))
	return errors.Join(err, failed)
}

// marked has the line say what people have noted of the game.
func (l *gameLine) marked(m engine.Marks) {
	l.Hidden, l.Deleted = m.Hidden, m.Deleted
	if m.Title != "" {
		l.Title = m.Title
	}
}

// summaryOf is the game in figures; of a kind that this program does not know, only who plays. A game is damaged, or refused: the rules have
// changed since it was saved, and nothing of it is lost.
func summaryOf(ctx context.Context, j journal.Journal, info journal.Info) (game.Summary, *cli.Wrong) {
	which, err := games.Find(info.Kind)
	if err != nil {
		return game.Summary{Players: append([]string{}, info.Players...)}, nil
	}
	g, err := info.Load(ctx, j)
	if err != nil {
		return game.Summary{}, &cli.Wrong{Code: "damaged", Message: err.Error()}
	}
	summary, err := which.Summary(g)
	if err != nil {
		return game.Summary{}, &cli.Wrong{Code: "refused", Message: fmt.Sprintf("%v; the rules of this version refuse it, but all its events are saved: tilewatch games export %s", err, info.Game)}
	}
	summary.Marks = game.Marks(g)
	return summary, nil
}

// lives are how far games have come, in words.
var lives = map[engine.Life]string{
	engine.SetUp: "not played yet", engine.InPlay: "under way", engine.SourceEnded: "the film or camera ended, result so far",
	engine.Ended: "finished", engine.Abandoned: "not finished",
}

// text is the game in two lines for people.
func (l gameLine) text(info journal.Info) string {
	const layout = "2 Jan 2006 15:04 MST" // here, and where that is
	if l.Error != nil {                   // its title may be anything
		return fmt.Sprintf("%-24s %s: %s\n", l.Game, strings.ToUpper(l.Error.Code), l.Error.Message)
	}
	head := fmt.Sprintf("%-24s %s\n", l.Game, l.Title)
	state := lives[l.Life]
	if l.Finished && len(l.Winners) > 0 {
		state += ", won by " + strings.Join(l.Winners, " and ")
	}
	if l.Deleted {
		state += " (deleted)"
	}
	return head + fmt.Sprintf("%24s %s, last played %s, %s, %s: %s\n", "", info.Created.Local().Format(layout),
		info.Changed.Local().Format(layout), engine.Count(l.Turns, "turn"), state, l.Line)
}
