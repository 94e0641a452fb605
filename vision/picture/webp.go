package picture

import (
	"bytes"
	"encoding/binary"
)

// firstOfWebP is the first picture of an animated WebP file, as a file of its own without transparency; any other file as it is. Decoders here
// know pictures that stand still.
func firstOfWebP(file []byte) []byte {
	const (
		riff, chunk = 12, 8  // bytes of the file's and of a chunk's head
		animated    = 1 << 1 // in the flags of the VP8X chunk
		frame       = 16     // bytes of what an ANMF chunk says of its picture
		flagsAt     = riff + chunk
	)
	if len(file) <= flagsAt || !bytes.HasPrefix(file, []byte("RIFF")) || string(file[8:riff]) != "WEBP" || string(file[riff:riff+4]) != "VP8X" || file[flagsAt]&animated == 0 {
		return file
	}
	if picture, ok := chunkOf(file[riff:], "ANMF"); ok && len(picture) > frame {
		for _, kind := range []string{"VP8 ", "VP8L"} {
			if pixels, ok := chunkOf(picture[frame:], kind); ok {
				return webP(kind, pixels)
			}
		}
	}
	return file
}

// chunkOf is what the first chunk of that kind holds.
func chunkOf(chunks []byte, kind string) ([]byte, bool) {
	for len(chunks) >= 8 {
		size := int64(binary.LittleEndian.Uint32(chunks[4:]))
		body := chunks[8:]
		if size > int64(len(body)) {
			return nil, false
		}
		if string(chunks[:4]) == kind {
			return body[:size], true
		}
		chunks = body[min(size+size%2, int64(len(body))):]
	}
	return nil, false
}

// webP is a file of one chunk.
func webP(kind string, pixels []byte) []byte {
	size := len(pixels) + len(pixels)%2
	file := make([]byte, 0, 20+size)
	file = append(file, "RIFF"...)
	file = binary.LittleEndian.AppendUint32(file, uint32(12+size))
	file = append(append(file, "WEBP"...), kind...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(pixels)))
	file = append(file, pixels...)
	return append(file, make([]byte, size-len(pixels))...)
}
