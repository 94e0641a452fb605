package viewer

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// View is one way of looking at a table. They differ in dress: what is shown, and how large.
type View int

// The views: for spectators, for players, for a screen on the wall, for a film's picture.
const (
	WatchView View = iota
	PlayView
	TVView
	OverlayView
)

// ViewNames are the views as addresses name them.
var ViewNames = [...]string{WatchView: "watch", PlayView: "play", TVView: "tv", OverlayView: "overlay"}

// TurnedCookie keeps how this device has turned the board.
const TurnedCookie = "turned"

// RemembersTurning reports whether a view keeps how its device has turned the board: those on hand-held screens. For a screen on a
// wall and for an overlay the address alone decides.
func RemembersTurning(v View) bool { return v == WatchView || v == PlayView }

// LookOf is how the request's sender looks at a table: the language of the address, of the cookie, or of the browser; and
// which way the board is turned, by the address or the cookie.
func LookOf(c echo.Context) scoreboard.Look {
	turned := c.QueryParam("turned")
	if cookie, err := c.Cookie(TurnedCookie); turned == "" && err == nil {
		turned = cookie.Value
	}
	quarters, err := strconv.Atoi(turned)
	if err != nil || quarters < 0 {
		quarters = 0
	}
	return scoreboard.Look{Texts: Language(c), Quarters: quarters % 4}
}

// LanguageCookie keeps the language that the reader chose on this device.
const LanguageCookie = "lang"

// Language is the reader's.
func Language(c echo.Context) *text.Texts { return LanguageOf(c.Request()) }

// LanguageOf is the language of the request's address, of its cookie, or of the browser.
func LanguageOf(r *http.Request) *text.Texts {
	if lang := r.URL.Query().Get("lang"); lang != "" {
		return text.For(lang)
	}
	if cookie, err := r.Cookie(LanguageCookie); err == nil {
		return text.For(cookie.Value)
	}
	return text.For(r.Header.Get("Accept-Language"))
}

// Seat is whose phone this is, as far as somebody said.
func Seat(c echo.Context, table string) string {
	cookie, err := c.Cookie("seat-" + table)
	if err != nil {
		return ""
	}
	return Pick(cookie.Value, "red", "purple", "yellow", "green")
}

// Pick answers the value if it is one of the allowed ones, else nothing.
func Pick(value string, allowed ...string) string {
	for _, a := range allowed {
		if a == value {
			return value
		}
	}
	return ""
}
