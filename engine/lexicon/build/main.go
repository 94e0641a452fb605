// Command build makes the built-in word list from SCOWL's word files and WordNet, both as Debian packages them
// (scowl, wordnet-base). Run it by go generate in engine/lexicon; it prints what it took and what it left out.
package main

import (
	"bytes"
	_ "embed" // the changes by hand
	"flag"
	"fmt"
	"log"
	"os"
	"strings"

	"tilewatch/engine/lexicon"
)

//go:embed changes.txt
var changes string

func main() {
	log.SetFlags(0)
	scowl := flag.String("scowl", "/usr/share/dict/scowl", "folder of SCOWL's lists (apt install scowl)")
	wordnet := flag.String("wordnet", "/usr/share/wordnet", "folder of WordNet's files (apt install wordnet-base)")
	out := flag.String("out", lexicon.DefaultName+".words", "file to write")
	flag.Parse()
	if err := run(*scowl, *wordnet, *out); err != nil {
		log.Fatal("build: ", err)
	}
}

func run(scowl, wordnet, out string) error {
	known, err := readWordNet(wordnet)
	if err != nil {
		return err
	}
	lists, err := readScowl(scowl)
	if err != nil {
		return err
	}
	words, err := change(choose(lists, known), changes)
	if err != nil {
		return err
	}
	l := lexicon.New(lexicon.DefaultName, words)
	var data bytes.Buffer
	if err := l.Encode(&data); err != nil {
		return err
	}
	fmt.Printf("%s; %d bytes\ntwo letters: %s\n", l, data.Len(), strings.Join(l.Matches("??", 0), " "))
	return os.WriteFile(out, data.Bytes(), 0o644)
}
