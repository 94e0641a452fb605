package netcam

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"tilewatch/vision/picture"
)

// JPEG's marks (ITU-T T.81, table B.1).
const (
	startOfPicture = "\xff\xd8\xff"
	endOfPicture   = 0xd9
	startOfScan    = 0xda
	restartFirst   = 0xd0
	restartLast    = 0xd7
)

var errTooLong = errors.New("sends pictures that do not end")

// nextJPEG reads the next whole JPEG file of a stream, by the file's own marks: what stands between files, and what the stream says of their
// lengths, does not matter. A file that is broken off is passed over.
func nextJPEG(from *bufio.Reader) ([]byte, error) {
	for {
		if err := findStart(from); err != nil {
			return nil, err
		}
		file, err := restOf(from)
		if file != nil || err != nil {
			return file, err
		}
	}
}

// findStart passes over all that stands before a file's first mark.
func findStart(from *bufio.Reader) error {
	for passed := 0; passed < picture.MaxBytes; {
		head, err := from.Peek(len(startOfPicture))
		if err != nil {
			return err
		}
		if string(head) == startOfPicture {
			return nil
		}
		rest, _ := from.Peek(from.Buffered())
		skip := bytes.IndexByte(rest[1:], startOfPicture[0]) + 1
		if skip == 0 {
			skip = len(rest)
		}
		n, _ := from.Discard(skip) // it is there
		passed += n
	}
	return errors.New("sends no pictures")
}

// restOf reads the file that begins here; nil: it is broken off, and another one begins.
func restOf(from *bufio.Reader) ([]byte, error) {
	file := make([]byte, 2, 1<<16)
	if _, err := io.ReadFull(from, file); err != nil {
		return nil, err
	}
	for len(file) < picture.MaxBytes {
		head, err := from.Peek(2)
		if err != nil {
			return nil, err
		}
		mark := head[1]
		switch {
		case head[0] != 0xff, mark == startOfPicture[1]: // no mark, or the next file's
			return nil, nil
		case mark == 0xff: // a byte that fills
			file = append(file, mark)
			if _, err := from.Discard(1); err != nil {
				return nil, err
			}
			continue
		case mark == endOfPicture:
			_, err := from.Discard(2)
			return append(file, head...), err
		}
		if file, err = appendSegment(file, from); err != nil {
			return nil, err
		}
		if mark == startOfScan {
			if file, err = appendScan(file, from); err != nil {
				return nil, err
			}
		}
	}
	return nil, errTooLong
}

// appendSegment reads a mark with its length and what belongs to it.
func appendSegment(file []byte, from *bufio.Reader) ([]byte, error) {
	head, err := from.Peek(4)
	if err != nil {
		return nil, err
	}
	size := 2 + int(head[2])<<8 + int(head[3])
	at := len(file)
	file = append(file, make([]byte, size)...)
	_, err = io.ReadFull(from, file[at:])
	return file, err
}

// appendScan reads coded pixels, up to the mark after them.
func appendScan(file []byte, from *bufio.Reader) ([]byte, error) {
	for len(file) < picture.MaxBytes {
		if _, err := from.Peek(2); err != nil {
			return nil, err
		}
		rest, _ := from.Peek(from.Buffered())
		switch at := bytes.IndexByte(rest[:len(rest)-1], 0xff); {
		case at < 0:
			rest = rest[:len(rest)-1] // the last byte may begin a mark
		case rest[at+1] == 0 || rest[at+1] >= restartFirst && rest[at+1] <= restartLast: // pixels
			rest = rest[:at+2]
		case at == 0:
			return file, nil
		default:
			rest = rest[:at]
		}
		file = append(file, rest...)
		if _, err := from.Discard(len(rest)); err != nil {
			return nil, err
		}
	}
	return nil, errTooLong
}
