package input

import (
	"testing"
)

func TestCameraNames(t *testing.T) {
	for source, want := range map[string]string{
		"http://user:secret@10.0.0.7:8080/video": "http://10.0.0.7:8080/video", "rtsp://cam/live": "rtsp://cam/live", "/dev/video987": "/dev/video987", "987": "/dev/video987",
		"film.mp4": "", "7.mp4": "", "": "",
	} {
		if got := CameraName(source); got != want {
			t.Errorf("%q is kept as %q, want %q", source, got, want)
		}
	}
}
