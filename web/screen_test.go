package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/nabit"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

// kitchen is a site with a table where a game of NAB-IT! can be played.
func kitchen(t *testing.T) (*site, *stream.Table) {
	t.Helper()
	place := newSite(t)
	table := place.open(t, "kitchen")
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	return place, table
}

// drawn is true once the page has drawn its game, in its own letters.
const drawn = `document.querySelector('[data-part=board]')?.shown !== undefined && document.fonts.status === 'loaded'`

// A screen shows a page of the kitchen's table in a language.
type screen struct {
	view, theme   string
	width, height int64
	lang          *text.Texts
}

// screensOf are screens in the languages of these numbers.
func screensOf(all []screen, langs ...int) []screen {
	for i, n := range langs {
		all[i].lang = text.Langs()[n%len(text.Langs())]
	}
	return all
}

// shownOn is a browser with the screen's page, where nothing moves. States are published to it: opening it for each would take most of a test's time.
type shownOn struct {
	*browsertest.Browser
	screen
	t     *testing.T
	table *stream.Table
	place *site
	count int
}

// on is the browser as the screen. The page is opened with the first state.
func (s screen) on(t *testing.T, b *browsertest.Browser, place *site, table *stream.Table) *shownOn {
	t.Helper()
	b.Dress(s.width, s.height, 1, s.theme)
	b.Still(s.theme)
	b.Script(fmt.Sprintf(`document.cookie = 'lang=%s;path=/'`, s.lang.Lang))
	return &shownOn{Browser: b, screen: s, t: t, table: table, place: place}
}

// show publishes the state, and waits until the page shows it. where says what is shown.
func (s *shownOn) show(name string, state scoreboard.State) (where string) {
	s.t.Helper()
	s.count++
	state.Events = 1000 + s.count
	webtest.Publish(s.t, s.table, state)
	if s.count == 1 {
		s.Open(s.place.Url + "/t/kitchen/" + s.view)
	}
	where = fmt.Sprintf("%s, %s at %dx%d in %s", name, s.view, s.width, s.height, s.lang.Lang)
	s.Until(where+" is drawn", fmt.Sprintf(`document.body.dataset.count === '%d' && %s`, state.Events, drawn))
	return where
}

// fits holds what is shown to the screen; in these elements text may be shortened.
func (s *shownOn) fits(where string, except ...string) {
	s.t.Helper()
	if wide := s.Wide(); wide > 0 {
		s.t.Errorf("%s: %d pixels too wide", where, wide)
	}
	if s.view == "tv" {
		if small, out := tooSmall(s.Browser, s.height), browsertest.Eval[string](s.Browser, beyond); len(small) > 0 || out != "" {
			s.t.Errorf("%s: too small are %s; cut, or beyond the screen: %s", where, small, out)
		}
		return
	}
	unfit := slices.DeleteFunc(strings.Split(s.Unfit(), "\n"), func(line string) bool {
		in := strings.TrimSpace(line[strings.LastIndex(line, " in ")+1:])
		return line == "" || slices.Contains(except, strings.TrimPrefix(in, "in "))
	})
	if len(unfit) > 0 {
		s.t.Errorf("%s: does not fit: %s", where, strings.Join(unfit, "; "))
	}
}
