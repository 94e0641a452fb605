package salvage

import (
	"encoding/binary"
	"io"
	"math"
	"os"

	"tilewatch/engine/journal"
)

// Carving finds records in the raw pages of a database's file, without its schema, its roots and its pages' own lists of what they hold:
// any of these may be gone. What is found counts only by its checksum. The format is sqlite.org/fileformat2.html; like sqlite3's recover
// command, but for our two tables alone, so that a record is known by its columns' types wherever it begins.

// pageSize is the size of a page of the database.
const pageSize = 4096

// Of a long record some bytes stay in the page, the rest is on pages of its own; the format's X and M, for tables without rowids.
const (
	mostLocal   = (pageSize-12)*64/255 - 23
	leastLocal  = (pageSize-12)*32/255 - 23
	onePageMore = pageSize - 4 // bytes of a record on a page of its own, after the number of the next
)

// localBytes is how much of a record of that length its page holds.
func localBytes(length int) int {
	if length <= mostLocal {
		return length
	}
	if fits := leastLocal + (length-leastLocal)%onePageMore; fits <= mostLocal {
		return fits
	}
	return leastLocal
}

// longestRecord is more than any record of ours takes: an event, and what is beside it.
const longestRecord = journal.MaxPayload + 4096

// pages are a database's pages, by number, from 1. One that is not there is nil.
type pages func(number uint32) []byte

// carve calls found with every record of the page that has one of the shapes. from are where the rest of a long one may be: each gives a
// record of its own.
func carve(page []byte, from []pages, found func(record), shapes ...string) {
	listed := cells(page)
	for at := range page {
		length, n := varint(page[at:])
		if n == 0 || length < 8 || length > longestRecord {
			continue
		}
		local := localBytes(int(length))
		begins := at + n
		if begins+local > len(page) {
			continue
		}
		for _, shape := range shapes {
			columns, ok := columnsOf(page[begins:begins+local], int(length), shape)
			if !ok {
				continue
			}
			for _, whole := range bodies(page[begins:], int(length), local, from) {
				found(record{shape, columns, whole, listed != nil && !listed[at]})
			}
		}
	}
}

// cells are where the records begin that the page lists; nil where it is no page of a table without rowids, or its list is spoilt.
func cells(page []byte) map[int]bool {
	if len(page) < pageSize {
		return nil
	}
	list, child := 8, 0
	switch page[0] {
	case 2: // an inner page: before each record is the number of a page
		list, child = 12, 4
	case 10: // a leaf
	default:
		return nil
	}
	count := int(binary.BigEndian.Uint16(page[3:]))
	if list+2*count > pageSize {
		return nil
	}
	listed := make(map[int]bool, count)
	for i := range count {
		at := int(binary.BigEndian.Uint16(page[list+2*i:]))
		if at < list+2*count || at >= pageSize {
			return nil
		}
		listed[at+child] = true
	}
	return listed
}

// bodies are the record's bytes, as each of the places has them.
func bodies(begin []byte, length, local int, from []pages) [][]byte {
	if local == length {
		return [][]byte{begin[:length]}
	}
	if len(begin) < local+4 {
		return nil
	}
	var all [][]byte
	for _, pages := range from {
		whole := append(make([]byte, 0, length), begin[:local]...)
		next := begin[local : local+4]
		for len(whole) < length {
			page := pages(binary.BigEndian.Uint32(next))
			if page == nil {
				break
			}
			next = page[:4]
			whole = append(whole, page[4:4+min(onePageMore, length-len(whole))]...)
		}
		if len(whole) == length {
			all = append(all, whole)
		}
	}
	return all
}

// column is where a value lies in a record, and its type in the format's numbers.
type column struct {
	kind     uint64
	from, to int
}

// record is a row.
type record struct {
	shape   string
	columns []column
	body    []byte
	dead    bool // its page lists it no more: some of it may be another's
}

// The types of columns in a shape: a letter each.
const (
	texts    = 't'
	integers = 'i'
	blobs    = 'b'
	sums     = 's' // blobs as long as a checksum
)

// columnsOf reads a record's head; ok says that it is one of that shape and length.
func columnsOf(body []byte, length int, shape string) (columns []column, ok bool) {
	head, at := varint(body)
	if at == 0 || head > uint64(len(body)) || head < uint64(1+len(shape)) || head > uint64(1+maxVarint*len(shape)) {
		return nil, false
	}
	value := int(head)
	columns = make([]column, 0, len(shape))
	for _, wanted := range shape {
		kind, n := varint(body[at:head])
		if n == 0 || !isKind(kind, wanted) {
			return nil, false
		}
		at += n
		columns = append(columns, column{kind, value, value + sizeOf(kind)})
		value += sizeOf(kind)
		if value > length {
			return nil, false
		}
	}
	return columns, at == int(head) && value == length
}

func isKind(kind uint64, wanted rune) bool {
	switch wanted {
	case texts:
		return kind >= 13 && kind%2 == 1 && kind < longestRecord*2
	case blobs:
		return kind >= 12 && kind%2 == 0 && kind < longestRecord*2
	case sums:
		return kind == 12+2*uint64(len(journal.Sum{}))
	}
	return wanted == integers && kind >= 1 && kind <= 9 && kind != 7 // 7 is a float
}

// sizeOf is how many bytes a value of that type takes.
func sizeOf(kind uint64) int {
	if kind >= 12 {
		return int(kind-12) / 2
	}
	return [...]int{0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0}[kind]
}

func (r record) bytes(i int) []byte { return r.body[r.columns[i].from:r.columns[i].to] }

func (r record) text(i int) string { return string(r.bytes(i)) }

func (r record) sum(i int) (s journal.Sum) {
	copy(s[:], r.bytes(i))
	return s
}

// integer is a number of up to eight bytes, the first one with the sign; 0 and 1 have types of their own.
func (r record) integer(i int) int64 {
	switch r.columns[i].kind {
	case 8:
		return 0
	case 9:
		return 1
	}
	b := r.bytes(i)
	value := int64(int8(b[0]))
	for _, next := range b[1:] {
		value = value<<8 | int64(next)
	}
	return value
}

// maxVarint is the most bytes that a number takes.
const maxVarint = 9

// varint reads a number of seven bits a byte, the ninth byte whole; n is how many bytes it takes, 0 if it does not end.
func varint(b []byte) (value uint64, n int) {
	for i := range min(len(b), maxVarint) {
		if i == maxVarint-1 {
			return value<<8 | uint64(b[i]), maxVarint
		}
		value = value<<7 | uint64(b[i]&0x7f)
		if b[i] < 0x80 {
			return value, i + 1
		}
	}
	return 0, 0
}

// pagesIn is how many pages the file has.
func pagesIn(file *os.File) (uint32, error) {
	if file == nil {
		return 0, nil
	}
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	return uint32(min((info.Size()+pageSize-1)/pageSize, math.MaxUint32)), nil
}

// pagesOf are the pages of a file. The last one may be cut off: what is missing of it is zero.
func pagesOf(file io.ReaderAt, count uint32) pages {
	return func(number uint32) []byte {
		if number < 1 || number > count {
			return nil
		}
		page := make([]byte, pageSize)
		if n, _ := file.ReadAt(page, int64(number-1)*pageSize); n == 0 { // a sector that cannot be read costs its page
			return nil
		}
		return page
	}
}

// The write-ahead log is a head, then pages in the order in which they were written, each with a head of its own that begins with its
// number and, after eight bytes, has the salt of the log's present round.
const (
	logHead, frameHead = 32, 24
	logSalt, frameSalt = 16, 8
	saltSize           = 8
)

// logged are a log's pages: the newest one of each number, and all of them as they were written.
func logged(file *os.File) (newest pages, all [][]byte, err error) {
	info, err := file.Stat()
	if err != nil {
		return nil, nil, err
	}
	head := make([]byte, logHead)
	_, _ = file.ReadAt(head, 0) // one that cannot be read leaves no page the newest
	byNumber := map[uint32][]byte{}
	for at := int64(logHead); at+frameHead < info.Size(); at += frameHead + pageSize {
		frame := make([]byte, frameHead+pageSize)
		if n, _ := file.ReadAt(frame, at); n <= frameHead {
			continue
		}
		page := frame[frameHead:]
		all = append(all, page)
		if string(frame[frameSalt:frameSalt+saltSize]) == string(head[logSalt:logSalt+saltSize]) {
			byNumber[binary.BigEndian.Uint32(frame)] = page
		}
	}
	return func(number uint32) []byte { return byNumber[number] }, all, nil
}

// over are these pages, and where one is not there the other's.
func (p pages) over(other pages) pages {
	return func(number uint32) []byte {
		if page := p(number); page != nil {
			return page
		}
		return other(number)
	}
}
