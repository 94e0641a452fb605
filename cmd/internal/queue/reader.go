package queue

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
)

// Reader is for web.Options: photos are read by the club's workers, and where there are none by the reader here, which may be
// nil.
func (q *Queue) Reader(game string, here web.PhotoReader) web.PhotoReader {
	return func(ctx context.Context, photo []byte) (json.RawMessage, error) {
		answer, err := q.Read(ctx, game, photo)
		switch {
		case err == nil || ctx.Err() != nil:
			return answer, err
		case here != nil && errors.Is(err, ErrNoWorker):
			return here(ctx, photo)
		case errors.Is(err, ErrNoWorker), errors.Is(err, ErrSlow):
			return nil, echo.NewHTTPError(http.StatusServiceUnavailable, err.Error())
		}
		return nil, err
	}
}
