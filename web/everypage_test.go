package web

import (
	"fmt"
	"strings"
	"testing"

	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/desk"
	"tilewatch/web/stream"
	"tilewatch/web/webtest"
)

// TestEveryOtherPageIsAccessible lets axe look at the pages that only hosts and players see, at the overlay's parts, and at every
// game's views, on a small phone in Spanish, which is longer, and on a wide dark screen.
func TestEveryOtherPageIsAccessible(t *testing.T) {
	place := newSiteWith(t, Options{PIN: "4711"})
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "light")
	var pages []string
	kitchen := place.open(t, "kitchen")
	kitchen.Seat(&ruled{game: nabit.New(nil), table: kitchen})
	b.Open(place.Url + place.server.Link("kitchen", access.RoleHost))
	for _, s := range webtest.DemoGame(t)[:14] {
		webtest.Publish(t, kitchen, s)
	}
	pages = append(pages, "/host", "/t/kitchen/setup", "/t/kitchen/join", "/t/kitchen/camera", "/overlay/setup", "/nothing-here", "/how/nabit", "/how/snag", "/how/dabble", "/how/tabit")
	for _, part := range []string{"&theme=light", "scores&theme=dark&scale=2", "board&theme=dark", "turn&theme=light"} {
		pages = append(pages, "/overlay?part="+part)
	}
	for name, play := range otherGames(t) {
		table, err := place.server.OpenBeside(name)
		if err != nil {
			t.Fatal(err)
		}
		table.Seat(play(table))
		b.Open(place.Url + place.server.Link(name, access.RoleHost))
		for _, view := range []string{"watch", "play", "tv", "overlay", "setup"} {
			pages = append(pages, "/t/"+name+"/"+view)
		}
	}
	screens := []struct {
		lang, theme   string
		width, height int64
	}{{"es", "light", 320, 640}, {"en", "dark", 1920, 1080}}
	for _, screen := range screens {
		b.Dress(screen.width, screen.height, 1, screen.theme)
		b.Script(fmt.Sprintf(`document.cookie = 'lang=%s;path=/'`, screen.lang))
		for _, path := range pages {
			if small := screen.width < 400; small == strings.HasSuffix(path, "/tv") || !small && strings.Contains(path, "overlay") && !strings.HasSuffix(path, "setup") {
				continue // walls are wide; overlays are as they are anywhere
			}
			b.Open(place.Url + path)
			b.Until("what the stream tells is shown", `document.readyState === 'complete' && [...document.querySelectorAll('[data-part=board]')].every(part => part.shown !== undefined)`)
			b.Script(`for (const d of document.querySelectorAll('details')) d.open = true`)
			name := fmt.Sprintf("%s in %s, %s, at %d", path, screen.lang, screen.theme, screen.width)
			b.Accessible(name)
			if wide := b.Wide(); wide > 0 {
				t.Errorf("%s: %d pixels too wide", name, wide)
			}
			if small := b.SmallTargets(); small != "" {
				t.Errorf("%s: too small for a finger: %s", name, small)
			}
			b.Look(fmt.Sprintf("every-%d-%s", screen.width, fileName(path)))
		}
	}
	b.Clean(place.Url, true) // what is not there is not found
}

// otherGames are the games besides NAB-IT!, each in the middle of one, by their tables' names.
func otherGames(t *testing.T) map[string]func(*stream.Table) desk.Desk {
	return map[string]func(*stream.Table) desk.Desk{
		"dabble": func(t2 *stream.Table) desk.Desk {
			d := webtest.NewDabbleTable(t, t2, "", "Ana", "Ben")
			d.Seen(webtest.BenRack)
			d.Seen(webtest.AnaRack)
			return d
		},
		"tabit": func(t2 *stream.Table) desk.Desk {
			d := webtest.NewTabitTable(t, t2, "Ana", "Ben")
			d.Seen(webtest.CardsOf("tab", webtest.AnaUp, webtest.BenUp))
			d.Seen(webtest.CardsOf("cards", webtest.AnaUp, webtest.BenDown))
			return d
		},
		"snag": func(t2 *stream.Table) desk.Desk {
			d := webtest.NewSnagTable(t, t2, "Ana", "Ben", "Cleo")
			d.Place(4, 5, 50, 6, 7)
			return d
		},
	}
}

// fileName is a path as the name of a picture.
func fileName(path string) string {
	out := []rune(path)
	for i, r := range out {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') {
			out[i] = '-'
		}
	}
	return string(out)
}
