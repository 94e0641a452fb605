package picture

// Histogram finds medians of 8-bit levels to within two, faster than a sort.
type Histogram struct {
	count [64]uint16
	n     int
}

// Add counts one level, 0 to 255.
func (h *Histogram) Add(level float64) {
	h.count[int(level)>>2]++
	h.n++
}

// Median interpolates within the median's bin of four levels.
func (h *Histogram) Median() float64 {
	left := h.n / 2
	for i, c := range h.count {
		if left < int(c) {
			return float64(4*i) + 4*(float64(left)+0.5)/float64(c)
		}
		left -= int(c)
	}
	return 0
}
