package after

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	_ "image/jpeg" // to know a photo's size
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine"
)

// photo is one of the shipped photos with its truth in the form of the API's answer.
type testPicture struct {
	data          []byte
	width, height int
	answer        json.RawMessage
}

// testPhoto reads the photo and writes its truth as a reader that makes no mistake would.
func testPhoto(t testing.TB, name string) testPicture {
	t.Helper()
	base := filepath.Join("../../testdata/nabit/stills", name)
	data, err := os.ReadFile(base + ".jpg")
	if err != nil {
		t.Fatal(err)
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := truth(base + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return testPicture{data, size.Width, size.Height, answer}
}

// truth is a scene's truth in the form of the API's answer.
func truth(name string) (json.RawMessage, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var scene struct {
		Cells []struct {
			Row, Col int
			Letter   engine.Letter
			Color    engine.Color `json:"colour"`
			Height   int
			Corners  [4][2]float64
			Quad     [4][2]float64
		}
		Banks json.RawMessage
	}
	if err := json.Unmarshal(data, &scene); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	answer := map[string]any{"game": "nabit", "warnings": []any{map[string]string{"code": "top_view", "message": "x"}}, "banks": []any{map[string]any{"color": "red", "tiles": 2}}, "racks": []any{}}
	answer["unlikely"] = map[string]any{"banks": []any{map[string]any{"color": "green", "tiles": 0, "center": []int{640, 360}, "chances": []float64{0.55, 0, 0, 0.45}}}}
	var cells []map[string]any
	for i, c := range scene.Cells {
		corners := c.Corners
		if corners == ([4][2]float64{}) {
			corners = c.Quad
		}
		confidence := 0.99
		if i == 0 {
			confidence = 0.5
		}
		cells = append(cells, map[string]any{"row": c.Row, "col": c.Col, "letter": c.Letter, "color": c.Color, "height": c.Height, "corners": corners, "confidence": confidence})
	}
	answer["cells"] = cells
	if strings.HasSuffix(name, "045.json") { // a set whose green may be another player's
		answer["plastics"] = []any{map[string]any{"color": "green", "rgb": []int{120, 130, 60}, "confidence": 0.6, "or": "yellow"}}
	}
	return json.Marshal(answer)
}

// readShipped is the server's reader in these tests: it knows the shipped photos by their bytes. That reading photos works
// is shown where vision may be used.
func readShipped(_ context.Context, data []byte) (json.RawMessage, error) {
	names, err := filepath.Glob("../../testdata/nabit/stills/*.jpg")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		known, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(known, data) {
			return truth(strings.TrimSuffix(name, ".jpg") + ".json")
		}
	}
	return json.RawMessage(`{"photo":"","error":{"code":"no_tiles","message":"x"}}`), nil
}

func (h *house) post(path, body string, want int) string {
	h.t.Helper()
	answer, err := http.Post(h.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	if answer.StatusCode != want {
		h.t.Fatalf("%s: %s, want %d: %.300s", path, answer.Status, want, text)
	}
	return string(text)
}

func TestPhotoResult(t *testing.T) {
	h := newHouse(t, 0)
	photo := testPhoto(t, "002")
	ask := func(more string) string {
		return fmt.Sprintf(`{"result":%s,"width":%d,"height":%d%s}`, photo.answer, photo.width, photo.height, more)
	}
	t.Run("board, words, winner and overlay are drawn", func(t *testing.T) {
		body := h.post("/photo/result", ask(""), http.StatusOK)
		for _, part := range []string{"<polygon", "Who played the last tile?", `class="banner"`, `class="board"`, "tiles are certain, 1 to check", "Taken from straight above", fmt.Sprintf(`viewBox="0 0 %d %d"`, photo.width, photo.height)} {
			if !strings.Contains(body, part) {
				t.Errorf("no %q", part)
			}
		}
	})
	t.Run("going out counts a point", func(t *testing.T) {
		before, after := h.post("/photo/result", ask(""), http.StatusOK), h.post("/photo/result", ask(`,"out":"green"`), http.StatusOK)
		if strings.Contains(before, "1 for going out") || !strings.Contains(after, "1 for going out") || !strings.Contains(after, `value="green" checked`) {
			t.Error("it does not")
		}
	})
	t.Run("banked tiles are as read, unless a person says otherwise", func(t *testing.T) {
		if body := h.post("/photo/result", ask(""), http.StatusOK); !strings.Contains(body, `name="banked-red" min="0" max="24" value="2"`) {
			t.Error("not as read")
		}
		if body := h.post("/photo/result", ask(`,"fixes":[{"bank":"red","tiles":5}]`), http.StatusOK); !strings.Contains(body, "5 banked") {
			t.Error("not as said")
		}
	})
	t.Run("what decides the score is asked, until it is answered", func(t *testing.T) {
		asked := h.post("/photo/result", ask(""), http.StatusOK)
		for _, part := range []string{"How many tiles lie on Green’s gray tile?", `data-command="{&#34;bank&#34;:&#34;green&#34;,&#34;tiles&#34;:3}"`, `data-crop="`, "Not certain yet", " or Green</h2>"} {
			if !strings.Contains(asked, part) {
				t.Errorf("no %q in %s", part, asked)
			}
		}
		if told := h.post("/photo/result", ask(`,"fixes":[{"bank":"green","tiles":3}]`), http.StatusOK); strings.Contains(told, "How many tiles lie on Green") || !strings.Contains(told, "3 banked") {
			t.Error("an answer is not taken")
		}
		h.post("/photo/result", ask(`,"fixes":[{"bank":"gray","tiles":3}]`), http.StatusBadRequest)
	})
	t.Run("a photo without a game says what to do", func(t *testing.T) {
		for code, want := range map[string]string{"no_tiles": "No linked tiles of this game", "too_dark": "Turn on a light", "new": "the reader&#39;s own words"} {
			body := h.post("/photo/result", `{"result":{"error":{"code":"`+code+`","message":"the reader's own words"}}}`, http.StatusOK)
			if !strings.Contains(body, want) {
				t.Errorf("%s: %s", code, body)
			}
		}
		if body := h.post("/photo/result", `{"result":{"cells":[]}}`, http.StatusOK); !strings.Contains(body, "No game found") {
			t.Error(body)
		}
	})
	t.Run("photos of the other games tell their points", func(t *testing.T) {
		for answer, parts := range map[string][]string{
			`{"game":"dabble","racks":[{"tiers":[{"word":"AT","points":2,"valid":true,"tiles":[{"letter":"A","corners":[[0,0],[9,0],[9,9],[0,9]]}]}],"points":37,"unused_points":4}]}`: {"Rack 1", "37 points", "AT 2", "4 points unused", "<polygon"},
			`{"game":"snag","tiles":[{"number":34,"corners":[[0,0],[9,0],[9,9],[0,9]]},{"number":4,"corners":[[0,0],[9,0],[9,9],[0,9]]}],"runs":[[4,14,24,34]]}`:                       {"2 tiles", "4 34", "Run", "4 14 24 34"},
			`{"game":"tabit","players":[{"seat":"north","letters":["M","O",null,"N"],"pictures":["moon","moon",null,"star"],"points":400}]}`:                                           {"North", "400 points", "M O – N", "moon moon – star"},
			`{"game":"snag","tiles":[],"runs":[]}`: {"No game found"},
			`{"photo":"a.jpg","game":"pips","elapsed_ms":3,"pips":12,"dice":[{"number":6,"corners":[[0,0],[9,0],[9,9],[0,9]]}]}`: {"<h2>pips<b>12</b>", "<polygon", ">6</text>"},
			`{"game":"bones","pips":12}`: {"No game found"},
		} {
			body := h.post("/photo/result", `{"result":`+answer+`,"width":100,"height":100}`, http.StatusOK)
			for _, part := range parts {
				if !strings.Contains(body, part) {
					t.Errorf("%.30s: no %q in %s", answer, part, body)
				}
			}
		}
	})
	t.Run("what is no reading is refused", func(t *testing.T) {
		for _, bad := range []string{"", "[]", `{"result":{"cells":[{"row":0,"col":0,"letter":"A","color":"red","height":9}]}}`,
			`{"result":{"cells":[{"row":99999999,"col":0,"letter":"A","color":"red","height":1}]}}`, `{"width":-1}`, `{"result":{"cells":[{"letter":"AB"}]}}`} {
			h.post("/photo/result", bad, http.StatusBadRequest)
		}
		h.post("/photo/result", `{"result":"`+strings.Repeat("x", mostAnswer)+`"}`, http.StatusRequestEntityTooLarge)
	})
	t.Run("what is read is text, not markup", func(t *testing.T) {
		body := h.post("/photo/result", `{"result":{"error":{"code":"x","message":"<script>alert(1)</script>"}}}`, http.StatusOK)
		if strings.Contains(body, "<script") {
			t.Error(body)
		}
	})
}

// look keeps what people may want to see where TILEWATCH_LOOK names a folder.
func look(t testing.TB, name string, data []byte) {
	t.Helper()
	if dir := os.Getenv("TILEWATCH_LOOK"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
