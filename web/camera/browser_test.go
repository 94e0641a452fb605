package camera

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/labstack/echo/v4"

	"tilewatch/web"
	"tilewatch/web/browsertest"
	"tilewatch/web/invite"
	"tilewatch/web/stream"
	"tilewatch/web/text"
)

// framed is a server with the page in its frame.
func framed(t *testing.T, o Options) http.Handler {
	t.Helper()
	h := New()
	t.Cleanup(h.Close)
	server, err := web.New(web.Options{Mount: []func(*web.Server, *echo.Echo){func(s *web.Server, e *echo.Echo) {
		e.GET("/camera", h.Page(s, o))
		e.Any("/camera/*", echo.WrapHandler(h.Handler(o)))
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return server.Handler()
}

// TestAPageThatIsNotSecureSaysWhereItIs opens the page as a phone does, by the local network's address.
func TestAPageThatIsNotSecureSaysWhereItIs(t *testing.T) {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	url := invite.PageURLs(l.Addr().(*net.TCPAddr))[0]
	server := &http.Server{Handler: framed(t, Options{Secure: "https://192.168.1.5:8080/camera"})}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	b := browsertest.New(t)
	b.Dress(390, 844, 2, "light")
	b.Open(url + "camera")
	if browsertest.Eval[bool](b, "isSecureContext") {
		t.Log("this computer has no address but its own: the page is secure there") // then there is nothing to explain
	} else {
		b.Until("it explains", `!document.getElementById("insecure").hidden && document.getElementById("secure").hidden`)
		b.Accessible("the page that is not secure")
	}
	b.Look("camera-insecure")
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	<-ended
}

func TestThePageIsAccessible(t *testing.T) {
	server := httptest.NewServer(framed(t, Options{}))
	defer server.Close()
	url := server.URL
	b := browsertest.New(t)
	for _, c := range []struct{ path, theme string }{{"/camera", "light"}, {"/camera", "dark"}, {"/camera?lang=es", "light"}} {
		b.Dress(390, 844, 2, c.theme)
		b.Open(url + c.path)
		b.Accessible(c.path + ", " + c.theme)
		b.Look("camera-" + c.theme)
	}
	b.Dress(320, 640, 1, "light")
	for _, lang := range text.Langs() {
		b.Open(url + "/camera?lang=" + lang.Lang)
		if bad := b.Unfit(); bad != "" || b.Wide() > 0 {
			t.Errorf("%s, %d pixels too wide:\n%s", lang.Lang, b.Wide(), bad)
		}
		b.Look("fit-" + lang.Lang + "-phone")
	}
	b.Clean(url, false)
}

// TestASentPhotoIsShownAndTheNextOneAtHand sends a photo as a phone does whose browser gives no live camera.
func TestASentPhotoIsShownAndTheNextOneAtHand(t *testing.T) {
	server := httptest.NewServer(framed(t, Options{}))
	defer server.Close()
	photo := filepath.Join(t.TempDir(), "1.jpg")
	if err := os.WriteFile(photo, shot(t, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	b := browsertest.New(t)
	b.Dress(390, 844, 2, "light")
	b.Open(server.URL + "/camera?lang=de")
	b.Do(chromedp.SetUploadFiles("#photo", []string{photo}))
	b.Until("the photo is shown, and the button says what it does now", `document.getElementById("shown").naturalWidth === 96 && document.querySelector("[for=photo]").textContent === "Nächstes Foto"`)
	b.Accessible("a sent photo")
	b.Look("camera-sent")
}

// TestThePageSaysWhyNothingIsRead hears what a server says to a phone that is the camera.
func TestThePageSaysWhyNothingIsRead(t *testing.T) {
	server := httptest.NewServer(framed(t, Options{}))
	defer server.Close()
	b := browsertest.New(t)
	b.Dress(320, 640, 1, "light")
	b.Open(server.URL + "/camera?lang=fr")
	held := text.For("fr").Say("phone.held_moving")
	browsertest.Eval[any](b, madeUp)
	b.Until("it is connected", `window.heard`)
	browsertest.Eval[any](b, `heard({type: "ack", picture: 1, read: `+strconv.Quote(held)+`})`)
	b.Until("it says so", `document.getElementById("held").textContent === `+strconv.Quote(held))
	b.Accessible("nothing is read")
	if bad := b.Unfit(); bad != "" || b.Wide() > 0 {
		t.Errorf("%d pixels too wide:\n%s", b.Wide(), bad)
	}
	b.Look("camera-held")
	browsertest.Eval[any](b, `heard({type: "ack", picture: 2})`)
	b.Until("it is over", `document.getElementById("held").textContent === ""`)
}

// madeUp gives the page a camera of 300 x 150 pixels, and a server that the test speaks for.
const madeUp = `window.WebSocket = class {
		static OPEN = 1
		readyState = 1
		bufferedAmount = 0
		constructor() { window.heard = m => this.onmessage({data: JSON.stringify(m)}) }
		send() {}
		close() {}
	}
	const canvas = document.createElement("canvas"), pen = canvas.getContext("2d")
	setInterval(() => pen.fillRect(0, 0, 300 * Math.random(), 150), 50)
	navigator.mediaDevices.getUserMedia = async () => canvas.captureStream()
	document.getElementById("start").click()`

// TestWhatIsSeenIsDrawnOverTheLivePicture finds the drawing where the picture is, however the phone is held.
func TestWhatIsSeenIsDrawnOverTheLivePicture(t *testing.T) {
	now := &stream.Event{}
	now.State.Table = "main"
	held := text.For("en").Say("warning.held_unreadable")
	server := httptest.NewServer(framed(t, Options{Table: func() (*stream.Event, error) { return now, nil }}))
	defer server.Close()
	b := browsertest.New(t)
	for _, screen := range [][2]int64{{390, 844}, {844, 390}} {
		b.Dress(screen[0], screen[1], 2, "light")
		b.Open(server.URL + "/camera")
		browsertest.Eval[any](b, `window.fetch = async url => new Response(new URL(url, location).pathname === "/t/main/camera/seen" ?
			'<svg class="seen" viewBox="0 0 300 150"><path class="seen-red" d="M0 0L300 0L300 150L0 150z"/><path class="seen-green" d="M100 50L140 50L140 90L100 90z"/><text x="120" y="80" font-size="25" text-anchor="middle">A<tspan font-size="14">3</tspan></text></svg>' : "")
			`+madeUp)
		b.Until("it is drawn where the picture is", `(() => {
			const view = document.querySelector(".view").getBoundingClientRect(), drawn = document.querySelector("#seen path")?.getBoundingClientRect()
			const high = Math.min(view.height, view.width / 2)
			return drawn && Math.abs(drawn.height - high) < 8 && Math.abs(drawn.width - 2 * high) < 8 &&
				Math.abs(drawn.x + drawn.width / 2 - view.x - view.width / 2) < 4 && Math.abs(drawn.y + drawn.height / 2 - view.y - view.height / 2) < 4
		})()`)
		browsertest.Eval[any](b, `heard({type: "ack", picture: 1, read: `+strconv.Quote(held)+`})`)
		b.Until("the words are on the screen, too", `(held => held.textContent && held.getBoundingClientRect().bottom < innerHeight)(document.getElementById("held"))`)
		b.Accessible("outlines")
		b.Look("camera-seen-" + strconv.FormatInt(screen[0], 10))
		browsertest.Eval[any](b, `document.getElementById("stop").click()`)
		b.Until("it is gone with the picture", `!document.querySelector("#seen path")`)
	}
}
