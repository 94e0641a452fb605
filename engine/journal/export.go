package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Game is a game with all its events.
type Game struct {
	Header
	Events []Event
}

// The lines of a file. Times are RFC 3339 in UTC, to the microsecond.
type (
	headerLine struct {
		Tilewatch string    `json:"tilewatch"` // always "game"
		Version   int       `json:"version"`
		Game      string    `json:"game"`
		Kind      string    `json:"kind"`
		Title     string    `json:"title"`
		Players   []string  `json:"players"`
		Created   time.Time `json:"created"`
		Sum       *Sum      `json:"sum,omitempty"`
	}
	eventLine struct {
		Seq   uint64          `json:"seq"`
		Time  time.Time       `json:"time"`
		Event json.RawMessage `json:"event"`
		Sum   *Sum            `json:"sum,omitempty"`
	}
	endLine struct {
		End uint64 `json:"end"`
		Sum *Sum   `json:"sum,omitempty"`
	}
)

// Write writes the game as NDJSON, one object a line:
//
//	{"tilewatch":"game","version":1,"game":ID,"kind":"nabit","title":T,"players":[...],"created":TIME,"sum":SUM}
//	{"seq":1,"time":TIME,"event":{...},"sum":SUM}
//	...
//	{"end":LAST,"sum":SUM}
//
// The same game is always the same bytes. The end line holds the number and the checksum of the last event, so that a
// file that was cut off is noticed. Files may be joined: game follows upon game.
func Write(w io.Writer, g Game) error {
	lines := newLines(w)
	sum, last := g.Header.Sum(), Root(g.Game)
	players := append([]string{}, g.Players...)
	lines.write(headerLine{"game", Version, g.Game, g.Kind, g.Title, players, g.Created.UTC(), &sum})
	for _, e := range g.Events {
		lines.write(eventLine{e.Seq, e.Time.UTC(), e.Payload, &e.Sum})
		last = e.Sum
	}
	lines.write(endLine{uint64(len(g.Events)), &last})
	return lines.err
}

// lines writes objects, one a line, until the first error.
type lines struct {
	to   io.Writer
	b    bytes.Buffer
	json *json.Encoder
	err  error
}

func newLines(w io.Writer) *lines {
	l := &lines{to: w}
	l.json = json.NewEncoder(&l.b)
	l.json.SetEscapeHTML(false) // or payloads would not stay as they are
	return l
}

func (l *lines) write(line any) {
	if l.err != nil {
		return
	}
	l.b.Reset()
	if l.err = l.json.Encode(line); l.err == nil {
		_, l.err = l.to.Write(l.b.Bytes())
	}
}

// Load is the whole game of that name. With a *Damage it holds the events before it.
func Load(ctx context.Context, j Journal, game string) (Game, error) {
	games, err := j.Games(ctx)
	if err != nil {
		return Game{Header: Header{Game: game}}, err
	}
	for _, info := range games {
		if info.Game == game {
			return info.Load(ctx, j)
		}
	}
	return Game{Header: Header{Game: game}}, fmt.Errorf("game %q: %w", game, ErrNoGame)
}

// Load is the whole game. With a *Damage it holds the events before it, below a header that can be written; a game without any is damaged.
func (i Info) Load(ctx context.Context, j Journal) (Game, error) {
	g := Game{Header: i.Header}
	for e, err := range j.Read(ctx, i.Game, 1) {
		if err != nil {
			return g, err
		}
		g.Events = append(g.Events, e)
	}
	switch {
	case i.Damage != nil:
		g.Header = g.Header.Usable(g.Game, g.Events)
		return g, i.Damage
	case len(g.Events) == 0: // a repair of an earlier version left it so
		return g, &Damage{Game: i.Game, Seq: 1, Reason: "it is missing"}
	}
	return g, nil
}
