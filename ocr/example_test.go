package ocr

import (
	"fmt"

	"tilewatch/ocr/internal/facetest"
)

// A reader answers how well a face agrees with each letter in each quarter turn; here an R that lies upside down.
func Example() {
	reader, err := NewClassifier()
	if err != nil {
		fmt.Println(err)
		return
	}
	style := facetest.Plain()
	style.Size = 64
	face, err := facetest.Draw('R', style)
	if err != nil {
		fmt.Println(err)
		return
	}
	letters, err := reader.Read(face.Turned(2))
	if err != nil {
		fmt.Println(err)
		return
	}
	class, margin := letters.Best(2) // as it stands once it is turned by two quarters
	fmt.Printf("%c, clearly: %v\n", 'A'+class, margin > 3)
	// Output:
	// R, clearly: true
}
