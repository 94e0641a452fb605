package follow_test

import (
	"testing"

	"tilewatch/engine/reading/madeup"
)

// BenchmarkObserve observes the filmed game's last board again, while nothing changes.
func BenchmarkObserve(b *testing.B) {
	film := loadFilm(b, "top")
	table := newTable(film.players...)
	table.camera = madeup.Top
	for _, s := range film.scenes {
		if s.Type == "play" {
			table.put(boardOf(s.Board)).see(6)
		}
	}
	obs := table.camera.Observe(table.r, table.board, table.pose, table.frame, table.now())
	b.ReportAllocs()
	for b.Loop() {
		table.show(obs)
	}
}
