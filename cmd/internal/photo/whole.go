package photo

import (
	"bytes"

	"tilewatch/vision/picture"
)

// CheckWhole refuses a JPEG or PNG file that is cut off. A decoder would fill the missing part with gray and say
// nothing, and the tiles in it would be missing from the score. Other kinds of files pass.
func CheckWhole(data []byte) error {
	jpeg, png := bytes.HasPrefix(data, []byte("\xff\xd8\xff")), bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n"))
	if jpeg && !jpegEnds(data) || png && !bytes.Contains(data, []byte("IEND\xae\x42\x60\x82")) {
		return &picture.Error{Code: picture.Unreadable, Message: "the file is cut off: copy the picture again, whole"}
	}
	return nil
}

// JPEG's markers, after 0xff.
const (
	startOfImage = 0xd8
	endOfImage   = 0xd9
	startOfScan  = 0xda
	restart0     = 0xd0
	temporary    = 0x01
)

// jpegEnds follows the markers to the end of the image; what cameras append after it does not matter. Looking for the
// end marker alone would find that of the thumbnail in the EXIF block.
func jpegEnds(data []byte) bool {
	for at := 2; at+1 < len(data); {
		if data[at] != 0xff {
			return false
		}
		switch marker := data[at+1]; {
		case marker == endOfImage:
			return true
		case marker == 0xff: // fill byte
			at++
			continue
		case alone(marker):
			at += 2
			continue
		default:
			if at+3 >= len(data) {
				return false
			}
			at += 2 + int(data[at+2])<<8 + int(data[at+3])
			if marker == startOfScan {
				at = scanEnd(data, at)
			}
		}
	}
	return false
}

// scanEnd is where the coded pixels that begin at from end: at the next marker that is not part of them.
func scanEnd(data []byte, from int) int {
	for at := from; at+1 < len(data); at++ {
		next := bytes.IndexByte(data[at:len(data)-1], 0xff)
		if next < 0 {
			break
		}
		at += next
		if after := data[at+1]; after != 0 && after != 0xff && !alone(after) {
			return at
		}
	}
	return len(data)
}

// alone reports whether a marker has no segment after it.
func alone(marker byte) bool {
	return marker == temporary || marker == startOfImage || marker >= restart0 && marker < restart0+8
}
