// Package subjects says which words are of a category, such as food, for games that reward them. A category is any noun: the
// words that name a kind of it are of it, after WordNet's hierarchy of meanings, packed by the program in
// subjects/build; the notice is that of the definitions. Three categories have names of their own: see Named.
package subjects

import (
	"bufio"
	"bytes"
	"compress/flate"
	_ "embed" // the hierarchy
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

//go:generate go run ./build

//go:embed nouns.tree
var packed []byte

// Named are the categories that are no single noun, and the nouns whose kinds they hold. Meanings count that are things or food,
// so that not every kind of a "cover" is clothing.
var Named = map[string][]string{
	"clothing": {"clothing", "footwear", "garment", "headdress", "hosiery", "neckwear", "jewelry", "handwear"},
	"food":     {"food", "foodstuff", "beverage", "dish", "meal", "ingredient", "nutriment"},
	"household": {"furniture", "furnishing", "appliance", "utensil", "tableware", "cutlery", "crockery", "lamp", "vessel", "container", "linen",
		"mirror", "clock", "curtain", "bedding", "cookware", "plumbing", "fixture", "cushion", "broom", "rug"},
}

// also are other names of the named categories.
var also = map[string]string{"clothes": "clothing", "foods": "food", "house": "household", "house objects": "household", "household objects": "household"}

var tree = sync.OnceValue(func() *Tree {
	t, err := Open(packed)
	if err != nil {
		panic("subjects: " + err.Error())
	}
	return t
})

// Known reports whether the category is one, in either case.
func Known(category string) bool { return tree().Known(category) }

// Has reports whether the word, or what it is the plural of, is of the category. Neither's case matters.
func Has(category, word string) bool { return tree().Has(category, word) }

// Tree is a hierarchy of meanings. All its methods may be used by several goroutines at once.
type Tree struct {
	parents [][]int32 // of each meaning: what it is a kind of; they come before it
	things  []bool    // the meaning is a thing that was made, or food
	words   map[string][]int32
	plurals map[string]string // the irregular ones
}

const magic = "tilewatch subjects 1\n"

const maxText = 16 << 20

// Open reads what Pack packs: deflated, a line for each meaning with "!" if it is a thing, its parents' numbers and its words, and after
// an empty line the irregular plurals.
func Open(data []byte) (*Tree, error) {
	body, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errors.New("no packed hierarchy: build it again")
	}
	t := &Tree{words: map[string][]int32{}, plurals: map[string]string{}}
	lines := bufio.NewScanner(io.LimitReader(flate.NewReader(bytes.NewReader(body)), maxText))
	for lines.Scan() && lines.Text() != "" {
		if err := t.add(lines.Text()); err != nil {
			return nil, fmt.Errorf("packed hierarchy, line %d: build it again: %w", len(t.parents)+1, err)
		}
	}
	for lines.Scan() {
		if form, base, ok := strings.Cut(lines.Text(), " "); ok {
			t.plurals[form] = base
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("packed hierarchy is damaged: build it again: %w", err)
	}
	return t, nil
}

func (t *Tree) add(line string) error {
	n := int32(len(t.parents))
	line, thing := strings.CutPrefix(line, "!")
	var parents []int32
	for _, field := range strings.Fields(line) {
		if field[0] < '0' || field[0] > '9' {
			t.words[field] = append(t.words[field], n)
			continue
		}
		up, err := strconv.ParseInt(field, 10, 32)
		if err != nil || up < 1 || int32(up) > n {
			return fmt.Errorf("%.20q leads nowhere", field)
		}
		parents = append(parents, n-int32(up))
	}
	t.parents, t.things = append(t.parents, parents), append(t.things, thing)
	return nil
}

// Pack writes a hierarchy for Open: its lines, and irregular plurals as "form base".
func Pack(to io.Writer, lines, plurals []string) error {
	if _, err := io.WriteString(to, magic); err != nil {
		return err
	}
	w, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return err
	}
	for _, part := range [][]string{lines, {""}, plurals} {
		for _, line := range part {
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				return err
			}
		}
	}
	return w.Close()
}

// Known reports whether the category is a named one or a noun.
func (t *Tree) Known(category string) bool { return len(t.roots(category)) > 0 }

// roots are the meanings of a category.
func (t *Tree) roots(category string) map[int32]bool {
	category = strings.ToLower(strings.TrimSpace(category))
	if name, ok := also[category]; ok {
		category = name
	}
	roots := map[int32]bool{}
	for _, noun := range Named[category] {
		for _, m := range t.words[noun] {
			if t.things[m] {
				roots[m] = true
			}
		}
	}
	if len(roots) > 0 {
		return roots
	}
	for _, base := range t.bases(category) {
		for _, m := range t.words[base] {
			roots[m] = true
		}
	}
	return roots
}

// Has reports whether the word is of the category.
func (t *Tree) Has(category, word string) bool {
	roots := t.roots(category)
	if len(roots) == 0 {
		return false
	}
	seen := map[int32]bool{}
	for _, base := range t.bases(strings.ToLower(word)) {
		for _, m := range t.words[base] {
			if t.under(m, roots, seen) {
				return true
			}
		}
	}
	return false
}

// under reports whether the meaning is one of the roots or a kind of one. It goes to each meaning once, however many ways lead there.
func (t *Tree) under(m int32, roots, seen map[int32]bool) bool {
	if roots[m] {
		return true
	}
	if seen[m] {
		return false
	}
	seen[m] = true
	for _, p := range t.parents[m] {
		if t.under(p, roots, seen) {
			return true
		}
	}
	return false
}

// endings are how plurals are made: what to take off, and what to put there instead.
var endings = [][2]string{{"s", ""}, {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"}, {"men", "man"}, {"ies", "y"}}

// bases are the word itself and its possible singulars.
func (t *Tree) bases(word string) []string {
	bases := []string{word}
	if base, ok := t.plurals[word]; ok {
		bases = append(bases, base)
	}
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(word, e[0]); ok && stem != "" {
			bases = append(bases, stem+e[1])
		}
	}
	return bases
}
