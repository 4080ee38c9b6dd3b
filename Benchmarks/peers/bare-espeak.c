// The speed of espeak-ng alone: speaks the lines of a file one after the other and discards the sound.
//
//   cc -O2 bare-espeak.c -lespeak-ng -o bare-espeak
//   bare-espeak VOICE FILE           prints the frames, the frames per second of sound, the seconds that passed, and
//                                    the seconds of processor time
//   bare-espeak VOICE FILE copies    speaks each line in a copy of the process. The library keeps a state from line to
//                                    line, and only in a copy does the same line have the same length each time.
//
// SPDX-License-Identifier: GPL-3.0-or-later
#include <espeak-ng/speak_lib.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Shared with the copies.
static long long *frames;

static int take(short *samples, int count, espeak_EVENT *events) {
  (void)events;
  if (samples) *frames += count;
  return 0;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static double used(int who) {
  struct rusage usage;
  getrusage(who, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static double work(void) { return used(RUSAGE_SELF) + used(RUSAGE_CHILDREN); }

static void speak(const char *line) {
  espeak_Synth(line, strlen(line) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL);
}

int main(int argc, char **argv) {
  FILE *file = argc >= 3 ? fopen(argv[2], "r") : NULL;
  int copies = argc == 4 && !strcmp(argv[3], "copies");
  int rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 50, NULL, 0);
  if (!file || rate <= 0 || espeak_SetVoiceByName(argv[1]) != EE_OK) return 1;
  frames = mmap(NULL, sizeof *frames, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (frames == MAP_FAILED) return 1;
  espeak_SetSynthCallback(take);
  static char line[1 << 16];
  double start = now(), before = work();
  while (fgets(line, sizeof line, file)) {
    pid_t copy = copies ? fork() : 0;
    if (copy < 0) return 1;
    if (copy) {
      waitpid(copy, NULL, 0);
      continue;
    }
    speak(line);
    if (copies) _exit(0);
  }
  printf("%lld %d %.6f %.6f\n", *frames, rate, now() - start, work() - before);
  fflush(stdout);
  _exit(0);  // ending the library may hang
}
