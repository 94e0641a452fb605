package parts

import (
	"html/template"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

// feat is what a game is remembered for, in words.
type feat struct {
	Title, What, Who string
	Color            engine.Color
	More             string // from whom, or how much
}

// Remembered are the game's feats.
func (m *Model) Remembered() []feat {
	var all []feat
	for _, f := range m.Feats {
		one := feat{Title: m.T("feat." + f.Kind), What: m.T("feat."+f.Kind+".n", "n", f.N), Who: m.Who(f.Player), Color: f.Player}
		if len(f.Words) > 0 {
			one.What, one.More = m.Texts.List(f.Words), one.What
		}
		if len(f.From) > 0 {
			one.More = m.T("feat.from", "who", m.Whose(f.From))
		}
		all = append(all, one)
	}
	return all
}

// Field is the color of the winner's field: "several" where they are; empty without a winner.
func (m *Model) Field() string {
	switch len(m.Winners) {
	case 0:
		return ""
	case 1:
		return m.Winners[0].String()
	}
	return "several"
}

// Won are the winner's points.
func (m *Model) Won() int { return m.PlayerOf(m.Winners[0]).Total }

// Victory is the winner's field, with what the game is remembered for; empty without a winner.
func Victory(s *scoreboard.State, by scoreboard.Game, look scoreboard.Look) template.HTML {
	return Draw(templates(), NewModel(s, by, look), "won")["won"]
}
