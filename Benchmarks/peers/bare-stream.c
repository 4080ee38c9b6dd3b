// The least that a client of PipeWire can do: a stream that exists already, and sounds when it is told to.
//
//   cc -O2 bare-stream.c $(pkg-config --cflags --libs libpipewire-0.3) -o bare-stream
//   bare-stream QUANTUM        requests QUANTUM frames per cycle at 48,000 Hz; 0: none in particular
//
// It prints `ready` when the stream exists. Then it reads letters: `s` makes the stream active and sounds, `q` makes it
// inactive, `r` lets an active stream sound, and `z` keeps it active and silent.
//
// SPDX-License-Identifier: GPL-3.0-or-later
#include <pipewire/pipewire.h>
#include <spa/param/audio/format-utils.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct pw_main_loop *loop;
static struct pw_stream *stream;
static atomic_bool sounds;

static void process(void *data) {
  (void)data;
  struct pw_buffer *buffer = pw_stream_dequeue_buffer(stream);
  if (!buffer) return;
  struct spa_data *plane = &buffer->buffer->datas[0];
  uint32_t frames = plane->maxsize / sizeof(float);
  if (buffer->requested && buffer->requested < frames) frames = buffer->requested;
  float *samples = plane->data, level = atomic_load(&sounds) ? 0.25f : 0;
  for (uint32_t i = 0; i < frames; i++) samples[i] = i & 16 ? level : -level;
  plane->chunk->offset = 0;
  plane->chunk->stride = sizeof(float);
  plane->chunk->size = frames * sizeof(float);
  pw_stream_queue_buffer(stream, buffer);
}

static void changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  static bool said;
  (void)data, (void)old;
  if (error) fprintf(stderr, "bare-stream: %s\n", error);
  if (state != PW_STREAM_STATE_PAUSED || said) return;
  said = true;
  printf("ready\n");
  fflush(stdout);
}

static void command(void *data, int fd, uint32_t mask) {
  (void)data, (void)mask;
  char letter;
  if (read(fd, &letter, 1) != 1) pw_main_loop_quit(loop);
  else if (letter == 's' || letter == 'r' || letter == 'z' || letter == 'q') {
    atomic_store(&sounds, letter == 's' || letter == 'r');
    if (letter == 's') pw_stream_set_active(stream, true);
    if (letter == 'q') pw_stream_set_active(stream, false);
  }
}

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = changed, .process = process};

int main(int argc, char **argv) {
  int quantum = argc > 1 ? atoi(argv[1]) : 0;
  pw_init(&argc, &argv);
  loop = pw_main_loop_new(NULL);
  struct pw_properties *properties = pw_properties_new(
      PW_KEY_MEDIA_TYPE, "Audio", PW_KEY_MEDIA_CATEGORY, "Playback", PW_KEY_CONFIG_NAME, "client-rt.conf", NULL);
  if (quantum) pw_properties_setf(properties, PW_KEY_NODE_LATENCY, "%d/48000", quantum);
  stream = pw_stream_new_simple(pw_main_loop_get_loop(loop), "bare-stream", properties, &events, NULL);
  uint8_t bytes[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
  const struct spa_pod *format = spa_format_audio_raw_build(
      &builder, SPA_PARAM_EnumFormat,
      &SPA_AUDIO_INFO_RAW_INIT(.format = SPA_AUDIO_FORMAT_F32, .channels = 1, .rate = 22050));
  if (pw_stream_connect(stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
                        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS |
                            PW_STREAM_FLAG_INACTIVE,
                        &format, 1) < 0)
    return 1;
  pw_loop_add_io(pw_main_loop_get_loop(loop), 0, SPA_IO_IN | SPA_IO_HUP, false, command, NULL);
  pw_main_loop_run(loop);
  return 0;
}
