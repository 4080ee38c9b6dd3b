import CFFmpeg

/// What a kind of file is made with.
struct Recipe {
  /// FFmpeg's names.
  var container: String
  var codec: String
  var sampleFormat: AVSampleFormat
  /// `nil`: the input's.
  var sampleRate: Int?
  /// 0 where nothing is lost.
  var bitRate: Int
  /// Of the container.
  var options: [(String, String)] = []
  /// Of the codec.
  var codecOptions: [(String, String)] = []

  init(_ kind: Sound.Kind) {
    switch kind {
    case .wav:
      self.init("wav", "pcm_s16le", AV_SAMPLE_FMT_S16)
      // A file beyond 4 GB needs other headers.
      options = [("rf64", "auto")]
    case .flac: self.init("flac", "flac", AV_SAMPLE_FMT_S16)
    // Opus knows no 22,050 Hz; nothing is in the sound that 24,000 do not hold.
    case .opus: self.init("opus", "libopus", AV_SAMPLE_FMT_S16, sampleRate: 24_000, bitRate: 40_000)
    case .m4b:
      self.init("ipod", "aac", AV_SAMPLE_FMT_FLTP, bitRate: 64_000)
      // The usual search takes longer than the speaking.
      codecOptions = [("aac_coder", "fast")]
    case .mka: self.init("matroska", "flac", AV_SAMPLE_FMT_S16)
    case .mp3:
      self.init("mp3", "libmp3lame", AV_SAMPLE_FMT_S16P, bitRate: 64_000)
      // Car radios know this version.
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
