package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/engine/journal"
)

// Game is the game that the argument names: a kept one, or the first one of a file ("-": stdin). Of a damaged game it returns what comes
// before the damage, and the damage. note takes what an operator should know.
func (a *Archive) Game(ctx context.Context, name string, stdin io.Reader, note func(string)) (g journal.Game, damaged, err error) {
	if name == "-" {
		return fromFile(stdin, name, note)
	}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		file, err := os.Open(name)
		if err != nil {
			return g, nil, cli.Fail(err)
		}
		defer file.Close() // it was only read
		return fromFile(file, name, note)
	}
	j, there, err := a.Look(ctx, note)
	if err != nil {
		return g, nil, cli.Fail(err)
	}
	if !there {
		_, err := Find(nil, name)
		return g, nil, err
	}
	defer func() { err = cli.Closing(j, err) }()
	infos, err := j.Games(ctx)
	if err != nil {
		return g, nil, cli.Fail(err)
	}
	info, err := Find(infos, name)
	if err != nil {
		return g, nil, err
	}
	return partly(info.Load(ctx, j))
}

// fromFile is the file's first game.
func fromFile(in io.Reader, name string, note func(string)) (g journal.Game, damaged, err error) {
	file := journal.NewReader(in)
	file.Judge = new(games.Judge).Take
	g, err = file.Next()
	if errors.Is(err, io.EOF) {
		err = errors.New("no game in this file")
	}
	if err != nil {
		return partly(g, fmt.Errorf("%s: %w", name, err))
	}
	if _, err := file.Next(); !errors.Is(err, io.EOF) {
		note(name + " holds more than this game: import it to replay the others")
	}
	return g, nil, nil
}

// partly accepts a damaged game if it has good events before the damage.
func partly(g journal.Game, err error) (journal.Game, error, error) {
	var damage *journal.Damage
	if errors.As(err, &damage) && len(g.Events) > 0 {
		return g, err, nil
	}
	if err != nil {
		return g, nil, cli.Fail(err)
	}
	return g, nil, nil
}
