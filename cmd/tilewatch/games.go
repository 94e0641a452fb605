package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/tenant"
	"tilewatch/engine"
	"tilewatch/engine/journal"
)

func newGames() *cobra.Command {
	c := &cobra.Command{
		Use:   "games",
		Short: "List, export, import and repair the games that were kept",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newGamesList(), newGamesExport(), newGamesImport(), newGamesRepair())
	return c
}

// gamesList is "tilewatch games list".
type gamesList struct {
	archive
	json bool
}

func newGamesList() *cobra.Command {
	l := &gamesList{}
	c := &cobra.Command{
		Use:   "list [flags]",
		Short: "List the games, the newest last",
		Args:  cobra.NoArgs,
		RunE:  l.run,
	}
	l.register(c)
	c.Flags().BoolVar(&l.json, "json", false, "print JSON, one object a line")
	return c
}

func (l *gamesList) run(c *cobra.Command, _ []string) (err error) {
	j, there, err := l.look(c.Context())
	if err != nil {
		return failure{err}
	}
	if !there {
		return l.nothing(c)
	}
	defer func() { err = closing(j, err) }()
	games, err := j.Games(c.Context())
	if err != nil {
		return failure{err}
	}
	if len(games) == 0 {
		return l.nothing(c)
	}
	for _, info := range games {
		failed := l.print(c, j, info)
		if failed != nil && !errors.Is(failed, errFailed) {
			return failure{failed}
		}
		err = errors.Join(err, failed)
	}
	if err != nil {
		return errFailed
	}
	return nil
}

func (l *gamesList) nothing(c *cobra.Command) error {
	if !l.json {
		_, err := fmt.Fprintf(c.OutOrStdout(), "no games in %s yet\n", l.archive.String())
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
	*tenant.Summary
	Error *wrong `json:"error,omitempty"`
}

// wrong is what went wrong with one input.
type wrong struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

const timeLayout = "2006-01-02T15:04:05.000000Z07:00"

// print prints one game. A damaged one is told and makes the command fail in the end.
func (l *gamesList) print(c *cobra.Command, j journal.Journal, info journal.Info) error {
	line := gameLine{Game: info.Game, Kind: info.Kind, Title: info.Title, Players: orNone(info.Players), Events: info.Last,
		Started: info.Created.Format(timeLayout), Changed: info.Changed.Format(timeLayout)}
	summary, err := summaryOf(c.Context(), j, info)
	if err != nil {
		line.Error = &wrong{"damaged", err.Error()}
		err = errFailed
	} else {
		line.Summary = &summary
		line.Players = colorNames(summary.Players)
	}
	if l.json {
		return errors.Join(err, json.NewEncoder(c.OutOrStdout()).Encode(line))
	}
	_, failed := io.WriteString(c.OutOrStdout(), line.text(info))
	return errors.Join(err, failed)
}

// summaryOf is the game in figures; the zero Summary of a game that has none.
func summaryOf(ctx context.Context, j journal.Journal, info journal.Info) (tenant.Summary, error) {
	which, err := games.Find(info.Kind)
	if err != nil || which.Summary == nil {
		return tenant.Summary{}, nil
	}
	g, err := info.Load(ctx, j)
	if err != nil {
		return tenant.Summary{}, err
	}
	return which.Summary(g)
}

// text is the game in two lines for people.
func (l gameLine) text(info journal.Info) string {
	const layout = "2 Jan 2006 15:04"
	if l.Error != nil { // its title may be anything
		return fmt.Sprintf("%-24s %s\n", l.Game, l.Error.Message)
	}
	head := fmt.Sprintf("%-24s %s\n", l.Game, l.Title)
	state := "under way"
	if l.Finished {
		state = "finished, won by " + strings.Join(colorNames(l.Winners), " and ")
	}
	return head + fmt.Sprintf("%24s %s, last played %s, %d turns, %s: %s\n", "", info.Created.Local().Format(layout),
		info.Changed.Local().Format(layout), l.Turns, state, l.Line)
}

func orNone(list []string) []string { return append([]string{}, list...) }

func colorNames(colors []engine.Color) []string {
	list := []string{}
	for _, c := range colors {
		list = append(list, c.String())
	}
	return list
}

// lastGame names the game that was changed last.
const lastGame = "last"

// find is the game that the text names: by its whole name, its beginning, or as the last one.
func find(games []journal.Info, name string) (journal.Info, error) {
	if name == lastGame && len(games) > 0 {
		return games[len(games)-1], nil
	}
	var found []journal.Info
	for _, g := range games {
		if g.Game == name {
			return g, nil
		}
		if strings.HasPrefix(g.Game, name) && name != "" {
			found = append(found, g)
		}
	}
	switch len(found) {
	case 0:
		return journal.Info{}, fmt.Errorf("no such game %q: \"tilewatch games list\" names them, \"last\" is the newest", name)
	case 1:
		return found[0], nil
	}
	return journal.Info{}, fmt.Errorf("%q may be %q or %q: name more of it", name, found[0].Game, found[1].Game)
}

// chosen are the games that the arguments name; all without arguments.
func chosen(games []journal.Info, names []string) ([]journal.Info, error) {
	if len(names) == 0 {
		return games, nil
	}
	var list []journal.Info
	for _, name := range names {
		g, err := find(games, name)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(list, func(o journal.Info) bool { return o.Game == g.Game }) {
			list = append(list, g)
		}
	}
	return list, nil
}
