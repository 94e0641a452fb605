package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// folder holds the changes that no release has.
const folder = ".changes"

// kinds are those of a change, in the order of the changelog (https://keepachangelog.com).
var kinds = []string{"added", "changed", "fixed", "removed"}

type change struct {
	file, kind, text string
}

// load reads the changes by name, without the folder's README.
func load(folder string) ([]change, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []change
	for _, f := range files {
		if f.Name() == "README.md" {
			continue
		}
		c, wrong := read(filepath.Join(folder, f.Name()))
		err = errors.Join(err, wrong)
		all = append(all, c)
	}
	return all, err
}

func read(file string) (change, error) {
	name, ends := strings.CutSuffix(filepath.Base(file), ".md")
	kind := strings.TrimPrefix(filepath.Ext(name), ".")
	if !ends || !slices.Contains(kinds, kind) {
		return change{}, fmt.Errorf("%s: call it NAME.KIND.md, KIND one of %s", file, strings.Join(kinds, ", "))
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return change{}, err
	}
	text := strings.Join(strings.Fields(string(content)), " ")
	if text == "" || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "#") {
		return change{}, fmt.Errorf("%s: write one or two sentences, without a heading or a bullet", file)
	}
	return change{file, kind, text}, nil
}

// unreleased heads what was written into the changelog itself before its release.
const unreleased = "## Unreleased\n"

// join answers the changelog with a section for the version: what stood under Unreleased, then the changes by their kinds.
func join(old, number string, day time.Time, changes []change) (string, error) {
	head, rest, found := strings.Cut(old, unreleased)
	if !found {
		head, rest = aboveFirst(old)
	}
	heading := "## " + number
	if strings.HasPrefix(old, heading+" ") || strings.Contains(old, "\n"+heading+" ") {
		if !found && len(changes) == 0 {
			return old, nil
		}
		return "", fmt.Errorf("version %s is released: raise the number in cmd/internal/version", number)
	}
	written, earlier := rest, ""
	if !found {
		written, earlier = "", rest
	} else if at := strings.Index("\n"+rest, "\n## "); at >= 0 {
		written, earlier = rest[:at], rest[at:]
	}
	var b strings.Builder
	b.WriteString(head + heading + " - " + day.Format(time.DateOnly) + "\n")
	written = strings.TrimRight(written, "\n")
	if written != "" {
		written += "\n"
	}
	for _, kind := range kinds {
		written = withSection(written, kind, changes)
	}
	b.WriteString(written)
	if earlier != "" {
		b.WriteString("\n" + earlier)
	}
	return b.String(), nil
}

// reopened is a changelog whose section of that version stands under Unreleased again.
func reopened(text, number string) string {
	heading := regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(number) + ` - [0-9-]+\n`)
	at := heading.FindStringIndex(text)
	if at == nil {
		return text
	}
	return text[:at[0]] + unreleased + text[at[1]:]
}

// aboveFirst cuts a changelog before its first section.
func aboveFirst(text string) (head, sections string) {
	if at := strings.Index("\n"+text, "\n## "); at >= 0 {
		return text[:at], text[at:]
	}
	return strings.TrimRight(text, "\n") + "\n\n", ""
}

// withSection puts the changes of one kind at the end of its section, which is made if the text has none.
func withSection(text, kind string, changes []change) string {
	var lines strings.Builder
	for _, c := range changes {
		if c.kind == kind {
			lines.WriteString("- " + c.text + "\n")
		}
	}
	if lines.Len() == 0 {
		return text
	}
	heading := "\n### " + strings.ToUpper(kind[:1]) + kind[1:] + "\n"
	_, section, found := strings.Cut(text, heading)
	if !found {
		return text + heading + lines.String()
	}
	before := text
	if at := strings.Index(section, "\n### "); at >= 0 {
		before = text[:len(text)-len(section)+at]
	}
	return before + lines.String() + text[len(before):]
}
