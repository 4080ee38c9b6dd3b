#pragma once

#include <stdint.h>
#include <stddef.h>
#include <unicase.h>
#include <unilbrk.h>
#include <uninorm.h>
#include <uniwidth.h>

// UNINORM_NFKD is a macro, which Swift does not import.
static inline uint8_t *aloud_folded(const uint8_t *text, size_t count, size_t *length) {
  return u8_casefold(text, count, NULL, UNINORM_NFKD, NULL, length);
}
