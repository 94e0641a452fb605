package docs

import (
	"cmp"
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
	rank                int
}

// Address is where the section is shown.
func (f *found) Address() string { return f.Page.Address() + "#" + f.Section.ID }

const (
	mostFound   = 20
	around      = 70 // letters of text before and after a word
	headingRank = 10 // a word in a heading counts as so many in the text
)

// search returns the sections with all words of a query, whatever their case, the best first.
func (m *manual) search(query string) (all []found) {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	for _, p := range m.pages[1:] {
		for _, s := range p.sections {
			if rank := s.rank(words); rank > 0 {
				f := found{Page: p, Section: s, rank: rank}
				f.Before, f.Word, f.After = excerpt(s.text, words[0])
				all = append(all, f)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.rank, a.rank) })
	return all[:min(len(all), mostFound)]
}

// rank is 0 if a word is missing.
func (s *section) rank(words []string) (rank int) {
	heading, text := strings.ToLower(s.Heading), strings.ToLower(s.text)
	for _, w := range words {
		hits := headingRank*strings.Count(heading, w) + strings.Count(text, w)
		if hits == 0 {
			return 0
		}
		rank += hits
	}
	return rank
}

// excerpt is the text around a word; only the beginning if the word stands in the heading alone.
func excerpt(text, word string) (before, found, after string) {
	text = strings.Join(strings.Fields(text), " ")
	at := strings.Index(strings.ToLower(text), word)
	if at < 0 {
		return "", "", tail(text, 2*around)
	}
	end := min(at+len(word), len(text))
	runes := []rune(text[:at])
	if len(runes) > around {
		runes = runes[len(runes)-around:]
		if cut := slices.IndexFunc(runes, unicode.IsSpace); cut >= 0 {
			runes = runes[cut:]
		}
		return "…" + string(runes), text[at:end], tail(text[end:], around)
	}
	return string(runes), text[at:end], tail(text[end:], around)
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
