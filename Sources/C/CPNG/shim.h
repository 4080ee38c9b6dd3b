#pragma once
#include <png.h>
#include <string.h>

// PNG_FORMAT_RGBA and PNG_IMAGE_VERSION are expressions that Swift does not import. The functions of libpng's
// simplified interface report an error by their result, and jump nowhere.
static inline int aloud_png_begin(png_image *image, const void *bytes, size_t count) {
  memset(image, 0, sizeof *image);
  image->version = PNG_IMAGE_VERSION;
  return png_image_begin_read_from_memory(image, bytes, count);
}

static inline int aloud_png_finish(png_image *image, void *pixels) {
  image->format = PNG_FORMAT_RGBA;
  return png_image_finish_read(image, NULL, pixels, 0, NULL);
}

// The bytes that the file takes at most, for an image of RGBA.
static inline size_t aloud_png_bound(const png_image *image) { return PNG_IMAGE_PNG_SIZE_MAX(*image); }

static inline int aloud_png_write(
    png_uint_32 width, png_uint_32 height, const void *pixels, png_image *image, void *file, size_t *size) {
  memset(image, 0, sizeof *image);
  image->version = PNG_IMAGE_VERSION;
  image->width = width;
  image->height = height;
  image->format = PNG_FORMAT_RGBA;
  *size = file ? *size : 0;
  return png_image_write_to_memory(image, file, size, 0, pixels, 0, NULL);
}
