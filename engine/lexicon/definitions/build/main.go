// Command build packs short definitions from WordNet's files as Debian packages them (wordnet-base). Run it by go
// generate in engine/lexicon/definitions.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"

	"tilewatch/engine/lexicon/definitions"
)

func main() {
	log.SetFlags(0)
	wordnet := flag.String("wordnet", "/usr/share/wordnet", "folder of WordNet's files (apt install wordnet-base)")
	out := flag.String("out", "wordnet.defs", "file to write")
	flag.Parse()
	if err := run(*wordnet, *out); err != nil {
		log.Fatal("build: ", err)
	}
}

func run(wordnet, out string) error {
	words, err := readSenses(wordnet)
	if err != nil {
		return err
	}
	forms, err := readForms(wordnet)
	if err != nil {
		return err
	}
	records := recordsOf(words)
	var data bytes.Buffer
	if err := definitions.Pack(&data, records, forms); err != nil {
		return err
	}
	fmt.Printf("%d words, %d irregular forms, %d bytes\n", len(records), len(forms), data.Len())
	return os.WriteFile(out, data.Bytes(), 0o644)
}
