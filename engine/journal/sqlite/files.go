package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// companions are the endings of the files that belong to a database.
var companions = []string{"", "-wal", "-shm"}

// The names of files beside the journal's; all but the first go on with the time at which they were made, a copy's with its number before.
const (
	savingName  = ".saving" // what a salvage is writing
	damagedName = ".damaged-"
	copyName    = ".copy-"
	reportName  = ".report-"
	stampLayout = "20060102-150405.000"
	anyStamp    = "????????-??????.???"
	anyNumber   = "??????-"
)

func stamped(path, name string, at time.Time) string {
	return path + name + at.UTC().Format(stampLayout)
}

// beside are the files of that name beside the journal's, the oldest first.
func beside(path, name string, then ...string) []string {
	found, _ := filepath.Glob(glob.Replace(path) + name + strings.Join(then, "") + anyStamp) // the pattern is one
	return found
}

// damaged are the files that were put aside, the oldest first; of some there is only the log.
func damaged(path string) []string {
	names := beside(path, damagedName)
	logs, _ := filepath.Glob(glob.Replace(path) + damagedName + anyStamp + "-wal") // the pattern is one
	for _, log := range logs {
		names = append(names, strings.TrimSuffix(log, "-wal"))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// glob takes their meaning from the characters of a path that would have one in a pattern.
var glob = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)

func removed(path string) error {
	for _, ending := range companions {
		if err := os.Remove(path + ending); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
