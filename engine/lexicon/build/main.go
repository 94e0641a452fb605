// Command build makes the built-in word lists from SCOWL's word files, WordNet and a Spanish list, all as Debian packages them
// (scowl, wordnet-base, wspanish), and writes what the lists have of SCOWL and WordNet into the doc of package lexicon. Run it by go generate
// in engine/lexicon, after engine/lexicon/definitions; it prints what it made.
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
	"tilewatch/engine/lexicon/definitions"
)

//go:embed changes.txt
var changesText string

// inputs are what the lists are made from, and where to.
type inputs struct {
	scowl, wordnet, hunspell, german, spanish, out, against string

	changes   string
	tongues   []tongue
	news      string
	headwords []string // WordNet's, in lower case, which the lists are held against
}

func main() {
	log.SetFlags(0)
	in := inputs{changes: changesText, news: newText, tongues: tongues, headwords: definitions.Headwords()}
	flag.StringVar(&in.scowl, "scowl", "/usr/share/dict/scowl", "folder of SCOWL's lists (apt install scowl)")
	flag.StringVar(&in.wordnet, "wordnet", "/usr/share/wordnet", "folder of WordNet's files (apt install wordnet-base)")
	flag.StringVar(&in.hunspell, "hunspell", "/usr/share/hunspell", "folder of spelling dictionaries (apt install hunspell-de-de hunspell-es hunspell-fr-comprehensive)")
	flag.StringVar(&in.german, "german", "/usr/share/dict/ngerman", "German words, one a line (apt install wngerman)")
	flag.StringVar(&in.spanish, "spanish", "/usr/share/dict/spanish", "Spanish words, one a line (apt install wspanish)")
	flag.StringVar(&in.out, "out", ".", "folder to write the lists to, with the doc.go that tells what they have")
	flag.StringVar(&in.against, "against", "", "also compare the lists with a `FILE` of words, one a line, which nothing else is made from")
	flag.Parse()
	if err := run(in); err != nil {
		log.Fatal("build: ", err)
	}
}

func run(in inputs) error {
	known, irregular, err := readWordNet(in.wordnet)
	if err != nil {
		return err
	}
	files, err := readScowl(in.scowl)
	if err != nil {
		return err
	}
	changes, err := parseChanges(in.changes)
	if err != nil {
		return err
	}
	var lists []*lexicon.Lexicon
	from := newSources(files, known)
	from.irregular = irregular
	if from.news, err = checkedNew(in.news, from); err != nil {
		return err
	}
	for _, r := range recipes {
		lists = append(lists, r.list(from, changes))
	}
	if err := pointless(changes); err != nil {
		return err
	}
	if err := report(filepath.Join(in.out, "doc.go"), lists, figures{in.headwords, from, changes}); err != nil {
		return err
	}
	for _, l := range lists {
		if err := write(l, filepath.Join(in.out, l.Name()+".words")); err != nil {
			return err
		}
	}
	for _, t := range in.tongues {
		built, err := t.build(in)
		if err != nil {
			return err
		}
		for _, l := range built {
			if err := write(l, filepath.Join(in.out, t.folder, l.Name()+".words")); err != nil {
				return err
			}
		}
	}
	if in.against != "" {
		text, err := against(in.against, lists)
		fmt.Print(text)
		return err
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
