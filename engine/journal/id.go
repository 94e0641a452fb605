package journal

import (
	"crypto/rand"
	"strings"
	"time"
)

// NewID is a name for a game begun at that time, like 20261121-144536-k3f9q: names sort as the games began. The last
// part is drawn by lot: two tables may begin in the same second.
func NewID(begun time.Time) string {
	return begun.UTC().Format("20060102-150405-") + strings.ToLower(rand.Text()[:5])
}
