package nabit

import (
	"fmt"

	"tilewatch/engine"
)

// plasticAsked is the question whose the tiles of one color are.
type plasticAsked struct {
	Hex     string // the color as the photo shows it
	Answers []plasticAnswer
}

// plasticAnswer is a player, and what the page sends if the tiles are that one's.
type plasticAnswer struct {
	Color   engine.Color
	Name    string
	Command string
}

// Plastics are the colors of tiles whose owner is in doubt.
func (m *photoPage) Plastics() (all []plasticAsked) {
	for _, p := range m.reading.Plastics {
		if !p.Doubtful() {
			continue
		}
		q := plasticAsked{Hex: p.Hex()}
		for _, c := range engine.PlayerColors {
			q.Answers = append(q.Answers, plasticAnswer{c, m.Name(c), fmt.Sprintf(`{"type":"fix","plastic":%q,"color":%q}`, p.Color, c)})
		}
		all = append(all, q)
	}
	return all
}
