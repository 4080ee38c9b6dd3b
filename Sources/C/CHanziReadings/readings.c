// SPDX-License-Identifier: GPL-3.0-or-later
#include "readings.h"

// A part of C23 that the compiler has as an extension before.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char lines[] = {
#embed "readings.txt"
};

const unsigned char *aloud_hanzi_readings(void) { return lines; }

long aloud_hanzi_readings_size(void) { return sizeof lines; }
