package salvage

import (
	"encoding/binary"
	"fmt"
	"os"

	"tilewatch/engine/journal"
)

// SoundLog checks the log of a file that no program has open: a *Damage says that a page in it is not as it was written. The database would
// take that for the end of the log, and remove what comes after it. The format is sqlite.org/fileformat2.html, section 4.
func SoundLog(path string) error {
	log, err := os.ReadFile(path + "-wal")
	if err != nil || len(log) <= logHead+frameHead {
		return journal.Refusal(UnlessMissing(err))
	}
	damage := &journal.Damage{Reason: fmt.Sprintf("the log %q is damaged", path+"-wal")}
	var words binary.ByteOrder = binary.LittleEndian
	switch binary.BigEndian.Uint32(log) {
	case 0x377f0682:
	case 0x377f0683:
		words = binary.BigEndian
	default:
		return damage
	}
	sum := logSum{}.over(words, log[:24])
	if sum != written(log[24:]) {
		return damage
	}
	ended := false // by pages of an earlier round of the log
	for at := logHead; at+frameHead < len(log); at += frameHead + pageSize {
		head, page := log[at:at+frameHead], log[at+frameHead:min(at+frameHead+pageSize, len(log))]
		if string(head[frameSalt:frameSalt+saltSize]) != string(log[logSalt:logSalt+saltSize]) {
			ended = true
			continue
		}
		sum = sum.over(words, head[:8]).over(words, page)
		if ended || len(page) < pageSize || sum != written(head[16:]) { // one that is cut off was whole when it was acknowledged
			return damage
		}
	}
	return nil
}

// logSum is the checksum of a log, over all that comes before.
type logSum [2]uint32

func (s logSum) over(words binary.ByteOrder, b []byte) logSum {
	for ; len(b) >= 8; b = b[8:] {
		s[0] += words.Uint32(b) + s[1]
		s[1] += words.Uint32(b[4:]) + s[0]
	}
	return s
}

// written is a checksum as the log has it.
func written(b []byte) logSum {
	return logSum{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])}
}
