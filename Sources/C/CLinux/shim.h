#pragma once
// Linux functions for worker processes that Swift's Glibc module lacks.
#include <errno.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
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

// A program that is started keeps the blocked signals of its parent.
static inline void aloud_unblock_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigprocmask(SIG_SETMASK, &set, NULL);
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

// A loaded program or library, as the dynamic linker describes it: the beginning of struct dl_phdr_info, which needs
// _GNU_SOURCE, as does the function.
struct aloud_object {
  ElfW(Addr) base;
  const char *name;
  const ElfW(Phdr) *segments;
  ElfW(Half) count;
};
extern int aloud_for_each_object(int (*each)(struct aloud_object *, size_t, void *), void *context)
    __asm__("dl_iterate_phdr");

// True if the dynamic linker writes into code.
static inline int aloud_has_relocated_code(const struct aloud_object *object) {
  for (int index = 0; index < object->count; index++) {
    if (object->segments[index].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->base + object->segments[index].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++)
      if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL))) return 1;
  }
  return 0;
}

static inline int aloud_give_back_object(struct aloud_object *object, size_t size, void *context) {
  (void)size, (void)context;
  // The program itself has no name. Its pages are in use.
  if (!object->name || !object->name[0] || aloud_has_relocated_code(object)) return 0;
  unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
  // All are read before the first is given back: the list itself lies in one of them.
  struct {
    unsigned long start, end;
  } parts[8];
  int found = 0;
  for (int index = 0; index < object->count && found < 8; index++) {
    const ElfW(Phdr) *segment = &object->segments[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    parts[found].start = (object->base + segment->p_vaddr) & ~(page - 1);
    // Another segment may begin in the last page.
    parts[found].end = (object->base + segment->p_vaddr + segment->p_filesz) & ~(page - 1);
    found++;
  }
  for (int index = 0; index < found; index++)
    if (parts[index].start < parts[index].end)
      madvise((void *)parts[index].start, parts[index].end - parts[index].start, MADV_DONTNEED);
  return 0;
}

// Takes the pages of all libraries that are never written out of the process. One that is used again comes from the
// kernel's cache of the file.
static inline void aloud_give_back_libraries(void) { aloud_for_each_object(aloud_give_back_object, NULL); }
