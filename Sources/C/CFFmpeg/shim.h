#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/base64.h>
#include <libavutil/pixfmt.h>
#include <libswresample/swresample.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

// AVERROR is a macro with a cast, which Swift does not import.
static inline bool aloud_wants_more(int result) { return result == AVERROR(EAGAIN) || result == AVERROR_EOF; }

// The last parameter but one became const in libavformat 61: no Swift closure fits both.
#if LIBAVFORMAT_VERSION_MAJOR < 61
static inline int aloud_output_write(void *opaque, uint8_t *bytes, int count) {
#else
static inline int aloud_output_write(void *opaque, const uint8_t *bytes, int count) {
#endif
  int done = 0;
  while (done < count) {
    ssize_t written = write((int)(intptr_t)opaque, bytes + done, (size_t)(count - done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return AVERROR(written < 0 ? errno : EIO);
    done += (int)written;
  }
  return count;
}

static inline int64_t aloud_output_seek(void *opaque, int64_t offset, int whence) {
  // This asks for the size, which is not needed here.
  if (whence & AVSEEK_SIZE) return AVERROR(ENOSYS);
  int64_t place = lseek((int)(intptr_t)opaque, offset, whence & ~AVSEEK_FORCE);
  return place < 0 ? AVERROR(errno) : place;
}

// A context whose callbacks are the two functions above.
static inline AVIOContext *aloud_output_open(int descriptor, bool seeks) {
  unsigned char *buffer = av_malloc(65536);
  return buffer ? avio_alloc_context(
                      buffer, 65536, 1, (void *)(intptr_t)descriptor, NULL, aloud_output_write,
                      seeks ? aloud_output_seek : NULL)
                : NULL;
}

// The list of chapters is an array of pointers that grows in the library's own allocator.
static inline bool aloud_add_chapter(
    AVFormatContext *file, int64_t start, int64_t end, int rate, const char *title) {
  AVChapter *chapter = av_mallocz(sizeof(AVChapter));
  if (!chapter) return false;
  chapter->id = (int64_t)file->nb_chapters + 1;
  chapter->time_base = (AVRational){1, rate};
  chapter->start = start;
  chapter->end = end;
  av_dict_set(&chapter->metadata, "title", title, 0);
  int count = (int)file->nb_chapters;
  av_dynarray_add(&file->chapters, &count, chapter);
  file->nb_chapters = (unsigned)count;
  return file->chapters != NULL;
}

// The padding that the library requires after extra data is a macro.
static inline bool aloud_set_extra_data(AVCodecParameters *parameters, const uint8_t *bytes, int count) {
  parameters->extradata = av_mallocz((size_t)count + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!parameters->extradata) return false;
  memcpy(parameters->extradata, bytes, (size_t)count);
  parameters->extradata_size = count;
  return true;
}
