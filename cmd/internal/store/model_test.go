package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/backup"
	"tilewatch/engine/journal"
)

// world is a data folder that is played in and damaged at random, and what must be true of it: an event that was acknowledged, and that lies
// whole somewhere beside the journal, is listed after the next repair; a game of which some is left, but not listed, is named as lost.
type world struct {
	*testing.T
	rand   *rand.Rand
	Data   Data
	told   strings.Builder           // by all repairs
	log    []string                  // what was done
	ways   map[string][]journal.Game // each game as it was acknowledged; more than one where it lost its end and went on
	stale  [][]byte                  // the file as it was earlier
	kept   []*bytes.Buffer           // backups
	files  []*bytes.Buffer           // exports
	played int
}

// TestNothingThatIsLeftIsLost; GAMEFILES=2000 does so in as many worlds, WORLD=17 in that one.
func TestNothingThatIsLeftIsLost(t *testing.T) {
	worlds, first := 40, uint64(0)
	for name, into := range map[string]func(int){"GAMEFILES": func(n int) { worlds = n }, "WORLD": func(n int) { worlds, first = 1, uint64(n) }} {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatalf("%s is %q", name, text)
			}
			into(n)
		}
	}
	counts := map[string]int{}
	for n := range worlds {
		t.Run(fmt.Sprint(first+uint64(n)), func(t *testing.T) {
			w := &world{T: t, rand: rand.New(rand.NewPCG(first+uint64(n), 72)), Data: Data{folder: t.TempDir()}, ways: map[string][]journal.Game{}}
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("WORLD=%d: %s\ntold:\n%s", first+uint64(n), strings.Join(w.log, ", "), w.told.String())
				}
			})
			w.play()
			for range 6 + w.rand.IntN(8) {
				w.step()
			}
			w.repair()
			for _, done := range w.log {
				what, _, _ := strings.Cut(done, " ")
				counts[what]++
			}
		})
	}
	t.Log(counts)
}

// step damages something, or does what a person does.
func (w *world) step() {
	for range w.rand.IntN(3) {
		w.damage()
	}
	all := []func(){w.play, w.play, w.repair, w.list, w.export, w.importFile, w.importFile, w.backUp, w.restore, w.restore}
	all[w.rand.IntN(len(all))]()
}

func (w *world) did(format string, args ...any) { w.log = append(w.log, fmt.Sprintf(format, args...)) }

func (w *world) note(text string) { fmt.Fprintln(&w.told, text) }

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// beside are the folder's files whose names match.
func (w *world) beside(ending string) []string {
	names, err := filepath.Glob(w.Data.File() + ending)
	w.must(err)
	return names
}

// damage spoils a file.
func (w *world) damage() {
	names := slices.DeleteFunc(w.beside("*"), func(name string) bool {
		return strings.Contains(name, ".report-") || strings.HasSuffix(name, lockEnding) || strings.HasSuffix(name, "-shm")
	})
	if w.rand.IntN(2) == 0 {
		names = w.beside("")
	}
	if len(names) == 0 {
		return
	}
	name := names[w.rand.IntN(len(names))]
	data, err := os.ReadFile(name)
	w.must(err)
	kinds := map[string]func(){
		"bytes": func() {
			for range 1 + w.rand.IntN(9) {
				data[w.rand.IntN(len(data))] ^= byte(1 + w.rand.IntN(255))
			}
		},
		"noise": func() {
			for at := w.page(len(data)); ; at++ {
				if data[at] = byte(w.rand.Uint32()); at%4096 == 4095 || at == len(data)-1 {
					return
				}
			}
		},
		"zeros":   func() { at := w.page(len(data)); clear(data[at:min(at+4096, len(data))]) },
		"cut":     func() { data = data[:w.rand.IntN(len(data))] },
		"empty":   func() { data = nil },
		"missing": nil,
		"stale": func() {
			if len(w.stale) > 0 {
				data = w.stale[w.rand.IntN(len(w.stale))]
			}
		},
	}
	which := slices.Sorted(maps.Keys(kinds))[w.rand.IntN(len(kinds))]
	if which == "stale" && name != w.Data.File() || len(data) == 0 {
		return
	}
	w.did("%s %s", which, filepath.Base(name))
	if which == "missing" {
		w.must(os.Remove(name))
		return
	}
	kinds[which]()
	w.must(os.WriteFile(name, data, 0o600))
	if which == "stale" { // whoever puts an old file there puts it there alone
		w.must(errors.Join(os.RemoveAll(name+"-wal"), os.RemoveAll(name+"-shm")))
	}
}

// page is where one of the pages begins.
func (w *world) page(size int) int { return w.rand.IntN((size+4095)/4096) * 4096 }

// play has a server start, play, and end or be killed.
func (w *world) play() {
	w.did("serve")
	left := w.left()
	kept, err := w.Data.Keep(context.Background(), func(j journal.Journal) journal.Journal { return j }, w.note)
	w.must(err)
	w.must(kept.Problem)
	w.whole(kept, left)
	for range 1 + w.rand.IntN(3) {
		games, err := kept.Games(context.Background())
		w.must(err)
		game, last := "", uint64(0)
		if n := len(games); n > 0 && w.rand.IntN(3) == 0 {
			g := games[w.rand.IntN(n)]
			game, last = g.Game, g.Last
		} else {
			w.played++
			game = fmt.Sprintf("game-%d", w.played)
			w.must(kept.Create(context.Background(), journal.Header{Game: game, Kind: "nabit", Title: "Title of " + game, Players: []string{"red", "green"}}, w.event()))
			last++
		}
		for range w.rand.IntN(6) {
			if last < 100 { // its number takes a byte, see cell
				w.must(kept.Append(context.Background(), game, last, w.event()))
				last++
			}
		}
		kept.GameOver()
		w.acknowledged(kept, game)
	}
	if w.rand.IntN(3) == 0 {
		w.kill(kept)
		return
	}
	w.must(kept.Close())
	data, err := os.ReadFile(w.Data.File())
	w.must(err)
	w.stale = append(w.stale, data)
}

func (w *world) event() journal.Entry {
	w.played++
	at := time.Date(2026+w.rand.IntN(6), 11, 21, 12, 0, 0, 0, time.UTC) // by no clock that goes right
	return journal.Entry{Time: at, Payload: json.RawMessage(fmt.Sprintf(`{"type":"play","n":%d,"word":%q}`, w.played, strings.Repeat("x", w.rand.IntN(400))))}
}

// kill goes on with the files as they are while the server runs.
func (w *world) kill(kept *Kept) {
	w.did("kill")
	taken := w.TempDir()
	for _, name := range w.beside("*") {
		data, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) { // a copy that was begun
			continue
		}
		w.must(err)
		w.must(os.WriteFile(filepath.Join(taken, filepath.Base(name)), data, 0o600))
	}
	w.must(kept.Close())
	w.Data.folder = taken
}

// acknowledged notes the game as it is kept.
func (w *world) acknowledged(j journal.Journal, game string) {
	g, err := journal.Load(context.Background(), j, game)
	w.must(err)
	ways := w.ways[game]
	for i, way := range ways {
		if n := min(len(way.Events), len(g.Events)); way.Events[n-1].Sum == g.Events[n-1].Sum {
			ways[i] = g
			return
		}
	}
	w.ways[game] = append(ways, g)
}

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
}

// left looks through the folder's files byte by byte.
func (w *world) left() map[string]rest {
	var copied, all [][]byte
	info, err := os.Stat(w.Data.File())
	something := err == nil && info.Size() > 0
	for _, name := range w.beside("*") {
		if strings.Contains(name, ".report-") || strings.HasSuffix(name, ".copying") || something && strings.Contains(name, ".damaged-") {
			continue // a file that was put aside is read again only where nothing else is left
		}
		data, err := os.ReadFile(name)
		w.must(err)
		all = append(all, data)
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
			r.any = r.any || slices.ContainsFunc(way.Events, func(e journal.Event) bool { return holds(all, cell(e)) })
		}
		left[game] = r
	}
	return left
}

// whole checks a journal that was repaired, and takes it as it is from then on.
func (w *world) whole(j journal.Journal, left map[string]rest) {
	w.Helper()
	listed := w.listed(j, true)
	for game, r := range left {
		way, n := w.way(game, listed[game])
		named := strings.Contains(w.told.String(), `"`+game+`"`) || strings.Contains(w.told.String(), game+`, "`)
		switch {
		case way < 0 && n == 0 && r.any && !named:
			w.Errorf("%s is lost, and nobody says so", game)
		case way >= 0 && n < r.copied[way]:
			w.Errorf("%s has %d events, a copy has %d", game, n, r.copied[way])
		case way < 0 && slices.Max(r.copied) > 0:
			w.Errorf("%s is lost, a copy has %d events", game, slices.Max(r.copied))
		case way >= 0 && n < r.anywhere[way] && !named:
			w.Errorf("%s has %d events of %d that are left, and nobody says so", game, n, r.anywhere[way])
		}
	}
	for game, g := range listed {
		if way, n := w.way(game, g); way >= 0 && n < len(w.ways[game][way].Events) && way == len(w.ways[game])-1 {
			w.ways[game] = append(w.ways[game], g)
		}
	}
	for game := range w.ways {
		if _, is := listed[game]; !is {
			delete(w.ways, game) // it may come back, from a file that a person kept
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

func (w *world) repair() {
	w.did("repair")
	left := w.left()
	_, err := w.Data.Repair(context.Background(), w.note)
	w.must(err)
	j, there, err := w.Data.Look(context.Background(), w.note)
	w.must(err)
	if !there {
		w.Error("no journal after a repair")
		return
	}
	w.must(Lacking(context.Background(), j))
	w.whole(j, left)
	w.must(j.Close())
}

// looked opens the journal to read. Where a copy knows more than is listed, there must be a word of it.
func (w *world) looked(do func(j journal.Journal)) {
	left := w.left()
	j, there, err := w.Data.Look(context.Background(), w.note)
	var damage *journal.Damage
	if err != nil {
		if !errors.As(err, &damage) {
			w.Error(err)
		}
		return
	}
	listed, said := map[string]journal.Game{}, error(nil)
	if there {
		listed, said = w.listed(j, false), errors.Join(j.(*journal.SQLite).Sound(context.Background()), Lacking(context.Background(), j))
		damaged, err := j.(*journal.SQLite).Check(context.Background())
		if said = errors.Join(said, err); len(damaged) > 0 {
			said = damaged[0]
		}
	}
	for game, r := range left {
		way, n := w.way(game, listed[game])
		if said == nil && (way < 0 && slices.Max(r.copied) > 0 || way >= 0 && n < r.copied[way]) {
			w.Errorf("%s has %d events, the copies %v, and nobody says so", game, n, r.copied)
		}
	}
	if there {
		do(j)
		w.must(j.Close())
	}
}

func (w *world) list() {
	w.did("list")
	w.looked(func(journal.Journal) {})
}

func (w *world) export() {
	w.did("export")
	w.looked(func(j journal.Journal) {
		file := &bytes.Buffer{}
		infos, _ := j.Games(context.Background())
		for _, info := range infos {
			if g, err := info.Load(context.Background(), j); err == nil {
				w.must(journal.Write(file, g))
			}
		}
		w.files = append(w.files, file)
	})
}

func (w *world) importFile() {
	if len(w.files) == 0 {
		return
	}
	w.did("import")
	w.taken(w.files[w.rand.IntN(len(w.files))].Bytes(), func(j journal.Journal, file []byte) error {
		for games := journal.NewReader(bytes.NewReader(file)); ; {
			g, err := games.Next()
			if errors.Is(err, io.EOF) {
				return nil
			}
			var differs *journal.Differs
			if err == nil {
				_, err = journal.Import(context.Background(), j, g)
			}
			if err != nil && !errors.As(err, &differs) {
				return err
			}
		}
	})
}

func (w *world) backUp() {
	w.did("backup")
	w.looked(func(j journal.Journal) {
		file := &bytes.Buffer{}
		_, err := backup.Write(context.Background(), file, j, w.Data.Dir(), w.note)
		var damage *journal.Damage
		if errors.As(err, &damage) {
			return // repair first
		}
		w.must(err)
		_, err = backup.Check(bytes.NewReader(file.Bytes()))
		w.must(err)
		w.kept = append(w.kept, file)
	})
}

func (w *world) restore() {
	if len(w.kept) == 0 {
		return
	}
	w.did("restore")
	w.taken(w.kept[w.rand.IntN(len(w.kept))].Bytes(), func(j journal.Journal, file []byte) error {
		_, err := backup.Restore(context.Background(), bytes.NewReader(file), j, w.Data.Dir(), func(string) {})
		return err
	})
}

// taken opens the journal to write, and takes a file in. That may meet damage, and is refused then; what it takes in counts as acknowledged.
func (w *world) taken(file []byte, take func(j journal.Journal, file []byte) error) {
	j, err := w.Data.OpenJournal(context.Background(), w.note)
	w.must(err)
	var damage *journal.Damage
	if err := take(j, file); err != nil && !errors.As(err, &damage) {
		w.Error(err)
	}
	for game, g := range w.listed(j, false) {
		if way, _ := w.way(game, g); way < 0 {
			w.ways[game] = append(w.ways[game], g)
		}
	}
	w.must(j.Close())
}
