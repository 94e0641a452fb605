package picture

import (
	"bytes"
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
		return nil, &Error{Unreadable, fmt.Sprintf("the picture cannot be passed on (%v)", err)}
	}
	defer plain.Close()
	return append([]byte(nil), plain.GetBytes()...), nil
}

// DecodeLive decodes a picture file for following. It decodes one of at least twice LiveSide at half size, which
// is faster.
func DecodeLive(file []byte, into *gocv.Mat) error {
	flags := gocv.IMReadColor
	config, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err == nil && max(config.Width, config.Height) >= 2*LiveSide {
		flags = gocv.IMReadReducedColor2
	}
	if err := gocv.IMDecodeIntoMat(file, flags, into); err != nil || !Usable(into) {
		return &Error{Unreadable, "the picture is damaged or cut off"}
	}
	return nil
}

// LiveSide is the longest side of pictures that are followed, pixels. More pixels cost time and show no letter
// better: a table a meter wide has 50 pixels a tile.
const LiveSide = 2048
