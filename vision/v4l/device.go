// Package v4l lists the camera devices of a Linux computer with their names, picture sizes and rates, without taking a
// picture (Video4Linux 2). Devices finds them, Open asks one for its Modes. A Camera is one of them, wherever it is plugged in.
package v4l

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Mode is one picture format, size and rate of a camera.
type Mode struct {
	Format        string // the driver's four letters: MJPG, YUYV
	Width, Height int
	FPS           float64 // the fastest
}

func (m Mode) String() string {
	return fmt.Sprintf("%s %dx%d at %.0f a second", m.Format, m.Width, m.Height, m.FPS)
}

// Device is a camera.
type Device struct {
	Path  string // like /dev/video0
	Name  string // the maker's name
	Bus   string // where it is plugged in
	Modes []Mode // largest pictures first
}

// ErrNoCamera is the error of a device without pictures: webcams have a second device for metadata.
var ErrNoCamera = errors.New("gives no pictures")

// Host is a computer: its files, and how its kernel is asked.
type Host struct {
	Root string // "/"
	ask  func(f *os.File, what uint, into unsafe.Pointer) error
}

// This is the computer that the program runs on.
func This() Host { return Host{"/", ioctl} }

// Devices are the computer's video devices, by number.
func (h Host) Devices() []string {
	found, _ := filepath.Glob(filepath.Join(h.Root, "dev/video*")) // fails only on a bad pattern
	for i := range found {
		found[i] = filepath.Join("/dev", filepath.Base(found[i]))
	}
	number := func(path string) int {
		n, err := strconv.Atoi(strings.TrimPrefix(path, "/dev/video"))
		if err != nil {
			return 1 << 20
		}
		return n
	}
	slices.SortFunc(found, func(a, b string) int { return number(a) - number(b) })
	return found
}

// Name is the camera's name from sysfs, without opening the device; empty if there is none.
func (h Host) Name(path string) string {
	if real, err := filepath.EvalSymlinks(filepath.Join(h.Root, path)); err == nil { // /dev/v4l/by-id has links
		path = real
	}
	name, err := os.ReadFile(filepath.Join(h.Root, "/sys/class/video4linux", filepath.Base(path), "name"))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(name))
}

// Numbers from <linux/videodev2.h>.
const (
	queryCap       = 0x80685600
	enumFormats    = 0xc0405602
	enumSizes      = 0xc02c564a
	enumIntervals  = 0xc034564b
	captures       = 0x00000001 // V4L2_CAP_VIDEO_CAPTURE
	hasDeviceCaps  = 0x80000000
	captureType    = 1
	discrete       = 1
	mostEnumerated = 64
)

type capabilities struct {
	Driver       [16]byte
	Card         [32]byte
	Bus          [32]byte
	Version      uint32
	Capabilities uint32
	DeviceCaps   uint32
	_            [3]uint32
}

type format struct {
	Index, Type, Flags uint32
	Description        [32]byte
	Pixel              uint32
	_                  [4]uint32
}

type frameSize struct {
	Index, Pixel, Type uint32
	// Width and height if the size is discrete; else least, greatest and step of the width, then of the height.
	Numbers [6]uint32
	_       [2]uint32
}

type interval struct {
	Index, Pixel, Width, Height, Type uint32
	Numbers                           [6]uint32 // seconds as a fraction; the shortest comes first
	_                                 [2]uint32
}

// Open asks a device for its modes and closes it. The error wraps ErrNoCamera if the device gives no pictures,
// or the file system's error: fs.ErrPermission, fs.ErrNotExist.
func (h Host) Open(path string) (*Device, error) {
	f, err := os.OpenFile(filepath.Join(h.Root, path), os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var c capabilities
	if err := h.ask(f, queryCap, unsafe.Pointer(&c)); errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EBUSY) {
		return nil, err
	} else if err != nil {
		return nil, fmt.Errorf("%s %w: %w", path, ErrNoCamera, err)
	}
	can := c.Capabilities
	if can&hasDeviceCaps != 0 {
		can = c.DeviceCaps
	}
	if can&captures == 0 {
		return nil, fmt.Errorf("%s %w", path, ErrNoCamera)
	}
	d := &Device{Path: path, Name: cString(c.Card[:]), Bus: cString(c.Bus[:])}
	for i := range uint32(mostEnumerated) {
		q := format{Index: i, Type: captureType}
		if h.ask(f, enumFormats, unsafe.Pointer(&q)) != nil {
			break
		}
		d.Modes = append(d.Modes, h.sizes(f, q.Pixel)...)
	}
	slices.SortStableFunc(d.Modes, func(a, b Mode) int { return b.Width*b.Height - a.Width*a.Height })
	return d, nil
}

func (h Host) sizes(f *os.File, pixel uint32) (modes []Mode) {
	for i := range uint32(mostEnumerated) {
		q := frameSize{Index: i, Pixel: pixel}
		if h.ask(f, enumSizes, unsafe.Pointer(&q)) != nil {
			break
		}
		width, height := q.Numbers[0], q.Numbers[1]
		if q.Type != discrete { // stepwise or continuous: take the greatest
			width, height = q.Numbers[1], q.Numbers[4]
		}
		modes = append(modes, Mode{Format: fourCC(pixel), Width: int(width), Height: int(height), FPS: h.fastest(f, pixel, width, height)})
		if q.Type != discrete {
			break
		}
	}
	return modes
}

func (h Host) fastest(f *os.File, pixel, width, height uint32) (fps float64) {
	for i := range uint32(mostEnumerated) {
		q := interval{Index: i, Pixel: pixel, Width: width, Height: height}
		if h.ask(f, enumIntervals, unsafe.Pointer(&q)) != nil {
			break
		}
		if q.Numbers[0] > 0 {
			fps = max(fps, float64(q.Numbers[1])/float64(q.Numbers[0]))
		}
		if q.Type != discrete {
			break
		}
	}
	return fps
}

func ioctl(f *os.File, what uint, into unsafe.Pointer) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), uintptr(what), uintptr(into)); errno != 0 {
		if errno == unix.EACCES || errno == unix.EPERM {
			return fs.ErrPermission
		}
		return errno
	}
	return nil
}

func cString(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	return strings.TrimSpace(string(b))
}

func fourCC(v uint32) string {
	return strings.TrimSpace(string([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v>>24) & 0x7f}))
}
