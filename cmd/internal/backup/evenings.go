package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"tilewatch/engine/journal/sqlite"
)

// Evenings keeps backups of a server's games in another folder, one of each evening, made while nobody plays. The zero Evenings keeps none.
type Evenings struct {
	Folder string         // it must be there: one that was made where a disk is not connected would fill the wrong disk
	Keep   int            // how many
	Told   func(*Trouble) // takes why there is no backup, once for each evening and kind; nil: there is one again

	now   func() time.Time // nil: time.Now
	pause pause
	told  Why    // there is trouble
	day   string // on which it was told
}

// Why is a kind of trouble.
type Why string

// The kinds of trouble.
const (
	Missing    Why = "missing"
	Full       Why = "full"
	ReadOnly   Why = "read_only"
	Incomplete Why = "incomplete" // or it failed in some other way
)

// Trouble says why the newest games are in no backup.
type Trouble struct {
	Folder string
	Why    Why
	Reason error
}

func (t *Trouble) Error() string {
	remedy := map[Why]string{Missing: "connect its disk, or make the folder", Full: "free some space there, or keep fewer with --backup-keep",
		ReadOnly: "let this program write there", Incomplete: "it is tried again"}[t.Why]
	return fmt.Sprintf("the games are not backed up to %q: %v: %s", t.Folder, t.Reason, remedy)
}

// ErrEnded is the reason where a program that had to end broke its last backup off.
var ErrEnded = errors.New("the program ended before that was done")

// How long nothing must have happened: at a game that is over, and at one that may go on, for people think; and after a try that failed.
const (
	restAfter  = 2 * time.Minute
	leftAfter  = 30 * time.Minute
	againAfter = 10 * time.Minute
	lookEvery  = 15 * time.Second
)

// pause is how long nothing has happened, by what the journal counts as written.
type pause struct {
	seen, over, saved uint64    // at the last look, at the end of the last game, in the newest backup; 0: not known
	since             time.Time // when seen was new
	failed            time.Time // the last try
}

// Run backs up the journal's games, with the other files of the data folder, when an evening is over, and once more when ended is closed, if
// something is in no backup then. A receive from over says that the game at the table has ended.
func (e *Evenings) Run(ctx context.Context, j *sqlite.Store, data string, over, ended <-chan struct{}) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	e.begin(ctx, j)
	for {
		select {
		case <-over:
			e.pause.over = j.Written()
		case <-look.C:
			e.look(ctx, j, data)
		case <-ended:
			var err error
			lacks := e.lacks(ctx, j)
			if lacks {
				err = e.save(ctx, j, data)
			}
			if ctx.Err() != nil && e.pause.saved != j.Written() {
				lacks, err = true, ErrEnded
			}
			if lacks {
				e.tell(err)
			}
			return
		}
	}
}

func (e *Evenings) time() time.Time {
	if e.now != nil {
		return e.now()
	}
	return time.Now()
}

// begin looks at the folder, and at the games as the last program left them. Those of an earlier evening wait for nobody.
func (e *Evenings) begin(ctx context.Context, j *sqlite.Store) {
	e.pause = pause{seen: j.Written(), since: e.time()}
	e.tell(e.reach())
	games, err := j.Games(ctx)
	if n := len(games); err == nil && n > 0 && sqlite.Evening(games[n-1].Changed) != sqlite.Evening(e.time()) {
		e.pause.over = e.pause.seen
	}
}

// reach says why nothing can be put into the folder, as far as one can know without writing.
func (e *Evenings) reach() error {
	_, err := e.backups()
	if err != nil {
		return err
	}
	if err := unix.Faccessat(unix.AT_FDCWD, e.Folder, unix.W_OK, unix.AT_EACCESS); err != nil {
		return &fs.PathError{Op: "write to", Path: e.Folder, Err: err}
	}
	return nil
}

// look makes a backup if it is time for one, unless somebody plays meanwhile.
func (e *Evenings) look(ctx context.Context, j *sqlite.Store, data string) {
	if !e.quiet(j.Written()) {
		return
	}
	if !e.lacks(ctx, j) {
		if (e.told == Missing || e.told == ReadOnly) && e.reach() == nil {
			e.tell(nil) // its disk is back, with all that there is
		}
		return
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go stopAtPlay(ctx, stop, j, e.pause.seen)
	err := e.save(ctx, j, data)
	if ctx.Err() != nil {
		return // it is made at the next quiet moment
	}
	if e.tell(err); err != nil {
		e.pause.failed = e.time()
	}
}

// stopAtPlay calls stop once something is written.
func stopAtPlay(ctx context.Context, stop func(), j *sqlite.Store, written uint64) {
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for j.Written() == written {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
	stop()
}

// quiet reports whether nobody plays.
func (e *Evenings) quiet(written uint64) bool {
	p, now := &e.pause, e.time()
	if p.seen != written {
		p.seen, p.since = written, now
	}
	need := leftAfter
	if p.over == written {
		need = restAfter
	}
	return now.Sub(p.since) >= need && now.Sub(p.failed) >= againAfter
}

// lacks reports whether the newest backup lacks something of the games.
func (e *Evenings) lacks(ctx context.Context, j *sqlite.Store) bool {
	written := j.Written()
	if e.pause.saved == written {
		return false
	}
	games, err := j.Games(ctx)
	if err != nil || len(games) == 0 {
		return false // what is wrong with the games is told elsewhere
	}
	all, err := e.backups()
	if err != nil || len(all) == 0 || !all[len(all)-1].holds(games) {
		return true
	}
	e.pause.saved = written
	return false
}

// save makes a backup, and removes the oldest ones.
func (e *Evenings) save(ctx context.Context, j *sqlite.Store, data string) error {
	written := j.Written()
	if err := j.Lacking(ctx); err != nil {
		return err // it would take the place of a backup that holds more
	}
	all, err := e.backups()
	if err != nil {
		return err
	}
	var left []error
	warn := func(text string) { left = append(left, errors.New(text)) }
	if _, err := Save(ctx, e.next(ctx, all, j), j, data, warn); err != nil {
		return err
	}
	e.pause.saved = written
	return errors.Join(append(left, e.drop())...)
}

// tell passes trouble on, unless it is of the same kind as before on the same evening.
func (e *Evenings) tell(err error) {
	if err == nil {
		if e.told != "" {
			e.told = ""
			e.Told(nil)
		}
		return
	}
	t := Trouble{e.Folder, Incomplete, err}
	switch {
	case !e.about(err): // the other kinds are about the folder
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		t.Why = Missing
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		t.Why = Full
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		t.Why = ReadOnly
	}
	if today := sqlite.Evening(e.time()); today != e.day || t.Why != e.told {
		e.told, e.day = t.Why, today
		e.Told(&t)
	}
}

// about says that the error is about something in the folder.
func (e *Evenings) about(err error) bool {
	var of *fs.PathError
	return errors.As(err, &of) && Within(of.Path, e.Folder)
}

// Within says that the file or folder is the other one, or below it.
func Within(path, folder string) bool {
	for _, name := range []*string{&path, &folder} {
		if absolute, err := filepath.Abs(*name); err == nil {
			*name = absolute
		}
		*name = resolve(*name)
	}
	below, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(below)
}

// resolve follows the links in as much of the path as is there.
func resolve(path string) string {
	resolved, err := filepath.EvalSymlinks(path)
	if err == nil {
		return resolved
	}
	folder, name := filepath.Split(path)
	if folder = filepath.Clean(folder); folder == path {
		return path
	}
	return filepath.Join(resolve(folder), name)
}
