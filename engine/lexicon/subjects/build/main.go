// Command build packs the hierarchy of nouns from WordNet, as Debian packages it (wordnet-base). Run it by go generate in
// engine/lexicon/subjects; it prints what it made.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/subjects"
)

func main() {
	log.SetFlags(0)
	wordnet := flag.String("wordnet", "/usr/share/wordnet", "folder of WordNet's files (apt install wordnet-base)")
	out := flag.String("out", "nouns.tree", "file to write")
	flag.Parse()
	if err := run(*wordnet, *out); err != nil {
		log.Fatal("build: ", err)
	}
}

func run(wordnet, out string) error {
	data, err := os.ReadFile(filepath.Join(wordnet, "data.noun"))
	if err != nil {
		return fmt.Errorf("install the package wordnet-base or give -wordnet: %w", err)
	}
	forms, err := os.ReadFile(filepath.Join(wordnet, "noun.exc"))
	if err != nil {
		return fmt.Errorf("install the package wordnet-base or give -wordnet: %w", err)
	}
	meanings, err := read(string(data))
	if err != nil {
		return err
	}
	lines := ordered(meanings)
	var packed bytes.Buffer
	if err := subjects.Pack(&packed, lines, plurals(string(forms))); err != nil {
		return err
	}
	fmt.Printf("%d of %d meanings; %d bytes\n", len(lines), len(meanings), packed.Len())
	return os.WriteFile(out, packed.Bytes(), 0o644)
}

// meaning is one of WordNet's synsets.
type meaning struct {
	words   []string
	parents []string // offsets
	thing   bool
	kept    bool
	number  int // from 1; 0: not written yet
}

// WordNet's files of things that were made, and of food.
const (
	artifacts = "06"
	foods     = "13"
)

// longest is how many letters a word on a rack has at most.
const longest = 6

// read takes a line apart: offset, file, part of speech, the number of words in hexadecimal, each word with a sense number, the
// number of pointers, and each pointer's symbol, offset, part and source.
func read(data string) (map[string]*meaning, error) {
	all := map[string]*meaning{}
	for line := range strings.Lines(data) {
		fields := strings.Fields(line)
		if strings.HasPrefix(line, " ") || len(fields) < 6 {
			continue
		}
		words, err := strconv.ParseUint(fields[3], 16, 8)
		if err != nil || len(fields) < 5+2*int(words) {
			return nil, fmt.Errorf("data.noun has the line %.60q", line)
		}
		m := &meaning{thing: fields[1] == artifacts || fields[1] == foods}
		for i := range int(words) {
			if w := fields[4+2*i]; w == strings.ToLower(w) && lexicon.Letters(strings.ToUpper(w)) {
				m.words = append(m.words, w)
				m.kept = m.kept || len(w) <= longest
			}
		}
		for i := 5 + 2*int(words); i+1 < len(fields) && fields[i] != "|"; i += 4 {
			if fields[i] == "@" {
				m.parents = append(m.parents, fields[i+1])
			}
		}
		all[fields[0]] = m
	}
	return all, nil
}

// ordered are the lines of the meanings with a word for a rack, and of all that those are kinds of, parents first.
func ordered(all map[string]*meaning) []string {
	var offsets, lines []string
	for offset, m := range all {
		if m.kept {
			offsets = append(offsets, offset)
		}
	}
	slices.SortFunc(offsets, func(a, b string) int { return cmp.Compare(a, b) })
	var write func(m *meaning)
	write = func(m *meaning) {
		if m.number > 0 {
			return
		}
		m.number = -1
		for _, p := range m.parents {
			if all[p].number == 0 {
				write(all[p])
			}
		}
		m.number = len(lines) + 1
		line := ""
		for _, p := range m.parents {
			if up := m.number - all[p].number; all[p].number > 0 && up > 0 {
				line += strconv.Itoa(up) + " "
			}
		}
		if line += strings.Join(m.words, " "); m.thing {
			line = "!" + line
		}
		if line == "" {
			line = "-" // an empty line would end them
		}
		lines = append(lines, line)
	}
	for _, o := range offsets {
		write(all[o])
	}
	return lines
}

// plurals are the irregular ones that a rack has room for.
func plurals(forms string) []string {
	var all []string
	for line := range strings.Lines(forms) {
		if f := strings.Fields(line); len(f) > 1 && len(f[0]) <= longest && lexicon.Letters(strings.ToUpper(f[0])) {
			all = append(all, f[0]+" "+f[1])
		}
	}
	return all
}
