#pragma once
// CLD2's headers are C++. These are the types of its two functions that are called; `LanguageFinding` looks the functions
// up in the library when a text needs them, so nothing is linked. The library is finished: its last release is of 2015.
// Debian's package libcld2-dev has the declarations, in cld2/public/compact_lang_det.h and cld2/internal/lang_script.h.
#include <stdbool.h>

// CLD2::ExtDetectLanguageSummary with hints and flags. `chunks` is a std::vector and may be null.
typedef int (*aloud_cld2_detect)(
  const char *text, int length, bool is_plain, const void *hints, int flags, int languages[3], int percents[3],
  double scores[3], void *chunks, int *bytes, bool *is_reliable);
#define ALOUD_CLD2_DETECT \
  "_ZN4CLD224ExtDetectLanguageSummaryEPKcibPKNS_8CLDHintsEiPNS_8LanguageEPiPdPSt6vectorINS_11ResultChunkESaISA_EES7_Pb"

// CLD2::LanguageCode: the code of a language in ASCII, valid as long as the library.
typedef const char *(*aloud_cld2_code)(int language);
#define ALOUD_CLD2_CODE "_ZN4CLD212LanguageCodeENS_8LanguageE"

// The name of the library: Debian's libcld2-0.
#define ALOUD_CLD2_LIBRARY "libcld2.so.0"
// CLD2::kCLDFlagBestEffort: an answer for short texts, too.
#define ALOUD_CLD2_BEST_EFFORT 0x4000
