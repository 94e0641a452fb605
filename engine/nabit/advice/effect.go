package advice

import "tilewatch/engine"

// effect is what tiles of the mover do to the words of lines. It depends on where they lie, not on their letters.
type effect struct {
	points [engine.Gray]int8 // words won and lost, by color
	nabs   int8              // words nabbed
	worth  float64           // what the words won and lost will be worth to the mover in the end
}

func (e *effect) add(more effect) {
	for c := range e.points {
		e.points[c] += more.points[c]
	}
	e.nabs += more.nabs
	e.worth += more.worth
}

// judge works out effects for one mover on one board.
type judge struct {
	mover   engine.Color
	tieNabs bool
	worth   [2][engine.MaxHeight + 1]float64 // of a word, another's or the mover's, by its highest level
	rivals  [engine.Gray]float64
}

// control is who controls a word: its highest level, and the colors as bits.
type control struct {
	top    uint8
	owners uint8
}

func (c control) has(color engine.Color) bool   { return c.owners>>color&1 != 0 }
func (c control) alone(color engine.Color) bool { return c.owners == 1<<color }

// cover is which squares of a line the play covers. Squares lie in order.
type cover []laid

func (c cover) has(pos int) bool {
	for _, t := range c {
		if int(t.pos) == pos {
			return true
		}
	}
	return false
}

// of is the effect on the words in the direction of the line.
func (j *judge) of(line []square, laid cover) effect {
	var e effect
	end := -1 // of the run before
	for _, t := range laid {
		if int(t.pos) < end {
			continue
		}
		first := int(t.pos)
		for first > 0 && (line[first-1].letter != 0 || laid.has(first-1)) {
			first--
		}
		for end = int(t.pos) + 1; end < len(line) && (line[end].letter != 0 || laid.has(end)); end++ {
		}
		if end-first > 1 {
			j.run(&e, line, laid, first, end)
		}
	}
	return e
}

// run adds the effect of the new word from first up to end, and of the words that were there.
func (j *judge) run(e *effect, line []square, laid cover, first, end int) {
	now := j.control(line, laid, first, end)
	j.count(e, now, 1)
	earlier, lost := false, true // whether words were there, and none of them the mover's alone
	for i := first; i < end; i++ {
		from := i
		for i < end && line[i].letter != 0 {
			i++
		}
		if i-from > 1 {
			was := j.control(line, nil, from, i)
			j.count(e, was, -1)
			earlier = true
			lost = lost && !was.alone(j.mover)
		}
	}
	if !earlier || !lost || !now.alone(j.mover) && !(j.tieNabs && now.has(j.mover)) {
		return
	}
	for _, t := range laid {
		if q := line[t.pos]; int(t.pos) >= first && int(t.pos) < end && q.letter != 0 && q.height+1 == now.top {
			e.nabs++
			return
		}
	}
}

func (j *judge) count(e *effect, c control, sign int8) {
	for color := engine.Red; color < engine.Gray; color++ {
		switch {
		case !c.has(color):
		case color == j.mover:
			e.points[color] += sign
			e.worth += float64(sign) * j.worth[1][c.top]
		default:
			e.points[color] += sign
			e.worth -= float64(sign) * j.worth[0][c.top] * j.rivals[color]
		}
	}
}

// control is who controls the run with the play's tiles on it.
func (j *judge) control(line []square, laid cover, first, end int) control {
	var top, most uint8
	var count [engine.Gray + 1]uint8
	for i := first; i < end; i++ {
		height, color := line[i].height, line[i].color
		if laid.has(i) {
			height, color = height+1, j.mover
		}
		if height > top {
			top, count = height, [engine.Gray + 1]uint8{}
		}
		if height == top {
			count[min(color, engine.Gray)]++
		}
	}
	var owners uint8
	for c := engine.Red; c < engine.Gray; c++ {
		most = max(most, count[c])
	}
	for c := engine.Red; c < engine.Gray; c++ {
		if most > 0 && count[c] == most {
			owners |= 1 << c
		}
	}
	return control{top, owners}
}
