package table

import (
	"io"

	"tilewatch/web/desk"
)

// Lists implements desk.WordLists.
func (d *Desk) Lists() desk.Lists { return d.words.Lists() }

// ChooseList implements desk.WordLists.
func (d *Desk) ChooseList(name string) error { return d.told(d.words.Choose(name)) }

// UploadList implements desk.WordLists.
func (d *Desk) UploadList(file string, text io.Reader) error {
	return d.told(d.words.Upload(file, text))
}

// MarkWords implements desk.WordLists.
func (d *Desk) MarkWords(words []string, mark desk.WordMark) error {
	return d.told(d.words.Mark(words, mark))
}

// ImportWords implements desk.WordLists.
func (d *Desk) ImportWords(text string) error { return d.told(d.words.Import(text)) }

// UndoWords implements desk.WordLists.
func (d *Desk) UndoWords(number int) error { return d.told(d.words.Undo(number)) }

// DeclineWords implements desk.WordLists.
func (d *Desk) DeclineWords(words []string) error { return d.told(d.words.Decline(words)) }

// LetLookUp implements desk.WordLists.
func (d *Desk) LetLookUp(may bool) error { return d.told(d.words.LetLookUp(may)) }

// told has the page show what was changed.
func (d *Desk) told(err error) error {
	if err == nil {
		_ = d.call(d.commands, func() { d.quietly(d.publish(d.state)) }) // no page at a table that is closed
	}
	return err
}
