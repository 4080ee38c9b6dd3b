import CFFmpegDecoding

/// The decoders that are used: those of sound that people have.
enum SoundCodec {
  /// FFmpeg's names, the preferred one of several first.
  private static let names = [
    "mp3float", "mp2float", "mp1float", "aac", "aac_latm", "alac", "flac", "vorbis", "libopus", "opus", "wavpack",
    "ape",
    "tta", "mpc7", "mpc8", "wmav1", "wmav2", "wmapro", "wmalossless", "ac3", "eac3", "dca", "truehd", "mlp", "amrnb",
    "amrwb", "libspeex", "speex", "gsm", "gsm_ms", "nellymoser", "adpcm_ima_wav", "adpcm_ima_qt", "adpcm_ms",
    "adpcm_swf",
    "pcm_alaw", "pcm_mulaw", "pcm_u8", "pcm_s8", "pcm_s8_planar", "pcm_s16le", "pcm_s16be", "pcm_s16le_planar",
    "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_u16le", "pcm_u16be", "pcm_u24le", "pcm_u24be", "pcm_u32le",
    "pcm_u32be", "pcm_f32le", "pcm_f32be", "pcm_f64le", "pcm_f64be", "pcm_lxf", "pcm_bluray", "pcm_dvd", "pcm_s64le",
    "pcm_s64be",
  ]

  /// The list as FFmpeg wants it.
  static let whitelist = names.joined(separator: ",")

  /// The decoder for this coding; `nil` if there is none, or none that is used.
  static func decoder(for coding: AVCodecID) -> UnsafePointer<AVCodec>? {
    for name in names {
      if let decoder = avcodec_find_decoder_by_name(name), decoder.pointee.id == coding { return decoder }
    }
    return nil
  }

  /// The name of a coding for people.
  static func name(of coding: AVCodecID) -> String {
    let name = String(cString: avcodec_get_name(coding))
    if name.hasPrefix("pcm_") { return "PCM" }
    if name.hasPrefix("adpcm_") { return "ADPCM" }
    if name.hasPrefix("wma") { return "WMA" }
    switch name {
    case "vorbis", "opus", "speex": return name.prefix(1).uppercased() + name.dropFirst()
    case "wavpack": return "WavPack"
    case "ape": return "Monkey's Audio"
    case "musepack7", "musepack8": return "Musepack"
    case "amr_nb", "amr_wb": return "AMR"
    case "aac_latm": return "AAC"
    default: return name.uppercased()
    }
  }

  /// The name of a container for people; `nil` if it is that of its coding.
  static func name(ofContainer container: Substring) -> String? {
    switch container {
    case "mov": "MP4"
    case "ogg": "Ogg"
    case "matroska": "Matroska"
    case "wav", "w64", "aiff", "caf", "au", "avi", "flv": container.uppercased()
    case "asf": "ASF"
    case "mpeg", "mpegts": "MPEG"
    default: nil
    }
  }
}
