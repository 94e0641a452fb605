package board

// leastLabels is how many letters in alphabetical order make a row of labels.
const leastLabels = 5

// findLabels finds letters along the board's rim in alphabetical order: they name its columns or rows.
func (b *Board) findLabels() {
	b.clearLabels()
	rows, cols := map[int][]*Cell{}, map[int][]*Cell{}
	for _, c := range b.List() {
		if c.Lettered && c.Letters[b.Turn][c.Best[b.Turn]] > -2 {
			rows[c.Place.Row] = append(rows[c.Place.Row], c)
			cols[c.Place.Col] = append(cols[c.Place.Col], c)
		}
	}
	for _, line := range rows {
		b.markAlphabet(line, func(c *Cell) int { return c.Place.Col })
	}
	for _, line := range cols {
		b.markAlphabet(line, func(c *Cell) int { return c.Place.Row })
	}
}

func (b *Board) clearLabels() {
	for _, c := range b.Cells {
		c.Label = false
	}
}

// markAlphabet marks a line's letters as labels if most of them are in alphabetical order, in either direction, each letter or each second one.
func (b *Board) markAlphabet(line []*Cell, at func(*Cell) int) {
	counts := map[[2]int]int{}
	most := 0
	for _, c := range line {
		for _, way := range [4]int{1, -1, 2, -2} {
			k := [2]int{way, c.Best[b.Turn] - way*at(c)}
			counts[k]++
			most = max(most, counts[k])
		}
	}
	if most < leastLabels || 2*most < len(line) {
		return
	}
	for _, c := range line {
		c.Label = true
	}
}

// labelOdds are the log-odds of a tile where a label is printed.
const labelOdds = -6
