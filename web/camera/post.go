package camera

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"tilewatch/web/stream"
	"tilewatch/web/text"
)

// frame answers POST /camera/frame?id=...&name=...&lang=...: one picture of a phone that gets no WebSocket through. id is a number the
// page has drawn; take=1 takes over from another phone. The next picture is to be sent after the answer.
func (h *Hub) frame(w http.ResponseWriter, r *http.Request, of func() (*stream.Event, error)) {
	file, ok := picture(w, r)
	if !ok {
		return
	}
	query := r.URL.Query()
	id := query.Get("id")
	if id == "" || len(id) > maxName {
		write(w, http.StatusBadRequest, answer{Type: "bad", Message: "the address has no id: reload the page"})
		return
	}
	offer, err := h.claim(cleanName(query.Get("name")), id, query.Get("take") == "1")
	if err == nil {
		err = offer.put(file)
	}
	if err != nil {
		h.say(w, err)
		return
	}
	write(w, http.StatusOK, answer{Type: "ack", EveryMS: wantEvery.Milliseconds(), Read: held(snapshot(of), text.For(query.Get("lang")))})
}

// readWithin is how long a photo's sender waits for what it shows: a small computer takes some seconds.
const readWithin = 20 * time.Second

// upload answers POST /camera/photo?lang=...: a single photo, where the browser gives no live picture, with what was read of it.
func (h *Hub) upload(w http.ResponseWriter, r *http.Request, of func() (*stream.Event, error)) {
	file, ok := picture(w, r)
	if !ok {
		return
	}
	before := snapshot(of)
	read, err := h.Photo(file)
	if err != nil || before == nil {
		h.say(w, err)
		return
	}
	a := answer{Type: "ack"}
	select {
	case <-read:
		if after := snapshot(of); after != nil {
			a.Read, a.Turn = outcome(before, after, text.For(r.URL.Query().Get("lang")))
			a.Play = "/t/" + after.State.Table + "/play"
		}
	case <-time.After(readWithin):
	case <-r.Context().Done():
	}
	write(w, http.StatusOK, a)
}

// depart answers POST /camera/leave?id=...: a phone that posted is done.
func (h *Hub) depart(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	holder := h.holder
	h.mu.Unlock()
	if id := r.URL.Query().Get("id"); holder != nil && id != "" && holder.id == id {
		holder.release()
	}
	h.say(w, nil)
}

// say answers what came of a picture.
func (h *Hub) say(w http.ResponseWriter, err error) {
	var busy *busyError
	switch {
	case err == nil:
		write(w, http.StatusOK, answer{Type: "ack", EveryMS: wantEvery.Milliseconds()})
	case errors.As(err, &busy):
		write(w, http.StatusConflict, answer{Type: "busy", Name: busy.name, Message: err.Error()})
	default:
		write(w, http.StatusServiceUnavailable, answer{Type: "bad", Message: err.Error()})
	}
}

// arrivesWithin bounds the time of a posted picture.
const arrivesWithin = 20 * time.Second

// picture reads the body's picture, or answers why not.
func picture(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	const maxPhoto = 32 << 20                                                        // a phone's photo is larger than its live picture
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(arrivesWithin)) // not every writer has deadlines; those in tests have none
	file, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPhoto))
	if err != nil {
		write(w, http.StatusRequestEntityTooLarge, answer{Type: "bad", Message: "the picture was cut off or is larger than 32 MB: send a smaller one"})
		return nil, false
	}
	if err := check(file); err != nil {
		write(w, http.StatusUnsupportedMediaType, answer{Type: "bad", Message: err.Error()})
		return nil, false
	}
	return file, true
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // who asked may be gone
}
