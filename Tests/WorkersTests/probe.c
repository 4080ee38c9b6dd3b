// A library for a real worker (LD_PRELOAD). At the first packet that a process sends, it tries operations that a worker
// must not be able to perform, and prints a line of `name=errno` on standard error, with 0 if the attempt succeeded.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t first, probed;
static char line[4096];
static const char *file, *voices;
static int landlock;

static void report(const char *name, long result) {
  int error = result < 0 ? errno : 0;
  snprintf(line + strlen(line), sizeof line - strlen(line), " %s=%d", name, error);
}
#define TRY(name, call) report(name, (long)(call))

__attribute__((constructor)) static void start(void) {
  first = getpid();
  file = getenv("PROBE_FILE");
  voices = getenv("PROBE_VOICES");
  landlock = (int)syscall(444, NULL, 0, 1U);
}

static long mapping(void *address) { return address == MAP_FAILED ? -1 : 0; }

static void probe(void) {
  pid_t parent = getppid();
  char *arguments[] = {"true", NULL}, byte;
  struct iovec here = {&byte, 1}, there = {(void *)&probed, 1};
  struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
  static char page[8192] __attribute__((aligned(4096)));
  char path[512];
  snprintf(line, sizeof line, "probe %s %s", program_invocation_short_name, getpid() == first ? "parent" : "copy");
  TRY("write-file", open(file, O_WRONLY));
  TRY("change-file", open(file, O_RDWR));
  snprintf(path, sizeof path, "%s.new", file);
  TRY("create", open(path, O_WRONLY | O_CREAT, 0600));
  TRY("make-folder", mkdir(path, 0700));
  TRY("unlink", unlink(file));
  TRY("rename", rename(file, path));
  TRY("chmod", chmod(file, 0666));
  TRY("truncate", truncate(file, 0));
  TRY("read-file", open(file, O_RDONLY));
  TRY("read-passwd", open("/etc/passwd", O_RDONLY));
  TRY("read-own-memory", open("/proc/self/mem", O_RDONLY));
  TRY("list-root", open("/", O_RDONLY | O_DIRECTORY));
  TRY("inet", socket(AF_INET, SOCK_STREAM, 0));
  TRY("inet6", socket(AF_INET6, SOCK_DGRAM, 0));
  TRY("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
  TRY("unix", socket(AF_UNIX, SOCK_STREAM, 0));
  TRY("execve", execve("/bin/true", arguments, NULL));
  TRY("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/true", arguments, NULL, 0));
  TRY("ptrace", ptrace(PTRACE_SEIZE, parent, NULL, NULL));
  TRY("trace-me", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
  TRY("read-memory", process_vm_readv(parent, &here, 1, &there, 1, 0));
  TRY("write-memory", process_vm_writev(parent, &here, 1, &there, 1, 0));
  TRY("kill-parent", kill(parent, SIGKILL));
  TRY("stop-parent", kill(parent, SIGSTOP));
  TRY("kill-all", kill(-1, SIGKILL));
  TRY("kill-group", kill(0, SIGKILL));
  TRY("tgkill-parent", syscall(SYS_tgkill, parent, parent, SIGKILL));
  TRY("tkill-parent", syscall(SYS_tkill, parent, SIGKILL));
  TRY("pidfd", syscall(434, parent, 0));
  TRY("executable-memory", mapping(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)));
  TRY("executable-page", mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC));
  TRY("namespace", unshare(CLONE_NEWUSER));
  TRY("namespace-copy", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
  TRY("limit", setrlimit(RLIMIT_FSIZE, &unlimited));
  TRY("dumpable", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  TRY("mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, NULL));
  TRY("chroot", chroot("/tmp"));
  TRY("setuid", setuid(1));
  TRY("io-uring", syscall(425, 1, NULL));
  TRY("bpf", syscall(SYS_bpf, 0, NULL, 0));
  // Signals by way of a descriptor: its owner gets one when a packet arrives.
  struct f_owner_ex owner = {F_OWNER_PID, parent};
  int number = parent, on = 1;
  TRY("own", fcntl(3, F_SETOWN, parent));
  TRY("own-ex", fcntl(3, F_SETOWN_EX, &owner));
  TRY("own-signal", fcntl(3, F_SETSIG, SIGKILL));
  TRY("asynchronous", fcntl(3, F_SETFL, fcntl(3, F_GETFL) | O_ASYNC));
  TRY("lease", fcntl(0, F_SETLEASE, F_RDLCK));
  TRY("notify", fcntl(0, F_NOTIFY, DN_MODIFY));
  TRY("ioctl-asynchronous", ioctl(3, FIOASYNC, &on));
  TRY("ioctl-own", ioctl(3, FIOSETOWN, &number));
  TRY("ioctl-group", ioctl(3, SIOCSPGRP, &number));
  // ... and by way of a timer, a queue, and the calls for signals with a value.
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGKILL};
  int timer;
  siginfo_t info = {.si_signo = SIGKILL, .si_code = SI_QUEUE};
  TRY("timer", syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer));
  TRY("message-queue", syscall(SYS_mq_open, "probe", O_RDWR | O_CREAT, 0600, NULL));
  TRY("message-notify", syscall(SYS_mq_notify, 3, &event));
  TRY("queue-signal", syscall(SYS_rt_sigqueueinfo, parent, SIGKILL, &info));
  TRY("queue-signal-to-thread", syscall(SYS_rt_tgsigqueueinfo, parent, parent, SIGKILL, &info));
  TRY("pidfd-signal", syscall(424, 3, SIGKILL, NULL, 0));
  // Other processes, without a signal: their speed and their memory. The values are the ones that they have, so that a
  // failing test does not slow them down.
  TRY("slow-parent", setpriority(PRIO_PROCESS, parent, 0));
  TRY("slow-group", setpriority(PRIO_PGRP, 0, 0));
  TRY("slow-user", setpriority(PRIO_USER, 0, 0));
  TRY("idle-parent", syscall(SYS_sched_setscheduler, parent, SCHED_OTHER, &(struct sched_param){0}));
  TRY("affinity", syscall(SYS_sched_setaffinity, parent, sizeof byte, &byte));
  TRY("io-priority", syscall(SYS_ioprio_set, 1, parent, 3 << 13));
  TRY("limit-parent", prlimit(parent, RLIMIT_CPU, &unlimited, NULL));
  TRY("limits-of-parent", prlimit(parent, RLIMIT_CPU, NULL, &unlimited));
  TRY("compare", syscall(SYS_kcmp, parent, parent, 0, 0, 0));
  TRY("perf", syscall(SYS_perf_event_open, page, parent, -1, -1, 0));
  TRY("move-pages", syscall(SYS_move_pages, parent, 0UL, NULL, NULL, NULL, 0));
  TRY("robust-list", syscall(SYS_get_robust_list, parent, page, page + 8));
  TRY("advise", syscall(440, 3, &here, 1, 0, 0));
  TRY("user-faults", syscall(SYS_userfaultfd, 0));
  TRY("keys", syscall(SYS_keyctl, 0, -3, 0));
  long sibling = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  if (sibling == 0) _exit(0);
  TRY("sibling", sibling);
  if (strcmp(program_invocation_short_name, "aloud-speak")) TRY("fork", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  if (getpid() != first) TRY("kill-origin", kill(first, SIGKILL));
  strcat(line, " ;");
  // The permitted operations and the limits, and the processes for which they hold.
  snprintf(path, sizeof path, "%s/phontab", voices);
  int voice = open(path, O_RDONLY);
  TRY("voices", voice);
  if (voice >= 0) close(voice);
  int copy = fcntl(3, F_DUPFD_CLOEXEC, 10), flags = fcntl(3, F_GETFL);
  TRY("duplicate", copy);
  if (copy >= 0) close(copy);
  TRY("flags", fcntl(3, F_SETFL, flags));
  snprintf(path, sizeof path, " landlock=%d ; descriptors", landlock);
  strcat(line, path);
  for (int descriptor = 0; descriptor < 64; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0) snprintf(line + strlen(line), 8, " %d", descriptor);
  }
  strcat(line, "\n");
  if (write(2, line, strlen(line)) < 0) _exit(99);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  if (probed != getpid()) {
    probed = getpid();
    probe();
  }
  return syscall(SYS_sendmsg, socket, message, flags);
}
