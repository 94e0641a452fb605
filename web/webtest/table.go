package webtest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tilewatch/engine/game"
	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// publisher shows a state: a table.
type publisher interface {
	Publish(s scoreboard.State) (uint64, error)
}

// gameTable is a table with a game's rules behind it, as people and a camera use it.
type gameTable struct {
	t     *testing.T
	mu    sync.Mutex
	Game  game.Table
	shown func(state any) scoreboard.State
	table publisher // nil: nobody looks
}

func newGameTable(t *testing.T, table publisher, rules game.Table, shown func(any) scoreboard.State, options string, players ...string) *gameTable {
	t.Helper()
	d := &gameTable{t: t, Game: rules, shown: shown, table: table}
	names, err := json.Marshal(players)
	if err != nil {
		t.Fatal(err)
	}
	d.Seen(fmt.Sprintf(`{"type":"start","players":%s,"options":{%s}}`, names, options))
	return d
}

// Do takes what people tap, in the order in which it comes. The server's clock says when.
func (d *gameTable) Do(_ context.Context, c desk.Command) (desk.Outcome, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	event, err := game.Stamped(c.Event, time.Now())
	if err != nil {
		return desk.Outcome{}, err
	}
	a := d.Game.Handle(event)
	answer, err := json.Marshal(a)
	if err != nil || !a.OK {
		return desk.Outcome{Answer: answer, Rule: a.Violations[0].Rule, Why: a.Violations[0].Message}, err
	}
	s := d.State()
	if d.table != nil {
		_, err = d.table.Publish(s)
	}
	return desk.Outcome{Answer: answer, OK: true, State: s}, err
}

// Try says what an event would bring.
func (d *gameTable) Try(_ context.Context, c desk.Command) (desk.Outcome, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	rules, can := d.Game.(game.Historian)
	if !can {
		return desk.Outcome{}, desk.ErrNoTrial
	}
	a, after := rules.Try(c.Event)
	answer, err := json.Marshal(a)
	if err != nil || !a.OK {
		return desk.Outcome{Answer: answer, Rule: a.Violations[0].Rule, Why: a.Violations[0].Message}, err
	}
	return desk.Outcome{Answer: answer, OK: true, State: d.page(after)}, nil
}

// Seen takes what the camera reports.
func (d *gameTable) Seen(event string) scoreboard.State {
	d.t.Helper()
	o, err := d.Do(context.Background(), desk.Command{Event: json.RawMessage(event)})
	if err != nil || !o.OK {
		d.t.Fatalf("%s: %v %s", event, err, o.Why)
	}
	return o.State
}

// State is what the table shows now.
func (d *gameTable) State() scoreboard.State {
	s := d.page(d.Game)
	s.Events = len(d.Game.Events())
	if s.Events > 1 {
		s.Undo = &scoreboard.Deed{Type: "undo"}
	}
	if told, err := retold.Of(d.Game, d.shown); err == nil && s.Status == scoreboard.Finished {
		s.Feats = told.Feats()
	}
	return s
}

// page is what the table shows of a game, with what no longer fits in it.
func (d *gameTable) page(rules game.Table) scoreboard.State {
	s := d.shown(rules.State())
	if w, misfit := game.Misfit(rules); misfit {
		s.Warnings = append(s.Warnings, w)
	}
	return s
}

// PartsOf checks that each state's parts can be drawn in every language, with words for all they say and with names made harmless;
// and that the English ones have the wanted texts.
func PartsOf(t *testing.T, name string, states map[string]scoreboard.State, wants map[string][]string) {
	t.Helper()
	for _, lang := range text.Langs() {
		for at, s := range states {
			s = scoreboard.Complete(s, nil, s.Drawn)
			got, all := parts.Render(&s, s.Drawn, scoreboard.Look{Texts: lang}), ""
			for _, part := range []string{"head", "turn", "players", "board", "last", "words", "tools", "notes"} {
				html, ok := got[part]
				if !ok || strings.Contains(string(html), name+".") || strings.Contains(string(html), "<b>Ben <b>") || strings.Contains(string(html), "ZgotmplZ") {
					t.Errorf("%s, %s: part %s is %q", lang.Lang, at, part, html)
				}
				all += string(html)
			}
			for _, w := range wants[at] {
				if lang.Lang == text.Default && !strings.Contains(all, w) {
					t.Errorf("%s: %q is not on the page", at, w)
				}
			}
		}
	}
}
