package web

import (
	"fmt"
	"strconv"
	"strings"

	"tilewatch/engine"
)

// All sentences that the pages show or speak are made here.

func title(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// statusWords are what the status chip says.
var statusWords = map[Status]string{
	Waiting: "waiting", Live: "live", Thinking: "reading", Hand: "hand over table", Lost: "camera lost", Finished: "game over",
}

// gameNames are as the boxes print them.
var gameNames = map[string]string{"": "NAB-IT!", "nabit": "NAB-IT!", "snag": "SNAG", "dabble": "DABBLE", "tabit": "TABIT"}

// list joins as people do: "A", "A and B", "A, B and C".
func list(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

func (s *State) names(colors []engine.Color) string {
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = s.player(c).Name
	}
	return list(names)
}

// plural is the number with its noun: "1 word", "2 words".
func plural(n int, noun string) string {
	if n == 1 || n == -1 {
		return strconv.Itoa(n) + " " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// sentence tells the last turn: "Turn 12: Ana plays TAME and TRY, takes TAME from Ben, leads by 2." The number
// makes it different from every other turn's, so that screen readers say it.
func sentence(s *State) string {
	t := s.LastTurn
	parts := append([]string{deed(s)}, nabs(s)...)
	if t.Banked > 0 {
		parts = append(parts, "banks "+plural(t.Banked, "tile"))
	}
	if lead := standing(s); lead != "" && t.Kind == Played {
		parts = append(parts, lead)
	}
	return fmt.Sprintf("Turn %d: %s.", t.Number, strings.Join(parts, ", "))
}

func deed(s *State) string {
	t := s.LastTurn
	who := s.player(t.Player).Name
	switch t.Kind {
	case Withdrawn:
		return who + " takes the play back"
	case Skipped:
		return who + " plays no tile"
	case Amended:
		return "the reading was corrected"
	}
	var texts []string
	for _, w := range t.Words {
		texts = append(texts, w.Text)
	}
	if len(texts) == 0 {
		return who + " plays"
	}
	return who + " plays " + list(texts)
}

func nabs(s *State) []string {
	var parts []string
	for _, n := range s.LastTurn.Nabbed {
		part := "takes " + n.Word
		if len(n.From) > 0 {
			part += " from " + s.names(n.From)
		}
		parts = append(parts, part)
	}
	return parts
}

// standing says how the mover stands now, if that is worth a word.
func standing(s *State) string {
	me, best := s.player(s.LastTurn.Player), -1
	for _, p := range s.Players {
		if p.Color != me.Color {
			best = max(best, p.Total)
		}
	}
	switch {
	case best < 0 || me.Total < best:
		return ""
	case me.Total == best:
		return fmt.Sprintf("shares the lead with %d", me.Total)
	}
	return fmt.Sprintf("leads by %d", me.Total-best)
}

// reason tells why a word is whose: "TAME: on level 2 Ana has 1 tile, so Ana controls it."
func reason(s *State, w Word) string {
	e := explain(w, s.Board)
	var counts []string
	for _, c := range e.Counts {
		counts = append(counts, s.player(c.Color).Name+" has "+plural(c.Tiles, "tile"))
	}
	where := "on the table"
	if e.Level > 1 {
		where = fmt.Sprintf("on level %d, the highest,", e.Level)
	}
	verdict := s.names(w.Controllers) + " controls it"
	switch len(w.Controllers) {
	case 0:
		verdict = "nobody controls it"
	case 1:
	case 2:
		verdict = s.names(w.Controllers) + " both score it"
	default:
		verdict = s.names(w.Controllers) + " all score it"
	}
	return fmt.Sprintf("%s: %s %s, so %s.", w.Text, where, list(counts), verdict)
}

// turnLine is the largest line of the page: whose turn it is, or how it ended.
func turnLine(s *State) string {
	switch {
	case s.Status == Finished && len(s.Winners) > 0:
		verb := " wins"
		if len(s.Winners) > 1 {
			verb = " win"
		}
		return s.names(s.Winners) + verb
	case s.Status == Finished:
		return "Game over"
	case s.Next == engine.NoColor && len(s.Players) == 0:
		return "No game yet"
	case s.Next == engine.NoColor:
		return "Who begins?"
	}
	name := s.player(s.Next).Name
	if strings.HasSuffix(name, "s") {
		return name + "’ turn"
	}
	return name + "’s turn"
}
