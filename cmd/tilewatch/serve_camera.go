package main

import (
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/spf13/cobra"

	"tilewatch/vision"
	"tilewatch/web"
	"tilewatch/web/camera"
	"tilewatch/web/secure"
)

// cameras are the server's ways to a camera that is no device of its own.
type cameras struct {
	https bool
	hub   *camera.Hub
	safe  string // where the pages are on a secure connection, without the last slash; empty: nowhere
}

// phoneSource is the name of the source that is a phone's browser.
const phoneSource = "phone"

func (p *cameras) register(c *cobra.Command) {
	c.Flags().BoolVar(&p.https, "https", false, "take https too, at the same port: phones give their camera to nothing else; they warn once, for the certificate was made here")
	p.hub = camera.New()
}

// listen makes the listener take secure connections too, if they were asked for. The certificate is kept in the folder.
func (p *cameras) listen(below net.Listener, folder string, urls []string) (net.Listener, error) {
	if !p.https {
		return below, nil
	}
	certificate, err := secure.Certificate(filepath.Join(folder, "https"), secure.Hosts())
	if err != nil {
		return nil, err
	}
	p.safe = strings.TrimSuffix(strings.Replace(urls[0], "http://", "https://", 1), "/")
	return secure.Listen(below, certificate), nil
}

// explain says how a phone becomes the camera, and what it will warn of.
func (p *cameras) explain(w io.Writer, server *web.Server) error {
	if p.safe == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "A phone as the camera: %s%s?to=camera\n  It warns once that it does not know this computer, for the certificate was made here: choose \"Advanced\", then \"Continue\".\n",
		p.safe, server.Link(firstTable, web.RolePlayer))
	return err
}

// mounts are the pages by which a phone becomes the camera.
func (p *cameras) mounts() []func(*web.Server, *echo.Echo) {
	return []func(*web.Server, *echo.Echo){func(s *web.Server, e *echo.Echo) {
		safe := ""
		if p.safe != "" {
			safe = p.safe + s.Link(firstTable, web.RolePlayer) + "?to=camera"
		}
		pages := echo.WrapHandler(p.hub.Handler(camera.Options{Secure: safe}))
		player := s.Require(web.RolePlayer)
		e.GET("/camera/status", pages)
		e.Any("/camera", pages, player)
		e.Any("/camera/*", pages, player)
	}}
}

// eyes watch the source that was named; without one, what a phone sends.
func (s *serve) eyes() (*watching, error) {
	if s.source == "" || s.source == phoneSource {
		return s.follow(vision.OpenFeed(s.hub))
	}
	return s.open(s.source, vision.SourceOptions{Paced: true})
}
