package main

import (
	"os"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/definitions"
)

// The tables in the doc of package lexicon are those of the lists that are there. What they say of SCOWL, which the tree does not hold,
// belongs to the lists with these hashes.
func TestTheDocTellsWhatTheListsHave(t *testing.T) {
	file, err := os.ReadFile("../doc.go")
	if err != nil {
		t.Fatal(err)
	}
	doc := strings.ReplaceAll(string(file), "\n//\t", "\n")
	changes, err := parseChanges(changesText)
	if err != nil {
		t.Fatal(err)
	}
	in := figures{definitions.Headwords(), sources{}, changes}
	var lists []*lexicon.Lexicon
	for _, r := range recipes {
		l, err := lexicon.OpenFor("nabit", r.name)
		if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, l)
	}
	lacking, err := in.lacks(lists)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(doc, "\n"+lacking) {
		t.Errorf("the doc does not say\n%s", lacking)
	}
	for i, l := range lists {
		if row := in.row(recipes[i], l); !strings.Contains(doc, "\n"+row) {
			t.Errorf("the doc does not say %q: go generate ./engine/lexicon", row)
		}
	}
}
