package web

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/frame"
	"tilewatch/web/oneway"
	"tilewatch/web/setup"
	"tilewatch/web/stream"
	"tilewatch/web/text"
	"tilewatch/web/viewer"
)

// policy lets a page load only what this program serves. Scripts are files, never in the page; the one style that may be in it is the
// house's own sheet, which is known by its sum.
var policy = sync.OnceValue(func() string {
	return "default-src 'none'; script-src 'self'; style-src 'self' '" + sumOf(static().style()) + "'; img-src 'self' data: blob:; font-src 'self'; " +
		"connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
})

// sumOf names what stands in a page for its policy.
func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// secure sets the headers of every answer.
func secure(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", policy())
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // with none, browsers would not say on plain http that a form is our own
		h.Set("Cache-Control", "no-store")
		return next(c)
	}
}

// ownHost refuses requests for a host name that is not this server's: a page of that name is a stranger's, even if its name leads here.
func (s *Server) ownHost(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.options.Hosts.Has(c.Request().Host) {
			s.guard.Alarms.Raise(access.ForeignHost, "from", c.RealIP(), "host", shortened(c.Request().Host))
			return errHost
		}
		return next(c)
	}
}

// shortened is a text of a stranger's that may stand in a line of the log, which quotes it.
func shortened(text string) string { return text[:min(len(text), 80)] }

// smallForms reads forms. Without it Go would take 32 MB of one, and put the rest on the disk. Photos and word lists are read as they arrive.
func smallForms(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Path() != photosPath && !slices.Contains(setup.LargeForms, c.Path()) {
			if err := access.ReadForm(c, access.FormLimit); err != nil {
				return err
			}
		}
		return next(c)
	}
}

// overHTTPS leads plain requests to https where the server is to answer nothing else. Not for ever: it may be started without, the next
// time.
func (s *Server) overHTTPS(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.options.SecureOnly || c.Scheme() == "https" {
			return next(c)
		}
		r := c.Request()
		host := r.Host
		if here, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok && host == "" { // HTTP/1.0, as health checks may
			host = here.String()
		}
		return c.Redirect(http.StatusTemporaryRedirect, "https://"+host+r.URL.RequestURI())
	}
}

// The refusals of package http's and our own checks of where a request comes from.
var (
	errHost = &access.Refusal{HTTPError: echo.NewHTTPError(http.StatusMisdirectedRequest,
		`this server does not know that name: open the address it printed, or start it with --host NAME if the name is its own`), Key: "error.host"}
	errCrossOrigin = &access.Refusal{HTTPError: echo.NewHTTPError(http.StatusForbidden,
		"this request came from another site: open this server's page and try again there; behind a proxy, start the server with --trust-proxy ADDRESS"), Key: "error.cross"}
)

// ownPages refuses what a page of another site sends: a form there would act, and a WebSocket would read, with the cookies of here.
func (s *Server) ownPages() echo.MiddlewareFunc {
	protection := http.NewCrossOriginProtection()
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			if protection.Check(r) != nil || oneway.Wanted(r) && !oneway.Own(r) {
				s.guard.Alarms.Raise(access.ForeignOrigin, "from", c.RealIP(), "origin", shortened(r.Header.Get("Origin")))
				return errCrossOrigin
			}
			return next(c)
		}
	}
}

// incompressible answers are streams and WebSockets, which must leave at once, and fonts, which are compressed already.
func incompressible(c echo.Context) bool {
	path := c.Request().URL.Path
	return c.IsWebSocket() || strings.HasSuffix(path, "/events") || strings.HasSuffix(path, ".woff2")
}

// apiError is the body of every failed answer.
type apiError struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// answerError writes an error as JSON. What went wrong inside stays in the log.
func (s *Server) answerError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	status, message := http.StatusInternalServerError, "internal error: try again, or see the server's log"
	var known *echo.HTTPError
	switch {
	case errors.As(err, &known):
		status = known.Code
		if said, ok := known.Message.(string); ok {
			message = said
		}
	case errors.Is(err, stream.ErrClosed), errors.Is(err, stream.ErrFull):
		status, message = http.StatusServiceUnavailable, err.Error()
		c.Response().Header().Set("Retry-After", "5")
	}
	if status >= 500 {
		s.options.Log.Error("answer failed", "route", c.Path(), "error", err) // the address itself may hold a link's key
	}
	page := wantsPage(c.Request())
	if page || viewer.Language(c).Lang != text.Default { // English has the cause in more detail, for programs too
		message = s.explained(c, err, status, message)
	}
	if page && s.errorPage(c, status, message) == nil {
		return
	}
	var body apiError
	body.Error.Code = strings.ReplaceAll(strings.ToLower(http.StatusText(status)), " ", "_")
	body.Error.Message = message
	if err := c.JSON(status, body); err != nil {
		s.options.Log.Debug("answer not sent", "error", err)
	}
}

// recovered notes a panic in the log, where everything else is, and not on standard output, and has it counted. The sender gets the same answer as for any failure.
func (s *Server) recovered(c echo.Context, err error, stack []byte) error {
	s.options.Log.Error("panic", "route", c.Path(), "error", err, "stack", string(stack))
	if s.options.Panicked != nil {
		s.options.Panicked()
	}
	return err
}

// wantsPage reports whether the request comes from a person's browser rather than from a program.
func wantsPage(r *http.Request) bool {
	return !strings.HasPrefix(r.URL.Path, "/api/") && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// explained is what went wrong in the reader's language, where there is a sentence for it.
func (s *Server) explained(c echo.Context, err error, status int, message string) string {
	t := viewer.Language(c)
	var known *access.Refusal
	if errors.As(err, &known) {
		return t.Say(known.Key, known.Pairs...)
	}
	if key := "error." + strconv.Itoa(status); t.Has(key) {
		return t.Say(key)
	}
	return message
}

// errorPage shows people what went wrong, and where to go on.
func (s *Server) errorPage(c echo.Context, status int, message string) error {
	t := viewer.Language(c)
	m := errorModel{Frame: s.Frame(c, t.Say("error.title")), Message: message, Links: status != http.StatusMisdirectedRequest, Code: status == http.StatusForbidden,
		Games: s.Mounted("/games")}
	if hint := fmt.Sprintf("error.%d.hint", status); t.Has(hint) {
		m.Hint = t.Say(hint)
	}
	return writeStatus(c, status, "error.html", m)
}

// errorModel is what the error page reads.
type errorModel struct {
	*frame.Frame
	Message string
	Links   bool   // whether our pages can be reached from here
	Hint    string // what else may help
	Code    bool   // whether a player's code would help
	Games   bool   // whether there is a list of games
}
