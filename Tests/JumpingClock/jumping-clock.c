// A library to preload: the wall clock of a program is ahead of the machine's by the seconds (a 64-bit number) in the
// file that ALOUD_WALL_CLOCK names, and jumps when that changes. All other clocks and timers are the machine's.
//
// libfaketime 0.9.10 does not fit: it also moves the timers of CLOCK_MONOTONIC, unlike a real jump.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead;

// The file is mapped once: a worker that may not open files any more sees the jumps, too.
__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("ALOUD_WALL_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *map = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) ahead = map;
  close(file);
}

static int64_t seconds_ahead(void) { return ahead ? *ahead : 0; }

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += seconds_ahead();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int result = (int)syscall(SYS_gettimeofday, now, zone);
  if (result == 0) now->tv_sec += seconds_ahead();
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
