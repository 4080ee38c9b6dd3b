// Loaded into a real worker (LD_PRELOAD): at the first packet that a process sends it tries what a worker must not be
// able to do, and prints a line of `name=errno` on standard error, 0 where the attempt succeeded.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
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
  if (strcmp(program_invocation_short_name, "aloud-speak")) TRY("fork", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  if (getpid() != first) TRY("kill-origin", kill(first, SIGKILL));
  strcat(line, " ;");
  // What it may do or has, and for which processes.
  snprintf(path, sizeof path, "%s/phontab", voices);
  int voice = open(path, O_RDONLY);
  TRY("voices", voice);
  if (voice >= 0) close(voice);
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
