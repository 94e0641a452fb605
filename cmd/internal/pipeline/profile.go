package pipeline

import (
	"image"
	"slices"
)

// The reasons of a "profile" line: the table shows something else than was measured, and the eyes find it themselves from then on.
const (
	OtherCamera Reason = "other_camera" // another lens
	OtherTiles  Reason = "other_tiles"  // tiles of another thickness
	OtherColors Reason = "other_colors" // plastics of other colors, or two names swapped
)

// profiled says what is wrong, and what to do.
var profiled = map[Reason]string{
	OtherCamera: "the table does not look as it would to the camera that was measured: its lens is found from the tiles; measure this camera, or choose its file",
	OtherTiles:  "these are not the tiles that were measured: how thick they are is found from the picture; measure these tiles, or choose their set",
	OtherColors: "the players' tiles have other colors than were measured, or two names are swapped: whose tiles they are is found from the picture; measure these tiles, or mend the colors of their set",
}

// doubt reports what the eyes have found to be wrong with what was measured, each once.
func (w *Watch[H, L]) doubt(strange []Reason) error {
	for _, reason := range strange {
		if slices.Contains(w.doubted, reason) {
			continue
		}
		w.doubted = append(w.doubted, reason)
		if err := w.table.Report(w.held("profile", reason, image.Rectangle{}, profiled[reason])); err != nil {
			return err
		}
	}
	return nil
}
