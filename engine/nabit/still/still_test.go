package still

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
)

// table is a board of rows of letters, each with its color: "Gy" is a yellow G, ".." an empty place.
func table(rows ...string) Reading {
	colors := map[byte]engine.Color{'r': engine.Red, 'p': engine.Purple, 'y': engine.Yellow, 'g': engine.Green}
	var r Reading
	for row, line := range rows {
		for col, tile := range strings.Fields(line) {
			if tile != ".." {
				c := Cell{Place: engine.Place{Row: row, Col: col}, Letter: engine.Letter(tile[0]), Color: colors[tile[1]], Height: 1}
				c.Settle(Sureness{1, 1, 1, 1})
				r.Cells = append(r.Cells, c)
			}
		}
	}
	return r
}

// written is a reading's board as table takes it.
func written(r Reading) (rows []string) {
	b := r.AtOrigin().Board()
	_, high := b.Bounds()
	for row := range high.Row + 1 {
		var line []string
		for col := range high.Col + 1 {
			tile := ".."
			if c, there := b[engine.Place{Row: row, Col: col}]; there {
				tile = c.Letter.String() + c.Color.String()[:1]
			}
			line = append(line, tile)
		}
		rows = append(rows, strings.Join(line, " "))
	}
	return rows
}

func (r Reading) at(row, col int) *Cell {
	i := slices.IndexFunc(r.Cells, func(c Cell) bool { return c.Place == engine.Place{Row: row, Col: col} })
	return &r.Cells[i]
}

func fixes(t *testing.T, texts ...string) (all []Fix) {
	t.Helper()
	for _, text := range texts {
		f, err := ParseFix(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

func TestFixesMendAReading(t *testing.T) {
	for _, c := range []struct {
		name  string
		fixes []string
		want  []string
	}{
		{"a letter", []string{"0,1=o"}, []string{"Gy Oy Mg Eg", "Or .. .. .."}},
		{"a letter and a color at once", []string{"0,1=O red"}, []string{"Gy Or Mg Eg", "Or .. .. .."}},
		{"not a tile", []string{"1,0=none"}, []string{"Gy Ay Mg Eg"}},
		{"a missing tile has the color beside it", []string{"0,4=S"}, []string{"Gy Ay Mg Eg Sg", "Or .. .. .. .."}},
		{"a missing tile before the first row", []string{"-1,0=E purple"}, []string{"Ep .. .. ..", "Gy Ay Mg Eg", "Or .. .. .."}},
		{"a blank without a letter", []string{"0,0=blank"}, []string{"?y Ay Mg Eg", "Or .. .. .."}},
		{"the later of two fixes holds", []string{"0,0=X", "0,0=Y"}, []string{"Yy Ay Mg Eg", "Or .. .. .."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			mended, err := table("Gy Ay Mg Eg", "Or .. .. ..").Mend(fixes(t, c.fixes...))
			if got := written(mended); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q, %v; want %q", got, err, c.want)
			}
		})
	}
	t.Run("what a person says is sure, the rest is as sure as it was", func(t *testing.T) {
		r := table("Gy Ay")
		r.at(0, 0).Settle(Sureness{0.9, 0.5, 1, 0.6})
		mended, _ := r.Mend(fixes(t, "0,0=Q"))
		if s := *mended.at(0, 0).Sure; s != (Sureness{1, 0.5, 1, 1}) || !mended.at(0, 0).Doubtful() {
			t.Errorf("%+v", s)
		}
		if mended, _ = mended.Mend(fixes(t, "0,0=right")); mended.at(0, 0).Doubtful() || mended.at(0, 0).Letter != 'Q' {
			t.Errorf("%+v", mended.at(0, 0))
		}
		if r.at(0, 0).Letter != 'G' {
			t.Error("the reading itself has changed")
		}
	})
	t.Run("what cannot be is refused", func(t *testing.T) {
		for _, text := range []string{"", "Q", "1=Q", "a,1=Q", "1,1=", "1,1=QQ", "1,1=6", "1,1=0", "1,1=gray"} {
			if f, err := ParseFix(text); err == nil {
				t.Errorf("%q is %+v", text, f)
			}
		}
		if _, err := table("Gy").Mend(fixes(t, "5,5=none")); err == nil {
			t.Error("no tile was taken away")
		}
	})
}

func TestPhotosOfOneTableAreJoined(t *testing.T) {
	whole := []string{"Gy Ay Mg Eg", "Or .. .. Xp", "Tr Ir Np .."}
	t.Run("what one hides another shows", func(t *testing.T) {
		joined, err := Join([]Reading{table("Gy Ay Mg Eg", "Or .. .. ..", "Tr .. .. .."), table("Ay Mg Eg", ".. .. Xp"), table("Or .. ..", "Tr Ir Np")})
		if got := written(joined); err != nil || !slices.Equal(got, whole) {
			t.Errorf("%q, %v", got, err)
		}
		if c := joined.at(1, 3); c.View != 1 {
			t.Errorf("the cell that only the second photo shows is in photo %d", c.View)
		}
	})
	t.Run("each part is what both together say", func(t *testing.T) {
		a, b := table(whole...), table(whole...)
		x, y := a.at(0, 1), b.at(0, 1)
		x.Height, x.Or = 2, Or{engine.Red, 3}
		x.Settle(Sureness{1, 0.9, 0.6, 1})
		y.Height, y.Or = 3, Or{engine.Red, 2}
		y.Settle(Sureness{1, 0.9, 0.95, 1})
		joined, err := Join([]Reading{a, b})
		got := joined.at(0, 1)
		if err != nil || got.Height != 3 || got.Or.Height != 2 {
			t.Fatalf("%+v, %v", got, err)
		}
		if want := 0.95 * 0.32 / (0.95*0.32 + 0.04*0.6 + 3*0.08/3*0.01/3); math.Abs(got.Sure.Height-want) > 0.01 {
			t.Errorf("sure of the height %.3f, want %.3f", got.Sure.Height, want)
		}
		if got.Sure.Color <= 0.9 {
			t.Errorf("two photos that agree are surer than one: %v", got.Sure.Color)
		}
	})
	t.Run("letters are weighed with all that they may be", func(t *testing.T) {
		a, b := table(whole...), table(whole...)
		x, y := a.at(0, 0), b.at(0, 0)
		x.Letter, x.Others = 'C', []Face{{'G', false, 0.4}}
		x.Settle(Sureness{1, 1, 1, 0.6})
		y.Others = []Face{{'C', false, 0.1}}
		y.Settle(Sureness{1, 1, 1, 0.9})
		joined, _ := Join([]Reading{a, b})
		if got := joined.at(0, 0); got.Letter != 'G' || got.Sure.Letter < 0.8 || len(got.Others) != 1 || got.Others[0].Letter != 'C' {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a photo that was read another way up lends colors and heights", func(t *testing.T) {
		turned := table(whole...)
		for i := range turned.Cells {
			c := &turned.Cells[i]
			c.Place, c.Letter = c.Turn(2), 'X'
		}
		joined, err := Join([]Reading{table(whole...), turned})
		if got := written(joined); err != nil || !slices.Equal(got, whole) {
			t.Errorf("%q, %v", got, err)
		}
	})
	t.Run("a photo of another table is named", func(t *testing.T) {
		joined, err := Join([]Reading{table(whole...), table("Qp Up Ip Zp", "Ug .. .. .."), table("Gy Ay Mg Eg")})
		var apart *Apart
		if !errors.As(err, &apart) || apart.Shot != 1 || !slices.Equal(written(joined), whole) {
			t.Errorf("%v, %q", err, written(joined))
		}
	})
	t.Run("banks show at most what there is; warnings fall where another photo answers them", func(t *testing.T) {
		a, b, red := table(whole...), table(whole...), engine.Red
		a.Banks, b.Banks = []Bank{{Color: &red, Tiles: 2}}, []Bank{{Color: &red, Tiles: 5}}
		a.Warnings = []engine.Warning{{Code: "top_view"}, {Code: "mirrored"}}
		joined, _ := Join([]Reading{a, b})
		if joined.Banked()[red] != 5 || len(joined.Warnings) != 1 || joined.Warnings[0].Code != "mirrored" {
			t.Errorf("%v, %v", joined.Banked(), joined.Warnings)
		}
	})
}
