package picture

// A picture below both is black. Hand-set; higher limits refuse dim rooms.
const (
	DarkMean  = 14.0 // gray level, mean of the picture
	DarkRange = 30   // gray level that all but the brightest half percent stay below
)

// CheckLight refuses a black picture with TooDark. It looks at every 17th pixel.
func (r *Raster) CheckLight() error {
	var count [256]int
	sum, n := 0.0, 0
	for i := 0; i < len(r.Gray); i += 17 {
		count[r.Gray[i]]++
		sum += float64(r.Gray[i])
		n++
	}
	bright := 255
	for left := n / 200; bright > 0 && left >= count[bright]; bright-- {
		left -= count[bright]
	}
	if sum/float64(n) < DarkMean && bright < DarkRange {
		return &Error{Code: TooDark, Message: "the picture is black: take the lens cap off or put on a light"}
	}
	return nil
}
