import CFFmpeg

/// FFmpeg's parameters for a kind of file.
struct Recipe {
  /// FFmpeg's names of container and codec.
  var container: String
  var codec: String
  var sampleFormat: AVSampleFormat
  /// In Hz; `nil` for that of the input.
  var sampleRate: Int?
  /// In bits per second; 0 for lossless codecs.
  var bitRate: Int
  /// Options of the container.
  var options: [(String, String)] = []
  /// Options of the codec.
  var codecOptions: [(String, String)] = []

  init(_ kind: Sound.Kind) {
    switch kind {
    case .wav:
      self.init("wav", "pcm_s16le", AV_SAMPLE_FMT_S16)
      // A file larger than 4 GB needs other headers.
      options = [("rf64", "auto")]
    case .flac: self.init("flac", "flac", AV_SAMPLE_FMT_S16)
    // Opus does not support 22,050 Hz; 24,000 Hz lose nothing. At this bit rate libopus models the voice. That takes
    // three times as long as its transform coding, which it uses at 96 kbit/s; but transform coding needs 1.6 times the
    // bytes for the same quality (PESQ 4.06), and a complexity below 7 loses quality.
    case .opus: self.init("opus", "libopus", AV_SAMPLE_FMT_S16, sampleRate: 24_000, bitRate: 40_000)
    case .m4b:
      self.init("ipod", "aac", AV_SAMPLE_FMT_FLTP, bitRate: 64_000)
      // The default search takes longer than speaking the text.
      codecOptions = [("aac_coder", "fast")]
    case .mka: self.init("matroska", "flac", AV_SAMPLE_FMT_S16)
    case .mp3:
      self.init("mp3", "libmp3lame", AV_SAMPLE_FMT_S16P, bitRate: 64_000)
      // Car radios support this version.
      options = [("id3v2_version", "3"), ("write_id3v1", "1")]
    }
  }

  private init(
    _ container: String, _ codec: String, _ sampleFormat: AVSampleFormat, sampleRate: Int? = nil, bitRate: Int = 0
  ) {
    self.container = container
    self.codec = codec
    self.sampleFormat = sampleFormat
    self.sampleRate = sampleRate
    self.bitRate = bitRate
  }
}
