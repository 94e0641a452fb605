package letters

import (
	"fmt"

	"tilewatch/engine"
	eyes "tilewatch/vision/letters"
)

// cautions are what a person should know of a photo that its tiles do not say. The codes are those of NAB-IT! photos.
func cautions(look eyes.Look) []engine.Warning {
	all := []engine.Warning{}
	if look.Cut > 0 {
		all = append(all, engine.Warning{Code: "cut_tiles",
			Message: fmt.Sprintf("tiles cut off at the edge of the picture and not read: %d; take the photo with the whole board in view", look.Cut)})
	}
	if look.Second > 0 {
		all = append(all, engine.Warning{Code: "second_structure",
			Message: fmt.Sprintf("linked tiles outside the largest grid: %d; photograph one board at a time", look.Second)})
	}
	return all
}
