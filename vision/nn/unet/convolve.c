#include "convolve.h"

#define INLINE static inline __attribute__((always_inline))
#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)

#define WIDTH 4
#define WAY portable
#define TARGET
#include "row.h"
#undef WIDTH
#undef WAY
#undef TARGET

#ifdef __x86_64__
#define WIDTH 8
#define WAY avx2
#define TARGET __attribute__((target("avx2,fma")))
#include "row.h"

int32_t way_here(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? AVX2 : PORTABLE; }
#else
#define row_avx2 row_portable
int32_t way_here(void) { return PORTABLE; }
#endif

int32_t vector_of(int32_t way) { return way == AVX2 ? 8 : 4; }

void convolve_row(int32_t way, const convolution *c, const float *in, const float *weights, const float *biases, float *out) {
	(way == AVX2 ? row_avx2 : row_portable)(c, in, weights, biases, out);
}
