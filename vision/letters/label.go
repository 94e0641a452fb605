package letters

// leastLabels is how many letters of the alphabet in its order make a row of labels.
const leastLabels = 5

// findLabels finds the letters that stand along the board's rim in the alphabet's order: they name its columns or rows.
func (b *board) findLabels() {
	b.noLabels()
	rows, cols := map[int][]*cell{}, map[int][]*cell{}
	for _, c := range b.list() {
		if c.lettered && c.letters[b.turn][c.best[b.turn]] > -2 {
			rows[c.place.Row] = append(rows[c.place.Row], c)
			cols[c.place.Col] = append(cols[c.place.Col], c)
		}
	}
	for _, line := range rows {
		b.markAlphabet(line, func(c *cell) int { return c.place.Col })
	}
	for _, line := range cols {
		b.markAlphabet(line, func(c *cell) int { return c.place.Row })
	}
}

func (b *board) noLabels() {
	for _, c := range b.cells {
		c.label = false
	}
}

// markAlphabet marks a line's letters as labels if most of them follow the alphabet, in either direction, each letter or each second
// as in printed lists.
func (b *board) markAlphabet(line []*cell, at func(*cell) int) {
	counts := map[[2]int]int{}
	most := 0
	for _, c := range line {
		for _, way := range [4]int{1, -1, 2, -2} {
			k := [2]int{way, c.best[b.turn] - way*at(c)}
			counts[k]++
			most = max(most, counts[k])
		}
	}
	if most < leastLabels || 2*most < len(line) {
		return
	}
	for _, c := range line {
		c.label = true
	}
}

// labelOdds are the log-odds of a tile where a label is printed.
const labelOdds = -6
