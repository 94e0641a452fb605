// Package ocr reads letters and numbers: Classifier, our own net, reads tile faces; Tesseract reads faces too, and
// prints of several characters; Pair asks the classifier first and Tesseract where the classifier is in doubt. All
// three are Readers, and answer with likelihoods for each letter in each quarter turn: nothing is decided here. A face is a square of 8-bit
// gray, side to side; likelihoods are natural logarithms, 4 quarter turns x 27 classes (A to Z, blank).
package ocr
