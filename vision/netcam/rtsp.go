package netcam

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"time"

	"github.com/icholy/digest"
)

// HostPort is where the camera listens.
func HostPort(address *url.URL) string {
	if address.Port() != "" {
		return address.Host
	}
	port := map[string]string{"http": "80", "https": "443", "rtsp": "554", "rtsps": "322"}[address.Scheme]
	return net.JoinHostPort(address.Hostname(), port)
}

// Answers says why nobody listens at the address; nil: somebody does.
func Answers(ctx context.Context, address *url.URL) error {
	dialer := net.Dialer{Timeout: openTimeout}
	conn, err := dialer.DialContext(ctx, "tcp", HostPort(address))
	if err != nil {
		return fmt.Errorf("camera %q does not answer: %w: check the address, and that both are on the same network", address.Redacted(), Cause(err))
	}
	if err := conn.Close(); err != nil {
		return fmt.Errorf("camera %q: %w", address.Redacted(), err)
	}
	return nil
}

// Refusal asks an RTSP camera what it would send (RFC 2326), and says why it refuses. FFmpeg does not say. nil: it does not refuse.
func Refusal(address *url.URL, insecure bool) error {
	status, challenge := describe(address, insecure, "")
	if status == http.StatusUnauthorized && address.User != nil {
		status, _ = describe(address, insecure, authorization(address, challenge))
	}
	if status == 0 || status == http.StatusOK {
		return nil
	}
	return refused(status, address)
}

// describe is the status of the camera's answer, 0 without one, and how it asks for a password.
func describe(address *url.URL, insecure bool, authorization string) (status int, challenge []string) {
	ctx, end := context.WithTimeout(context.Background(), openTimeout)
	defer end()
	d := dialer{connect, insecure}
	dial := d.connect
	if address.Scheme == "rtsps" {
		dial = d.secure
	}
	conn, err := dial(ctx, "tcp", HostPort(address))
	if err != nil {
		return 0, nil
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(openTimeout)) // fails only on what is closed
	fmt.Fprintf(conn, "DESCRIBE %s RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n%s\r\n", withoutUser(address), authorization)
	from := textproto.NewReader(bufio.NewReader(conn))
	line, _ := from.ReadLine() // an empty one has no status
	header, _ := from.ReadMIMEHeader()
	_, _ = fmt.Sscanf(line, "RTSP/1.0 %d", &status)
	return status, header["Www-Authenticate"]
}

// authorization is the line that answers the camera's question, by digest where it knows that.
func authorization(address *url.URL, challenges []string) string {
	password, _ := address.User.Password()
	for _, asked := range challenges {
		challenge, err := digest.ParseChallenge(asked)
		if err != nil {
			continue
		}
		answer, err := digest.Digest(challenge, digest.Options{Method: "DESCRIBE", URI: withoutUser(address).String(), Username: address.User.Username(), Password: password})
		if err == nil {
			return "Authorization: " + answer.String() + "\r\n"
		}
	}
	r := http.Request{Header: http.Header{}}
	r.SetBasicAuth(address.User.Username(), password)
	return "Authorization: " + r.Header.Get("Authorization") + "\r\n"
}
