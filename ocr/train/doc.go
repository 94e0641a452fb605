// Command train makes the weights of the letter networks from free fonts. It is run by hand, from the top of the repository:
//
//	go run ./ocr/train -samples 170000
//	    ocr/glyph/weights.bin, letters; a quarter of an hour on one core; it prints its measured scores
//	go run ./ocr/train -from ocr/glyph/weights.bin -samples 220000 -epochs 6 -rate 1e-3 -seed 33
//	    continues the training on other faces. The shipped weights saw a sheen on 0.16 of the faces at first, on 0.2 later
//	go run ./ocr/train -part -hidden 144 -out ocr/glyph/part.bin
//	    the same for faces that taller neighbors hide in part
//	go run ./ocr/train -digits -samples 60000 -hidden 64 -out ocr/digit/weights.bin
//	    the same for the digits of numbers
//	go run ./ocr/train -alone -samples 40000 -epochs 7 -hidden 112 -out ocr/alone/weights.bin
//	go run ./ocr/train -alone -from ocr/alone/weights.bin -samples 40000 -check 3000 -epochs 5 -rate 1e-3 -seed 33 -workers 2 -out ocr/alone/weights.bin
//	    letters cut out alone, in two rounds
//	go run ./ocr/train -mirrored -samples 60000 -hidden 64 -workers 2 -out ocr/mirrored/weights.bin
//	    faces, half of them in a mirror
//	go run ./ocr/train -show faces.png
//	    only writes a sheet of drawn faces to look at
//
// It draws tile faces as a camera would see them, none from a photograph or a rendered scene, and trains on all font families but those held out for
// the test. Its stages: letters from fonts (fonts.go, mask.go), a tile with its letter (tile.go, cover.go, alone.go), lamps and sheens (light.go), camera
// (shot.go), training (learn.go), scores (measure.go). The same seed, fonts and number of workers give the same weights.
//
// The fonts are in these Debian packages: fonts-dejavu fonts-liberation fonts-open-sans fonts-lato fonts-cantarell fonts-quicksand
// fonts-roboto-unhinted fonts-inter fonts-urw-base35 fonts-comfortaa fonts-noto-core fonts-cabin fonts-freefont-ttf fonts-hack fonts-dosis fonts-play
// fonts-league-spartan fonts-b612 fonts-clear-sans fonts-crosextra-carlito fonts-crosextra-caladea fonts-karla fonts-paratype fonts-firacode
// fonts-mononoki fonts-sil-andika fonts-courier-prime fonts-sora fonts-adf-gillius fonts-adf-universalis fonts-adf-libris fonts-oxygen. The command
// names the families that are not installed, and leaves them out.
package main
