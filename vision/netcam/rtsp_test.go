package netcam

import (
	"bufio"
	"crypto/md5"
	"fmt"
	"net"
	"net/textproto"
	"net/url"
	"strings"
	"testing"
)

// rtspCamera has one stream, /live, for ana with the password secret if challenge says how it asks for it, else for everybody.
func rtspCamera(t *testing.T, challenge string) (host string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			from := textproto.NewReader(bufio.NewReader(conn))
			line, _ := from.ReadLine()
			header, _ := from.ReadMIMEHeader()
			answer := "404 Not Found"
			switch uri := strings.Fields(line + " - -")[1]; {
			case challenge != "" && !lets(header.Get("Authorization"), uri):
				answer = "401 Unauthorized\r\nWWW-Authenticate: " + challenge
			case strings.HasSuffix(uri, "/live"):
				answer = "200 OK"
			case strings.HasSuffix(uri, "/busy"):
				answer = "453 Not Enough Bandwidth"
			}
			fmt.Fprintf(conn, "RTSP/1.0 %s\r\nCSeq: 1\r\n\r\n", answer)
			conn.Close()
		}
	}()
	return l.Addr().String()
}

// lets says whether the answer to a challenge knows the password.
func lets(answer, uri string) bool {
	sum := func(text string) string { return fmt.Sprintf("%x", md5.Sum([]byte(text))) }
	digest := sum(sum("ana:cam:secret") + ":n1:" + sum("DESCRIBE:"+uri))
	return answer == "Basic YW5hOnNlY3JldA==" || strings.HasPrefix(answer, "Digest ") && strings.Contains(answer, `response="`+digest+`"`)
}

func TestARefusalSaysWhatIsWrongWithTheAddress(t *testing.T) {
	for challenge, asks := range map[string]bool{"": false, `Basic realm="cam"`: true, `Digest realm="cam", nonce="n1"`: true} {
		host := rtspCamera(t, challenge)
		for address, want := range map[string]string{
			"rtsp://ana:secret@HOST/live":  "",
			"rtsp://ana:secret@HOST/video": `has nothing at "/video" (404): look for the video's address in its manual, often one like rtsp://HOST/live, /stream1`,
			"rtsp://ana:secret@HOST/busy":  "answers 453 ",
			"rtsp://ana:wrong@HOST/live":   "asks for another name and password (401): write them as rtsp://name:password@HOST/live",
			"rtsp://HOST/live":             "asks for another name and password (401)",
		} {
			if open := strings.Contains(want, "401") && !asks; open {
				want = ""
			}
			at, err := url.Parse(strings.ReplaceAll(address, "HOST", host))
			if err != nil {
				t.Fatal(err)
			}
			err = Refusal(at, false)
			if told := fmt.Sprint(err); (err == nil) != (want == "") || err != nil && !strings.Contains(told, strings.ReplaceAll(want, "HOST", host)) || strings.Contains(told, "secret") {
				t.Errorf("%s, asked by %q: %v, want %q", address, challenge, err, want)
			}
		}
	}
}

func TestWhoDoesNotAnswerDoesNotRefuse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	for _, scheme := range []string{"rtsp", "rtsps"} {
		if err := Refusal(&url.URL{Scheme: scheme, Host: l.Addr().String(), Path: "/live"}, false); err != nil {
			t.Errorf("%s: %v", scheme, err)
		}
	}
}
