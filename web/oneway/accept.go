package oneway

import (
	"bytes"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
)

// guid is what RFC 6455, section 1.3, adds to a key.
const guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

// Wanted reports whether the request asks for a WebSocket.
func Wanted(r *http.Request) bool {
	return has(r.Header, "Connection", "upgrade") && has(r.Header, "Upgrade", "websocket")
}

// has reports whether a header's list holds the word.
func has(h http.Header, name, word string) bool {
	for _, one := range strings.Split(strings.Join(h.Values(name), ","), ",") {
		if strings.EqualFold(strings.TrimSpace(one), word) {
			return true
		}
	}
	return false
}

// Accept takes the connection from net/http. It answers the head that is to leave first, and whether messages may be compressed.
func Accept(c echo.Context) (conn net.Conn, head []byte, thin bool, err error) {
	r := c.Request()
	key, err := base64.StdEncoding.DecodeString(r.Header.Get("Sec-WebSocket-Key"))
	switch {
	case r.Method != http.MethodGet, r.ProtoMajor != 1, r.Header.Get("Sec-WebSocket-Version") != "13", err != nil, len(key) != 16:
		return nil, nil, false, echo.NewHTTPError(http.StatusBadRequest, "this is no WebSocket of version 13")
	case !Own(r):
		return nil, nil, false, echo.NewHTTPError(http.StatusForbidden, "another site's page asks for this")
	}
	if conn, _, err = http.NewResponseController(c.Response()).Hijack(); err != nil {
		return nil, nil, false, fmt.Errorf("take over a connection: %w", err)
	}
	c.Response().Committed = true
	thin = deflates(r.Header.Values("Sec-WebSocket-Extensions"))
	return conn, answer(r.Header.Get("Sec-WebSocket-Key"), thin), thin, nil
}

// Own reports whether a page of this server asks, or no page.
func Own(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	from, err := url.Parse(origin)
	return origin == "" || err == nil && strings.EqualFold(from.Host, r.Host)
}

// deflates reports whether an offer fits what package stream compresses: with a window of 32 kB.
func deflates(offers []string) bool {
	for _, offer := range strings.Split(strings.Join(offers, ","), ",") {
		name, parameters, _ := strings.Cut(offer, ";")
		if strings.TrimSpace(name) == "permessage-deflate" && !strings.Contains(parameters, "server_max_window_bits") {
			return true
		}
	}
	return false
}

// answer is the head of the answer.
func answer(key string, thin bool) []byte {
	var head bytes.Buffer
	sum := sha1.Sum([]byte(key + guid))
	fmt.Fprintf(&head, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: %s\r\n", base64.StdEncoding.EncodeToString(sum[:]))
	if thin {
		head.WriteString("Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n")
	}
	head.WriteString("\r\n")
	return head.Bytes()
}
