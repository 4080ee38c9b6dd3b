#pragma once
// sd-event and sd-daemon, and the functions of Linux that EventLoop needs and Swift's Glibc module leaves out.
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <unistd.h>

// memfd_create needs _GNU_SOURCE. 1 is MFD_CLOEXEC.
static inline int aloud_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1U); }

// prlimit needs _GNU_SOURCE. Both limits of the process become this one.
static inline int aloud_limit_data(pid_t process, unsigned long long bytes) {
  unsigned long long limit[2] = {bytes, bytes};
  return (int)syscall(SYS_prlimit64, process, RLIMIT_DATA, limit, NULL);
}

// True if the process has limited its address space.
static inline int aloud_has_address_limit(pid_t process) {
  unsigned long long limit[2] = {~0ULL, ~0ULL};
  return syscall(SYS_prlimit64, process, RLIMIT_AS, NULL, limit) == 0 && limit[1] != ~0ULL;
}

// The most memory that an ended child had at a time, in bytes; 0 if it was reaped. It is not reaped here: the function
// of the libc has no place for the usage.
static inline unsigned long long aloud_peak_memory(pid_t child) {
  siginfo_t info;
  struct rusage usage = {.ru_maxrss = 0};
  if (syscall(SYS_waitid, P_PID, child, &info, WEXITED | WNOHANG | WNOWAIT, &usage) != 0) return 0;
  return (unsigned long long)usage.ru_maxrss << 10;
}
