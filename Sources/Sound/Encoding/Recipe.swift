import CFFmpeg

/// FFmpeg's parameters for a kind of file.
struct Recipe {
  /// FFmpeg's names of container and codec.
  var container: String
  var codec: String
  var sampleFormat: AVSampleFormat
  /// In Hz.
  var sampleRate: Int
  /// In bits per second; 0 for lossless codecs.
  var bitRate: Int
  /// Options of the container.
  var options: [(String, String)] = []
  /// Options of the codec.
  var codecOptions: [(String, String)] = []

  init(_ sound: Sound) {
    switch sound.source {
    case .speech: self.init(speech: sound.kind, sampleRate: sound.sampleRate)
    case .recording(let channels): self.init(recording: sound.kind, sampleRate: sound.sampleRate, channels: channels)
    }
    switch sound.kind {
    // A file larger than 4 GB needs other headers.
    case .wav: options = [("rf64", "auto")]
    // The default search takes longer than speaking the text.
    case .m4b: codecOptions = [("aac_coder", "fast")]
    // Car radios support this version.
    case .mp3: options = [("id3v2_version", "3"), ("write_id3v1", "1")]
    case .flac, .opus, .mka: break
    }
  }

  private init(speech kind: Sound.Kind, sampleRate: Int) {
    switch kind {
    case .wav: self.init("wav", "pcm_s16le", AV_SAMPLE_FMT_S16, sampleRate)
    case .flac: self.init("flac", "flac", AV_SAMPLE_FMT_S16, sampleRate)
    // Opus does not support 22,050 Hz; 24,000 Hz lose nothing. At this bit rate libopus models the voice. That takes
    // three times as long as its transform coding, which it uses at 96 kbit/s; but transform coding needs 1.6 times the
    // bytes for the same quality (PESQ 4.06), and a complexity below 7 loses quality.
    case .opus: self.init("opus", "libopus", AV_SAMPLE_FMT_S16, 24_000, bitRate: 40_000)
    case .m4b: self.init("ipod", "aac", AV_SAMPLE_FMT_FLTP, sampleRate, bitRate: 64_000)
    case .mka: self.init("matroska", "flac", AV_SAMPLE_FMT_S16, sampleRate)
    case .mp3: self.init("mp3", "libmp3lame", AV_SAMPLE_FMT_S16P, sampleRate, bitRate: 64_000)
    }
  }

  /// A recording may be music: each channel gets the bits that music needs.
  private init(recording kind: Sound.Kind, sampleRate: Int, channels: Int) {
    let rate = Self.rate(of: kind, for: sampleRate)
    switch kind {
    case .wav: self.init("wav", "pcm_s16le", AV_SAMPLE_FMT_S16, rate)
    case .flac: self.init("flac", "flac", AV_SAMPLE_FMT_S16, rate)
    case .opus: self.init("opus", "libopus", AV_SAMPLE_FMT_FLT, rate, bitRate: 64_000 * channels)
    case .m4b:
      self.init("ipod", "aac", AV_SAMPLE_FMT_FLTP, rate, bitRate: Self.bitRate(for: rate) * channels)
    case .mka: self.init("matroska", "flac", AV_SAMPLE_FMT_S16, rate)
    case .mp3:
      self.init("mp3", "libmp3lame", AV_SAMPLE_FMT_FLTP, rate, bitRate: Self.bitRate(for: rate) * channels)
    }
  }

  /// The rate of a file in Hz: the input's own, or the next higher one that the codec takes.
  private static func rate(of kind: Sound.Kind, for input: Int) -> Int {
    let possible: [Int]
    switch kind {
    case .wav: return input
    case .flac, .mka:
      // The header of a FLAC frame holds no other rates.
      if 1000...65_535 ~= input || input % 10 == 0 && 1000...655_350 ~= input { return input }
      possible = [8000, 96_000, 192_000]
    case .opus: return 48_000
    case .m4b:
      possible = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000]
    case .mp3: possible = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    }
    return possible.first { $0 >= input } ?? possible[possible.count - 1]
  }

  /// The bits a second of a channel. MP3 and AAC have lower limits at lower rates.
  private static func bitRate(for rate: Int) -> Int { rate >= 32_000 ? 96_000 : rate >= 16_000 ? 48_000 : 24_000 }

  private init(
    _ container: String, _ codec: String, _ sampleFormat: AVSampleFormat, _ sampleRate: Int, bitRate: Int = 0
  ) {
    self.container = container
    self.codec = codec
    self.sampleFormat = sampleFormat
    self.sampleRate = sampleRate
    self.bitRate = bitRate
  }
}
