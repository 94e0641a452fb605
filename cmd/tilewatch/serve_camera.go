package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
	"github.com/spf13/cobra"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/calibrate"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/helper"
	"tilewatch/cmd/internal/input"
	"tilewatch/vision/source"
	"tilewatch/web"
	"tilewatch/web/access"
	guided "tilewatch/web/calibrate"
	"tilewatch/web/camera"
	"tilewatch/web/invite"
	"tilewatch/web/secure"
	"tilewatch/web/stream"
)

// cameras are the server's ways to a camera that is no device of its own.
type cameras struct {
	https bool
	hub   *camera.Hub
	asked string // the source
	at    string // the table
	safe  string // where the pages are on a secure connection, without the last slash; empty: nowhere
	bench *calibrate.Station
	found *calibration.Memory // of the camera
	plain *helper.Worker      // decodes what phones send
}

// phoneSource is the name of the source that is a phone's browser.
const phoneSource = "phone"

func (p *cameras) register(c *cobra.Command) {
	c.Flags().BoolVar(&p.https, "https", false, "serve https only, which phones need for their camera; http on the same port leads there (--source phone serves both); phones warn once about the certificate")
	p.hub = camera.New()
	p.plain = helper.NewFrames((&input.Flags{Name: games.Default()}).Child(input.Frames))
}

// prepare makes the bench on which the source's camera is calibrated.
func (p *cameras) prepare(folder, source string) {
	name := func() string {
		switch {
		case ofPhone(source) && p.hub.Status().Camera == "":
			return ""
		case ofPhone(source):
			return input.PhonePrefix + p.hub.String()
		}
		return cmp.Or(input.CameraName(source), "camera") // a film
	}
	p.asked = source
	profiles := input.ProfilesIn(folder)
	p.found = calibration.NewMemory(profiles, name)
	p.bench = calibrate.NewStation(name, profiles, sync.OnceValues(sight.NewRuler))
	p.bench.Found = p.found
}

// ofPhone says whether what a phone sends is watched.
func ofPhone(source string) bool { return source == "" || source == phoneSource }

// feed are a phone's pictures, decoded by a child: they come from strangers.
func (p *cameras) feed() source.Feed { return helper.NewFeed(p.hub, p.plain) }

// Close ends what phones send, and the child.
func (p *cameras) Close() error {
	p.hub.Close()
	return p.plain.Close()
}

// listen makes the listener take secure connections too, if they were asked for, or a phone, and answers where the pages are. The
// certificate is kept in the folder.
func (p *cameras) listen(below net.Listener, folder string, named []string, note func(string)) (l net.Listener, urls []string, err error) {
	at := below.Addr().(*net.TCPAddr)
	if urls = invite.PageURLs(at); !p.https && p.asked != phoneSource {
		return below, urls, nil
	}
	safe := invite.SecureURLs(at)
	if p.https {
		urls = safe
	}
	p.safe = strings.TrimSuffix(safe[0], "/")
	l, err = secured(below, folder, named, note)
	return l, urls, err
}

// secured makes the listener take secure connections too, with a certificate kept in the folder for this computer and the named hosts.
func secured(below net.Listener, folder string, named []string, note func(string)) (net.Listener, error) {
	certificate, err := secure.Certificate(filepath.Join(folder, "https"), append(secure.Hosts(), named...))
	var unkept *secure.NotKept
	if errors.As(err, &unkept) {
		note(err.Error())
	} else if err != nil {
		return nil, err
	}
	return secure.Listen(below, certificate), nil
}

// explain says how a phone becomes the camera, and what it will warn of.
func (p *cameras) explain(w io.Writer, server *web.Server) error {
	if p.safe == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "A phone as the camera: %s%s?to=camera\n  The phone warns once about the certificate: choose \"Advanced\", then \"Continue\".\n",
		p.safe, server.Link(p.at, access.RolePlayer))
	return err
}

// mounts are the pages by which a phone becomes the camera.
func (p *cameras) mounts() []func(*web.Server, *echo.Echo) {
	return []func(*web.Server, *echo.Echo){func(s *web.Server, e *echo.Echo) {
		safe := ""
		if p.safe != "" {
			safe = p.safe + s.Link(p.at, access.RolePlayer) + "?to=camera"
		}
		options := camera.Options{Secure: safe, Table: func() (*stream.Event, error) { return s.Shown(p.at) }}
		pages := echo.WrapHandler(p.hub.Handler(options))
		player := s.Require(access.RolePlayer)
		e.GET("/camera/status", pages)
		e.GET("/camera", p.hub.Page(s, options), player)
		e.Any("/camera/*", pages, player)
		guide, host := echo.WrapHandler(guided.Handler(p.bench)), s.Require(access.RoleHost)
		e.GET("/calibrate", guided.Page(s), host)
		e.Any("/calibrate/*", guide, host)
		s.LinkSetup("/camera", "setup.link.phone")
		s.LinkSetup("/calibrate", "camera.calibrate")
	}}
}
