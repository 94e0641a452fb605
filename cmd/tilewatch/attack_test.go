package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// hosted is a running server with its host's key, and what it has written to its log.
type hosted struct {
	t       *testing.T
	server  *exec.Cmd
	address string // host and port
	key     string
	log     *logText
}

// logText is a log that may be read while it is written.
type logText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *logText) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(p)
}

func (h *logText) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// host starts a server; prepare may change how.
func host(t *testing.T, prepare func(*exec.Cmd), flags ...string) *hosted {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := &hosted{t: t, log: &logText{}, server: exec.Command(self, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...)}
	h.server.Env = append(os.Environ(), asProgram+"=1")
	h.server.Stderr = h.log
	out, err := h.server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if prepare != nil {
		prepare(h.server)
	}
	if err := h.server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = h.server.Process.Kill() // one that has ended cannot be
		_ = h.server.Wait()
	})
	link := regexp.MustCompile(`^Host .*: https?://localhost:(\d+)/j/1/(\w+)`)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if at := link.FindStringSubmatch(lines.Text()); at != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			h.address, h.key = "127.0.0.1:"+at[1], at[2]
			return h
		}
	}
	t.Fatalf("no host's link was printed: %s", h.log)
	return nil
}

// raw sends the bytes as they are, and answers what comes back, whole.
func (h *hosted) raw(request string) string {
	conn, err := net.Dial("tcp", h.address)
	if err != nil {
		h.t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		h.t.Fatal(err)
	}
	go func() { _, _ = io.WriteString(conn, request) }() // it may be cut off
	all, _ := io.ReadAll(conn)
	return string(all)
}

// asking is a request of these lines and this body; %KEY stands for the host's key.
func (h *hosted) asking(lines, body string) string {
	head, more, _ := strings.Cut(lines, "\n")
	text := head + " HTTP/1.1\r\nConnection: close\r\n"
	if !strings.HasPrefix(more, "Host: ") {
		text += "Host: " + h.address + "\r\n"
	}
	for _, line := range strings.Split(more, "\n") {
		if line != "" {
			text += line + "\r\n"
		}
	}
	if body != "" && !strings.Contains(lines, "Transfer-Encoding") {
		text += fmt.Sprintf("Content-Length: %d\r\n", len(body))
	}
	return strings.ReplaceAll(text, "%KEY", h.key) + "\r\n" + body
}

// photoForm is a photo as a browser sends it.
func photoForm(data []byte) (kind, body string) {
	const edge = "edge"
	return "Content-Type: multipart/form-data; boundary=" + edge,
		"--" + edge + "\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"../../x.jpg\"\r\n\r\n" + string(data) + "\r\n--" + edge + "--\r\n"
}

// bomb is a small file that becomes 49 megapixels.
func bomb(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, image.NewPaletted(image.Rect(0, 0, 7000, 7000), color.Palette{color.Black, color.White})); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// swollen is a real photo whose header, behind that marker, says that it has 65535x65535 pixels.
func swollen(t *testing.T, marker string, after int) []byte {
	t.Helper()
	data := bytes.Clone(still(t))
	at := bytes.Index(data, []byte(marker))
	if at < 0 {
		t.Fatal("no such header in the photo")
	}
	copy(data[at+after:], "\xff\xff\xff\xff")
	return data
}

// webpHeader and tiffHeader are files whose headers promise what no memory holds: 16384x16384 pixels, and 65000x65000.
var (
	webpHeader = []byte("RIFF\x1e\x00\x00\x00WEBPVP8L\x11\x00\x00\x00\x2f\xff\xff\xff\x0f\x00\x07\x10\xf5\x8f\xfe\x07\x22\xa2\xff\x01\x00")
	tiffHeader = []byte("II*\x00\x08\x00\x00\x00\x08\x00" +
		"\x00\x01\x03\x00\x01\x00\x00\x00\xe8\xfd\x00\x00" + "\x01\x01\x03\x00\x01\x00\x00\x00\xe8\xfd\x00\x00" +
		"\x02\x01\x03\x00\x01\x00\x00\x00\x08\x00\x00\x00" + "\x03\x01\x03\x00\x01\x00\x00\x00\x01\x00\x00\x00" +
		"\x06\x01\x03\x00\x01\x00\x00\x00\x01\x00\x00\x00" + "\x11\x01\x04\x00\x01\x00\x00\x00\x08\x00\x00\x00" +
		"\x15\x01\x03\x00\x01\x00\x00\x00\x01\x00\x00\x00" + "\x17\x01\x04\x00\x01\x00\x00\x00\x10\x00\x00\x00" + "\x00\x00\x00\x00")
)

const (
	asHost   = "\nAuthorization: Bearer %KEY\nContent-Type: application/json"
	asForm   = "\nContent-Type: application/x-www-form-urlencoded"
	upgrade  = "\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
	evilName = `<script>{{.}}`
	pin      = "271828"
)

// attack is something that a stranger tries, and what must come of it.
type attack struct {
	name, lines, body string
	status            string // the allowed ones, with spaces between
	says, silent      string // what the answer must hold, and what it must not; empty: anything
}

func attacks(t *testing.T) []attack {
	kind, huge := photoForm(hugePNG(t, 60000, 60000))
	_, bombed := photoForm(bomb(t))
	form := func(data []byte) string { _, body := photoForm(data); return body }
	_, garbage := photoForm([]byte("\xff\xd8\xff\xe0 no picture at all"))
	_, script := photoForm([]byte(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>`))
	start := `{"type":"start","players":["red","green"],"names":{"red":` + quoted(evilName) + `,"green":` + quoted(`&"onload=x`) + `}}`
	const commands = "POST /api/tables/1/commands"
	return []attack{
		{"a command without a role", commands + "\nContent-Type: application/json", start, "403", "", ""},
		{"another site's command with the host's cookie", commands + "\nContent-Type: application/json\nCookie: tilewatch-1=%KEY\nOrigin: http://evil.example\nSec-Fetch-Site: cross-site", start, "403", "", ""},
		{"a form of another site", commands + "\nContent-Type: text/plain\nCookie: tilewatch-1=%KEY\nOrigin: http://evil.example", start, "403 415", "", ""},
		{"another method in disguise", "GET /api/tables/1/commands\nX-HTTP-Method-Override: POST\nAuthorization: Bearer %KEY", "", "404 405", "", ""},
		{"another site's camera, with the host's cookie", "GET /camera/socket\nConnection: Upgrade\nCookie: tilewatch-1=%KEY\nOrigin: http://evil.example" + upgrade, "", "403", "", ""},
		{"a camera without a role", "GET /camera/socket\nConnection: Upgrade" + upgrade, "", "403", "", ""},
		{"a frame without a role", "POST /camera/frame?id=x", "no picture", "403", "", ""},
		{"the camera's picture without a role", "GET /t/1/camera/picture.jpg", "", "403", "", ""},
		{"the camera's page without a role", "GET /t/1/camera", "", "403", "", ""},
		{"what the camera sees without a role", "GET /t/1/camera/seen", "", "403", "", ""},
		{"a tile's picture without a role", "GET /t/1/crop/0,0", "", "403", "", ""},
		{"the bench's picture without a role", "GET /calibrate/picture.jpg", "", "403", "", ""},
		{"the bench's state without a role", "GET /calibrate/state", "", "403", "", ""},
		{"the page that makes a camera without a role", "GET /camera", "", "403", "", ""},
		{"a photo in the camera's place without a role", "POST /camera/photo", "no picture", "403", "", ""},
		{"ending a camera without a role", "POST /camera/leave?id=1", "", "403", "", ""},
		{"another table's key for the picture", "GET /t/1/camera/picture.jpg\nCookie: tilewatch-2=%KEY", "", "403", "", ""},
		{"a key in the address", "GET /t/1/camera/picture.jpg?key=%KEY&tilewatch-1=%KEY", "", "403", "", ""},
		{"profiling", "GET /debug/pprof/heap", "", "404", "", ""},
		{"a turn's picture without a role", "GET /games/20260101-000000-aaaaa/pictures/1", "", "403 404", "", ""},
		{"calibration without a role", "GET /calibrate", "", "403", "", ""},
		{"new links without a role", "POST /t/1/links" + asForm, "x=1", "403", "", ""},
		{"a path that leads out", "GET /assets/../../../../etc/passwd", "", "301 307 400 404", "", "root:"},
		{"the same, encoded", "GET /assets/..%2f..%2f..%2f..%2fetc%2fpasswd", "", "400 404", "", "root:"},
		{"the keys as a game", "GET /games/..%2flinks.key", "", "400 403 404", "", ""},
		{"the keys as a picture", "GET /games/..%2f..%2flinks.key/pictures/1", "", "400 403 404", "", ""},
		{"a table's name that is a path", "GET /api/tables/..%2f..%2fetc", "", "400 404", "", ""},
		{"a redirect to elsewhere", "POST /lang" + asForm, "lang=en&back=//evil.example/", "303", "Location: /\r\n", "evil"},
		{"a redirect to elsewhere by a tab", "POST /lang" + asForm, "lang=en&back=/%09/evil.example/", "303", "Location: /\r\n", "evil"},
		{"a redirect to elsewhere by a backslash", "POST /lang" + asForm, "lang=en&back=/%5cevil.example/", "303", "Location: /\r\n", "evil"},
		{"a header in a redirect", "POST /lang" + asForm, "lang=en&back=/%0d%0aSet-Cookie:%20a=b", "303", "", "Set-Cookie: a=b"},
		{"a header in a language", "POST /lang" + asForm, "lang=en%0d%0aX-Evil:%201&back=/", "303", "", "X-Evil: 1\r\n"},
		{"a line for the log", "GET /nowhere%0a%0dtime=2026%20level=ERROR%20msg=forged", "", "400 404", "", ""},
		{"a route with a line", "GET /api/tables/a%0aforged", "", "400 404", "", ""},
		{"a page under a stranger's name", "GET /\nHost: evil.example\nAccept: text/html", "", "421", "--host", "evil.example"},
		{"the state under a stranger's name", "GET /api/tables/1\nHost: evil.example:8080", "", "421", `"code":"misdirected_request"`, "evil.example"},
		{"the events under a stranger's name", "GET /api/tables/1/events\nHost: evil.example", "", "421", "", "snapshot"},
		{"the right PIN under a stranger's name", "POST /host\nHost: evil.example\nOrigin: http://evil.example\nSec-Fetch-Site: same-origin" + asForm, "pin=" + pin, "421", "", "Set-Cookie"},
		{"the host's link under a stranger's name", "GET /j/1/%KEY\nHost: evil.example", "", "421", "", "Set-Cookie"},
		{"the PIN as a key under a stranger's name", commands + "\nHost: evil.example\nContent-Type: application/json\nAuthorization: Bearer " + pin, start, "421", "", ""},
		{"a camera under a stranger's name", "GET /camera/socket\nHost: evil.example\nConnection: Upgrade\nCookie: tilewatch-1=%KEY\nOrigin: http://evil.example" + upgrade, "", "421", "", ""},
		{"a photo under a stranger's name", "POST /api/photos\nHost: evil.example\n" + kind, garbage, "421", "", ""},
		{"figures under a stranger's name", "GET /metrics\nHost: evil.example", "", "421", "", "tilewatch_"},
		{"a stranger's name that begins as ours", "GET /watch\nHost: localhost.evil.example", "", "421", "", ""},
		{"a stranger's name in the address", "GET http://evil.example/watch", "", "421", "", ""},
		{"a proxy's word from nobody's proxy", "GET /watch\nHost: evil.example\nX-Forwarded-Host: localhost\nForwarded: host=localhost", "", "421", "", ""},
		{"a name beside ours", "GET /watch\nX-Forwarded-Host: evil.example", "", "200", "", "evil.example"},
		{"two names", "GET /watch\nHost: localhost\nHost: evil.example", "", "400", "", ""},
		{"a form with a file that fills the disk", "POST /lang\n" + kind, form(make([]byte, 40<<20)), "413", "", ""},
		{"a PIN of five megabytes", "POST /host" + asForm, "pin=" + strings.Repeat("1", 5<<20), "413", "", ""},
		{"two lengths", "POST /host\nContent-Length: 3\nTransfer-Encoding: chunked", "0\r\n\r\n", "400 403 415 422 401", "", ""},
		{"a header without an end", "GET /\nX-Long: " + strings.Repeat("x", 64<<10), "", "431", "", ""},
		{"a long address", "GET /" + strings.Repeat("x/", 30<<10), "", "414 431", "", ""},
		{"tracing", "TRACE /", "", "404 405", "", ""},
		{"names with scripts and templates", commands + asHost, start, "200", "", ""},
		{"the page with those names", "GET /watch", "", "200", "&lt;script&gt;", evilName},
		{"the state with those names", "GET /api/tables/1", "", "200", "nosniff", ""},
		{"an upload of too many pixels", "POST /api/photos\n" + kind, huge, "200", `"too_large"`, ""},
		{"an upload that becomes too large", "POST /api/photos\n" + kind, bombed, "200", `"photo":""`, ""},
		{"an upload whose JPEG becomes too large", "POST /api/photos\n" + kind, form(swollen(t, "\xff\xc0", 5)), "200", `"too_large"`, ""},
		{"an upload whose WebP becomes too large", "POST /api/photos\n" + kind, form(webpHeader), "200", `"error"`, ""},
		{"an upload whose TIFF becomes too large", "POST /api/photos\n" + kind, form(tiffHeader), "200", `"too_large"`, ""},
		{"an upload whose GIF becomes too large", "POST /api/photos\n" + kind, form([]byte("GIF89a\xff\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02L\x01\x00;")), "200", `"too_large"`, ""},
		{"an upload that is drawn 20,000 times over", "POST /api/photos\n" + kind, form(slices.Concat(bytes.TrimSuffix(still(t), []byte("\xff\xd9")), bytes.Repeat([]byte("\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00"), 20_000), []byte("\xff\xd9"))), "200", `"too_large"`, ""},
		{"an upload of a thousand parts", "POST /api/photos\n" + kind, strings.Repeat("--edge\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n", 1000) + "--edge--\r\n", "400", "", ""},
		{"an upload that is no picture", "POST /api/photos\n" + kind, garbage, "200", `"unreadable"`, ""},
		{"an upload that names a file", "POST /api/photos\n" + kind, script, "200", `"unreadable"`, "root:"},
		{"an upload without a form", "POST /api/photos\nContent-Type: image/jpeg", "x", "415", "", ""},
		{"an upload compressed", "POST /api/photos\nContent-Encoding: gzip\n" + kind, "\x1f\x8b\x08\x00", "400 415", "", ""},
		{"an upload of too many bytes", "POST /api/photos\n" + kind, "--edge\r\nContent-Disposition: form-data; name=\"a\"; filename=\"a\"\r\n\r\n" + strings.Repeat("x", 66<<20), "413", "", ""},
		{"a command of too many bytes", commands + asHost, `{"type":"` + strings.Repeat("x", 1<<20) + `"}`, "413", "", ""},
		{"JSON without a bottom", commands + asHost, strings.Repeat("[", 50_000), "400", "", ""},
		{"a photo's reading that is none", "POST /photo/result\nContent-Type: application/json", strings.Repeat(`{"result":`, 20_000), "400", "", ""},
		{"the key in an error", "GET /j/1/%KEYx", "", "404", "", "%KEY"},
	}
}

func quoted(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

// TestAttacks tries on a running server what strangers in the same network can. In the end the game is as its host left it, and no
// secret is in the log.
func TestAttacks(t *testing.T) {
	t.Parallel()
	h := host(t, nil, "--data", t.TempDir(), "--pin", pin)
	kind, photo := photoForm(still(t))
	uploads := map[string]*drip{
		"a photo":         h.drips("POST /api/photos\n"+kind, photo),
		"a camera's":      h.drips("POST /camera/frame?id=1"+asHost, string(still(t))),
		"a photo of ours": h.drips("POST /camera/photo"+asHost, string(still(t))),
	}
	for _, a := range attacks(t) {
		t.Run(a.name, func(t *testing.T) {
			got := h.raw(h.asking(a.lines, a.body))
			fields := strings.Fields(got + " ? ?")
			if !slices.Contains(strings.Fields(a.status), fields[1]) {
				t.Errorf("status %s, not %s: %.300q", fields[1], a.status, got)
			}
			silent := strings.ReplaceAll(a.silent, "%KEY", h.key)
			if !strings.Contains(got, a.says) || silent != "" && strings.Contains(got, silent) {
				t.Errorf("it answers %.3000q", got)
			}
			if answered := fields[1] != "400" && fields[1] != "431"; answered { // those are refused before there is a page
				headed(t, got)
			}
		})
	}
	t.Run("every page has its headers", func(t *testing.T) {
		for _, path := range []string{"/", "/watch", "/play", "/tv", "/overlay", "/t/1/watch", "/t/1/play", "/t/1/setup", "/t/1/join", "/t/1/camera", "/join", "/host", "/games", "/players",
			"/games/none", "/photo", "/camera", "/camera/status", "/calibrate", "/calibrate/board", "/calibrate/board.pdf", "/calibrate/board.svg", "/sample", "/healthz", "/readyz", "/metrics",
			"/api/tables/1", "/api/openapi.json", "/manifest.webmanifest", "/j/1/%KEY", "/j/1/none", "/nowhere"} {
			headed(t, h.raw(h.asking("GET "+path+"\nAccept: text/html\nAuthorization: Bearer %KEY", "")))
		}
	})
	t.Run("one byte at a time", func(t *testing.T) { h.slowly() })
	t.Run("uploads that never end", func(t *testing.T) { h.uploadsThatNeverEnd() })
	t.Run("guessing the PIN", func(t *testing.T) { h.guess() })
	for name, upload := range uploads {
		t.Run("byte by byte, "+name, func(t *testing.T) { upload.ends(t) })
	}
	t.Run("a photo after those that never ended", func(t *testing.T) {
		if answer := h.from(slowSender, h.asking("POST /api/photos\n"+kind, photo)); !strings.Contains(answer, `"cells"`) {
			t.Errorf("it is answered %.300q", answer)
		}
	})
	figures := h.raw(h.asking("GET /metrics", ""))
	if state := h.raw(h.asking("GET /api/tables/1", "")); !strings.Contains(state, `"events":1,`) {
		t.Errorf("the game has changed: %.500s", state)
	}
	if err := h.server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := h.server.Wait(); err != nil {
		t.Errorf("asked to end: %v", err)
	}
	log := h.log.String() + figures
	for _, secret := range []string{h.key, pin, "\nforged", "msg=forged"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log or the figures hold %q:\n%s", secret, log)
		}
	}
}

// headed looks for the headers that each answer must have.
func headed(t *testing.T, answer string) {
	t.Helper()
	head, _, _ := strings.Cut(answer, "\r\n\r\n")
	for _, want := range []string{"Content-Security-Policy: default-src 'none'; ", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'self'", "X-Content-Type-Options: nosniff", "Referrer-Policy: same-origin"} {
		if !strings.Contains(head, want) {
			t.Errorf("no %q in %s", want, head)
		}
	}
	for _, never := range []string{"unsafe-inline", "unsafe-eval", "Access-Control-Allow", "Server:"} {
		if strings.Contains(head, never) {
			t.Errorf("%q in %s", never, head)
		}
	}
}

// slowSender is another address of this computer.
var slowSender = net.IPv4(127, 0, 0, 7)

// A drip is a request whose body comes byte by byte.
type drip struct{ ended chan error }

// drips sends a byte each tenth of a second until the server hangs up.
func (h *hosted) drips(lines, body string) *drip {
	conn := h.dial(slowSender)
	d := &drip{make(chan error, 1)}
	whole := h.asking(lines, body)
	head := len(whole) - len(body)
	go func() {
		_, err := io.WriteString(conn, whole[:head])
		for ; err == nil && head < len(whole); head++ {
			time.Sleep(100 * time.Millisecond)
			_, err = io.WriteString(conn, whole[head:head+1])
		}
		d.ended <- err
	}()
	return d
}

// ends waits until the server has hung up on it.
func (d *drip) ends(t *testing.T) {
	select {
	case err := <-d.ended:
		if err == nil {
			t.Error("it was waited for")
		}
	case <-time.After(2 * patience):
		t.Error("it is waited for")
	}
}

// dial connects from another address of this computer.
func (h *hosted) dial(from net.IP) net.Conn {
	h.t.Helper()
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).Dial("tcp", h.address)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// from is what comes back to a request from another address of this computer.
func (h *hosted) from(address net.IP, request string) string {
	h.t.Helper()
	conn := h.dial(address)
	if _, err := io.WriteString(conn, request); err != nil {
		h.t.Fatal(err)
	}
	all, _ := io.ReadAll(conn)
	return string(all)
}

// uploadsThatNeverEnd keep the places of one sender for photos, as many as it tries. Who comes from elsewhere still has one.
func (h *hosted) uploadsThatNeverEnd() {
	kind, body := photoForm([]byte("no picture"))
	for range 20 {
		conn, err := net.Dial("tcp", h.address)
		if err != nil {
			h.t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, "POST /api/photos HTTP/1.1\r\nHost: localhost\r\n"+kind+"\r\nContent-Length: 100000\r\n\r\n"+body[:90]); err != nil {
			h.t.Fatal(err)
		}
	}
	await(h.t, "its places are not taken", func() bool {
		return strings.HasPrefix(h.raw(h.asking("POST /api/photos\n"+kind, body)), "HTTP/1.1 429")
	})
	if answer := h.from(net.IPv4(127, 0, 0, 9), h.asking("POST /api/photos\n"+kind, body)); !strings.Contains(answer, `"unreadable"`) {
		h.t.Errorf("another sender is answered %.300q", answer)
	}
}

// slowly opens many requests that never end. Others are answered meanwhile, and the server hangs up on the slow ones.
func (h *hosted) slowly() {
	var slow []net.Conn
	for range 200 {
		conn, err := net.Dial("tcp", h.address)
		if err != nil {
			h.t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nX-A:"); err != nil {
			h.t.Fatal(err)
		}
		slow = append(slow, conn)
	}
	if answer, err := http.Get("http://" + h.address + "/healthz"); err != nil || answer.StatusCode != http.StatusOK {
		h.t.Errorf("others are not answered: %v", err)
	} else {
		answer.Body.Close()
	}
	for _, conn := range slow {
		if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
			h.t.Fatal(err)
		}
		var late net.Error
		if _, err := io.Copy(io.Discard, conn); errors.As(err, &late) && late.Timeout() {
			h.t.Fatal("a request that never ends is waited for")
		}
	}
}

// guess tries PINs until none counts any more: then the right one does not either.
func (h *hosted) guess() {
	try := func(text string) string {
		return strings.Fields(h.raw(h.asking("POST /host"+asForm, "pin="+text)) + " ? ?")[1]
	}
	for n := range 100 {
		if status := try(fmt.Sprint(100000 + n)); status == "429" {
			break
		} else if status == "303" || n == 99 {
			h.t.Fatalf("guess %d is answered %s", n+1, status)
		}
	}
	if status := try(pin); status != "429" {
		h.t.Errorf("after too many guesses the right one is answered %s", status)
	}
	if got := h.raw(h.asking("POST /join"+asForm, "code=222222")); !strings.HasPrefix(got, "HTTP/1.1 403") {
		h.t.Errorf("a code is answered %.100s", got)
	}
	if got := h.raw(h.asking("GET /j/1/%KEY", "")); !strings.HasPrefix(got, "HTTP/1.1 303") {
		h.t.Errorf("the host's link is answered %.100s", got)
	}
}
