#!/usr/bin/env python3
"""Finds the places at which words begin in recordings, with a forced alignment (PocketSphinx).

    align-words.py LIST

Each line of LIST is a WAV file, a tab, and the words that it speaks. For each it prints the milliseconds at which the
words begin, or an empty line if it cannot align all of them. `scripts/fetch-voices aligner` fetches what it needs.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".build/voices/python"))
if len(sys.argv) != 2:
    sys.exit(__doc__)
try:
    import av
    import pocketsphinx
except ImportError as error:
    sys.exit(f"align-words: {error} (try: scripts/fetch-voices aligner)")

RATE = 16000
# Silence around the sound, in samples, in which the recogniser adapts to the loudness.
MARGIN = 3200
# The frames of the aligner are 10 ms apart; with the sound moved by parts of a frame their mean is finer.
SHIFTS = (0, 40, 80, 120)
# A frame is computed from the 25.6 ms that begin with it: a border lies in the middle between two of these.
CENTRE = 25.6 / 2 - 5


def samples(path):
    """The sound at the rate of the aligner, as 16-bit samples."""
    resampler = av.AudioResampler("s16", "mono", RATE)
    with av.open(path) as file:
        frames = [made for frame in file.decode(audio=0) for made in resampler.resample(frame)]
    return b"".join(bytes(frame.planes[0])[:frame.samples * 2] for frame in frames + resampler.resample(None))


def starts(decoder, sound, words):
    """The places of the words in milliseconds; nothing if one is unknown."""
    if any(decoder.lookup_word(word) is None for word in words):
        return []
    sums = [0.0] * len(words)
    for shift in SHIFTS:
        moved = bytes((MARGIN + shift) * 2) + sound + bytes(MARGIN * 2)
        decoder.set_align_text(" ".join(words))
        # The second pass aligns the states of the sounds of the words.
        for second in (False, True):
            if second:
                decoder.set_alignment()
            decoder.start_utt()
            decoder.process_raw(moved, full_utt=True)
            decoder.end_utt()
        found = [word for word in decoder.get_alignment() if not word.name.startswith(("<", "["))]
        if [re.sub(r"\(\d+\)$", "", word.name) for word in found] != words:
            return []
        for index, word in enumerate(found):
            sums[index] += word.start * 10 + CENTRE - (MARGIN + shift) * 1000 / RATE
    return [total / len(SHIFTS) for total in sums]


# Wide beams: a robot voice is unlike those that the aligner knows.
decoder = pocketsphinx.Decoder(
    samprate=RATE, loglevel="FATAL", bestpath=False, beam=1e-200, wbeam=1e-200, pbeam=1e-200)
for line in open(sys.argv[1], encoding="utf-8"):
    path, text = line.rstrip("\n").split("\t")
    words = [re.sub(r"[^a-z']", "", word.lower().replace("’", "'")) for word in text.split(" ")]
    try:
        places = starts(decoder, samples(path), words)
    except RuntimeError:
        places = []
    print(" ".join(f"{place:.1f}" for place in places), flush=True)
