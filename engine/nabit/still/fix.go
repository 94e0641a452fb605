package still

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Fix is what a person says of a place, or of a bank. What is not set is right as it was read. At a place without a tile it lays one.
type Fix struct {
	engine.Place
	Letter engine.Letter `json:"letter,omitempty"` // what its top shows, or with Blank stands for
	Blank  bool          `json:"blank,omitempty"`
	Color  engine.Color  `json:"color,omitempty"`
	Height int           `json:"height,omitempty"`
	Gone   bool          `json:"gone,omitempty"`  // there is no tile
	Right  bool          `json:"right,omitempty"` // all of it is as it was read
	Bank   engine.Color  `json:"bank,omitempty"`  // whose bank it is about, and no place
	Tiles  int           `json:"tiles,omitempty"` // how many that bank holds
	// Plastic, if set, is whose tiles all over the table are Color's in truth; nothing else of the fix counts then.
	Plastic engine.Color `json:"plastic,omitempty"`
}

// ParseFix reads "ROW,COL=WHAT": the places are those of the reading, and WHAT is one or several of a letter, "blank", a color, a
// height, "none" for no tile, and "right", with spaces between them: "3,4=Q", "0,1=red 2", "5,5=none". "red=purple" says that what was read as red's
// tiles are purple's. An answer to a question is a fix, too: "height:0,1=2", "bank:green=6".
func ParseFix(text string) (Fix, error) {
	if strings.HasPrefix(text, string(BankFact)+":") {
		return parseBank(text)
	}
	for _, k := range []Kind{TileFact, ColorFact, HeightFact} {
		if rest, is := strings.CutPrefix(text, string(k)+":"); is {
			return ParseFix(rest)
		}
	}
	place, what, ok := strings.Cut(text, "=")
	from, err := engine.ParsePlayerColor(strings.ToLower(strings.TrimSpace(place)))
	if to, also := engine.ParsePlayerColor(strings.ToLower(strings.TrimSpace(what))); err == nil && also == nil {
		return Fix{Plastic: from, Color: to}, nil
	}
	row, col, both := strings.Cut(place, ",")
	r, err1 := strconv.Atoi(strings.TrimSpace(row))
	c, err2 := strconv.Atoi(strings.TrimSpace(col))
	words := strings.Fields(what)
	if !ok || !both || err1 != nil || err2 != nil || len(words) == 0 {
		return Fix{}, fmt.Errorf(`bad fix %q: write ROW,COLUMN=WHAT, such as "3,4=Q"`, text)
	}
	f := Fix{Place: engine.Place{Row: r, Col: c}}
	for _, word := range words {
		if !f.take(word) {
			return Fix{}, fmt.Errorf("%q in %q: use a letter, a color, a height of 1 to %d, blank, none or right", word, text, engine.MaxHeight)
		}
	}
	return f, nil
}

// take reads one word of a fix.
func (f *Fix) take(word string) bool {
	switch strings.ToLower(word) {
	case "blank":
		f.Blank = true
		if f.Letter == 0 {
			f.Letter = engine.Unsettled
		}
		return true
	case "none", "no":
		f.Gone = true
		return true
	case "yes": // there is a tile, whatever it shows
		return true
	case "right":
		f.Right = true
		return true
	}
	if n, err := strconv.Atoi(word); err == nil {
		f.Height = n
		return n >= 1 && n <= engine.MaxHeight
	}
	if c, err := engine.ParsePlayerColor(strings.ToLower(word)); err == nil {
		f.Color = c
		return true
	}
	return f.Letter.UnmarshalText([]byte(word)) == nil
}

// Mend is the reading with the fixes in it, one after the other. The places stay as they are. A fix that cannot be is an error.
func (r Reading) Mend(fixes []Fix) (Reading, error) {
	r.Cells, r.Banks = slices.Clone(r.Cells), slices.Clone(r.Banks)
	r.Unlikely = Unlikely{slices.Clone(r.Unlikely.Cells), slices.Clone(r.Unlikely.Banks)}
	for _, f := range fixes {
		if f.Plastic != engine.NoColor {
			if f.Plastic == engine.Gray || f.Color == engine.NoColor || f.Color == engine.Gray {
				return r, fmt.Errorf("tiles are renamed from one player's color to another's, not from %q to %q", f.Plastic, f.Color)
			}
			r = r.renamed(f.Plastic, f.Color)
			continue
		}
		if f.Bank != engine.NoColor {
			if !(Bank{Color: &f.Bank, Tiles: f.Tiles}).Possible() {
				return r, fmt.Errorf("bad bank of %s: a bank holds 0 to %d tiles", f.Bank, nabit.TilesPerColor-1)
			}
			r.bank(f)
			continue
		}
		if f.Height < 0 || f.Height > engine.MaxHeight || f.Color == engine.Gray {
			return r, fmt.Errorf("bad stack at %d,%d: use 1 to %d tiles and a player's color", f.Row, f.Col, engine.MaxHeight)
		}
		at := func(c Cell) bool { return c.Place == f.Place }
		maybe := slices.IndexFunc(r.Unlikely.Cells, at)
		if maybe >= 0 {
			if !f.Gone {
				r.Cells = append(r.Cells, r.Unlikely.Cells[maybe])
			}
			r.Unlikely.Cells = slices.Delete(r.Unlikely.Cells, maybe, maybe+1)
		}
		i := slices.IndexFunc(r.Cells, at)
		switch {
		case f.Gone && i < 0 && maybe >= 0:
		case f.Gone && i < 0:
			return r, fmt.Errorf("no tile at %d,%d", f.Row, f.Col)
		case f.Gone:
			r.Cells = slices.Delete(r.Cells, i, i+1)
		case i < 0:
			r.Cells = append(r.Cells, r.missed(f))
		default:
			f.mend(&r.Cells[i])
		}
	}
	r.sorted()
	return r, nil
}

// mend puts into the cell what the fix says, and makes sure of it.
func (f Fix) mend(c *Cell) {
	s := c.sure()
	s.Tile = 1 // a person points at it
	if f.Letter != 0 {
		c.Letter, c.Blank, s.Letter = f.Letter, f.Blank, 1
	}
	if f.Color != engine.NoColor {
		c.Color, s.Color = f.Color, 1
	}
	if f.Height > 0 {
		c.Height, s.Height = f.Height, 1
	}
	if f.Right {
		s = Sureness{1, 1, 1, 1}
	}
	c.Settle(s)
}

// bank puts into the reading what a person says of a bank.
func (r *Reading) bank(f Fix) {
	own := func(b Bank) bool { return b.color() == f.Bank }
	b := Bank{Color: &f.Bank}
	for _, all := range []*[]Bank{&r.Unlikely.Banks, &r.Banks} {
		if i := slices.IndexFunc(*all, own); i >= 0 {
			b = (*all)[i]
			*all = slices.DeleteFunc(*all, own)
		}
	}
	if b.Tiles = f.Tiles; b.Tiles > 0 {
		b.Chances, b.Range = nil, Range{1, b.Tiles, b.Tiles}
		r.Banks = append(r.Banks, b)
		r.sorted()
	}
}

// missed is a tile that no photo showed: one tile of the color that lies beside it most often, where the fix does not say.
func (r Reading) missed(f Fix) Cell {
	c := Cell{Place: f.Place, Letter: engine.Unsettled, Color: r.Around(f.Place), Height: 1}
	f.Right = true
	f.mend(&c)
	return c
}

// Around is the color that lies most often beside a place; if none does, that of most stacks.
func (r Reading) Around(at engine.Place) engine.Color {
	var count [len(engine.PlayerColors) + 2]int
	beside := at.Neighbors()
	for _, c := range r.Cells {
		if c.Color > engine.NoColor && c.Color < engine.Gray {
			count[c.Color]++
			if slices.Contains(beside[:], c.Place) {
				count[c.Color] += len(r.Cells)
			}
		}
	}
	best := engine.PlayerColors[0]
	for _, c := range engine.PlayerColors {
		if count[c] > count[best] {
			best = c
		}
	}
	return best
}
