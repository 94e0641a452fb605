// Package text holds everything that the pages say, in every language they speak: one file of "key = sentence" lines for
// each subject in a folder for each language. A sentence may have places in braces, {who}; a key that ends in .one
// stands in for the plain key where {n} is one.
package text

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed en es
var files embed.FS

// Default is the language of those who ask for none that is there.
const Default = "en"

// Texts are all sentences of one language. They are safe for concurrent use.
type Texts struct {
	Lang string // as in <html lang>: "en", "es"
	Name string // the language in itself
	says map[string]string
}

var all = load()

// load reads what is embedded; it panics on a line that is none, which every test would show.
func load() map[string]*Texts {
	out := map[string]*Texts{}
	for _, lang := range []string{"en", "es"} {
		t := &Texts{Lang: lang, says: map[string]string{}}
		err := fs.WalkDir(files, lang, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".txt" {
				return err
			}
			data, err := files.ReadFile(name)
			if err != nil {
				return err
			}
			return t.read(name, string(data))
		})
		if err != nil {
			panic(err)
		}
		t.Name = t.Say("language")
		out[lang] = t
	}
	return out
}

// read takes the lines of a file. Empty lines and those that begin with # say nothing.
func (t *Texts) read(name, data string) error {
	for i, line := range strings.Split(data, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		key, sentence, ok := strings.Cut(line, "=")
		key, sentence = strings.TrimSpace(key), strings.TrimSpace(sentence)
		if _, twice := t.says[key]; !ok || key == "" || sentence == "" || twice {
			return fmt.Errorf("%s, line %d: %q is no \"key = sentence\" with a new key", name, i+1, line)
		}
		t.says[key] = sentence
	}
	return nil
}

// Langs are the languages there are, the default first.
func Langs() []*Texts { return []*Texts{all["en"], all["es"]} }

// For is the first of the wanted languages that is there, else the default. Each may have a region: "es-MX".
func For(wanted ...string) *Texts {
	for _, w := range wanted {
		base, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(w)), "-")
		if t := all[base]; t != nil {
			return t
		}
	}
	return all[Default]
}

// Accepted is For by an Accept-Language header.
func Accepted(header string) *Texts {
	type choice struct {
		lang string
		q    float64
	}
	var choices []choice
	for _, part := range strings.Split(header, ",") {
		lang, params, _ := strings.Cut(part, ";")
		q := 1.0
		if value, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			if parsed, err := strconv.ParseFloat(value, 64); err == nil {
				q = parsed
			}
		}
		choices = append(choices, choice{lang, q})
	}
	slices.SortStableFunc(choices, func(a, b choice) int {
		switch {
		case a.q > b.q:
			return -1
		case a.q < b.q:
			return 1
		}
		return 0
	})
	wanted := make([]string, len(choices))
	for i, c := range choices {
		wanted[i] = c.lang
	}
	return For(wanted...)
}

// Has reports whether there is such a sentence.
func (t *Texts) Has(key string) bool { _, ok := t.says[key]; return ok }

// Say is the sentence with its places filled in from pairs of a name and a value: Say("plays", "who", "Ana"). A key that
// is not there is said as it is, so that it is seen.
func (t *Texts) Say(key string, pairs ...any) string {
	sentence, ok := t.says[key]
	if one, there := t.says[key+".one"]; there && isOne(pairs) {
		sentence, ok = one, true
	}
	if !ok {
		return key
	}
	if len(pairs) == 0 {
		return sentence
	}
	filled := make([]string, 0, len(pairs))
	for i := 0; i+1 < len(pairs); i += 2 {
		filled = append(filled, "{"+fmt.Sprint(pairs[i])+"}", fmt.Sprint(pairs[i+1]))
	}
	return strings.NewReplacer(filled...).Replace(sentence)
}

func isOne(pairs []any) bool {
	for i := 0; i+1 < len(pairs); i += 2 {
		if n, ok := pairs[i+1].(int); ok && pairs[i] == "n" {
			return n == 1 || n == -1
		}
	}
	return false
}

// List joins as people do: "A", "A and B", "A, B and C".
func (t *Texts) List(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	and := t.Say("and")
	if t.Lang == "es" && startsWithI(items[last]) {
		and = "e" // "Ana e Inés"
	}
	return strings.Join(items[:last], ", ") + " " + and + " " + items[last]
}

// startsWithI reports whether the word begins with the sound of i.
func startsWithI(word string) bool {
	lower := strings.ToLower(word)
	if strings.HasPrefix(lower, "hia") || strings.HasPrefix(lower, "hie") {
		return false
	}
	return strings.HasPrefix(lower, "i") || strings.HasPrefix(lower, "hi") || strings.HasPrefix(lower, "í")
}

// Keys are all keys, sorted.
func (t *Texts) Keys() []string {
	keys := make([]string, 0, len(t.says))
	for k := range t.says {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
