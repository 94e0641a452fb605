package nabit

import (
	"fmt"
	"slices"
	"strconv"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/still"
)

// photoQuestion asks for a fact that decides a photo's count.
type photoQuestion struct {
	Text    string
	View    int    // the photo that shows it
	Crop    string // its part of that photo: left, top, width, height; "" where nobody knows the place
	Answers []photoAnswer
	Field   string // the input that takes any other answer, or
	At      string // the place whose sheet does
}

// photoAnswer is a button. Its command is a still.Fix.
type photoAnswer struct {
	Text    string
	Color   engine.Color // NoColor: the answer is no player
	Command string
}

// outlook says what is sure of the count, and asks for what is not.
func (m *photoPage) outlook(o still.Outlook) {
	scores := make([]nabit.Score, len(o.Scores))
	for i, s := range o.Scores {
		scores[i] = s.Score
	}
	m.Standing = m.stand(scores, nabit.Options{}, true)
	for i := range m.Rows {
		k := slices.IndexFunc(o.Scores, func(s still.Score) bool { return s.Color == m.Rows[i].Color })
		if s := o.Scores[k]; s.Low != s.High {
			m.Rows[i].Parts = append(m.Rows[i].Parts, m.T("after.photo.range", "low", s.Low, "high", s.High))
		}
	}
	if len(o.Winners) > 0 && o.Winner.Confidence < still.Sure {
		m.undecided(o)
	}
	m.Look = o.Look
	for _, w := range o.Words {
		if w.Confidence < still.Sure {
			m.Unsure = append(m.Unsure, m.control(w))
		}
	}
	for _, q := range o.Questions {
		m.Asked = append(m.Asked, m.question(q))
	}
}

// control says who controls a word, who else may, and when.
func (m *photoPage) control(w still.Word) string {
	chance := func(who string, chance float64) string {
		return who + " (" + m.T("cell.percent", "n", int(100*chance+0.5)) + ")"
	}
	list := chance(m.Names(w.Controllers), w.Confidence)
	for _, o := range w.Or {
		who := m.Names(o.Controllers)
		if len(o.Controllers) == 0 {
			who = m.T("after.photo.control.none")
		}
		if o.If == nil {
			who = chance(who, o.Chance)
		} else {
			who = m.T("after.photo.if", "who", who, "when", m.condition(o.If))
		}
		list = m.T("after.photo.control.or", "a", list, "b", who)
	}
	return m.T("after.photo.control", "word", w.Text, "list", list)
}

// condition puts what a word's control hangs on into the reader's language.
func (m *photoPage) condition(f *still.If) string {
	letter, n := f.Letter, 0
	if f.Nth > 0 {
		letter = m.T("after.photo.if.nth", "letter", letter, "n", f.Nth)
	}
	key, who := string(f.Fact.Kind), ""
	switch f.Fact.Kind {
	case still.HeightFact:
		n, _ = strconv.Atoi(f.Option)
	case still.ColorFact:
		if c, err := engine.ParseColor(f.Option); err == nil {
			who = m.Name(c)
		}
	case still.TileFact:
		key = f.Option
	}
	return m.T("after.photo.if."+key, "letter", letter, "n", n, "who", who)
}

// undecided names those who may win.
func (m *photoPage) undecided(o still.Outlook) {
	m.Winners = slices.Concat(o.Winners, o.Winner.Or)
	m.Wins, m.Why = m.Name(m.Winners[0]), m.T("after.photo.unsure")
	for _, c := range m.Winners[1:] {
		m.Wins = m.T("after.photo.or", "a", m.Wins, "b", m.Name(c))
	}
	for i := range m.Rows {
		m.Rows[i].Winner = false
	}
}

// question puts a question into the reader's language.
func (m *photoPage) question(q still.Question) photoQuestion {
	asked := photoQuestion{View: q.View}
	if c := q.Crop; c != nil {
		asked.Crop = fmt.Sprintf("%.0f %.0f %.0f %.0f", c[0], c[1], c[2], c[3])
	}
	at := q.Fact.Place
	command := func(key, value string) string {
		return fmt.Sprintf(`{"row":%d,"col":%d,"%s":%s}`, at.Row, at.Col, key, value)
	}
	asked.Text = m.T("after.photo.ask.is."+string(q.Fact.Kind), "who", m.Name(q.Fact.Color), "letter", q.Letter, "word", q.Word)
	if q.Fact.Kind == still.BankFact {
		asked.Field = "banked-" + q.Fact.Color.String()
	} else {
		asked.At = placeName(at)
	}
	for _, o := range q.Options {
		a := photoAnswer{Text: o}
		switch q.Fact.Kind {
		case still.BankFact:
			a.Command = fmt.Sprintf(`{"bank":%q,"tiles":%s}`, q.Fact.Color, o)
		case still.HeightFact:
			a.Command = command("height", o)
		case still.ColorFact:
			a.Command = command("color", strconv.Quote(o))
			if c, err := engine.ParseColor(o); err == nil {
				a.Color, a.Text = c, m.Name(c)
			}
		case still.TileFact:
			a.Text, a.Command = m.T("after.photo."+o), command("gone", strconv.FormatBool(o == "no"))
		}
		asked.Answers = append(asked.Answers, a)
	}
	return asked
}

// plasticAsked is the question whose the tiles of one color are.
type plasticAsked struct {
	Hex     string // the color as the photo shows it
	Answers []photoAnswer
}

// Plastics are the colors of tiles whose owner is in doubt.
func (m *photoPage) Plastics() (all []plasticAsked) {
	for _, p := range m.reading.Plastics {
		if !p.Doubtful() {
			continue
		}
		q := plasticAsked{Hex: p.Hex()}
		for _, c := range engine.PlayerColors {
			q.Answers = append(q.Answers, photoAnswer{m.Name(c), c, fmt.Sprintf(`{"type":"fix","plastic":%q,"color":%q}`, p.Color, c)})
		}
		all = append(all, q)
	}
	return all
}
