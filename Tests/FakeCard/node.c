// The sinks of a card: nodes that come and go with its active profile.
#include "fakecard.h"

void apply_volume(struct dev *d)
{
  uint8_t buf[1024];
  struct spa_pod_builder b = SPA_POD_BUILDER_INIT(buf, sizeof(buf));
  uint32_t channels[2] = { SPA_AUDIO_CHANNEL_FL, SPA_AUDIO_CHANNEL_FR };
  struct port *p;
  struct spa_pod *pod;

  if (d->node == NULL || d->active < 0)
    return;
  p = &d->card->port[d->active];
  pod = spa_pod_builder_add_object(&b, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props,
    SPA_PROP_mute, SPA_POD_Bool(p->mute),
    SPA_PROP_channelVolumes, SPA_POD_Array(sizeof(float), SPA_TYPE_Float, 2, p->vol),
    SPA_PROP_channelMap, SPA_POD_Array(sizeof(uint32_t), SPA_TYPE_Id, 2, channels));
  pw_node_set_param((struct pw_node *)d->node, SPA_PARAM_Props, 0, pod);
}

static void node_bound(void *data, uint32_t id)
{
  struct dev *d = data;
  d->node_id = id;
  say(d->card->app, 0, "\"ev\":\"node-added\",\"card\":\"%s\",\"node\":\"%s\",\"id\":%u",
      d->card->name, d->node_name, id);
  apply_volume(d);
}

static void node_gone(void *data)
{
  struct dev *d = data;
  say(d->card->app, 0, "\"ev\":\"node-removed\",\"card\":\"%s\",\"node\":\"%s\",\"id\":%u",
      d->card->name, d->node_name, d->node_id);
  pw_proxy_destroy(d->node);
}

static void node_destroyed(void *data)
{
  struct dev *d = data;
  spa_hook_remove(&d->node_listener);
  d->node = NULL;
  d->node_id = d->monitor_id[0] = d->monitor_id[1] = SPA_ID_INVALID;
}

static const struct pw_proxy_events node_proxy_events = {
  PW_VERSION_PROXY_EVENTS,
  .bound = node_bound,
  .removed = node_gone,
  .destroy = node_destroyed,
};

int best_port(struct card *c, struct dev *d)
{
  int best = -1;
  for (int i = 0; i < c->n_ports; i++) {
    struct port *p = &c->port[i];
    if (!port_has_dev(p, d->id))
      continue;
    if (best < 0 ||
        (c->port[best].avail == NO && p->avail != NO) ||
        (c->port[best].avail != YES && p->avail == YES) ||
        (c->port[best].avail == p->avail && p->priority > c->port[best].priority))
      best = i;
  }
  return best;
}

void node_create(struct dev *d)
{
  struct card *c = d->card;
  struct pw_properties *p;

  if (!d->sink || d->node || c->global_id == SPA_ID_INVALID)
    return;
  if (d->active < 0)
    d->active = best_port(c, d);
  note_route(d, now_nsec());
  d->node_id = d->monitor_id[0] = d->monitor_id[1] = SPA_ID_INVALID;

  p = pw_properties_new(
    /* the one thing that a real card has otherwise */
    "factory.name", "support.null-audio-sink",
    PW_KEY_MEDIA_CLASS, "Audio/Sink",
    PW_KEY_NODE_NAME, d->node_name,
    PW_KEY_NODE_DESCRIPTION, d->description,
    PW_KEY_NODE_PAUSE_ON_IDLE, "false",
    "audio.channels", "2",
    "audio.position", "FL,FR",
    "audio.rate", "48000",
    "monitor.channel-volumes", "true",  /* the meter sees what is heard */
    NULL);
  pw_properties_setf(p, PW_KEY_DEVICE_ID, "%u", c->global_id);
  pw_properties_setf(p, "card.profile.device", "%d", d->id);
  pw_properties_setf(p, PW_KEY_PRIORITY_DRIVER, "%d", d->priority);
  pw_properties_setf(p, PW_KEY_PRIORITY_SESSION, "%d", d->priority);
  int routes = 0;
  for (int i = 0; i < c->n_ports; i++)
    routes += port_has_dev(&c->port[i], d->id);
  pw_properties_setf(p, "device.routes", "%d", routes);
  if (c->bluez) {
    pw_properties_set(p, PW_KEY_DEVICE_API, "bluez5");
    pw_properties_set(p, "api.bluez5.address", "AA:BB:CC:DD:EE:FF");
    pw_properties_set(p, "api.bluez5.transport", "pointer:0x1");
    pw_properties_set(p, "api.bluez5.profile", c->profile[c->active].name);
    pw_properties_set(p, "api.bluez5.codec",
      spa_streq(c->profile[c->active].name, "a2dp-sink") ? "sbc" : "msbc");
    if (!spa_streq(c->profile[c->active].name, "a2dp-sink"))
      pw_properties_set(p, "device.intended-roles", "Communication");
  } else {
    pw_properties_set(p, PW_KEY_DEVICE_API, "alsa");
    pw_properties_set(p, "device.class", "sound");
    pw_properties_set(p, "device.profile.name", d->profile_name);
    pw_properties_set(p, "device.profile.description", d->profile_description);
    pw_properties_set(p, "api.alsa.pcm.stream", "playback");
    pw_properties_setf(p, "api.alsa.path", "hw:%d", d->id);
    pw_properties_setf(p, PW_KEY_OBJECT_PATH, "alsa:pcm:%d:hw:%d:playback", c->global_id, d->id);
  }
  meter_start(d);
  d->node = pw_core_create_object(c->app->core, "adapter",
      PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, &p->dict, 0);
  pw_properties_free(p);
  pw_proxy_add_listener(d->node, &d->node_listener, &node_proxy_events, d);
}

void node_destroy(struct dev *d)
{
  meter_unlink(d);    /* or the server takes offence at links that are gone */
  if (d->node) {
    say(d->card->app, 0, "\"ev\":\"node-removing\",\"card\":\"%s\",\"node\":\"%s\",\"id\":%u",
        d->card->name, d->node_name, d->node_id);
    pw_proxy_destroy(d->node);
  }
  meter_stop(d);
}

void sync_nodes(struct card *c)
{
  for (int i = 0; i < c->n_devs; i++)
    if (!profile_has_dev(&c->profile[c->active], c->dev[i].id))
      node_destroy(&c->dev[i]);
  for (int i = 0; i < c->n_devs; i++)
    if (profile_has_dev(&c->profile[c->active], c->dev[i].id))
      node_create(&c->dev[i]);
}
