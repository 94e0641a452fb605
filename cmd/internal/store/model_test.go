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
	"tilewatch/engine/journal/sqlite"
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
	barred map[string]os.FileMode    // what has wrong rights
	files  []*bytes.Buffer           // exports
	played int

	trouble *backup.Trouble // with the evenings' backups
}

// TestNothingThatIsLeftIsLost; GAMEFILES=2000 does so in as many worlds, WORLD=17 in that one, both in as many from that one on.
func TestNothingThatIsLeftIsLost(t *testing.T) {
	number := func(name string, otherwise int) int {
		text := os.Getenv(name)
		if text == "" {
			return otherwise
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s is %q", name, text)
		}
		return n
	}
	worlds, first := 40, uint64(number("WORLD", 0))
	if os.Getenv("WORLD") != "" {
		worlds = 1
	}
	worlds = number("GAMEFILES", worlds)
	forAll(t)
	defer asNobody(t)()
	counts := map[string]int{}
	for n := range worlds {
		t.Run(fmt.Sprint(first+uint64(n)), func(t *testing.T) {
			w := &world{T: t, rand: rand.New(rand.NewPCG(first+uint64(n), 72)), Data: Data{folder: t.TempDir()}, ways: map[string][]journal.Game{}}
			w.Data.Backups = backup.Evenings{Folder: t.TempDir(), Keep: 3, Told: func(trouble *backup.Trouble) { w.trouble = trouble }}
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("WORLD=%d: %s\ntold:\n%s", first+uint64(n), strings.Join(w.log, ", "), w.told.String())
				}
			})
			t.Cleanup(w.unbar) // so that the folder can be removed
			w.play()
			for range 6 + w.rand.IntN(8) {
				w.step()
			}
			w.unbar()
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
	if len(w.barred) == 0 {
		for range w.rand.IntN(3) {
			w.damage()
		}
		if w.rand.IntN(3) == 0 {
			w.bar()
		}
	} else if w.rand.IntN(2) == 0 {
		w.unbar()
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
	if name == w.Data.File() && len(data) >= 64 && binary.BigEndian.Uint32(data[60:]) > 1 {
		clear(data[60:64]) // what a newer version wrote is left alone
	}
	w.must(os.WriteFile(name, data, 0o600))
	if which == "stale" { // whoever puts an old file there puts it there alone
		w.must(errors.Join(os.RemoveAll(name+"-wal"), os.RemoveAll(name+"-shm")))
	}
}

// bar gives a file, or the folder, rights with which it cannot be read, or not be written.
func (w *world) bar() {
	names := append(w.beside("*"), w.Data.Dir())
	if w.rand.IntN(3) == 0 {
		names = append(w.beside(""), w.Data.Dir())
	}
	name := names[w.rand.IntN(len(names))]
	modes := []os.FileMode{0, 0o400, 0o200}
	if name == w.Data.Dir() {
		modes = []os.FileMode{0, 0o500, 0o300, 0o600}
	}
	mode := modes[w.rand.IntN(len(modes))]
	w.did("rights %s %o", filepath.Base(name), mode)
	w.barred = map[string]os.FileMode{name: mode}
	w.must(os.Chmod(name, mode))
}

// unbar gives everything its rights again, as somebody does who has read why nothing could be done.
func (w *world) unbar() {
	w.seeing(func() { w.barred = nil })
	for _, name := range w.beside("*") { // the database gives the rights of its file to those that it makes
		w.chmod(name, 0o600)
	}
}

// seeing does something as one who may read all there is.
func (w *world) seeing(do func()) {
	for name := range w.barred {
		w.chmod(name, map[bool]os.FileMode{true: 0o700, false: 0o600}[name == w.Data.Dir()])
	}
	do()
	for name, mode := range w.barred {
		w.chmod(name, mode)
	}
}

// read is for what was given its wrong rights under another name.
func (w *world) read(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if info, _ := os.Stat(name); errors.Is(err, os.ErrPermission) && info != nil {
		w.chmod(name, 0o600)
		defer w.chmod(name, info.Mode())
		return os.ReadFile(name)
	}
	return data, err
}

// chmod is for what may be gone meanwhile.
func (w *world) chmod(name string, mode os.FileMode) {
	if err := os.Chmod(name, mode); !errors.Is(err, os.ErrNotExist) {
		w.must(err)
	}
}

// refused says that nothing was done because of the wrong rights, and that the error says so.
func (w *world) refused(err error) bool {
	if err == nil || len(w.barred) == 0 || !errors.Is(err, journal.ErrReadOnly) && !errors.Is(err, os.ErrPermission) {
		return false
	}
	w.did("refused")
	return true
}

// page is where one of the pages begins.
func (w *world) page(size int) int { return w.rand.IntN((size+4095)/4096) * 4096 }

// play has a server start, play, and end or be killed.
func (w *world) play() {
	w.did("serve")
	left := w.left()
	told := w.told.Len()
	kept, err := w.Data.Keep(context.Background(), func(j journal.Journal) journal.Journal { return j }, w.note)
	if w.refused(err) {
		return
	}
	w.must(err)
	if w.refused(kept.Problem) {
		if !strings.Contains(w.told.String()[told:], "the saved games cannot be read: ") {
			w.lists(w.listed(kept, true), left)
		}
		w.must(kept.Close())
		return
	}
	w.must(kept.Problem)
	w.whole(kept, left)
	for range 1 + w.rand.IntN(3) {
		w.game(kept)
	}
	if w.rand.IntN(3) == 0 {
		w.kill(kept)
		return
	}
	listed := w.listed(kept, true)
	w.must(kept.Close())
	w.seeing(func() {
		data, err := os.ReadFile(w.Data.File())
		w.must(err)
		w.stale = append(w.stale, data)
	})
	w.evening(listed)
}

// game plays a game that begins or goes on.
func (w *world) game(kept *Kept) {
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

// evening looks whether the backup of a server that has ended has its games, and keeps it for later.
func (w *world) evening(listed map[string]journal.Game) {
	made, err := backup.Newest(w.Data.Backups.Folder)
	if w.trouble != nil && (len(w.barred) > 0 || errors.Is(w.trouble.Reason, backup.ErrEnded)) {
		return
	}
	w.must(err)
	data, err := os.ReadFile(made.File)
	w.must(err)
	memory := journal.NewMemory()
	_, err = backup.Restore(context.Background(), bytes.NewReader(data), memory, w.TempDir(), func(text string) { w.Error(text) })
	w.must(err)
	if got := w.listed(memory, true); !maps.EqualFunc(got, listed, func(a, b journal.Game) bool { return a.Events[len(a.Events)-1].Sum == b.Events[len(b.Events)-1].Sum }) {
		w.Errorf("the backup %s has %d games, not these %d; trouble: %v", made.File, len(got), len(listed), w.trouble)
	}
	w.kept = append(w.kept, bytes.NewBuffer(data))
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
	w.seeing(func() {
		for _, name := range w.beside("*") {
			data, err := w.read(name)
			if errors.Is(err, os.ErrNotExist) { // a copy that was begun
				continue
			}
			w.must(err)
			w.must(os.WriteFile(filepath.Join(taken, filepath.Base(name)), data, 0o600))
		}
	})
	w.must(kept.Close())
	w.unbar()
	w.Data.folder = taken
}

// acknowledged notes the game as it is kept.
func (w *world) acknowledged(j journal.Journal, game string) {
	g, err := journal.Load(context.Background(), j, game)
	w.must(err)
	ways := w.ways[game]
	for i, way := range slices.Backward(ways) {
		if n := min(len(way.Events), len(g.Events)); way.Events[n-1].Sum == g.Events[n-1].Sum {
			ways[i] = g
			return
		}
	}
	w.ways[game] = append(ways, g)
}

func (w *world) repair() {
	w.did("repair")
	left := w.left()
	_, err := w.Data.Repair(context.Background(), w.note)
	if w.refused(err) {
		return
	}
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
		if !w.refused(err) && !errors.As(err, &damage) {
			w.Error(err)
		}
		return
	}
	listed, said := map[string]journal.Game{}, error(nil)
	if there {
		file, ok := j.(*sqlite.Store)
		if !ok { // it is mended already, beside what cannot be written
			file = j.(*readable).Store
		}
		listed, said = w.listed(j, false), errors.Join(file.Sound(context.Background()), Lacking(context.Background(), j))
		damaged, err := file.Check(context.Background())
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
		if w.refused(err) || errors.As(err, &damage) {
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
	if w.refused(err) {
		return
	}
	w.must(err)
	var damage *journal.Damage
	if err := take(j, file); err != nil && !w.refused(err) && !errors.As(err, &damage) {
		w.Error(err)
	}
	for game, g := range w.listed(j, false) {
		if way, _ := w.way(game, g); way < 0 {
			w.ways[game] = append(w.ways[game], g)
		}
	}
	w.must(j.Close())
}
