package docs

import (
	"cmp"
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// found is a section that has all words that somebody looks for.
type found struct {
	Page    *page
	Section section
	// The text around the first word: what stands before it, the word as it is written, and what follows.
	Before, Word, After string
	rank                float64
}

// Address is where the section is shown.
func (f *found) Address() string { return f.Page.Address() + "#" + f.Section.ID }

const (
	mostFound = 20
	around    = 70 // letters of text before and after a word
)

// What a word of a query is worth by where a section has it. A long table says a word a hundred times: the text counts up to mostHits of them.
const (
	inIndex, inHeading, inTitle, elsewhere = 8, 5, 5, 1
	mostHits                               = 3
)

// short is how many letters a word has with which many others begin.
const short = 3

// spoken are the words of a section as the search compares them.
type spoken struct {
	heading, said, index []string
	title                []string // of the page, in every language
	others               []string // of the same section in other languages
}

// index leads from words that people look for to sections that may lack them.
//
//go:embed index.txt
var index string

// listen notes what the search compares.
func listen(all map[string]*manual) {
	entries := map[string][]string{}
	for _, line := range strings.Split(index, "\n") {
		if place, words, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			place = strings.TrimSpace(place)
			entries[place] = append(entries[place], wordsOf(words)...)
		}
	}
	for _, m := range all {
		for _, p := range m.pages {
			for i := range p.sections {
				s := &p.sections[i]
				heading := s.Heading
				if i == 0 {
					heading += " " + p.Title // which may be translated where the page is not
				}
				s.spoken = spoken{heading: wordsOf(heading), said: wordsOf(s.text), index: entries[p.Name+"#"+s.ID]}
			}
		}
	}
	for _, m := range all {
		for k, p := range m.pages {
			for _, other := range all {
				p.hear(other.pages[k])
			}
		}
	}
}

// hear notes the words of the same page in another language.
func (p *page) hear(other *page) {
	for i := range p.sections {
		s := &p.sections[i]
		s.title = append(s.title, wordsOf(other.Title)...)
		if other.Lang != p.Lang && i < len(other.sections) {
			s.others = slices.Concat(s.others, other.sections[i].heading, other.sections[i].said)
		}
	}
}

// unaccented writes letters without accents, and German's umlauts the same whether they are written ä or ae.
var unaccented = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "ä", "a", "ö", "o", "ü", "u", "ß", "ss", "œ", "o", "æ", "a", "à", "a", "á", "a", "â", "a",
	"ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e", "í", "i", "î", "i", "ï", "i", "ñ", "n", "ó", "o", "ô", "o", "ù", "u", "ú", "u", "û", "u")

func fold(text string) string { return unaccented.Replace(strings.ToLower(text)) }

var aWord = regexp.MustCompile(`[\pL\pN]+`)

func wordsOf(text string) []string { return aWord.FindAllString(fold(text), -1) }

// stem is the word without the usual ends of plurals.
func stem(word string) string {
	for _, end := range []string{"ies", "es", "en", "s", "n", "e", "y"} {
		if rest, ok := strings.CutSuffix(word, end); ok && len(rest) >= 3 {
			return rest
		}
	}
	return word
}

// means reports whether a word is one that somebody looks for by its stem, or begins with it.
func means(word, stemmed string) bool {
	return strings.HasPrefix(word, stemmed) && (len(stemmed) > short || stem(word) == stemmed)
}

// search returns the sections with all words of a query, the best first.
func (m *manual) search(query string) (all []found) {
	stems := wordsOf(query)
	if len(stems) == 0 {
		return nil
	}
	for i, w := range stems {
		stems[i] = stem(w)
	}
	last := m.pages[len(m.pages)-1].chapter
	for _, p := range m.pages[1:] {
		for _, s := range p.sections {
			if rank := s.rank(stems); rank > 0 {
				before := float64(last + 1 - p.chapter) // the contents begin with what players read
				f := found{Page: p, Section: s, rank: rank * before * before}
				f.Before, f.Word, f.After = excerpt(s.text, stems)
				all = append(all, f)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.rank, a.rank) })
	return all[:min(len(all), mostFound)]
}

// rank is 0 if a word is missing, unless it is as short as those of "how do I undo it". It is a product, so that a section about one word of two
// does not win.
func (s *spoken) rank(stems []string) float64 {
	rank, some := 1., false
	for _, w := range stems {
		hits := inIndex*count(s.index, w, 1) + inHeading*count(s.heading, w, 1) + inTitle*count(s.title, w, 1) + count(s.said, w, mostHits) + elsewhere*count(s.others, w, 1)
		if hits > 0 || len(w) > short {
			rank *= float64(hits)
		}
		some = some || hits > 0
	}
	if !some {
		return 0
	}
	return rank
}

// count is how many words have the stem, and most if they are more.
func count(words []string, stemmed string, most int) (n int) {
	for _, w := range words {
		if n < most && means(w, stemmed) {
			n++
		}
	}
	return n
}

// excerpt is the text around the first of the words that it has; only the beginning if they all stand elsewhere.
func excerpt(text string, stems []string) (before, found, after string) {
	text = strings.Join(strings.Fields(text), " ")
	at := place(text, stems)
	if at == nil {
		return "", "", tail(text, 2*around)
	}
	before, found, after = text[:at[0]], text[at[0]:at[1]], tail(text[at[1]:], around)
	if runes := []rune(before); len(runes) > around {
		runes = runes[len(runes)-around:]
		if cut := slices.IndexFunc(runes, unicode.IsSpace); cut >= 0 {
			runes = runes[cut:]
		}
		before = "…" + string(runes)
	}
	return before, found, after
}

// place is where the first of the words begins and ends; nil if the text has none.
func place(text string, stems []string) []int {
	all := aWord.FindAllStringIndex(text, -1)
	for _, w := range stems {
		for _, at := range all {
			if means(fold(text[at[0]:at[1]]), w) {
				return at
			}
		}
	}
	return nil
}

// tail is at most n letters of the beginning of a text, up to the end of a word.
func tail(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	cut := n
	for cut > 0 && !unicode.IsSpace(runes[cut]) {
		cut--
	}
	return string(runes[:cut]) + " …"
}
