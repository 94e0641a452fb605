//go:build !linux && !darwin && !freebsd

package stream

// sendsAtOnce is false: this system has no way to send without waiting here.
const sendsAtOnce = false

func sendNow(int, []byte) (int, error) { return 0, nil }

func hasLeft(int, bool) bool { return false }
