package oneway

import (
	"encoding/binary"
	"slices"
)

// The first byte of a frame: a whole text message, or the end.
const (
	text       = 0x81
	compressed = 0x40
)

// Goodbye ends a WebSocket: the server is going away (1001).
var Goodbye = []byte{0x88, 2, 0x03, 0xe9}

// flushed ends what is compressed, and is left out of a message (RFC 7692, section 7.2.1).
const flushed = 4

// Frame appends what add appends, as one message. What is thin is a run of DEFLATE blocks that ends with an empty stored one.
func Frame(to []byte, thin bool, add func([]byte) []byte) []byte {
	at := len(to)
	to = add(to)
	first := byte(text)
	if thin {
		first |= compressed
		to = to[:len(to)-flushed]
	}
	head := []byte{first, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	switch n := len(to) - at; {
	case n < 126:
		head[1], head = byte(n), head[:2]
	case n < 1<<16:
		head[1], head = 126, head[:4]
		binary.BigEndian.PutUint16(head[2:], uint16(n))
	default:
		head[1] = 127
		binary.BigEndian.PutUint64(head[2:], uint64(n))
	}
	return slices.Insert(to, at, head...)
}
