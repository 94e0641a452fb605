package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"slices"
	"strings"

	"tilewatch/engine/journal"
)

// cell is an event as the database's file has it, in a page.
func cell(e journal.Event) []byte {
	head := []byte{9, 9, 6}
	body := []byte(e.Game)
	if e.Seq > 1 {
		head[0] = 1
		body = append(body, byte(e.Seq))
	}
	body = binary.BigEndian.AppendUint64(body, uint64(e.Time.UnixMicro()))
	body = append(append(body, e.Payload...), e.Sum[:]...)
	head = append(varint(13+2*len(e.Game)), head...)
	head = append(append(head, varint(12+2*len(e.Payload))...), 12+2*16)
	head = append([]byte{byte(len(head) + 1)}, head...)
	return append(append(varint(len(head)+len(body)), head...), body...)
}

// varint is a number below 16,384 as the database writes it.
func varint(n int) []byte {
	if n < 128 {
		return []byte{byte(n)}
	}
	return []byte{byte(n>>7) | 128, byte(n & 127)}
}

// rest is what is whole of a game's ways: how many events in a row, and whether there is anything at all.
type rest struct {
	copied, anywhere []int // of each way: in the copies, and in all files
	any              bool
	in               []string // the files that hold some of it
}

// left looks through the folder's files byte by byte.
func (w *world) left() (left map[string]rest) {
	w.seeing(func() { left = w.looksThrough() })
	return left
}

func (w *world) looksThrough() map[string]rest {
	var copied, all [][]byte
	var names []string
	info, err := os.Stat(w.Data.File())
	something := err == nil && info.Size() > 0
	for _, name := range w.beside("*") {
		if strings.Contains(name, ".report-") || strings.HasSuffix(name, "-shm") || strings.HasSuffix(name, ".copying") || something && strings.Contains(name, ".damaged-") {
			continue // a file that was put aside is read again only where nothing else is left
		}
		data, err := w.read(name)
		w.must(err)
		all, names = append(all, data), append(names, strings.TrimPrefix(name, w.Data.File()))
		if strings.Contains(name, ".copy-") {
			copied = append(copied, data)
		}
	}
	holds := func(files [][]byte, what []byte) bool {
		return slices.ContainsFunc(files, func(f []byte) bool { return bytes.Contains(f, what) })
	}
	left := map[string]rest{}
	for game, ways := range w.ways {
		var r rest
		for _, way := range ways {
			var n [2]int
			for i, files := range [][][]byte{copied, all} {
				for _, e := range way.Events {
					if !holds(files, cell(e)) {
						break
					}
					n[i]++
				}
			}
			r.copied, r.anywhere = append(r.copied, n[0]), append(r.anywhere, n[1])
			for i, file := range all {
				if slices.ContainsFunc(way.Events, func(e journal.Event) bool { return holds([][]byte{file}, cell(e)) }) {
					r.any, r.in = true, append(r.in, names[i])
				}
			}
		}
		left[game] = r
	}
	return left
}

// lists checks what is listed of what was left.
func (w *world) lists(listed map[string]journal.Game, left map[string]rest) {
	w.Helper()
	for game, r := range left {
		way, n := w.way(game, listed[game])
		named := strings.Contains(w.told.String(), `"`+game+`"`) || strings.Contains(w.told.String(), game+`, "`)
		switch {
		case way < 0 && n == 0 && r.any && !named:
			w.Errorf("%s is lost, though %q have some of it, and nobody says so", game, r.in)
		case way >= 0 && n < r.copied[way]:
			w.Errorf("%s has %d events, a copy of %q has %d", game, n, r.in, r.copied[way])
		case way < 0 && slices.Max(r.copied) > 0:
			w.Errorf("%s is lost, a copy of %q has %d events", game, r.in, slices.Max(r.copied))
		case way >= 0 && n < r.anywhere[way] && !named:
			w.Errorf("%s has %d events of %d that are left in %q, and nobody says so", game, n, r.anywhere[way], r.in)
		}
	}
}

// whole checks a journal that was repaired, and takes it as it is from then on.
func (w *world) whole(j journal.Journal, left map[string]rest) {
	w.Helper()
	listed := w.listed(j, true)
	w.lists(listed, left)
	for game, g := range listed {
		if way, n := w.way(game, g); way >= 0 && n < len(w.ways[game][way].Events) && way == len(w.ways[game])-1 {
			w.ways[game] = append(w.ways[game], g)
		}
	}
}

// way is which of the game's ways the events belong to, and how many there are.
func (w *world) way(game string, g journal.Game) (way, n int) {
	if n = len(g.Events); n == 0 {
		return -1, 0
	}
	for i, way := range slices.Backward(w.ways[game]) {
		if len(way.Events) >= n && way.Events[n-1].Sum == g.Events[n-1].Sum {
			return i, n
		}
	}
	return -1, n
}

// listed are the games that can be read, and as far as they can.
func (w *world) listed(j journal.Journal, sound bool) map[string]journal.Game {
	w.Helper()
	infos, err := j.Games(context.Background())
	if err != nil && sound {
		w.Errorf("no list: %v", err)
	}
	all := map[string]journal.Game{}
	for _, info := range infos {
		g, err := info.Load(context.Background(), j)
		if err != nil && sound {
			w.Errorf("%s: %v", info.Game, err)
		}
		if len(g.Events) > 0 {
			all[info.Game] = g
		}
	}
	return all
}
