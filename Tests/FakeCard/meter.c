// The meter: listens to a sink and records for each cycle of the graph if it was audible.
#include "fakecard.h"

void note_route(struct dev *d, uint64_t nsec)
{
  uint32_t i = d->n_history++ % HISTORY;
  d->history[i].nsec = nsec;
  d->history[i].port = d->active;
}

static void meter_process(void *data, struct spa_io_position *pos)
{
  struct meter *m = data;
  uint32_t n = pos->clock.duration;
  uint64_t k = atomic_load_explicit(&m->n_cycles, memory_order_relaxed);
  struct cycle *c = &m->cycles[k % CYCLES];
  uint32_t heard = 0;

  for (int i = 0; i < 2; i++) {
    float *s = pw_filter_get_dsp_buffer(m->port[i], n);
    if (s == NULL)
      continue;
    for (uint32_t j = n; j > heard; j--)
      if (fabsf(s[j - 1]) > AUDIBLE)
        heard = j;
  }
  c->nsec = pos->clock.nsec;
  c->frames = n;
  c->rate = pos->clock.rate.denom;
  c->heard = heard;
  c->audible = heard > 0;
  atomic_store_explicit(&m->n_cycles, k + 1, memory_order_release);
  if (c->audible != atomic_load(&m->audible)) {
    atomic_store(&m->audible, c->audible);
    pw_loop_signal_event(pw_main_loop_get_loop(m->dev->card->app->loop),
        m->dev->card->app->meter_event);
  }
}

static void meter_state(void *data, enum pw_filter_state old, enum pw_filter_state state, const char *error)
{
  struct dev *d = ((struct meter *)data)->dev;
  if (state == PW_FILTER_STATE_ERROR)
    say(d->card->app, 0, "\"ev\":\"error\",\"card\":\"%s\",\"what\":\"meter: %s\"", d->card->name, error);
}

static const struct pw_filter_events meter_events = {
  PW_VERSION_FILTER_EVENTS,
  .state_changed = meter_state,
  .process = meter_process,
};

void meter_start(struct dev *d)
{
  struct app *app = d->card->app;
  char name[96];
  struct meter *m;

  if (app->no_meter)
    return;
  d->meter = m = calloc(1, sizeof(*m));
  m->dev = d;
  m->node_id = m->port_id[0] = m->port_id[1] = SPA_ID_INVALID;
  snprintf(name, sizeof(name), "fakecard-meter.%s.%d", d->card->name, d->id);
  m->filter = pw_filter_new(app->core, name, pw_properties_new(
      PW_KEY_NODE_NAME, name,
      PW_KEY_NODE_DESCRIPTION, "fakecard meter",
      PW_KEY_NODE_AUTOCONNECT, "false",
      PW_KEY_NODE_PASSIVE, "true",
      NULL));
  pw_filter_add_listener(m->filter, &m->listener, &meter_events, m);
  for (int i = 0; i < 2; i++)
    m->port[i] = pw_filter_add_port(m->filter, PW_DIRECTION_INPUT,
      PW_FILTER_PORT_FLAG_MAP_BUFFERS, sizeof(void *),
      pw_properties_new(
        PW_KEY_FORMAT_DSP, "32 bit float mono audio",
        PW_KEY_PORT_NAME, i ? "FR" : "FL",
        "port.passive", "true",
        NULL), NULL, 0);
  if (pw_filter_connect(m->filter, PW_FILTER_FLAG_RT_PROCESS, NULL, 0) < 0)
    say(app, 0, "\"ev\":\"error\",\"card\":\"%s\",\"what\":\"cannot connect the meter\"", d->card->name);
}

void meter_unlink(struct dev *d)
{
  for (int i = 0; d->meter && i < 2; i++)
    if (d->meter->link[i]) {
      pw_proxy_destroy(d->meter->link[i]);
      d->meter->link[i] = NULL;
    }
}

void meter_stop(struct dev *d)
{
  struct meter *m = d->meter;
  if (m == NULL)
    return;
  meter_unlink(d);
  pw_filter_destroy(m->filter);  /* its thread is done with m after this */
  d->meter = NULL;
  free(m);
}

/* links the sink's monitor to its meter as soon as all the ports are there */
void meter_link(struct dev *d)
{
  struct meter *m = d->meter;
  char a[16], b[16];

  if (m == NULL || d->node == NULL)
    return;
  for (int i = 0; i < 2; i++) {
    if (m->link[i] || d->monitor_id[i] == SPA_ID_INVALID || m->port_id[i] == SPA_ID_INVALID)
      continue;
    snprintf(a, sizeof(a), "%u", d->monitor_id[i]);
    snprintf(b, sizeof(b), "%u", m->port_id[i]);
    struct spa_dict_item items[] = {
      SPA_DICT_ITEM_INIT(PW_KEY_LINK_OUTPUT_PORT, a),
      SPA_DICT_ITEM_INIT(PW_KEY_LINK_INPUT_PORT, b),
      SPA_DICT_ITEM_INIT(PW_KEY_LINK_PASSIVE, "true"),
    };
    m->link[i] = pw_core_create_object(d->card->app->core, "link-factory",
        PW_TYPE_INTERFACE_Link, PW_VERSION_LINK,
        &SPA_DICT_INIT_ARRAY(items), 0);
  }
}

/* A sink without streams is not scheduled and has no silent cycle that would
 * end the sound, so the last audible cycle must also be recent. */
bool is_audible(struct meter *m)
{
  uint64_t n = atomic_load_explicit(&m->n_cycles, memory_order_acquire);
  struct cycle c;

  if (n == 0 || !atomic_load(&m->audible))
    return false;
  c = m->cycles[(n - 1) % CYCLES];
  return now_nsec() < c.nsec + 3 * (uint64_t)c.frames * SPA_NSEC_PER_SEC / c.rate + 20 * SPA_NSEC_PER_MSEC;
}

void meter_print(void *data, uint64_t count)
{
  struct app *app = data;
  for (int i = 0; i < app->n_cards; i++)
    for (int j = 0; j < app->card[i].n_devs; j++) {
      struct dev *d = &app->card[i].dev[j];
      struct meter *m = d->meter;
      bool audible;
      uint64_t n;
      if (m == NULL || (audible = is_audible(m)) == m->reported)
        continue;
      m->reported = audible;
      n = atomic_load_explicit(&m->n_cycles, memory_order_acquire);
      if (!app->quiet)
        say(app, 0, "\"ev\":\"%s\",\"card\":\"%s\",\"node\":\"%s\",\"route\":\"%s\",\"cycle\":%.3f",
          audible ? "audible" : "silent", app->card[i].name, d->node_name,
          d->active >= 0 ? app->card[i].port[d->active].name : "",
          m->cycles[(n - 1) % CYCLES].nsec / 1e6);
    }
}
