package after

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// rows is a photo's answer whose rows of letters are all red; the corners are squares of ten pixels.
func rows(lines ...string) string {
	r := struct {
		Game string `json:"game"`
		still.Reading
	}{Game: "nabit"}
	for row, line := range lines {
		for col, letter := range line {
			if letter == '.' {
				continue
			}
			x, y := float64(10*col), float64(10*row)
			c := still.Cell{Place: engine.Place{Row: row, Col: col}, Letter: engine.Letter(letter), Color: engine.Red, Height: 1,
				Corners: [4][2]float64{{x, y}, {x + 10, y}, {x + 10, y + 10}, {x, y + 10}}}
			c.Settle(still.Sureness{Tile: 1, Color: 1, Height: 1, Letter: 1})
			if letter == 'O' { // a letter that is often another
				c.Others = []still.Face{{Letter: 'Q', Chance: 0.4}}
				c.Settle(still.Sureness{Tile: 1, Color: 1, Height: 1, Letter: 0.6})
			}
			r.Cells = append(r.Cells, c)
		}
	}
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // plain data
	}
	return string(data)
}

func TestAPhotoIsMended(t *testing.T) {
	h := newHouse(t, 0)
	ask := func(path, more string, want int) string {
		return h.post(path, fmt.Sprintf(`{"result":%s,"width":100,"height":100%s}`, rows("GO", "A."), more), want)
	}
	for _, c := range []struct {
		name, more string
		has, lacks []string
	}{
		{"as it was read", "", []string{"2 of 3 tiles are certain, 1 to check", `data-check="0,1"`, `>GO<`, `>GA<`, `class="doubt"`}, nil},
		{"a letter", `,"fixes":[{"row":0,"col":1,"letter":"Q"}]`, []string{">GQ<", "All 3 tiles are certain"}, []string{">GO<", `class="doubt"`}},
		{"a color", `,"fixes":[{"row":0,"col":1,"color":"green"}]`, []string{"Green", "1 to check"}, nil},
		{"not a tile", `,"fixes":[{"row":1,"col":0,"gone":true}]`, []string{"1 of 2 tiles"}, []string{">GA<"}},
		{"a tile that is missing", `,"fixes":[{"row":0,"col":2,"letter":"T"}]`, []string{">GOT<"}, nil},
		{"right as it is", `,"fixes":[{"row":0,"col":1,"right":true}]`, []string{">GO<", "All 3 tiles are certain"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := ask("/photo/result", c.more, http.StatusOK)
			for _, part := range c.has {
				if !strings.Contains(body, part) {
					t.Errorf("no %q in %s", part, body)
				}
			}
			for _, part := range c.lacks {
				if strings.Contains(body, part) {
					t.Errorf("%q in %s", part, body)
				}
			}
		})
	}
	t.Run("the sheet is the live page's, with what is doubted as a question", func(t *testing.T) {
		body := ask("/photo/sheet/cell", `,"at":"0,1"`, http.StatusOK)
		for _, part := range []string{"What is this tile?", "Is the letter O or Q?", ">Correct<", `"letter":"Q"`, "Not a tile", "Above", "Who controls it"} {
			if !strings.Contains(body, part) {
				t.Errorf("no %q in %s", part, body)
			}
		}
		if strings.Contains(body, ">Left<") {
			t.Error("a tile lies to the left")
		}
	})
	t.Run("the sheet of an empty place lays a tile", func(t *testing.T) {
		if body := ask("/photo/sheet/cell", `,"at":"1,1"`, http.StatusOK); !strings.Contains(body, "Add a missing tile") || strings.Contains(body, ">Correct<") {
			t.Error(body)
		}
	})
	t.Run("all tiles are listed", func(t *testing.T) {
		if body := ask("/photo/sheet/tiles", "", http.StatusOK); strings.Count(body, `data-sheet="cell"`) != 3 {
			t.Error(body)
		}
	})
	t.Run("what cannot be is refused", func(t *testing.T) {
		ask("/photo/result", `,"fixes":[{"row":7,"col":7,"gone":true}]`, http.StatusBadRequest)
		ask("/photo/result", `,"fixes":[{"row":0,"col":0,"height":9}]`, http.StatusBadRequest)
		ask("/photo/result", `,"fixes":[{"row":99999,"col":0,"letter":"A"}]`, http.StatusBadRequest)
		ask("/photo/sheet/more", `,"at":"0,0"`, http.StatusNotFound)
		ask("/photo/sheet/cell", `,"at":"x"`, http.StatusNotFound)
	})
}

func TestPhotosOfOneTable(t *testing.T) {
	h := newHouse(t, 0)
	shot := func(result string) string { return fmt.Sprintf(`{"result":%s,"width":100,"height":100}`, result) }
	ask := func(first string, more ...string) string {
		return h.post("/photo/result", fmt.Sprintf(`{"result":%s,"width":100,"height":100,"more":[%s]}`, first, strings.Join(more, ",")), http.StatusOK)
	}
	t.Run("what one hides another shows", func(t *testing.T) {
		body := ask(rows("GAME", "R...", "...."), shot(rows("GA", "R.", "IN")))
		for _, part := range []string{">GAME<", ">GRI<", ">IN<", `data-view="1"`, "All 7 tiles are certain"} {
			if !strings.Contains(body, part) {
				t.Errorf("no %q in %s", part, body)
			}
		}
	})
	t.Run("a photo that does not fit, or cannot be read, is left out and named", func(t *testing.T) {
		body := ask(`{"error":{"code":"too_dark"}}`, shot(rows("GAME")), shot(rows("UPON", "..X.")))
		for _, part := range []string{"Photo 1 was not used. The photo is too dark", "Photo 2 was not used. It shows a different board"} {
			if !strings.Contains(body, part) {
				t.Errorf("no %q in %s", part, body)
			}
		}
	})
}

func TestAPhotoIsKeptAsAGame(t *testing.T) {
	h := newHouse(t, 0)
	h.serve(Deps{Journal: h.journal, Games: played{}, Keep: true})
	if _, err := h.server.Open("1"); err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"result":%s,"width":100,"height":100,"fixes":[{"row":0,"col":1,"letter":"O","color":"green","height":3},{"bank":"red","tiles":2}],"out":"green"}`, rows("GO", "A."))
	t.Run("not by strangers", func(t *testing.T) {
		h.post("/photo/keep", body, http.StatusForbidden)
		if strings.Contains(h.post("/photo/result", body, http.StatusOK), `id="keep"`) {
			t.Error("the button is there")
		}
	})
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "dark")
	b.Open(h.url + h.server.Link("1", access.RolePlayer))
	b.Open(h.url + "/photo")
	b.Until("the form is there", `!document.getElementById("photo").hidden`)
	b.Do(chromedp.SetUploadFiles("#file", []string{shipped(t, "045")}))
	b.Until("the button", `document.getElementById("keep")`)
	b.Tap("#keep")
	b.Until("the game's page", `location.pathname.startsWith("/games/2") && document.querySelector(".ranks")`)
	lookWhole(b, "photo-kept", 390, 844, true)
	h.has("/games", "game-card")
	for _, part := range []string{"win", "Final board"} {
		h.has("/games/last", part)
	}
	if _, header := h.get("/games/last/share.png", http.StatusOK); header.Get("Content-Type") != "image/png" {
		t.Error("no picture to share")
	}
	h.has("/games/last/replay", "The game starts")
	b.Clean(h.url, false)
}

// shipped is the path of a photo that is shipped.
func shipped(t *testing.T, name string) string {
	t.Helper()
	file, err := filepath.Abs("../../testdata/nabit/stills/" + name + ".jpg")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAPhotoIsMendedInABrowser(t *testing.T) {
	h := newHouse(t, 0)
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "light")
	b.Open(h.url + "/photo")
	b.Until("the form is there", `!document.getElementById("photo").hidden && !document.getElementById("examples").hidden`)
	lookWhole(b, "photo-empty", 390, 844, true)
	b.Do(chromedp.SetUploadFiles("#file", []string{shipped(t, "045")}))
	b.Until("the result", `document.querySelector("#answer .ranks") && document.querySelector(".seen-tiles polygon")`)
	words := `document.querySelector("#answer .owners").textContent`
	before := browsertest.Eval[string](b, words)
	t.Run("the certainty line takes through what is doubted", func(t *testing.T) {
		b.Tap("#check")
		b.Until("the sheet with the tile's picture", `document.getElementById("sheet").open && document.querySelector("#sheet canvas.cut")`)
		lookWhole(b, "photo-sheet", 390, 844, false)
		b.Accessible("a tile's sheet")
		b.Tap(`#sheet [data-command*="right"]`)
		b.Until("all sure", `!document.getElementById("sheet").open && document.getElementById("certain").dataset.check === "" && document.getElementById("status").textContent.includes("checked")`)
	})
	t.Run("a tap on the picture asks, and the words follow", func(t *testing.T) {
		b.Tap(`.seen-tiles g[data-at="1,1"] .line`)
		b.Until("the sheet", `document.getElementById("sheet").open`)
		b.Tap(`#sheet .letters [data-command*='"letter":"X"']`)
		b.Until("another word", words+` !== `+fmt.Sprintf("%q", before)+` && `+words+`.includes("TUNAX")`)
	})
	t.Run("a tile that is missing is laid where the board shows a plus", func(t *testing.T) {
		b.Tap("#missing")
		b.Until("pluses", `document.querySelectorAll(".photo-board .plus").length > 10`)
		lookWhole(b, "photo-missing", 390, 844, true)
		b.Tap(`.photo-board .plus[data-at="1,2"]`)
		b.Until("the sheet", `document.getElementById("sheet").open && document.getElementById("sheet").classList.contains("new-tile")`)
		b.Tap(`#sheet .letters [data-command*='"letter":"Y"']`)
		b.Until("the tile, with its color to choose", words+`.includes("TUNAXY") && document.getElementById("sheet").open && document.querySelector('#sheet [data-command*="right"]')`)
		b.Tap("#sheet .x")
	})
	t.Run("the keyboard reaches the board's tiles", func(t *testing.T) {
		b.Do(chromedp.Focus(`.photo-board .stack[data-at="-2,1"]`), chromedp.KeyEvent("\r"))
		b.Until("the sheet", `document.getElementById("sheet").open`)
		b.Tap("#sheet .x")
	})
	t.Run("another view of the table is joined", func(t *testing.T) {
		b.Do(chromedp.SetUploadFiles("#further", []string{shipped(t, "045")}))
		b.Until("two photos", `document.querySelectorAll(".photo-shot").length === 2 && document.querySelectorAll("#answer template.overlay").length === 2`)
		if got := browsertest.Eval[string](b, words); !strings.Contains(got, "TUNAXY") {
			t.Errorf("the corrections are gone: %s", got)
		}
		b.Accessible("a mended photo")
	})
	b.Clean(h.url, false)
}
