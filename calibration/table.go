package calibration

// Table is where the table lies before a camera that stands still: camera = R * table + T, millimetres. On the table x runs
// right and y down as one looks at it from above, z into it; the origin is where the calibration board lay.
type Table struct {
	Width, Height int // of the picture
	R             [3][3]float64
	T             [3]float64
}
