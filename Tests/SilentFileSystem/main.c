// silent-fs DIRECTORY: mounts a file system over DIRECTORY that does not answer.
//
//   DIRECTORY/never-opened   a lookup gets no answer, so open(2) waits
//   DIRECTORY/never-read     a file of 4096 bytes; read(2) gets no answer, nor does the request of close(2)
//
// It prints "mounted" when it can be used, and ends with its standard input. It is written in C because the protocol of
// the kernel is a header of structures (linux/fuse.h; Documentation/filesystems/fuse.rst). Only a thread that waits for
// an answer hangs, until it is killed.
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { root = FUSE_ROOT_ID, file = 2 };

static int device;

static void answer(const struct fuse_in_header *request, int error, const void *body, size_t size) {
  struct fuse_out_header header = {sizeof header + size, error, request->unique};
  struct iovec parts[] = {{&header, sizeof header}, {(void *)body, size}};
  if (writev(device, parts, size > 0 ? 2 : 1) < 0 && errno != ENOENT) perror("silent-fs: write");
}

static struct fuse_attr attributes(uint64_t node) {
  struct fuse_attr attributes = {.ino = node, .nlink = 1, .uid = getuid(), .gid = getgid(), .blksize = 4096};
  attributes.mode = node == root ? S_IFDIR | 0755 : S_IFREG | 0644;
  attributes.size = node == root ? 0 : 4096;
  return attributes;
}

static void take(const struct fuse_in_header *request) {
  const char *name = (const char *)(request + 1);
  switch (request->opcode) {
    case FUSE_INIT: {
      struct fuse_init_out body = {.major = FUSE_KERNEL_VERSION, .minor = 31, .max_write = 4096};
      return answer(request, 0, &body, sizeof body);
    }
    case FUSE_LOOKUP: {
      if (strcmp(name, "never-opened") == 0) return;
      if (strcmp(name, "never-read") != 0) return answer(request, -ENOENT, NULL, 0);
      struct fuse_entry_out body = {.nodeid = file, .entry_valid = 3600, .attr_valid = 3600, .attr = attributes(file)};
      return answer(request, 0, &body, sizeof body);
    }
    case FUSE_GETATTR: {
      struct fuse_attr_out body = {.attr_valid = 3600, .attr = attributes(request->nodeid)};
      return answer(request, 0, &body, sizeof body);
    }
    case FUSE_OPEN: case FUSE_OPENDIR: {
      struct fuse_open_out body = {.fh = 1};
      return answer(request, 0, &body, sizeof body);
    }
    case FUSE_READ: case FUSE_FLUSH: return;
    case FUSE_FORGET: case FUSE_BATCH_FORGET: case FUSE_INTERRUPT: return;
    default: return answer(request, -ENOSYS, NULL, 0);
  }
}

int main(int count, char **arguments) {
  static char buffer[FUSE_MIN_READ_BUFFER + 8192] __attribute__((aligned(8)));
  char options[128];
  if (count != 2) return 2;
  device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  snprintf(options, sizeof options, "fd=%d,rootmode=40755,user_id=%u,group_id=%u", device, getuid(), getgid());
  if (device < 0 || mount("silent", arguments[1], "fuse.silent", MS_NOSUID | MS_NODEV, options) != 0) {
    perror("silent-fs");
    return 1;
  }
  puts("mounted");
  fflush(stdout);
  for (;;) {
    struct pollfd wanted[] = {{device, POLLIN, 0}, {0, POLLIN, 0}};
    if (poll(wanted, 2, -1) < 0 && errno != EINTR) return 1;
    if (wanted[1].revents != 0) return 0;
    if (wanted[0].revents == 0) continue;
    ssize_t size = read(device, buffer, sizeof buffer);
    if (size < 0 && (errno == EINTR || errno == ENOENT || errno == EAGAIN)) continue;
    if (size < (ssize_t)sizeof(struct fuse_in_header)) return 0;
    take((struct fuse_in_header *)buffer);
  }
}
