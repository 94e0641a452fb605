package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Version is the format of the envelope around an event, and of the files. A newer one is refused, not guessed at.
const Version = 1

// Limits of what is kept, so that no file can fill the memory.
const (
	MaxPayload = 256 << 10 // bytes of one event
	maxTitle   = 200       // bytes
	maxPlayers = 16
	maxPlayer  = 40 // bytes
)

// Journal is a store of games. All methods may be called from any goroutine.
type Journal interface {
	// Create begins a game with its first events, all or none. ErrExists: there is a game of that name.
	Create(ctx context.Context, h Header, entries ...Entry) error
	// Append adds events after the one numbered after, all or none. If the game's last event has another number, the
	// answer is a *Conflict and nothing is added: two writers never fork a game. ErrNoGame: there is no such game.
	Append(ctx context.Context, game string, after uint64, entries ...Entry) error
	// Read are the events from the number on (the first is 1) up to the last at the time of the call. Each is checked
	// against its checksum; a *Damage ends them.
	Read(ctx context.Context, game string, from uint64) iter.Seq2[Event, error]
	// Games are all games, the one changed last at the end.
	Games(ctx context.Context) ([]Info, error)
	// Close lets go of the store. No other method may be called afterwards.
	Close() error
}

// Header is what is known of a game from its beginning and never changes.
type Header struct {
	Game    string    // its name: lower-case letters, digits and dashes, at most 64; see NewID
	Kind    string    // which game: nabit, snag, dabble, tabit
	Title   string    // for people
	Players []string  // in turn order; empty if they join as they play
	Created time.Time // kept to the microsecond
}

// Entry is an event to be kept.
type Entry struct {
	Time    time.Time       // kept to the microsecond; zero: now
	Payload json.RawMessage // a JSON object; kept as it is, but for spaces between its parts
}

// Event is an event as it is kept: the envelope and the payload.
type Event struct {
	Game    string
	Seq     uint64 // from 1, without gaps
	Version int    // format of the envelope
	Time    time.Time
	Kind    string // which game
	Payload json.RawMessage
	Sum     Sum // over the event and all before it
}

// Info is one game of a list.
type Info struct {
	Header
	Last    uint64    // number of the last event; 0 if there is none
	Head    Sum       // checksum of the last event; zero where a journal's list does not have it
	Changed time.Time // of the last event, or when the game was created
	Begun   int64     // grows from game to game as they were begun, whatever the clock was; 0: not known
	Place   int64     // the same as they were changed last
	Damage  *Damage   // what is wrong with the header, if anything is
}

var (
	// ErrNoGame is the answer where a game is named that is not there.
	ErrNoGame = errors.New("no such game")
	// ErrExists is the answer to the creation of a game that is there.
	ErrExists = errors.New("the game already exists")
	// ErrFull says that the store cannot grow. What was kept is safe, and the same call may succeed later.
	ErrFull = errors.New("the disk is full: free some space")
	// ErrFiles says that the program has as many files and connections open as the system allows it.
	ErrFiles = errors.New("too many files and connections are open: close pages, or start after \"ulimit -n\" with a larger number")
	// ErrReadOnly says that the store may not be written.
	ErrReadOnly = errors.New("cannot write to the data folder: check its permissions, or choose another with --data")
	// ErrBusy says that another program held the store for too long. The same call may succeed later.
	ErrBusy = errors.New("another program uses the journal: stop it, or try again")
	// ErrInUse says that another program keeps its games where this one would.
	ErrInUse = errors.New("another tilewatch uses this data folder: stop it, or choose another folder with --data")
	// ErrStorage says that the disk failed in some other way.
	ErrStorage = errors.New("the disk of the data folder has errors: choose another folder with --data")
	// ErrNewer says that the data were written by a newer version.
	ErrNewer = errors.New("written by a newer version of tilewatch: update this one")
	// ErrClosed says that the journal has been closed.
	ErrClosed = errors.New("the journal is closed")
)

// Conflict says that a game's last event is not the one that the writer knew: another one has written.
type Conflict struct {
	Game        string
	After, Last uint64 // the last event as the writer knew it, and the actual one
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("game %q has %d events, not %d: another program wrote to it", c.Game, c.Last, c.After)
}

// Damage says what is wrong with a game, and where the good events end.
type Damage struct {
	Game   string // empty if not even that is known
	Line   int    // of a file, from 1; 0 in a store
	Seq    uint64 // the first event that is not good; 0: the header
	Reason string
}

func (d *Damage) Error() string {
	if d.Game == "" && d.Line == 0 {
		return fmt.Sprintf("%s: run \"tilewatch games repair\" to keep the good events", d.Reason)
	}
	where := "the header"
	if d.Seq > 0 {
		where = fmt.Sprintf("event %d", d.Seq)
	}
	if d.Line > 0 {
		return fmt.Sprintf("line %d: %s of game %q: %s", d.Line, where, d.Game, d.Reason)
	}
	return fmt.Sprintf("%s of game %q is damaged: %s: run \"tilewatch games repair\" to keep the good events", where, d.Game, d.Reason)
}

var idPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// Checked is the header as it is kept, or its error.
func (h Header) Checked() (Header, error) {
	switch {
	case !IsID(h.Game):
		return h, fmt.Errorf("bad game id %q: use up to 64 lower-case letters, digits and dashes", Shortened(h.Game))
	case !IsID(h.Kind):
		return h, fmt.Errorf("no game called %q", Shortened(h.Kind))
	case len(h.Title) > maxTitle || !isText(h.Title):
		return h, fmt.Errorf("bad title %q: use at most %d bytes of text in one line", Shortened(h.Title), maxTitle)
	case len(h.Players) > maxPlayers:
		return h, fmt.Errorf("%d players are too many: at most %d", len(h.Players), maxPlayers)
	}
	for _, p := range h.Players {
		if p == "" || len(p) > maxPlayer || !isText(p) {
			return h, fmt.Errorf("bad player name %q: use 1 to %d bytes of text", Shortened(p), maxPlayer)
		}
	}
	h.Players = slices.Clone(h.Players)
	var err error
	h.Created, err = keptTime(h.Created)
	return h, err
}

// IsID reports whether a game, or a kind of game, can have that name.
func IsID(name string) bool { return idPattern.MatchString(name) }

// isText reports whether the text can be shown anywhere: what controls a terminal cannot.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl) }

// Shortened is as much of a text as a message shows.
func Shortened(s string) string {
	if len(s) > 80 {
		return s[:80] + "..."
	}
	return s
}

// keptTime is the time as it is kept: now if none is given.
func keptTime(t time.Time) (time.Time, error) {
	if t.IsZero() {
		t = time.Now()
	}
	t = t.UTC().Truncate(time.Microsecond)
	if y := t.Year(); y < 1970 || y > 9999 {
		return t, fmt.Errorf("bad year %d", y)
	}
	return t, nil
}

// Link makes events of entries: numbered after the one of that number, and chained to it by its checksum; Root's, before the first. The error
// says what is wrong with an entry.
func Link(h Header, after uint64, before Sum, entries []Entry) ([]Event, error) {
	events := make([]Event, len(entries))
	for i, entry := range entries {
		payload, err := compact(entry.Payload)
		if err != nil {
			return nil, err
		}
		e := Event{Game: h.Game, Seq: after + uint64(i) + 1, Version: Version, Kind: h.Kind, Payload: payload}
		if e.Time, err = keptTime(entry.Time); err != nil {
			return nil, err
		}
		e.Sum = e.chained(before)
		events[i], before = e, e.Sum
	}
	return events, nil
}

// compact is the payload without spaces between its parts.
func compact(payload []byte) ([]byte, error) {
	if len(payload) > MaxPayload {
		return nil, fmt.Errorf("an event of %d bytes is too long: at most %d", len(payload), MaxPayload)
	}
	var out bytes.Buffer
	out.Grow(len(payload))
	if err := json.Compact(&out, payload); err != nil {
		return nil, fmt.Errorf("the event is not JSON: %w", err)
	}
	if out.Len() == 0 || out.Bytes()[0] != '{' {
		return nil, fmt.Errorf("the event is not a JSON object: %.40q", payload)
	}
	return out.Bytes(), nil
}
