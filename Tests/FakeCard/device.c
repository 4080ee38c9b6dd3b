// The Device of a card, exported as a session manager exports an ALSA or BlueZ card.
#include "fakecard.h"

static int impl_add_listener(void *object, struct spa_hook *listener,
    const struct spa_device_events *events, void *data)
{
  struct card *c = object;
  struct spa_hook_list save;

  spa_hook_list_isolate(&c->hooks, &save, listener, events, data);
  emit_info(c, true);
  spa_hook_list_join(&c->hooks, &save);
  return 0;
}

static int impl_sync(void *object, int seq)
{
  struct card *c = object;
  spa_device_emit_result(&c->hooks, seq, 0, 0, NULL);
  return 0;
}

static int impl_enum_params(void *object, int seq, uint32_t id, uint32_t start,
    uint32_t num, const struct spa_pod *filter)
{
  struct card *c = object;
  struct spa_result_device_params result = { .id = id, .next = start };
  uint8_t buffer[4096];
  uint32_t count = 0;

  while (count < num) {
    struct spa_pod_builder b = SPA_POD_BUILDER_INIT(buffer, sizeof(buffer));
    struct spa_pod *param = NULL;

    result.index = result.next++;
    switch (id) {
    case SPA_PARAM_EnumProfile:
      if ((int)result.index >= c->n_profiles)
        return 0;
      param = build_profile(c, &b, id, result.index, false);
      break;
    case SPA_PARAM_Profile:
      if (result.index > 0)
        return 0;
      param = build_profile(c, &b, id, c->active, true);
      break;
    case SPA_PARAM_EnumRoute:
      if ((int)result.index >= c->n_ports)
        return 0;
      param = build_route(c, &b, id, result.index, NULL);
      break;
    case SPA_PARAM_Route:
      for (;; result.index++) {
        if ((int)result.index >= c->n_devs)
          return 0;
        if (profile_has_dev(&c->profile[c->active], c->dev[result.index].id) &&
            c->dev[result.index].active >= 0)
          break;
      }
      result.next = result.index + 1;
      param = build_route(c, &b, id, c->dev[result.index].active, &c->dev[result.index]);
      break;
    default:
      return -ENOENT;
    }
    if (spa_pod_filter(&b, &result.param, param, filter) < 0)
      continue;
    spa_device_emit_result(&c->hooks, seq, 0, SPA_RESULT_TYPE_DEVICE_PARAMS, &result);
    count++;
  }
  return 0;
}

static int impl_set_param(void *object, uint32_t id, uint32_t flags, const struct spa_pod *param)
{
  struct card *c = object;

  switch (id) {
  case SPA_PARAM_Profile: {
    int index;
    bool save = false;
    if (param == NULL || spa_pod_parse_object(param, SPA_TYPE_OBJECT_ParamProfile, NULL,
        SPA_PARAM_PROFILE_index, SPA_POD_Int(&index),
        SPA_PARAM_PROFILE_save, SPA_POD_OPT_Bool(&save)) < 0 ||
        index < 0 || index >= c->n_profiles)
      return -EINVAL;
    c->profile[index].save = save;
    set_profile(c, index, "set-param");
    emit_info(c, false);
    return 0;
  }
  case SPA_PARAM_Route: {
    int index, device;
    bool save = false;
    struct spa_pod *props = NULL;
    struct port *p;
    struct dev *d;

    if (param == NULL || spa_pod_parse_object(param, SPA_TYPE_OBJECT_ParamRoute, NULL,
        SPA_PARAM_ROUTE_index, SPA_POD_Int(&index),
        SPA_PARAM_ROUTE_device, SPA_POD_Int(&device),
        SPA_PARAM_ROUTE_props, SPA_POD_OPT_Pod(&props),
        SPA_PARAM_ROUTE_save, SPA_POD_OPT_Bool(&save)) < 0 ||
        index < 0 || index >= c->n_ports || (d = find_dev(c, device)) == NULL ||
        !port_has_dev(&c->port[index], device))
      return -EINVAL;
    p = &c->port[index];
    if (props && spa_pod_is_object_type(props, SPA_TYPE_OBJECT_Props)) {
      struct spa_pod_prop *prop;
      float vol[8];
      uint32_t n;
      SPA_POD_OBJECT_FOREACH((struct spa_pod_object *)props, prop) {
        if (prop->key == SPA_PROP_mute)
          spa_pod_get_bool(&prop->value, &p->mute);
        else if (prop->key == SPA_PROP_channelVolumes &&
            (n = spa_pod_copy_array(&prop->value, SPA_TYPE_Float, vol, 8)) > 0) {
          p->vol[0] = vol[0];
          p->vol[1] = n > 1 ? vol[1] : vol[0];
        }
      }
    }
    p->save = save;
    c->touched[IDX_Route]++;
    set_route(c, d, index, "set-param");
    apply_volume(d);
    emit_info(c, false);
    return 0;
  }
  default:
    return -ENOENT;
  }
}

static const struct spa_device_methods impl_device = {
  SPA_VERSION_DEVICE_METHODS,
  .add_listener = impl_add_listener,
  .sync = impl_sync,
  .enum_params = impl_enum_params,
  .set_param = impl_set_param,
};

static void card_bound(void *data, uint32_t id)
{
  struct card *c = data;
  c->global_id = id;
  say(c->app, 0, "\"ev\":\"device-added\",\"card\":\"%s\",\"id\":%u", c->name, id);
  sync_nodes(c);
  emit_info(c, false);
}

static void card_destroyed(void *data)
{
  struct card *c = data;
  spa_hook_remove(&c->proxy_listener);
  c->proxy = NULL;
  c->global_id = SPA_ID_INVALID;
}

static const struct pw_proxy_events card_proxy_events = {
  PW_VERSION_PROXY_EVENTS,
  .bound = card_bound,
  .destroy = card_destroyed,
};

void card_add(struct card *c)
{
  struct spa_dict_item items[32];

  if (c->proxy)
    return;
  spa_hook_list_init(&c->hooks);
  c->device.iface = SPA_INTERFACE_INIT(SPA_TYPE_INTERFACE_Device,
      SPA_VERSION_DEVICE, &impl_device, c);
  c->info = SPA_DEVICE_INFO_INIT();
  c->params[IDX_EnumProfile] = SPA_PARAM_INFO(SPA_PARAM_EnumProfile, SPA_PARAM_INFO_READ);
  c->params[IDX_Profile] = SPA_PARAM_INFO(SPA_PARAM_Profile, SPA_PARAM_INFO_READWRITE);
  c->params[IDX_EnumRoute] = SPA_PARAM_INFO(SPA_PARAM_EnumRoute, SPA_PARAM_INFO_READ);
  c->params[IDX_Route] = SPA_PARAM_INFO(SPA_PARAM_Route, SPA_PARAM_INFO_READWRITE);
  c->info.params = c->params;
  c->info.n_params = N_PARAMS;
  c->global_id = SPA_ID_INVALID;
  for (int i = 0; i < c->n_props; i++)
    items[i] = SPA_DICT_ITEM_INIT(c->prop[i].k, c->prop[i].v);
  c->proxy = pw_core_export(c->app->core, SPA_TYPE_INTERFACE_Device,
      &SPA_DICT_INIT(items, c->n_props), &c->device, 0);
  if (c->proxy == NULL) {
    say(c->app, 0, "\"ev\":\"error\",\"card\":\"%s\",\"what\":\"cannot export: %m\"", c->name);
    return;
  }
  pw_proxy_add_listener(c->proxy, &c->proxy_listener, &card_proxy_events, c);
}

void card_remove(struct card *c)
{
  for (int i = 0; i < c->n_devs; i++)
    node_destroy(&c->dev[i]);
  if (c->proxy) {
    say(c->app, 0, "\"ev\":\"device-removing\",\"card\":\"%s\",\"id\":%u", c->name, c->global_id);
    pw_proxy_destroy(c->proxy);
  }
}
