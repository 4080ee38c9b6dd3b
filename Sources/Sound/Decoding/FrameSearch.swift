import Recordings

/// The search for the first frame of an MPEG audio file.
enum FrameSearch {
  /// Bytes behind the tags that are searched.
  static let patience: Int64 = 1 << 20
  /// Bytes that show two frames.
  static let sample = 16 << 10

  /// The first frame that others of its kind follow.
  static func first(in bytes: ArraySlice<UInt8>) -> (offset: Int, header: MPEGAudioHeader)? {
    for place in bytes.indices where bytes[place] == 0xFF {
      let rest = bytes[place...]
      if MPEGAudioHeader.follow(in: rest, least: 3), let header = MPEGAudioHeader(rest) {
        return (place - bytes.startIndex, header)
      }
    }
    // A file of one frame.
    guard let header = MPEGAudioHeader(bytes), header.length == bytes.count else { return nil }
    return (0, header)
  }
}
