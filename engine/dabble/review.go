package dabble

import "slices"

// Words are the rack's words, from the shortest tier on.
func (r Rack) Words() (words []string) {
	for _, tier := range r.Tiers {
		if tier.Valid {
			words = append(words, tier.Word)
		}
	}
	return words
}

// Better is a rack of the same tiles with more words, or as many words and more points; false if the search finds none.
func (b *Builder) Better(r Rack) (better Rack, found bool) {
	tiles := slices.Clone(r.Unused)
	for _, tier := range r.Tiers {
		tiles = append(tiles, tier.Tiles...)
	}
	better = b.Best(tiles)
	had, has := len(r.Words()), len(better.Words())
	return better, has > had || has == had && better.Points > r.Points
}
