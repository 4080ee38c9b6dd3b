// The least that a client of PipeWire can do when headphones are unplugged: a stream that sounds, and stops within the
// callback that reports the loss of a route.
//
//   cc -O2 bare-jack.c $(pkg-config --cflags --libs libpipewire-0.3) -o bare-jack
//   bare-jack [notice]
//
// A card reports first that its routes have changed, then, when asked, the routes themselves. The stream stops at the
// answer, as soon as a route that was available is not. With `notice` it stops at the first report, before it knows
// what has changed, and sounds again if the answer shows no loss.
//
// It prints `ready` when the stream sounds. Then it reads letters: `r` lets the stream sound again.
//
// SPDX-License-Identifier: GPL-3.0-or-later
#include <pipewire/pipewire.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/route.h>
#include <spa/pod/parser.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROUTES = 64 };

struct card {
  struct pw_device *device;
  struct spa_hook hook;
  uint32_t route_flags, list_flags;  // they change with the values of the parameter
  uint32_t available[ROUTES];
};

static struct pw_main_loop *loop;
static struct pw_stream *stream;
static struct pw_core *core;
static struct pw_registry *registry;
static atomic_bool sounds = true;
static bool stops_at_notice, is_held;
static int question;

// The stream

static void sound(bool on) {
  atomic_store(&sounds, on);
  pw_stream_set_active(stream, on);
}

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
  if (error) fprintf(stderr, "bare-jack: %s\n", error);
  if (state != PW_STREAM_STATE_STREAMING || said) return;
  said = true;
  printf("ready\n");
  fflush(stdout);
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = changed, .process = process};

// The cards

static void noticed(void *data, const struct pw_device_info *info) {
  struct card *card = data;
  bool is_new = false, is_first = !card->list_flags;
  if (!(info->change_mask & PW_DEVICE_CHANGE_MASK_PARAMS)) return;
  for (uint32_t i = 0; i < info->n_params; i++) {
    const struct spa_param_info *param = &info->params[i];
    uint32_t *flags = param->id == SPA_PARAM_Route       ? &card->route_flags
                      : param->id == SPA_PARAM_EnumRoute ? &card->list_flags
                                                         : NULL;
    if (!flags || *flags == param->flags) continue;
    *flags = param->flags;
    is_new = true;
  }
  if (!is_new) return;
  if (stops_at_notice && !is_first && atomic_load(&sounds)) {
    sound(false);
    is_held = true;
  }
  pw_device_enum_params(card->device, 0, SPA_PARAM_Route, 0, UINT32_MAX, NULL);
  pw_device_enum_params(card->device, 0, SPA_PARAM_EnumRoute, 0, UINT32_MAX, NULL);
  if (is_held) question = pw_core_sync(core, PW_ID_CORE, 0);
}

static void learned(void *data, int seq, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *param) {
  struct card *card = data;
  uint32_t direction, available = SPA_PARAM_AVAILABILITY_unknown;
  int32_t route;
  (void)seq, (void)id, (void)index, (void)next;
  if (spa_pod_parse_object(param, SPA_TYPE_OBJECT_ParamRoute, NULL, SPA_PARAM_ROUTE_index, SPA_POD_Int(&route),
                           SPA_PARAM_ROUTE_direction, SPA_POD_Id(&direction), SPA_PARAM_ROUTE_available,
                           SPA_POD_OPT_Id(&available)) < 0)
    return;
  if (direction != SPA_DIRECTION_OUTPUT || route < 0 || route >= ROUTES) return;
  if (card->available[route] == SPA_PARAM_AVAILABILITY_yes && available == SPA_PARAM_AVAILABILITY_no) {
    is_held = false;
    sound(false);
  }
  card->available[route] = available;
}

static void answered(void *data, uint32_t id, int seq) {
  (void)data;
  if (id != PW_ID_CORE || seq != question || !is_held) return;
  is_held = false;
  sound(true);
}

static const struct pw_device_events device_events = {PW_VERSION_DEVICE_EVENTS, .info = noticed, .param = learned};
static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .done = answered};

static void added(void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
                  const struct spa_dict *properties) {
  const char *class = properties ? spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS) : NULL;
  (void)data, (void)permissions, (void)version;
  if (strcmp(type, PW_TYPE_INTERFACE_Device) || !class || strcmp(class, "Audio/Device")) return;
  struct pw_device *device = pw_registry_bind(registry, id, type, PW_VERSION_DEVICE, sizeof(struct card));
  if (!device) return;
  struct card *card = pw_proxy_get_user_data((struct pw_proxy *)device);
  card->device = device;
  pw_device_add_listener(device, &card->hook, &device_events, card);
}

static const struct pw_registry_events registry_events = {PW_VERSION_REGISTRY_EVENTS, .global = added};

// The program

static void command(void *data, int fd, uint32_t mask) {
  (void)data, (void)mask;
  char letter;
  if (read(fd, &letter, 1) != 1) pw_main_loop_quit(loop);
  else if (letter == 'r') sound(true);
}

int main(int argc, char **argv) {
  stops_at_notice = argc > 1 && !strcmp(argv[1], "notice");
  pw_init(&argc, &argv);
  loop = pw_main_loop_new(NULL);
  struct pw_properties *properties = pw_properties_new(
      PW_KEY_MEDIA_TYPE, "Audio", PW_KEY_MEDIA_CATEGORY, "Playback", PW_KEY_NODE_LATENCY, "256/48000",
      PW_KEY_CONFIG_NAME, "client-rt.conf", NULL);
  stream = pw_stream_new_simple(pw_main_loop_get_loop(loop), "bare-jack", properties, &stream_events, NULL);
  uint8_t bytes[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
  const struct spa_pod *format = spa_format_audio_raw_build(
      &builder, SPA_PARAM_EnumFormat,
      &SPA_AUDIO_INFO_RAW_INIT(.format = SPA_AUDIO_FORMAT_F32, .channels = 1, .rate = 48000));
  if (pw_stream_connect(stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
                        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS, &format,
                        1) < 0)
    return 1;
  core = pw_stream_get_core(stream);
  static struct spa_hook core_hook, registry_hook;
  pw_core_add_listener(core, &core_hook, &core_events, NULL);
  registry = pw_core_get_registry(core, PW_VERSION_REGISTRY, 0);
  pw_registry_add_listener(registry, &registry_hook, &registry_events, NULL);
  pw_loop_add_io(pw_main_loop_get_loop(loop), 0, SPA_IO_IN | SPA_IO_HUP, false, command, NULL);
  pw_main_loop_run(loop);
  return 0;
}
