package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
	reading "tilewatch/engine/nabit/still"
)

// mended is what these tests read of a line of score.
type mended struct {
	reading.Reading
	Photos []string
	Words  []engine.Word
}

func scored(t *testing.T, args ...string) mended {
	t.Helper()
	out, diagnostics, status := call(t, append([]string{"score", "--json"}, args...)...)
	var line mended
	if err := json.Unmarshal([]byte(out), &line); err != nil || status != exitDone {
		t.Fatalf("status %d, %v\n%s\n%s", status, err, out, diagnostics)
	}
	return line
}

const wholeTable = "../../testdata/nabit/stills/009.jpg"

func TestScoreTakesFixes(t *testing.T) {
	t.Parallel()
	read := scored(t, wholeTable)
	word, last := read.Words[0], read.Cells[len(read.Cells)-1]
	place := func(p engine.Place, what string) string { return fmt.Sprintf("%d,%d=%s", p.Row, p.Col, what) }
	fixed := scored(t, "--fix", place(word.Place, "Q purple 5"), "--fix", place(last.Place, "none"), wholeTable)
	if len(fixed.Cells) != len(read.Cells)-1 {
		t.Errorf("%d cells of %d, one was to be taken away", len(fixed.Cells), len(read.Cells))
	}
	if c := fixed.Board()[word.Place]; c.Letter != 'Q' || c.Color != engine.Purple || c.Height != 5 {
		t.Errorf("%+v", c)
	}
	if !slices.ContainsFunc(fixed.Words, func(w engine.Word) bool { return w.Place == word.Place && w.Text[0] == 'Q' }) {
		t.Errorf("the words do not follow: %v", fixed.Words)
	}
}

func TestScoreJoinsPhotosOfOneTable(t *testing.T) {
	t.Parallel()
	const table = "../../testdata/nabit/stills/031.jpg"
	whole := scored(t, table)
	left, right := whole.Cells[0].Corners[0][0], 0.0
	for _, c := range whole.Cells {
		left, right = min(left, c.Corners[0][0]), max(right, c.Corners[1][0])
	}
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a.jpg"), filepath.Join(folder, "b.jpg")
	part := (right - left) / 4
	covered(t, table, a, left-part, left+part)
	covered(t, table, b, right-part, right+part)
	seen := [2]int{len(scored(t, a).Cells), len(scored(t, b).Cells)}
	joined := scored(t, "--join", a, b)
	board, same := joined.Board(), 0
	for p, c := range whole.Board() {
		if board[p] == c {
			same++
		}
	}
	if all := len(whole.Cells); len(joined.Photos) != 2 || all-same > 1 || len(board) > all+1 || seen[0] >= all || seen[1] >= all {
		t.Errorf("%d and %d cells are %d together, %d of %d the same", seen[0], seen[1], len(board), same, all)
	}
}

// covered writes the photo with a cloth over some of its columns.
func covered(t *testing.T, table, name string, from, to float64) {
	t.Helper()
	data, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	in, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(in.Bounds())
	draw.Draw(out, out.Rect, in, in.Bounds().Min, draw.Src)
	draw.Draw(out, image.Rect(int(from), 0, int(to), out.Rect.Max.Y), image.NewUniform(color.RGBA{R: 90, G: 96, B: 104, A: 255}), image.Point{}, draw.Src)
	var file bytes.Buffer
	if err := jpeg.Encode(&file, out, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWhatCannotBeMendedSaysSo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"a fix that is none", []string{"--fix", "3,4", wholeTable}, exitUsage, "ROW,COLUMN=WHAT"},
		{"a fix of two tables", []string{"--fix", "0,0=A", wholeTable, wholeTable}, exitUsage, "--join"},
		{"a tile that is not there", []string{"--fix", "90,90=none", wholeTable}, exitUsage, "no tile at 90,90"},
		{"photos of two tables", []string{"--join", wholeTable, "../../testdata/nabit/stills/031.jpg"}, exitFailed, "does not show the same board"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, diagnostics, status := call(t, append([]string{"score", "--json"}, c.args...)...)
			if status != c.status || !strings.Contains(diagnostics, c.says) {
				t.Errorf("status %d: %s", status, diagnostics)
			}
		})
	}
}
