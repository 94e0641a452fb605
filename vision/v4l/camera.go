package v4l

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Camera is a device as its user named it.
type Camera struct {
	Host
	Name, Path string
	was        *Device // when it was last found
}

// Choose is where the camera is plugged in now, and the mode that is nearest to the pictures wanted; told says so if it is another one.
func (c *Camera) Choose(width, height int) (path string, mode Mode, told string, err error) {
	d, err := c.find()
	if err != nil {
		return "", mode, "", err
	}
	if mode = d.Best(width, height); mode.Width == 0 { // it does not say what it has
		mode = Mode{"MJPG", width, height, Enough}
	}
	if mode.Width != width || mode.Height != height || mode.FPS < Enough {
		told = fmt.Sprintf("camera %q gives %s: that is the nearest to %dx%d that it offers", c.Name, mode, width, height)
	}
	return d.Path, mode, told, nil
}

// find is the camera, where it is plugged in now: one that was unplugged may come back under another number. The error names the remedy.
func (c *Camera) find() (*Device, error) {
	d, err := c.Open(c.Path)
	gone := errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNoCamera)
	if c.was != nil && (gone || err == nil && d.Name != c.was.Name) {
		d, err = c.again()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("camera %q not found: %s", c.Name, c.alternatives())
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("camera %q (%s): no permission: run \"sudo usermod -aG video $USER\" and log in again", c.Name, c.Path)
	case errors.Is(err, unix.EBUSY):
		return nil, c.Busy(c.Path)
	case errors.Is(err, ErrNoCamera):
		return nil, fmt.Errorf("camera %q (%s) gives no pictures: %s", c.Name, c.Path, c.alternatives())
	case err != nil:
		return nil, fmt.Errorf("cannot open camera %q (%s): %w: reconnect it", c.Name, c.Path, err)
	}
	c.was = d
	return d, nil
}

// again looks for the camera under other numbers: at the same plug, or the only one of its name.
func (c *Camera) again() (*Device, error) {
	var named []*Device
	for _, path := range c.Devices() {
		if d, err := c.Open(path); err == nil && d.Name == c.was.Name {
			if d.Bus == c.was.Bus {
				return d, nil
			}
			named = append(named, d)
		}
	}
	if len(named) != 1 {
		return nil, fs.ErrNotExist
	}
	return named[0], nil
}

// alternatives names the cameras that this computer has.
func (c *Camera) alternatives() string {
	var found []string
	for _, path := range c.Devices() {
		if d, err := c.Open(path); err == nil {
			found = append(found, fmt.Sprintf("%s (%s)", path, d.Name))
		}
	}
	if len(found) == 0 {
		return "no camera is connected; plug one in, or give a film or an address like http://camera/video"
	}
	return "plug it in, or use one of " + strings.Join(found, ", ")
}

// Busy is the error of a camera that does not start, with the programs that have it open.
func (c *Camera) Busy(path string) error {
	remedy := "close other programs that use it; if it has several devices, try the next one"
	if users := c.users(path); len(users) > 0 {
		remedy = "close what uses it, " + strings.Join(users, ", ")
	}
	return fmt.Errorf("cannot open camera %q (%s): %s", c.Name, path, remedy)
}

// users are the programs that have a device open, as far as we may know: those of others only root sees.
func (c *Camera) users(path string) (found []string) {
	device, err := filepath.EvalSymlinks(filepath.Join(c.Root, path))
	if err != nil {
		return nil
	}
	open, _ := filepath.Glob(filepath.Join(c.Root, "proc/[0-9]*/fd/*")) // fails only on a bad pattern
	for _, file := range open {
		process := filepath.Dir(filepath.Dir(file))
		if to, err := os.Readlink(file); err != nil || to != device || filepath.Base(process) == fmt.Sprint(os.Getpid()) {
			continue
		}
		name, _ := os.ReadFile(filepath.Join(process, "comm")) // without a name it has its number
		if user := fmt.Sprintf("%s (process %s)", strings.TrimSpace(string(name)), filepath.Base(process)); !slices.Contains(found, user) {
			found = append(found, user)
		}
	}
	return found
}

// decoded are the formats that become color pictures, as far as OpenCV knows them.
var decoded = []string{"MJPG", "JPEG", "YUYV", "UYVY", "NV12", "NV21", "YU12", "YV12", "RGB3", "BGR3"}

// Enough is how many pictures a second a camera should give.
const Enough = 10.0

// Best is the mode whose pictures are nearest to the size, among those with enough pictures a second, or with most where none has; of two the quicker
// one. The zero Mode: the device offers none that can be read.
func (d *Device) Best(width, height int) (best Mode) {
	usable, most := []Mode{}, 0.0
	for _, m := range d.Modes {
		if slices.Contains(decoded, m.Format) && m.Width > 0 && m.Height > 0 {
			usable, most = append(usable, m), max(most, m.FPS)
		}
	}
	off := func(m Mode) float64 { return math.Abs(math.Log(float64(m.Width*m.Height) / float64(width*height))) }
	for _, m := range usable {
		if m.FPS < min(most, Enough) {
			continue
		}
		if gap := off(m) - off(best); best.Width == 0 || gap < 0 || gap == 0 && m.FPS > best.FPS {
			best = m
		}
	}
	return best
}
