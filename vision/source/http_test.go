package source

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tilewatch/vision/netcam"
)

// cameraFile is a picture of one gray, as a file.
func cameraFile(t testing.TB, gray uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 96, 80))
	for i := range img.Pix {
		img.Pix[i] = gray ^ uint8(i%7) // no two pictures of a camera are equal, and none has a single gray
	}
	img.SetGray(0, 0, color.Gray{255})
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// cameraFiles are the files that a camera sends.
func cameraFiles(t testing.TB) (all [][]byte) {
	for i := range 8 {
		all = append(all, cameraFile(t, uint8(60+20*i)))
	}
	return all
}

// sends answers with these bytes, a piece at a time, over and over.
func sends(kind string, pieces ...any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if kind != "" {
			w.Header().Set("Content-Type", kind)
		} else {
			w.Header()["Content-Type"] = nil
		}
		for n := 0; r.Context().Err() == nil; n++ { // a camera does not hang up
			p := pieces[n%len(pieces)]
			if wait, is := p.(time.Duration); is {
				select {
				case <-time.After(wait):
				case <-r.Context().Done():
				}
				continue
			}
			fmt.Fprintf(w, "%s", p)
			w.(http.Flusher).Flush()
			time.Sleep(3 * time.Millisecond)
		}
	}
}

// around puts what a camera writes around its files.
func around(files [][]byte, before, after string) (pieces []any) {
	for _, f := range files {
		pieces = append(pieces, strings.ReplaceAll(before, "LENGTH", fmt.Sprint(len(f))), f, after)
	}
	return pieces
}

// snapshots answers each request with one of the files.
func snapshots(files [][]byte, before, after, kind string) http.HandlerFunc {
	n := 0
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		fmt.Fprintf(w, "%s%s%s", before, files[n%len(files)], after)
		n++
	}
}

func TestCamerasSendPicturesInTheirOwnWays(t *testing.T) {
	t.Parallel()
	files := cameraFiles(t)
	const mixed = "multipart/x-mixed-replace; boundary="
	head := "Content-Type: image/jpeg\r\nContent-Length: LENGTH\r\n\r\n"
	broken := append([][]byte{files[0][:len(files[0])/2], files[0]}, files[1:]...)
	thumbnail := bytes.Clone(files[1])
	withThumbnail := append(append([]byte("\xff\xd8\xff\xe1"), byte((len(thumbnail)+2)>>8), byte(len(thumbnail)+2)), append(thumbnail, files[0][2:]...)...)
	for name, camera := range map[string]http.HandlerFunc{
		"as the standard says":           sends(mixed+"frame", around(files, "--frame\r\n"+head, "\r\n")...),
		"a boundary in quotes":           sends(mixed+`"--frame"`, around(files, "--frame\r\n"+head, "\r\n")...),
		"another boundary than it says":  sends(mixed+"frame", around(files, "--ThisRandomString\r\n"+head, "\r\n")...),
		"no boundary before the first":   sends(mixed+"frame", around(files, head, "\r\n--frame\r\n")...),
		"no boundary at all":             sends(mixed+"frame", around(files, head, "")...),
		"lines without a return":         sends(mixed+"frame", around(files, "--frame\nContent-Type: image/jpeg\n\n", "\n")...),
		"a wrong length":                 sends(mixed+"frame", around(files, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 17\r\n\r\n", "\r\n")...),
		"texts between":                  sends(mixed+"frame", around(files, "--frame\r\nContent-Type: text/plain\r\n\r\n21 degrees\r\n--frame\r\n"+head, "\r\n")...),
		"a picture broken off":           sends(mixed+"frame", around(broken, "--frame\r\n"+head, "\r\n")...),
		"a thumbnail inside":             sends(mixed+"frame", around(append([][]byte{withThumbnail}, files...), "--frame\r\n"+head, "\r\n")...),
		"no type":                        sends("", around(files, "--frame\r\n"+head, "\r\n")...),
		"files without anything between": sends("video/x-motion-jpeg", around(files, "", "")...),
		"files called a picture":         sends("image/jpeg", around(files, "", "")...),
		"slowly":                         sends(mixed+"frame", "--frame\r\n", 900*time.Millisecond, files[0], files[1], 900*time.Millisecond, files[2], files[3]),
		"one for each request":           snapshots(files, "", "", "image/jpeg"),
		"one, called anything":           snapshots(files, "", "", "application/octet-stream"),
		"one, as if more would follow":   snapshots(files, "--frame\r\nContent-Type: image/jpeg\r\n\r\n", "\r\n--frame--", mixed+"frame"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(camera)
			t.Cleanup(server.Close)
			seesPictures(t, server.URL+"/video")
		})
	}
}

// seesPictures reads three pictures that differ.
func seesPictures(t *testing.T, address string) {
	t.Helper()
	source, err := Open(address, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for n := range 3 {
		frame, err := source.Next(ctx)
		if err != nil {
			t.Fatalf("picture %d: %v", n, err)
		}
		if frame.Mat.Cols() != 96 || frame.Mat.Rows() != 80 {
			t.Fatalf("picture %d: %dx%d", n, frame.Mat.Cols(), frame.Mat.Rows())
		}
	}
}

func TestACameraMayStandBehindAnotherAddress(t *testing.T) {
	t.Parallel()
	camera := snapshots(cameraFiles(t), "", "", "image/jpeg")
	mux := http.NewServeMux()
	mux.Handle("/shot.jpg", camera)
	mux.Handle("/", http.RedirectHandler("/shot.jpg", http.StatusFound))
	server := httptest.NewTLSServer(mux) // which signs its certificate itself
	t.Cleanup(server.Close)
	seesPictures(t, server.URL)
}

// guardedBy lets in who knows the password: openly, or by digest (RFC 7616).
func guardedBy(name, password string, byDigest bool, camera http.Handler) http.Handler {
	sum := func(s string) string { h := md5.Sum([]byte(s)); return hex.EncodeToString(h[:]) }
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, secret, open := r.BasicAuth()
		asked := `Basic realm="camera"`
		if byDigest {
			asked = `Digest realm="camera", nonce="n1", qop="auth", algorithm=MD5`
			said := map[string]string{}
			for _, part := range strings.Split(strings.TrimPrefix(r.Header.Get("Authorization"), "Digest "), ", ") {
				key, value, _ := strings.Cut(part, "=")
				said[key] = strings.Trim(value, `"`)
			}
			want := sum(strings.Join([]string{sum(name + ":camera:" + password), "n1", said["nc"], said["cnonce"], "auth", sum("GET:" + said["uri"])}, ":"))
			given, secret, open = name, password, said["response"] == want
		}
		if !open || given != name || secret != password {
			w.Header().Set("WWW-Authenticate", asked)
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		camera.ServeHTTP(w, r)
	})
}

// TestAPasswordMayStandAsItIs has passwords of all marks that an address gives a meaning, as they are and encoded.
func TestAPasswordMayStandAsItIs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(81, 1))
	camera := snapshots(cameraFiles(t), "", "", "image/jpeg")
	for n := range 24 {
		marks := []rune("ab1@#/?%:&= +ä")
		secret := "x"
		for range 6 {
			secret += string(marks[r.IntN(len(marks))])
		}
		server := httptest.NewServer(guardedBy("ana", secret, n%2 == 0, camera))
		host := strings.TrimPrefix(server.URL, "http://")
		for _, written := range []string{secret, url.PathEscape(secret)} {
			address, err := netcam.Parse("http://ana:" + written + "@" + host + "/shot.jpg")
			if err != nil {
				if !strings.ContainsAny(secret, "@/?#") || strings.Contains(err.Error(), secret) {
					t.Errorf("%q: %v", written, err)
				}
				continue // an address that may mean something else is asked for in another form
			}
			if strings.Contains(written, "%") && written == secret && address.User.String() != "ana:"+url.PathEscape(secret) {
				continue // what it says encoded is another password
			}
			grabber, err := stream{address: address}.capture()
			if err != nil {
				t.Errorf("%q: %v", written, err)
				continue
			}
			grabber.Close()
		}
		grabber, err := stream{address: &url.URL{Scheme: "http", Host: host, Path: "/", User: url.UserPassword("ana", "other")}}.capture()
		if err == nil {
			grabber.Close()
			t.Error("another password opens it")
		} else if !strings.Contains(err.Error(), "asks for another name and password (401)") || strings.Contains(err.Error(), "other@") {
			t.Error(err)
		}
		server.Close()
	}
}

func TestWhatIsNoCameraIsCalledWhatItIs(t *testing.T) {
	t.Parallel()
	mixed := "multipart/x-mixed-replace; boundary=frame"
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"a login":           {sends("text/html", "<!DOCTYPE html><form>"), "is a web page, not a video"},
		"a page of no type": {sends("", "\n<HTML>"), "is a web page, not a video"},
		"nothing there":     {http.NotFound, `has nothing at "/video" (404)`},
		"not for us":        {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", http.StatusForbidden) }, "(403)"},
		"busy":              {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", http.StatusServiceUnavailable) }, "answers 503 Service Unavailable: restart it"},
		"round and round":   {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/video", http.StatusFound) }, "stopped after 10 redirects"},
		"silence":           {sends(mixed, "--frame\r\n"), "sends no picture"},
		"it hangs up":       {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", mixed) }, "sends no picture"},
		"noise":             {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", mixed); noise(w) }, "sends no picture"},
		"text":              {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") }, "sends no video"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(c.answer)
			t.Cleanup(server.Close)
			source, err := Open(server.URL+"/video", Options{})
			if err == nil {
				source.Close()
				t.Fatal("it was taken for a camera")
			}
			if !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), `camera "http`) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func noise(w io.Writer) {
	for range 80 {
		if _, err := w.Write(bytes.Repeat([]byte("\xff\x00noise"), 1<<17)); err != nil {
			return
		}
	}
}
