package ocr

/*
#cgo LDFLAGS: -ltesseract
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <string.h>
#include <tesseract/capi.h>

// alone has Tesseract work on this thread only: it splits even one letter among four, which makes it six times slower. No parallel region
// may be active then, so the threads are not made at all. A Tesseract that was built without OpenMP has nothing to set.
static void alone(void) {
	void (*levels)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "omp_set_max_active_levels");
	if (levels != NULL)
		levels(0);
}

// recognize reads a gray picture. text takes the characters that are no space, its size counted with the end; the answer is the least
// confidence of these, 0 to 100, or less than 0 if nothing is read or it does not fit.
static float recognize(void *client, const unsigned char *gray, int w, int h, char *text, size_t size) {
	TessBaseAPI *api = client;
	alone();
	TessBaseAPISetImage(api, gray, w, h, 1, w);
	TessBaseAPISetSourceResolution(api, 70);
	float least = -1;
	text[0] = 0;
	if (TessBaseAPIRecognize(api, NULL) != 0)
		return least;
	TessResultIterator *at = TessBaseAPIGetIterator(api);
	if (at == NULL)
		return least;
	do {
		char *symbol = TessResultIteratorGetUTF8Text(at, RIL_SYMBOL);
		if (symbol == NULL)
			continue;
		if (strspn(symbol, " \t\r\n") < strlen(symbol)) {
			if (strlen(text) + strlen(symbol) >= size) {
				TessDeleteText(symbol);
				least = -1;
				text[0] = 0;
				break;
			}
			strcat(text, symbol);
			float sure = TessResultIteratorConfidence(at, RIL_SYMBOL);
			if (least < 0 || sure < least)
				least = sure;
		}
		TessDeleteText(symbol);
	} while (TessResultIteratorNext(at, RIL_SYMBOL));
	TessResultIteratorDelete(at);
	return least;
}
*/
import "C"

import (
	"errors"
	"reflect"
	"runtime"
	"unsafe"

	"github.com/otiai10/gosseract/v2"
)

// longest is how many bytes of text are read at a time.
const longest = 256

// engineOf is Tesseract behind a started client. gosseract never frees what it finds in a picture (the iterator over the results, and
// each of its strings: a third of a kilobyte a letter), so pictures are read by Tesseract's own C interface.
func engineOf(c *gosseract.Client) (unsafe.Pointer, error) {
	field := reflect.ValueOf(c).Elem().FieldByName("api")
	if !field.IsValid() || field.Kind() != reflect.UnsafePointer || field.IsNil() {
		return nil, errors.New("this version of gosseract keeps Tesseract elsewhere: use the one that go.mod names")
	}
	return field.UnsafePointer(), nil
}

// start starts Tesseract, which it does when it is first asked for a text, on one thread.
func start(c *gosseract.Client) error {
	runtime.LockOSThread() // what alone sets belongs to the thread
	defer runtime.UnlockOSThread()
	C.alone()
	_, err := c.Text()
	return err
}

// trim gives the memory that the C libraries have freed back to the system.
func trim() { C.malloc_trim(0) }

// readBlock is what the client reads in a gray picture: the text without spaces, and the least confidence of its characters, 0 to 1.
func readBlock(c *gosseract.Client, w, h int, pix []uint8) (string, float64, error) {
	engine, err := engineOf(c)
	if err != nil {
		return "", 0, err
	}
	var text [longest]C.char
	sure := C.recognize(engine, (*C.uchar)(unsafe.Pointer(&pix[0])), C.int(w), C.int(h), &text[0], C.size_t(len(text)))
	if sure < 0 {
		return "", 0, nil
	}
	return C.GoString(&text[0]), float64(sure) / 100, nil
}
