package picture

import (
	"errors"
	"fmt"
	"image"

	"gocv.io/x/gocv"
)

// Uncompressed decodes a picture file as DecodeLive does and returns the pixels as a BMP file. A BMP has no
// compression, so whoever decodes it need not trust the sender. Errors are of type *Error.
func Uncompressed(file []byte) ([]byte, error) {
	if err := CheckHeader(file); err != nil {
		return nil, err
	}
	mat := gocv.NewMat()
	defer mat.Close()
	if err := DecodeLive(file, &mat); err != nil {
		return nil, err
	}
	return Plain(mat)
}

// Plain is the picture as a BMP file. Errors are of type *Error.
func Plain(mat gocv.Mat) ([]byte, error) {
	plain, err := gocv.IMEncode(".bmp", mat)
	if err != nil {
		return nil, &Error{Code: Unreadable, Message: fmt.Sprintf("the picture cannot be passed on (%v)", err)}
	}
	defer plain.Close()
	return append([]byte(nil), plain.GetBytes()...), nil
}

// DecodeLive decodes a picture file for following. It decodes one of at least twice LiveSide at half size, which
// is faster.
func DecodeLive(file []byte, into *gocv.Mat) error {
	size, format, err := declared(file)
	half := err == nil && max(size.X, size.Y) >= 2*LiveSide
	switch format {
	case "gif", "tiff", formatHEIF:
		return decodeOther(file, half, into)
	}
	flags := gocv.IMReadColor
	if half {
		flags = gocv.IMReadReducedColor2
	}
	if err := gocv.IMDecodeIntoMat(firstOfWebP(file), flags, into); err != nil || !Usable(into) {
		return &Error{Code: Unreadable, Message: "the picture is damaged or cut off"}
	}
	return nil
}

// decodeOther decodes what OpenCV does not.
func decodeOther(file []byte, half bool, into *gocv.Mat) error {
	p, err := Decode(file)
	if err != nil {
		return err
	}
	size := image.Pt(p.Width, p.Height)
	if half {
		size = size.Div(2)
	}
	return errors.Join(gocv.Resize(p.Pixels, into, size, 0, 0, gocv.InterpolationArea), p.Close())
}

// LiveSide is the longest side of pictures that are followed, pixels. More pixels cost time and show no letter
// better: a table a meter wide has 50 pixels a tile.
const LiveSide = 2048
