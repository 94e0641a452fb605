package ocr

import "github.com/otiai10/gosseract/v2"

// TesseractVersion is the version of Tesseract that is in use.
func TesseractVersion() string { return gosseract.Version() }
