// Package netcam is network cameras: how people write their addresses, and those that send JPEG files over HTTP.
package netcam

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/icholy/digest"
	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// Times of waiting for a camera; hand-set.
const (
	openTimeout = 3 * time.Second
	readTimeout = 4 * time.Second // it may give one picture in two seconds
)

// snapshotPace is how often an address that sends one picture at a time is asked, at most.
const snapshotPace = 200 * time.Millisecond

// ErrOther says that what comes is a film's format, which FFmpeg reads; ErrParts that it comes in files of some seconds each (HLS).
var (
	ErrOther = errors.New("another kind of video")
	ErrParts = fmt.Errorf("%w, in parts", ErrOther)
)

// Camera is connected. It sends JPEG files over HTTP: one after the other without end, as most do, or one for each request.
// Of what a camera says around them nothing is believed: cameras leave out boundaries, or write them in their own way.
type Camera struct {
	address *url.URL
	client  *http.Client
	ctx     context.Context
	end     context.CancelFunc
	late    *time.Timer // ends what waits for too long
	body    io.ReadCloser
	from    *bufio.Reader
	asked   time.Time // when this answer was asked for
	taken   int       // pictures of this answer
	single  bool      // an answer has one picture
	first   []byte    // a picture that nobody has taken yet
	file    []byte    // the one grabbed last
}

// Open connects. ErrOther: FFmpeg may read what comes there; any other error says what the camera sends instead, and the
// remedy. insecure believes a certificate that no authority vouches for.
func Open(address *url.URL, insecure bool) (*Camera, error) {
	return open(address, dialer{connect, insecure})
}

func open(address *url.URL, d dialer) (*Camera, error) {
	p := &Camera{address: withoutUser(address), client: &http.Client{Transport: transport(address, d)}}
	p.ctx, p.end = context.WithCancel(context.Background())
	p.late = time.AfterFunc(openTimeout, p.end)
	err := p.ask()
	if err == nil {
		err = p.begin()
	}
	if err != nil {
		_ = p.Close() // the first error says more
		return nil, err
	}
	return p, nil
}

// begin takes the first picture.
func (p *Camera) begin() (err error) {
	if p.first, err = p.next(); err != nil {
		return errors.New("answers, but sends no picture: open the address in a browser to check it")
	}
	return nil
}

// Size is that of the first picture; 0 if nobody can tell.
func (p *Camera) Size() (width, height int) {
	config, err := jpeg.DecodeConfig(bytes.NewReader(p.first))
	if err != nil {
		return 0, 0 // the next one may be whole
	}
	return config.Width, config.Height
}

// transport speaks to the camera as the address says who asks: by digest, or openly where the camera wants it so.
func transport(address *url.URL, d dialer) http.RoundTripper {
	plain := http.DefaultTransport.(*http.Transport).Clone()
	plain.Proxy = nil
	plain.DialContext, plain.DialTLSContext = d.connect, d.secure
	plain.DisableCompression = true
	if address.User == nil {
		return plain
	}
	password, _ := address.User.Password()
	return openly{&digest.Transport{Username: address.User.Username(), Password: password, Transport: plain}, address}
}

// waiting is how many bytes of a camera's pictures may wait to be read: a few pictures. With the system's buffers, they would be seconds old
// where this computer is slow.
const waiting = 1 << 19

func connect(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: openTimeout}).DialContext(ctx, network, address)
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(waiting) // else they are older
	}
	return conn, err
}

// dialer connects to cameras.
type dialer struct {
	connect  func(ctx context.Context, network, address string) (net.Conn, error)
	insecure bool // every camera's certificate is believed
}

// secure connects by https. Cameras at home sign their certificates themselves, so those of private hosts are believed. That is decided for
// each host: one camera may lead to another.
func (d dialer) secure(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	below, err := d.connect(ctx, network, address)
	if err != nil {
		return nil, err
	}
	conn := tls.Client(below, &tls.Config{ServerName: host, InsecureSkipVerify: d.insecure || private(host)})
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = below.Close() // the first error says more
		return nil, err
	}
	return conn, nil
}

// openly answers a camera that asks for the password itself, at its own address alone.
type openly struct {
	http.RoundTripper
	address *url.URL
}

func (o openly) RoundTrip(r *http.Request) (*http.Response, error) {
	reply, err := o.RoundTripper.RoundTrip(r)
	if err != nil || reply.StatusCode != http.StatusUnauthorized || r.URL.Host != o.address.Host ||
		!strings.HasPrefix(strings.ToLower(reply.Header.Get("WWW-Authenticate")), "basic") {
		return reply, err
	}
	_ = reply.Body.Close() // what it says does not matter
	password, _ := o.address.User.Password()
	again := r.Clone(r.Context())
	again.SetBasicAuth(o.address.User.Username(), password)
	return o.RoundTripper.(*digest.Transport).Transport.RoundTrip(again)
}

// private says whether the host is in this house: an address or a name that no authority certifies.
func private(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast()
	}
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".lan") || strings.HasSuffix(host, ".home.arpa")
}

func withoutUser(address *url.URL) *url.URL {
	bare := *address
	bare.User = nil
	return &bare
}

// ask sends the request, and looks at what comes.
func (p *Camera) ask() error {
	r, err := http.NewRequestWithContext(p.ctx, http.MethodGet, p.address.String(), nil)
	if err != nil {
		return err
	}
	p.asked = time.Now()
	reply, err := p.client.Do(r)
	if err != nil {
		if bad := (*tls.CertificateVerificationError)(nil); errors.As(err, &bad) {
			return fmt.Errorf("has a certificate that no authority vouches for (%w): if it is your own camera, give --insecure-camera, or use its http:// address", Cause(bad))
		}
		if cause := (*url.Error)(nil); errors.As(err, &cause) && !cause.Timeout() && p.ctx.Err() == nil {
			return fmt.Errorf("cannot be read: %w", Cause(err))
		}
		return errors.New("does not answer: check its power, and that it serves nobody else")
	}
	if p.body != nil {
		_ = p.body.Close()
	}
	p.body, p.taken, p.from = reply.Body, 0, bufio.NewReaderSize(reply.Body, 1<<16)
	if reply.StatusCode != http.StatusOK {
		return refused(reply.StatusCode, p.address)
	}
	kind, _, _ := mime.ParseMediaType(reply.Header.Get("Content-Type"))
	head, _ := p.from.Peek(64) // less where less comes
	switch begin := strings.ToLower(string(bytes.TrimLeft(head, " \t\r\n"))); {
	case strings.HasPrefix(begin, "<"), strings.Contains(kind, "html"):
		return fmt.Errorf("is a web page, not a video: look there for the video's own address, often one like %s", examples(p.address))
	case strings.HasPrefix(kind, "multipart/"), strings.HasPrefix(begin, "--"), kind == "image/jpeg", bytes.HasPrefix(head, []byte(startOfPicture)):
		return nil
	case strings.HasPrefix(begin, "#extm3u"):
		return p.playlist()
	}
	return ErrOther
}

// playlist says whether more parts will come (RFC 8216).
func (p *Camera) playlist() error {
	list, _ := io.ReadAll(io.LimitReader(p.from, 1<<20)) // what is cut off goes on
	if bytes.Contains(list, []byte("#EXT-X-ENDLIST")) {
		return errors.New("has ended, and plays what it recorded: start it again")
	}
	return ErrParts
}

// refused says what an answer without a picture means.
func refused(status int, address *url.URL) error {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Errorf("asks for another name and password (%d): write them as %s://name:password@%s", status, address.Scheme, address.Host+address.Path)
	case http.StatusNotFound:
		return fmt.Errorf("has nothing at %q (404): look for the video's address in its manual, often one like %s", address.Path, examples(address))
	}
	return fmt.Errorf("answers %d %s: restart it, or check the address", status, http.StatusText(status))
}

// examples are addresses at which many cameras and phones send their pictures.
func examples(address *url.URL) string {
	paths := "/video, /stream, /mjpg/video.mjpg or /shot.jpg"
	if strings.HasPrefix(address.Scheme, "rtsp") {
		paths = "/live, /stream1, /h264Preview_01_main or /Streaming/Channels/101"
	}
	return fmt.Sprintf("%s://%s%s", address.Scheme, address.Host, paths)
}

// next waits for the next whole picture. An answer that ends after its first one is a snapshot, and is asked for again.
func (p *Camera) next() ([]byte, error) {
	file, err := nextJPEG(p.from)
	if err != nil && (p.single || p.taken == 1) {
		p.single = true
		time.Sleep(snapshotPace - time.Since(p.asked))
		if err := p.ask(); err != nil {
			return nil, err
		}
		file, err = nextJPEG(p.from)
	}
	if err == nil {
		p.taken++
	}
	return file, err
}

// another is the next picture in time.
func (p *Camera) another() (file []byte, err error) {
	if file, p.first = p.first, nil; file != nil {
		return file, nil
	}
	if !p.late.Reset(readTimeout) {
		return nil, errors.New("sends nothing") // and has been left
	}
	return p.next()
}

// Grab waits for so many pictures. Of single ones it asks for the newest alone.
func (p *Camera) Grab(pictures int) (err error) {
	for n := 0; n < pictures && err == nil; n++ {
		p.file, err = p.another()
		if p.single {
			break
		}
	}
	return err
}

// Retrieve decodes the picture grabbed last; false if it cannot be read.
func (p *Camera) Retrieve(mat *gocv.Mat) bool {
	return picture.CheckHeader(p.file) == nil && picture.DecodeLive(p.file, mat) == nil
}

// Close hangs up.
func (p *Camera) Close() error {
	p.late.Stop()
	p.end()
	if p.body == nil {
		return nil
	}
	return ignoreEnd(p.body.Close())
}

// ignoreEnd leaves out that the connection was closed by us.
func ignoreEnd(err error) error {
	if errors.Is(err, net.ErrClosed) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
