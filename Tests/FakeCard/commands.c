// Commands from standard input, and the report of the audible sound.
#include "fakecard.h"

/* Reports the audible sound after the last command.  A cycle that starts at
 * T is played from T + delay on: hardware has its own buffer, and PipeWire's
 * ALSA sink keeps it filled with one cycle. */
static void report(struct app *app)
{
  for (int i = 0; i < app->n_cards; i++)
    for (int j = 0; j < app->card[i].n_devs; j++) {
      struct card *c = &app->card[i];
      struct dev *d = &c->dev[j];
      struct meter *m = d->meter;
      double audible = 0, by_speaker = 0, by_private = 0, last_in = -1, last_heard = -1, switched = -1;
      uint64_t n, k;

      if (m == NULL)
        continue;
      for (k = d->n_history > HISTORY ? d->n_history - HISTORY : 0; k < d->n_history; k++)
        if (switched < 0 && d->history[k % HISTORY].nsec >= app->mark)
          switched = (d->history[k % HISTORY].nsec - app->mark) / 1e6;
      n = atomic_load_explicit(&m->n_cycles, memory_order_acquire);
      for (k = n > CYCLES - 16 ? n - (CYCLES - 16) : 0; k < n; k++) {
        struct cycle y = m->cycles[k % CYCLES];
        /* the last cycle of a sound may hold the end of its fade only */
        double len = y.heard * 1e3 / y.rate;
        double delay = (app->delay < 0 ? (int)y.frames : app->delay) * 1e3 / y.rate;
        double in = ((double)y.nsec - (double)app->mark) / 1e6, from = in + delay, to = from + len;

        if (!y.audible || to <= 0)
          continue;
        if (from < 0)
          from = 0;
        if (in + len > last_in)
          last_in = in + len;
        last_heard = to;
        audible += to - from;
        /* split by the route at the time it is heard */
        for (uint32_t h = 0; h < d->n_history; h++) {
          if (d->n_history > HISTORY && h < d->n_history - HISTORY)
            continue;
          double a = ((double)d->history[h % HISTORY].nsec - (double)app->mark) / 1e6;
          double b = h + 1 < d->n_history ?
            ((double)d->history[(h + 1) % HISTORY].nsec - (double)app->mark) / 1e6 : INFINITY;
          double over = fmin(b, to) - fmax(a, from);
          const char *type = d->history[h % HISTORY].port >= 0 ?
            c->port[d->history[h % HISTORY].port].type : "";
          if (over <= 0)
            continue;
          if (spa_streq(type, "headphones") || spa_streq(type, "headset"))
            by_private += over;
          else
            by_speaker += over;
        }
      }
      say(app, 0, "\"ev\":\"report\",\"card\":\"%s\",\"node\":\"%s\",\"since\":%.3f,\"route\":\"%s\","
        "\"route_changed_ms\":%.2f,\"audible_ms\":%.2f,\"heard_in_private_ms\":%.2f,"
        "\"heard_aloud_ms\":%.2f,\"last_in_ms\":%.2f,\"last_heard_ms\":%.2f,\"audible_now\":%s",
        c->name, d->node_name, app->mark / 1e6, d->active >= 0 ? c->port[d->active].name : "",
        switched, audible, by_private, by_speaker, last_in, last_heard,
        is_audible(m) ? "true" : "false");
    }
}

static void status(struct card *c)
{
  say(c->app, 0, "\"ev\":\"status\",\"card\":\"%s\",\"kind\":\"%s\",\"present\":%s,\"id\":%d,\"profile\":\"%s\",\"auto\":%s",
      c->name, c->kind, c->proxy ? "true" : "false", (int)c->global_id,
      c->profile[c->active].name, c->auto_switch ? "true" : "false");
  for (int i = 0; i < c->n_ports; i++)
    say(c->app, 0, "\"ev\":\"status-route\",\"card\":\"%s\",\"route\":\"%s\",\"available\":\"%s\",\"volume\":%.4f,\"mute\":%s",
        c->name, c->port[i].name, avail_name(c->port[i].avail), c->port[i].vol[0],
        c->port[i].mute ? "true" : "false");
  for (int i = 0; i < c->n_devs; i++)
    if (c->dev[i].sink)
      say(c->app, 0, "\"ev\":\"status-node\",\"card\":\"%s\",\"node\":\"%s\",\"id\":%d,\"route\":\"%s\",\"audible\":%s",
        c->name, c->dev[i].node_name, c->dev[i].node ? (int)c->dev[i].node_id : -1,
        c->dev[i].active >= 0 ? c->port[c->dev[i].active].name : "",
        c->dev[i].meter && is_audible(c->dev[i].meter) ? "true" : "false");
}

static void command(struct app *app, char *line)
{
  char *w[4] = { NULL }, *save, *rest;
  int n = 0;
  struct card *c = NULL;
  bool ok = true;

  if ((w[n] = strtok_r(line, " \t\r\n", &save)) == NULL || w[0][0] == '#')
    return;
  for (int i = 0; i < app->n_cards; i++)
    if (spa_streq(w[0], app->card[i].name))
      c = &app->card[i];
  if (c) {
    if ((w[0] = strtok_r(NULL, " \t\r\n", &save)) == NULL)
      w[0] = "status";
  } else if (app->n_cards > 0)
    c = &app->card[0];
  rest = save ? save + strspn(save, " \t") : NULL;
  if (rest)
    rest[strcspn(rest, "\r\n")] = 0;

  if (spa_streq(w[0], "quit")) {
    pw_main_loop_quit(app->loop);
    return;
  } else if (spa_streq(w[0], "report")) {
    report(app);
    return;
  } else if (spa_streq(w[0], "status")) {
    status(c);
    return;
  }
  app->mark = now_nsec();
  say(app, app->mark, "\"ev\":\"command\",\"card\":\"%s\",\"command\":\"%s%s%s\"", c->name, w[0],
      rest && *rest ? " " : "", rest ? rest : "");
  if (spa_streq(w[0], "mark")) {
    ;
  } else if (spa_streq(w[0], "plug") || spa_streq(w[0], "unplug")) {
    bool in = w[0][0] == 'p';
    if (spa_streq(c->kind, "usb") || c->bluez) {
      if (in)
        card_add(c);
      else
        card_remove(c);
    } else
      jack(c, in);
  } else if (spa_streq(w[0], "add")) {
    card_add(c);
  } else if (spa_streq(w[0], "remove")) {
    card_remove(c);
  } else if (spa_streq(w[0], "auto") && rest) {
    c->auto_switch = spa_streq(rest, "on");
  } else if (spa_streq(w[0], "port") && rest) {
    char *value = strrchr(rest, ' ');
    ok = false;
    if (value) {
      *value++ = 0;
      for (int i = 0; i < c->n_ports; i++)
        if (spa_streq(rest, c->port[i].name)) {
          set_port_available(c, i, spa_streq(value, "yes") ? YES :
              spa_streq(value, "no") ? NO : UNKNOWN);
          ok = true;
        }
      after_jack(c);
    }
  } else if (spa_streq(w[0], "profile") && rest) {
    ok = false;
    for (int i = 0; i < c->n_profiles; i++)
      if (spa_streq(rest, c->profile[i].name)) {
        set_profile(c, i, "command");
        ok = true;
      }
    emit_info(c, false);
  } else if (spa_streq(w[0], "route") && rest) {
    ok = false;
    for (int i = 0; i < c->n_ports; i++)
      for (int j = 0; j < c->n_devs; j++)
        if (spa_streq(rest, c->port[i].name) && port_has_dev(&c->port[i], c->dev[j].id)) {
          set_route(c, &c->dev[j], i, "command");
          ok = true;
        }
    emit_info(c, false);
  } else
    ok = false;
  if (!ok)
    say(app, 0, "\"ev\":\"error\",\"what\":\"not understood\"");
}

void on_input(void *data, int fd, uint32_t mask)
{
  struct app *app = data;
  ssize_t n = read(fd, app->line + app->line_len, sizeof(app->line) - 1 - app->line_len);
  char *nl;

  if (n <= 0) {
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
      return;
    pw_main_loop_quit(app->loop);  /* end of input: the test is over */
    return;
  }
  app->line_len += n;
  app->line[app->line_len] = 0;
  while ((nl = strchr(app->line, '\n'))) {
    *nl = 0;
    char one[1024];
    memcpy(one, app->line, nl - app->line + 1);
    app->line_len -= nl + 1 - app->line;
    memmove(app->line, nl + 1, app->line_len + 1);
    command(app, one);
  }
  if (app->line_len == sizeof(app->line) - 1)
    app->line_len = 0;
}
