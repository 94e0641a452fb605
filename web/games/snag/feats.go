package snag

import (
	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Feats are the longest run, and the longest one that was called before its maker.
func (page) Feats(steps []scoreboard.Told) (feats []scoreboard.Feat) {
	m := newModel(&steps[len(steps)-1].State, scoreboard.Look{Texts: text.For(text.Default)})
	for _, r := range races(steps) {
		if r.taker == engine.NoColor {
			continue
		}
		feats = scoreboard.Top(feats, scoreboard.Feat{Kind: "run", Player: r.taker, N: r.size})
		for _, p := range m.Players {
			if r.stolen && m.called(r.maker) == m.Who(p.Color) {
				feats = scoreboard.Top(feats, scoreboard.Feat{Kind: "steal", Player: r.taker, N: r.size, From: []engine.Color{p.Color}})
			}
		}
	}
	return feats
}
