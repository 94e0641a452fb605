package snag

import (
	"encoding/json"
	"fmt"
	"html/template"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/snag"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

var (
	_ scoreboard.Teller   = page{}
	_ scoreboard.Narrator = page{}
)

// Deed is "Ana lays 34" or "Ben calls SNAG!".
func (page) Deed(s *scoreboard.State, event json.RawMessage, t *text.Texts) string {
	var e struct {
		Number int
		Tiles  []int
	}
	kind, who := parts.Deed(s, event, t, &e)
	switch {
	case kind == snag.Place && who == "":
		return t.Say("snag.deed.placed", "number", e.Number)
	case kind == snag.Captured && who == "":
		return t.Say("snag.deed.captured")
	}
	if key := "snag.deed." + kind; t.Has(key) {
		return t.Say(key, "who", who, "number", e.Number, "n", len(e.Tiles))
	}
	return ""
}

// race is a run and what became of it.
type race struct {
	tile    int // the number of the tile that completed it
	size    int
	maker   string
	taker   engine.Color // NoColor: nobody
	stolen  bool         // it was not its maker who took it
	guessed bool
	after   time.Duration // from the tile to the call; zero where nobody kept time
}

// races are the game's runs, in their order.
func races(steps []scoreboard.Told) []race {
	var all []race
	for i := 1; i < len(steps); i++ {
		before, now := stateOf(steps[i-1]), stateOf(steps[i])
		if before.Offer == nil || now.Offer != nil && now.Turn == before.Turn {
			continue
		}
		r := race{tile: before.Placed, size: len(before.Offer.Tiles), maker: fmt.Sprint(before.Offer.Maker)}
		if c := now.Last; c != nil && c.Turn == before.Turn {
			r.taker, r.stolen, r.guessed = steps[i].State.ColorOf(c.TakerSeat), fmt.Sprint(c.Player) != fmt.Sprint(c.Maker), c.Guessed
			if since := before.Offer.Since; !since.IsZero() && !r.guessed {
				r.after = max(0, steps[i].At.Sub(since))
			}
		}
		all = append(all, r)
	}
	return all
}

func stateOf(t scoreboard.Told) snag.State {
	s, _ := t.State.Detail.(snag.State)
	return s
}

// Story is who took which run when, and the races.
func (page) Story(steps []scoreboard.Told, look scoreboard.Look) template.HTML {
	last := steps[len(steps)-1].State
	m := newModel(&last, look)
	all := races(steps)
	if len(all) == 0 {
		return template.HTML("<p>" + m.T("snag.story.none") + "</p>")
	}
	return parts.Draw(head.Templates(), struct {
		*model
		Runs, People parts.Card
	}{m, m.runsCard(all), m.racersCard(all)}, "snag-story")["snag-story"]
}

// runsCard has a line for each run.
func (m *model) runsCard(all []race) parts.Card {
	card := parts.Card{Title: m.T("snag.story.runs"), Head: m.Heads("snag.story.", "tile", "size", "maker", "taker", "after")}
	for _, r := range all {
		taker := parts.Cell(m.T("snag.story.nobody"))
		if r.taker != engine.NoColor {
			taker = m.PlayerCell(r.taker)
		}
		card.Rows = append(card.Rows, []parts.CardCell{parts.Cell(r.tile), parts.Cell(r.size), parts.Cell(m.called(r.maker)), taker, parts.Cell(m.seconds(r.after))})
	}
	return card
}

// racersCard has a line for each player: the runs taken, those taken from others, and the fastest call.
func (m *model) racersCard(all []race) parts.Card {
	card := parts.Card{Title: m.T("snag.story.races"), Head: m.Heads("snag.story.", "player", "taken", "stolen", "lost", "fastest")}
	for seat, player := range m.Players {
		taken, stolen, lost, fastest := 0, 0, 0, time.Duration(0)
		for _, r := range all {
			own := m.called(r.maker) == m.Seat(seat)
			if r.taker == player.Color {
				taken++
				if r.stolen {
					stolen++
				}
				if r.after > 0 && (fastest == 0 || r.after < fastest) {
					fastest = r.after
				}
			} else if own && r.taker != engine.NoColor {
				lost++
			}
		}
		card.Rows = append(card.Rows, []parts.CardCell{m.PlayerCell(player.Color), parts.Cell(taken), parts.Cell(stolen), parts.Cell(lost), parts.Cell(m.seconds(fastest))})
	}
	return card
}

// called is whom the rules name, by name or by seat.
func (m *model) called(player string) string {
	var seat int
	if _, err := fmt.Sscan(player, &seat); err == nil && seat >= 0 && seat < len(m.Players) && fmt.Sprint(seat) == player {
		return m.Seat(seat)
	}
	return player
}

// seconds is a time as people say it; a dash where nobody kept it.
func (m *model) seconds(d time.Duration) string {
	if d == 0 {
		return "–"
	}
	return m.T("snag.story.seconds", "n", fmt.Sprintf("%.1f", d.Seconds()))
}
