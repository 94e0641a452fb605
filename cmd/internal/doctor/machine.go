package doctor

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"tilewatch/cmd/internal/version"
	"tilewatch/web/invite"
)

// A Machine is the computer that is checked: its files, and the properties of a systemd unit; none without systemd.
type Machine struct {
	Files fs.FS
	Unit  func(ctx context.Context, name string) map[string]string
}

// ThisMachine is the one that the program runs on.
func ThisMachine() Machine { return Machine{os.DirFS("/"), unit} }

func unit(ctx context.Context, name string) map[string]string {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "systemctl", "show", name, "--property=LoadState,ActiveState,UnitFileState,Result").Output()
	if err != nil {
		return nil
	}
	known := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		known[name] = value
	}
	return known
}

func (p *Patient) program(_ context.Context, report func(Line)) {
	report(Line{"tilewatch", Good, version.String(), ""})
}

// service is what the package installs.
func (p *Patient) service(ctx context.Context, report func(Line)) {
	s := p.Machine.Unit(ctx, "tilewatch.service")
	switch {
	case s["LoadState"] == "masked":
		report(Line{"service", Note, "the service is masked and cannot start", "sudo systemctl unmask tilewatch"})
	case s["LoadState"] != "loaded": // this program was not installed, and is started by hand
	case s["ActiveState"] == "failed":
		report(Line{"service", Bad, "the service has failed: " + s["Result"], "see why: journalctl -u tilewatch; then: sudo systemctl restart tilewatch"})
	case s["ActiveState"] != "active":
		report(Line{"service", Note, "the service is " + s["ActiveState"], "sudo systemctl start tilewatch"})
	case s["UnitFileState"] != "enabled":
		report(Line{"service", Note, "the service runs, but does not start with this computer", "sudo systemctl enable tilewatch"})
	default:
		report(Line{"service", Good, "the service runs, and starts with this computer", ""})
	}
}

// servers are the running programs that serve a table: two that are meant to be one would show phones two games.
func (p *Patient) servers(_ context.Context, report func(Line)) {
	files, _ := fs.Glob(p.Machine.Files, "proc/[0-9]*/cmdline") // fails only on a bad pattern
	var running []string
	for _, file := range files {
		line, err := fs.ReadFile(p.Machine.Files, file)
		if err != nil {
			continue // it has ended
		}
		words := strings.Split(strings.TrimRight(string(line), "\x00"), "\x00")
		if len(words) > 1 && (words[0] == "tilewatch" || strings.HasSuffix(words[0], "/tilewatch")) && words[1] == "serve" {
			running = append(running, strings.Split(file, "/")[1])
		}
	}
	if len(running) > 1 {
		report(Line{"servers", Note, fmt.Sprintf("%d servers run on this computer (processes %s)", len(running), strings.Join(running, ", ")), "stop those you do not need"})
	}
}

// reach tries the address under which phones come, while something listens.
func (p *Patient) reach(_ context.Context, report func(Line)) {
	own, ok := invite.LANAddress()
	_, port, err := net.SplitHostPort(p.Addr)
	if !ok || err != nil || p.alone() {
		return // another line says so
	}
	if l, err := net.Listen("tcp", p.Addr); err == nil {
		defer l.Close()
		_, port, _ = net.SplitHostPort(l.Addr().String()) // the address of a listener has a port
	}
	at := net.JoinHostPort(own.String(), port)
	c, err := net.DialTimeout("tcp", at, 2*time.Second)
	if err != nil {
		report(Line{"reach", Bad, p.Addr + " is not reachable at " + at + ", the address for phones", "listen on every address of this computer: --addr :" + port})
		return
	}
	_ = c.Close() // nothing was sent
	report(Line{"reach", Good, at + " answers, as phones will call it", ""})
}

// alone reports whether the server listens to this computer only.
func (p *Patient) alone() bool {
	at, err := net.ResolveTCPAddr("tcp", p.Addr)
	return err == nil && at.IP.IsLoopback()
}

// firewall names one that is on: whether it lets phones in is seen only from outside.
func (p *Patient) firewall(ctx context.Context, report func(Line)) {
	_, port, err := net.SplitHostPort(p.Addr)
	if err != nil {
		return
	}
	const text = " is on and may block phones"
	if set, err := fs.ReadFile(p.Machine.Files, "etc/ufw/ufw.conf"); err == nil && strings.Contains("\n"+string(set), "\nENABLED=yes") {
		report(Line{"firewall", Note, "ufw" + text, "sudo ufw allow " + port + "/tcp"})
	}
	if p.Machine.Unit(ctx, "firewalld.service")["ActiveState"] == "active" {
		report(Line{"firewall", Note, "firewalld" + text, "sudo firewall-cmd --add-port=" + port + "/tcp --permanent && sudo firewall-cmd --reload"})
	}
}

// clock asks the kernel whether anybody sets the clock.
func (p *Patient) clock(_ context.Context, report func(Line)) {
	var t unix.Timex // asks, sets nothing
	state, err := unix.Adjtimex(&t)
	report(clockLine(state, err, time.Now()))
}

// earliest is before every clock that is right: this check is younger.
var earliest = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func clockLine(state int, err error, now time.Time) Line {
	const remedy = "sudo timedatectl set-ntp true"
	switch {
	case now.Before(earliest):
		return Line{"clock", Bad, "the clock is wrong, it says " + now.Format(time.DateTime) + ": games get wrong times, and https fails", remedy}
	case err != nil:
		return Line{"clock", Note, fmt.Sprintf("cannot tell whether a time server sets the clock: %v", err), ""}
	case state == unix.TIME_ERROR:
		return Line{"clock", Note, "no time server sets the clock, which says " + now.Format(time.DateTime), remedy}
	}
	return Line{"clock", Good, "the clock is set by a time server", ""}
}
