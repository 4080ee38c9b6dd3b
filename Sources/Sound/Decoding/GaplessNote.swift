import CFFmpegDecoding

/// A note of Apple's encoders about the padding in an MP4 file, `iTunSMPB`.
enum GaplessNote {
  private static let mostDelay: Int64 = 16_384

  /// The samples in front that nobody hears, and the samples after them; `nil` if there is no such note.
  static func find(in metadata: OpaquePointer?) -> (delay: Int64, samples: Int64)? {
    guard let entry = av_dict_get(metadata, "iTunSMPB", nil, 0), let value = entry.pointee.value else { return nil }
    let numbers = String(cString: value).split(separator: " ").prefix(4).map { Int64($0, radix: 16) }
    guard numbers.count == 4, let delay = numbers[1], let samples = numbers[3], 0...mostDelay ~= delay, samples > 0
    else { return nil }
    return (delay, samples)
  }
}
