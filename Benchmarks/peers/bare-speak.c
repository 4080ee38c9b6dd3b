// The least that a service can do which speaks a text and plays, pauses and stops it: libdbus, espeak-ng and a stream
// of PipeWire in one process. The engine is warm, and the stream exists.
//
//   cc -O2 bare-speak.c $(pkg-config --cflags --libs dbus-1 libpipewire-0.3) -lespeak-ng -o bare-speak
//   bare-speak NAME QUANTUM          owns NAME on the session bus; QUANTUM frames per cycle at 48,000 Hz
//   bare-speak NAME QUANTUM copies   speaks each text in a copy of the process, so that the same text has the same
//                                    sound each time
//
// Methods of any interface, at any path: `Speak` (a string; further arguments are ignored) lets the stream run and
// speaks, `SpeakFrom` (a string, and milliseconds as u) leaves out the beginning of the sound, `Pause` keeps the stream
// running without sound, `Play` goes on, `Clear` forgets the text and keeps the stream running, and `Rest` makes it
// inactive.
//
// SPDX-License-Identifier: GPL-3.0-or-later
#include <dbus/dbus.h>
#include <espeak-ng/speak_lib.h>
#include <pipewire/pipewire.h>
#include <signal.h>
#include <spa/param/audio/format-utils.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RATE = 22050, MOST = RATE * 60, RAMP = 32 };

// Shared with the copies.
struct sound {
  atomic_int written;
  short samples[MOST];
};

static struct pw_thread_loop *loop;
static struct pw_stream *stream;
static struct sound *sound;
static atomic_int heard;
static atomic_bool plays;
static pid_t copy;

static void process(void *data) {
  static int level;  // 0: silent; RAMP: full
  (void)data;
  struct pw_buffer *buffer = pw_stream_dequeue_buffer(stream);
  if (!buffer) return;
  struct spa_data *plane = &buffer->buffer->datas[0];
  int frames = plane->maxsize / sizeof(float);
  if (buffer->requested && (int)buffer->requested < frames) frames = buffer->requested;
  float *samples = plane->data;
  int next = atomic_load(&heard), end = atomic_load(&sound->written), up = atomic_load(&plays);
  for (int i = 0; i < frames; i++) {
    if (up && level < RAMP) level++;
    if (!up && level) level--;
    samples[i] = level && next < end ? sound->samples[next++] / 32768.f * level / RAMP : 0;
  }
  atomic_store(&heard, next);
  plane->chunk->offset = 0;
  plane->chunk->stride = sizeof(float);
  plane->chunk->size = frames * sizeof(float);
  pw_stream_queue_buffer(stream, buffer);
}

static const struct pw_stream_events events = {PW_VERSION_STREAM_EVENTS, .process = process};

static int take(short *samples, int count, espeak_EVENT *events) {
  (void)events;
  int end = atomic_load(&sound->written);
  if (!samples || count <= 0 || end + count > MOST) return !!samples;
  memcpy(sound->samples + end, samples, count * sizeof *samples);
  atomic_store(&sound->written, end + count);
  return 0;
}

static void activate(bool active) {
  pw_thread_loop_lock(loop);
  pw_stream_set_active(stream, active);
  pw_thread_loop_unlock(loop);
}

static void forget(void) {
  if (copy > 0) {
    kill(copy, SIGKILL);
    waitpid(copy, NULL, 0);
  }
  copy = 0;
  atomic_store(&plays, false);
  atomic_store(&sound->written, 0);
  atomic_store(&heard, 0);
}

static void speak(const char *text, dbus_uint32_t milliseconds, bool in_copy) {
  forget();
  atomic_store(&heard, milliseconds * RATE / 1000);
  atomic_store(&plays, true);
  activate(true);
  // A fork that fails speaks nothing, and the round has no sound.
  if (in_copy && (copy = fork())) return;
  if (in_copy) prctl(PR_SET_PDEATHSIG, SIGKILL);
  espeak_Synth(text, strlen(text) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL);
  if (in_copy) _exit(0);
}

static DBusHandlerResult answer(DBusConnection *connection, DBusMessage *call, void *copies) {
  const char *member = dbus_message_get_member(call), *text;
  if (dbus_message_get_type(call) != DBUS_MESSAGE_TYPE_METHOD_CALL) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
  dbus_uint32_t from;
  DBusMessageIter arguments;
  if (!strcmp(member, "Speak") && dbus_message_iter_init(call, &arguments) &&
      dbus_message_iter_get_arg_type(&arguments) == DBUS_TYPE_STRING) {
    dbus_message_iter_get_basic(&arguments, &text);
    speak(text, 0, copies != NULL);
  } else if (!strcmp(member, "SpeakFrom") &&
             dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_UINT32, &from, DBUS_TYPE_INVALID)) {
    speak(text, from, copies != NULL);
  } else if (!strcmp(member, "Play")) {
    atomic_store(&plays, true);
    activate(true);
  } else if (!strcmp(member, "Pause")) {
    atomic_store(&plays, false);
  } else if (!strcmp(member, "Clear")) {
    forget();
  } else if (!strcmp(member, "Rest")) {
    atomic_store(&plays, false);
    activate(false);
  } else {
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
  }
  DBusMessage *reply = dbus_message_new_method_return(call);
  dbus_connection_send(connection, reply, NULL);
  dbus_message_unref(reply);
  return DBUS_HANDLER_RESULT_HANDLED;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  sound = mmap(NULL, sizeof *sound, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, NULL);
  if (sound == MAP_FAILED || !bus || espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 50, NULL, 0) <= 0 ||
      espeak_SetVoiceByName("gmw/en-US") != EE_OK)
    return 1;
  espeak_SetSynthCallback(take);
  pw_init(&argc, &argv);
  loop = pw_thread_loop_new("sound", NULL);
  struct pw_properties *properties = pw_properties_new(
      PW_KEY_MEDIA_TYPE, "Audio", PW_KEY_MEDIA_CATEGORY, "Playback", PW_KEY_CONFIG_NAME, "client-rt.conf", NULL);
  pw_properties_setf(properties, PW_KEY_NODE_LATENCY, "%d/48000", atoi(argv[2]));
  stream = pw_stream_new_simple(pw_thread_loop_get_loop(loop), "bare-speak", properties, &events, NULL);
  uint8_t bytes[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
  const struct spa_pod *format = spa_format_audio_raw_build(
      &builder, SPA_PARAM_EnumFormat,
      &SPA_AUDIO_INFO_RAW_INIT(.format = SPA_AUDIO_FORMAT_F32, .channels = 1, .rate = RATE));
  if (pw_stream_connect(stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
                        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS |
                            PW_STREAM_FLAG_INACTIVE,
                        &format, 1) < 0)
    return 1;
  pw_thread_loop_start(loop);
  dbus_bus_request_name(bus, argv[1], DBUS_NAME_FLAG_DO_NOT_QUEUE, NULL);
  dbus_connection_add_filter(bus, answer, argc > 3 ? argv : NULL, NULL);
  while (dbus_connection_read_write_dispatch(bus, -1)) {
  }
  return 0;
}
