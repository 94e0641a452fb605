package journal

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Sum is a checksum: the first half of a SHA-256. It finds damage, not forgery.
type Sum [16]byte

func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// MarshalText writes 32 hexadecimal digits.
func (s Sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads them.
func (s *Sum) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(s)) {
		return fmt.Errorf("a checksum has %d digits, not %d", hex.EncodedLen(len(s)), len(text))
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// Root is what the chain of a game's events begins with. It holds nothing else of the header, so that a damaged title
// does not spoil the events.
func Root(game string) Sum { return digest(fields("tilewatch journal", game)) }

// chained is the event's checksum, given that of the event before.
func (e Event) chained(before Sum) Sum {
	b := make([]byte, 0, len(before)+28+len(e.Payload))
	b = append(b, before[:]...)
	b = binary.BigEndian.AppendUint32(b, uint32(e.Version))
	b = binary.BigEndian.AppendUint64(b, e.Seq)
	b = binary.BigEndian.AppendUint64(b, uint64(e.Time.UnixMicro()))
	return digest(append(b, e.Payload...))
}

// Sum is the header's checksum.
func (h Header) Sum() Sum {
	texts := append([]string{h.Game, h.Kind, h.Title, fmt.Sprint(h.Created.UnixMicro())}, h.Players...)
	return digest(fields(texts...))
}

// fields joins texts so that no two lists look alike.
func fields(texts ...string) []byte {
	var b []byte
	for _, t := range texts {
		b = binary.BigEndian.AppendUint32(b, uint32(len(t)))
		b = append(b, t...)
	}
	return b
}

func digest(b []byte) (s Sum) {
	full := sha256.Sum256(b)
	copy(s[:], full[:])
	return s
}
