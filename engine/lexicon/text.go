package lexicon

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeText is the text of a file as editors write them: in UTF-8 or UTF-16, with a byte order mark or without, or else in Windows' form of
// Latin-1. Every line ends with "\n".
func decodeText(data []byte) string {
	var text string
	switch order := utf16Order(data); {
	case order != nil:
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = order.Uint16(data[2*i:])
		}
		text = string(utf16.Decode(units))
	case utf8.Valid(data):
		text = string(data)
	default:
		text = latin1(data)
	}
	return newlines.Replace(strings.TrimPrefix(text, "\ufeff"))
}

// isBinary says that no editor writes that character. Old editors of DOS end a text with the last of these.
func isBinary(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1a", r) }

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// utf16Order is the order of bytes of a text in UTF-16; nil if it is not UTF-16. Without a mark the first letter, which has a zero byte, tells.
func utf16Order(data []byte) binary.ByteOrder {
	switch {
	case len(data) < 2:
		return nil
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), data[0] != 0 && data[1] == 0:
		return binary.LittleEndian
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}), data[0] == 0 && data[1] != 0:
		return binary.BigEndian
	}
	return nil
}

// windows are the letters that Windows has among the control characters of Latin-1.
var windows = map[byte]rune{0x8a: 'Š', 0x8c: 'Œ', 0x8e: 'Ž', 0x91: '‘', 0x92: '’', 0x9a: 'š', 0x9c: 'œ', 0x9e: 'ž', 0x9f: 'Ÿ'}

func latin1(data []byte) string {
	var text strings.Builder
	for _, b := range data {
		r, ok := windows[b]
		if !ok {
			r = rune(b)
		}
		text.WriteRune(r)
	}
	return text.String()
}
