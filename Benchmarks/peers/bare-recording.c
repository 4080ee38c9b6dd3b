// The floor of each program that starts with FFmpeg's libraries: it ends as soon as they are loaded.
//
//   cc -O2 bare-libraries.c $(pkg-config --cflags --libs libavformat libavcodec libswresample libavutil) -o bare-libraries
//
// SPDX-License-Identifier: GPL-3.0-or-later
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libswresample/swresample.h>

int main(void) {
  return avformat_version() && avcodec_version() && swresample_version() && avutil_version() ? 0 : 1;
}
