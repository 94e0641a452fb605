package doctor

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/sys/unix"

	"tilewatch/web/invite"
)

// examined is what a check reports of a machine with those files and units.
func examined(check func(*Patient, context.Context, func(Line)), addr string, files fstest.MapFS, units map[string]map[string]string) (lines []Line) {
	p := &Patient{Addr: addr, Machine: Machine{files, func(_ context.Context, name string) map[string]string { return units[name] }}}
	check(p, context.Background(), func(l Line) { lines = append(lines, l) })
	return lines
}

func TestTheServiceIsToldOfWhereItIsInstalled(t *testing.T) {
	for _, c := range []struct {
		name  string
		unit  map[string]string
		level Level // "": no line
		says  string
	}{
		{"no systemd", nil, "", ""},
		{"not installed", map[string]string{"LoadState": "not-found", "ActiveState": "inactive"}, "", ""},
		{"it runs", map[string]string{"LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled"}, Good, "runs"},
		{"it is not enabled", map[string]string{"LoadState": "loaded", "ActiveState": "active", "UnitFileState": "disabled"}, Note, "systemctl enable"},
		{"it is stopped", map[string]string{"LoadState": "loaded", "ActiveState": "inactive"}, Note, "systemctl start"},
		{"it failed", map[string]string{"LoadState": "loaded", "ActiveState": "failed", "Result": "exit-code"}, Bad, "exit-code"},
		{"it is masked", map[string]string{"LoadState": "masked", "ActiveState": "inactive"}, Note, "unmask"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := examined((*Patient).service, "", nil, map[string]map[string]string{"tilewatch.service": c.unit})
			if c.level == "" {
				if len(lines) != 0 {
					t.Errorf("%v", lines)
				}
				return
			}
			if len(lines) != 1 || lines[0].Level != c.level || !strings.Contains(lines[0].Text+lines[0].Remedy, c.says) {
				t.Errorf("%v", lines)
			}
		})
	}
}

func TestSeveralServersAreTold(t *testing.T) {
	process := func(words ...string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.Join(words, "\x00") + "\x00")}
	}
	files := fstest.MapFS{
		"proc/12/cmdline": process("/usr/bin/tilewatch", "serve", "--addr", ":8080"),
		"proc/13/cmdline": process("/usr/bin/tilewatch", "helper", "photos"),
		"proc/14/cmdline": process("vi", "tilewatch", "serve"),
		"proc/15/cmdline": process(""),
	}
	if lines := examined((*Patient).servers, "", files, nil); len(lines) != 0 {
		t.Errorf("one server: %v", lines)
	}
	files["proc/99/cmdline"] = process("tilewatch", "serve")
	if lines := examined((*Patient).servers, "", files, nil); len(lines) != 1 || !strings.Contains(lines[0].Text, "2 servers") || !strings.Contains(lines[0].Text, "12, 99") {
		t.Errorf("two servers: %v", lines)
	}
}

func TestAFirewallThatIsOnIsTold(t *testing.T) {
	on, off := fstest.MapFS{"etc/ufw/ufw.conf": {Data: []byte("# set by ufw\nENABLED=yes\n")}}, fstest.MapFS{"etc/ufw/ufw.conf": {Data: []byte("ENABLED=no\n")}}
	active := map[string]map[string]string{"firewalld.service": {"ActiveState": "active"}}
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		units map[string]map[string]string
		want  string
	}{{"none", nil, nil, ""}, {"ufw is off", off, nil, ""}, {"ufw", on, nil, "ufw allow 9000/tcp"}, {"firewalld", nil, active, "--add-port=9000/tcp"}} {
		lines := examined((*Patient).firewall, ":9000", c.files, c.units)
		if c.want == "" && len(lines) != 0 || c.want != "" && (len(lines) != 1 || !strings.Contains(lines[0].Remedy, c.want)) {
			t.Errorf("%s: %v", c.name, lines)
		}
	}
}

func TestWhoListensForItselfAloneIsNotReached(t *testing.T) {
	if _, ok := invite.LANAddress(); !ok {
		t.Skip("this machine is in no network")
	}
	if lines := examined((*Patient).reach, ":0", nil, nil); len(lines) != 1 || lines[0].Level != Good {
		t.Errorf("%v", lines)
	}
	if lines := examined((*Patient).reach, "127.0.0.1:0", nil, nil); len(lines) > 0 {
		t.Errorf("what the line about the address says is said twice: %v", lines)
	}
	if lines := examined((*Patient).addresses, "127.0.0.1:0", nil, nil); len(lines) != 1 || lines[0].Level != Note || !strings.Contains(lines[0].Text, "only this computer") {
		t.Errorf("%v", lines)
	}
	running, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer running.Close()
	if lines := examined((*Patient).reach, running.Addr().String(), nil, nil); len(lines) != 1 || lines[0].Level != Good {
		t.Errorf("a server that runs: %v", lines)
	}
}

func TestTheClockIsTold(t *testing.T) {
	now := earliest.Add(time.Hour)
	for _, c := range []struct {
		name  string
		state int
		err   error
		now   time.Time
		want  Level
	}{
		{"set", unix.TIME_OK, nil, now, Good}, {"not set", unix.TIME_ERROR, nil, now, Note},
		{"unknown", 0, errors.New("not permitted"), now, Note}, {"wrong", unix.TIME_OK, nil, time.Unix(0, 0), Bad},
	} {
		if l := clockLine(c.state, c.err, c.now); l.Level != c.want {
			t.Errorf("%s: %v", c.name, l)
		}
	}
}
