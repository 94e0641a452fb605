package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/atomicfile"
	"tilewatch/engine/journal"
)

// Report is what became of damage: of a file whose place a new one has taken, or of games in the file. It is kept beside the file until
// somebody has seen it.
type Report struct {
	Time   time.Time `json:"time"`
	File   string    `json:"file,omitempty"`   // where the damaged file lies now, unchanged; empty: the file is the same
	Lacked bool      `json:"lacked,omitempty"` // the file had lost games, or their ends, which its copies gave back
	Games  int       `json:"games"`            // saved in the new file; mended, or given back, in the same
	Events int       `json:"events"`           // of these games; those given back
	Aside  int       `json:"aside"`            // events that no game leads to, put aside in the file
	Cut    []Cut     `json:"cut,omitempty"`    // games that are not whole
}

// Cut is a game that lost its end, or all: then none of its events is kept.
type Cut struct {
	Game  string `json:"game"`
	Title string `json:"title"`
	Kept  uint64 `json:"kept"`  // events from the first on
	Known uint64 `json:"known"` // how many there were, at the least
}

func (c Cut) String() string {
	if c.Kept == 0 {
		return fmt.Sprintf("lost: %s, %q: none of %s is readable", c.Game, c.Title, engine.Count(int(c.Known), "event"))
	}
	return fmt.Sprintf("incomplete: %s, %q: %d of %d events", c.Game, c.Title, c.Kept, c.Known)
}

func (r Report) String() string {
	text := fmt.Sprintf("repaired %s with %s", engine.Count(r.Games, "damaged game"), engine.Count(r.Events, "event"))
	switch {
	case r.Lacked:
		text = fmt.Sprintf("the file of games lacked what its copies hold of %s: restored %s", engine.Count(r.Games, "game"), engine.Count(r.Events, "event"))
	case r.File != "":
		text = fmt.Sprintf("the journal was damaged: recovered %s with %s; the damaged file is %q", engine.Count(r.Games, "game"), engine.Count(r.Events, "event"), r.File)
	}
	if r.Aside > 0 {
		text += fmt.Sprintf("; moved %s without a game aside", engine.Count(r.Aside, "event"))
	}
	for _, c := range r.Cut {
		text += "\n" + c.String()
	}
	return text
}

// note writes the report beside the file.
func (r Report) note(path string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return journal.Refusal(atomicfile.Write(stamped(path, reportName, r.Time), data, 0o600))
}

// Reports are those of the journal in that file that nobody has said to have seen, the oldest first.
func Reports(path string) []Report {
	var all []Report
	for _, name := range beside(path, reportName) {
		data, err := os.ReadFile(name)
		var r Report
		if err == nil && json.Unmarshal(data, &r) == nil {
			all = append(all, r)
		}
	}
	return all
}

// seenName replaces reportName in the name of a report that was seen.
const seenName = ".seen-"

// ReportsSeen says that somebody has seen the reports until that time: they are not told again.
func ReportsSeen(path string, until time.Time) error {
	var failed error
	for _, name := range beside(path, reportName) {
		if stamp := strings.TrimPrefix(name, path+reportName); stamp <= until.UTC().Format(stampLayout) {
			failed = errors.Join(failed, atomicfile.Move(name, path+seenName+stamp))
		}
	}
	return journal.Refusal(failed)
}

// Mend repairs every game that is damaged, and calls each with what became of it. Where there was damage it keeps a report. A *Damage says
// that the file itself keeps the games from being mended, and that Salvage is needed.
func (s *Store) Mend(ctx context.Context, each func(Repaired)) error {
	damaged, err := s.Check(ctx)
	if err != nil || len(damaged) == 0 {
		return err
	}
	report := Report{Time: time.Now().UTC()}
	for _, damage := range damaged {
		done, err := s.Repair(ctx, damage.Game)
		if err != nil {
			return err
		}
		if done.Last > 0 {
			still, err := s.checkGame(ctx, damage.Game)
			if err != nil {
				return err
			}
			if still != nil {
				return still
			}
		}
		each(done)
		report.take(done)
	}
	return report.note(s.path)
}

// take adds what became of one game.
func (r *Report) take(done Repaired) {
	r.Aside += done.Aside
	if done.Last > 0 {
		r.Games++
		r.Events += int(done.Last)
	}
	r.cut(Cut{done.Game, done.Title, done.Last, done.Known})
}

// cut notes a game that is not whole. Of a lost one not even the number of its events may be known; it had one.
func (r *Report) cut(c Cut) {
	if c.Kept == 0 {
		c.Known = max(c.Known, 1)
	}
	if c.Kept < c.Known {
		r.Cut = append(r.Cut, c)
	}
}
