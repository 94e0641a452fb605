#include <stdint.h>

int decode(const uint8_t *file, uint64_t size, uint8_t *bgr, int width, int height, int from, int to);
