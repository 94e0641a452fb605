package clock

import "time"

var begun = time.Now()

// awake is how long the program has run, without the time that the machine slept.
func awake() time.Duration { return time.Since(begun) }
