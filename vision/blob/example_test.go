package blob_test

import (
	"fmt"

	"tilewatch/vision/blob"
)

// Components are the connected parts of a mask, with their boxes and areas.
func ExampleMask_Components() {
	const o = blob.Lit
	mask := blob.Mask{Width: 6, Pix: []uint8{
		o, o, 0, 0, 0, 0,
		0, o, 0, 0, o, o,
		0, 0, o, 0, o, o, // its upper left neighbor is connected, too
	}}
	for _, c := range mask.Components() {
		fmt.Printf("%d pixels within %d x %d from column %d, row %d\n", c.Area, c.Width(), c.Height(), c.X0, c.Y0)
	}
	// Output:
	// 4 pixels within 3 x 3 from column 0, row 0
	// 4 pixels within 2 x 2 from column 4, row 1
}
