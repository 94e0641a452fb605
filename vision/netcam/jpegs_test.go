package netcam

import (
	"bufio"
	"bytes"
	"image"
	"image/jpeg"
	"testing"
)

func FuzzNextJPEG(f *testing.F) {
	var drawn bytes.Buffer
	if err := jpeg.Encode(&drawn, image.NewGray(image.Rect(0, 0, 40, 30)), nil); err != nil {
		f.Fatal(err)
	}
	file := drawn.Bytes()
	f.Add(append([]byte("--frame\r\n\r\n"), file...))
	f.Add(append(append(bytes.Clone(file[:200]), file...), file...))
	f.Add([]byte("--\xff\xd8\xff\xff\xd9--"))
	f.Fuzz(func(t *testing.T, sent []byte) {
		from := bufio.NewReader(bytes.NewReader(sent))
		for {
			got, err := nextJPEG(from)
			if err != nil {
				return
			}
			if !bytes.HasPrefix(got, []byte(startOfPicture)) || !bytes.HasSuffix(got, []byte{0xff, endOfPicture}) || !bytes.Contains(sent, got) {
				t.Fatalf("%d bytes that are no file of the stream", len(got))
			}
		}
	})
}
