// Command build makes the built-in word lists from SCOWL's word files, WordNet and a Spanish list, all as Debian packages them
// (scowl, wordnet-base, wspanish). Run it by go generate in engine/lexicon; it prints what it made.
package main

import (
	"bytes"
	_ "embed" // the changes by hand
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"tilewatch/engine/lexicon"
)

//go:embed changes.txt
var changesText string

func main() {
	log.SetFlags(0)
	scowl := flag.String("scowl", "/usr/share/dict/scowl", "folder of SCOWL's lists (apt install scowl)")
	wordnet := flag.String("wordnet", "/usr/share/wordnet", "folder of WordNet's files (apt install wordnet-base)")
	spanish := flag.String("spanish", "/usr/share/dict/spanish", "Spanish words, one a line (apt install wspanish)")
	out := flag.String("out", ".", "folder to write the lists to")
	flag.Parse()
	if err := run(*scowl, *wordnet, *spanish, *out); err != nil {
		log.Fatal("build: ", err)
	}
}

func run(scowl, wordnet, spanish, out string) error {
	known, err := readWordNet(wordnet)
	if err != nil {
		return err
	}
	files, err := readScowl(scowl)
	if err != nil {
		return err
	}
	changes, err := parseChanges(changesText)
	if err != nil {
		return err
	}
	var lists []*lexicon.Lexicon
	for _, r := range recipes {
		lists = append(lists, lexicon.New(r.name, apply(r.choose(files, known), changes)))
	}
	words, err := readSpanish(spanish)
	if err != nil {
		return err
	}
	lists = append(lists, lexicon.New("spanish", words))
	if err := pointless(changes); err != nil {
		return err
	}
	for _, l := range lists {
		if err := write(l, filepath.Join(out, l.Name()+".words")); err != nil {
			return err
		}
	}
	return nil
}

func write(l *lexicon.Lexicon, to string) error {
	var data bytes.Buffer
	if err := l.Encode(&data); err != nil {
		return err
	}
	fmt.Printf("%s; %d bytes\ntwo letters: %s\n", l, data.Len(), strings.Join(l.Matches("??", 0), " "))
	return os.WriteFile(to, data.Bytes(), 0o644)
}
