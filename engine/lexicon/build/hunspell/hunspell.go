// Package hunspell expands a spelling dictionary of Hunspell (https://manpages.debian.org/hunspell.5) into the words that it takes: a file
// has stems, each with flags, and another the prefixes and suffixes that a flag allows. It makes no compounds, whose number has no end.
package hunspell

import (
	"regexp"
	"slices"
	"strings"
)

// Dictionary is a dictionary with its affixes.
type Dictionary struct {
	Entries []Entry

	marks   map[string]string // the flags that have a meaning, by its name
	classes map[string]*class // of affixes, by their flag
}

// Entry is a stem, its flags, and what the dictionary says of its grammar ("po:nom").
type Entry struct {
	Stem    string
	Flags   []string
	Grammar []string
}

type class struct {
	prefix, cross bool // cross: its affixes may stand with one of the other end
	affixes       []affix
}

// affix is what is taken off a stem that fits, and added to it, and the flags of what comes out.
type affix struct {
	strip, add string
	flags      []string
	fits       *regexp.Regexp // nil: every stem
}

// The flags that say that a stem, or what an affix makes of it, is no word by itself. A circumfix is a prefix and a suffix that stand only
// together; no dictionary that we know has one outside compounds, so they are not made.
var bound = []string{"NEEDAFFIX", "ONLYINCOMPOUND", "CIRCUMFIX"}

// Marked reports whether the entry has the flag that the dictionary names so: FORBIDDENWORD, whose words are wrong even if another entry
// makes them, or KEEPCASE.
func (d *Dictionary) Marked(e Entry, mark string) bool {
	return d.marks[mark] != "" && slices.Contains(e.Flags, d.marks[mark])
}

// Words calls yield with the words of an entry, some several times: the stem, and the stem with a prefix, with up to two suffixes, or both.
func (d *Dictionary) Words(e Entry, yield func(word string)) {
	if d.Marked(e, "ONLYINCOMPOUND") {
		return
	}
	word := func(word string, _ class, flags []string) {
		if d.stands(flags) {
			yield(word)
		}
	}
	word(e.Stem, class{}, e.Flags)
	d.attach(e.Stem, e.Flags, true, func(prefixed string, c class, flags []string) {
		word(prefixed, c, flags)
		d.attach(prefixed, flags, false, word)
	})
	d.attach(e.Stem, e.Flags, false, func(once string, c class, flags []string) {
		d.suffixed(once, c, e.Flags, flags, yield)
		d.attach(once, flags, false, func(twice string, _ class, last []string) {
			d.suffixed(twice, c, slices.Concat(e.Flags, flags), last, yield)
		})
	})
}

// suffixed yields a stem with suffixes, the last of which has these flags, and the same with a prefix that the stem or a suffix allows.
func (d *Dictionary) suffixed(stem string, first class, before, flags []string, yield func(word string)) {
	if !d.stands(flags) {
		return
	}
	yield(stem)
	d.attach(stem, slices.Concat(before, flags), true, func(word string, c class, _ []string) {
		if c.cross && first.cross {
			yield(word)
		}
	})
}

// stands reports whether what has these flags is a word.
func (d *Dictionary) stands(flags []string) bool {
	return !slices.ContainsFunc(bound, func(mark string) bool { return d.marks[mark] != "" && slices.Contains(flags, d.marks[mark]) })
}

// attach calls made with what the prefixes, or suffixes, of these flags make of a stem.
func (d *Dictionary) attach(stem string, flags []string, prefix bool, made func(word string, c class, flags []string)) {
	for _, flag := range flags {
		c := d.classes[flag]
		if c == nil || c.prefix != prefix {
			continue
		}
		for _, a := range c.affixes {
			if a.fits != nil && !a.fits.MatchString(stem) {
				continue
			}
			if _, whole := d.marks["FULLSTRIP"]; stem == a.strip && !whole {
				continue
			}
			if rest, ok := strings.CutPrefix(stem, a.strip); prefix && ok {
				made(a.add+rest, *c, a.flags)
			} else if rest, ok := strings.CutSuffix(stem, a.strip); !prefix && ok {
				made(rest+a.add, *c, a.flags)
			}
		}
	}
}
