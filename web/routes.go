package web

import (
	"cmp"
	"log/slog"
	"time"

	"tilewatch/web/access"
	"tilewatch/web/command"
	"tilewatch/web/door"
	"tilewatch/web/hosts"
	"tilewatch/web/invite"
	"tilewatch/web/schemas"
	"tilewatch/web/scoreboard"
	"tilewatch/web/setup"
	"tilewatch/web/stream"
	"tilewatch/web/viewer"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

// New makes a server. It does not listen yet: use Serve, or Handler with a server of your own.
func New(o Options) (*Server, error) {
	if o.PhotoLimit == 0 {
		o.PhotoLimit = 64 << 20
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Hosts == nil {
		o.Hosts = &hosts.Names{}
	}
	if o.Book == nil {
		o.Book = access.NewBook()
	}
	if o.Keys.None() {
		o.Keys = access.NewKeys()
	}
	if o.Shown == nil {
		o.Shown = func() []scoreboard.State { return nil }
	}
	s := &Server{
		tables: stream.NewRegistry(o.Games, o.Absent), options: o, assets: static().clone(), guard: access.NewGuard(o.Keys, o.PIN), closing: make(chan struct{}), started: time.Now(), patience: patience,
		reading: make(chan struct{}, photosAtOnce), hero: hero{played: o.Shown},
	}
	s.guard.Book = o.Book
	s.guard.Alarms = access.NewAlarms(o.Log, o.Incident)
	s.build = buildOf(s.drawnWith()...)
	s.senders = access.NewCrowds(photosOfOne)
	for _, address := range o.Invite.All() {
		if _, err := invite.New(address); err != nil {
			return nil, err
		}
	}
	phones := access.NewCrowds(cmp.Or(o.PhonesPerAddress, access.UsualPhones))
	phones.All = door.Streams()
	s.streams = stream.New(s.tables, s.guard, phones, s.build)
	s.setup = setup.New(s, setup.Deps{Guard: s.guard, Words: o.Words, Notices: o.Notices, Invite: o.Invite, Defs: defs})
	s.echo = s.newEcho()
	for _, mount := range o.Mount {
		mount(s, s.echo)
	}
	return s, nil
}

func (s *Server) newEcho() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.answerError
	e.IPExtractor = echo.ExtractIPDirect() // package hosts has put in what a trusted proxy says
	e.Use(middleware.RecoverWithConfig(middleware.RecoverConfig{LogErrorFunc: s.recovered}), secure)
	e.Use(s.ownHost, s.overHTTPS, s.ownPages(), smallForms)
	e.Use(middleware.GzipWithConfig(middleware.GzipConfig{MinLength: 512, Skipper: incompressible}))
	e.GET("/assets/:name", s.assets.serve)
	e.GET("/healthz", s.health)
	e.GET("/api/openapi.json", openAPI)
	schemas.Mount(e)
	e.GET("/api/tables/:id", s.tableState)
	e.GET("/api/tables/:id/events", s.streams.Serve)
	e.POST(photosPath, s.readPhoto)
	e.GET("/", s.home)
	e.GET("/boards", s.boards)
	e.GET("/how", s.how)
	e.GET("/how/:game", s.how)
	for v := range viewer.ViewNames {
		e.GET("/"+viewer.ViewNames[v], s.page(viewer.View(v)))
		e.GET("/t/:id/"+viewer.ViewNames[v], s.page(viewer.View(v)))
	}
	e.GET("/overlay/setup", s.overlayPage)
	e.GET("/t/:id/overlay/setup", s.overlayPage)
	command.Mount(e, s, s.guard.Limits, s.options.Secure)
	e.GET("/j/:id/:key", s.enter)
	e.GET("/manifest.webmanifest", s.manifest)
	e.GET("/sw.js", s.worker)
	e.GET("/offline", s.offline)
	s.joinRoutes(e)
	s.playRoutes(e)
	s.setup.Mount(e, s.Require(access.RoleHost))
	s.hostRoutes(e)
	return e
}

// joinRoutes are the ways to a role.
func (s *Server) joinRoutes(e *echo.Echo) {
	e.GET("/join", s.joinPage)
	e.GET("/t/:id/join", s.joinPage)
	e.POST("/join", s.joinByCode)
	e.GET("/host", s.hostPage)
	e.POST("/host", s.hostByPIN)
	e.POST("/t/:id/seat", s.takeSeat, s.Require(access.RolePlayer))
	e.POST("/t/:id/leave", s.leave, s.Require(access.RolePlayer))
	e.POST("/lang", s.chooseLanguage)
}

// playRoutes are what the live pages ask for beside the stream.
func (s *Server) playRoutes(e *echo.Echo) {
	e.GET("/t/:id/crop/:place", s.crop, s.Require(access.RolePlayer))
	e.GET("/t/:id/camera", s.cameraPage, s.Require(access.RolePlayer))
	e.GET("/t/:id/camera/picture.jpg", s.picture, s.Require(access.RolePlayer))
	e.GET("/t/:id/camera/seen", s.seen, s.Require(access.RolePlayer))
}

// hostRoutes are what a host does with roles.
func (s *Server) hostRoutes(e *echo.Echo) {
	host := s.Require(access.RoleHost)
	e.POST("/t/:id/sessions", s.endSession, host)
	e.POST("/t/:id/links", s.renewLinks, host)
}
