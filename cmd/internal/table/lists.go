package table

import "tilewatch/web/desk"

// Lists implements desk.WordLists.
func (d *Desk) Lists() desk.Lists { return d.words.Lists() }

// ChooseList implements desk.WordLists.
func (d *Desk) ChooseList(name string) error { return d.words.Choose(name) }

// UploadList implements desk.WordLists.
func (d *Desk) UploadList(file string, text []byte) error { return d.words.Upload(file, text) }
