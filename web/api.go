package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/schemas"
)

// photosAtOnce bounds the memory that uploads can take, photosOfOne the places of one sender: a slow upload of a
// stranger must not keep the others waiting.
const photosAtOnce, photosOfOne = 4, 2

// photosPath is where photos are read.
const photosPath = "/api/photos"

// arrivesWithin bounds the time of an upload.
const arrivesWithin = 20 * time.Second

// tableState answers a table's State.
func (s *Server) tableState(c echo.Context) error {
	_, e, err := s.shown(c)
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, e.JSON())
}

// Counts are what the server holds now.
type Counts struct {
	Tables, Phones int // open ones; pages and programs that follow one
	Dropped        int // phones disconnected for being slow, so far
}

// Counts are as of now.
func (s *Server) Counts() Counts {
	tables, phones, dropped := s.tables.Counts()
	return Counts{tables, phones, dropped}
}

// health answers as long as the program does.
func (s *Server) health(c echo.Context) error {
	tables, phones, dropped := s.tables.Counts()
	return c.JSON(http.StatusOK, struct {
		Status  string `json:"status"`
		Tables  int    `json:"tables"`
		Phones  int    `json:"phones"`
		Dropped int    `json:"dropped"` // phones disconnected for being slow, so far
		Uptime  int    `json:"uptime_s"`
	}{"ok", tables, phones, dropped, int(time.Since(s.started).Seconds())})
}

func openAPI(c echo.Context) error {
	data, err := description()
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, data)
}

// description is the OpenAPI document, with the schemas of the commands' lines among its components.
var description = sync.OnceValues(func() ([]byte, error) {
	data, err := files.ReadFile("openapi.json")
	if err != nil {
		return nil, err
	}
	var document map[string]any
	if err := json.Unmarshal(data, &document); err != nil {
		return nil, err
	}
	described := document["components"].(map[string]any)["schemas"].(map[string]any)
	for _, name := range schemas.Names() {
		described[name] = schemas.Read(name)
	}
	described["State"].(map[string]any)["allOf"], err = details()
	if err != nil {
		return nil, err
	}
	return json.Marshal(document)
})

// details describe State.detail, which differs from game to game: it has the fields of the engine's answer, but for "ok".
func details() (all []any, err error) {
	const engine = "engine"
	var lines struct {
		Parts map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(bytes.ReplaceAll(schemas.Read(engine), []byte(`"#/`), []byte(`"`+schemas.Address+engine+`.json#/`)), &lines); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(lines.Parts)) {
		game, is := strings.CutPrefix(name, "answer.")
		if !is {
			continue
		}
		var detail struct {
			Type        string                     `json:"type"`
			Description string                     `json:"description"`
			Properties  map[string]json.RawMessage `json:"properties"`
			Required    []string                   `json:"required"`
		}
		if err := json.Unmarshal(lines.Parts[name], &detail); err != nil {
			return nil, err
		}
		delete(detail.Properties, "ok")
		detail.Required = slices.DeleteFunc(detail.Required, func(field string) bool { return field == "ok" })
		all = append(all, map[string]any{
			"if":   map[string]any{"properties": map[string]any{"game": map[string]any{"const": game}}},
			"then": map[string]any{"properties": map[string]any{"detail": detail}},
		})
	}
	return all, nil
}

// readPhoto answers an uploaded photo's score. The size is limited before anything is decoded.
func (s *Server) readPhoto(c echo.Context) error {
	if s.options.Photos == nil {
		return echo.NewHTTPError(http.StatusNotImplemented, `this server does not read photos: use "tilewatch score PHOTO"`)
	}
	leave, err := s.placeForPhoto(c)
	if err != nil {
		return err
	}
	defer leave()
	// A slow sender must not hold the place for long. Not every writer has deadlines; those in tests have none.
	_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(arrivesWithin))
	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, s.options.PhotoLimit)
	photo, err := uploaded(c.Request())
	if err != nil {
		return s.uploadError(err)
	}
	answer, err := s.options.Photos(c.Request().Context(), photo)
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, answer)
}

// placeForPhoto takes a place for one photo; leave gives it back.
func (s *Server) placeForPhoto(c echo.Context) (leave func(), err error) {
	c.Response().Header().Set("Retry-After", "2")
	if !s.guard.Limits.Allow(access.PhotoRate, c.RealIP()) {
		return nil, echo.NewHTTPError(http.StatusTooManyRequests, "too many photos: wait a moment")
	}
	gone, ok := s.senders.Enter(c.RealIP())
	if !ok {
		return nil, echo.NewHTTPError(http.StatusTooManyRequests, "your other photos are still being read: try again in a moment")
	}
	select {
	case s.reading <- struct{}{}:
		c.Response().Header().Del("Retry-After")
		return func() { <-s.reading; gone() }, nil
	default:
		gone()
		return nil, echo.NewHTTPError(http.StatusServiceUnavailable, "the server is busy reading photos: try again in a moment")
	}
}

// uploaded is the first file of a multipart form, whatever its field is called. It is read as it arrives: nothing
// is written to disk.
func uploaded(r *http.Request) ([]byte, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return nil, errNotForm
	}
	form := multipart.NewReader(r.Body, params["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, errNoFile
		}
		if err != nil {
			return nil, err
		}
		if part.FileName() != "" {
			return io.ReadAll(part)
		}
	}
}

var (
	errNotForm = errors.New("send the photo as a file of a multipart/form-data form")
	errNoFile  = errors.New(`the form holds no file: send the photo as field "photo"`)
)

func (s *Server) uploadError(err error) error {
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return echo.NewHTTPError(http.StatusRequestEntityTooLarge,
			fmt.Sprintf("the photo is larger than %d MB: send a smaller one", s.options.PhotoLimit>>20))
	case errors.Is(err, errNotForm):
		return echo.NewHTTPError(http.StatusUnsupportedMediaType, err.Error())
	case errors.Is(err, errNoFile):
		return echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	return echo.NewHTTPError(http.StatusBadRequest, "the upload was cut off: send the photo again")
}

// Arrive counts one more stream of the request's sender. Call leave when it is over.
func (s *Server) Arrive(c echo.Context) (leave func(), err error) { return s.streams.Crowds.Arrive(c) }
