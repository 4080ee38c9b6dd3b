#pragma once
#include <stdbool.h>

#include <fribidi.h>

// Swift does not import macros with casts.
static inline FriBidiParType aloud_direction(bool is_right_to_left) {
  return is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
}
// Without ligatures: each form stands for one letter.
static inline FriBidiFlags aloud_shape_flags(void) { return FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES; }
static inline FriBidiFlags aloud_order_flags(void) { return FRIBIDI_FLAG_REORDER_NSM; }
