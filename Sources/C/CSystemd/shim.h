#pragma once
// sd-event and sd-daemon, and the functions of Linux that EventLoop needs and Swift's Glibc module leaves out.
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <unistd.h>

// memfd_create needs _GNU_SOURCE. 1 is MFD_CLOEXEC.
static inline int aloud_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1U); }
