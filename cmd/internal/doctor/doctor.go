// Package doctor looks whether a computer has what Tilewatch needs, and says of each thing that it is good, or what to do
// about it.
package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/backup"
	"tilewatch/cmd/internal/input"
	"tilewatch/engine/journal/sqlite"
	"tilewatch/engine/lexicon"
	"tilewatch/ocr"
	"tilewatch/vision/source"
	"tilewatch/vision/v4l"
	"tilewatch/web/invite"
	"tilewatch/web/lanname"
	"tilewatch/web/secure"
)

// Level is how a thing is.
type Level string

// The levels. Only Bad keeps a game from being watched.
const (
	Good Level = "good"
	Note Level = "note" // it works, but something would be better
	Bad  Level = "bad"
)

// Line is the result of one check.
type Line struct {
	Check  string `json:"check"`
	Level  Level  `json:"level"`
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"`
}

// Patient is the installation that is checked.
type Patient struct {
	Source   string          // a camera that must work; empty: whichever are there
	Insecure bool            // its certificate is believed
	Camera   string          // the name under which that camera was calibrated, if it was
	Addr     string          // where "serve" would listen
	Folder   string          // where games are kept
	Damage   error           // what is wrong with the games now
	Spared   backup.Spared   // copies and backups of the games
	Mishaps  []sqlite.Report // damage to games that no host has confirmed as seen
	Devices  []string        // of this computer
	Profiles *calibration.Store
	Machine  Machine
}

// Look looks at everything and reports each line as soon as it is known.
func (p *Patient) Look(ctx context.Context, report func(Line)) {
	for _, check := range []func(context.Context, func(Line)){
		p.program, p.service, p.servers, p.cameras, p.source, p.libraries, p.letters, p.words,
		p.port, p.addresses, p.name, p.reach, p.firewall, p.certificate, p.disk, p.games, p.copies, p.backup, p.clock, p.cores,
	} {
		if ctx.Err() != nil {
			return
		}
		check(ctx, report)
	}
}

// cameras are this computer's devices.
func (p *Patient) cameras(_ context.Context, report func(Line)) {
	found := 0
	for _, path := range p.Devices {
		d, err := v4l.This().Open(path)
		switch {
		case errors.Is(err, fs.ErrPermission):
			found++
			report(Line{"camera", Bad, path + ": no permission", `run "sudo usermod -aG video $USER" and log in again`})
		case err != nil:
			continue // the second device of a webcam
		default:
			found++
			report(p.device(d))
		}
	}
	if found == 0 && p.Source == "" {
		report(Line{"camera", Note, "no camera is connected", "connect a webcam, or use a phone: tilewatch serve --https"})
	}
}

// wantedWidth is that of pictures in which the tiles of a whole table can be read.
const wantedWidth = 1280

func (p *Patient) device(d *v4l.Device) Line {
	best := d.Best(1920, 1080)
	name := fmt.Sprintf("%s (%s)", d.Name, d.Path)
	switch {
	case best.FPS < v4l.Enough:
		return Line{"camera", Note, fmt.Sprintf("%s offers no picture size with %.0f pictures a second: %v", name, v4l.Enough, d.Modes), "test it: tilewatch doctor --source " + d.Path}
	case best.Width < wantedWidth:
		return Line{"camera", Note, fmt.Sprintf("%s gives %s at best", name, best), "tiles need about 30 pixels each: move the camera closer, or use a phone"}
	}
	text := fmt.Sprintf("%s gives %s", name, best)
	if profile, err := p.Profiles.Load(d.Name); err == nil && profile.Camera != nil {
		return Line{"camera", Good, text + fmt.Sprintf(", calibrated on %s to %.2f pixels", profile.Made.Format(time.DateOnly), profile.RMS), ""}
	}
	return Line{"camera", Good, text, "calibrate it for more reliable stack heights: tilewatch calibrate camera --source " + d.Path}
}

// listen is how long a camera is watched, and fairShare the share of its pictures from which on it is worth a word that they are skipped.
const (
	listen    = 3 * time.Second
	fairShare = 0.25
)

// source reads the camera that was named.
func (p *Patient) source(ctx context.Context, report func(Line)) {
	if p.Source == "" {
		return
	}
	s, err := input.Open(p.Source, source.Options{Paced: true, Insecure: p.Insecure})
	if err != nil {
		text, remedy, _ := strings.Cut(err.Error(), ": ")
		report(Line{"source", Bad, text, remedy})
		return
	}
	defer s.Close()
	g := glimpse{source: source.RequireColor(s)}
	defer g.close()
	r, err := source.MeasureRate(ctx, &g, listen)
	switch {
	case err != nil:
		report(Line{"source", Bad, fmt.Sprintf("%s gave no picture in %v", p.Source, listen), "reconnect it, or close other programs that use it"})
	case r.News != "":
		report(Line{"source", Bad, p.Source, r.News})
	case r.FPS < 5 && r.FPS > 0:
		report(Line{"source", Note, fmt.Sprintf("%s gives %dx%d, only %.1f pictures a second", p.Source, r.Width, r.Height, r.FPS), "webcams are faster with more light; over a network, choose a smaller picture"})
	default:
		report(Line{"source", Good, fmt.Sprintf("%s gives %dx%d, %.0f pictures a second", p.Source, r.Width, r.Height, r.FPS), ""})
	}
	if r.Dropped >= fairShare {
		report(tooSlow(r.FPS*(1-r.Dropped), r.FPS))
	}
	if err == nil && g.picture != nil {
		p.view(g.picture, report)
	}
}

func (p *Patient) libraries(_ context.Context, report func(Line)) {
	report(Line{"opencv", Good, "OpenCV " + source.OpenCV(), ""})
}

// letters starts both letter readers.
func (p *Patient) letters(_ context.Context, report func(Line)) {
	if _, err := ocr.NewClassifier(); err != nil {
		report(Line{"letters", Bad, err.Error(), "this program file is damaged: install it again"})
		return
	}
	second, err := ocr.NewTesseract(1)
	if err == nil {
		err = second.Try()
	}
	if err != nil {
		report(Line{"tesseract", Bad, err.Error(), "install it: sudo apt-get install tesseract-ocr-eng"})
		return
	}
	if err := second.Close(); err != nil {
		report(Line{"tesseract", Bad, err.Error(), "install it again: sudo apt-get install --reinstall tesseract-ocr-eng"})
		return
	}
	report(Line{"tesseract", Good, "Tesseract " + ocr.TesseractVersion() + " with its English letters", ""})
}

func (p *Patient) words(_ context.Context, report func(Line)) {
	words, err := lexicon.OpenFor("nabit", "")
	if err != nil {
		report(Line{"words", Bad, err.Error(), "this program file is damaged: install it again"})
		return
	}
	report(Line{"words", Good, words.String(), ""})
}

// port tries to listen where "serve" would.
func (p *Patient) port(ctx context.Context, report func(Line)) {
	l, err := net.Listen("tcp", p.Addr)
	if err == nil {
		_ = l.Close() // nothing was accepted
		report(Line{"port", Good, p.Addr + " is free", ""})
		return
	}
	if status, _ := ask(ctx, p.Addr, "/healthz"); status == http.StatusOK {
		report(Line{"port", Note, "Tilewatch already runs at " + p.Addr, "open it, or stop it first"})
		p.load(ctx, report)
		return
	}
	report(Line{"port", Bad, fmt.Sprintf("cannot listen on %q: %v", p.Addr, err), "choose another with --addr :8081"})
}

// load asks the server that runs whether this computer keeps up with its camera.
func (p *Patient) load(ctx context.Context, report func(Line)) {
	var ready struct {
		Reads float64 `json:"reads"`
		Of    float64 `json:"of"`
	}
	if _, body := ask(ctx, p.Addr, "/readyz"); json.Unmarshal(body, &ready) == nil && ready.Reads > 0 {
		report(tooSlow(ready.Reads, ready.Of))
	}
}

func tooSlow(reads, of float64) Line {
	return Line{"speed", Note, fmt.Sprintf("this computer is too slow for its camera: it reads %.3g of %.3g pictures a second, and turns appear late or are missed", reads, of), "close other programs, or choose a smaller picture"}
}

// ask is what a Tilewatch there answers; 0: nobody does.
func ask(ctx context.Context, addr, path string) (status int, body []byte) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return 0, nil
	}
	if host == "" {
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+path, nil)
	if err != nil {
		return 0, nil
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil
	}
	defer answer.Body.Close()
	body, _ = io.ReadAll(io.LimitReader(answer.Body, 1<<16)) // half an answer says nothing
	return answer.StatusCode, body
}

func (p *Patient) addresses(_ context.Context, report func(Line)) {
	if p.alone() {
		report(Line{"address", Note, "with --addr " + p.Addr + " only this computer can open the pages", "for phones give --addr a port alone, like --addr :8080"})
		return
	}
	if a, ok := invite.LANAddress(); ok {
		report(Line{"address", Good, "phones on this network reach this computer at " + a.String(), ""})
		return
	}
	report(Line{"address", Bad, "this computer is not on a network that phones can reach", "connect it to the phones' Wi-Fi"})
}

// name is this computer's in the network, while a server runs.
func (p *Patient) name(ctx context.Context, report func(Line)) {
	if p.alone() {
		return
	}
	switch at, taken, err := lanname.Ask(ctx, lanname.Name, false); {
	case err != nil:
		report(Line{"name", Note, "phones do not find this computer by a name: " + err.Error(), "type its address, or scan the code"})
	case taken:
		report(Line{"name", Good, lanname.Name + " is at " + at.String(), ""})
	default:
		report(Line{"name", Good, "nobody has the name " + lanname.Name + ": the next serve takes it", ""})
	}
}

func (p *Patient) certificate(_ context.Context, report func(Line)) {
	folder := filepath.Join(p.Folder, "https")
	switch made, covers := secure.Kept(folder); {
	case !made:
		report(Line{"https", Good, "the first serve --https makes a certificate; phones warn once", ""})
	case !covers:
		report(Line{"https", Note, "the certificate does not cover this computer's current addresses", "the next serve --https makes a new one; phones warn again"})
	default:
		report(Line{"https", Good, "the certificate covers this computer's addresses", ""})
	}
}

// room is what a disk should have: a thousand games with their pictures.
const room = 500 << 20

func (p *Patient) disk(_ context.Context, report func(Line)) {
	folder := p.Folder
	if err := os.MkdirAll(folder, 0o700); err != nil {
		report(Line{"disk", Bad, fmt.Sprintf("cannot save games in %q: %v", folder, err), "choose another folder with --data"})
		return
	}
	f, err := os.CreateTemp(folder, ".doctor-*")
	if err == nil {
		_, err = f.WriteString("hello")
		err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		report(Line{"disk", Bad, fmt.Sprintf("cannot save games in %q: %v", folder, err), "choose another folder with --data, or free some space"})
		return
	}
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		report(Line{"disk", Note, fmt.Sprintf("games are saved in %s; free space unknown: %v", folder, err), ""})
		return
	}
	free := int64(s.Bavail) * s.Bsize
	if free < room {
		report(Line{"disk", Note, fmt.Sprintf("games are saved in %s; only %d MB free", folder, free>>20), "free some space, or choose another folder with --data"})
		return
	}
	report(Line{"disk", Good, fmt.Sprintf("games are saved in %s; %d GB free", folder, free>>30), ""})
}

// games reports damage, and what became of it as long as no host has confirmed to have seen it.
func (p *Patient) games(_ context.Context, report func(Line)) {
	if p.Damage != nil {
		text, remedy, _ := strings.Cut(p.Damage.Error(), ": ")
		report(Line{"games", Bad, text, remedy})
	} else if len(p.Mishaps) == 0 {
		report(Line{"games", Good, "no damaged games", ""})
	}
	for _, m := range p.Mishaps {
		remedy := "dismiss this on the host's setup page"
		if m.File != "" && len(m.Cut) > 0 {
			remedy = "a backup may have the missing events: tilewatch restore FILE; " + remedy
		}
		report(Line{"games", Note, m.Time.Local().Format("2 January 2006, 15:04 MST: ") + strings.ReplaceAll(m.String(), "\n", "; "), remedy})
	}
}

// When a copy is behind: it is made after each game. And a backup, which people may make by hand.
const (
	copyBehind   = 24 * time.Hour
	backupBehind = 7 * 24 * time.Hour
)

// moment is how a time is shown.
const moment = "2 January 2006, 15:04"

// copies are those beside the file of games.
func (p *Patient) copies(_ context.Context, report func(Line)) {
	s := p.Spared
	switch made := s.Copied.Local().Format(moment); {
	case s.Games == 0:
	case s.Copies == 0:
		report(Line{"copies", Note, "no copy of the games lies beside their file", "start the server once, which makes one: tilewatch serve"})
	case s.Changed.Sub(s.Copied) > copyBehind:
		report(Line{"copies", Note, "the newest copy beside the file of games was made on " + made + "; games have changed since", "start the server once, which makes one: tilewatch serve"})
	default:
		report(Line{"copies", Good, fmt.Sprintf("%d beside the file of games, the newest of %s", s.Copies, made), ""})
	}
}

// backup is the newest one, which should outlive this disk.
func (p *Patient) backup(_ context.Context, report func(Line)) {
	const remedy = "keep them on another disk: tilewatch serve --backup-to FOLDER; or make one now: tilewatch backup FILE"
	s := p.Spared
	made := s.Last.Time.Local().Format(moment)
	switch age := time.Since(s.Last.Time); {
	case s.Games == 0:
	case s.Last.File == "" && !errors.Is(s.Gone, backup.ErrNone):
		report(Line{"backup", Note, fmt.Sprintf("backups cannot be read: %v", s.Gone), "connect their disk, or let this program read there"})
	case s.Last.File == "":
		report(Line{"backup", Note, "there is no backup of the games", remedy})
	case s.Gone != nil:
		report(Line{"backup", Note, fmt.Sprintf("the last backup, of %s, is not there now: %v", made, s.Gone), "connect its disk; or make another one: tilewatch backup FILE"})
	case s.Changed.After(s.Last.Time) && age > backupBehind:
		report(Line{"backup", Note, fmt.Sprintf("the last backup was made on %s; games have changed since: %s", made, s.Last.File), remedy})
	default:
		report(Line{"backup", Good, fmt.Sprintf("the last backup was made on %s: %s", made, s.Last.File), ""})
	}
}

func (p *Patient) cores(_ context.Context, report func(Line)) {
	if n := runtime.NumCPU(); n < 2 {
		report(Line{"processor", Note, "1 core", "with 2 cores, pages stay fast while a picture is read"})
	} else {
		report(Line{"processor", Good, fmt.Sprintf("%d cores", n), ""})
	}
}
