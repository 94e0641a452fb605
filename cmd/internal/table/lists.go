package table

import (
	"io"

	"tilewatch/web/desk"
)

// Lists implements desk.WordLists.
func (d *Desk) Lists() desk.Lists { return d.words.Lists() }

// ChooseList implements desk.WordLists.
func (d *Desk) ChooseList(name string) error { return d.words.Choose(name) }

// UploadList implements desk.WordLists.
func (d *Desk) UploadList(file string, text io.Reader) error { return d.words.Upload(file, text) }

// MarkWords implements desk.WordLists.
func (d *Desk) MarkWords(words []string, mark desk.WordMark) error { return d.words.Mark(words, mark) }

// ImportWords implements desk.WordLists.
func (d *Desk) ImportWords(text string) error { return d.words.Import(text) }

// UndoWords implements desk.WordLists.
func (d *Desk) UndoWords(number int) error { return d.words.Undo(number) }
