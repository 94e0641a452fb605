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
	browsertest.Eval[any](b, `window.WebSocket = class {
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
	document.getElementById("start").click()`)
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
