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

// A picture whose pixels are hardly more colored than these is a gray one, as cameras make at night. Hand-set: no camera that sees color shows a
// table without a trace of it, however gray that is, and coding leaves a trace of color in none.
const (
	grayLevels = 6     // largest less smallest channel, at most
	grayShare  = 0.001 // of the pixels may have more
)

// CheckColor refuses a picture without color, for those who tell things by their colors. It looks at every 17th pixel.
func (r *Raster) CheckColor() error {
	colored, n := 0, 0
	for i := 0; i+2 < len(r.BGR); i += 3 * 17 {
		b, g, red := r.BGR[i], r.BGR[i+1], r.BGR[i+2]
		if max(b, g, red)-min(b, g, red) > grayLevels {
			colored++
		}
		n++
	}
	if float64(colored) < grayShare*float64(n) {
		return &Error{Code: TooDark, Message: "the picture has no color, and colors say whose tiles are whose: put on a light, or switch the camera's night view off"}
	}
	return nil
}
