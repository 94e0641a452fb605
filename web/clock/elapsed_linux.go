package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

// elapsed is how long the machine has run, time asleep included.
func elapsed() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		return awake()
	}
	return time.Duration(t.Nano())
}
