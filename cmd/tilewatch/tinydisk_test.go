package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// asTiny names a folder that the test binary, as a program, mounts a disk of half a megabyte at, which nobody else sees; asBarred
// says that the disk may not be written at first. asUnbarred names such a folder, for a second process to let it be written.
const (
	asTiny     = "TILEWATCH_TEST_TINY_DISK"
	asBarred   = "TILEWATCH_TEST_BARRED_DISK"
	asUnbarred = "TILEWATCH_TEST_UNBARRED_DISK"
)

const tinyKind, tinySize = "tmpfs", "size=512k"

// barring are a mount's flags.
func barring(barred bool) uintptr {
	if barred {
		return syscall.MS_RDONLY
	}
	return 0
}

// ontoTinyDisk mounts it.
func ontoTinyDisk() {
	if folder := os.Getenv(asUnbarred); folder != "" {
		if err := syscall.Mount("", folder, "", syscall.MS_REMOUNT, tinySize); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	folder := os.Getenv(asTiny)
	if folder == "" {
		return
	}
	err := syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, "")
	if err == nil {
		err = syscall.Mount(tinyKind, folder, tinyKind, barring(os.Getenv(asBarred) != ""), tinySize)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "no tiny disk:", err)
		os.Exit(3)
	}
}

// disk is where the data of one server lie. It can be full, and be barred from being written.
type disk struct {
	folder  string
	prepare func(*exec.Cmd)      // the server, before it starts
	seen    func(*hosted) string // where the test sees the disk of a server that runs
	fill    func(*hosted)        // takes its last byte
	free    func(*hosted)        // gives it back
	unbar   func(*hosted)        // lets it be written
	full    [2]string            // what the pages say of a full one, in English and Spanish
}

// newDisk is a real disk of half a megabyte wherever this system lets anybody mount one: for the server alone, which may ask for mounts of
// its own, else for all, which root may also where its root is no mount point (in a chroot). Where neither is allowed, a limit on the size of
// files and the permissions of the folder stand for it.
func newDisk(t *testing.T, barred bool) *disk {
	t.Helper()
	folder := t.TempDir()
	kinds := []struct {
		what string
		make func(*testing.T, string, bool) (*disk, error)
	}{{"a file system of the server's own", ownDisk}, {"a file system that all see", sharedDisk}, {"limits and permissions, no disk of its own", limitedDisk}}
	for _, kind := range kinds {
		d, err := kind.make(t, folder, barred)
		if err == nil {
			t.Logf("the disk is %s", kind.what)
			return d
		}
		t.Logf("not %s: %v", kind.what, err)
	}
	t.Fatal("no disk can be full or barred here")
	return nil
}

var fullDisk = [2]string{"disk is full", "el disco está lleno"}

// ownDisk is seen by the server alone: it has mounts of its own.
func ownDisk(t *testing.T, folder string, barred bool) (*disk, error) {
	own := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		own.Cloneflags |= syscall.CLONE_NEWUSER
		own.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		own.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	prepare := func(c *exec.Cmd) {
		c.SysProcAttr = own
		if c.Env = append(c.Env, asTiny+"="+folder); barred {
			c.Env = append(c.Env, asBarred+"=1")
		}
	}
	probe := program(t, "help")
	prepare(probe)
	if out, err := probe.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w %s", err, out)
	}
	seen := func(h *hosted) string { return fmt.Sprintf("/proc/%d/root%s", h.server.Process.Pid, folder) }
	unbar := func(h *hosted) { // as whoever looks after the computer would
		args := []string{"--mount", "--target", fmt.Sprint(h.server.Process.Pid)}
		if os.Getuid() != 0 {
			args = append(args, "--user", "--preserve-credentials")
		}
		self := program(t)
		enter := exec.Command("nsenter", append(args, self.Path)...)
		enter.Env = append(self.Env, asUnbarred+"="+folder)
		if out, err := enter.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return mounted(t, folder, prepare, seen, unbar), nil
}

// sharedDisk is seen by everybody until the test ends.
func sharedDisk(t *testing.T, folder string, barred bool) (*disk, error) {
	if err := syscall.Mount(tinyKind, folder, tinyKind, barring(barred), tinySize); err != nil {
		return nil, err
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	unbar := func(*hosted) {
		if err := syscall.Mount("", folder, "", syscall.MS_REMOUNT, tinySize); err != nil {
			t.Fatal(err)
		}
	}
	return mounted(t, folder, nil, func(*hosted) string { return folder }, unbar), nil
}

// mounted is a file system that is full when it has no byte left.
func mounted(t *testing.T, folder string, prepare func(*exec.Cmd), seen func(*hosted) string, unbar func(*hosted)) *disk {
	filler := func(h *hosted) string { return filepath.Join(seen(h), "filler") }
	return &disk{folder: folder, prepare: prepare, seen: seen, unbar: unbar, full: fullDisk,
		fill: func(h *hosted) { takeAll(t, filler(h)) },
		free: func(h *hosted) {
			if err := os.Remove(filler(h)); err != nil {
				t.Fatal(err)
			}
		}}
}

// takeAll lets the file have all that is left of its disk.
func takeAll(t *testing.T, name string) {
	t.Helper()
	for size := 64 << 10; size > 0; size /= 2 {
		for {
			file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			_, err = file.Write(make([]byte, size))
			if err = errors.Join(err, file.Close()); errors.Is(err, syscall.ENOSPC) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// limitedDisk is the folder itself: no file of the server's may grow any more, and nobody may write to the folder.
func limitedDisk(t *testing.T, folder string, barred bool) (*disk, error) {
	d := &disk{folder: folder, seen: func(*hosted) string { return folder }, full: [2]string{"disk has errors", "el disco tiene errores"},
		fill: func(h *hosted) { h.allowed("0") }, free: func(h *hosted) { h.allowed("unlimited") },
		unbar: func(*hosted) {
			if err := os.Chmod(folder, 0o700); err != nil {
				t.Fatal(err)
			}
		}}
	if !barred {
		return d, nil
	}
	if err := os.Chmod(folder, 0o500); err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o700) }) // the folder must be removed
	if os.Getuid() == 0 {
		d.prepare = withoutOverride
	}
	probe := exec.Command("mkdir", filepath.Join(folder, "probe"))
	if d.prepare != nil {
		d.prepare(probe)
	}
	if out, err := probe.CombinedOutput(); err == nil || !strings.Contains(string(out), "ermission denied") {
		return nil, fmt.Errorf("the folder's permissions do not count: %v %s", err, out)
	}
	return d, nil
}

// withoutOverride has root's program obey permissions.
func withoutOverride(c *exec.Cmd) {
	setpriv, err := exec.LookPath("setpriv")
	if err != nil {
		return // the probe will tell
	}
	c.Args = append([]string{"setpriv", "--bounding-set", "-dac_override", "--inh-caps", "-dac_override", c.Path}, c.Args[1:]...)
	c.Path = setpriv
}
