#pragma once
#include <yaml.h>

// The value of an event is in a union.
static inline const yaml_char_t *aloud_scalar(const yaml_event_t *event) { return event->data.scalar.value; }
static inline size_t aloud_scalar_length(const yaml_event_t *event) { return event->data.scalar.length; }
