#pragma once
#include <poppler.h>
#include <stdbool.h>

// The domain of an error is a macro.
static inline bool aloud_is_password_error(const GError *error) {
  return error && error->domain == POPPLER_ERROR && error->code == POPPLER_ERROR_ENCRYPTED;
}

// The kind of an action is in a union. Returns NULL if it leads to no page; else the destination, which the action
// owns.
static inline const PopplerDest *aloud_destination(const PopplerAction *action) {
  return action->type == POPPLER_ACTION_GOTO_DEST ? action->goto_dest.dest : NULL;
}
static inline const char *aloud_action_title(const PopplerAction *action) { return action->any.title; }

// poppler reports each error of a document on standard error, with text from it.
static inline void aloud_no_message(const char *domain, GLogLevelFlags level, const char *message, void *data) {}
static inline void aloud_say_nothing(void) { g_log_set_default_handler(aloud_no_message, NULL); }

// Title and author may be UTF-16, which poppler converts with GLib. The C library loads that converter from a
// file, which a confined process can no longer open. A converter that is never closed keeps it loaded. Its error value, a cast, is
// not imported.
static inline void aloud_keep_converter(void) {
  GIConv converter = g_iconv_open("UTF-8", "UTF-16BE");
  if (converter != (GIConv)-1) {
    gsize in_left = 2, out_left = 4;
    char in[2] = {0, 'x'}, out[4], *from = in, *to = out;
    g_iconv(converter, &from, &in_left, &to, &out_left);
  }
}

// Bit fields are not imported.
static inline bool aloud_destination_has_top(const PopplerDest *destination) { return destination->change_top; }
