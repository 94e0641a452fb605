// Package frame is what the head of every page needs.
package frame

import "tilewatch/web/text"

// Frame is what every page's head needs.
type Frame struct {
	Texts   *text.Texts
	Heading string
	Here    string // the page's own address
	Build   string
	Langs   []*text.Texts
}

// T is the sentence for the key, in the reader's language.
func (f *Frame) T(key string, pairs ...any) string { return f.Texts.Say(key, pairs...) }
