// The parameters of a card's Device: profiles and routes.
#include "fakecard.h"

struct spa_pod *build_profile(struct card *c, struct spa_pod_builder *b,
    uint32_t id, int index, bool current)
{
  struct profile *p = &c->profile[index];
  struct spa_pod_frame f[2];
  uint32_t sinks[MAX_DEVS], sources[MAX_DEVS], n_sinks = 0, n_sources = 0;

  for (int i = 0; i < p->n_devs; i++) {
    struct dev *d = find_dev(c, p->devs[i]);
    if (d->sink)
      sinks[n_sinks++] = d->id;
    else
      sources[n_sources++] = d->id;
  }
  spa_pod_builder_push_object(b, &f[0], SPA_TYPE_OBJECT_ParamProfile, id);
  spa_pod_builder_add(b,
    SPA_PARAM_PROFILE_index, SPA_POD_Int(index),
    SPA_PARAM_PROFILE_name, SPA_POD_String(p->name),
    SPA_PARAM_PROFILE_description, SPA_POD_String(p->description),
    SPA_PARAM_PROFILE_priority, SPA_POD_Int(p->priority),
    SPA_PARAM_PROFILE_available, SPA_POD_Id(p->avail),
    0);
  spa_pod_builder_prop(b, SPA_PARAM_PROFILE_classes, 0);
  spa_pod_builder_push_struct(b, &f[1]);
  spa_pod_builder_int(b, (n_sinks > 0) + (n_sources > 0));
  if (n_sources > 0)
    spa_pod_builder_add_struct(b,
      SPA_POD_String("Audio/Source"), SPA_POD_Int(n_sources),
      SPA_POD_String("card.profile.devices"),
      SPA_POD_Array(sizeof(uint32_t), SPA_TYPE_Int, n_sources, sources));
  if (n_sinks > 0)
    spa_pod_builder_add_struct(b,
      SPA_POD_String("Audio/Sink"), SPA_POD_Int(n_sinks),
      SPA_POD_String("card.profile.devices"),
      SPA_POD_Array(sizeof(uint32_t), SPA_TYPE_Int, n_sinks, sinks));
  spa_pod_builder_pop(b, &f[1]);
  if (current) {
    spa_pod_builder_prop(b, SPA_PARAM_PROFILE_save, 0);
    spa_pod_builder_bool(b, p->save);
  }
  return spa_pod_builder_pop(b, &f[0]);
}

struct spa_pod *build_route(struct card *c, struct spa_pod_builder *b,
    uint32_t id, int index, struct dev *d)
{
  struct port *p = &c->port[index];
  struct spa_pod_frame f[2];
  char str[16];
  const char *info[16];
  uint32_t channels[2] = { SPA_AUDIO_CHANNEL_FL, SPA_AUDIO_CHANNEL_FR };
  float soft[2] = { 1.0f, 1.0f };
  int n = 0;

  spa_pod_builder_push_object(b, &f[0], SPA_TYPE_OBJECT_ParamRoute, id);
  spa_pod_builder_add(b,
    SPA_PARAM_ROUTE_index, SPA_POD_Int(index),
    SPA_PARAM_ROUTE_direction, SPA_POD_Id(p->dir),
    SPA_PARAM_ROUTE_name, SPA_POD_String(p->name),
    SPA_PARAM_ROUTE_description, SPA_POD_String(p->description),
    SPA_PARAM_ROUTE_priority, SPA_POD_Int(p->priority),
    SPA_PARAM_ROUTE_available, SPA_POD_Id(p->avail),
    0);

  info[n++] = "port.type"; info[n++] = p->type;
  if (!c->bluez) {
    snprintf(str, sizeof(str), "%d", index);
    if (p->group) { info[n++] = "port.availability-group"; info[n++] = p->group; }
    if (p->icon) { info[n++] = "device.icon_name"; info[n++] = p->icon; }
    info[n++] = "card.profile.port"; info[n++] = str;
    if (d) {
      info[n++] = "route.hw-mute"; info[n++] = "true";
      info[n++] = "route.hw-volume"; info[n++] = "true";
    }
  }
  spa_pod_builder_prop(b, SPA_PARAM_ROUTE_info, SPA_POD_PROP_FLAG_HINT_DICT);
  spa_pod_builder_push_struct(b, &f[1]);
  spa_pod_builder_int(b, n / 2);
  for (int i = 0; i < n; i++)
    spa_pod_builder_string(b, info[i]);
  spa_pod_builder_pop(b, &f[1]);

  spa_pod_builder_prop(b, SPA_PARAM_ROUTE_profiles, 0);
  spa_pod_builder_push_array(b, &f[1]);
  for (int i = 0; i < c->n_profiles; i++)
    if (profile_has_port(&c->profile[i], p))
      spa_pod_builder_int(b, i);
  spa_pod_builder_pop(b, &f[1]);

  if (d) {
    uint32_t hw = c->bluez ? 0 : SPA_POD_PROP_FLAG_HARDWARE;
    spa_pod_builder_prop(b, SPA_PARAM_ROUTE_device, 0);
    spa_pod_builder_int(b, d->id);
    spa_pod_builder_prop(b, SPA_PARAM_ROUTE_props, 0);
    spa_pod_builder_push_object(b, &f[1], SPA_TYPE_OBJECT_Props, id);
    spa_pod_builder_prop(b, SPA_PROP_mute, hw);
    spa_pod_builder_bool(b, p->mute);
    spa_pod_builder_prop(b, SPA_PROP_channelVolumes, hw);
    spa_pod_builder_array(b, sizeof(float), SPA_TYPE_Float, 2, p->vol);
    spa_pod_builder_prop(b, SPA_PROP_volumeBase, SPA_POD_PROP_FLAG_READONLY);
    spa_pod_builder_float(b, 1.0f);
    spa_pod_builder_prop(b, SPA_PROP_volumeStep, SPA_POD_PROP_FLAG_READONLY);
    spa_pod_builder_float(b, 1.0f / 65536);
    spa_pod_builder_prop(b, SPA_PROP_channelMap, 0);
    spa_pod_builder_array(b, sizeof(uint32_t), SPA_TYPE_Id, 2, channels);
    spa_pod_builder_prop(b, SPA_PROP_softVolumes, 0);
    spa_pod_builder_array(b, sizeof(float), SPA_TYPE_Float, 2, soft);
    spa_pod_builder_prop(b, SPA_PROP_latencyOffsetNsec, 0);
    spa_pod_builder_long(b, 0);
    spa_pod_builder_pop(b, &f[1]);
  }
  spa_pod_builder_prop(b, SPA_PARAM_ROUTE_devices, 0);
  spa_pod_builder_push_array(b, &f[1]);
  for (int i = 0; i < 2; i++)
    if (p->dev[i] >= 0)
      spa_pod_builder_int(b, p->dev[i]);
  spa_pod_builder_pop(b, &f[1]);
  if (d) {
    spa_pod_builder_prop(b, SPA_PARAM_ROUTE_profile, 0);
    spa_pod_builder_int(b, c->active);
    spa_pod_builder_prop(b, SPA_PARAM_ROUTE_save, 0);
    spa_pod_builder_bool(b, p->save);
  }
  return spa_pod_builder_pop(b, &f[0]);
}

void emit_info(struct card *c, bool full)
{
  struct spa_dict_item items[32];
  uint64_t old = full ? c->info.change_mask : 0;

  if (full)
    c->info.change_mask = SPA_DEVICE_CHANGE_MASK_PROPS | SPA_DEVICE_CHANGE_MASK_PARAMS;
  for (int i = 0; i < N_PARAMS; i++)
    if (c->touched[i])
      c->info.change_mask |= SPA_DEVICE_CHANGE_MASK_PARAMS;
  if (c->info.change_mask == 0)
    return;
  for (int i = 0; i < c->n_props; i++)
    items[i] = SPA_DICT_ITEM_INIT(c->prop[i].k, c->prop[i].v);
  c->info.props = &SPA_DICT_INIT(items, c->n_props);
  if (c->info.change_mask & SPA_DEVICE_CHANGE_MASK_PARAMS)
    for (int i = 0; i < N_PARAMS; i++)
      if (c->touched[i]) {
        /* "the same parameter has a new value" */
        c->params[i].flags ^= SPA_PARAM_INFO_SERIAL;
        c->touched[i] = 0;
      }
  spa_device_emit_info(&c->hooks, &c->info);
  c->info.change_mask = old;
  c->info.props = NULL;
}
