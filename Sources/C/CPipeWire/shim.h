#pragma once
// libpipewire and SPA, the Linux headers that Swift's Glibc module map leaves out, and wrappers for what Swift
// cannot call: function-like macros, variadic functions and casted constants.
#include <pipewire/pipewire.h>
#include <pipewire/extensions/metadata.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/props.h>
#include <spa/param/route.h>
#include <spa/pod/parser.h>
#include <spa/utils/json.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>

/// PW_ID_ANY is a casted constant.
static const uint32_t aloud_pw_id_any = PW_ID_ANY;
/// PW_TYPE_INTERFACE_* are concatenated string literals.
static const char *const aloud_pw_type_node = PW_TYPE_INTERFACE_Node;
static const char *const aloud_pw_type_link = PW_TYPE_INTERFACE_Link;
static const char *const aloud_pw_type_metadata = PW_TYPE_INTERFACE_Metadata;
static const char *const aloud_pw_type_device = PW_TYPE_INTERFACE_Device;
static const char *const aloud_pw_type_client = PW_TYPE_INTERFACE_Client;

/// pw_loop_get_fd, _enter, _leave and _iterate are function-like macros before PipeWire 1.4.
static inline int aloud_pw_loop_get_fd(struct pw_loop *loop) { return pw_loop_get_fd(loop); }
static inline void aloud_pw_loop_enter(struct pw_loop *loop) { pw_loop_enter(loop); }
static inline void aloud_pw_loop_leave(struct pw_loop *loop) { pw_loop_leave(loop); }
static inline int aloud_pw_loop_iterate(struct pw_loop *loop, int timeout) { return pw_loop_iterate(loop, timeout); }

/// Function-like macro before PipeWire 1.4.
static inline int aloud_pw_core_add_listener(
    struct pw_core *core, struct spa_hook *listener, const struct pw_core_events *events, void *data) {
  return pw_core_add_listener(core, listener, events, data);
}

/// Function-like macro before PipeWire 1.4.
static inline int aloud_pw_core_sync(struct pw_core *core, uint32_t id, int seq) { return pw_core_sync(core, id, seq); }

/// Function-like macro before PipeWire 1.4.
static inline int aloud_pw_registry_add_listener(
    struct pw_registry *registry, struct spa_hook *listener, const struct pw_registry_events *events, void *data) {
  return pw_registry_add_listener(registry, listener, events, data);
}

/// Function-like macro before PipeWire 1.4.
static inline struct pw_proxy *aloud_pw_registry_bind(
    struct pw_registry *registry, uint32_t id, const char *type, uint32_t version) {
  return (struct pw_proxy *)pw_registry_bind(registry, id, type, version, 0);
}

/// Function-like macro before PipeWire 1.4.
static inline int aloud_pw_node_add_listener(
    struct pw_proxy *node, struct spa_hook *listener, const struct pw_node_events *events, void *data) {
  return pw_node_add_listener((struct pw_node *)node, listener, events, data);
}

/// Function-like macro before PipeWire 1.4.
static inline int aloud_pw_client_add_listener(
    struct pw_proxy *client, struct spa_hook *listener, const struct pw_client_events *events, void *data) {
  return pw_client_add_listener((struct pw_client *)client, listener, events, data);
}

/// Variadic.
static inline int aloud_pw_stream_set_control(struct pw_stream *stream, uint32_t id, uint32_t count, float *values) {
  return pw_stream_set_control(stream, id, count, values, 0);
}

/// Function-like macro before PipeWire 1.4.
static inline int aloud_pw_device_add_listener(
    struct pw_proxy *device, struct spa_hook *listener, const struct pw_device_events *events, void *data) {
  return pw_device_add_listener((struct pw_device *)device, listener, events, data);
}

/// Function-like macro before PipeWire 1.4. Asks for all values of a parameter.
static inline int aloud_pw_device_enum_params(struct pw_proxy *device, uint32_t id) {
  return pw_device_enum_params((struct pw_device *)device, 0, id, 0, UINT32_MAX, NULL);
}

/// Function-like macro before PipeWire 1.4.
static inline int aloud_pw_metadata_add_listener(
    struct pw_proxy *metadata, struct spa_hook *listener, const struct pw_metadata_events *events, void *data) {
  return pw_metadata_add_listener((struct pw_metadata *)metadata, listener, events, data);
}

/// The contents of a Route or EnumRoute parameter. The texts belong to the parameter.
struct aloud_route {
  int32_t index;
  /// card.profile.device, -1 in EnumRoute.
  int32_t device;
  uint32_t direction;
  uint32_t availability;
  const char *name;
  const char *description;
  const char *port_type;
};

/// The parsers of pods are variadic.
static inline bool aloud_parse_route(const struct spa_pod *param, struct aloud_route *route) {
  struct spa_pod *info = NULL;
  *route = (struct aloud_route){.device = -1, .name = "", .description = "", .port_type = ""};
  if (spa_pod_parse_object(param, SPA_TYPE_OBJECT_ParamRoute, NULL, SPA_PARAM_ROUTE_index, SPA_POD_Int(&route->index),
          SPA_PARAM_ROUTE_direction, SPA_POD_Id(&route->direction), SPA_PARAM_ROUTE_name,
          SPA_POD_OPT_String(&route->name), SPA_PARAM_ROUTE_description, SPA_POD_OPT_String(&route->description),
          SPA_PARAM_ROUTE_available, SPA_POD_OPT_Id(&route->availability), SPA_PARAM_ROUTE_info, SPA_POD_OPT_Pod(&info),
          SPA_PARAM_ROUTE_device, SPA_POD_OPT_Int(&route->device)) < 0)
    return false;
  if (info == NULL) return true;
  // A count, then as many pairs of key and value.
  struct spa_pod_parser parser;
  struct spa_pod_frame frame;
  int32_t count;
  spa_pod_parser_pod(&parser, info);
  if (spa_pod_parser_push_struct(&parser, &frame) < 0 || spa_pod_parser_get_int(&parser, &count) < 0) return true;
  while (count-- > 0) {
    const char *key, *value;
    if (spa_pod_parser_get_string(&parser, &key) < 0 || spa_pod_parser_get_string(&parser, &value) < 0) break;
    if (strcmp(key, "port.type") == 0) route->port_type = value;
  }
  return true;
}

/// Function-like macro before PipeWire 1.4. Asks for all values of a parameter.
static inline int aloud_pw_node_enum_params(struct pw_proxy *node, uint32_t id) {
  return pw_node_enum_params((struct pw_node *)node, 0, id, 0, UINT32_MAX, NULL);
}

/// Sets the linear volumes of a node's channels.
static inline int aloud_pw_node_set_volumes(struct pw_proxy *node, const float *volumes, uint32_t count) {
  uint8_t bytes[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof(bytes));
  const struct spa_pod *props = (const struct spa_pod *)spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_Props,
      SPA_PARAM_Props, SPA_PROP_channelVolumes, SPA_POD_Array(sizeof(float), SPA_TYPE_Float, count, volumes));
  return pw_node_set_param((struct pw_node *)node, SPA_PARAM_Props, 0, props);
}

/// Sets the linear volumes of one of a card's outputs, which session managers shall not keep. `output` is
/// card.profile.device.
static inline int aloud_pw_device_set_volumes(
    struct pw_proxy *device, int32_t route, int32_t output, const float *volumes, uint32_t count) {
  uint8_t bytes[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof(bytes));
  struct spa_pod_frame frame;
  spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_ParamRoute, SPA_PARAM_Route);
  spa_pod_builder_add(
      &builder, SPA_PARAM_ROUTE_index, SPA_POD_Int(route), SPA_PARAM_ROUTE_device, SPA_POD_Int(output), 0);
  spa_pod_builder_prop(&builder, SPA_PARAM_ROUTE_props, 0);
  spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_Props, SPA_PARAM_Route, SPA_PROP_channelVolumes,
      SPA_POD_Array(sizeof(float), SPA_TYPE_Float, count, volumes));
  spa_pod_builder_add(&builder, SPA_PARAM_ROUTE_save, SPA_POD_Bool(false), 0);
  const struct spa_pod *value = (const struct spa_pod *)spa_pod_builder_pop(&builder, &frame);
  return pw_device_set_param((struct pw_device *)device, SPA_PARAM_Route, 0, value);
}

/// The most channels of a sink.
enum { aloud_most_channels = 64 };

/// The loudness in a Props parameter.
struct aloud_props {
  /// Less than 0 if it is missing.
  int muted;
  /// The number of channels; 0 if their volumes are missing.
  uint32_t channels;
};

/// The parsers of pods are variadic. `linear` takes the volumes of the channels.
static inline bool aloud_parse_props(
    const struct spa_pod *param, struct aloud_props *props, float linear[aloud_most_channels]) {
  const struct spa_pod *volumes = NULL;
  bool muted = false;
  const bool says_muted = spa_pod_find_prop(param, NULL, SPA_PROP_mute) != NULL;
  *props = (struct aloud_props){.muted = -1};
  if (spa_pod_parse_object(param, SPA_TYPE_OBJECT_Props, NULL, SPA_PROP_mute, SPA_POD_OPT_Bool(&muted),
          SPA_PROP_channelVolumes, SPA_POD_OPT_Pod(&volumes)) < 0)
    return false;
  if (says_muted) props->muted = muted;
  if (volumes != NULL) props->channels = spa_pod_copy_array(volumes, SPA_TYPE_Float, linear, aloud_most_channels);
  return true;
}

/// The value of "name" in a JSON object, as in the default metadata. The parser's state holds pointers into the text,
/// which must not move meanwhile.
static inline bool aloud_parse_name(const char *json, char *name, int size) {
  struct spa_json text, object;
  char key[64];
  const char *value;
  spa_json_init(&text, json, strlen(json));
  if (spa_json_enter_object(&text, &object) <= 0) return false;
  while (spa_json_get_string(&object, key, sizeof(key)) > 0) {
    if (strcmp(key, "name") == 0) return spa_json_get_string(&object, name, size) > 0;
    if (spa_json_next(&object, &value) <= 0) return false;
  }
  return false;
}
