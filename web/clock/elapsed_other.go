//go:build !linux

package clock

import "time"

// elapsed is how long the program has run.
func elapsed() time.Duration { return awake() }
