// Package text holds everything that the pages say. Each folder is a language, named by its code ("en", "pt-BR"); nothing else lists
// them. A folder has files of "key = sentence" lines, and each language has the same keys. A sentence may have places in braces,
// {who}. A key that ends in the name of a plural form, words.one, replaces the plain key where {n} has that form in the language
// (Unicode's CLDR: zero, one, two, few, many; the plain key is "other"). Lines that begin with # are notes for translators.
//
// A new language is a copy of the folder en, with all sentences translated and such plural forms as the language has.
package text

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

//go:embed */*.txt
var files embed.FS

// Default is the language of readers whose own is not there.
const Default = "en"

// Texts are all sentences of one language. They are safe for concurrent use.
type Texts struct {
	Lang string // as in <html lang>: the folder's name
	Name string // the language's name in itself
	tag  language.Tag
	says map[string]string
}

// languages are all there are, read when the first page asks for one.
var languages = sync.OnceValue(func() (l struct {
	all     []*Texts
	matcher language.Matcher
}) {
	l.all = load()
	l.matcher = language.NewMatcher(tags(l.all))
	return l
})

// load reads every folder, the default first. It panics on a bad line, which every test would show.
func load() []*Texts {
	folders, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err)
	}
	out := make([]*Texts, 0, len(folders))
	for _, folder := range folders {
		t, err := read(folder.Name())
		if err != nil {
			panic(err)
		}
		out = append(out, t)
	}
	slices.SortStableFunc(out, func(a, b *Texts) int { return rank(a) - rank(b) })
	return out
}

func rank(t *Texts) int {
	if t.Lang == Default {
		return 0
	}
	return 1
}

func tags(texts []*Texts) []language.Tag {
	out := make([]language.Tag, len(texts))
	for i, t := range texts {
		out[i] = t.tag
	}
	return out
}

// read reads a language's folder.
func read(lang string) (*Texts, error) {
	tag, err := language.Parse(lang)
	if err != nil {
		return nil, fmt.Errorf("the folder %q is not named by a language's code: %w", lang, err)
	}
	t := &Texts{Lang: lang, tag: tag, says: map[string]string{}}
	names, err := fs.Glob(files, path.Join(lang, "*.txt"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := t.read(name, string(data)); err != nil {
			return nil, err
		}
	}
	t.Name = t.Say("language")
	return t, nil
}

// read takes the lines of a file; empty lines and notes are skipped.
func (t *Texts) read(name, data string) error {
	for i, line := range strings.Split(data, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		key, sentence, ok := strings.Cut(line, "=")
		key, sentence = strings.TrimSpace(key), strings.TrimSpace(sentence)
		if _, twice := t.says[key]; !ok || key == "" || sentence == "" || twice {
			return fmt.Errorf("%s, line %d: %q is not \"key = sentence\" with a new key", name, i+1, line)
		}
		t.says[key] = sentence
	}
	return nil
}

// Langs are the languages there are, the default first.
func Langs() []*Texts { return slices.Clone(languages().all) }

// For is the language that fits the wanted ones best, else the default. Each is a code with or without a region, "es-MX", or a whole
// Accept-Language header.
func For(wanted ...string) *Texts {
	l := languages()
	_, i := language.MatchStrings(l.matcher, wanted...)
	return l.all[i]
}

// Has reports whether there is such a sentence.
func (t *Texts) Has(key string) bool { _, ok := t.says[key]; return ok }

// Say is the sentence with its places filled in from pairs of a name and a value: Say("plays", "who", "Ana"). A key that
// is not there is said as it is, so that it is seen.
func (t *Texts) Say(key string, pairs ...any) string {
	sentence, ok := t.says[key+t.form(pairs)]
	if !ok {
		sentence, ok = t.says[key]
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

// Date is a day as the language writes it.
func (t *Texts) Date(at time.Time) string {
	at = at.Local()
	return t.Say("after.date", "day", at.Day(), "month", t.Say("after.month."+strconv.Itoa(int(at.Month()))), "year", at.Year())
}

// forms are the ends of keys that stand for plural forms.
var forms = map[plural.Form]string{plural.Zero: ".zero", plural.One: ".one", plural.Two: ".two", plural.Few: ".few", plural.Many: ".many"}

// form is the end of keys for the value of {n}; empty if it is not a whole number, or has the plain form.
func (t *Texts) form(pairs []any) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		if n, ok := pairs[i+1].(int); ok && pairs[i] == "n" {
			return t.formOf(n)
		}
	}
	return ""
}

func (t *Texts) formOf(n int) string {
	return forms[plural.Cardinal.MatchPlural(t.tag, max(n, -n), 0, 0, 0, 0)]
}

// Decimal is the number as the language writes it, with so many decimals at least and at most.
func (t *Texts) Decimal(v float64, least, most int) string {
	return message.NewPrinter(t.tag).Sprint(number.Decimal(v, number.MinFractionDigits(least), number.MaxFractionDigits(most)))
}

// List joins as people do: "A", "A and B", "A, B and C".
func (t *Texts) List(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last, and := len(items)-1, "and"
	if startsWithI(items[last]) {
		and = "and.i" // "Ana e Inés"
	}
	return strings.Join(items[:last], ", ") + " " + t.Say(and) + " " + items[last]
}

// startsWithI reports whether the word begins with the sound of i.
func startsWithI(word string) bool {
	lower := strings.ToLower(word)
	if strings.HasPrefix(lower, "hia") || strings.HasPrefix(lower, "hie") {
		return false
	}
	return strings.HasPrefix(lower, "i") || strings.HasPrefix(lower, "hi") || strings.HasPrefix(lower, "í")
}

// Under are the sentences whose keys begin with the prefix, by the rest of their keys: for a page's script.
func (t *Texts) Under(prefix string) map[string]string {
	out := map[string]string{}
	for key, sentence := range t.says {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			out[rest] = sentence
		}
	}
	return out
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
