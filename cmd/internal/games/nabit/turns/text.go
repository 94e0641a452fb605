package turns

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
)

// painter writes a game for a terminal.
type painter struct{ term.Painter }

func heading(g journal.Game) string {
	return fmt.Sprintf("%s (%s)\nA stack is its letter (lower case: a blank), its owner's initial and its height; * marks the tiles of the turn.\n\n", g.Title, g.Game)
}

// step is the event, the board after it, the words and the score.
func (p painter) step(s step) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", p.heading(s))
	for _, note := range p.notes(s) {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	b.WriteString("\n")
	p.board(&b, s)
	p.words(&b, s.Answer.Words)
	fmt.Fprintf(&b, "  %s\n\n", p.score(s.Answer))
	return b.String()
}

// heading says what happened.
func (p painter) heading(s step) string {
	text := p.happened(s)
	if s.Seq > 0 {
		return fmt.Sprintf("event %d, %s: %s", s.Seq, local(s.Time), text)
	}
	if s.Turn == 0 {
		return text
	}
	return fmt.Sprintf("turn %d: %s", s.Turn, text)
}

// local is a journal's time here, and where that is.
func local(stamp string) string {
	at, err := time.Parse(cli.TimeLayout, stamp)
	if err != nil { // a time that nobody wrote
		return stamp
	}
	return at.Local().Format("2 Jan 2006 15:04:05 MST")
}

func (p painter) happened(s step) string {
	e := s.Event
	who := p.Paint(e.Player, e.Player.String())
	switch e.Type {
	case nabit.Start:
		if len(e.Board) > 0 {
			return "a game in progress is continued"
		}
		return "the game starts" + p.among(e.Players)
	case nabit.Played:
		return fmt.Sprintf("%s plays %s", who, listOf(s.Answer.NewWords, "no new word"))
	case nabit.Exchanged:
		return who + " exchanges " + exchanged(e.Count)
	case nabit.Passed:
		return who + " passes"
	case nabit.Skipped:
		return who + " does not play"
	case nabit.Banked:
		return who + " banks a tile"
	case nabit.Challenged:
		text := fmt.Sprintf("%s challenges %s: %s", p.Paint(e.By, e.By.String()), listOf(append(slices.Clone(e.Words), e.Word), "nothing"), verdicts[s.Answer.Verdict])
		if e.List != nil {
			text += " (" + cli.ListText(e.List) + ")"
		}
		return text
	case nabit.Withdrawn:
		return "the last play is withdrawn"
	case nabit.AnnouncedEnd:
		return who + " says that it was the last tile"
	case nabit.Caught:
		return who + " did not announce the last tile"
	case nabit.Finished:
		return "the game ends"
	case nabit.Named:
		return fmt.Sprintf("%s is named %q", who, e.Name)
	case nabit.Seated:
		return fmt.Sprintf("%s changes colors with %s", who, e.Color)
	}
	return p.changed(s)
}

var verdicts = map[nabit.Verdict]string{nabit.Upheld: "not a word, the play is withdrawn", nabit.Rejected: "it is a word"}

// changed says what an event about other events did.
func (p painter) changed(s step) string {
	switch s.Event.Type {
	case nabit.Corrected:
		if by := s.Event.Number + s.Event.Before; by > 0 { // one of them is 0
			return fmt.Sprintf("what event %d was, or came before it, is corrected", by)
		}
		return fmt.Sprintf("turn %d corrected to %s", s.Event.Turn, listOf(s.Answer.NewWords, "no play"))
	case nabit.Undone:
		return fmt.Sprintf("%q undone", s.Answer.Undone.Type)
	case nabit.Redone:
		return fmt.Sprintf("%q redone", s.Answer.Redone.Type)
	}
	return string(s.Event.Type)
}

func (p painter) among(players []engine.Color) string {
	var names []string
	for _, c := range players {
		names = append(names, p.Paint(c, c.String()))
	}
	if names == nil {
		return ""
	}
	return " with " + strings.Join(names, ", ")
}

// listOf is the list without empty entries, or what stands for none.
func listOf(list []string, none string) string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}

// exchanged is a number of tiles, which may be unknown.
func exchanged(n int) string {
	if n == 0 {
		return "tiles"
	}
	return engine.Count(n, "tile")
}

// notes are what else there is to say of the event, a line each.
func (p painter) notes(s step) []string {
	var notes []string
	for _, c := range s.Answer.Skipped {
		notes = append(notes, c.String()+" did not play before")
	}
	for _, n := range s.Answer.Nabbed {
		notes = append(notes, fmt.Sprintf("nabs %s from %s", n.Word, cli.Names(n.From)))
	}
	for _, v := range slices.Concat(s.Answer.Violations, s.Answer.Warnings) {
		notes = append(notes, "note: "+v.Message())
	}
	for _, c := range s.Answer.Changed {
		notes = append(notes, fmt.Sprintf("turn %d: %s, now %s", c.Turn, turnWords(c.Before), turnWords(c.After)))
	}
	for i, before := range s.Answer.ScoresBefore {
		if i < len(s.Answer.Scores) && s.Answer.Scores[i].Total != before.Total {
			notes = append(notes, fmt.Sprintf("%s: %d, now %d", before.Color, before.Total, s.Answer.Scores[i].Total))
		}
	}
	return notes
}

// turnWords is a turn in a few words.
func turnWords(t *nabit.Turn) string {
	if t == nil {
		return "no turn"
	}
	text := fmt.Sprintf("%s's %s", t.Player, listOf(t.Words, string(t.Kind)))
	for _, n := range t.Nabbed {
		text += ", nabbing " + n.Word
	}
	return text
}

// board draws the stacks, and explains them.
func (p painter) board(b *strings.Builder, s step) {
	board := engine.Board{}
	for _, c := range s.Answer.Board {
		board[c.Place] = c.Cell
	}
	if len(board) == 0 {
		return
	}
	laid := map[engine.Place]bool{}
	for _, t := range s.laid {
		laid[t.Place] = true
	}
	b.WriteString(p.Board(board, laid) + "\n")
}

// words lists the words under who controls them, in lines that fit a terminal.
func (p painter) words(b *strings.Builder, words []nabit.ControlledWord) {
	const width = 78
	of := map[string][]string{}
	var owners []string
	for _, w := range words {
		owner := cli.Names(w.Controllers)
		if of[owner] == nil {
			owners = append(owners, owner)
		}
		of[owner] = append(of[owner], w.Text)
	}
	slices.Sort(owners)
	for _, owner := range owners {
		line := fmt.Sprintf("  %s:", owner)
		for _, w := range of[owner] {
			if len(line)+1+len(w) > width {
				fmt.Fprintln(b, line)
				line = "   "
			}
			line += " " + w
		}
		fmt.Fprintln(b, line)
	}
}

// score is the score in a line, and who is next or has won.
func (p painter) score(a nabit.Answer) string {
	var parts []string
	for _, s := range a.Scores {
		part := fmt.Sprintf("%s %d", p.Paint(s.Color, s.Color.String()), s.Total)
		if s.Banked > 0 {
			part += fmt.Sprintf(" (%d banked)", s.Banked)
		}
		parts = append(parts, part)
	}
	text := strings.Join(parts, ", ")
	switch {
	case a.Over && len(a.Winners) > 0:
		text += ". " + p.Names(nabit.Outcome(a.Scores, a.Winners)) + "."
	case a.Next != engine.NoColor:
		text += "; next: " + a.Next.String()
	}
	return text
}
