#define _GNU_SOURCE
#include "heif.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// What is used of libheif's C interface, which only grows (libheif/heif.h, 1.3 and later). Structures of the library are opaque.
struct heif_error {
	int code; // 0: fine
	int subcode;
	const char *message;
};

// The beginning of the decoding options, version 2; the library fills in what else there is.
struct heif_options {
	uint8_t version;
	uint8_t ignore_transformations;
	void (*start_progress)(int step, int max_progress, void *);
	void (*on_progress)(int step, int progress, void *);
	void (*end_progress)(int step, void *);
	void *progress_user_data;
	uint8_t convert_hdr_to_8bit;
};

enum { colorspace_rgb = 1, chroma_interleaved_rgb = 10, channel_interleaved = 10, unsupported_feature = 4, unsupported_codec = 3000 };

static struct {
	void *(*context_alloc)(void);
	void (*context_free)(void *);
	struct heif_error (*read)(void *context, const void *file, size_t bytes, const void *options);
	struct heif_error (*main_picture)(void *context, void **handle);
	void (*handle_release)(const void *handle);
	int (*width)(const void *handle);
	int (*height)(const void *handle);
	struct heif_options *(*options_alloc)(void);
	void (*options_free)(struct heif_options *);
	struct heif_error (*decode)(const void *handle, void **image, int colorspace, int chroma, const struct heif_options *);
	int (*image_width)(const void *image, int channel);
	int (*image_height)(const void *image, int channel);
	const uint8_t *(*plane)(const void *image, int channel, int *stride);
	void (*image_release)(const void *image);
} heif;

static void say(char *wrong, const char *text) { snprintf(wrong, heif_wrong, "%s", text); }

void heif_load(char *wrong) {
	static const struct {
		const char *name;
		void *at;
	} all[] = {
		{"heif_context_alloc", &heif.context_alloc},
		{"heif_context_free", &heif.context_free},
		{"heif_context_read_from_memory_without_copy", &heif.read},
		{"heif_context_get_primary_image_handle", &heif.main_picture},
		{"heif_image_handle_release", &heif.handle_release},
		{"heif_image_handle_get_width", &heif.width},
		{"heif_image_handle_get_height", &heif.height},
		{"heif_decoding_options_alloc", &heif.options_alloc},
		{"heif_decoding_options_free", &heif.options_free},
		{"heif_decode_image", &heif.decode},
		{"heif_image_get_width", &heif.image_width},
		{"heif_image_get_height", &heif.image_height},
		{"heif_image_get_plane_readonly", &heif.plane},
		{"heif_image_release", &heif.image_release},
	};
	wrong[0] = 0;
	void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
	if (library == NULL) {
		say(wrong, "there is no libheif.so.1");
		return;
	}
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		void *function = dlsym(library, all[i].name);
		if (function == NULL) {
			say(wrong, all[i].name);
			return;
		}
		memcpy(all[i].at, &function, sizeof function);
	}
}

// failed reports whether a call failed. Its text belongs to the file, so it is copied.
static int failed(struct heif_error e, char *wrong) {
	if (e.code == 0)
		return 0;
	if (e.code == unsupported_feature && e.subcode == unsupported_codec)
		say(wrong, heif_no_codec);
	else
		say(wrong, e.message != NULL && e.message[0] != 0 ? e.message : "unknown error");
	return 1;
}

// opened is a file with its main picture, which is NULL where there is none.
struct opened {
	void *context, *picture;
};

static struct opened opened(const uint8_t *file, size_t bytes, char *wrong) {
	struct opened o = {heif.context_alloc(), NULL};
	wrong[0] = 0;
	if (!failed(heif.read(o.context, file, bytes, NULL), wrong) && failed(heif.main_picture(o.context, &o.picture), wrong))
		o.picture = NULL;
	return o;
}

static void closed(struct opened o) {
	if (o.picture != NULL)
		heif.handle_release(o.picture);
	heif.context_free(o.context);
}

void heif_size(const uint8_t *file, size_t bytes, int *width, int *height, char *wrong) {
	struct opened o = opened(file, bytes, wrong);
	if (o.picture != NULL) {
		*width = heif.width(o.picture);
		*height = heif.height(o.picture);
	}
	closed(o);
}

// swapped writes red, green, blue as blue, green, red.
static void swapped(const void *image, uint8_t *bgr, int width, int height, char *wrong) {
	int stride;
	const uint8_t *from = heif.plane(image, channel_interleaved, &stride);
	if (from == NULL || heif.image_width(image, channel_interleaved) != width || heif.image_height(image, channel_interleaved) != height) {
		say(wrong, "the picture has another size than its header");
		return;
	}
	for (int y = 0; y < height; y++, from += stride)
		for (int x = 0; x < width; x++, bgr += 3) {
			bgr[0] = from[3 * x + 2];
			bgr[1] = from[3 * x + 1];
			bgr[2] = from[3 * x];
		}
}

void heif_decode(const uint8_t *file, size_t bytes, uint8_t *bgr, int width, int height, char *wrong) {
	struct opened o = opened(file, bytes, wrong);
	if (o.picture != NULL) {
		struct heif_options *options = heif.options_alloc();
		if (options != NULL && options->version >= 2)
			options->convert_hdr_to_8bit = 1;
		void *image = NULL;
		if (!failed(heif.decode(o.picture, &image, colorspace_rgb, chroma_interleaved_rgb, options), wrong))
			swapped(image, bgr, width, height, wrong);
		if (image != NULL)
			heif.image_release(image);
		heif.options_free(options);
	}
	closed(o);
}
