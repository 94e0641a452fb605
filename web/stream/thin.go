package stream

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"sync"
)

// A stream is compressed as one gzip file that never ends. Its packets are compressed each for itself, without looking back at
// those before: so the same bytes fit into every phone's stream, wherever it began. See RFC 1951 and 1952.

// gzipHeader begins the file: deflated, no name, no time, of an unknown system.
var gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}

var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.DefaultCompression)
	if err != nil { // the level is a known one
		panic(err)
	}
	return w
}}

// deflated compresses the data into blocks that end at a whole byte.
func deflated(data []byte) []byte {
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Flush()
	return out.Bytes()
}

// stored appends a block that holds the data as they are, at most 64 kB.
func stored(to, data []byte) []byte {
	n := uint16(len(data))
	to = append(to, 0)
	to = binary.LittleEndian.AppendUint16(to, n)
	to = binary.LittleEndian.AppendUint16(to, ^n)
	return append(to, data...)
}
