package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// house is a server's data folder and the folder of its backups, at a time that the test sets.
type house struct {
	*testing.T
	Evenings
	j    *sqlite.Store
	data string
	at   time.Time
	says []string // of troubles; "": they are over
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{T: t, data: t.TempDir(), at: time.Date(2026, 11, 29, 19, 0, 0, 0, time.Local)}
	h.Evenings = Evenings{Folder: t.TempDir(), Keep: 3, now: func() time.Time { return h.at }, Told: func(trouble *Trouble) {
		if trouble == nil {
			h.says = append(h.says, "")
			return
		}
		h.says = append(h.says, string(trouble.Why)+": "+trouble.Error())
	}}
	h.opens()
	h.begin(t.Context(), h.j)
	return h
}

func (h *house) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *house) opens() {
	h.Helper()
	j, err := sqlite.Open(h.Context(), filepath.Join(h.data, "games.db"))
	h.must(err)
	h.j = j
	h.Cleanup(func() { _ = j.Close() }) // the test may have closed it
}

// plays adds an event to the game, which begins with the first.
func (h *house) plays(game string) {
	h.Helper()
	entry := journal.Entry{Time: h.at, Payload: json.RawMessage(`{"type":"play"}`)}
	err := h.j.Create(h.Context(), journal.Header{Game: game, Kind: "nabit"}, entry)
	if errors.Is(err, journal.ErrExists) {
		g, failed := journal.Load(h.Context(), h.j, game)
		h.must(failed)
		err = h.j.Append(h.Context(), game, uint64(len(g.Events)), entry)
	}
	h.must(err)
	h.Evenings.look(h.Context(), h.j, h.data)
}

// passes lets time pass, and looks.
func (h *house) passes(d time.Duration) {
	h.at = h.at.Add(d)
	h.Evenings.look(h.Context(), h.j, h.data)
}

func (h *house) ends() { h.pause.over = h.j.Written() }

// holding says of each backup in the folder what it holds, the oldest first.
func (h *house) holding() (texts []string) {
	h.Helper()
	all, err := h.backups()
	h.must(err)
	for _, b := range all {
		held, err := b.held()
		h.must(err)
		counts := map[string]uint64{}
		for game, last := range held {
			counts[game] = last.Seq
		}
		texts = append(texts, fmt.Sprint(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(b.path), "tilewatch-"), ".backup"), " ", counts))
	}
	return texts
}

func (h *house) expects(what string, want ...string) {
	h.Helper()
	if got := h.holding(); !slices.Equal(got, want) {
		h.Errorf("%s: there are %q, want %q", what, got, want)
	}
}

func TestAnEveningIsBackedUpOnceNobodyPlays(t *testing.T) {
	h := newHouse(t)
	h.passes(time.Hour)
	h.expects("without games")
	h.plays("a")
	h.passes(25 * time.Minute)
	h.expects("in the middle of a game")
	h.passes(10 * time.Minute)
	h.expects("half an hour after the last turn", "000001-2026-11-29 map[a:1]")
	h.plays("a")
	h.ends()
	h.passes(time.Minute)
	h.expects("a game has just ended", "000001-2026-11-29 map[a:1]")
	h.plays("b")
	h.passes(3 * time.Minute)
	h.expects("another one has begun", "000001-2026-11-29 map[a:1]")
	h.ends()
	h.passes(3 * time.Minute)
	h.expects("it has ended, too", "000001-2026-11-29 map[a:2 b:1]")
	h.at = h.at.Add(6 * time.Hour) // two at night
	h.plays("b")
	h.ends()
	h.passes(3 * time.Minute)
	h.expects("the evening goes on until the morning", "000001-2026-11-29 map[a:2 b:2]")
	was, err := os.Stat(filepath.Join(h.Folder, "tilewatch-000001-2026-11-29.backup"))
	h.must(err)
	h.passes(24 * time.Hour)
	if is, err := os.Stat(filepath.Join(h.Folder, was.Name())); err != nil || !os.SameFile(is, was) || is.Mode().Perm() != 0o600 {
		t.Errorf("without a new event it is written again, or others may read it: %v, %v", is, err)
	}
	h.expects("a day without a game", "000001-2026-11-29 map[a:2 b:2]")
	h.plays("c")
	h.ends()
	h.passes(3 * time.Minute)
	h.expects("another evening", "000001-2026-11-29 map[a:2 b:2]", "000002-2026-11-30 map[a:2 b:2 c:1]")
	if h.says != nil {
		t.Errorf("told %q", h.says)
	}
}

// TestTheFirstQuietMoment: a program that was killed has left an evening in no backup.
func TestTheFirstQuietMoment(t *testing.T) {
	h := newHouse(t)
	h.plays("a")
	h.at = h.at.Add(time.Hour)
	h.begin(t.Context(), h.j)
	h.passes(5 * time.Minute)
	h.expects("on the same evening the game may go on")
	h.at = h.at.Add(20 * time.Hour)
	h.begin(t.Context(), h.j)
	h.passes(3 * time.Minute)
	h.expects("on the next day nobody plays yet", "000001-2026-11-30 map[a:1]")
	h.begin(t.Context(), h.j)
	h.passes(time.Hour)
	if h.pause.saved == 0 || len(h.holding()) != 1 {
		t.Error("what a backup holds is written again after a start")
	}
}

func TestTheEndOfTheProgramIsTheEndOfAnEvening(t *testing.T) {
	h := newHouse(t)
	h.plays("a")
	ended := make(chan struct{})
	close(ended)
	h.Evenings.Run(t.Context(), h.j, h.data, nil, ended)
	h.expects("it ended in the middle of a game", "000001-2026-11-29 map[a:1]")
	h.plays("a")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	h.says = nil
	if h.Evenings.Run(ctx, h.j, h.data, nil, ended); len(h.says) != 1 || !strings.Contains(h.says[0], ErrEnded.Error()) {
		t.Errorf("a program without time for its last backup says %q", h.says)
	}
}

func TestABackupStopsWhenSomebodyPlays(t *testing.T) {
	h := newHouse(t)
	h.plays("a")
	ctx, stop := context.WithCancel(t.Context())
	done, before := make(chan struct{}), h.j.Written() // asked in there, it may know the play already
	go func() {
		stopAtPlay(ctx, stop, h.j, before)
		close(done)
	}()
	h.plays("a")
	<-done
	if ctx.Err() == nil {
		t.Error("it goes on")
	}
	if _, err := Save(ctx, filepath.Join(h.Folder, "x"), h.j, h.data, func(string) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("it is made: %v", err)
	}
	if left, err := os.ReadDir(h.Folder); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// evening lets a game be played and over.
func (h *house) evening(game string) {
	h.Helper()
	h.at = h.at.Add(24 * time.Hour)
	h.plays(game)
	h.ends()
	h.passes(3 * time.Minute)
}

func TestSoManyAreKeptAndNothingElseIsTouched(t *testing.T) {
	h := newHouse(t)
	others := map[string]string{"photo.jpg": "a picture", "tilewatch-000001-2020-01-01.backup": "a letter", "tilewatch-000002-2020-01-01.backup/inside": "a file"}
	for name, text := range others {
		path := filepath.Join(h.Folder, name)
		h.must(errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
	}
	outside := filepath.Join(t.TempDir(), "outside.backup")
	_, err := Save(t.Context(), outside, h.j, h.data, func(string) {})
	h.must(err)
	h.must(errors.Join(os.Symlink(outside, filepath.Join(h.Folder, "tilewatch-000003-2026-11-30.backup")), syscall.Mkfifo(filepath.Join(h.Folder, "tilewatch-000004-2026-11-30.backup"), 0o600)))
	old := filepath.Join(h.Folder, ".new-0123456789abcdef")
	h.must(errors.Join(os.WriteFile(old, nil, 0o600), os.Chtimes(old, time.Time{}, time.Now().Add(-48*time.Hour))))
	was, err := os.ReadFile(outside)
	h.must(err)
	for _, game := range []string{"a", "b", "c", "d", "e"} {
		h.evening(game)
	}
	names, err := filepath.Glob(filepath.Join(h.Folder, "*"))
	h.must(err)
	for i := range names {
		names[i] = filepath.Base(names[i])
	}
	want := []string{"photo.jpg", "tilewatch-000001-2020-01-01.backup", "tilewatch-000002-2020-01-01.backup", "tilewatch-000003-2026-11-30.backup", "tilewatch-000004-2026-11-30.backup",
		"tilewatch-000007-2026-12-02.backup", "tilewatch-000008-2026-12-03.backup", "tilewatch-000009-2026-12-04.backup"}
	if !slices.Equal(names, want) {
		t.Errorf("there are %q", names)
	}
	for name, text := range others {
		if got, err := os.ReadFile(filepath.Join(h.Folder, name)); err != nil || string(got) != text {
			t.Errorf("%s is %q now, %v", name, got, err)
		}
	}
	if is, err := os.ReadFile(outside); err != nil || string(is) != string(was) {
		t.Errorf("what a link leads to is another: %v", err)
	}
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a killed program left stays: %v", err)
	}
	if h.says != nil {
		t.Errorf("told %q", h.says)
	}
}

// TestNoBackupGoesForAWrongClock: what was made in 2031 by its clock is no newer than what came after it.
func TestNoBackupGoesForAWrongClock(t *testing.T) {
	h := newHouse(t)
	right := h.at
	h.at = time.Date(2031, 1, 1, 20, 0, 0, 0, time.Local)
	h.evening("a")
	h.at = right
	for _, game := range []string{"b", "c", "d"} {
		h.evening(game)
	}
	h.expects("the oldest went", "000002-2026-11-30 map[a:1 b:1]", "000003-2026-12-01 map[a:1 b:1 c:1]", "000004-2026-12-02 map[a:1 b:1 c:1 d:1]")
}

func TestABackupThatKnowsMoreIsNotReplaced(t *testing.T) {
	for name, lose := range map[string]func(h *house, backup string) error{
		"the games were lost": func(h *house, _ string) error {
			return errors.Join(h.j.Close(), os.RemoveAll(filepath.Join(h.data, "games.db")), os.RemoveAll(filepath.Join(h.data, "games.db-wal")))
		},
		"its end is gone": func(h *house, backup string) error { return errors.Join(h.j.Close(), os.Truncate(backup, 200)) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.plays("a")
			h.ends()
			h.passes(3 * time.Minute)
			all, err := h.backups()
			h.must(err)
			h.must(lose(h, all[0].path))
			was, err := os.ReadFile(all[0].path)
			h.must(err)
			h.opens()
			h.begin(t.Context(), h.j)
			h.plays("b")
			h.ends()
			h.passes(3 * time.Minute)
			if is, err := os.ReadFile(all[0].path); err != nil || string(is) != string(was) {
				t.Errorf("it is replaced: %v", err)
			}
			if all, err := h.backups(); err != nil || len(all) != 2 {
				t.Errorf("there are %v, %v", all, err)
			}
		})
	}
}

func TestTroubleWithTheFolderIsToldOnce(t *testing.T) {
	h := newHouse(t)
	folder := h.Folder
	h.Folder = filepath.Join(folder, "gone")
	h.begin(t.Context(), h.j)
	h.plays("a")
	h.ends()
	for range 5 {
		h.passes(11 * time.Minute)
	}
	if len(h.says) != 1 || !strings.HasPrefix(h.says[0], "missing: ") || !strings.Contains(h.says[0], "connect its disk") {
		t.Fatalf("told %q", h.says)
	}
	if _, err := os.Stat(h.Folder); err == nil {
		t.Error("the folder was made in the place of a disk")
	}
	h.passes(24 * time.Hour)
	if len(h.says) != 2 {
		t.Errorf("on the next day it is told %q", h.says)
	}
	h.must(os.Mkdir(h.Folder, 0o700))
	h.passes(11 * time.Minute)
	h.expects("the folder is there", "000001-2026-11-30 map[a:1]")
	if len(h.says) != 3 || h.says[2] != "" {
		t.Errorf("told %q", h.says)
	}
}

func TestKindsOfTrouble(t *testing.T) {
	h := newHouse(t)
	in := func(errno error) error {
		return &fs.PathError{Op: "write", Path: filepath.Join(h.Folder, ".new"), Err: errno}
	}
	for want, err := range map[Why]error{Full: in(syscall.ENOSPC), ReadOnly: in(syscall.EROFS), Missing: in(syscall.ENOENT), Incomplete: in(syscall.EIO)} {
		h.says = nil
		if h.tell(fmt.Errorf("no: %w", err)); len(h.says) != 1 || !strings.HasPrefix(h.says[0], string(want)+": ") {
			t.Errorf("%v is told as %q", err, h.says)
		}
	}
	for _, name := range []string{"/elsewhere", h.Folder + "2"} {
		h.says, h.told = nil, ""
		if h.tell(&fs.PathError{Op: "write", Path: name, Err: syscall.ENOSPC}); len(h.says) != 1 || !strings.HasPrefix(h.says[0], "incomplete: ") {
			t.Errorf("another disk is told as %q", h.says)
		}
	}
}

func TestTheNewestBackupIsKnown(t *testing.T) {
	h := newHouse(t)
	if _, err := Last(h.data); !errors.Is(err, ErrNone) {
		t.Errorf("before one was made: %v", err)
	}
	if _, err := Newest(h.Folder); !errors.Is(err, ErrNone) {
		t.Errorf("before one was made: %v", err)
	}
	h.plays("a")
	h.ends()
	h.passes(3 * time.Minute)
	last, err := Last(h.data)
	newest, failed := Newest(h.Folder)
	if err != nil || failed != nil || last.File != newest.File || time.Since(last.Time) > time.Hour || newest.Time.Sub(last.Time).Abs() > time.Minute {
		t.Errorf("%v, %v; %v, %v", last, err, newest, failed)
	}
	h.must(os.Remove(last.File))
	if gone, err := Last(h.data); !errors.Is(err, fs.ErrNotExist) || gone != last {
		t.Errorf("%v, %v", gone, err)
	}
	if _, err := Newest(filepath.Join(h.Folder, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is missing: %v", err)
	}
}
