package access

import (
	"errors"
	"fmt"
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"
)

// Refusal is an error with a sentence in the reader's language.
type Refusal struct {
	*echo.HTTPError
	Key   string // of the catalog
	Pairs []any  // of the sentence's places
}

func (r *Refusal) Unwrap() error { return r.HTTPError }

// FormLimit is the largest form in bytes: that of a photo's reading to be kept.
const FormLimit = 4 << 20

// ErrLarge refuses what is larger than so many bytes.
func ErrLarge(limit int64) error {
	return &Refusal{HTTPError: echo.NewHTTPError(http.StatusRequestEntityTooLarge, fmt.Sprintf("larger than %d MB", limit>>20)), Key: "list.large", Pairs: []any{"n", limit >> 20}}
}

// ReadForm reads a form of that size at most; what of it is larger than FormLimit waits on the disk until it is answered. What is no form is left.
func ReadForm(c echo.Context, limit int64) error {
	r := c.Request()
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")) // what is no form is none
	if kind != "multipart/form-data" && kind != "application/x-www-form-urlencoded" {
		return nil
	}
	r.Body = http.MaxBytesReader(c.Response(), r.Body, limit)
	err := r.ParseForm()
	if err == nil {
		err = r.ParseMultipartForm(FormLimit)
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return ErrLarge(limit)
	case err != nil && !errors.Is(err, http.ErrNotMultipart):
		return echo.NewHTTPError(http.StatusBadRequest, "the form was cut off: send it again")
	}
	return nil
}
