package web

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"tilewatch/web/text"
)

// view is one way of looking at a table. They differ in dress: what is shown, and how large.
type view int

const (
	watchView view = iota
	playView
	tvView
	overlayView
)

var viewNames = [...]string{watchView: "watch", playView: "play", tvView: "tv", overlayView: "overlay"}

// turnedCookie keeps how this device has turned the board.
const turnedCookie = "turned"

// remembersTurning tells whether a view keeps how its device has turned the board: those that can be held. What hangs on a wall or
// lies over a film is told by its address alone.
func remembersTurning(v view) bool { return v == watchView || v == playView }

// lookOf is how the request's sender looks at a table: the language of the address, of the cookie, or of the browser; and
// which way the board is turned, by the address or the cookie.
func lookOf(c echo.Context) Look {
	turned := c.QueryParam("turned")
	if cookie, err := c.Cookie(turnedCookie); turned == "" && err == nil {
		turned = cookie.Value
	}
	quarters, err := strconv.Atoi(turned)
	if err != nil || quarters < 0 {
		quarters = 0
	}
	return Look{Texts: language(c), Quarters: quarters % 4}
}

func language(c echo.Context) *text.Texts {
	if lang := c.QueryParam("lang"); lang != "" {
		return text.For(lang)
	}
	if cookie, err := c.Cookie("lang"); err == nil {
		return text.For(cookie.Value)
	}
	return text.Accepted(c.Request().Header.Get("Accept-Language"))
}

// seat is whose phone this is, as far as somebody said.
func seat(c echo.Context, table string) string {
	cookie, err := c.Cookie("seat-" + table)
	if err != nil {
		return ""
	}
	return pick(cookie.Value, "red", "purple", "yellow", "green")
}

// pick answers the value if it is one of the allowed ones, else nothing.
func pick(value string, allowed ...string) string {
	for _, a := range allowed {
		if a == value {
			return value
		}
	}
	return ""
}
