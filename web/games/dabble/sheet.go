package dabble

import (
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine/dabble"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// form is the sheet on which a rack is written down.
type form struct {
	*model
	At     int // whose rack, by seat
	Of     int // the round that has ended, if what the rack showed then is written; 0: it is written as it is now
	Words  [dabble.Tiers]string
	Unused string
}

// rackSheet is filled in with what is known, or with what was written.
func (m *model) rackSheet(values url.Values) scoreboard.Sheet {
	f := &form{model: m, At: m.openSeat(-1)}
	if n, err := strconv.Atoi(values.Get("seat")); err == nil && n >= 0 && n < len(m.Players) {
		f.At = n
	}
	f.Of = m.afterwards(values.Get("round"))
	for _, r := range m.Racks {
		if r.Seat != f.At || f.Of > 0 && f.Of != m.Game.Round {
			continue
		}
		for k, t := range r.Tiers {
			f.Words[k] = spelled(t.Tiles)
		}
		f.Unused = spelled(r.Unused)
	}
	written := values.Has("t2")
	if written {
		for k := range f.Words {
			f.Words[k] = upper(values.Get(f.Field(k)))
		}
		f.Unused = upper(values.Get("unused"))
	}
	sheet := parts.DrawSheet(head.Templates(), f, m.T("dabble.write.title", "who", m.Seat(f.At)), "dabble-sheet-rack")
	sheet.Typed = &scoreboard.Typed{}
	if written && (strings.Join(f.Words[:], "") != "" || f.Unused != "") {
		sheet.Typed = f.typed()
	}
	return sheet
}

// openSeat is the first seat after another whose rack is not known in this round; without one the first of all.
func (m *model) openSeat(after int) int {
	for i := range m.Players {
		seat := (after + 1 + i) % len(m.Players)
		if !slices.ContainsFunc(m.Racks, func(r rack) bool { return r.Seat == seat }) {
			return seat
		}
	}
	return 0
}

// afterwards is which round's end a rack is written of: the one asked about, or one that its timer has just ended.
func (m *model) afterwards(asked string) int {
	if len(m.Game.Missing) > 0 && asked == strconv.Itoa(m.Game.Missing[0].Round) {
		return m.Game.Missing[0].Round
	}
	if m.Game.Late && m.Game.Phase == dabble.Exchange {
		return m.Game.Round
	}
	return 0
}

// After is whose rack is written down next, as the sheet's query; empty if all are known then.
func (f *form) After() string {
	if f.Of > 0 {
		for _, m := range f.Game.Missing {
			if m.Seat != f.At {
				return fmt.Sprintf("?seat=%d&round=%d", m.Seat, m.Round)
			}
		}
		return ""
	}
	if next := f.openSeat(f.At); next != f.At && !slices.ContainsFunc(f.Racks, func(r rack) bool { return r.Seat == next }) {
		return fmt.Sprintf("?seat=%d", next)
	}
	return ""
}

// typed is the event of what was written. The rules say what is wrong with it.
func (f *form) typed() *scoreboard.Typed {
	unused := []string{}
	for _, r := range f.Unused {
		unused = append(unused, string(r))
	}
	event := map[string]any{"type": dabble.Racked, "player": f.At, "tiers": f.Words, "unused": unused}
	if f.Of > 0 {
		event["type"], event["round"] = dabble.Correct, f.Of
	}
	typed := scoreboard.TypedEvent(event)
	typed.Shown = func(after *scoreboard.State) template.HTML {
		m := newModel(after, f.Look)
		i := slices.IndexFunc(m.Racks, func(r rack) bool { return r.Seat == f.At })
		if i < 0 || f.Of > 0 && f.Of != m.Game.Round {
			return ""
		}
		return parts.Draw(head.Templates(), trial{m, m.Racks[i]}, "dabble-trial")["dabble-trial"]
	}
	return typed
}

// trial is a rack that is being written.
type trial struct {
	*model
	rack
}

// Done reports whether it has five words.
func (t trial) Done() bool {
	return !slices.ContainsFunc(t.Tiers[:], func(tier dabble.Tier) bool { return !tier.Valid })
}

// Lacking is how many tiles a tier lacks.
func (t trial) Lacking(tier dabble.Tier) int { return tier.Length - len(tier.Tiles) }

func upper(text string) string { return strings.ToUpper(strings.ReplaceAll(text, " ", "")) }

// spelled are tiles as they are written.
func spelled(tiles []dabble.Tile) string {
	text := ""
	for _, t := range tiles {
		text += t.Letter
	}
	return text
}

// Field is the name of a tier's field.
func (f *form) Field(k int) string { return fmt.Sprintf("t%d", f.Length(k)) }

// Length is how many tiles a tier has.
func (f *form) Length(k int) int { return k + dabble.Shortest }
