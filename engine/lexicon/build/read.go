package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// list is one of SCOWL's files of words; those of names, abbreviations and contractions are never read.
type list struct {
	size    int
	variant bool // another spelling, nearly as common
	second  bool // an acceptable, rarer one
	words   []string
}

// spellings are SCOWL's spelling categories that are taken, American and British; the value is how far off the main
// spelling they are.
var spellings = map[string]int{
	"english": 0, "american": 0, "british": 0, "british_z": 0,
	"variant_1": 1, "british_variant_1": 1,
	"variant_2": 2, "british_variant_2": 2,
}

func readScowl(folder string) ([]list, error) {
	var lists []list
	for name, off := range spellings {
		files, err := filepath.Glob(filepath.Join(folder, name+"-words.*"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			size, err := strconv.Atoi(strings.TrimPrefix(filepath.Ext(file), "."))
			if err != nil || size > largest {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			lists = append(lists, list{size: size, variant: off > 0, second: off > 1, words: strings.Fields(string(text))})
		}
	}
	if len(lists) == 0 {
		return nil, fmt.Errorf("no word lists in %q: install the package scowl or give -scowl", folder)
	}
	return lists, nil
}

// readWordNet is the words WordNet writes in lower case, and the irregular forms it knows.
func readWordNet(folder string) (map[string]bool, error) {
	known := map[string]bool{}
	for _, part := range []string{"noun", "verb", "adj", "adv"} {
		data, err := os.ReadFile(filepath.Join(folder, "data."+part))
		if err != nil {
			return nil, fmt.Errorf("install the package wordnet-base or give -wordnet: %w", err)
		}
		for line := range strings.Lines(string(data)) {
			addLemmas(known, line)
		}
		forms, err := os.ReadFile(filepath.Join(folder, part+".exc"))
		if err != nil {
			return nil, fmt.Errorf("install the package wordnet-base or give -wordnet: %w", err)
		}
		for line := range strings.Lines(string(forms)) {
			if form, _, ok := strings.Cut(line, " "); ok {
				known[form] = true
			}
		}
	}
	return known, nil
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
