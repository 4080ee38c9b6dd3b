#pragma once
// Linux functions for worker processes that Swift's Glibc module lacks.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// Swift marks fork unavailable, since a forked copy of a process with threads is broken. The workers have one thread.
static inline pid_t aloud_fork(void) { return fork(); }

// prctl is variadic.
static inline int aloud_prctl(int option, unsigned long argument) { return prctl(option, argument, 0UL, 0UL, 0UL); }

// prctl is variadic, and the program's type is the kernel's. The bytes are what seccomp_export_bpf(3) wrote.
static inline int aloud_filter(const void *program, size_t bytes) {
  struct sock_fprog filter = {(unsigned short)(bytes / sizeof(struct sock_filter)), (struct sock_filter *)program};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

// syscall is variadic; glibc before 2.34 has no close_range.
static inline int aloud_close_from(unsigned int first) {
  return (int)syscall(SYS_close_range, first, ~0U, 0U);
}

// SCHED_IDLE (5) needs _GNU_SOURCE. In the raw call, thread 0 is the caller.
static inline int aloud_schedule_idle(void) {
  int priority = 0;
  return (int)syscall(SYS_sched_setscheduler, 0, 5, &priority);
}

// Landlock has no functions in the libc; the numbers are the same on every architecture. The structures are written
// out, because the header of an older kernel lacks their later fields.
struct aloud_landlock_rules {
  unsigned long long files, network, scope;
};
static inline int aloud_landlock_version(void) { return (int)syscall(444, NULL, 0, 1U); }
static inline int aloud_landlock_create(const struct aloud_landlock_rules *rules, size_t size) {
  return (int)syscall(444, rules, size, 0U);
}
static inline int aloud_landlock_allow(int ruleset, int path, unsigned long long access) {
  struct {
    unsigned long long access;
    int path;
  } __attribute__((packed)) rule = {access, path};
  return (int)syscall(445, ruleset, 1, &rule, 0U);
}
static inline int aloud_landlock_restrict(int ruleset) { return (int)syscall(446, ruleset, 0U); }

// The macros of wait(2) are function-like.
static inline int aloud_signal_of(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
static inline int aloud_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

// RLIMIT_* are enumerators of an anonymous enum that setrlimit's type does not match in Swift.
static inline int aloud_limit(int resource, unsigned long long value) {
  struct rlimit limit = {value, value};
  return setrlimit((__rlimit_resource_t)resource, &limit);
}

// sigset_t's functions take pointers to a union; one call keeps the set out of Swift.
static inline int aloud_child_signal_descriptor(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -1;
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

// Counts the process's own CPU time and kills it at the end (SIGPROF); the timer's type differs between libcs.
static inline int aloud_limit_cpu_milliseconds(long milliseconds) {
  struct itimerval value = {{0, 0}, {milliseconds / 1000, (milliseconds % 1000) * 1000}};
  return setitimer(ITIMER_PROF, &value, NULL);
}

// CMSG_* are function-like macros. Returns recvmsg's result; *descriptor is a received descriptor, or -1.
static inline ssize_t aloud_receive(int socket, void *buffer, size_t size, int *descriptor) {
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } control;
  struct iovec vector = {buffer, size};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t count;
  *descriptor = -1;
  do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC); while (count < 0 && errno == EINTR);
  if (count < 0) return count;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len >= CMSG_LEN(sizeof(int)))
    memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  return count;
}
