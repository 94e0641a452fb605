package camera

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/text"
)

// shot is a small JPEG, another one for each number.
func shot(t *testing.T, number int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 96, 64))
	for i := range img.Pix {
		img.Pix[i] = uint8(i*(number+3)) | 1
	}
	img.Set(0, 0, color.Gray{uint8(number)})
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func site(t *testing.T, o Options) (*Hub, string) {
	t.Helper()
	h := New()
	h.silence = time.Hour // a slow machine is no phone that has gone
	server := httptest.NewServer(h.Handler(o))
	t.Cleanup(func() { h.Close(); server.Close() })
	return h, server.URL
}

// phone is a browser's side of the socket.
type phone struct {
	t    *testing.T
	conn *websocket.Conn
}

func dial(t *testing.T, url string) *phone {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), url+"/camera/socket?lang=de", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &phone{t, conn}
}

func (p *phone) send(kind websocket.MessageType, message []byte) {
	p.t.Helper()
	if err := p.conn.Write(p.t.Context(), kind, message); err != nil {
		p.t.Fatal(err)
	}
}

// receives reads answers until one of the type comes.
func (p *phone) receives(kind string) answer {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	defer cancel()
	for {
		_, text, err := p.conn.Read(ctx)
		if err != nil {
			p.t.Fatalf("waiting for %q: %v", kind, err)
		}
		var a answer
		if err := json.Unmarshal(text, &a); err != nil {
			p.t.Fatal(err)
		}
		if a.Type == kind {
			return a
		}
	}
}

// hungUp reads until the server closes, and answers its code.
func (p *phone) hungUp() websocket.StatusCode {
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	defer cancel()
	for {
		if _, _, err := p.conn.Read(ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func (p *phone) offers(name string, take bool) {
	text, _ := json.Marshal(greeting{name, take})
	p.send(websocket.MessageText, text)
}

func next(t *testing.T, h *Hub) ([]byte, int, bool, error) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return h.Next(ctx)
}

func TestAPhoneIsTheCamera(t *testing.T) {
	h, url := site(t, Options{})
	p := dial(t, url)
	p.offers("  Ana's\x00 phone ", false)
	if a := p.receives("ready"); a.EveryMS < 20 || a.EveryMS > 200 {
		t.Errorf("a picture every %d ms is wanted", a.EveryMS)
	}
	for i := range 3 {
		p.send(websocket.MessageBinary, shot(t, i))
		if a := p.receives("ack"); a.Picture != i+1 {
			t.Errorf("picture %d is acknowledged as %d", i+1, a.Picture)
		}
	}
	file, taken, _, err := next(t, h)
	if err != nil || taken != 3 || !bytes.Equal(file, shot(t, 2)) {
		t.Errorf("picture %d, %v: want the newest of 3", taken, err)
	}
	if s := h.Status(); s.Camera != "Ana's phone" || s.Pictures != 3 || s.Dropped != 2 {
		t.Errorf("status %+v", s)
	}
	if err := p.conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := next(t, h); err == nil || !strings.Contains(err.Error(), "Ana's phone sends no more pictures") {
		t.Errorf("after it left: %v", err)
	}
}

func TestTwoPhonesOfferACamera(t *testing.T) {
	h, url := site(t, Options{})
	first, second := dial(t, url), dial(t, url)
	first.offers("first", false)
	first.receives("ready")
	second.offers("second", false)
	if a := second.receives("busy"); a.Name != "first" {
		t.Errorf("told that %q is the camera", a.Name)
	}
	first.send(websocket.MessageBinary, shot(t, 1))
	first.receives("ack") // undisturbed
	second.offers("second", true)
	second.receives("ready")
	first.receives("replaced")
	first.hungUp()
	second.send(websocket.MessageBinary, shot(t, 2))
	second.receives("ack")
	if file, _, _, err := next(t, h); err != nil || !bytes.Equal(file, shot(t, 2)) {
		t.Errorf("the second phone's picture did not come: %v", err)
	}
	if s := h.Status(); s.Camera != "second" {
		t.Errorf("the camera is %q", s.Camera)
	}
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	gif := []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00")
	var tiny bytes.Buffer
	if err := jpeg.Encode(&tiny, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	gigantic := shot(t, 1)
	size := bytes.Index(gigantic, []byte{0xff, 0xc0}) + 5
	copy(gigantic[size:], []byte{0xff, 0xff, 0xff, 0xff}) // 65535 x 65535 in its header
	for name, message := range map[string][]byte{
		"nothing": {}, "garbage": []byte("hello"), "a GIF": gif, "8x8 pixels": tiny.Bytes(), "65535x65535 pixels": gigantic, "a JPEG's first bytes": shot(t, 1)[:20],
	} {
		t.Run(name, func(t *testing.T) {
			h, url := site(t, Options{})
			p := dial(t, url)
			p.offers("phone", false)
			p.receives("ready")
			p.send(websocket.MessageBinary, message)
			if a := p.receives("bad"); a.Message == "" {
				t.Error("not told why")
			}
			p.send(websocket.MessageBinary, shot(t, 1)) // one bad picture is forgiven
			p.receives("ack")
			for range maxBad {
				p.send(websocket.MessageBinary, message)
			}
			if code := p.hungUp(); code != websocket.StatusUnsupportedData {
				t.Errorf("hung up with %d", code)
			}
			if s := h.Status(); s.Pictures != 1 {
				t.Errorf("%d pictures taken, want 1", s.Pictures)
			}
		})
	}
}

func TestAHugeMessageEndsTheCall(t *testing.T) {
	h, url := site(t, Options{})
	p := dial(t, url)
	p.offers("phone", false)
	p.receives("ready")
	_ = p.conn.Write(t.Context(), websocket.MessageBinary, make([]byte, maxPicture+2)) // it may be cut off in the middle
	if code := p.hungUp(); code != websocket.StatusMessageTooBig {
		t.Errorf("hung up with %d, want too big", code)
	}
	if _, _, _, err := next(t, h); err == nil {
		t.Error("its leaving is not told")
	}
}

func TestAPictureBeforeTheGreetingIsRefused(t *testing.T) {
	h, url := site(t, Options{})
	p := dial(t, url)
	p.send(websocket.MessageBinary, shot(t, 1))
	p.receives("bad")
	p.send(websocket.MessageText, []byte("{"))
	p.receives("bad")
	if s := h.Status(); s.Pictures != 0 || s.Camera != "" {
		t.Errorf("status %+v", s)
	}
}

func TestAForeignPageIsRefused(t *testing.T) {
	_, url := site(t, Options{})
	_, response, err := websocket.Dial(t.Context(), url+"/camera/socket", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://elsewhere.example"}}})
	if err == nil || response.StatusCode != http.StatusForbidden {
		t.Errorf("a page of another host is the camera: %v", err)
	}
}

func TestWhoMayNotIsRefused(t *testing.T) {
	_, url := site(t, Options{May: func(*http.Request) bool { return false }})
	for path, method := range map[string]string{"/camera/socket": http.MethodGet, "/camera/frame?id=one&name=Ana": http.MethodPost} {
		request, err := http.NewRequestWithContext(t.Context(), method, url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: status %d", path, answer.StatusCode)
		}
	}
}

// post sends a picture and answers what was said.
func post(t *testing.T, url string, body []byte) (int, answer) {
	t.Helper()
	response, err := http.Post(url, "image/jpeg", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var a answer
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, a
}

// withThumbnail is the JPEG with a small one in its first segment.
func withThumbnail(file, small []byte) []byte {
	segment := binary.BigEndian.AppendUint16([]byte("\xff\xd8\xff\xe1"), uint16(2+len(small)))
	return slices.Concat(segment, small, file[2:])
}

func TestPicturesMayBePosted(t *testing.T) {
	h, url := site(t, Options{})
	for _, c := range []struct {
		name, path string
		body       []byte
		status     int
		says       string
	}{
		{"a picture", "/camera/frame?id=one&name=Ana", shot(t, 1), 200, "ack"},
		{"its next", "/camera/frame?id=one&name=Ana", shot(t, 2), 200, "ack"},
		{"another phone's", "/camera/frame?id=two&name=Ben", shot(t, 3), 409, "busy"},
		{"another phone's photo", "/camera/photo", shot(t, 3), 409, "busy"},
		{"another phone takes over", "/camera/frame?id=two&name=Ben&take=1", shot(t, 3), 200, "ack"},
		{"the first is told", "/camera/frame?id=one&name=Ana", shot(t, 4), 409, "busy"},
		{"without an id", "/camera/frame", shot(t, 4), 400, "bad"},
		{"garbage", "/camera/frame?id=two", []byte("no"), 415, "bad"},
		{"a picture cut in half", "/camera/frame?id=two", shot(t, 3)[:len(shot(t, 3))/2], 415, "bad"},
		{"a photo without its last byte", "/camera/photo", shot(t, 3)[:len(shot(t, 3))-1], 415, "bad"},
		{"one with a film behind it, as phones send", "/camera/frame?id=two&name=Ben", append(shot(t, 3), "ftypmp42"...), 200, "ack"},
		{"a cut one with a whole small one before it", "/camera/frame?id=two", withThumbnail(shot(t, 3)[:900], shot(t, 4)), 415, "bad"},
		{"the last has gone", "/camera/leave?id=two", nil, 200, "ack"},
		{"who has gone may come again", "/camera/frame?id=one&name=Ana", shot(t, 4), 200, "ack"},
	} {
		if status, a := post(t, url+c.path, c.body); status != c.status || a.Type != c.says {
			t.Errorf("%s: %d %+v, want %d %s", c.name, status, a, c.status, c.says)
		}
	}
	if s := h.Status(); s.Camera != "Ana" || s.Pictures != 5 {
		t.Errorf("status %+v", s)
	}
}

// TestAPhotoIsHandedOutOnceAndItsSenderLearnsWhenItWasRead has somebody think for an hour between two photos.
func TestAPhotoIsHandedOutOnceAndItsSenderLearnsWhenItWasRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New()
		defer h.Close()
		var got []string
		go func() {
			for {
				file, taken, photo, err := h.Next(context.Background())
				if err != nil {
					got = append(got, err.Error())
					return
				}
				got = append(got, fmt.Sprintf("%s %d %v", file, taken, photo))
				time.Sleep(time.Second) // reading
			}
		}()
		for _, name := range []string{"first", "second"} {
			read, err := h.Photo([]byte(name))
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			<-read
			if took := time.Since(began); took != time.Second {
				t.Errorf("%s: read after %v", name, took)
			}
			time.Sleep(time.Hour)
		}
		offer, err := h.claim("live", "", false)
		if err != nil || offer.put([]byte("frame")) != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		h.Close()
		synctest.Wait()
		if want := "first 1 true, second 2 true, frame 3 false, EOF"; strings.Join(got, ", ") != want {
			t.Errorf("handed out: %s, want %s", strings.Join(got, ", "), want)
		}
	})
}

func TestAPhotoThatIsNeverReadHoldsNobody(t *testing.T) {
	h := New()
	replaced, err := h.Photo([]byte("replaced"))
	if err != nil {
		t.Fatal(err)
	}
	waiting, err := h.Photo([]byte("waiting"))
	if err != nil {
		t.Fatal(err)
	}
	<-replaced
	if file, _, photo, err := next(t, h); string(file) != "waiting" || !photo || err != nil {
		t.Errorf("handed out: %q, %v, %v", file, photo, err)
	}
	last, err := h.Photo([]byte("last"))
	if err != nil {
		t.Fatal(err)
	}
	h.Close()
	<-waiting
	<-last
	if _, err := h.Photo([]byte("late")); !errors.Is(err, errClosed) {
		t.Errorf("a late photo: %v", err)
	}
}

func TestASilentPhoneGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New()
		first, err := h.claim("first", "", false)
		if err != nil || first.put([]byte("x")) != nil {
			t.Fatal(err)
		}
		time.Sleep(silentAfter + time.Second)
		if _, err := h.claim("second", "", false); err != nil {
			t.Errorf("its place is not free: %v", err)
		}
		if err := first.put([]byte("x")); !errors.Is(err, errReplaced) {
			t.Errorf("it may go on: %v", err)
		}
	})
}

func TestAClosedHubEndsEverything(t *testing.T) {
	h, url := site(t, Options{})
	p := dial(t, url)
	p.offers("phone", false)
	p.receives("ready")
	ended := make(chan error, 1)
	go func() {
		_, _, _, err := h.Next(context.Background())
		ended <- err
	}()
	h.Close()
	h.Close()
	if err := <-ended; !errors.Is(err, io.EOF) {
		t.Errorf("who waited is told %v", err)
	}
	p.hungUp()
	if _, err := h.claim("late", "", false); !errors.Is(err, errClosed) {
		t.Errorf("a late phone is told %v", err)
	}
}

func TestThePage(t *testing.T) {
	server := httptest.NewServer(framed(t, Options{Secure: "https://192.168.1.5:8080/camera"}))
	defer server.Close()
	url := server.URL
	for lang, want := range map[string]string{"en": "secure page", "es": "página segura", "es-MX,en;q=0.5": "página segura", "xx": "secure page"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/camera", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept-Language", lang)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || !strings.Contains(string(body), want) || !strings.Contains(string(body), `href="https://192.168.1.5:8080/camera"`) {
			t.Errorf("%s: %v, %.300s", lang, err, body)
		}
	}
}

// TestThePhoneLearnsWhyNothingIsRead has a table on which something moves, then one that is too far away, then one that is read.
func TestThePhoneLearnsWhyNothingIsRead(t *testing.T) {
	var warnings atomic.Pointer[[]engine.Warning]
	warnings.Store(&[]engine.Warning{{Code: "cut_tiles"}, {Code: "held_moving"}})
	_, url := site(t, Options{Table: func() (*stream.Event, error) {
		return &stream.Event{State: scoreboard.State{Warnings: *warnings.Load()}}, nil
	}})
	p := dial(t, url)
	p.offers("Ana", false)
	p.receives("ready")
	learns := func(want string) {
		t.Helper()
		for i := range 2 * askEvery {
			p.send(websocket.MessageBinary, shot(t, i))
			if got := p.receives("ack").Read; i == 2*askEvery-1 && got != want {
				t.Errorf("told %q, want %q", got, want)
			}
		}
	}
	learns("Etwas bewegt sich. Lass Handy und Tisch in Ruhe.")
	warnings.Store(&[]engine.Warning{{Code: "held_unreadable"}})
	learns(text.For("de").Say("warning.held_unreadable"))
	warnings.Store(&[]engine.Warning{{Code: "cut_tiles"}})
	learns("")
	warnings.Store(&[]engine.Warning{{Code: "held_moving"}})
	_ = p.conn.CloseNow()
	r, err := http.Post(url+"/camera/frame?id=7&take=1&lang=es", "image/jpeg", bytes.NewReader(shot(t, 1)))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var a answer
	if err := json.NewDecoder(r.Body).Decode(&a); err != nil || a.Type != "ack" || a.Read != "Algo se mueve. Deja quietos el teléfono y la mesa." {
		t.Errorf("a phone that posts is told %+v, %v", a, err)
	}
}
