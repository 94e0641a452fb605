package table

import (
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine"
	"tilewatch/web/desk"
)

// marks are what the camera's watch says of parts of its picture. The table's goroutine owns them.
type marks struct {
	ignored []desk.Mark
	held    *pipeline.Held  // what keeps it from reading; nil: nothing
	slow    *pipeline.Held  // that few pictures are looked at; nil: enough are
	strange []pipeline.Held // what is not as it was measured
}

// mostIgnored is how many regions are shown, the newest.
const mostIgnored = 8

func (m *marks) ignores(e pipeline.Ignored) {
	m.ignored = append(m.ignored, markOf(e.Region, desk.Ignored))
	m.ignored = m.ignored[max(0, len(m.ignored)-mostIgnored):]
}

func (m *marks) holds(e pipeline.Held) {
	news := &e
	if e.Reason == "" {
		news = nil
	}
	switch e.Type {
	case "slow":
		m.slow = news
	case "profile":
		m.strange = append(m.strange, e)
	default:
		m.held = news
	}
}

// warnings are what players read while nothing is read, or late, or otherwise than measured.
func (m *marks) warnings() []engine.Warning {
	var all []pipeline.Held
	for _, h := range []*pipeline.Held{m.held, m.slow} {
		if h != nil {
			all = append(all, *h)
		}
	}
	var out []engine.Warning
	for _, h := range append(all, m.strange...) {
		out = append(out, engine.Warning{Code: "held_" + string(h.Reason), Message: h.Message, Reads: h.Reads, Of: h.Of})
	}
	return out
}

// all are the marked parts of the picture with their captions. The slice is the caller's.
func (m *marks) all() []desk.Mark {
	all := append([]desk.Mark(nil), m.ignored...)
	if m.held != nil && m.held.Region != nil {
		all = append(all, markOf(*m.held.Region, desk.Holds))
	}
	return all
}

func markOf(region [4]int, kind desk.MarkKind) desk.Mark {
	return desk.Mark{X: region[0], Y: region[1], Width: region[2], Height: region[3], Kind: kind}
}
