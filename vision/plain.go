package vision

import (
	"fmt"

	"gocv.io/x/gocv"
)

// Plain decodes a picture file as a live picture is decoded, and answers the same pixels as a BMP file, which is not
// compressed: decoding that needs no trust in who made the first. Errors are of type *Error.
func Plain(file []byte) ([]byte, error) {
	if err := checkHeader(file); err != nil {
		return nil, err
	}
	mat := gocv.NewMat()
	defer mat.Close()
	if err := decodeLive(file, &mat); err != nil {
		return nil, err
	}
	plain, err := gocv.IMEncode(".bmp", mat)
	if err != nil {
		return nil, &Error{Unreadable, fmt.Sprintf("the picture cannot be passed on (%v)", err)}
	}
	defer plain.Close()
	return append([]byte(nil), plain.GetBytes()...), nil
}
