package web

import (
	"context"
	"net/http"
	"strings"
)

// answersHead has HEAD answered as GET is, by the same handlers; the server below leaves the body out.
func answersHead(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		ctx, stop := context.WithCancel(r.Context())
		defer stop()
		asked := r.Clone(ctx)
		asked.Method = http.MethodGet
		asked.Header.Del("Upgrade") // a WebSocket is more than a head
		next.ServeHTTP(&headWriter{w, stop}, asked)
	})
}

// headWriter ends a stream as soon as its head is written. It hides what the writer below can do besides, so that nobody takes over
// the connection.
type headWriter struct {
	below http.ResponseWriter
	stop  context.CancelFunc
}

func (w *headWriter) Header() http.Header { return w.below.Header() }

func (w *headWriter) WriteHeader(status int) {
	w.below.WriteHeader(status)
	if strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
		w.stop()
	}
}

func (w *headWriter) Write(p []byte) (int, error) { return w.below.Write(p) }

// Flush does nothing: a head leaves when it is whole.
func (w *headWriter) Flush() {}
