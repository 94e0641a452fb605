#include <stddef.h>
#include <stdint.h>

// The functions say in wrong why something failed; an empty text is none. The room is for that many bytes.
enum { heif_wrong = 256 };

// heif_no_codec is what they say where the library is there, and what decodes this kind of file is not: distributions pack it separately.
#define heif_no_codec "its decoder for this kind of file"

// heif_load loads the library.
void heif_load(char *wrong);

// heif_size is the size of a file's main picture, upright.
void heif_size(const uint8_t *file, size_t bytes, int *width, int *height, char *wrong);

// heif_decode decodes a file's main picture, upright, into blue, green, red; bgr has room for width x height of them.
void heif_decode(const uint8_t *file, size_t bytes, uint8_t *bgr, int width, int height, char *wrong);
