package source

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/vision/netcam"
	"tilewatch/vision/v4l"
)

func addressOf(t *testing.T, text string) stream {
	t.Helper()
	address, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return stream{address: address}
}

func TestACamerasPortIsItsSchemesUnlessItSaysOtherwise(t *testing.T) {
	for address, want := range map[string]string{
		"http://192.168.1.20/video":        "192.168.1.20:80",
		"https://camera/video":             "camera:443",
		"rtsp://camera/live":               "camera:554",
		"rtsps://camera/live":              "camera:322",
		"http://camera:8080/video":         "camera:8080",
		"rtsp://ana:secret@camera/live":    "camera:554",
		"rtsp://ana:secret@camera:10/live": "camera:10",
		"http://[fe80::1]/video":           "[fe80::1]:80",
		"http://[fe80::1]:8080/video":      "[fe80::1]:8080",
	} {
		if got := netcam.HostPort(addressOf(t, address).address); got != want {
			t.Errorf("%s is knocked at %s, want %s", address, got, want)
		}
	}
}

func deviceAt(name, path string) *device {
	return &device{Camera: v4l.Camera{Host: v4l.This(), Name: name, Path: path}, width: 640, height: 480}
}

func TestANameShowsNoPassword(t *testing.T) {
	if got := addressOf(t, "rtsp://ana:secret@camera/live").String(); strings.Contains(got, "secret") || !strings.Contains(got, "camera/live") {
		t.Errorf("the camera is called %s", got)
	}
	if got := deviceAt("0", "/dev/video0").String(); got != "0" {
		t.Errorf("the camera is called %s, want it as the user called it", got)
	}
}

func TestTheReasonIsTheInnermostError(t *testing.T) {
	refused := errors.New("connection refused")
	for name, err := range map[string]error{
		"bare":    refused,
		"wrapped": fmt.Errorf("dial tcp 10.0.0.1:80: %w", fmt.Errorf("connect: %w", refused)),
		"network": &net.OpError{Op: "dial", Err: refused},
	} {
		if got := netcam.Cause(err); !errors.Is(got, refused) {
			t.Errorf("%s: %v, want %v", name, got, refused)
		}
	}
}

func TestAMissingDeviceNamesTheOthers(t *testing.T) {
	missing := deviceAt("7", filepath.Join(t.TempDir(), "video7"))
	grabber, err := missing.connect()
	if err == nil {
		grabber.Close()
		t.Fatal("a device that is not there was opened")
	}
	if got := err.Error(); !strings.Contains(got, `camera "7" not found`) || !strings.Contains(got, "plug") {
		t.Errorf("got %q, want it not found, and what to plug in", got)
	}
}

func TestAFileThatIsNoDeviceGivesNoPictures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "video0")
	if err := os.WriteFile(path, []byte("no camera"), 0o600); err != nil {
		t.Fatal(err)
	}
	grabber, err := deviceAt("0", path).connect()
	if err == nil {
		grabber.Close()
		t.Fatal("a text was opened as a camera")
	}
	if !strings.Contains(err.Error(), "gives no pictures: ") || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want the device's path and a remedy", err)
	}
}

func TestAFolderInPlaceOfADeviceNamesTheRemedy(t *testing.T) {
	_, err := deviceAt("0", t.TempDir()).connect()
	if err == nil || !strings.Contains(err.Error(), "reconnect it") {
		t.Errorf("got %v, want the remedy", err)
	}
}

func TestAnAnswerWithoutVideoIsAnotherErrorThanNoAnswer(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>no video here</html>") }))
	defer page.Close()
	for name, c := range map[string]struct{ address, want, not string }{
		"nobody listens":          {"http://ana:secret@" + nobodyListens + "/video", "does not answer: connection refused: check the address", "dial"},
		"a page":                  {strings.Replace(page.URL, "//", "//ana:secret@", 1) + "/video", "is a web page, not a video: look there for the video's own address", "does not answer"},
		"a page, asked over RTSP": {strings.Replace(page.URL, "http://", "rtsp://ana:secret@", 1), "answers but sends no video", "does not answer"},
	} {
		t.Run(name, func(t *testing.T) {
			grabber, err := addressOf(t, c.address).connect()
			if err == nil {
				grabber.Close()
				t.Fatal("it was taken for a camera")
			}
			got := err.Error()
			if !strings.Contains(got, c.want) || strings.Contains(got, c.not) || strings.Contains(got, "secret") {
				t.Errorf("got %q, want %q, and neither %q nor the password", got, c.want, c.not)
			}
		})
	}
}
