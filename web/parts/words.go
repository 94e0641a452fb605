package parts

import (
	"html/template"
	"slices"
	"strings"
	"sync"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// All sentences that the pages show or speak are put together here, of what package text says.

// Sentence is what is said of the state: what somebody did to the game, else the last turn, also a typed one.
func Sentence(s *scoreboard.State, by scoreboard.Game, t *text.Texts) string {
	if s.Notice != nil && (s.Notice.Kind != "play" || s.LastTurn == nil) {
		return t.Say("say.step", "n", s.Events, "what", noticed(s, by, t))
	}
	if s.LastTurn == nil {
		return ""
	}
	return by.Sentence(s, t)
}

// noticed is what somebody has just done, in words.
func noticed(s *scoreboard.State, by scoreboard.Game, t *text.Texts) string {
	n := s.Notice
	switch n.Kind {
	case "undo", "redo":
		return t.Say("notice."+n.Kind, "what", deed(s, by, n.Deed, t))
	case "correct":
		if n.Turn == 0 {
			return t.Say("notice.corrected")
		}
		return t.Say("notice.correct", "n", n.Turn, "words", words(n.Words, t))
	case "answer":
		return t.Say("notice."+n.Kind, "n", n.Turn, "words", words(n.Words, t))
	case "challenge":
		return challenged(s, t)
	case "add_words", "ask_words", "decline_words":
		return t.Say("notice."+n.Kind, "words", words(n.Words, t), "list", s.List)
	}
	number := 0
	if g, is := by.(numbered); is {
		number = g.Number(s)
	}
	if key := "notice." + n.Kind + ".none"; n.Player == engine.NoColor && t.Has(key) {
		return t.Say(key, "number", number)
	}
	if key := "notice." + n.Kind; t.Has(key) {
		return t.Say(key, "who", s.NameOf(n.Player, t), "number", number)
	}
	return t.Say("notice.event")
}

// numbered is a Game whose tiles are numbers.
type numbered interface {
	// Number is that of the tile laid last.
	Number(s *scoreboard.State) int
}

// mostNamed is how many events a warning names.
const mostNamed = 3

// warned is a warning in the reader's language.
func warned(s *scoreboard.State, by scoreboard.Game, w engine.Warning, t *text.Texts) string {
	if w.Code != game.MisfitCode {
		return scoreboard.Warned(w, t)
	}
	var named []string
	for _, event := range w.Events[:min(mostNamed, len(w.Events))] {
		named = append(named, deed(s, by, scoreboard.Deed{Event: event}, t))
	}
	what := t.List(named)
	if len(w.Events) > mostNamed {
		what = strings.Join(named, ", ") + ", …"
	}
	return t.Say("warning.misfit", "n", len(w.Events), "what", what)
}

// words are a turn's words in a list; "no words" for an empty one.
func words(list []string, t *text.Texts) string {
	if len(list) == 0 {
		return t.Say("noword")
	}
	return t.List(list)
}

// challenged is how a challenge ended, in words.
func challenged(s *scoreboard.State, t *text.Texts) string {
	v := s.Verdict
	if v == nil {
		return t.Say("notice.event")
	}
	var wrong, all []string
	for _, w := range v.Words {
		all = append(all, w.Word)
		if !w.Valid {
			wrong = append(wrong, w.Word)
		}
	}
	key, of := "notice.rejected", all
	switch {
	case v.Upheld && v.List == "":
		key = "notice.upheld.table"
	case v.Upheld:
		key, of = "notice.upheld", wrong
	}
	if own := s.Game + "." + key; t.Has(own) { // where it costs something else
		key = own
	}
	return t.Say(key, "words", t.List(of), "n", len(of), "who", s.NameOf(v.Of, t))
}

// Standing says which of the table's lists have the word, and which do not.
func (m *Model) Standing(word string) string {
	if m.Lists == nil {
		return ""
	}
	return Standing(m.Lists, word, m.Texts)
}

// Outside is what a page shows of the words of a play that only the word list refuses.
func Outside(s *scoreboard.State, by scoreboard.Game, look scoreboard.Look) template.HTML {
	return Draw(verdicts(), NewModel(s, by, look), "outside")["outside"]
}

// verdicts are the templates of what lists and people say of words.
var verdicts = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(functions).ParseFS(Files, "templates/verdict.html"))
})

// Standing says which of the lists have the word, and which do not.
func Standing(lists scoreboard.Lists, word string, t *text.Texts) string {
	in, out := lists.Standing(word)
	key := "list.some"
	switch {
	case len(out) == 0:
		key = "list.all"
	case len(in) == 0:
		key = "list.none"
	case !lists.Has(word):
		key = "list.other"
	}
	return t.Say(key, "word", word, "in", named(in, t), "out", named(out, t))
}

// named are the names of word lists.
func named(lists []string, t *text.Texts) string {
	var names []string
	for _, name := range lists {
		if name == scoreboard.OwnWords {
			name = t.Say("list.ours")
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// deed is an event in a few words: "turn 5, Ana plays TAME".
func deed(s *scoreboard.State, by scoreboard.Game, d scoreboard.Deed, t *text.Texts) string {
	if teller, tells := by.(scoreboard.Teller); tells && d.Event != nil {
		if what := teller.Deed(s, d.Event, t); what != "" {
			return what
		}
	}
	return Worded(s, d, t)
}

// Worded is a deed in the words that games share.
func Worded(s *scoreboard.State, d scoreboard.Deed, t *text.Texts) string {
	key := "deed." + d.Type
	if !t.Has(key) {
		key = "deed.event"
	}
	what := t.Say(key, "who", s.NameOf(d.Player, t), "words", words(d.Words, t), "n", d.Turn)
	if d.Turn > 0 && d.Type != "correct" {
		return t.Say("deed.turn", "n", d.Turn, "what", what)
	}
	return what
}

// turnLine is the largest line of the page: whose turn it is, or how it ended.
func turnLine(s *scoreboard.State, t *text.Texts) string {
	c := s.Crossword()
	switch {
	case s.Status == scoreboard.Finished:
		return s.Outcome(t)
	case s.Life == engine.SourceEnded && s.Status == scoreboard.Lost:
		return t.Say("life.camera.ended")
	case s.Life == engine.SourceEnded:
		return t.Say("life.film.ended")
	case c.TakeBack != engine.NoColor:
		return t.Say("takeback", "who", s.NameOf(c.TakeBack, t))
	case s.Next == engine.NoColor && len(s.Players) == 0:
		return t.Say("nogame")
	case s.Next == engine.NoColor && s.LastTurn != nil:
		return t.Say("hasplayed", "who", s.NameOf(s.LastTurn.Player, t))
	case s.Next == engine.NoColor:
		return t.Say("whobegins")
	}
	name := s.NameOf(s.Next, t)
	if strings.HasSuffix(name, "s") && t.Has("turnof.s") {
		return t.Say("turnof.s", "who", name)
	}
	return t.Say("turnof", "who", name)
}

// Mover is whose turn the largest line says it is; NoColor while it says something else.
func (m *Model) Mover() engine.Color {
	if m.Status == scoreboard.Finished || m.Life == engine.SourceEnded || m.TakeBack != engine.NoColor || len(m.Winners) > 0 {
		return engine.NoColor
	}
	return m.Next
}

// LostText says why the camera gives no picture, and what to do; empty while it gives one. What the camera itself reports is in English.
func (m *Model) LostText() string {
	if m.Status != scoreboard.Lost {
		return ""
	}
	if m.Texts.Lang == text.Default && m.StatusText != "" {
		return m.StatusText
	}
	return m.T("board.lost")
}

// nudges are the reminders that the table has not turned off.
func nudges(s *scoreboard.State, t *text.Texts) []string {
	if s.Aids.NoNudge || s.Status == scoreboard.Finished {
		return nil
	}
	var out []string
	c := s.Crossword()
	if c.MayBank != engine.NoColor {
		out = append(out, t.Say("nudge.bank", "who", s.NameOf(c.MayBank, t)))
	}
	for _, h := range c.Hands {
		if h.Silent && !slices.Contains(s.Winners, h.Color) {
			out = append(out, t.Say("nudge.last", "who", s.NameOf(h.Color, t)))
		}
	}
	return out
}

// VerdictLine is how the challenge of the last turn ended.
func (m *Model) VerdictLine() string { return Capital(challenged(m.State, m.Texts)) }

// ShowsVerdict reports whether the last turn shows what the notice would say.
func (m *Model) ShowsVerdict() bool {
	return m.Notice != nil && m.Notice.Kind == "challenge" && m.Verdict != nil
}

// mostAsks is how many words that players ask for a page shows at once.
const mostAsks = 3

// Asks are the first of the words that players ask for; the host's answer makes room for the next.
func (m *Model) Asks() []string { return m.AskedWords[:min(len(m.AskedWords), mostAsks)] }

// MayLookUp reports whether players may look words up now.
func (m *Model) MayLookUp() bool { return scoreboard.MayLookUp(m.State) }

// Redoes reports whether a redo can bring back at once what the notice is about.
func (m *Model) Redoes() bool { return m.Notice != nil && m.Notice.Kind == "undo" && m.Redo != nil }

// Undoes reports whether an undo can take it back.
func (m *Model) Undoes() bool {
	return m.Notice != nil && m.Notice.Kind != "undo" && m.Notice.Kind != "start" && !strings.HasSuffix(m.Notice.Kind, "_words") && m.Undo != nil
}

// QuestionLine is the camera's question in the reader's language.
func (m *Model) QuestionLine() string {
	a := m.Ask
	if len(a.Answers) == 0 {
		return m.Question
	}
	if whole, ok := m.askedOf(a); ok {
		return whole
	}
	switch first := a.Answers[0]; {
	case first.Kind == "letter" && len(a.Answers) > 1:
		return m.T("question.letters", "a", m.answer(first), "b", m.answer(a.Answers[1]))
	case first.Kind == "letter":
		return m.T("question.letter")
	case first.Kind == "play":
		return m.T("question.play", "who", m.Who(first.Player))
	case first.Kind == "withdrawn":
		return m.T("question.back")
	}
	return m.T("question.nothing")
}

// askedOf is the question about the game as a whole; false if it is about a reading.
func (m *Model) askedOf(a *scoreboard.Ask) (string, bool) {
	kinds := map[string]scoreboard.Answer{}
	for _, answer := range a.Answers {
		kinds[answer.Kind] = answer
	}
	out, went := kinds["out"]
	_, ends := kinds["over"]
	_, waits := kinds["goes_on"]
	switch {
	case a.Patch != "":
		return m.T("question.whose"), true
	case len(a.Differs) > 0:
		return m.T("question.differs", "n", len(a.Differs)), true
	case len(a.Totals) > 0:
		return m.T("question.totals"), true
	case went:
		return m.T("question.out", "who", m.Who(out.Player)), true
	case ends && waits && m.Next == engine.NoColor:
		return m.T("question.over"), true
	case ends:
		return m.T("question.missing"), true
	case a.For != engine.NoColor:
		return m.T("question.blank", "who", m.Who(a.For)), true
	}
	return "", false
}

// Whole reports whether the question is about the game as a whole: its answers are all there are.
func (m *Model) Whole() bool {
	_, whole := m.askedOf(m.Ask)
	return whole && m.Ask.For == engine.NoColor
}

// Difference is what differs at a place, in words.
func (m *Model) Difference(d scoreboard.Differ) string {
	switch {
	case d.Seen.Height == 0:
		return m.T("differs.gone", "letter", d.Recorded.Letter, "who", m.Who(d.Recorded.Color))
	case d.Recorded.Height == 0:
		return m.T("differs.new", "letter", d.Seen.Letter, "who", m.Who(d.Seen.Color))
	}
	return m.T("differs.other", "letter", d.Recorded.Letter, "other", d.Seen.Letter, "who", m.Who(d.Seen.Color))
}

// shownAnswer is an answer as its button shows it.
type shownAnswer struct {
	Text    string
	Percent int
	Reading bool // of the camera, with a chance
}

// Answers are the camera's question's, the likeliest first.
func (m *Model) Answers() []shownAnswer {
	var out []shownAnswer
	all := m.Ask.Answers
	even := len(all) > 1 && !slices.ContainsFunc(all, func(a scoreboard.Answer) bool { return a.Chance != all[0].Chance }) // none is likelier
	for _, a := range all {
		out = append(out, shownAnswer{m.answer(a), int(100 * a.Chance), !even && (a.Kind == "letter" || a.Kind == "play" || a.Kind == "nothing" || a.Kind == "withdrawn")})
	}
	return out
}

func (m *Model) answer(a scoreboard.Answer) string {
	switch {
	case a.Kind == "letter" && a.Blank:
		return m.T("answer.blank", "letter", a.Letter)
	case a.Kind == "letter":
		return m.T("answer.letter", "letter", a.Letter)
	case a.Kind == "play":
		return m.T("answer.play", "who", m.Who(a.Player), "what", a.Text)
	case a.Kind == "whose":
		return m.Who(a.Player)
	case a.Kind == "out":
		return m.T("answer.out", "who", m.Who(a.Player))
	}
	return m.T("answer." + a.Kind)
}
