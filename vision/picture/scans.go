package picture

import "bytes"

// mostScans is how many passes over the picture a progressive JPEG file may make. Cameras and programs make 1 to 12; each costs the decoder
// as much as the whole picture, and a file of 280 kB could hold 20,000.
const mostScans = 100

// scans counts a JPEG file's passes over the picture, up to its end: phones put films behind it.
func scans(file []byte) (n int) {
	const intro, startOfImage, endOfImage, startOfScan = 0xff, 0xd8, 0xd9, 0xda
	for at := 0; ; {
		next := bytes.IndexByte(file[at:], intro)
		if next < 0 || at+next+3 >= len(file) {
			return n
		}
		at += next + 1
		switch marker := file[at]; {
		case marker == endOfImage:
			return n
		case marker == 0, marker == intro, marker >= 0xd0 && marker <= startOfImage: // data, filling, restarts: none has a length
			continue
		case marker == startOfScan:
			n++
		}
		if at += 1 + int(file[at+1])<<8 + int(file[at+2]); at >= len(file) {
			return n
		}
	}
}
