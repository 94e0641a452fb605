package tabit

import (
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine/tabit"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// form is the sheet on which cards are written down.
type form struct {
	*model
	Round int // which one is corrected; 0: the one being played
	Hands []entry
}

// entry is one player's cards as they were written.
type entry struct {
	hand
	Field    string // begins the fields' names
	Word     string // the four letters
	Pictures [4]string
}

// tabSheet is filled in with what is known, or with what was written.
func (m *model) tabSheet(values url.Values) scoreboard.Sheet {
	f := &form{model: m}
	known := m.hands(m.Tab.Board)
	title := m.T("tabit.write.title", "n", m.Tab.Round)
	if n, err := strconv.Atoi(values.Get("round")); err == nil && n >= 1 && n <= len(m.Tab.Rounds) {
		f.Round, known, title = n, m.hands(m.Tab.Rounds[n-1].Players), m.T("tabit.correct.title", "n", n)
	}
	for i, h := range known {
		f.Hands = append(f.Hands, f.entry(i, h, values))
	}
	sheet := parts.DrawSheet(head.Templates(), f, title, "tabit-sheet-tab")
	sheet.Typed = f.typed(values.Has("p0.word"))
	return sheet
}

// entry takes a player's cards from the form, or else from what is known.
func (f *form) entry(i int, h hand, values url.Values) entry {
	e := entry{hand: h, Field: fmt.Sprintf("p%d.", i)}
	if !values.Has(e.Field + "word") {
		if h.Known {
			e.Word = spelling(h.Letters[:])
			for k, p := range h.Spread.Pictures {
				e.Pictures[k] = p.String()
			}
		}
		return e
	}
	e.Word = strings.ToUpper(strings.TrimSpace(values.Get(e.Field + "word")))
	for k := range e.Pictures {
		e.Pictures[k] = values.Get(fmt.Sprintf("%s%d", e.Field, k))
	}
	return e
}

// spelling is letters as they are written: a dash is a card that lies face down.
func spelling(letters []tabit.Letter) string {
	var word strings.Builder
	for _, l := range letters {
		if l == 0 {
			word.WriteByte('-')
		}
		word.WriteString(l.String())
	}
	return word.String()
}

// Kinds are the pictures to choose from.
func (f *form) Kinds() []tabit.Picture { return tabit.Pictures[:] }

// Of are a player's four boxes for pictures.
func (e entry) Of() []int { return []int{0, 1, 2, 3} }

// Shows is the picture written in a box.
func (e entry) Shows(k int) string { return e.Pictures[k] }

// Name is a field's name.
func (e entry) Name(k int) string { return fmt.Sprintf("%s%d", e.Field, k) }

// typed is the event of what was written, or what is missing.
func (f *form) typed(written bool) *scoreboard.Typed {
	type cards struct {
		Player string `json:"player"`
		tabit.Spread
	}
	var all []cards
	for i := range f.Hands {
		e := &f.Hands[i]
		spread, ok := e.spread()
		if !ok {
			if !written {
				return &scoreboard.Typed{}
			}
			return &scoreboard.Typed{Problem: f.T("tabit.write.missing", "who", e.Called)}
		}
		e.Spread, e.Known = spread, true
		e.Worth, e.Down = f.Tab.Options.Score(spread), spread.Down()
		e.Why = f.why(e.hand)
		all = append(all, cards{f.Players[i].Name, spread})
	}
	event := map[string]any{"type": tabit.Tabbed, "players": all}
	if f.Round > 0 {
		event["type"], event["round"] = tabit.Replaced, f.Round
	}
	typed := scoreboard.TypedEvent(event)
	typed.Shown = func(*scoreboard.State) template.HTML {
		return parts.Draw(head.Templates(), f, "tabit-trial")["tabit-trial"]
	}
	return typed
}

// spread is what was written, if it is four letters and four pictures; a dash or nothing is a card that lies face down.
func (e *entry) spread() (s tabit.Spread, ok bool) {
	word := strings.ReplaceAll(e.Word, " ", "")
	if len(word) != len(s.Letters) {
		return s, false
	}
	for i := range s.Letters {
		switch c := word[i]; {
		case c >= 'A' && c <= 'Z':
			s.Letters[i] = tabit.Letter(c)
		case c != '-':
			return s, false
		}
	}
	for i, name := range e.Pictures {
		k := slices.IndexFunc(tabit.Pictures[:], func(p tabit.Picture) bool { return p.String() == name })
		if k < 0 && name != "" {
			return s, false
		}
		if k >= 0 {
			s.Pictures[i] = tabit.Pictures[k]
		}
	}
	return s, true
}
