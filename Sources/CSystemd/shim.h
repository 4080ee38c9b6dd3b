#pragma once
// sd-event and sd-daemon, and the two Linux headers that an executor over sd-event needs
// and that Swift's Glibc module map leaves out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
