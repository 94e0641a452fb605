// Package observe lets an operator see what a server does: figures for Prometheus at /metrics, whether it is ready at
// /readyz, a line in the log for each thing that happens at the table, with game and turn, and, if asked for, the pictures of
// the turns that were doubtful. It looks on; nothing depends on it.
package observe

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine/journal"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/setup"
)

// Meter counts what a server does. All methods may be called from any goroutine.
type Meter struct {
	registry *prometheus.Registry
	log      *slog.Logger
	frames   *Frames // nil: no pictures are kept

	seen, readings, lines, doubts, faults, requests, kept, panics, incidents *prometheus.CounterVec
	reading, delay, keeping, photo                                           prometheus.Histogram

	mu      sync.Mutex
	arrived time.Time               // when the newest frame came
	turn    int                     // reported last
	game    string                  // whose events were kept last
	failing error                   // of the newest write to the journal
	store   journal.Journal         // what Ready asks; nil: nothing is kept
	camera  source.StatusKind       // the newest news of it
	slow    pipeline.Held           // the newest news of this computer's speed
	mishaps Mishaps                 // nil: there are none
	told    map[string]setup.Notice // what the host is to know and has not said to have seen, by key

	asking   sync.Mutex
	asked    time.Time // when the store was last checked for writing
	answered error     // the result of that check
}

// upTo are the bounds of the histograms in seconds: a reading takes some tens of milliseconds, a slow disk a second.
var upTo = []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}

// New makes a meter that notes what happens in the log. frames keeps the pictures of doubtful turns; nil: nobody does.
func New(log *slog.Logger, frames *Frames) *Meter {
	m := &Meter{registry: prometheus.NewRegistry(), log: log, frames: frames, told: map[string]setup.Notice{}}
	m.seen = m.counter("frames_total", "Pictures of the table that came, by what became of them: taken, or dropped because something newer was there.", "what")
	m.readings = m.counter("readings_total", "Pictures that were read, by result.", "result")
	m.lines = m.counter("lines_total", "What was told of the game, by type.", "type")
	m.doubts = m.counter("doubts_total", "What was told and is doubtful: questions, provisional and uncertain turns.", "type")
	m.faults = m.counter("camera_news_total", "News of the camera: faults and recoveries.", "kind")
	m.requests = m.counter("http_requests_total", "Answers to browsers, by route and status.", "route", "status")
	m.kept = m.counter("events_total", "Events of games, by what became of them: kept, or failed to be (they are tried again).", "result")
	m.panics = m.counter("panics_total", "Mistakes of the program that cost one piece of work, by what that was.", "where")
	m.incidents = m.counter("access_total", "What strangers tried and hosts did about it: wrong PINs, codes and links, lock-outs, foreign hosts and origins, renewed links.", "what")
	for _, i := range access.Incidents {
		m.incidents.WithLabelValues(string(i)) // an alert needs the 0 before the first one
	}
	m.reading = m.histogram("reading_seconds", "How long a picture took to be read.")
	m.delay = m.histogram("delay_seconds", "From a picture's arrival to what it told being on its way to the phones.")
	m.keeping = m.histogram("journal_seconds", "How long events took to be safe on disk.")
	m.photo = m.histogram("photo_seconds", "How long an uploaded photo took, waiting included.")
	m.Gauge("skipped_ratio", "The share of the camera's pictures that is not read because this computer is too slow; 0: it keeps up.", func() float64 {
		return float64(m.slowness().Percent) / 100
	})
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *Meter) counter(name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "tilewatch", Name: name, Help: help}, labels)
	m.registry.MustRegister(c)
	return c
}

func (m *Meter) histogram(name, help string) prometheus.Histogram {
	h := prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: "tilewatch", Name: name, Help: help, Buckets: upTo})
	m.registry.MustRegister(h)
	return h
}

// Gauge shows a figure that somebody else keeps.
func (m *Meter) Gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "tilewatch", Name: name, Help: help}, value))
}

// Note takes what an operator should know and no page shows.
func (m *Meter) Note(message string) { m.log.Warn(message, "game", m.playing()) }

func (m *Meter) playing() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.game
}

// Source counts the frames of a source, which it hands through.
func (m *Meter) Source(s source.Source) source.Source { return &counted{s, m, 0} }

type counted struct {
	source.Source
	meter   *Meter
	dropped int
}

func (s *counted) Next(ctx context.Context) (source.Frame, error) {
	frame, err := s.Source.Next(ctx)
	var news *source.Status
	switch {
	case errors.As(err, &news):
		s.meter.news(news)
	case err == nil:
		s.meter.frame(frame, frame.Dropped-s.dropped)
		s.dropped = frame.Dropped
	}
	return frame, err
}

func (m *Meter) news(news *source.Status) {
	m.mu.Lock()
	m.camera = news.Kind
	m.mu.Unlock()
	m.faults.WithLabelValues(string(news.Kind)).Inc()
	m.log.Warn("camera", "kind", string(news.Kind), "what", news.Message, "frame", news.Frame, "game", m.playing())
}

func (m *Meter) frame(frame source.Frame, dropped int) {
	m.seen.WithLabelValues("taken").Inc()
	m.seen.WithLabelValues("dropped").Add(float64(max(0, dropped)))
	m.mu.Lock()
	m.arrived = time.Now()
	m.mu.Unlock()
	if m.frames != nil {
		m.frames.see(frame)
	}
}

// Read counts a reading that took so long.
func (m *Meter) Read(took time.Duration, err error) {
	result := "read"
	var unreadable *picture.Error
	switch {
	case errors.As(err, &unreadable):
		result = string(unreadable.Code)
	case err != nil:
		result = "failed"
	}
	m.readings.WithLabelValues(result).Inc()
	m.reading.Observe(took.Seconds())
}

// gameLine is what is read of any game's line.
type gameLine struct {
	Type        string   `json:"type"`
	Frame       int      `json:"frame"`
	Turn        int      `json:"turn"`
	Player      any      `json:"player"`
	Words       []string `json:"words"`
	Question    string   `json:"question"`
	Provisional bool     `json:"provisional"`
	Confidence  *float64 `json:"confidence"`
}

// doubtedBelow is the confidence under which a turn counts as doubtful.
const doubtedBelow = 0.8

func (l gameLine) doubtful() bool {
	return l.Type == "unclear" || l.Provisional || l.Confidence != nil && *l.Confidence < doubtedBelow
}

// Table counts and notes each event on its way to a table.
func (m *Meter) Table(t pipeline.Table) pipeline.Table { return metered{t, m} }

type metered struct {
	pipeline.Table
	meter *Meter
}

// Report implements pipeline.Table.
func (t metered) Report(event pipeline.Event) error {
	err := t.Table.Report(event)
	switch e := event.(type) {
	case pipeline.Camera:
		t.meter.line(e)
	case pipeline.Lines:
		for _, l := range e {
			t.meter.line(l)
		}
	case pipeline.Held:
		t.meter.holds(e)
	case pipeline.Turned, pipeline.Ignored: // no line of the game
	}
	return err
}

// holds notes that turns may be missed, and when that is over, and that something is not as it was measured. What else holds a reading up comes with every hand, and is on the pages.
func (m *Meter) holds(e pipeline.Held) {
	switch e.Type {
	case "slow":
		m.mu.Lock()
		m.slow = e
		m.mu.Unlock()
	case "profile":
	default:
		return
	}
	m.log.Warn("camera", "kind", e.Type, "what", e.Message, "frame", e.Frame, "game", m.playing())
}

// slowness is the newest news of this computer's speed.
func (m *Meter) slowness() pipeline.Held {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.slow
}

// line counts and logs a line of a game.
func (m *Meter) line(line any) {
	data, err := json.Marshal(line)
	var l gameLine
	if err != nil || json.Unmarshal(data, &l) != nil || l.Type == "" {
		return // not one of a game
	}
	m.mu.Lock()
	arrived := m.arrived
	if l.Turn == 0 {
		l.Turn = m.turn // it happened after that one
	}
	m.turn = l.Turn
	m.mu.Unlock()
	m.lines.WithLabelValues(l.Type).Inc()
	if !arrived.IsZero() {
		m.delay.Observe(time.Since(arrived).Seconds())
	}
	game := m.playing()
	log := m.log.With("game", game, "turn", l.Turn, "frame", l.Frame, "type", l.Type)
	if l.Player != nil {
		log = log.With("player", l.Player, "words", l.Words)
	}
	if !l.doubtful() {
		log.Info("told")
		return
	}
	m.doubts.WithLabelValues(l.Type).Inc()
	if l.Confidence != nil {
		log = log.With("confidence", *l.Confidence)
	}
	log.Info("doubtful", "question", l.Question)
	if m.frames != nil {
		if err := m.frames.keep(game, l, data); err != nil {
			log.Warn("the picture of a doubtful turn is not kept", "error", err)
		}
	}
}

// Incident counts what package web writes to the log itself.
func (m *Meter) Incident(i access.Incident) { m.incidents.WithLabelValues(string(i)).Inc() }

// Photos measures how long photos take.
func (m *Meter) Photos(next web.PhotoReader) web.PhotoReader {
	return func(ctx context.Context, photo []byte) (json.RawMessage, error) {
		began := time.Now()
		answer, err := next(ctx, photo)
		m.photo.Observe(time.Since(began).Seconds())
		return answer, err
	}
}
