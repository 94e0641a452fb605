package cli

import (
	"encoding/json"
	"io"

	"tilewatch/cmd/internal/term"
)

// Texted is a line of JSON that people can read, too.
type Texted interface{ Text(term.Painter) string }

// Printer prints lines: as JSON, or as texts for people with an empty line between them.
type Printer struct {
	to      io.Writer
	json    bool
	painter term.Painter
	printed bool
}

// NewPrinter makes a printer. Texts are in color on a terminal.
func NewPrinter(to io.Writer, json bool) *Printer {
	return &Printer{to: to, json: json, painter: term.For(to)}
}

// Print prints a line.
func (p *Printer) Print(line Texted) error {
	if p.json {
		return json.NewEncoder(p.to).Encode(line)
	}
	text := line.Text(p.painter)
	if p.printed {
		text = "\n" + text
	}
	p.printed = true
	_, err := io.WriteString(p.to, text)
	return err
}
