// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// A word a line, in the order of the code points, followed by the pinyin of each character. Not terminated.
const unsigned char *aloud_hanzi_readings(void);

/// The bytes of `aloud_hanzi_readings`.
long aloud_hanzi_readings_size(void);
