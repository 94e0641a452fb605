package filmfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFactsOfAFile reads the films of package source, and files that are none.
func TestFactsOfAFile(t *testing.T) {
	folder := t.TempDir()
	made := func(name, data string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const ftyp = "\x00\x00\x00\x10ftypqt  \x00\x00\x00\x00"
	for path, want := range map[string]Facts{
		"../source/testdata/turned.mp4": {Counted: true}, "../source/testdata/pq.mp4": {Counted: true, Transfer: 16}, "../source/testdata/hlg.mp4": {Counted: true, Transfer: 18},
		"../heif/testdata/plain.heic": {Photo: true}, "../heif/testdata/plain.avif": {Photo: true}, "../source/testdata/uneven.mkv": {}, "../source/testdata/uneven.webm": {},
		made("old.avi", "RIFF\x24\x00\x00\x00AVI LIST"): {Counted: true},
		// QuickTime's older form; a box of 64 bits before the index.
		made("phone.mov", ftyp+"\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x14data"+"\x00\x00\x00\x1amoov\x00\x00\x00\x12colrnclc\x00\x09\x00\x12\x00\x09"): {Counted: true, Transfer: 18},
		made("unfinished.mp4", ftyp+"\x00\x00\x00\x00mdatdata"):                                                   {Counted: true, NoIndex: true},
		made("beyond.mp4", ftyp+"\x00\x00\x10\x00moovcolr"):                                                       {Counted: true},
		made("tv.mkv", "\x1aE\xdf\xa3\x80\x18S\x80g\x01\xff\xff\xff\xff\xff\xff\xff\x55\xb0\x84\x55\xba\x81\x10"): {Transfer: 16},
		made("cut.mkv", "\x1aE\xdf\xa3\x80\x18S\x80g\x01\x00\x00\x00\x00\x00\x10\x00data"):                        {Cut: true},
		made("text", "a text of more than twelve letters"):                                                        {}, made("empty", ""): {}, made("short", "\x1aE\xdf\xa3"): {}, folder: {}, "missing": {},
	} {
		got := Read(path)
		if got.path, got.size = "", 0; got != want {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
	}
}
