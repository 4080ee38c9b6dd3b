// The speed of espeak-ng alone: speaks the lines of a file one after the other and discards the sound.
//
//   cc -O2 bare-espeak.c -lespeak-ng -o bare-espeak
//   bare-espeak VOICE FILE        prints the frames, the frames per second of sound, the seconds that passed, and the
//                                 seconds of processor time
//
// SPDX-License-Identifier: GPL-3.0-or-later
#include <espeak-ng/speak_lib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long long frames;

static int take(short *samples, int count, espeak_EVENT *events) {
  (void)events;
  if (samples) frames += count;
  return 0;
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
  int rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 50, NULL, 0);
  if (!file || rate <= 0 || espeak_SetVoiceByName(argv[1]) != EE_OK) return 1;
  espeak_SetSynthCallback(take);
  static char line[1 << 16];
  double start = now(CLOCK_MONOTONIC), work = now(CLOCK_PROCESS_CPUTIME_ID);
  while (fgets(line, sizeof line, file))
    espeak_Synth(line, strlen(line) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL);
  printf("%lld %d %.6f %.6f\n", frames, rate, now(CLOCK_MONOTONIC) - start, now(CLOCK_PROCESS_CPUTIME_ID) - work);
  fflush(stdout);
  _exit(0);  // ending the library may hang
}
