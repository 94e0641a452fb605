// Package version says which Tilewatch this is: its number, and what it was built of.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Number is the version that this tree is, or will be at its next release (https://semver.org). cmd/release checks it.
const Number = "1.0.0"

// String is the number, the commit with its date where the build knew them, and the compiler with its target.
func String() string {
	return Number + " (" + strings.Join(append(origin(settings()), runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH), "; ") + ")"
}

// settings are what "make build" has the go command write down, of the commit, too, where there is git.
func settings() map[string]string {
	known := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			known[s.Key] = s.Value
		}
	}
	return known
}

// shown is how many digits of a commit tell it from all others.
const shown = 12

func origin(known map[string]string) []string {
	commit := known["vcs.revision"]
	if commit == "" {
		return nil
	}
	text := fmt.Sprintf("commit %.*s of %s", shown, commit, known["vcs.time"])
	if known["vcs.modified"] == "true" {
		text += ", changed since"
	}
	return []string{text}
}
