// Package ndjson reads and answers lines of JSON one at a time, in memory that does not grow with the stream or with
// a line that never ends.
package ndjson

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the longest line the streams of games take, in bytes without the line's end.
const MaxLine = 1 << 20

// ErrTooLong is the error of a line longer than the limit. The reader has gone past it, unless it is to stop there.
var ErrTooLong = errors.New("the line is too long")

const (
	bufferSize    = 64 << 10
	byteOrderMark = "\ufeff"
)

// Reader reads lines that end with a line feed, a carriage return before it or none; the last one may have no end.
type Reader struct {
	// Stop has a line over the limit end the reading: one that never ends would be read for ever.
	Stop bool

	in     *bufio.Reader
	limit  int
	line   []byte
	number int
}

// NewReader reads lines of up to limit bytes from r.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, bufferSize), limit: limit}
}

// Next is the next line without its end; it is good until the next call. At the end of the input the error is io.EOF,
// and ErrTooLong for a line over the limit, which is not kept in memory; reading can go on after it.
func (r *Reader) Next() ([]byte, error) {
	r.line = r.line[:0]
	long := false
	for read := 0; ; {
		part, err := r.in.ReadSlice('\n')
		read += len(part)
		if read == 0 {
			return nil, err
		}
		// Two bytes over the limit may still be the line's end.
		if long = long || len(r.line)+len(part) > r.limit+2; !long {
			r.line = append(r.line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && !(long && r.Stop):
			continue
		case err != nil && err != io.EOF && !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
		return r.ended(long)
	}
}

// ended is the line that has been read.
func (r *Reader) ended(long bool) ([]byte, error) {
	r.number++
	line := bytes.TrimSuffix(bytes.TrimSuffix(r.line, []byte("\n")), []byte("\r"))
	if long || len(line) > r.limit {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLong, r.limit)
	}
	if r.number == 1 {
		line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	}
	return line, nil
}

// Number is the number of the line that Next gave last, from 1; 0 before the first.
func (r *Reader) Number() int { return r.number }

// waits reports whether the next line has yet to come in.
func (r *Reader) waits() bool {
	there, _ := r.in.Peek(r.in.Buffered())
	return bytes.IndexByte(there, '\n') < 0
}

// Answer answers every line of in with one line of JSON on out, until in ends. The line's error is nil or
// ErrTooLong. Answers are written at the latest when the next line is waited for, so that a conversation can be held.
// The error says which side failed.
func Answer(in io.Reader, out io.Writer, limit int, answer func(number int, line []byte, err error) any) error {
	lines, buffered := NewReader(in, limit), bufio.NewWriterSize(out, bufferSize)
	to := json.NewEncoder(buffered)
	for {
		line, err := lines.Next()
		if err != nil && !errors.Is(err, ErrTooLong) {
			if flushed := buffered.Flush(); flushed != nil {
				return fmt.Errorf("answers cannot be written: %w", flushed)
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("line %d cannot be read: %w", lines.Number()+1, err)
		}
		err = to.Encode(answer(lines.Number(), line, err))
		if err == nil && lines.waits() {
			err = buffered.Flush()
		}
		if err != nil {
			return fmt.Errorf("answers cannot be written: %w", err)
		}
	}
}
