package doctor

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/backup"
	"tilewatch/engine/journal/sqlite"
	"tilewatch/web/secure"
)

// look are the lines of one check.
func look(t *testing.T, p *Patient) map[string]Line {
	t.Helper()
	if p.Profiles == nil {
		p.Profiles = calibration.NewStore(t.TempDir())
	}
	if p.Machine.Unit == nil {
		p.Machine = ThisMachine()
	}
	if p.Addr == "" {
		p.Addr = "127.0.0.1:0"
	}
	if p.Folder == "" {
		p.Folder = t.TempDir()
	}
	lines := map[string]Line{}
	p.Look(t.Context(), func(l Line) {
		lines[l.Check] = l
		if l.Text == "" || l.Level == Bad && l.Remedy == "" || l.Level != Good && l.Level != Note && l.Level != Bad {
			t.Errorf("line %+v", l)
		}
	})
	return lines
}

func expect(t *testing.T, l Line, level Level, says string) {
	t.Helper()
	if l.Level != level || !strings.Contains(l.Text+l.Remedy, says) {
		t.Errorf("got %+v, want %s with %q", l, level, says)
	}
}

func TestAHealthyComputer(t *testing.T) {
	lines := look(t, &Patient{Source: "../../../testdata/nabit/live/oblique.mp4"})
	for check, says := range map[string]string{
		"source": "1280x720, 15 pictures", "opencv": "OpenCV 4", "tesseract": "Tesseract", "words": "english", "port": "free", "disk": "GB free", "https": "first serve --https",
	} {
		expect(t, lines[check], Good, says)
	}
}

func TestWithoutACamera(t *testing.T) {
	expect(t, look(t, &Patient{})["camera"], Note, "serve --https")
}

func TestDevicesThatAreNoCamerasArePassedOver(t *testing.T) {
	file := filepath.Join(t.TempDir(), "video0")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, look(t, &Patient{Devices: []string{file, "/dev/null"}})["camera"], Note, "no camera")
}

func TestACameraThatDoesNotWork(t *testing.T) {
	expect(t, look(t, &Patient{Source: "97"})["source"], Bad, "plug one in")
	expect(t, look(t, &Patient{Source: "http://127.0.0.1:1"})["source"], Bad, "check the address")
}

func TestAPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	server := &http.Server{Handler: http.NotFoundHandler()}
	go server.Serve(l)
	defer server.Close()
	expect(t, look(t, &Patient{Addr: l.Addr().String()})["port"], Bad, "--addr")

	ours := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer ours.Close()
	expect(t, look(t, &Patient{Addr: ours.Listener.Addr().String()})["port"], Note, "already runs")
	expect(t, look(t, &Patient{Addr: "nonsense"})["port"], Bad, "--addr")

	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"reads":1.3,"of":15}`) }))
	defer busy.Close()
	expect(t, look(t, &Patient{Addr: busy.Listener.Addr().String()})["speed"], Note, "reads 1.3 of 15 pictures a second")
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, look(t, &Patient{Folder: filepath.Join(file, "games")})["disk"], Bad, "--data")
}

func TestTheCertificate(t *testing.T) {
	folder := t.TempDir()
	if _, err := secure.Certificate(filepath.Join(folder, "https"), []string{"another.example"}); err != nil {
		t.Fatal(err)
	}
	expect(t, look(t, &Patient{Folder: folder})["https"], Note, "warn again")
	if _, err := secure.Certificate(filepath.Join(folder, "https"), secure.Hosts()); err != nil {
		t.Fatal(err)
	}
	expect(t, look(t, &Patient{Folder: folder})["https"], Good, "addresses")
}

func TestDamageToTheGamesIsTold(t *testing.T) {
	expect(t, look(t, &Patient{})["games"], Good, "no damage")
	cut := sqlite.Report{File: "games.db.damaged", Games: 3, Events: 50, Cut: []sqlite.Cut{{Game: "g", Title: "T", Kept: 2, Known: 4}}}
	line := look(t, &Patient{Mishaps: []sqlite.Report{cut}})["games"]
	expect(t, line, Note, "recovered 3 games with 50 events")
	expect(t, line, Note, "2 of 4 events")
	expect(t, line, Note, "tilewatch restore")
}

func TestCopiesAndBackupsAreTold(t *testing.T) {
	now := time.Now()
	day := func(ago int) time.Time { return now.Add(-time.Duration(ago) * 24 * time.Hour) }
	made := backup.Made{File: "/mnt/stick/evening.backup", Time: day(10)}
	for _, c := range []struct {
		name         string
		is           backup.Spared
		copy, backup Level // "": no line
		says         string
	}{
		{"no games", backup.Spared{Gone: backup.ErrNone}, "", "", ""},
		{"neither", backup.Spared{Games: 3, Changed: day(1), Gone: backup.ErrNone}, Note, Note, "no backup of the games"},
		{"both are old", backup.Spared{Games: 3, Changed: day(1), Copies: 2, Copied: day(3), Last: made}, Note, Note, "games have changed since"},
		{"nothing has changed since", backup.Spared{Games: 3, Changed: day(11), Copies: 2, Copied: day(11), Last: made}, Good, Good, made.Time.Local().Format("2 January 2006")},
		{"a game is played", backup.Spared{Games: 3, Changed: now, Copies: 2, Copied: now.Add(-time.Hour), Last: backup.Made{File: made.File, Time: day(2)}}, Good, Good, made.File},
		{"its disk is away", backup.Spared{Games: 3, Changed: day(20), Copies: 2, Copied: day(20), Last: made, Gone: fs.ErrNotExist}, Good, Note, "is not there now"},
		{"the folder that is named is away", backup.Spared{Games: 3, Changed: day(20), Copies: 2, Copied: day(20), Gone: fs.ErrNotExist}, Good, Note, "connect their disk"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, says := map[string]Level{}, ""
			for _, check := range []func(*Patient, context.Context, func(Line)){(*Patient).copies, (*Patient).backup} {
				check(&Patient{Spared: c.is}, t.Context(), func(l Line) { got[l.Check], says = l.Level, l.Text+l.Remedy })
			}
			if got["copies"] != c.copy || got["backup"] != c.backup || !strings.Contains(says, c.says) {
				t.Errorf("%v, %q", got, says)
			}
		})
	}
}
