package lexicon

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// maxLine is how much of a line is read, in bytes: its word stands at the beginning.
const maxLine = 64 << 10

// lines are those of a text as editors write it: in UTF-8 or UTF-16, with a byte order mark or without, or else in Windows' form of Latin-1.
// One pass over a file of any size is enough, since each line says for itself whether it is UTF-8: no word in Latin-1 looks so.
func lines(r io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		in := bufio.NewReaderSize(r, maxLine)
		if order, is := utf16Order(in); is {
			in = bufio.NewReaderSize(unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder().Reader(in), maxLine)
		}
		var line []byte
		mark, cr := "\ufeff", false // of byte order, before the first line; a carriage return came last, which ends a line alone or with a line feed
		for {
			b, err := in.ReadByte()
			switch {
			case err != nil || b == '\r' || b == '\n' && !cr:
				if (err == nil || len(line) > 0) && !yield(strings.TrimPrefix(plainText(line), mark), nil) {
					return
				}
				mark, line = "", line[:0]
			case b != '\n' && len(line) < maxLine:
				line = append(line, b)
			}
			if cr = b == '\r'; err != nil {
				if !errors.Is(err, io.EOF) {
					yield("", err)
				}
				return
			}
		}
	}
}

// plainText is a line in UTF-8. The end of one that was cut off may lack a part of its last letter.
func plainText(line []byte) string {
	if len(line) == maxLine {
		line = bytes.TrimRightFunc(line, func(r rune) bool { return r > 0x7f })
	}
	if utf8.Valid(line) {
		return strings.TrimRight(string(line), "\ufffd") // half a letter of UTF-16
	}
	text, _ := charmap.Windows1252.NewDecoder().Bytes(line) // never fails: every byte is a letter
	return string(text)
}

// isBinary says that no editor writes that character. Old editors of DOS end a text with the last of these.
func isBinary(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1a", r) }

// utf16Order is the order of bytes of a text in UTF-16; false if it is not UTF-16. Without a mark the first letter, which has a zero byte, tells.
func utf16Order(in *bufio.Reader) (unicode.Endianness, bool) {
	data, err := in.Peek(2)
	switch {
	case err != nil:
		return unicode.LittleEndian, false
	case data[0] == 0xff && data[1] == 0xfe, data[0] != 0 && data[1] == 0:
		return unicode.LittleEndian, true
	}
	return unicode.BigEndian, data[0] == 0xfe && data[1] == 0xff || data[0] == 0 && data[1] != 0
}
