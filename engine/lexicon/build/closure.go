package main

import (
	"strings"

	"tilewatch/engine/lexicon"
)

// rarest is the size of SCOWL to which a form counts as known. What only the largest size has are slips of other lists: PROOFREADED.
const rarest = 80

// shortHead is the length of the words whose plurals may be of any size, from three letters on: of longer words the largest size has
// SCLEROSISES, and of shorter ones DES.
const shortHead = 5

// close takes the forms of the words: a noun's plural, a verb's forms, an adjective's degrees, and the singular of a plural. A form counts
// if SCOWL has it in one of the list's spellings, -ED only with -ING and -ER only with -EST: whoever hoards has HOARDED and HOARDING, but
// OWNER makes no OWNEST. A plural is spelled as its singular is, so that it counts in any spelling, and of the short words, which people play
// most, also if only the largest size has it.
func (r recipe) close(taken map[string]bool, from sources) {
	known := r.known(from)
	var queue []string
	take := func(form string) {
		if form = strings.ToUpper(form); !taken[form] && len(form) <= r.longest {
			taken[form] = true
			queue = append(queue, form)
		}
	}
	for w := range taken {
		queue = append(queue, w)
	}
	for len(queue) > 0 {
		w := strings.ToLower(queue[0])
		queue = queue[1:]
		for _, form := range forms(w, from.irregular[w], known) {
			take(form)
		}
		for _, form := range plurals(w) {
			if size, ok := from.sizes[form]; ok && (size <= rarest || len(w) > 2 && len(w) <= shortHead) {
				take(form)
			}
		}
		if stem, ok := singular(w, taken, from); ok && known[stem] {
			take(stem)
		}
	}
}

// singular is what a plural lacks its S for; false if it is a form of another word, as KNIVES and GOES are.
func singular(w string, taken map[string]bool, from sources) (string, bool) {
	stem, ok := strings.CutSuffix(w, "s")
	if !ok || len(stem) < 3 || strings.HasSuffix(stem, "s") || from.known[w] {
		return "", false
	}
	for _, other := range []string{strings.TrimSuffix(w, "es"), strings.TrimSuffix(w, "ies") + "y"} {
		if other != w && taken[strings.ToUpper(other)] {
			return "", false
		}
	}
	return stem, true
}

// known are SCOWL's words of the list's spellings that may be forms.
func (r recipe) known(from sources) map[string]bool {
	known := map[string]bool{}
	for _, f := range from.files {
		if off, ok := r.spellings[f.spelling]; !ok || off > 1 || f.class != words || f.size > rarest {
			continue
		}
		for _, w := range f.words {
			if plain := lexicon.Plain(w, false); w == strings.ToLower(w) && lexicon.Letters(plain) {
				known[strings.ToLower(plain)] = true
			}
		}
	}
	return known
}

// forms are a word's forms that are known.
func forms(w string, irregular []string, known map[string]bool) (all []string) {
	with := func(forms []string) (found []string) {
		for _, form := range forms {
			if known[form] {
				found = append(found, form)
			}
		}
		return found
	}
	all = with(irregular)
	for _, pair := range [][2]string{{"ed", "ing"}, {"er", "est"}} {
		one, other := with(ended(w, pair[0])), with(ended(w, pair[1]))
		if len(one) > 0 && len(other) > 0 {
			all = append(append(all, one...), other...)
		}
	}
	return all
}

const vowels = "aeiou"

// plurals are the regular plurals that a word may have, the usual one first; a verb's third person is the same.
func plurals(w string) []string {
	n := len(w)
	switch {
	case n < 2:
		return nil
	case strings.ContainsAny(w[n-1:], "sxz"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return []string{w + "es"}
	case w[n-1] == 'y' && !strings.ContainsRune(vowels, rune(w[n-2])):
		return []string{w[:n-1] + "ies"}
	case w[n-1] == 'o':
		return []string{w + "s", w + "es"}
	}
	return []string{w + "s"}
}

// ended are the forms that a word may have with -ed, -ing, -er or -est, the usual one first.
func ended(w, ending string) []string {
	n := len(w)
	if n < 2 {
		return nil
	}
	last, before := w[n-1], rune(w[n-2])
	switch {
	case strings.HasSuffix(w, "ie") && ending == "ing":
		return []string{w[:n-2] + "ying"}
	case last == 'e' && ending != "ing":
		return []string{w + ending[1:]}
	case last == 'e' && !strings.ContainsRune("eoy", before):
		return []string{w[:n-1] + ending}
	case last == 'y' && !strings.ContainsRune(vowels, before) && ending != "ing":
		return []string{w[:n-1] + "i" + ending}
	case n > 2 && doubles(w):
		return []string{w + w[n-1:] + ending, w + ending}
	}
	return []string{w + ending}
}

// doubles reports whether a word ends in a consonant after one vowel, as STOP and QUIT do, which may be doubled.
func doubles(w string) bool {
	n := len(w)
	stem := strings.Replace(w, "qu", "qq", 1)
	return strings.ContainsRune("bdfgklmnprstvz", rune(w[n-1])) && strings.ContainsRune(vowels, rune(stem[n-2])) &&
		!strings.ContainsRune(vowels, rune(stem[n-3]))
}
