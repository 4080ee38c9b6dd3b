#pragma once
// libpipewire and SPA, the Linux headers that Swift's Glibc module map leaves out, and wrappers for what Swift
// cannot call: function-like macros, variadic functions and casted constants.
#include <pipewire/pipewire.h>
#include <pipewire/extensions/metadata.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/props.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>

/// PW_ID_ANY is a casted constant.
static const uint32_t aloud_pw_id_any = PW_ID_ANY;
/// PW_TYPE_INTERFACE_* are concatenated string literals.
static const char *const aloud_pw_type_node = PW_TYPE_INTERFACE_Node;
static const char *const aloud_pw_type_link = PW_TYPE_INTERFACE_Link;
static const char *const aloud_pw_type_metadata = PW_TYPE_INTERFACE_Metadata;

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

/// Variadic.
static inline int aloud_pw_stream_set_control(struct pw_stream *stream, uint32_t id, uint32_t count, float *values) {
  return pw_stream_set_control(stream, id, count, values, 0);
}
