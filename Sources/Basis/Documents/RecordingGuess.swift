import Recordings

/// Recognises recordings, audio files and video files, by their first bytes. The name does not count.
enum RecordingGuess {
  /// True if these are the first bytes of a recording. False for text, whatever it begins with.
  static func isRecording(_ sample: ArraySlice<UInt8>) -> Bool {
    guard sample.contains(where: isOfNoText) else { return false }
    return signatures.contains { sample.starts(with: $0) } || isID3(sample)
      || isContainer(sample) || isISOMedia(sample) || isTransportStream(sample)
      || MPEGAudioHeader.follow(in: sample, least: 2)
  }

  /// True if frames of MPEG audio begin somewhere in the sample, behind bytes that belong to nothing.
  static func hasMPEGAudio(_ sample: ArraySlice<UInt8>) -> Bool {
    guard sample.contains(where: isOfNoText) else { return false }
    return sample.indices.contains { sample[$0] == 0xFF && MPEGAudioHeader.follow(in: sample[$0...], least: 3) }
  }

  /// True if the bytes are those of a picture that has a container of recordings.
  static func isPicture(_ sample: ArraySlice<UInt8>) -> Bool {
    if sample.starts(with: "RIFF".utf8) { return sample.dropFirst(8).starts(with: "WEBP".utf8) }
    return box(sample) == "ftyp" && picturesInBoxes.contains(word(sample.dropFirst(8)))
  }

  private static let signatures: [[UInt8]] = [
    Array("OggS".utf8) + [0], Array("fLaC".utf8) + [0, 0, 0, 0x22],
    Array("fLaC".utf8) + [0x80, 0, 0, 0x22],
    [0x1A, 0x45, 0xDF, 0xA3],  // Matroska, WebM
    [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11],  // ASF: WMA, WMV
    Array("wvpk".utf8), Array("MAC ".utf8), Array("TTA1".utf8), Array("MPCK".utf8),
    Array("MP+".utf8), Array("caff".utf8) + [0, 1], Array(".snd".utf8), Array("#!AMR".utf8),
    Array("FLV".utf8) + [1], [0, 0, 1, 0xBA],  // MPEG program stream
    Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11],  // Sony Wave64
  ]

  /// Four letters, a length, four letters.
  private static func isContainer(_ sample: ArraySlice<UInt8>) -> Bool {
    let inner = word(sample.dropFirst(8))
    return switch word(sample) {
    case "RIFF": ["WAVE", "AVI "].contains(inner)
    case "RF64", "BW64": inner == "WAVE"
    case "FORM": ["AIFF", "AIFC"].contains(inner)
    default: false
    }
  }

  private static let picturesInBoxes: Set = ["avif", "avis", "heic", "heix", "heim", "heis", "mif1", "msf1", "crx "]

  /// MP4, M4A, QuickTime: boxes, each with its length before its name.
  private static func isISOMedia(_ sample: ArraySlice<UInt8>) -> Bool {
    switch box(sample) {
    case "ftyp": !picturesInBoxes.contains(word(sample.dropFirst(8)))
    case "moov", "mdat", "wide", "free", "skip", "pnot": true
    default: false
    }
  }

  /// The name of the first box; empty if its length is impossible.
  private static func box(_ sample: ArraySlice<UInt8>) -> String {
    let length = sample.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return length == 0 || length == 1 || length >= 8 ? word(sample.dropFirst(4)) : ""
  }

  /// The tag in front of an MP3: its version and the four bytes of its length have no high bit.
  private static func isID3(_ sample: ArraySlice<UInt8>) -> Bool {
    let head = Array(sample.prefix(10))
    return head.count == 10 && head.starts(with: "ID3".utf8) && 2...4 ~= head[3] && head[4] != 0xFF
      && head[6...].allSatisfy { $0 < 0x80 }
  }

  /// Packets of 188 bytes, or of 192 with a time in front of each.
  private static func isTransportStream(_ sample: ArraySlice<UInt8>) -> Bool {
    isSynchronous(sample, size: 188) || isSynchronous(sample.dropFirst(4), size: 192)
  }

  private static func isSynchronous(_ sample: ArraySlice<UInt8>, size: Int) -> Bool {
    let places = Array(stride(from: sample.startIndex, to: sample.endIndex, by: size).prefix(8))
    return places.count >= 3 && places.allSatisfy { sample[$0] == 0x47 }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes.prefix(4), as: UTF8.self) }

  /// Control characters other than tab, line and page ends and escape.
  private static func isOfNoText(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x1B && !(0x09...0x0D ~= byte)
  }
}
