package camera

import (
	"testing"

	"github.com/coder/websocket"
)

// TestTenThousandPingsHarmNobody: they are answered, and another phone becomes the camera meanwhile.
func TestTenThousandPingsHarmNobody(t *testing.T) {
	_, url := site(t, Options{})
	flood := dial(t, url)
	ctx := flood.conn.CloseRead(t.Context())
	for range 10_000 {
		if err := flood.conn.Ping(ctx); err != nil {
			t.Fatal(err)
		}
	}
	other := dial(t, url)
	other.offers("Ben's phone", false)
	other.receives("ready")
	other.send(websocket.MessageBinary, shot(t, 1))
	if a := other.receives("ack"); a.Picture != 1 {
		t.Errorf("its picture is answered %+v", a)
	}
}
