package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"tilewatch/cmd/internal/live"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/follow"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/vision"
	"tilewatch/web/scoreboard"
)

// nabitGame is NAB-IT!, which was there before the interface.
type nabitGame struct{}

func (nabitGame) Name() string  { return "nabit" }
func (nabitGame) Title() string { return "NAB-IT!" }

func (nabitGame) Page() func(any) scoreboard.State { return nil }

func (nabitGame) Table(words *lexicon.Lexicon) game.Table {
	if words == nil {
		return nabitTable{nabit.New(nil)}
	}
	return nabitTable{nabit.New(words)}
}

// nabitTable is a NAB-IT! table among others.
type nabitTable struct{ *nabit.Game }

func (t nabitTable) Handle(event []byte) game.Answer {
	a := t.Game.Handle(event)
	answer := game.Answer{OK: a.OK, Whole: func(line int) any {
		a.Line = line
		return explain(t.Game, a)
	}}
	for _, v := range a.Violations {
		answer.Violations = append(answer.Violations, game.Violation{Rule: string(v.Rule), Message: v.Message()})
	}
	return answer
}

func (t nabitTable) Events() []json.RawMessage {
	var events []json.RawMessage
	for _, e := range t.Game.Events() {
		data, err := json.Marshal(e)
		if err != nil {
			panic(fmt.Sprintf("games: an accepted event does not marshal: %v", err)) // plain data
		}
		events = append(events, data)
	}
	return events
}

func (t nabitTable) State() any {
	s := t.Game.State()
	if len(s.Options.Words) == 0 {
		return nil
	}
	return s
}

func (nabitGame) Photos(in Inputs) (Photos, error) {
	words := asWords(in.Words)
	reader, err := photo.NewReader(in.Camera, in.Tileset, words)
	if err != nil {
		return nil, err
	}
	reader.Out = in.Out
	return nabitPhotos{reader}, nil
}

type nabitPhotos struct{ *photo.Reader }

func (p nabitPhotos) Read(data []byte) (Photo, error) {
	r, err := p.Reader.Read(data)
	if err != nil {
		return nil, err
	}
	return nabitPhoto{r}, nil
}

type nabitPhoto struct{ photo.Result }

func (p nabitPhoto) Named(name string) Photo {
	p.Photo = name
	return p
}

func (p nabitPhoto) Overlay(data []byte) ([]byte, error) { return photo.Overlay(data, p.Result) }

func (p nabitPhoto) Text() string { return p.Result.Text() }

func (nabitGame) Film(in Inputs, source vision.Source) (Film, error) {
	var players []engine.Color
	for _, name := range in.Players {
		c, err := engine.ParseColor(name)
		if err != nil {
			return nil, err
		}
		players = append(players, c)
	}
	w, err := Nabit(in, players, source)
	if err != nil {
		return nil, err
	}
	return w, nil
}

// NabitFilm is a source with all that follows NAB-IT! on it. Its Watch still lacks where to tell what happens.
type NabitFilm struct {
	Watch live.Watch
	gate  *vision.Gate
	eyes  *photo.Eyes
}

// Nabit follows NAB-IT! on a source. The caller closes it.
func Nabit(in Inputs, players []engine.Color, source vision.Source) (*NabitFilm, error) {
	eyes, err := photo.OpenEyesWith(photo.Both, in.Glyphs)
	if err != nil {
		return nil, err
	}
	f := &NabitFilm{gate: vision.NewGate(), eyes: eyes}
	f.Watch = live.Watch{
		Source: source, Gate: f.gate, Follower: NewFollower(in, players),
		Eyes: eyes.Watch(in.Camera, in.Tileset).On(in.Table),
	}
	if in.Glyphs != nil {
		f.Watch.Learn = (&live.Study{Book: in.Glyphs, Note: func(text string) { f.Watch.Note(text) }}).Learn
	}
	return f, nil
}

// NewFollower is a follower that has seen nothing.
func NewFollower(in Inputs, players []engine.Color) *follow.Follower {
	return follow.New(players, asWords(in.Words), follow.Options{Gap: live.Unwatched})
}

// Run is live.Watch's.
func (f *NabitFilm) Run(ctx context.Context, tell func(any) error, note func(string)) error {
	f.Watch.Tell, f.Watch.Note = tell, note
	return f.Watch.Run(ctx)
}

// Close ends the gate and the letter readers.
func (f *NabitFilm) Close() error { return errors.Join(f.gate.Close(), f.eyes.Close()) }
