package replay

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/cmd/internal/cli"
	"tilewatch/engine"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/nabit"
)

// painter writes a game for a terminal.
type painter struct {
	color bool
}

// paints are the colors' background and letter, as the terminal's 256 colors number them.
var paints = map[engine.Color][2]int{engine.Red: {160, 231}, engine.Purple: {91, 231}, engine.Yellow: {220, 16}, engine.Green: {28, 231}, engine.Gray: {245, 16}}

// paint puts the color behind the text.
func (p painter) paint(c engine.Color, text string) string {
	paint, known := paints[c]
	if !p.color || !known {
		return text
	}
	return fmt.Sprintf("\x1b[48;5;%d;38;5;%dm%s\x1b[0m", paint[0], paint[1], text)
}

func (p painter) title(s *record.Stored) string {
	return fmt.Sprintf("%s (%s)\n\n", s.Title, s.Game)
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
		return fmt.Sprintf("event %d, %s: %s", s.Seq, s.Time, text)
	}
	if s.Turn == 0 {
		return text
	}
	return fmt.Sprintf("turn %d: %s", s.Turn, text)
}

func (p painter) happened(s step) string {
	e := s.Event
	who := p.paint(e.Player, e.Player.String())
	switch e.Type {
	case nabit.Start:
		if len(e.Board) > 0 {
			return "a game that is under way is taken up"
		}
		return "the game begins" + p.among(e.Players)
	case nabit.Played:
		return fmt.Sprintf("%s plays %s", who, listOf(s.Answer.NewWords, "no new word"))
	case nabit.Exchanged:
		return who + " exchanges " + count(e.Count, "tile")
	case nabit.Passed:
		return who + " passes"
	case nabit.Skipped:
		return who + " lays no tile"
	case nabit.Banked:
		return who + " banks a tile"
	case nabit.Challenged:
		text := fmt.Sprintf("%s challenges %s: %s", p.paint(e.By, e.By.String()), listOf(append(slices.Clone(e.Words), e.Word), "nothing"), verdicts[s.Answer.Verdict])
		if e.List != nil {
			text += " (" + cli.ListText(e.List) + ")"
		}
		return text
	case nabit.Withdrawn:
		return "the last play is taken back"
	case nabit.AnnouncedEnd:
		return who + " announces the last tile"
	case nabit.Caught:
		return who + " is caught not announcing the last tile"
	case nabit.Finished:
		return "the game is closed"
	case nabit.Named:
		return fmt.Sprintf("%s is called %q", who, e.Name)
	}
	return p.changed(s)
}

var verdicts = map[nabit.Verdict]string{nabit.Upheld: "no word, the play is taken back", nabit.Rejected: "it is a word"}

// changed says what an event about other events did.
func (p painter) changed(s step) string {
	switch s.Event.Type {
	case nabit.Corrected:
		return fmt.Sprintf("turn %d is corrected to %s", s.Event.Turn, listOf(s.Answer.NewWords, "no play"))
	case nabit.Undone:
		return fmt.Sprintf("%q is undone", s.Answer.Undone.Type)
	case nabit.Redone:
		return fmt.Sprintf("%q is done again", s.Answer.Redone.Type)
	}
	return string(s.Event.Type)
}

func (p painter) among(players []engine.Color) string {
	var names []string
	for _, c := range players {
		names = append(names, p.paint(c, c.String()))
	}
	if names == nil {
		return ""
	}
	return " among " + strings.Join(names, ", ")
}

// listOf is the list without empty entries, or what stands for none.
func listOf(list []string, none string) string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}

func count(n int, what string) string {
	switch n {
	case 0:
		return what + "s"
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// notes are what else there is to say of the event, a line each.
func (p painter) notes(s step) []string {
	var notes []string
	for _, c := range s.Answer.Skipped {
		notes = append(notes, c.String()+" laid no tile before")
	}
	for _, n := range s.Answer.Nabbed {
		notes = append(notes, fmt.Sprintf("nabs %s from %s", n.Word, cli.Names(n.From)))
	}
	for _, v := range slices.Concat(s.Answer.Violations, s.Answer.Warnings) {
		notes = append(notes, "note: "+v.Message())
	}
	for _, c := range s.Answer.Changed {
		notes = append(notes, fmt.Sprintf("turn %d was %s and is %s", c.Turn, turnWords(c.Before), turnWords(c.After)))
	}
	for i, before := range s.Answer.ScoresBefore {
		if i < len(s.Answer.Scores) && s.Answer.Scores[i].Total != before.Total {
			notes = append(notes, fmt.Sprintf("%s had %d and has %d", before.Color, before.Total, s.Answer.Scores[i].Total))
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

// board draws the stacks, rows below each other, with the numbers of rows and columns.
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
	low, high := board.Bounds()
	header := "     "
	for col := low.Col; col <= high.Col; col++ {
		header += fmt.Sprintf("%3d ", col)
	}
	fmt.Fprintln(b, strings.TrimRight(header, " "))
	for row := low.Row; row <= high.Row; row++ {
		line := fmt.Sprintf("%4d ", row)
		for col := low.Col; col <= high.Col; col++ {
			at := engine.Place{Row: row, Col: col}
			line += p.cell(board[at], laid[at])
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	b.WriteString("\n")
}

// cell is a stack in four columns: letter, color, height, and a star if it was laid in this turn.
func (p painter) cell(c engine.Cell, laid bool) string {
	if c.Height == 0 {
		return " .  "
	}
	letter, mark := c.Letter.String(), " "
	if c.Blank {
		letter = strings.ToLower(letter)
	}
	if letter == "" {
		letter = "?"
	}
	if laid {
		mark = "*"
	}
	return p.paint(c.Color, fmt.Sprintf("%s%.1s%d", letter, c.Color, c.Height)) + mark
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
		part := fmt.Sprintf("%s %d", p.paint(s.Color, s.Color.String()), s.Total)
		if s.Banked > 0 {
			part += fmt.Sprintf(" (%d banked)", s.Banked)
		}
		parts = append(parts, part)
	}
	text := strings.Join(parts, ", ")
	switch {
	case a.Over && len(a.Winners) > 0:
		text += "; won by " + strings.Join(cli.ColorNames(a.Winners), " and ")
	case a.Next != engine.NoColor:
		text += "; next: " + a.Next.String()
	}
	return text
}
