package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine/lexicon"
)

const (
	sensesEach = 3   // of a word and part of speech; WordNet has the commonest first
	longest    = 160 // bytes of a text
)

// files are WordNet's names of the parts of speech, and the letters they have in the index.
var files = []struct {
	name   string
	letter byte
}{{"noun", 'n'}, {"verb", 'v'}, {"adj", 'a'}, {"adv", 'r'}}

// readSenses are the texts of each word in lower case, with the part's letter before them.
func readSenses(folder string) (map[string][]string, error) {
	words := map[string][]string{}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(folder, "data."+f.name))
		if err != nil {
			return nil, fmt.Errorf("install the package wordnet-base or give -wordnet: %w", err)
		}
		index, err := os.ReadFile(filepath.Join(folder, "index."+f.name))
		if err != nil {
			return nil, fmt.Errorf("install the package wordnet-base or give -wordnet: %w", err)
		}
		texts := string(data)
		for line := range strings.Lines(string(index)) {
			word, offsets := readEntry(line)
			if slices.Contains(lexicon.LeftOut(), strings.ToUpper(word)) {
				continue
			}
			shown := 0
			for _, at := range offsets {
				text, err := senseAt(texts, at, word)
				if err != nil {
					return nil, fmt.Errorf("%s of WordNet's data.%s: %w", word, f.name, err)
				}
				if offends(text) {
					continue
				}
				if shown++; shown > sensesEach {
					break
				}
				if text = string(f.letter) + text; len(text) > 1 && !slices.Contains(words[word], text) {
					words[word] = append(words[word], text)
				}
			}
		}
	}
	return words, nil
}

// offensive are the glosses that are not for children: of insults, which WordNet calls so, of words for people by their skin or their mind, and
// of sexual slang. The names of the body and of medicine stay.
var offensive = regexp.MustCompile(`(?i)offensive (term|name|word)|(disparaging|derogatory|insulting|obscene|vulgar)( (terms?|names?|words?|slang)\b|ly\b)|` +
	`ethnic slur|\bNegro|\b[Bb]lacks\b|skin pigmentation|dark-skinned|subnormal|retarded|feeble-?minded|mental age|` +
	`sexual intercourse|prostitut|promiscuous|copulat|sexually attractive|slatternly|fellatio|masturbat|orgasm|slang for (a )?(sex|breast|penis|vagina|homosexual)|homosexual man`)

func offends(text string) bool { return offensive.MatchString(text) }

// readEntry reads a line of an index: the word, its part of speech, how many senses and kinds of pointers it has,
// the pointers, two counts, and where the senses are. Nothing is returned for the notice at the top and for what is
// no single word.
func readEntry(line string) (string, []int) {
	fields := strings.Fields(line)
	if strings.HasPrefix(line, " ") || len(fields) < 6 || !letters(fields[0]) {
		return "", nil
	}
	n, err := strconv.Atoi(fields[2])
	if err != nil || n > len(fields)-6 {
		return "", nil
	}
	var offsets []int
	for _, field := range fields[len(fields)-n:] {
		if at, err := strconv.Atoi(field); err == nil {
			offsets = append(offsets, at)
		}
	}
	return fields[0], offsets
}

func letters(word string) bool {
	return len(word) > 1 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""
}

// senseAt is the short text of the sense whose line begins there; "" if the word is written otherwise in it, with a
// capital for a name. The line has the words of the sense from the fifth field on, and the text after a bar.
func senseAt(data string, at int, word string) (string, error) {
	if at < 0 || at >= len(data) {
		return "", fmt.Errorf("no sense at %d", at)
	}
	line, _, _ := strings.Cut(data[at:], "\n")
	head, gloss, ok := strings.Cut(line, " | ")
	fields := strings.Fields(head)
	if !ok || len(fields) < 6 {
		return "", fmt.Errorf("no sense at %d", at)
	}
	n, err := strconv.ParseUint(fields[3], 16, 8)
	if err != nil {
		return "", err
	}
	for i := 4; i < 4+2*int(n) && i < len(fields); i += 2 {
		if w, _, _ := strings.Cut(fields[i], "("); w == word { // "(a)" marks an adjective's place
			return short(gloss), nil
		}
	}
	return "", nil
}

// short is the text without examples, cut at a word.
func short(gloss string) string {
	text, _, _ := strings.Cut(gloss, `; "`)
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= longest {
		return text
	}
	return text[:max(0, strings.LastIndexByte(text[:longest], ' '))] + " ..."
}

// readForms are lines of irregular forms: the part's letter with the form, and what it is a form of.
func readForms(folder string) ([]string, error) {
	var forms []string
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(folder, f.name+".exc"))
		if err != nil {
			return nil, fmt.Errorf("install the package wordnet-base or give -wordnet: %w", err)
		}
		for line := range strings.Lines(string(data)) {
			fields := slices.DeleteFunc(strings.Fields(line), func(w string) bool { return !letters(w) })
			if len(fields) > 1 && strings.HasPrefix(line, fields[0]+" ") {
				forms = append(forms, string(f.letter)+strings.Join(fields, " ")+"\n")
			}
		}
	}
	return forms, nil
}

// recordsOf are the words in order, each with its texts after tabs.
func recordsOf(words map[string][]string) []string {
	var records []string
	for _, w := range slices.Sorted(maps.Keys(words)) {
		records = append(records, w+"\t"+strings.Join(words[w], "\t")+"\n")
	}
	return records
}
