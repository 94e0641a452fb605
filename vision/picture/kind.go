package picture

import (
	"bytes"
	"errors"
	"fmt"

	"tilewatch/vision/heif"
)

// Kinds of what has no photo's format at all.
const (
	Film  = "film"
	Sound = "sound"
)

// magic is how files begin that people send for a photo, and what they are. What stands further up is looked for first.
var magic = []struct {
	at    int
	begin string
	kind  string
}{
	{0, "\xff\x0a", "JPEG XL"}, {4, "JXL \r\n\x87\n", "JPEG XL"},
	{4, "jP  \r\n\x87\n", "JPEG 2000"}, {0, "\xff\x4f\xff\x51", "JPEG 2000"},
	{0, "%PDF", "PDF"}, {0, "8BPS", "Photoshop"}, {0, "PK\x03\x04", "ZIP"},
	{8, "WAVE", Sound}, {0, "ID3", Sound}, {0, "\xff\xfb", Sound}, {0, "\xff\xf1", Sound}, {0, "fLaC", Sound}, {0, "#!AMR", Sound}, // \xff: MP3, AAC
	{8, "M4A ", Sound}, {8, "M4B ", Sound}, {28, "OpusHead", Sound}, {28, "\x01vorbis", Sound}, // in containers that films have too
	{8, "AVI ", Film}, {0, "\x1aE\xdf\xa3", Film}, {0, "OggS", Film}, {0, "\x00\x00\x01\xba", Film}, {0, "FLV\x01", Film},
	{0, "\x30\x26\xb2\x75", Film}, {0, "G@", Film}, {4, "G@", Film}, // WMV, a transport stream, one of a camcorder
	{4, "moov", Film}, {4, "mdat", Film},
	{4, "ftyp", Film}, // but for those that heif reads
}

// kindOf is what a file that is no picture seems to be: a format's name, Film, Sound, or "".
func kindOf(data []byte) string {
	for _, m := range magic {
		if len(data) >= m.at && bytes.HasPrefix(data[m.at:], []byte(m.begin)) {
			return m.kind
		}
	}
	const head = 1024 // bytes; comments may stand before
	if bytes.Contains(data[:min(len(data), head)], []byte("<svg")) {
		return "SVG"
	}
	return ""
}

// unknown is the error for a file that no decoder here knows.
func unknown(data []byte) *Error {
	switch kind := kindOf(data); kind {
	case "":
		return &Error{Code: Unreadable, Message: "not a picture that can be read: use JPEG, PNG, WebP or HEIC"}
	case Film:
		return &Error{Unreadable, `a film, not a photo: follow it with "tilewatch watch"`, kind}
	case Sound:
		return &Error{Unreadable, "a sound recording, not a photo: use JPEG, PNG, WebP or HEIC", kind}
	default:
		return &Error{Unreadable, fmt.Sprintf("%s files cannot be read: save the photo as a JPEG", kind), kind}
	}
}

// unreadableHEIF is the error for a file of a phone that libheif does not read.
func unreadableHEIF(err error) *Error {
	if errors.Is(err, heif.ErrMissing) {
		return &Error{Unreadable, fmt.Sprintf("HEIC and AVIF files cannot be read here (%v): sudo apt install libheif1, on Ubuntu also libheif-plugin-libde265 and "+
			"libheif-plugin-aomdec; or save the photo as a JPEG (iPhone: Settings, Camera, Formats, Most Compatible)", err), "HEIC"}
	}
	return &Error{Unreadable, fmt.Sprintf("the HEIC or AVIF file cannot be read (%v): take or copy the picture again, or save it as a JPEG", err), "HEIC"}
}
