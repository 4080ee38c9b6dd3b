// fakecard: pretend sound cards for PipeWire, for tests of route changes; see README.md.
#include "fakecard.h"

static void registry_global(void *data, uint32_t id, uint32_t permissions, const char *type,
    uint32_t version, const struct spa_dict *props)
{
  struct app *app = data;
  const char *s;
  uint32_t node, ch;

  if (!spa_streq(type, PW_TYPE_INTERFACE_Port) || props == NULL ||
      (s = spa_dict_lookup(props, PW_KEY_NODE_ID)) == NULL)
    return;
  node = atoi(s);
  s = spa_dict_lookup(props, PW_KEY_PORT_NAME);
  if (s == NULL || strlen(s) < 2)
    return;
  s += strlen(s) - 2;    /* monitor_FL, FL */
  if (spa_streq(s, "FL"))
    ch = 0;
  else if (spa_streq(s, "FR"))
    ch = 1;
  else
    return;
  for (int i = 0; i < app->n_cards; i++)
    for (int j = 0; j < app->card[i].n_devs; j++) {
      struct dev *d = &app->card[i].dev[j];
      struct meter *m = d->meter;
      if (m == NULL)
        continue;
      if (m->node_id == SPA_ID_INVALID)
        m->node_id = pw_filter_get_node_id(m->filter);
      if (d->node && d->node_id == node &&
          spa_atob(spa_dict_lookup(props, PW_KEY_PORT_MONITOR))) {
        d->monitor_id[ch] = id;
        if (m->link[ch]) {
          pw_proxy_destroy(m->link[ch]);
          m->link[ch] = NULL;
        }
      } else if (m->node_id == node)
        m->port_id[ch] = id;
      else
        continue;
      meter_link(d);
    }
}

static void registry_global_remove(void *data, uint32_t id)
{
  struct app *app = data;
  for (int i = 0; i < app->n_cards; i++)
    for (int j = 0; j < app->card[i].n_devs; j++) {
      struct dev *d = &app->card[i].dev[j];
      for (int k = 0; k < 2; k++)
        if (d->monitor_id[k] == id)
          d->monitor_id[k] = SPA_ID_INVALID;
    }
}

static const struct pw_registry_events registry_events = {
  PW_VERSION_REGISTRY_EVENTS,
  .global = registry_global,
  .global_remove = registry_global_remove,
};

static void core_error(void *data, uint32_t id, int seq, int res, const char *message)
{
  struct app *app = data;
  char what[256];
  size_t i;

  for (i = 0; message && message[i] && i < sizeof(what) - 1; i++)  /* keep it JSON */
    what[i] = strchr("\"\\\n", message[i]) ? '\'' : message[i];
  what[i] = 0;
  say(app, 0, "\"ev\":\"error\",\"id\":%u,\"res\":%d,\"what\":\"%s\"", id, res, what);
  if (id == PW_ID_CORE && res == -EPIPE) {
    app->res = 1;
    pw_main_loop_quit(app->loop);
  }
}

static const struct pw_core_events core_events = {
  PW_VERSION_CORE_EVENTS,
  .error = core_error,
};

static void on_signal(void *data, int sig)
{
  pw_main_loop_quit(((struct app *)data)->loop);
}

static void usage(void)
{
  fprintf(stderr, "usage: fakecard [--no-meter] [--quiet] [--delay FRAMES] [--auto] [--absent] [NAME=]KIND...\n"
      "kinds:\n");
  print_kinds(stderr);
  fprintf(stderr, "--absent and --auto hold for the cards after them. See Tests/FakeCard/README.md.\n");
}

int main(int argc, char *argv[])
{
  static struct app app = { .delay = -1 };
  bool absent[MAX_CARDS] = { false }, is_absent = false, is_auto = false;
  struct pw_loop *l;

  /* Real cards are in the session manager, which raises its priority so. */
  setpriority(PRIO_PROCESS, 0, -11);
  pw_init(&argc, &argv);
  for (int i = 1; i < argc; i++) {
    struct card *c;
    if (spa_streq(argv[i], "--no-meter"))
      app.no_meter = true;
    else if (spa_streq(argv[i], "--quiet"))
      app.quiet = true;
    else if (spa_streq(argv[i], "--absent"))
      is_absent = true;
    else if (spa_streq(argv[i], "--auto"))
      is_auto = true;
    else if (spa_streq(argv[i], "--delay") && i + 1 < argc)
      app.delay = atoi(argv[++i]);
    else if ((c = new_card(&app, argv[i])) != NULL) {
      absent[app.n_cards - 1] = is_absent;
      c->auto_switch = is_auto;
    } else {
      usage();
      return 2;
    }
  }
  if (app.n_cards == 0) {
    usage();
    return 2;
  }
  app.loop = pw_main_loop_new(NULL);
  l = pw_main_loop_get_loop(app.loop);
  pw_loop_add_signal(l, SIGINT, on_signal, &app);
  pw_loop_add_signal(l, SIGTERM, on_signal, &app);
  app.meter_event = pw_loop_add_event(l, meter_print, &app);
  app.meter_timer = pw_loop_add_timer(l, meter_print, &app);
  pw_loop_update_timer(l, app.meter_timer, &(struct timespec){ 0, 50 * SPA_NSEC_PER_MSEC },
      &(struct timespec){ 0, 50 * SPA_NSEC_PER_MSEC }, false);
  app.context = pw_context_new(l, NULL, 0);
  app.core = pw_context_connect(app.context, pw_properties_new(
      PW_KEY_APP_NAME, "fakecard", NULL), 0);
  if (app.core == NULL) {
    fprintf(stderr, "fakecard: cannot connect to PipeWire: %m\n");
    return 1;
  }
  pw_core_add_listener(app.core, &app.core_listener, &core_events, &app);
  app.registry = pw_core_get_registry(app.core, PW_VERSION_REGISTRY, 0);
  pw_registry_add_listener(app.registry, &app.registry_listener, &registry_events, &app);
  for (int i = 0; i < app.n_cards; i++)
    if (!absent[i])
      card_add(&app.card[i]);
  app.mark = now_nsec();
  app.input = pw_loop_add_io(l, STDIN_FILENO, SPA_IO_IN | SPA_IO_HUP, false, on_input, &app);
  pw_main_loop_run(app.loop);

  for (int i = 0; i < app.n_cards; i++)
    card_remove(&app.card[i]);
  pw_proxy_destroy((struct pw_proxy *)app.registry);
  pw_core_disconnect(app.core);
  pw_context_destroy(app.context);
  pw_main_loop_destroy(app.loop);
  pw_deinit();
  return app.res;
}
