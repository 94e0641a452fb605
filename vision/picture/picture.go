package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"

	"gocv.io/x/gocv"
	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"tilewatch/calibration"
	"tilewatch/vision/heif"
	"tilewatch/vision/jpegs"
)

// Limits on pictures that come from outside.
const (
	MaxBytes  = 64 << 20 // of a picture file
	MaxPixels = 50e6     // a 48-megapixel phone fits
	MinSide   = 64       // pixels; a smaller picture holds no readable letter
)

// ErrorCode is one of the contract's reasons why a picture gave no reading.
type ErrorCode string

// The contract's codes.
const (
	Unreadable ErrorCode = "unreadable"
	NoTiles    ErrorCode = "no_tiles"
	TooSmall   ErrorCode = "too_small"
	TooDark    ErrorCode = "too_dark"
	TooBlurred ErrorCode = "too_blurred"
	TooLarge   ErrorCode = "too_large"
)

// Error says why a picture could not be read and what to do about it.
type Error struct {
	Code    ErrorCode
	Message string
	Kind    string // what the file is, where it is no picture that can be read: a format's name, or Film; "" for all else
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Message) }

// Picture is one decoded color picture, upright. Whoever makes it closes it.
type Picture struct {
	Pixels gocv.Mat // 8-bit BGR, contiguous, on loan: who uses them neither closes them nor writes to them unless the picture is its own
	Width  int
	Height int
}

// Decode reads the bytes of a JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF or GIF file, the first picture of an animated one, and turns it upright. It
// checks the size in the header before it decodes. Errors are of type *Error.
func Decode(data []byte) (*Picture, error) {
	size, format, err := header(data)
	if err != nil {
		return nil, err
	}
	switch format {
	case "gif", "tiff":
		return decodeByGo(data)
	case formatHEIF:
		return decodeHEIF(data, size)
	}
	data = firstOfWebP(data)
	if p, ok := decodeJPEG(data, size); ok {
		return p, nil
	}
	mat, err := gocv.IMDecode(data, gocv.IMReadColor)
	if err != nil || mat.Empty() {
		mat.Close()
		return nil, errDamaged
	}
	return FromMat(mat), nil
}

var errDamaged = &Error{Code: Unreadable, Message: "the file is damaged or cut off: take or copy the picture again"}

// formatHEIF is what header calls what package heif decodes.
const formatHEIF = "heif"

func decodeHEIF(data []byte, size image.Point) (*Picture, error) {
	mat := gocv.NewMatWithSize(size.Y, size.X, gocv.MatTypeCV8UC3)
	bgr, err := mat.DataPtrUint8()
	if err == nil {
		err = heif.Decode(data, bgr, size)
	}
	if err != nil {
		mat.Close()
		return nil, unreadableHEIF(err)
	}
	return FromMat(mat), nil
}

// decodeByGo decodes what OpenCV reads only with libraries that not every build of it has.
func decodeByGo(data []byte) (*Picture, error) {
	stored, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, errDamaged
	}
	mat, err := gocv.ImageToMatRGB(calibration.Upright(stored, calibration.Orientation(data)))
	if err != nil {
		return nil, errors.Join(err, mat.Close())
	}
	return FromMat(mat), nil
}

// decodeJPEG decodes a usual JPEG file; false if the file is another one.
func decodeJPEG(data []byte, size image.Point) (*Picture, bool) {
	if !bytes.HasPrefix(data, []byte("\xff\xd8")) {
		return nil, false
	}
	mat := gocv.NewMatWithSize(size.Y, size.X, gocv.MatTypeCV8UC3)
	if bgr, err := mat.DataPtrUint8(); err != nil || !jpegs.Decode(data, bgr, size.X, size.Y) {
		mat.Close()
		return nil, false
	}
	upright, err := turned(mat, calibration.Orientation(data))
	if err != nil {
		upright.Close()
		return nil, false
	}
	return FromMat(upright), true
}

// turned is the picture as an EXIF orientation says that it is to be seen. It takes ownership of the Mat.
func turned(mat gocv.Mat, orientation int) (gocv.Mat, error) {
	var steps []func(gocv.Mat, *gocv.Mat) error
	if orientation >= 5 { // rows and columns change places
		steps = append(steps, gocv.Transpose)
	}
	if axis, flips := map[int]int{2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}[orientation]; flips {
		steps = append(steps, func(from gocv.Mat, to *gocv.Mat) error { return gocv.Flip(from, to, axis) })
	}
	var errs []error
	for _, step := range steps {
		to := gocv.NewMat()
		errs = append(errs, step(mat, &to), mat.Close())
		mat = to
	}
	return mat, errors.Join(errs...)
}

// FromMat takes ownership of an 8-bit BGR Mat.
func FromMat(mat gocv.Mat) *Picture {
	if !mat.IsContinuous() {
		whole := mat.Clone()
		mat.Close()
		mat = whole
	}
	return &Picture{Pixels: mat, Width: mat.Cols(), Height: mat.Rows()}
}

// Close frees the pixels.
func (p *Picture) Close() error { return p.Pixels.Close() }

// CheckHeader checks type and size in a file's header without decoding it. Errors are of type *Error.
func CheckHeader(data []byte) error {
	_, _, err := header(data)
	return err
}

// header is the size in the file's header, before EXIF rotation, and what kind of file it is. A HEIC or AVIF file's is upright.
func header(data []byte) (size image.Point, format string, err error) {
	if len(data) == 0 {
		return size, "", &Error{Code: Unreadable, Message: "the file is empty: take or copy the picture again"}
	}
	if len(data) > MaxBytes {
		return size, "", &Error{Code: TooLarge, Message: fmt.Sprintf("the file has %d MB, the limit is %d MB: save it as a JPEG", len(data)>>20, MaxBytes>>20)}
	}
	if size, format, err = declared(data); err != nil {
		return size, "", err
	}
	switch {
	case float64(size.X)*float64(size.Y) > MaxPixels:
		err = &Error{Code: TooLarge, Message: fmt.Sprintf("the picture has %dx%d pixels, the limit is %d megapixels: save it smaller", size.X, size.Y, int(MaxPixels/1e6))}
	case min(size.X, size.Y) < MinSide:
		err = &Error{Code: TooSmall, Message: fmt.Sprintf("the picture has only %dx%d pixels: letters need about 30 pixels a tile", size.X, size.Y)}
	case format == "jpeg" && scans(data) > mostScans:
		err = &Error{Code: TooLarge, Message: fmt.Sprintf("the picture is drawn more than %d times over: save it again as a plain JPEG", mostScans)}
	}
	return size, format, err
}

// declared is what the file says of itself.
func declared(data []byte) (size image.Point, format string, err error) {
	if heif.Is(data) {
		if size, err = heif.Size(data); err != nil {
			return size, "", unreadableHEIF(err)
		}
		return size, formatHEIF, nil
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(firstOfWebP(data)))
	if err != nil {
		return size, "", unknown(data)
	}
	return image.Pt(config.Width, config.Height), format, nil
}

// Mirrored is the mirror image; the caller closes it.
func (p *Picture) Mirrored() (*Picture, error) {
	m := gocv.NewMat()
	if err := gocv.Flip(p.Pixels, &m, 1); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return &Picture{Pixels: m, Width: p.Width, Height: p.Height}, nil
}

// Stretched is the picture so many times as high; the caller closes it.
func (p *Picture) Stretched(by float64) (*Picture, error) {
	m, size := gocv.NewMat(), image.Pt(p.Width, int(float64(p.Height)*by+0.5))
	if err := gocv.Resize(p.Pixels, &m, size, 0, 0, gocv.InterpolationLinear); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return &Picture{Pixels: m, Width: size.X, Height: size.Y}, nil
}

// Usable says whether a Mat is an 8-bit color picture: a capture may hand over an empty one at a film's damaged
// end.
func Usable(mat *gocv.Mat) bool { return !mat.Empty() && mat.Type() == gocv.MatTypeCV8UC3 }
