package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestASecondSignalEndsTheProgram interrupts a program that waits for a pipe to which nobody writes.
func TestASecondSignalEndsTheProgram(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "photo.jpg")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	c := program(t, "score", pipe)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	silent, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	for begun := time.Now(); err != nil && time.Since(begun) < time.Minute; time.Sleep(10 * time.Millisecond) {
		silent, err = os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0) // refused until the program reads the pipe
	}
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(50 * time.Millisecond) {
		_ = c.Process.Signal(os.Interrupt)
		select {
		case <-ended:
			return
		default:
		}
	}
	_ = c.Process.Kill()
	t.Error("it cannot be interrupted")
}
