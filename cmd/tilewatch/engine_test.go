package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// The game of the rule sheet's examples.
const (
	sheetStart = `{"type":"start","game":"nabit","players":["yellow","green"],"options":{}}`
	sheetGame  = `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}`
	sheetTame  = `{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"R"},{"row":2,"col":0,"letter":"Y"}]}`
)

// ruling is what the tests read of an answer of engine.
type ruling struct {
	OK    bool
	Line  int
	Words []struct {
		Text        string
		Controllers []string
	}
	NewWords   []string `json:"new_words"`
	Nabbed     []struct{ Word string }
	Board      []struct{ Height int }
	Scores     []struct{ Total, Banked, Out int }
	Next       string
	Verdict    string
	Violations []struct{ Rule, Message string }
	List       *struct {
		Name  string
		Words int
		Hash  string
	}
}

// program is tilewatch as it will be run.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// rule sends the lines to a program of its own and gives its answers and its exit status.
func rule(t *testing.T, in io.Reader, args ...string) (answers []ruling, diagnostics string, status int) {
	t.Helper()
	c := program(t, append([]string{"engine"}, args...)...)
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = in, &stdout, &stderr
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	if status = c.ProcessState.ExitCode(); status < 0 || strings.Contains(stderr.String(), "goroutine ") {
		t.Fatalf("engine died (%v):\n%s", c.ProcessState, stderr.String())
	}
	fits(t, stdout.String(), "engine")
	for _, line := range strings.SplitAfter(stdout.String(), "\n") {
		if line != "" {
			answers = append(answers, parsed(t, line))
		}
	}
	return answers, stderr.String(), status
}

func parsed(t *testing.T, line string) ruling {
	t.Helper()
	var r ruling
	if err := json.Unmarshal([]byte(line), &r); err != nil || !strings.HasSuffix(line, "}\n") {
		t.Fatalf("not a line of JSON: %q: %v", line, err)
	}
	return r
}

func TestEngineAnswersEveryEvent(t *testing.T) {
	t.Parallel()
	lines := []string{sheetStart, sheetGame, sheetTame, `{"type":"bank","player":"green"}`, `{"type":"challenge","by":"yellow","word":"TAME"}`, "", "{",
		`{"type":"exchange","player":"green","count":2}`, `{"type":"challenge","by":"yellow","word":"TAME","verdict":"upheld"}`, sheetStart,
		`{"type":"finish","out":"yellow"}`}
	got, diagnostics, status := rule(t, strings.NewReader(strings.Join(lines, "\n")))
	if len(got) != len(lines) || status != exitDone || diagnostics != "" {
		t.Fatalf("%d answers to %d lines, status %d, diagnostics %q", len(got), len(lines), status, diagnostics)
	}
	for i, want := range []string{"", "", "", "", "", "bad_event", "bad_event", "not_your_turn", "", "", ""} {
		if got[i].OK != (want == "") || !got[i].OK && (got[i].Violations[0].Rule != want || got[i].Line != i+1) {
			t.Errorf("line %d, %s: %+v, want %q", i+1, lines[i], got[i], want)
		}
	}
	if tame := got[2]; tame.Nabbed[0].Word != "TAME" || strings.Join(tame.NewWords, " ") != "TAME TRY" || tame.Next != "yellow" || tame.Scores[1].Total != 2 {
		t.Errorf("to TAME and TRY: %+v", tame)
	}
	if judged := got[4]; judged.Verdict != "rejected" || judged.List == nil || judged.List.Name != "english" || judged.List.Words < 50_000 || len(judged.List.Hash) != 12 {
		t.Errorf("to the challenge: %+v", judged)
	}
	if back := got[8]; len(back.Board) != 4 || back.Scores[1].Banked != 0 || back.Next != "green" {
		t.Errorf("to the upheld challenge: %+v", back)
	}
	if again := got[9]; len(again.Board) != 0 || again.Next != "yellow" {
		t.Errorf("to the second start: %+v", again)
	}
}

func TestEngineTakesAnOwnDictionary(t *testing.T) {
	t.Parallel()
	enforce := strings.Replace(sheetStart, `{}`, `{"words":"enforce"}`, 1)
	own := file(t, "game\nlame\n")
	got, _, status := rule(t, strings.NewReader(enforce+"\n"+sheetGame+"\n"+sheetTame), "--dictionary", own)
	if status != exitDone || len(got) != 3 || !got[1].OK || got[1].List.Words != 2 {
		t.Fatalf("status %d, answers %+v", status, got)
	}
	if no := got[2]; no.OK || len(no.Violations) != 2 || no.Violations[0].Rule != "not_a_word" || no.List == nil || no.List.Words != 2 {
		t.Errorf("to words that are not in the file: %+v", no)
	}
}

func TestEngineFailures(t *testing.T) {
	t.Parallel()
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	for _, c := range []struct {
		name   string
		in     io.Reader
		args   []string
		status int
		says   string
	}{
		{"nothing to do", strings.NewReader(""), nil, exitDone, ""},
		{"standard input cannot be read", folder, nil, exitFailed, "line 1 cannot be read"},
		{"an input where none belongs", strings.NewReader(""), []string{"game.ndjson"}, exitUsage, "takes no arguments, got \"game.ndjson\""},
		{"no such flag", strings.NewReader(""), []string{"--jsn"}, exitUsage, "unknown flag: --jsn"},
		{"no such dictionary", strings.NewReader(""), []string{"--dictionary", "nowhere.txt"}, exitUsage, "nowhere.txt"},
		{"a dictionary that is none", strings.NewReader(""), []string{"--dictionary", file(t, "2 words\n")}, exitUsage, "line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			answers, diagnostics, status := rule(t, c.in, c.args...)
			if len(answers) > 0 || status != c.status || !strings.Contains(diagnostics, c.says) {
				t.Errorf("answers %+v, status %d, diagnostics %q", answers, status, diagnostics)
			}
		})
	}
}

func TestEngineSaysWhenItCannotAnswer(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	c := program(t, "engine")
	var stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(sheetStart), full, &stderr
	err = c.Run()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	if status := c.ProcessState.ExitCode(); status != exitFailed || !strings.Contains(stderr.String(), "answers cannot be written") {
		t.Errorf("status %d, diagnostics %q", status, stderr.String())
	}
}

// TestHelpSaysWhenItCannotBeWritten: who has its output in a file learns that it is not there.
func TestHelpSaysWhenItCannotBeWritten(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, args := range [][]string{{"--help"}, {"--version"}, {"help", "serve"}, {"serve", "--help"}, {}} {
		c := program(t, args...)
		var stderr bytes.Buffer
		c.Stdout, c.Stderr = full, &stderr
		if err = c.Run(); c.ProcessState == nil {
			t.Fatal(err)
		}
		if status := c.ProcessState.ExitCode(); status != exitFailed || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%v: status %d, diagnostics %q", args, status, stderr.String())
		}
	}
}

func TestEngineHoldsAConversationAndEndsOnDemand(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(c *exec.Cmd, in io.Closer, out io.Closer) error{
		"the events end":    func(_ *exec.Cmd, in, _ io.Closer) error { return in.Close() },
		"it is terminated":  func(c *exec.Cmd, _, _ io.Closer) error { return c.Process.Signal(syscall.SIGTERM) },
		"it is interrupted": func(c *exec.Cmd, _, _ io.Closer) error { return c.Process.Signal(os.Interrupt) },
		"nobody listens": func(_ *exec.Cmd, in, out io.Closer) error {
			if err := out.Close(); err != nil {
				return err
			}
			_, err := io.WriteString(in.(io.Writer), sheetStart+"\n")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := program(t, "engine")
			in, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var stderr bytes.Buffer
			c.Stderr = &stderr
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			answers := bufio.NewReader(out)
			for _, line := range []string{sheetStart, sheetGame, sheetTame} {
				if _, err := io.WriteString(in, line+"\n"); err != nil {
					t.Fatal(err)
				}
				answer, err := answers.ReadString('\n')
				if err != nil || !parsed(t, answer).OK {
					t.Fatalf("to %s: %q, %v", line, answer, err)
				}
			}
			if err := end(c, in, out); err != nil {
				t.Fatal(err)
			}
			err = c.Wait()
			if pipe := c.ProcessState.Sys().(syscall.WaitStatus).Signal() == syscall.SIGPIPE; err != nil && !(pipe && name == "nobody listens") || stderr.Len() > 0 {
				t.Errorf("ended with %v, diagnostics %q", err, stderr.String())
			}
		})
	}
}

// repeated gives a text so many times.
func repeated(text string, times int) io.Reader {
	readers := make([]io.Reader, times)
	for i := range readers {
		readers[i] = strings.NewReader(text)
	}
	return io.MultiReader(readers...)
}

func TestALineOfAGigabyteIsABadEvent(t *testing.T) {
	const mebibyte = 1 << 20
	huge := io.MultiReader(strings.NewReader(sheetStart+"\n"+`{"type":"`), repeated(strings.Repeat("x", mebibyte), 1024), strings.NewReader("\"}\n"+sheetGame+"\n"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var out bytes.Buffer
	if err := keepRules(t.Context(), huge, &out, lexiconOf); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	lines := strings.SplitAfter(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("answers %q", lines)
	}
	if bad := parsed(t, lines[1]); bad.OK || bad.Violations[0].Rule != "bad_event" || bad.Line != 2 || !strings.Contains(bad.Violations[0].Message, "more than 1048576 bytes") {
		t.Errorf("answer %s", lines[1])
	}
	if goesOn := parsed(t, lines[2]+"\n"); !goesOn.OK || len(goesOn.Board) != 4 {
		t.Errorf("then %s", lines[2])
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 16*mebibyte {
		t.Errorf("%d bytes were allocated", used)
	}
}

func TestAStreamOfThousandsOfEvents(t *testing.T) {
	var in strings.Builder
	fmt.Fprintln(&in, sheetStart)
	fmt.Fprintln(&in, sheetGame)
	for range 500 {
		fmt.Fprintln(&in, sheetTame)
		fmt.Fprintln(&in, `{"type":"bank","player":"green"}`)
		fmt.Fprintln(&in, `{"type":"challenge","by":"yellow","word":"TRY","verdict":"upheld"}`)
		fmt.Fprintln(&in, `{"type":"bank","player":"green"}`)
	}
	var out bytes.Buffer
	if err := keepRules(t.Context(), strings.NewReader(in.String()), &out, lexiconOf); err != nil {
		t.Fatal(err)
	}
	answers := strings.SplitAfter(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(answers) != 2_002 {
		t.Fatalf("%d answers", len(answers))
	}
	if last, bank := parsed(t, answers[2_001]+"\n"), parsed(t, answers[1_999]); last.OK || last.Violations[0].Rule != "cannot_bank" || !bank.OK || bank.Scores[1].Total != 3 {
		t.Errorf("the last answers are %s%s", answers[1_999], answers[2_001])
	}
}
