// The data of a card, and its own reactions when something is plugged in or unplugged.
#include "fakecard.h"

uint64_t now_nsec(void)
{
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return SPA_TIMESPEC_TO_NSEC(&ts);
}

void say(struct app *app, uint64_t nsec, const char *fmt, ...)
{
  va_list ap;
  if (nsec == 0)
    nsec = now_nsec();
  printf("{\"t\":%.3f,", nsec / 1e6);
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
  printf("}\n");
  fflush(stdout);
}

const char *avail_name(enum avail a)
{
  return a == YES ? "yes" : a == NO ? "no" : "unknown";
}

struct dev *find_dev(struct card *c, int id)
{
  for (int i = 0; i < c->n_devs; i++)
    if (c->dev[i].id == id)
      return &c->dev[i];
  return NULL;
}

bool port_has_dev(const struct port *p, int id)
{
  return p->dev[0] == id || p->dev[1] == id;
}

bool profile_has_dev(const struct profile *p, int id)
{
  for (int i = 0; i < p->n_devs; i++)
    if (p->devs[i] == id)
      return true;
  return false;
}

bool profile_has_port(const struct profile *p, const struct port *q)
{
  return (q->dev[0] >= 0 && profile_has_dev(p, q->dev[0])) ||
         (q->dev[1] >= 0 && profile_has_dev(p, q->dev[1]));
}

bool is_off(const struct profile *p) { return p->n_devs == 0; }

/* Follows ACP: a profile is unavailable if all of its outputs, or all of its
 * inputs, are; it is available if it has an output and an input that are not. */
void update_profiles(struct card *c)
{
  for (int i = 0; i < c->n_profiles; i++) {
    struct profile *p = &c->profile[i];
    bool has[2] = { false, false }, ok[2] = { false, false };
    enum avail a = UNKNOWN;

    if (is_off(p) || spa_streq(p->name, "pro-audio"))
      continue;
    for (int j = 0; j < c->n_ports; j++) {
      struct port *q = &c->port[j];
      if (!profile_has_port(p, q))
        continue;
      has[q->dir] = true;
      ok[q->dir] |= q->avail != NO;
    }
    if ((has[0] && !ok[0]) || (has[1] && !ok[1]))
      a = NO;
    else if (ok[0] || ok[1])
      a = YES;
    if (a != p->avail) {
      p->avail = a;
      c->touched[IDX_EnumProfile]++;
      c->touched[IDX_Profile]++;
      say(c->app, 0, "\"ev\":\"profile-available\",\"card\":\"%s\",\"profile\":\"%s\",\"available\":\"%s\"",
          c->name, p->name, avail_name(a));
    }
  }
}

void set_route(struct card *c, struct dev *d, int index, const char *by)
{
  if (d->active == index)
    return;
  d->active = index;
  note_route(d, now_nsec());
  c->touched[IDX_Route]++;
  say(c->app, 0, "\"ev\":\"route\",\"card\":\"%s\",\"node\":\"%s\",\"route\":\"%s\",\"type\":\"%s\",\"by\":\"%s\"",
      c->name, d->node_name, c->port[index].name, c->port[index].type, by);
  apply_volume(d);
}

void set_profile(struct card *c, int index, const char *by)
{
  if (c->active == index)
    return;
  c->active = index;
  c->touched[IDX_Profile]++;
  c->touched[IDX_Route]++;
  c->touched[IDX_EnumRoute]++;
  say(c->app, 0, "\"ev\":\"profile\",\"card\":\"%s\",\"profile\":\"%s\",\"by\":\"%s\"",
      c->name, c->profile[index].name, by);
  sync_nodes(c);
}

void set_port_available(struct card *c, int index, enum avail a)
{
  struct port *p = &c->port[index];
  if (p->avail == a)
    return;
  say(c->app, 0, "\"ev\":\"route-available\",\"card\":\"%s\",\"route\":\"%s\",\"available\":\"%s\"",
      c->name, p->name, avail_name(a));
  p->avail = a;
  c->touched[IDX_EnumRoute]++;
  c->touched[IDX_Route]++;
}

void after_jack(struct card *c)
{
  update_profiles(c);
  if (c->auto_switch) {
    int best = -1;
    for (int i = 0; i < c->n_profiles; i++) {
      struct profile *p = &c->profile[i];
      if (is_off(p) || spa_streq(p->name, "pro-audio") || p->avail == NO)
        continue;
      if (best < 0 || p->priority > c->profile[best].priority)
        best = i;
    }
    if (best >= 0)
      set_profile(c, best, "card");
    for (int i = 0; i < c->n_devs; i++)
      if (c->dev[i].sink && profile_has_dev(&c->profile[c->active], c->dev[i].id))
        set_route(c, &c->dev[i], best_port(c, &c->dev[i]), "card");
  }
  emit_info(c, false);
}

void jack(struct card *c, bool in)
{
  /* ports that become available are reported before those that do not */
  if (!in && c->speaker >= 0)
    set_port_available(c, c->speaker, UNKNOWN);
  set_port_available(c, c->headphones, in ? YES : NO);
  if (in && c->speaker >= 0)
    set_port_available(c, c->speaker, NO);
  after_jack(c);
}
