package helper

import (
	"encoding/binary"
	"fmt"
	"io"
)

// maxMessage bounds what either side takes from the other, in bytes: the largest decoded picture fits.
const maxMessage = 160 << 20

// send writes one message: its length in four bytes, a mark, and its data.
func send(w io.Writer, mark byte, data []byte) error {
	var head [5]byte
	binary.BigEndian.PutUint32(head[:], uint32(len(data)))
	head[4] = mark
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

// receive reads one message. io.EOF means that the other side has ended between two.
func receive(r io.Reader) (mark byte, data []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > maxMessage {
		return 0, nil, fmt.Errorf("a message of %d bytes is too long: at most %d", n, maxMessage)
	}
	data = make([]byte, n)
	_, err = io.ReadFull(r, data)
	return head[4], data, err
}
