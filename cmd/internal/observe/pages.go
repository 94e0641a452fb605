package observe

import (
	"log/slog"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tilewatch/web"
)

// Mount adds /metrics and /readyz, and counts every answer. Nothing there names a player, a link or a picture.
func (m *Meter) Mount(s *web.Server, e *echo.Echo) {
	m.Gauge("phones", "Pages and programs that follow a table now.", func() float64 { return float64(s.Counts().Phones) })
	m.Gauge("phones_dropped", "Phones that were disconnected for being slow, so far.", func() float64 { return float64(s.Counts().Dropped) })
	m.Gauge("tables", "Open tables.", func() float64 { return float64(s.Counts().Tables) })
	e.Use(m.count)
	e.GET("/metrics", echo.WrapHandler(promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		MaxRequestsInFlight: 2, ErrorLog: slog.NewLogLogger(m.log.Handler(), slog.LevelWarn), DisableCompression: true})))
	e.GET("/readyz", m.ready)
}

// count notes each answer by its route. Routes are few: all addresses that strangers make up are one.
func (m *Meter) count(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if err != nil {
			c.Error(err) // answered here, so that its status is known
		}
		route := c.Path()
		if c.Response().Status == http.StatusNotFound {
			route = "other"
		}
		m.requests.WithLabelValues(route, strconv.Itoa(c.Response().Status)).Inc()
		return nil
	}
}

// readiness is the body of /readyz. Why it is not ready is in the log, and on the pages of those at the table.
type readiness struct {
	Status  string   `json:"status"` // ready, or failing
	Camera  string   `json:"camera,omitempty"`
	Reads   float64  `json:"reads,omitempty"`           // pictures a second, while this computer is too slow for its camera
	Of      float64  `json:"of,omitempty"`              // which gives so many
	Skipped int      `json:"skipped_percent,omitempty"` // the share that is skipped
	Damaged *damaged `json:"damaged,omitempty"`         // games were, and the host has not said to have seen it
}

// damaged sums up the mishaps. The host's page has the names.
type damaged struct {
	Saved int `json:"saved"` // games, from damaged files, or mended in place
	Cut   int `json:"cut"`   // games that are not whole
	Aside int `json:"aside"` // events that no game leads to
}

// damaged is nil if there is nothing to tell.
func (m *Meter) damaged() *damaged {
	var sum *damaged
	for _, r := range m.reports() {
		if sum == nil {
			sum = &damaged{}
		}
		sum.Saved, sum.Cut, sum.Aside = sum.Saved+r.Games, sum.Cut+len(r.Cut), sum.Aside+r.Aside
	}
	return sum
}

func (m *Meter) ready(c echo.Context) error {
	slow := m.slowness()
	m.mu.Lock()
	r := readiness{Status: "ready", Camera: string(m.camera), Reads: slow.Reads, Of: slow.Of, Skipped: slow.Percent}
	m.mu.Unlock()
	r.Damaged = m.damaged()
	if err := m.Ready(c.Request().Context()); err != nil {
		m.log.Warn("not ready", "error", err)
		r.Status = "failing"
		return c.JSON(http.StatusServiceUnavailable, r)
	}
	return c.JSON(http.StatusOK, r)
}
