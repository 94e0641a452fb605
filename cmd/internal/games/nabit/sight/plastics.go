package sight

import (
	"fmt"
	"strings"

	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
)

// plastics writes the confidences to four decimals.
func plastics(seen []engine.Plastic) (all []engine.Plastic) {
	for _, p := range seen {
		p.Confidence = photo.Round(p.Confidence, 4)
		all = append(all, p)
	}
	return all
}

// unsureNames are the plastics that may be another player's, and how to say so.
func (r Result) unsureNames() string {
	var text strings.Builder
	for _, p := range r.Plastics {
		if p.Doubtful() {
			fmt.Fprintf(&text, "  note: the tiles of the color %s may be %s's instead of %s's (%.0f %% sure): if so, use --fix %s=%s\n", p.Hex(), p.Or, p.Color, 100*p.Confidence, p.Color, p.Or)
		}
	}
	return text.String()
}
