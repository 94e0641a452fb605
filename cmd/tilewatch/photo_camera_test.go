package main

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
)

// TestPhotosInsteadOfALivePicture plays a browser that gives no live picture: a photo is sent after each turn.
func TestPhotosInsteadOfALivePicture(t *testing.T) {
	t.Parallel() // it waits most of the time
	address, link, _ := linkedServer(t, "--data", t.TempDir(), "--players", "purple,red,green,yellow")
	link, _, _ = strings.Cut(link, "?")
	key := link[strings.LastIndex(link, "/")+1:]
	for _, c := range []struct{ frame, stacks, turn int }{{20, 0, 0}, {60, 2, 1}, {105, 4, 2}} {
		photo := filmPictures(t, c.frame, c.frame)[0]
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/camera/photo", bytes.NewReader(photo))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+key)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("photo of frame %d: status %d", c.frame, answer.StatusCode)
		}
		wait(t, "the photo is read", func() bool {
			turn, board, _, status := tableNow(t, address)
			// When a photo was watched long enough, the page asks for the next one.
			return status == "lost" && turn == c.turn && len(board) == c.stacks
		})
	}
	if body := string(get(t, address+"/api/tables/1")); !strings.Contains(body, "after the next turn") {
		t.Errorf("the page does not say what to do next: %.300s", body)
	}
}
