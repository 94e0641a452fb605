package after

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/engine/nabit/history/historytest"
	"tilewatch/web"
	"tilewatch/web/album"
	"tilewatch/web/invite"
	"tilewatch/web/retold"
	"tilewatch/web/text"
)

// house is a server with these pages.
type house struct {
	t       *testing.T
	url     string
	server  *web.Server
	journal journal.Journal
	games   []string // names, oldest first; the last is still being played
	album   *album.Album
	see     bool // whether pictures may be seen
}

func newHouse(t *testing.T, games int) *house {
	t.Helper()
	h := &house{t: t, journal: journal.NewMemory(), see: true}
	if games > 0 {
		h.games = historytest.Keep(t, h.journal, historytest.Games(t, games))
	}
	var err error
	if h.album, err = album.Open(t.TempDir(), 0); err != nil {
		t.Fatal(err)
	}
	words, err := lexicon.Open("english")
	if err != nil {
		t.Fatal(err)
	}
	h.serve(Deps{
		Journal: h.journal, Games: played{}, Words: words, Album: h.album, MaySee: func(*web.Server, echo.Context) bool { return h.see },
		Live: func(game string) string {
			if len(h.games) > 0 && game == h.games[len(h.games)-1] {
				return "/watch"
			}
			return ""
		},
	})
	return h
}

func (h *house) serve(d Deps, mounts ...func(*web.Server, *echo.Echo)) {
	h.t.Helper()
	server, err := web.New(web.Options{Mount: append(mounts, Mount(d)), Photos: readShipped, Invite: invite.Choose("", "http://192.0.2.7:8080/")})
	if err != nil {
		h.t.Fatal(err)
	}
	site := httptest.NewServer(server.Handler())
	h.t.Cleanup(func() { site.Close(); server.Close() })
	h.server, h.url = server, site.URL
}

// get answers a page's text; the status must be as wanted.
func (h *house) get(path string, want int) (string, http.Header) {
	h.t.Helper()
	answer, err := http.Get(h.url + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	if answer.StatusCode != want {
		h.t.Fatalf("%s: %s, want %d: %.300s", path, answer.Status, want, body)
	}
	return string(body), answer.Header
}

func (h *house) has(path string, parts ...string) string {
	h.t.Helper()
	body, _ := h.get(path, http.StatusOK)
	for _, part := range parts {
		if !strings.Contains(body, part) {
			h.t.Errorf("%s: no %q", path, part)
		}
	}
	return body
}

func TestPages(t *testing.T) {
	h := newHouse(t, 8)
	first, going := h.games[0], h.games[7]
	t.Run("the list shows every game, the newest first", func(t *testing.T) {
		body := h.has("/games", "in progress", "Grandpa")
		if n := strings.Count(body, `class="game-card"`); n != 8 {
			t.Errorf("%d games, want 8", n)
		}
		if strings.Index(body, going) > strings.Index(body, first) {
			t.Error("the oldest game comes first")
		}
	})
	t.Run("the result tells winner, reason and parts", func(t *testing.T) {
		h.has("/games/"+first, "win", "points", "banked", "Final board", "Points by turn", "share.png", "BG Stats", "longest word", "qrcode", "192.0.2.7:8080/games/"+first)
	})
	t.Run("last is the game changed last", func(t *testing.T) {
		h.has("/games/last", "In progress", `href="/watch"`)
	})
	t.Run("a game that goes on has no winner and goes to no other program", func(t *testing.T) {
		if body := h.has("/games/" + going); strings.Contains(body, "bgstatsapp") || strings.Contains(body, `class="won"`) {
			t.Error("it has")
		}
	})
	t.Run("the replay has every step", func(t *testing.T) {
		body := h.has("/games/"+first+"/replay", `id="slider"`, "Turn")
		h.has("/games/"+first+"/replay?step=0", "The game starts")
		steps := regexp.MustCompile(`data-last="(\d+)"`).FindStringSubmatch(body)[1]
		h.has("/games/"+first+"/steps/"+steps, "Turn")
		h.has("/games/"+first+"/replay?step=6&turned=1", "challenges", `?step=6&amp;turned=2`, `rotate(90`)
		h.get("/games/"+first+"/steps/99999", http.StatusNotFound)
		h.get("/games/"+first+"/steps/x", http.StatusNotFound)
	})
	t.Run("a corrected turn says so", func(t *testing.T) {
		for step := range 14 {
			if body, _ := h.get(fmt.Sprintf("/games/%s/steps/%d", first, step), http.StatusOK); strings.Contains(body, "Corrected by hand") {
				return
			}
		}
		t.Error("no step does")
	})
	t.Run("the review names better plays", func(t *testing.T) {
		h.has("/games/"+first+"/review", "Missed plays", "All turns", `class="felt-box small"`)
	})
	t.Run("players are counted over all finished games", func(t *testing.T) {
		h.has("/players", "7 games. Players without a name", "Ana", "Ben", "Cleo", "Grandpa", "per turn")
	})
	t.Run("what is not there is told", func(t *testing.T) {
		for _, path := range []string{"/games/nothing", "/games/nothing/replay", "/games/nothing/share.png", "/games/nothing/export/csv", "/games/" + first + "/export/pdf"} {
			h.get(path, http.StatusNotFound)
		}
	})
	t.Run("nothing is loaded from outside", func(t *testing.T) {
		outside := regexp.MustCompile(`(src|srcset)="(https?:)?//`)
		for _, path := range []string{"/games", "/players", "/photo", "/games/" + first, "/games/" + first + "/replay", "/games/" + first + "/review"} {
			body := h.has(path)
			if outside.MatchString(body) || strings.Contains(body, "<script>") || strings.Contains(body, " style=") || strings.Contains(body, "onclick") {
				t.Errorf("%s loads something from outside, or has scripts or styles in it", path)
			}
		}
	})
}

// Every page says everything in both languages: a key that is missing would be shown as it is.
func TestLanguages(t *testing.T) {
	h := newHouse(t, 6)
	missing := regexp.MustCompile(`\b(after|player|color|board|last)\.[a-z.]+[a-z]\b`)
	for _, lang := range text.Langs() {
		for _, path := range []string{"/games", "/players", "/photo", "/games/" + h.games[1], "/games/" + h.games[1] + "/replay?step=5", "/games/" + h.games[5] + "/replay", "/games/" + h.games[1] + "/review"} {
			sep := "?"
			if strings.Contains(path, "?") {
				sep = "&"
			}
			body := h.has(path+sep+"lang="+lang.Lang, `<html lang="`+lang.Lang+`"`)
			plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " ")
			if found := missing.FindAllString(plain, 3); found != nil {
				t.Errorf("%s in %s: %v", path, lang.Lang, found)
			}
			if left := regexp.MustCompile(`\{[a-z]+\}`).FindString(plain); left != "" {
				t.Errorf("%s in %s: a place %s is not filled in", path, lang.Lang, left)
			}
		}
	}
}

func TestNoGames(t *testing.T) {
	h := newHouse(t, 0)
	h.has("/games", "No games yet")
	h.has("/players", "No finished games yet")
	h.get("/games/last", http.StatusNotFound)
	h.serve(Deps{})
	h.has("/games", "No games yet")
	h.has("/photo", "Take or choose a photo")
}

func TestOddGames(t *testing.T) {
	h := newHouse(t, 1)
	ctx := context.Background()
	other := journal.Header{Game: "other", Kind: "chess", Title: "CHESS <one>", Created: historytest.Began.AddDate(1, 0, 0)}
	broken := journal.Header{Game: "broken", Kind: "nabit", Title: "broken", Created: historytest.Began.AddDate(1, 0, 0)}
	for header, payload := range map[*journal.Header]string{&other: `{"type":"start"}`, &broken: `{"type":"play","player":"red","placements":[]}`} {
		if err := h.journal.Create(ctx, *header, journal.Entry{Payload: []byte(payload)}); err != nil {
			t.Fatal(err)
		}
	}
	h.has("/games", "CHESS &lt;one&gt;", "This game is damaged")
	played := journal.Header{Game: "tabit", Kind: "tabit", Title: "TABIT", Created: historytest.Began.AddDate(1, 0, 0)}
	err := h.journal.Create(ctx, played, journal.Entry{Payload: []byte(`{"type":"start","game":"tabit","players":["Ana","Ben"],"options":{"goal":300}}`)},
		journal.Entry{Payload: []byte(`{"type":"tab","players":[{"letters":["M","O","O","N"],"pictures":["moon","moon","moon","moon"]},{"letters":["A","B","C","D"],"pictures":["moon","star","tree","star"]}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	h.has("/games", "TABIT", `<span class="nm">Ana</span><svg class="crown"`)
	h.has("/games/tabit", "Ana wins", `<b>Ana<svg class="crown"`, "/games/tabit/export/ndjson")
	h.has("/games/tabit", "Final board", "How it went", "4 moons and MOON", "/games/tabit/replay", "share.png", "/games/tabit/export/csv")
	h.has("/games/tabit/replay?step=0", "The game starts", `<span class="nm">Ana</span><b>0</b>`)
	h.has("/games/tabit/replay?step=1", "Round 1 is scored", "Round 1: Ana 500 and Ben 0.", `<span class="nm">Ana</span><b>500</b><span class="step-delta">&#43;500</span>`)
	h.has("/games/tabit/steps/1?lang=es", "Ronda 1: Ana 500 y Ben 0.")
	h.get("/games/tabit/steps/2", http.StatusNotFound)
	h.get("/games/tabit/review", http.StatusNotFound)
	h.has("/games/tabit/export/csv", "step,time,player,event,seen,what,Ana,Ben\n0,,,start,no,,0,0\n1,,,tab,no,Round 1 is scored,500,0\n")
	h.has("/games/tabit/export/txt", `[Game "TABIT"]`, `[Result "Ana 500, Ben 0; won by Ana"]`, "1. Round 1 is scored {Ana +500}\n")
	if picture, _ := h.get("/games/tabit/share.png", http.StatusOK); !strings.HasPrefix(picture, "\x89PNG") {
		t.Error("the share picture is none")
	} else {
		look(t, "share-tabit.png", []byte(picture))
	}
	h.get("/games/other", http.StatusNotFound)
	h.get("/games/other/export/csv", http.StatusNotFound)
	h.has("/games/other/export/ndjson", `"kind":"chess"`)
	h.has("/games/broken/export/ndjson", `"kind":"nabit"`)
	year := historytest.Began.Year()
	both := h.has("/players", "2 games.", "All games", `href="/players?game=tabit">TABIT</a>`, fmt.Sprintf(`href="/players?year=%d">%[1]d</a>`, year), "games ahead of others")
	if strings.Contains(both, "points per game") {
		t.Error("points of two kinds of games are compared")
	}
	if one := h.has("/players?game=tabit", "1 game so far", "Ben 1 : 0", "Ana 0 : 1", "500.0", `href="/players?game=tabit" aria-current="page"`); strings.Contains(one, "words made") {
		t.Error("a game without words has words")
	}
	h.has(fmt.Sprintf("/players?game=tabit&year=%d", year), "No finished games yet", `href="/players?game=tabit"`)
	h.has(fmt.Sprintf("/players?game=tabit&year=%d", year+1), "1 game so far")
	h.has("/players?game=no&year=none", "No finished games yet")
}

func TestAGameThatGrows(t *testing.T) {
	h := newHouse(t, 0)
	game := historytest.Games(t, 1)[0]
	names := historytest.Keep(t, h.journal, []historytest.Played{{Events: game.Events[:3], Times: game.Times[:3]}})
	before := h.has("/games/" + names[0])
	payload, err := json.Marshal(game.Events[3])
	if err != nil {
		t.Fatal(err)
	}
	if err := h.journal.Append(context.Background(), names[0], 3, journal.Entry{Time: game.Times[3], Payload: payload}); err != nil {
		t.Fatal(err)
	}
	if after := h.has("/games/" + names[0]); after == before {
		t.Error("the page is the same after another turn")
	}
}

func TestExport(t *testing.T) {
	h := newHouse(t, 2)
	name := h.games[0]
	t.Run("all events can be read back", func(t *testing.T) {
		body, head := h.get("/games/"+name+"/export/ndjson", http.StatusOK)
		g, err := journal.NewReader(strings.NewReader(body)).Next()
		if err != nil || g.Game != name || len(g.Events) < 20 {
			t.Errorf("%v, %s with %d events", err, g.Game, len(g.Events))
		}
		if !strings.Contains(head.Get("Content-Disposition"), name+".ndjson") {
			t.Errorf("%q", head.Get("Content-Disposition"))
		}
	})
	t.Run("the table can be read", func(t *testing.T) {
		body, _ := h.get("/games/"+name+"/export/csv", http.StatusOK)
		if lines, err := csv.NewReader(strings.NewReader(body)).ReadAll(); err != nil || len(lines) < 10 {
			t.Errorf("%v, %d lines", err, len(lines))
		}
	})
	t.Run("the notation is text", func(t *testing.T) {
		body, head := h.get("/games/"+name+"/export/txt", http.StatusOK)
		if !strings.HasPrefix(body, `[Game "NAB-IT!"]`) || !strings.HasPrefix(head.Get("Content-Type"), "text/plain") {
			t.Errorf("%.60s", body)
		}
	})
}

func TestBGStats(t *testing.T) {
	h := newHouse(t, 1)
	body := h.has("/games/" + h.games[0])
	link := regexp.MustCompile(`href="(https://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]*)"`).FindStringSubmatch(body)
	if link == nil {
		t.Fatal("no link")
	}
	u, err := url.Parse(strings.ReplaceAll(link[1], "&amp;", "&"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(link[1], "+") {
		t.Error("a plus would be read as one")
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(u.Query().Get("data")), &got); err != nil {
		t.Fatal(err)
	}
	if _, err := time.Parse("2006-01-02 15:04:05", got["playDate"].(string)); err != nil || got["sourceName"] != "Tilewatch" || got["sourcePlayId"] != h.games[0] {
		t.Errorf("%v", got)
	}
	winners := 0
	for i, p := range got["players"].([]any) {
		player := p.(map[string]any)
		for _, field := range []string{"name", "sourcePlayerId", "startPlayer", "score", "rank", "winner"} {
			if _, there := player[field]; !there {
				t.Errorf("player %d has no %s", i, field)
			}
		}
		if player["winner"] == true {
			winners++
		}
	}
	if winners == 0 {
		t.Error("nobody wins")
	}
}

func TestShare(t *testing.T) {
	h := newHouse(t, 6)
	for _, name := range []string{h.games[0], h.games[5]} { // one that ended, one that goes on
		body, head := h.get("/games/"+name+"/share.png", http.StatusOK)
		picture, err := png.Decode(strings.NewReader(body))
		if err != nil || picture.Bounds().Dx() != ShareWidth || picture.Bounds().Dy() != ShareHeight || head.Get("Content-Type") != "image/png" {
			t.Fatalf("%v", err)
		}
		look(t, "share-"+name[:8]+".png", []byte(body))
	}
	t.Run("the same game is always drawn alike", func(t *testing.T) {
		k, err := newShelf(h.journal, played{}).find(t.Context(), countedGames, h.games[0])
		if err != nil {
			t.Fatal(err)
		}
		again, err := drawShare(k, page{retold.ReaderOf(k, text.For("en"))})
		if served, _ := h.get("/games/"+h.games[0]+"/share.png", http.StatusOK); err != nil || served != string(again) {
			t.Errorf("%v, or drawn differently", err)
		}
	})
}

func TestPictures(t *testing.T) {
	h := newHouse(t, 2)
	name := h.games[0]
	keepShots(t, h, name)
	path := "/games/" + name + "/steps/2"
	t.Run("a turn shows its picture, its tiles outlined, and how sure it was read", func(t *testing.T) {
		h.has(path, "/games/"+name+"/pictures/2", "<polygon", "93% sure")
		if body, head := h.get("/games/"+name+"/pictures/2", http.StatusOK); !bytes.HasPrefix([]byte(body), []byte("\xff\xd8")) || head.Get("Content-Type") != "image/jpeg" {
			t.Error("no JPEG")
		}
	})
	t.Run("a turn without one says so", func(t *testing.T) {
		h.has("/games/"+name+"/steps/12", "No picture of this turn")
		h.get("/games/"+name+"/pictures/77", http.StatusNotFound)
		h.get("/games/"+name+"/pictures/x", http.StatusNotFound)
	})
	t.Run("a game that no camera saw does not speak of pictures", func(t *testing.T) {
		if body := h.has("/games/" + h.games[1] + "/steps/2"); strings.Contains(body, "picture") {
			t.Error("it does")
		}
	})
	t.Run("others are not shown it", func(t *testing.T) {
		h.see = false
		h.get("/games/"+name+"/pictures/2", http.StatusForbidden)
		if body := h.has(path, "Only players can see"); strings.Contains(body, "<img") {
			t.Error("it is")
		}
	})
	t.Run("by default only players are", func(t *testing.T) {
		h.serve(Deps{Journal: h.journal, Games: played{}, Album: h.album})
		h.get("/games/"+name+"/pictures/2", http.StatusForbidden)
	})
}

func TestCacheIsBounded(t *testing.T) {
	s := newShelf(nil, nil)
	for i := range 2 * remembered {
		s.remember(&kept{info: journal.Info{Header: journal.Header{Game: fmt.Sprint(i % (remembered + 50))}}})
	}
	if len(s.known) > remembered || len(s.order) != len(s.known) {
		t.Errorf("%d known, %d in order", len(s.known), len(s.order))
	}
}

// turnsOf are the game's steps but for the start.
func turnsOf(t *testing.T, h *house, game string) []history.Step {
	t.Helper()
	stored, err := journal.Load(t.Context(), h.journal, game)
	if err != nil {
		t.Fatal(err)
	}
	g, err := history.Read(stored)
	if err != nil {
		t.Fatal(err)
	}
	return g.Steps[1:]
}

// keepShots puts pictures of the first turns into the album: those of the shipped photos stand in for the camera's.
func keepShots(t *testing.T, h *house, game string) {
	t.Helper()
	photo := testPhoto(t, "002")
	for n, s := range turnsOf(t, h, game)[:8] {
		shot := album.Shot{Turn: s.Number, Time: s.Time, Confidence: 0.92 + float64(n)/100, Width: photo.width, Height: photo.height, JPEG: photo.data}
		for i, p := range s.Placements {
			x, y := float64(300+i*80), 300.0
			shot.Cells = append(shot.Cells, album.Seen{Place: p.Place, Cell: engine.Cell{Letter: p.Letter, Color: s.Player, Height: p.Height},
				Corners: [4][2]float64{{x, y}, {x + 70, y + 4}, {x + 68, y + 72}, {x - 2, y + 70}}})
		}
		if err := h.album.Keep(game, shot); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReviewUsesTheRacksThatWereSeen keeps a finished game's racks in the album: the review then looks at all tiles of them.
func TestReviewUsesTheRacksThatWereSeen(t *testing.T) {
	h := newHouse(t, 8)
	game := h.games[1]
	photo := testPhoto(t, "002")
	for i, s := range turnsOf(t, h, game) {
		rack, more := "", "EAT"
		for _, p := range s.Placements {
			if p.Blank {
				rack += "?"
			} else {
				rack += p.Letter.String()
			}
		}
		rack += more[:max(0, min(len(more), nabit.RackSize-len(rack)))]
		shot := album.Shot{Turn: s.Number - 1, Width: photo.width, Height: photo.height, JPEG: photo.data, Racks: []album.Rack{{Color: s.Player, Letters: rack}}}
		if i > 0 && s.Number > 1 && len(s.Placements) > 0 {
			if err := h.album.Keep(game, shot); err != nil {
				t.Fatal(err)
			}
		}
	}
	h.has("/games/"+game+"/review", "were checked with the whole rack", "whole rack seen")
}
