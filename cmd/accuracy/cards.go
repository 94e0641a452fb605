package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// card is what stands beside a file of weights: where they come from.
type card struct {
	weights string // the file
	says    map[string]string
}

// cardFields are what the report shows of a card, with their columns.
var cardFields = []struct{ field, column string }{{"Shape", "shape"}, {"Data", "learned from"}, {"Command", "learned with"}, {"Score", "reached then"}}

// cards are the cards of all files of weights below the folders.
func cards(folders ...string) (all []card, err error) {
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".bin" {
				return err
			}
			text, err := os.ReadFile(strings.TrimSuffix(path, ".bin") + ".md")
			if err != nil {
				return fmt.Errorf("the weights %s have no card: %w", path, err)
			}
			c := card{path, map[string]string{}}
			for line := range strings.Lines(string(text)) {
				if field, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- "), ": "); ok {
					c.says[field] = value
				}
			}
			all = append(all, c)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// printCards writes the cards as a table.
func printCards(w io.Writer, all []card) {
	fmt.Fprint(w, "| weights |")
	for _, f := range cardFields {
		fmt.Fprintf(w, " %s |", f.column)
	}
	fmt.Fprint(w, "\n|", strings.Repeat("---|", len(cardFields)+1), "\n")
	for _, c := range all {
		fmt.Fprintf(w, "| `%s` |", c.weights)
		for _, f := range cardFields {
			fmt.Fprintf(w, " %s |", strings.ReplaceAll(c.says[f.field], "|", "\\|"))
		}
		fmt.Fprintln(w)
	}
}
