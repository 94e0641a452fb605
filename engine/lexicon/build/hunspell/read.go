package hunspell

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Open reads the dictionary of that name, which lies in two files in UTF-8: name.aff has the affixes, name.dic the stems.
func Open(name string) (*Dictionary, error) {
	d := &Dictionary{marks: map[string]string{}, classes: map[string]*class{}}
	rules, err := os.ReadFile(name + ".aff")
	if err != nil {
		return nil, err
	}
	stems, err := os.ReadFile(name + ".dic")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(rules)) {
		if err := d.readRule(strings.Fields(line)); err != nil {
			return nil, fmt.Errorf("%s.aff: %q: %w", filepath.Base(name), strings.TrimSpace(line), err)
		}
	}
	first := true // that line is the number of stems
	for line := range strings.Lines(string(stems)) {
		if e := d.entry(line); !first && e.Stem != "" {
			d.Entries = append(d.Entries, e)
		}
		first = false
	}
	return d, nil
}

// entry reads a line such as "cheval/X.L' po:nom". A remark begins with a tab.
func (d *Dictionary) entry(line string) Entry {
	if strings.HasPrefix(line, "\t") {
		return Entry{}
	}
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return Entry{}
	}
	stem, flags, _ := strings.Cut(fields[0], "/")
	return Entry{stem, d.split(flags), fields[1:]}
}

// split are the flags of a text: a character each, or two if the dictionary has long ones.
func (d *Dictionary) split(text string) (flags []string) {
	size := 1
	if d.marks["FLAG"] == "long" {
		size = 2
	}
	for runes := []rune(text); len(runes) >= size; runes = runes[size:] {
		flags = append(flags, string(runes[:size]))
	}
	return flags
}

// readRule reads a line of the file of affixes: a mark and the flag that has it ("NEEDAFFIX h"), the head of a class of affixes ("SFX S Y 2":
// flag, whether they stand with affixes of the other end, number), or one of them ("SFX S e ing/XY [^e]e": flag, what is taken off, what is
// added, with flags, and what the stem ends in). What is of use for corrections alone is left out.
func (d *Dictionary) readRule(f []string) error {
	switch {
	case len(f) == 0:
		return nil
	case len(f) == 1:
		d.marks[f[0]] = "" // FULLSTRIP
		return nil
	case f[0] == "COMPLEXPREFIXES", f[0] == "AF", f[0] == "FLAG" && f[1] != "long" && f[1] != "UTF-8", f[0] == "SET" && f[1] != "UTF-8":
		return errors.New("this is not read")
	case f[0] != "SFX" && f[0] != "PFX":
		d.marks[f[0]] = f[1]
		return nil
	case len(f) < 4:
		return errors.New("an affix has four parts or more")
	}
	c := d.classes[f[1]]
	if c == nil {
		d.classes[f[1]] = &class{prefix: f[0] == "PFX", cross: f[2] == "Y"}
		return nil
	}
	add, flags, _ := strings.Cut(f[3], "/")
	a := affix{strip: zero(f[2]), add: zero(add), flags: d.split(flags)}
	if len(f) > 4 && f[4] != "." {
		pattern := f[4] + "$"
		if c.prefix {
			pattern = "^" + f[4]
		}
		var err error
		if a.fits, err = regexp.Compile(pattern); err != nil {
			return err
		}
	}
	c.affixes = append(c.affixes, a)
	return nil
}

// zero is the text of which "0" says that it is empty.
func zero(text string) string {
	if text == "0" {
		return ""
	}
	return text
}
