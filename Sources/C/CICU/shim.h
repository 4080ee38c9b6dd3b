#pragma once
// ICU's function names contain the library's version (ubrk_open is a macro for ubrk_open_72). Swift does not import
// such macros, so each function has a wrapper.
#include <stdbool.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

static inline UBreakIterator *aloud_break_open(UBreakIteratorType type, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator = ubrk_open(type, locale, NULL, 0, &status);
  if (U_SUCCESS(status)) return iterator;
  if (iterator) ubrk_close(iterator);
  return NULL;
}

static inline void aloud_break_close(UBreakIterator *iterator) { ubrk_close(iterator); }

// The text stays the caller's and must outlive the iteration.
static inline bool aloud_break_set_text(UBreakIterator *iterator, const UChar *text, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(iterator, text, length, &status);
  return U_SUCCESS(status);
}

static inline int32_t aloud_break_first(UBreakIterator *iterator) { return ubrk_first(iterator); }
// UBRK_DONE is a macro with a cast: -1.
static inline int32_t aloud_break_next(UBreakIterator *iterator) { return ubrk_next(iterator); }
static inline int32_t aloud_break_preceding(UBreakIterator *iterator, int32_t offset) {
  return ubrk_preceding(iterator, offset);
}
static inline int32_t aloud_break_status(UBreakIterator *iterator) { return ubrk_getRuleStatus(iterator); }

static inline int8_t aloud_character_type(UChar32 character) { return u_charType(character); }
static inline UChar32 aloud_small_letter(UChar32 character) { return u_tolower(character); }
// Rule SB8 of UAX 29 looks after a full stop for a lower case letter, and skips all characters but these.
static inline bool aloud_decides_full_stop(UChar32 character) {
  switch (u_getIntPropertyValue(character, UCHAR_SENTENCE_BREAK)) {
    case U_SB_OLETTER: case U_SB_UPPER: case U_SB_LOWER: case U_SB_SEP: case U_SB_CR: case U_SB_LF:
    case U_SB_ATERM: case U_SB_STERM: return true;
    default: return false;
  }
}

// True if no character before this one is composed with it.
static inline bool aloud_begins_composition(UChar32 character) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *composer = unorm2_getNFCInstance(&status);
  return U_FAILURE(status) || unorm2_hasBoundaryBefore(composer, character);
}

// Composes a text, by Unicode's form C, or by form KC if `compatibly`. Returns the number of units, or -1.
static inline int32_t aloud_compose(
    const UChar *text, int32_t length, UChar *target, int32_t capacity, bool compatibly) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *composer = compatibly ? unorm2_getNFKCInstance(&status) : unorm2_getNFCInstance(&status);
  if (U_FAILURE(status)) return -1;
  int32_t count = unorm2_normalize(composer, text, length, target, capacity, &status);
  return U_SUCCESS(status) ? count : -1;
}

static inline UConverter *aloud_converter_open(const char *name) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(name, &status);
  if (U_SUCCESS(status)) return converter;
  if (converter) ucnv_close(converter);
  return NULL;
}

static inline void aloud_converter_close(UConverter *converter) { ucnv_close(converter); }

// Returns true if there was no room for all. `source` moves on; at most `capacity` units are written, and `*count` is
// their number.
static inline bool aloud_converter_convert(
    UConverter *converter, UChar *target, int32_t capacity, int32_t *count, const char **source, const char *end,
    bool is_last) {
  UErrorCode status = U_ZERO_ERROR;
  UChar *next = target;
  ucnv_toUnicode(converter, &next, target + capacity, source, end, NULL, is_last, &status);
  *count = (int32_t)(next - target);
  return status == U_BUFFER_OVERFLOW_ERROR;
}
