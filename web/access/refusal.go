package access

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// Refusal is an error with a sentence in the reader's language.
type Refusal struct {
	*echo.HTTPError
	Key   string // of the catalogue
	Pairs []any  // of the sentence's places
}

func (r *Refusal) Unwrap() error { return r.HTTPError }

// FormLimit is the largest form in bytes: that of a photo's reading to be kept, or of a table's own word list.
const FormLimit = 4 << 20

// ErrLargeForm refuses a larger one.
var ErrLargeForm = &Refusal{HTTPError: echo.NewHTTPError(http.StatusRequestEntityTooLarge, "the form is too large"), Key: "list.large", Pairs: []any{"n", FormLimit >> 20}}
