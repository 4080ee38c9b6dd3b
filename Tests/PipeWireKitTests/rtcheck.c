// Preloaded into a program with PipeWire streams: counts what happens on the data thread inside their `process`
// callbacks that may make it wait. The program needs no hook: pw_stream_add_listener is intercepted.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <pipewire/pipewire.h>

static __thread int inside __attribute__((tls_model("initial-exec")));
static atomic_ulong cycles, allocations, frees, locks, references, total_ns, longest_ns;

static void count(atomic_ulong *counter) {
  if (inside) atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

struct wrapped {
  void (*process)(void *data);
  void *data;
  struct pw_stream_events events;
};

static void process(void *context) {
  struct wrapped *wrapped = context;
  uint64_t start = now();
  inside = 1;
  wrapped->process(wrapped->data);
  inside = 0;
  uint64_t duration = now() - start;
  atomic_fetch_add(&cycles, 1);
  atomic_fetch_add(&total_ns, duration);
  uint64_t longest = longest_ns;
  while (duration > longest && !atomic_compare_exchange_weak(&longest_ns, &longest, duration)) {}
}

// Only for tables that hold `process` and nothing else: the other callbacks would get a foreign context.
void pw_stream_add_listener(
    struct pw_stream *stream, struct spa_hook *hook, const struct pw_stream_events *events, void *data) {
  void (*original)(struct pw_stream *, struct spa_hook *, const struct pw_stream_events *, void *) =
      dlsym(RTLD_NEXT, "pw_stream_add_listener");
  if (events->process) {
    struct wrapped *wrapped = calloc(1, sizeof *wrapped);
    wrapped->process = events->process;
    wrapped->data = data;
    wrapped->events = *events;
    wrapped->events.process = process;
    events = &wrapped->events;
    data = wrapped;
  }
  original(stream, hook, events, data);
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) {
  count(&allocations);
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  count(&allocations);
  return __libc_calloc(number, size);
}
void *realloc(void *memory, size_t size) {
  count(&allocations);
  return __libc_realloc(memory, size);
}
void *memalign(size_t alignment, size_t size) {
  count(&allocations);
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  count(&allocations);
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  count(&allocations);
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : 12;
}
void free(void *memory) {
  if (memory) count(&frees);
  __libc_free(memory);
}

#define FORWARD(result, name, type, counter)                     \
  result name(type argument) {                                   \
    static result (*original)(type);                             \
    if (!original) original = dlsym(RTLD_NEXT, #name);           \
    count(&counter);                                             \
    return original(argument);                                   \
  }
FORWARD(int, pthread_mutex_lock, pthread_mutex_t *, locks)
FORWARD(int, pthread_mutex_trylock, pthread_mutex_t *, locks)
FORWARD(int, pthread_rwlock_rdlock, pthread_rwlock_t *, locks)
FORWARD(int, pthread_rwlock_wrlock, pthread_rwlock_t *, locks)
FORWARD(void *, swift_retain, void *, references)
FORWARD(void, swift_release, void *, references)

__attribute__((destructor)) static void report(void) {
  fprintf(
      stderr, "rtcheck: cycles=%lu allocations=%lu frees=%lu locks=%lu references=%lu mean_ns=%lu longest_ns=%lu\n",
      cycles, allocations, frees, locks, references, cycles ? total_ns / cycles : 0, longest_ns);
}
