package main

import (
	"slices"
	"strings"

	"tilewatch/engine/lexicon/build/hunspell"
)

// commonFrench goes by the grammar that the dictionary has with each stem. What is part of a phrase alone (FACTO, QUO) has "po:loc.adv"
// without "po:mg", the mark of a grammatical word (AFIN). It keeps the case of units' symbols, and suggests none
// of them, nor what stands before an apostrophe alone (JUSQU).
func commonFrench(d *hunspell.Dictionary, e hunspell.Entry) bool {
	part := func(of ...string) bool {
		return slices.ContainsFunc(e.Grammar, func(g string) bool {
			return slices.ContainsFunc(of, func(p string) bool { return strings.HasPrefix(g, "po:"+p) })
		})
	}
	return lower(d, e) && !d.Marked(e, "KEEPCASE") && !d.Marked(e, "NOSUGGEST") && !part("npr", "patr", "prn", "pfx", "sfx", "err", "sign") && (part("mg") || !part("loc"))
}
