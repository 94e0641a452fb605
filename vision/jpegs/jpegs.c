#include "jpegs.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

// handler jumps from an error back to the start of decode; it drops messages.
typedef struct {
	struct jpeg_error_mgr of_library;
	jmp_buf begin;
} handler;

static void give_up(j_common_ptr decoder) { longjmp(((handler *)decoder->err)->begin, 1); }

static void say_nothing(j_common_ptr decoder) { (void)decoder; }

// decode fills the rows from..to of bgr, which has room for all of the picture. It returns 1 if the file is a YCbCr JPEG of
// this size and undamaged up to row to, 2 if it decodes only as a whole (progressive), 0 otherwise. For rows before from it
// does only what later rows need.
int decode(const uint8_t *file, uint64_t size, uint8_t *bgr, int width, int height, int from, int to) {
	struct jpeg_decompress_struct decoder;
	handler errors;
	decoder.err = jpeg_std_error(&errors.of_library);
	errors.of_library.error_exit = give_up;
	errors.of_library.output_message = say_nothing;
	if (setjmp(errors.begin)) {
		jpeg_destroy_decompress(&decoder);
		return 0;
	}
	jpeg_create_decompress(&decoder);
	jpeg_mem_src(&decoder, file, size);
	jpeg_read_header(&decoder, TRUE);
	int usual = decoder.jpeg_color_space == JCS_YCbCr && (int)decoder.image_width == width && (int)decoder.image_height == height;
	if (usual && decoder.progressive_mode && to - from < height) {
		usual = 2;
	} else if (usual) {
		decoder.out_color_space = JCS_EXT_BGR;
		jpeg_start_decompress(&decoder);
		if (from > 0)
			jpeg_skip_scanlines(&decoder, from);
		while ((int)decoder.output_scanline < to) {
			JSAMPROW row = bgr + (uint64_t)3 * width * decoder.output_scanline;
			jpeg_read_scanlines(&decoder, &row, 1);
		}
		if (to == height)
			jpeg_finish_decompress(&decoder);
		usual = errors.of_library.num_warnings == 0;
	}
	jpeg_destroy_decompress(&decoder);
	return usual;
}
