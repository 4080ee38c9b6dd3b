// The common declarations of fakecard: cards, their profiles, routes and sinks, the meter.
//
// Every card is a real PipeWire Device with EnumProfile, Profile, EnumRoute and Route parameters, and with the sink
// nodes that its active profile calls for. To a client and to the session manager it looks like an ALSA or BlueZ
// card, but its sound goes only to a meter. README.md describes its use.
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <spa/monitor/device.h>
#include <spa/monitor/utils.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/param.h>
#include <spa/param/props.h>
#include <spa/pod/builder.h>
#include <spa/pod/filter.h>
#include <spa/pod/parser.h>
#include <spa/utils/hook.h>
#include <spa/utils/names.h>
#include <spa/utils/result.h>
#include <spa/utils/string.h>

#include <pipewire/extensions/metadata.h>
#include <pipewire/filter.h>
#include <pipewire/pipewire.h>

#define MAX_CARDS 8
#define MAX_PORTS 8
#define MAX_PROFILES 6
#define MAX_DEVS 4
#define CYCLES 16384
#define HISTORY 256
#define AUDIBLE 1e-5f

enum avail { UNKNOWN = SPA_PARAM_AVAILABILITY_unknown,
       NO = SPA_PARAM_AVAILABILITY_no,
       YES = SPA_PARAM_AVAILABILITY_yes };

struct card;
struct dev;

/* a route, in PulseAudio's words a port */
struct port {
  const char *name, *description, *type, *icon, *group;
  enum spa_direction dir;    /* SPA_DIRECTION_OUTPUT: playback */
  int priority;
  enum avail avail;
  int dev[2];      /* ids of the devs it belongs to, -1: none */
  float vol[2];
  bool mute, save;
};

struct profile {
  const char *name, *description;
  int priority;
  enum avail avail;
  int devs[MAX_DEVS], n_devs;  /* ids */
  bool save;
};

/* the meter's values for one cycle of the graph; heard: the frames up to the last audible one */
struct cycle { uint64_t nsec; uint32_t frames, heard, rate; bool audible; };

struct meter {
  struct dev *dev;
  struct pw_filter *filter;
  struct spa_hook listener;
  void *port[2];
  uint32_t node_id, port_id[2];
  struct pw_proxy *link[2];
  struct cycle cycles[CYCLES];
  _Atomic uint64_t n_cycles;
  _Atomic bool audible;
  bool reported;      /* the audible state last printed */
};

/* an ALSA PCM or a Bluetooth transport: becomes a sink node when the active
 * profile has it */
struct dev {
  struct card *card;
  int id;        /* card.profile.device */
  bool sink;      /* else a source: never made a node */
  const char *node_name, *description, *profile_name, *profile_description;
  int priority;
  int active;      /* index of the active port, -1: none */
  struct pw_proxy *node;
  struct spa_hook node_listener, node_object;
  uint32_t node_id, monitor_id[2];
  struct meter *meter;
  struct { uint64_t nsec; int port; } history[HISTORY];  /* of active ports */
  uint32_t n_history;
};

enum { IDX_EnumProfile, IDX_Profile, IDX_EnumRoute, IDX_Route, N_PARAMS };

struct card {
  struct app *app;
  char name[32];      /* as in the commands */
  const char *kind;
  struct spa_device device;
  struct spa_hook_list hooks;
  struct spa_device_info info;
  struct spa_param_info params[N_PARAMS];
  int touched[N_PARAMS];
  struct pw_proxy *proxy;
  struct spa_hook proxy_listener;
  uint32_t global_id;
  struct { char k[32], v[128]; } prop[32];
  int n_props;
  struct port port[MAX_PORTS]; int n_ports;
  struct profile profile[MAX_PROFILES]; int n_profiles;
  struct dev dev[MAX_DEVS]; int n_devs;
  int active;      /* index of the active profile */
  bool auto_switch;    /* switch by itself, as api.acp.auto-* = true */
  bool bluez;
  int headphones;      /* index of the jack's port */
  int speaker;      /* port shut off while the jack is in use, -1 */
};

struct app {
  struct pw_main_loop *loop;
  struct pw_context *context;
  struct pw_core *core;
  struct spa_hook core_listener;
  struct pw_registry *registry;
  struct spa_hook registry_listener;
  struct spa_source *meter_event, *meter_timer, *input;
  struct card card[MAX_CARDS];
  int n_cards;
  char line[1024];
  size_t line_len;
  uint64_t mark;      /* time of the last command that changed something */
  int delay;      /* modelled buffer of the hardware, frames; -1: one cycle */
  bool no_meter, quiet;
  int res;
};

uint64_t now_nsec(void);
void say(struct app *app, uint64_t nsec, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
const char *avail_name(enum avail a);
struct dev *find_dev(struct card *c, int id);
bool port_has_dev(const struct port *p, int id);
bool profile_has_dev(const struct profile *p, int id);
bool profile_has_port(const struct profile *p, const struct port *q);
bool is_off(const struct profile *p);
void update_profiles(struct card *c);
void set_route(struct card *c, struct dev *d, int index, const char *by);
void set_profile(struct card *c, int index, const char *by);
void set_port_available(struct card *c, int index, enum avail a);
void after_jack(struct card *c);
void jack(struct card *c, bool in);
struct spa_pod *build_profile(struct card *c, struct spa_pod_builder *b, uint32_t id, int index, bool current);
struct spa_pod *build_route(struct card *c, struct spa_pod_builder *b, uint32_t id, int index, struct dev *d);
void emit_info(struct card *c, bool full);
void note_route(struct dev *d, uint64_t nsec);
bool is_audible(struct meter *m);
void meter_start(struct dev *d);
void meter_stop(struct dev *d);
void meter_unlink(struct dev *d);
void meter_link(struct dev *d);
void meter_print(void *data, uint64_t count);
void apply_volume(struct dev *d);
int best_port(struct card *c, struct dev *d);
void node_create(struct dev *d);
void node_destroy(struct dev *d);
void sync_nodes(struct card *c);
void card_add(struct card *c);
void card_remove(struct card *c);
struct card *new_card(struct app *app, const char *spec);
void on_input(void *data, int fd, uint32_t mask);
void print_kinds(FILE *file);
