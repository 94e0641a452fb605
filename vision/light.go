package vision

const (
	darkMean  = 14.0 // gray levels: below this mean, and
	darkRange = 30   // with so little between dark and light, nothing can be read
)

// checkLight refuses pictures in which there is nothing to see.
func checkLight(r *raster) error {
	var count [256]int
	sum, n := 0.0, 0
	for i := 0; i < len(r.gray); i += 17 {
		count[r.gray[i]]++
		sum += float64(r.gray[i])
		n++
	}
	bright := 255
	for left := n / 200; bright > 0 && left >= count[bright]; bright-- {
		left -= count[bright]
	}
	if sum/float64(n) < darkMean && bright < darkRange {
		return &Error{TooDark, "the picture is black: take the lens cap off or put on a light"}
	}
	return nil
}
