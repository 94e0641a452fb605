package journal

import (
	"time"
)

// The database is made to fail in ways that a test cannot bring about on a disk.

// Hasten has the store opened at once.
func Hasten(l *Late) { l.tried = time.Time{} }

// SetClock gives the journal a clock.
func SetClock(l *Late, now func() time.Time) { l.now = now }
