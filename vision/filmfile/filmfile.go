// Package filmfile reads in a film's file what its decoder does not say: whether the header counts the pictures, whether a part of the file
// is missing or still to come, and how the colors are stored.
package filmfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"tilewatch/vision/heif"
)

// Facts are what the file says. The zero value says nothing.
type Facts struct {
	Photo    bool // it is a HEIC or AVIF photo, which FFmpeg takes for a damaged film
	Counted  bool // the header counts the pictures; in other files a count is a guess from duration and rate, wrong where the rate varies
	NoIndex  bool // an MP4 or MOV without its index, which is written last: nobody can read it
	Cut      bool // the header announces more bytes than the file has
	Transfer byte // how light is stored, by its number in ITU-T H.273; 0: unknown

	path string
	size int64
}

const (
	head    = 64 << 10 // bytes in which a Matroska file describes its tracks
	maxMoov = 64 << 20 // bytes of an MP4's index, at most
)

// Read reads the facts of a file. What cannot be read has none.
func Read(path string) (facts Facts) {
	file, err := os.Open(path)
	if err != nil {
		return Facts{}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Facts{}
	}
	begin := make([]byte, head)
	n, _ := file.ReadAt(begin, 0) // a short file is none of these
	switch begin = begin[:n]; {
	case heif.Is(begin):
		facts.Photo = true
	case bytes.HasPrefix(begin, []byte("\x1aE\xdf\xa3")):
		facts = matroska(begin, info.Size())
	case len(begin) > 12 && string(begin[4:8]) == "ftyp":
		facts = mp4(file, info.Size())
	default:
		facts.Counted = len(begin) > 12 && string(begin[8:12]) == "AVI "
	}
	facts.path, facts.size = path, info.Size()
	return facts
}

// Short says what is wrong with the film if so many of the pictures that were expected were read, and what to do; "" if these are all.
func (f Facts) Short(read, expected int) string {
	info, err := os.Stat(f.path)
	switch missing := expected - read; {
	case err == nil && info.Size() > f.size:
		return fmt.Sprintf("is still being written, and was read as far as it goes, up to frame %d: give it again when it is complete, or the camera itself", read)
	case f.Counted && missing > max(1, expected/100):
		return fmt.Sprintf("ends early, after %d of %d frames: copy the file again to get the rest", read, expected)
	case f.Cut:
		return fmt.Sprintf("ends early, after %d frames: copy the file again to get the rest", read)
	}
	return ""
}

// mp4 walks the boxes of an MP4 or MOV (ISO/IEC 14496-12) to its index.
func mp4(file io.ReaderAt, size int64) Facts {
	var box [16]byte
	for at, length := int64(0), int64(0); at < size; at += length {
		if n, _ := file.ReadAt(box[:], at); n < 8 {
			break
		}
		length = int64(binary.BigEndian.Uint32(box[:]))
		if length == 1 {
			length = int64(binary.BigEndian.Uint64(box[8:]))
		}
		if string(box[4:8]) == "moov" {
			moov := make([]byte, min(max(length, 0), maxMoov, size-at))
			n, _ := file.ReadAt(moov, at)
			return Facts{Counted: true, Transfer: after(moov[:n], "colrncl", 4)}
		}
		if length < 8 {
			break
		}
	}
	return Facts{Counted: true, NoIndex: true}
}

// matroska reads the beginning of a Matroska or WebM file (RFC 9559).
func matroska(begin []byte, size int64) (facts Facts) {
	const segment = "\x18\x53\x80\x67"
	tracks, _, _ := bytes.Cut(begin, []byte("\x1f\x43\xb6\x75")) // up to the first cluster of pictures
	facts.Transfer = after(tracks, "\x55\xba\x81", 0)
	before, rest, found := bytes.Cut(tracks, []byte(segment))
	if !found || len(rest) < 8 {
		return facts
	}
	length := binary.BigEndian.Uint64(rest)
	if wide := rest[0] == 1; wide && length != 1<<57-1 { // who writes a film knows its length at the end, and leaves eight bytes for it
		facts.Cut = int64(len(before)+len(segment)+8)+int64(length&(1<<56-1)) > size
	}
	return facts
}

// after is the byte that stands so many bytes behind a mark, or 0.
func after(data []byte, mark string, skip int) byte {
	if _, rest, found := bytes.Cut(data, []byte(mark)); found && len(rest) > skip {
		return rest[skip]
	}
	return 0
}
