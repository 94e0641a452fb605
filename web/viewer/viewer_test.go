package viewer

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

func asks(address string, header ...string) echo.Context {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	return echo.New().NewContext(r, httptest.NewRecorder())
}

func TestLook(t *testing.T) {
	for _, tt := range []struct {
		name string
		c    echo.Context
		lang string
		turn int
	}{
		{"a stranger reads English", asks("/"), "en", 0},
		{"the browser's language counts", asks("/", "Accept-Language", "es-MX,en;q=0.5"), "es", 0},
		{"the cookie counts more", asks("/", "Accept-Language", "es", "Cookie", "lang=en"), "en", 0},
		{"the address counts most", asks("/?lang=es", "Cookie", "lang=en"), "es", 0},
		{"a device keeps how it has turned the board", asks("/", "Cookie", "turned=3"), "en", 3},
		{"the address turns it otherwise", asks("/?turned=5", "Cookie", "turned=3"), "en", 1},
		{"nonsense turns nothing", asks("/?turned=-1"), "en", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if look := LookOf(tt.c); look.Texts.Lang != tt.lang || look.Quarters != tt.turn {
				t.Errorf("%s, %d quarters; want %s, %d", look.Texts.Lang, look.Quarters, tt.lang, tt.turn)
			}
		})
	}
}

func TestSeatIsAColorOrNothing(t *testing.T) {
	players := []scoreboard.Player{{Color: engine.Red, Name: "Ben"}, {Color: engine.Purple, Name: "Ana Müller"}, {Color: engine.Green}}
	for cookie, want := range map[string]string{"red": "red", "plaid": "", "red.Ben": "red", Seated("purple", players): "purple", Seated("green", players): "green",
		"red.ana+m%C3%BCller": "purple", "green.Cleo": "green", "red.%zz": "red", "plaid.Cleo": ""} {
		if got := Seat(asks("/", "Cookie", "seat-kitchen="+cookie), "kitchen", players); got != want {
			t.Errorf("%s: %q, want %q", cookie, got, want)
		}
	}
	if got := Seat(asks("/", "Cookie", "seat-garden=red"), "kitchen", players); got != "" {
		t.Errorf("another table's seat is taken: %q", got)
	}
}
