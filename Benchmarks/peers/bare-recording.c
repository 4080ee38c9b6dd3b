// A plain program with FFmpeg's libraries: it ends as soon as they are loaded, or, with a file, as soon as the first
// samples of its sound are decoded.
//
//   cc -O2 bare-recording.c -o bare-recording $(pkg-config --cflags --libs libavformat libavcodec libswresample libavutil)
//   bare-recording [FILE]
//
// SPDX-License-Identifier: GPL-3.0-or-later
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libswresample/swresample.h>

// Ends with 0 if the file has sound.
static int first_samples(const char *file) {
  AVFormatContext *container = NULL;
  const AVCodec *codec = NULL;
  if (avformat_open_input(&container, file, NULL, NULL) < 0 || avformat_find_stream_info(container, NULL) < 0) return 1;
  int stream = av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, -1, -1, &codec, 0);
  if (stream < 0) return 1;
  AVCodecContext *decoder = avcodec_alloc_context3(codec);
  AVPacket *packet = av_packet_alloc();
  AVFrame *frame = av_frame_alloc();
  if (!decoder || !packet || !frame) return 1;
  if (avcodec_parameters_to_context(decoder, container->streams[stream]->codecpar) < 0) return 1;
  if (avcodec_open2(decoder, codec, NULL) < 0) return 1;
  while (av_read_frame(container, packet) >= 0) {
    if (packet->stream_index == stream && avcodec_send_packet(decoder, packet) >= 0 &&
        avcodec_receive_frame(decoder, frame) >= 0 && frame->nb_samples > 0)
      return 0;
    av_packet_unref(packet);
  }
  return 1;
}

int main(int argc, char **argv) {
  if (argc > 1) return first_samples(argv[1]);
  return avformat_version() && avcodec_version() && swresample_version() && avutil_version() ? 0 : 1;
}
