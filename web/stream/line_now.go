//go:build linux || darwin || freebsd

package stream

import "golang.org/x/sys/unix"

// sendsAtOnce is true: the system sends without waiting.
const sendsAtOnce = true

// sendNow sends what the connection takes now.
func sendNow(fd int, data []byte) (int, error) {
	for {
		n, err := unix.Write(fd, data)
		switch err {
		case unix.EINTR:
			continue
		case unix.EAGAIN:
			return 0, nil
		}
		return max(n, 0), err
	}
}

// hasLeft reports whether the other end has closed the connection, or, where it is a silent one, has said anything: goodbye.
func hasLeft(fd int, silent bool) bool {
	var one [1]byte
	n, _, err := unix.Recvfrom(fd, one[:], unix.MSG_PEEK)
	return err == nil && (n == 0 || silent) || err != nil && err != unix.EAGAIN && err != unix.EINTR
}
