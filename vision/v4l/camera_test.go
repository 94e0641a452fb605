package v4l

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// answers are what the driver of a device says, as recorded from devices.
type answers struct {
	name, bus string
	metadata  bool // it is a webcam's second device
	modes     []Mode
	steps     bool // its sizes are a range, not a list
	fails     error
}

// The cameras of the tests: a webcam with MJPEG, one of USB 2 without it, a capture card, a range of sizes, an infrared camera.
var (
	c920 = answers{name: "HD Pro Webcam C920", bus: "usb-0000:00:14.0-1", modes: []Mode{
		{"YUYV", 640, 480, 30}, {"YUYV", 1280, 720, 10}, {"YUYV", 1920, 1080, 5}, {"YUYV", 2304, 1536, 2}, {"H264", 1920, 1080, 30},
		{"MJPG", 640, 480, 30}, {"MJPG", 1280, 720, 30}, {"MJPG", 1920, 1080, 30}}}
	cheap  = answers{name: "USB Camera", bus: "usb-0000:00:14.0-2", modes: []Mode{{"YUYV", 640, 480, 30}, {"YUYV", 1280, 720, 10}, {"YUYV", 1920, 1080, 5}}}
	slow   = answers{name: "Document Camera", bus: "usb-0000:00:14.0-3", modes: []Mode{{"NV12", 1920, 1080, 5}, {"NV12", 3264, 2448, 2}}}
	card   = answers{name: "HDMI Capture", bus: "usb-0000:00:14.0-4", modes: []Mode{{"NV12", 1920, 1080, 60}}, steps: true}
	night  = answers{name: "IR Camera", bus: "usb-0000:00:14.0-5", modes: []Mode{{"GREY", 640, 360, 30}, {"H264", 1920, 1080, 30}}}
	second = answers{name: c920.name, bus: c920.bus, metadata: true}
)

// computer has these devices, by the numbers of their files.
func computer(t *testing.T, devices map[string]*answers) Host {
	t.Helper()
	h := Host{Root: t.TempDir()}
	if err := os.MkdirAll(filepath.Join(h.Root, "dev"), 0o755); err != nil {
		t.Fatal(err)
	}
	for number := range devices {
		plug(t, h, number)
	}
	h.ask = func(f *os.File, what uint, into unsafe.Pointer) error {
		a := devices[strings.TrimPrefix(filepath.Base(f.Name()), "video")]
		if a == nil || a.fails != nil {
			return a.fails
		}
		return a.answer(what, into)
	}
	return h
}

// plug gives the computer a device's file.
func plug(t *testing.T, h Host, number string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(h.Root, "dev/video"+number), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func code(format string) uint32 { return binary.LittleEndian.Uint32([]byte(format)) }

// answer fills in the kernel's structures.
func (a *answers) answer(what uint, into unsafe.Pointer) error {
	var formats []string
	for _, m := range a.modes {
		if !slices.Contains(formats, m.Format) {
			formats = append(formats, m.Format)
		}
	}
	of := func(pixel uint32, w, h int) (found []Mode) {
		for _, m := range a.modes {
			if code(m.Format) == pixel && (w == 0 || m.Width == w && m.Height == h) {
				found = append(found, m)
			}
		}
		return found
	}
	switch what {
	case queryCap:
		c := (*capabilities)(into)
		copy(c.Card[:], a.name)
		copy(c.Bus[:], a.bus)
		c.Capabilities, c.DeviceCaps = captures|hasDeviceCaps, captures
		if a.metadata {
			c.DeviceCaps = 0x00800000
		}
		return nil
	case enumFormats:
		if q := (*format)(into); int(q.Index) < len(formats) {
			q.Pixel = code(formats[q.Index])
			return nil
		}
	case enumSizes:
		q := (*frameSize)(into)
		if found := of(q.Pixel, 0, 0); int(q.Index) < len(found) {
			m := found[q.Index]
			q.Type, q.Numbers = discrete, [6]uint32{uint32(m.Width), uint32(m.Height)}
			if a.steps {
				q.Type, q.Numbers = 3, [6]uint32{64, uint32(m.Width), 2, 64, uint32(m.Height), 2}
			}
			return nil
		}
	case enumIntervals:
		q := (*interval)(into)
		if found := of(q.Pixel, int(q.Width), int(q.Height)); int(q.Index) < len(found) {
			q.Type, q.Numbers = discrete, [6]uint32{1, uint32(found[q.Index].FPS)}
			return nil
		}
	}
	return unix.EINVAL
}

func TestTheNearestPicturesAreTaken(t *testing.T) {
	for name, c := range map[string]struct {
		from          *answers
		width, height int
		want          string
	}{
		"as wanted, and fast":               {&c920, 1920, 1080, "MJPG 1920x1080 at 30 a second"},
		"fast ones before large ones":       {&cheap, 1920, 1080, "YUYV 1280x720 at 10 a second"},
		"none is fast":                      {&slow, 1280, 720, "NV12 1920x1080 at 5 a second"},
		"a range":                           {&card, 1280, 720, "NV12 1920x1080 at 60 a second"},
		"smaller than any":                  {&c920, 320, 240, "YUYV 640x480 at 30 a second"},
		"larger than any":                   {&c920, 3840, 2160, "MJPG 1920x1080 at 30 a second"},
		"none that becomes a color picture": {&night, 640, 360, "MJPG 640x360 at 10 a second"},
	} {
		h := computer(t, map[string]*answers{"0": c.from})
		camera := Camera{Host: h, Name: "0", Path: "/dev/video0"}
		path, got, told, err := camera.Choose(c.width, c.height)
		if err != nil || path != "/dev/video0" || got.String() != c.want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
		}
		if asWanted := got.Width == c.width && got.Height == c.height && got.FPS >= Enough; asWanted != (told == "") || !asWanted && !strings.Contains(told, got.String()) {
			t.Errorf("%s: told %q", name, told)
		}
	}
}

// TestACameraIsFoundWhereItIsPluggedIn has a camera that is known, and what is plugged in when it is looked for again.
func TestACameraIsFoundWhereItIsPluggedIn(t *testing.T) {
	twin, elsewhere := c920, c920
	twin.bus, elsewhere.bus = "usb-0000:00:14.0-7", "usb-0000:00:14.0-8"
	for name, c := range map[string]struct {
		now  map[string]*answers
		want string // the device's path, or a part of the error
	}{
		"where it was":                        {map[string]*answers{"0": &c920, "1": &second}, "/dev/video0"},
		"under another number":                {map[string]*answers{"2": &c920, "3": &second}, "/dev/video2"},
		"another camera has its number":       {map[string]*answers{"0": &cheap, "2": &c920}, "/dev/video2"},
		"at another plug":                     {map[string]*answers{"4": &elsewhere}, "/dev/video4"},
		"beside another of its make":          {map[string]*answers{"2": &twin, "4": &c920}, "/dev/video4"},
		"one of two of its make, who knows":   {map[string]*answers{"2": &twin, "4": &elsewhere}, `camera "0" not found: plug it in, or use one of /dev/video2 (HD Pro Webcam C920), /dev/video4 (HD Pro`},
		"nowhere":                             {map[string]*answers{}, "no camera is connected"},
		"only its second device":              {map[string]*answers{"1": &second}, "no camera is connected"},
		"the number is of another one's data": {map[string]*answers{"0": &second, "2": &c920}, "/dev/video2"},
		"somebody uses it":                    {map[string]*answers{"0": {fails: unix.EBUSY}}, `cannot open camera "0" (/dev/video0): close other programs`},
		"not for us":                          {map[string]*answers{"0": {fails: os.ErrPermission}}, "no permission: run "},
	} {
		camera := Camera{Host: computer(t, map[string]*answers{"0": &c920}), Name: "0", Path: "/dev/video0"}
		if _, err := camera.find(); err != nil {
			t.Fatal(err)
		}
		camera.Host = computer(t, c.now)
		d, err := camera.find()
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = d.Path
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestASecondDeviceNamesTheFirst(t *testing.T) {
	camera := Camera{Host: computer(t, map[string]*answers{"0": &c920, "1": &second}), Name: "1", Path: "/dev/video1"}
	if _, err := camera.find(); err == nil || !strings.Contains(err.Error(), "gives no pictures: plug it in, or use one of /dev/video0 (HD Pro Webcam C920)") {
		t.Error(err)
	}
}

func TestACameraHasItsNameByEveryLinkToIt(t *testing.T) {
	h := computer(t, map[string]*answers{"2": &c920})
	const byID = "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_1-video-index0"
	class := filepath.Join(h.Root, "sys/class/video4linux/video2")
	for _, folder := range []string{class, filepath.Join(h.Root, "dev/v4l/by-id")} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(class, "name"), []byte("HD Pro Webcam C920\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../video2", filepath.Join(h.Root, byID)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/dev/video2", byID} {
		if got := h.Name(path); got != c920.name {
			t.Errorf("%s is called %q", path, got)
		}
	}
}

func TestWhoUsesACameraIsNamed(t *testing.T) {
	h := computer(t, map[string]*answers{"0": &c920})
	for process, name := range map[string]string{"812": "obs", "900": "zoom"} {
		folder := filepath.Join(h.Root, "proc", process)
		if err := os.MkdirAll(filepath.Join(folder, "fd"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "comm"), []byte(name+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, fd := range []string{"3", "4"} {
			if err := os.Symlink(filepath.Join(h.Root, "dev/video0"), filepath.Join(folder, "fd", fd)); err != nil {
				t.Fatal(err)
			}
		}
	}
	camera := Camera{Host: h, Name: "0", Path: "/dev/video0"}
	if got, want := camera.Busy("/dev/video0").Error(), `cannot open camera "0" (/dev/video0): close what uses it, obs (process 812), zoom (process 900)`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := camera.Busy("/dev/video1").Error(); !strings.Contains(got, "close other programs") {
		t.Error(got)
	}
}
