package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"time"

	"tilewatch/web/access"
)

// server is the program as it serves its pages.
type server struct {
	address string // http://127.0.0.1:8080
	host    string // the host's link, below the address
	process *exec.Cmd
	end     func() // the process, if it has not ended
	folder  string
}

// firstPort is where the manual says that the program answers. Others are used where it is taken.
const firstPort = 8080

// serve starts the program with these flags and a data folder of its own, and waits until it answers.
func serve(ctx context.Context, program string, flags ...string) (*server, error) {
	folder, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(ctx)
	s := &server{address: fmt.Sprintf("http://127.0.0.1:%d", port), end: end, folder: folder}
	s.process = exec.CommandContext(ctx, program, append([]string{"serve", "--addr", ":" + strconv.Itoa(port), "--data", folder}, flags...)...)
	s.process.Stderr = os.Stderr
	s.process.Cancel = func() error { return s.process.Process.Signal(os.Interrupt) }
	s.process.WaitDelay = 10 * time.Second
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(out)
	if _, err := lines.ReadString('\n'); err != nil { // it says where it answers once it does
		return nil, errors.Join(fmt.Errorf("%s has printed no address: %w", program, err), s.stop())
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }() // the QR code is not for us
	keys, err := access.LoadKeys(folder)
	if err != nil {
		return nil, err
	}
	s.host = keys.Link(firstTable, access.RoleHost)
	return s, nil
}

const firstTable = "1"

// stop ends the program and removes what it kept.
func (s *server) stop() error {
	s.end()
	_ = s.process.Wait() // it says that it was ended
	return os.RemoveAll(s.folder)
}

func freePort() (int, error) {
	for port := firstPort; port < firstPort+20; port++ {
		l, err := net.Listen("tcp", ":"+strconv.Itoa(port))
		if err == nil {
			return port, l.Close()
		}
	}
	return 0, fmt.Errorf("no port of %d to %d is free", firstPort, firstPort+19)
}
