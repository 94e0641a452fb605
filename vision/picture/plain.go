package picture

import (
	"bytes"
	"fmt"
	"image"

	"gocv.io/x/gocv"
)

// Uncompressed decodes a picture file as a live picture is decoded, and answers the same pixels as a BMP file, which is not
// compressed: decoding that needs no trust in who made the first. Errors are of type *Error.
func Uncompressed(file []byte) ([]byte, error) {
	if err := CheckHeader(file); err != nil {
		return nil, err
	}
	mat := gocv.NewMat()
	defer mat.Close()
	if err := DecodeLive(file, &mat); err != nil {
		return nil, err
	}
	plain, err := gocv.IMEncode(".bmp", mat)
	if err != nil {
		return nil, &Error{Unreadable, fmt.Sprintf("the picture cannot be passed on (%v)", err)}
	}
	defer plain.Close()
	return append([]byte(nil), plain.GetBytes()...), nil
}

// DecodeLive decodes a picture file for following; one of more than twice the needed size in half of it, at once.
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

// LiveSide is the longest side of pictures that are followed. More costs time and shows no letter better: a table a meter wide has 50
// pixels for a tile then.
const LiveSide = 2048
