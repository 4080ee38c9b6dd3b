#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/opt.h>
#include <libavutil/replaygain.h>
#include <libswresample/swresample.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Macros with casts, which Swift does not import.
static const int aloud_again = AVERROR(EAGAIN);
static const int aloud_end_of_file = AVERROR_EOF;
static const int aloud_no_memory = AVERROR(ENOMEM);
static const int aloud_invalid_data = AVERROR_INVALIDDATA;
static const int64_t aloud_no_time = AV_NOPTS_VALUE;

// The bytes of a file, read at an offset of our own: another owner of the descriptor may move the shared one.
struct aloud_input {
  int descriptor;
  // The result of the last read if it failed, otherwise 0.
  int error;
  int64_t offset;
};

static inline int aloud_input_read(void *opaque, uint8_t *bytes, int count) {
  struct aloud_input *input = opaque;
  ssize_t done;
  do done = pread(input->descriptor, bytes, (size_t)count, input->offset);
  while (done < 0 && errno == EINTR);
  if (done < 0) return input->error = AVERROR(errno);
  input->error = 0;
  input->offset += done;
  return done > 0 ? (int)done : AVERROR_EOF;
}

// A file that grows has another size each time.
static inline int64_t aloud_input_seek(void *opaque, int64_t offset, int whence) {
  struct aloud_input *input = opaque;
  struct stat status;
  switch (whence & ~AVSEEK_FORCE) {
  case SEEK_SET: break;
  case SEEK_CUR: offset += input->offset; break;
  case SEEK_END:
  case AVSEEK_SIZE:
    if (fstat(input->descriptor, &status) < 0) return AVERROR(errno);
    if ((whence & ~AVSEEK_FORCE) == AVSEEK_SIZE) return status.st_size;
    offset += status.st_size;
    break;
  default: return AVERROR(EINVAL);
  }
  if (offset < 0) return AVERROR(EINVAL);
  return input->offset = offset;
}

static inline void aloud_input_close(AVIOContext *context) {
  if (!context) return;
  av_free(context->opaque);
  av_free(context->buffer);
  avio_context_free(&context);
}

// A context whose callbacks are the two functions above.
static inline AVIOContext *aloud_input_open(int descriptor) {
  const int size = 65536;
  struct aloud_input *input = av_mallocz(sizeof *input);
  unsigned char *buffer = av_malloc((size_t)size);
  AVIOContext *context = NULL;
  if (input && buffer) {
    input->descriptor = descriptor;
    context = avio_alloc_context(buffer, size, 0, input, aloud_input_read, NULL, aloud_input_seek);
  }
  if (!context) {
    av_free(input);
    av_free(buffer);
  }
  return context;
}

// The result of the last read if it failed, otherwise 0.
static inline int aloud_input_error(const AVIOContext *context) {
  return ((const struct aloud_input *)context->opaque)->error;
}

// A recording that names other files gets none of them.
static inline int aloud_refuse_to_open(
    AVFormatContext *file, AVIOContext **context, const char *url, int flags, AVDictionary **options) {
  (void)file, (void)context, (void)url, (void)flags, (void)options;
  return AVERROR(EACCES);
}

static inline void aloud_open_no_other_file(AVFormatContext *file) { file->io_open = aloud_refuse_to_open; }

// Its place moved in libavformat 60.19.
static inline const AVReplayGain *aloud_replay_gain(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_REPLAYGAIN);
  return data && data->size >= sizeof(AVReplayGain) ? (const AVReplayGain *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_REPLAYGAIN, &size);
  return data && size >= sizeof(AVReplayGain) ? (const AVReplayGain *)data : NULL;
#endif
}

// Samples at the end of a frame that are no part of the sound.
static inline uint32_t aloud_padding(const AVFrame *frame) {
  const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_SKIP_SAMPLES);
  return data && data->size >= 8 ? AV_RL32(data->data + 4) : 0;
}

// The matrix that mixes to stereo never exceeds full scale.
static inline bool aloud_mix_within_scale(SwrContext *converter) {
  return av_opt_set_double(converter, "rematrix_maxval", 1.0, 0) >= 0;
}
