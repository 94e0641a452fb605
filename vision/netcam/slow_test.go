package netcam

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"net"
	"net/http"
	"net/url"
	"testing"
	"testing/synctest"
	"time"
)

// TestASlowCameraIsWaitedFor has pictures some seconds apart, in the test's own time.
func TestASlowCameraIsWaitedFor(t *testing.T) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewRGBA(image.Rect(0, 0, 96, 80)), nil); err != nil {
		t.Fatal(err)
	}
	for apart, waits := range map[time.Duration]bool{time.Second / 15: true, 2 * time.Second: true, 3 * time.Second: true, 5 * time.Second: false} {
		synctest.Test(t, func(t *testing.T) {
			camera, err := open(&url.URL{Scheme: "http", Host: "camera", Path: "/video"}, dialer{connect: func(context.Context, string, string) (net.Conn, error) {
				here, there := net.Pipe()
				go func() {
					defer there.Close()
					if _, err := http.ReadRequest(bufio.NewReader(there)); err != nil {
						return
					}
					_, err := fmt.Fprint(there, "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n")
					for err == nil {
						_, err = fmt.Fprintf(there, "--b\r\n\r\n%s\r\n", file.Bytes())
						time.Sleep(apart)
					}
				}()
				return here, nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			if err := camera.Grab(4); (err == nil) != waits {
				t.Errorf("pictures %v apart: %v", apart, err)
			}
			if err := camera.Close(); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Minute) // until the camera notices that nobody listens
		})
	}
}
