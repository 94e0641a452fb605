package v4l

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"unsafe"
)

// The kernel's structures have these sizes; the numbers of the questions contain them.
func TestTheStructuresAreTheKernels(t *testing.T) {
	for name, c := range map[string]struct {
		size     uintptr
		question uint
	}{
		"capability": {unsafe.Sizeof(capabilities{}), queryCap}, "format": {unsafe.Sizeof(format{}), enumFormats},
		"frame size": {unsafe.Sizeof(frameSize{}), enumSizes}, "interval": {unsafe.Sizeof(interval{}), enumIntervals},
	} {
		if want := uintptr(c.question >> 16 & 0x3fff); c.size != want {
			t.Errorf("%s has %d bytes, want %d", name, c.size, want)
		}
	}
	var q frameSize
	if at := unsafe.Offsetof(q.Numbers); at != 12 {
		t.Errorf("a size begins at %d, want 12", at)
	}
	var i interval
	if at := unsafe.Offsetof(i.Numbers); at != 20 {
		t.Errorf("an interval begins at %d, want 20", at)
	}
}

func TestWhatIsNoCameraIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{file: ErrNoCamera, "/dev/null": ErrNoCamera, "/dev/video987": fs.ErrNotExist} {
		if _, err := This().Open(path); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
	if name := This().Name("/dev/video987"); name != "" {
		t.Errorf("a device that is not there is called %q", name)
	}
}

func TestEveryDeviceOfThisComputerCanBeAsked(t *testing.T) {
	for _, path := range This().Devices() {
		d, err := This().Open(path)
		if err == nil {
			t.Logf("%s is %q, %v", path, d.Name, d.Modes)
		} else if !errors.Is(err, ErrNoCamera) && !errors.Is(err, fs.ErrPermission) {
			t.Error(err)
		}
	}
}

func TestFourCC(t *testing.T) {
	if got := fourCC(0x47504a4d); got != "MJPG" {
		t.Errorf("got %q", got)
	}
	if got := (Mode{"MJPG", 1920, 1080, 30}).String(); got != "MJPG 1920x1080 at 30 a second" {
		t.Errorf("got %q", got)
	}
}
