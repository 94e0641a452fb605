//go:build matprofile

package filmtest

import (
	"io"

	"gocv.io/x/gocv"
)

// Mats is how many Mats are open now. It exists with the tag matprofile only, which makes gocv count them.
func Mats() int { return gocv.MatProfile.Count() }

// WriteMats writes where they were made.
func WriteMats(to io.Writer) error { return gocv.MatProfile.WriteTo(to, 1) }
