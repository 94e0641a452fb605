package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tilewatch/engine/ndjson"
)

// Limits of a file.
const (
	maxLine = MaxPayload + 4096 // bytes
	// MaxEvents is how many events a game has at most.
	MaxEvents = 1 << 20
	maxGame   = 256 << 20 // bytes of one game's events
)

// Reader reads games from a file that Write wrote, or that somebody else wrote in that form. Checksums may be missing,
// all of them or none: then nothing is compared.
type Reader struct {
	// Judge, if set, is given every event in order; its error makes the event a bad one.
	Judge func(Event) error

	lines *ndjson.Reader
}

// NewReader reads from r. A line that never ends is refused, and so are empty lines without end.
func NewReader(r io.Reader) *Reader {
	lines := ndjson.NewReader(r, maxLine)
	lines.Stop = true
	return &Reader{lines: lines}
}

// Next is the next game, with its events numbered, linked and checked; io.EOF if there is none. A *Damage names the
// line and the event where the file stops making sense; the game then holds what is good before it, if it has a
// header, and nothing more can be read.
func (r *Reader) Next() (Game, error) {
	text, err := r.read()
	if err != nil {
		return Game{}, err
	}
	g := &incoming{reader: r}
	if err := g.begin(text); err != nil {
		return Game{}, err
	}
	for {
		text, err := r.read()
		var long *Damage
		switch {
		case errors.Is(err, io.EOF):
			err = g.damage("the file ends here, without the game's end line: it was cut off")
		case errors.As(err, &long):
			err = g.damage("%s", long.Reason)
		}
		if err != nil {
			return g.Game, err
		}
		if done, err := g.take(text); done || err != nil {
			return g.Game, err
		}
	}
}

// incoming is a game being read.
type incoming struct {
	Game
	reader *Reader
	before Sum // of the event before the next
	summed bool
	bytes  int
}

// line is the number of the line read last; at the end of the file, of the one that is missing.
func (g *incoming) line() int { return g.reader.lines.Number() }

func (g *incoming) damage(format string, args ...any) error {
	return &Damage{Game: g.Header.Game, Line: g.line(), Seq: uint64(len(g.Events)) + 1, Reason: fmt.Sprintf(format, args...)}
}

func (g *incoming) begin(text []byte) error {
	var l headerLine
	wrong := func(format string, args ...any) error {
		return &Damage{Game: Shortened(l.Game), Line: g.line(), Reason: fmt.Sprintf(format, args...)}
	}
	if err := json.Unmarshal(text, &l); err != nil {
		return wrong("not a header line: %v", err)
	}
	switch {
	case l.Tilewatch != "game":
		return wrong(`not a header line: it has no "tilewatch":"game"`)
	case l.Version > Version:
		return fmt.Errorf("line %d: game %q: %w", g.line(), Shortened(l.Game), ErrNewer)
	case l.Version < 1:
		return wrong("the version is missing")
	}
	h, err := Header{l.Game, l.Kind, l.Title, l.Players, l.Created}.Checked()
	if err != nil {
		return wrong("%v", err)
	}
	if l.Sum != nil && *l.Sum != h.Sum() {
		return wrong("its checksum is wrong: it was changed")
	}
	if len(h.Players) == 0 {
		h.Players = nil
	}
	g.Header, g.summed, g.before = h, l.Sum != nil, Root(h.Game)
	return nil
}

// take reads one more line; done says that it was the last.
func (g *incoming) take(text []byte) (done bool, err error) {
	var l struct {
		eventLine
		End *uint64 `json:"end"`
	}
	if err := json.Unmarshal(text, &l); err != nil {
		return false, g.damage("not a line of a game: %v", err)
	}
	if (l.Sum != nil) != g.summed {
		return false, g.damage("checksums are on some lines only")
	}
	if l.End != nil {
		return true, g.end(*l.End, l.Sum)
	}
	return false, g.add(l.eventLine)
}

func (g *incoming) end(last uint64, sum *Sum) error {
	switch {
	case last != uint64(len(g.Events)):
		return g.damage("the end line says %d events, but there are %d", last, len(g.Events))
	case sum != nil && *sum != g.before:
		return g.damage("the end line's checksum is not the last event's")
	}
	return nil
}

func (g *incoming) add(l eventLine) error {
	next := uint64(len(g.Events)) + 1
	switch g.bytes += len(l.Event); {
	case l.Seq != next:
		return g.damage("it is numbered %d, not %d", l.Seq, next)
	case next > MaxEvents || g.bytes > maxGame:
		return g.damage("a game holds %d events of %d MB in all, at most", MaxEvents, maxGame>>20)
	case l.Time.IsZero():
		return g.damage("it has no time")
	}
	events, err := Link(g.Header, next-1, g.before, []Entry{{l.Time, l.Event}})
	if err != nil {
		return g.damage("%v", err)
	}
	if l.Sum != nil && *l.Sum != events[0].Sum {
		return g.damage("its checksum is wrong: it was changed")
	}
	if g.reader.Judge != nil {
		if err := g.reader.Judge(events[0]); err != nil {
			return g.damage("%v", err)
		}
	}
	g.Events, g.before = append(g.Events, events[0]), events[0].Sum
	return nil
}

// read is the next line that is not empty.
func (r *Reader) read() ([]byte, error) {
	for empty := 0; ; empty++ {
		text, err := r.lines.Next()
		if empty > maxLine {
			return nil, &Damage{Line: r.lines.Number(), Reason: "there are only empty lines"}
		}
		if errors.Is(err, ndjson.ErrTooLong) {
			return nil, &Damage{Line: r.lines.Number(), Reason: err.Error()}
		}
		if err != nil || len(bytes.TrimSpace(text)) > 0 {
			return text, err
		}
	}
}
