package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"
)

// file is one of SCOWL's files.
type file struct {
	spelling string // its category
	class    string // words, contractions, proper-names or abbreviations
	size     int
	words    []string
}

// The classes of SCOWL's files that are read. No list takes a proper name; those files say what is one.
const (
	words         = "words"
	contractions  = "contractions"
	properNames   = "proper-names"
	abbreviations = "abbreviations"
)

// readScowl reads every file of these classes. Debian has them in UTF-8.
func readScowl(folder string) ([]file, error) {
	var files []file
	for _, class := range []string{words, contractions, properNames, abbreviations} {
		names, err := filepath.Glob(filepath.Join(folder, "*-"+class+".*"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			size, err := strconv.Atoi(strings.TrimPrefix(filepath.Ext(name), "."))
			if err != nil {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			if !utf8.Valid(text) {
				return nil, fmt.Errorf("%q is not in UTF-8: take the files of Debian's package scowl", name)
			}
			spelling, _, _ := strings.Cut(filepath.Base(name), "-")
			files = append(files, file{spelling, class, size, strings.Fields(string(text))})
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no word lists in %q: install the package scowl or give -scowl", folder)
	}
	return files, nil
}

// readWordNet is the words WordNet has, as it writes them, with the irregular forms it knows, and the forms of each word.
func readWordNet(folder string) (known map[string]bool, irregular map[string][]string, err error) {
	known, irregular = map[string]bool{}, map[string][]string{}
	for _, part := range []string{"noun", "verb", "adj", "adv"} {
		data, err := os.ReadFile(filepath.Join(folder, "data."+part))
		if err != nil {
			return nil, nil, fmt.Errorf("install the package wordnet-base or give -wordnet: %w", err)
		}
		for line := range strings.Lines(string(data)) {
			addLemmas(known, line)
		}
		forms, err := os.ReadFile(filepath.Join(folder, part+".exc"))
		if err != nil {
			return nil, nil, fmt.Errorf("install the package wordnet-base or give -wordnet: %w", err)
		}
		for line := range strings.Lines(string(forms)) {
			for i, word := range strings.Fields(line) {
				form, _, _ := strings.Cut(line, " ")
				if known[form] = true; i > 0 {
					irregular[word] = append(irregular[word], form)
				}
			}
		}
	}
	return known, irregular, nil
}

// addLemmas reads one line of a data file: offset, file number, part of speech, the number of words in
// hexadecimal, and for each the word and a sense number. The notice at the top is indented.
func addLemmas(known map[string]bool, line string) {
	fields := strings.Fields(line)
	if strings.HasPrefix(line, " ") || len(fields) < 4 {
		return
	}
	n, err := strconv.ParseUint(fields[3], 16, 8)
	if err != nil {
		return
	}
	for i := 4; i < 4+2*int(n) && i < len(fields); i += 2 {
		word, _, _ := strings.Cut(fields[i], "(") // "(a)" marks an adjective's place
		known[word] = true
	}
}
