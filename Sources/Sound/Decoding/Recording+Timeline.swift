import CFFmpegDecoding

extension Recording {
  /// Seconds without a packet that are silence; after a longer hole the times of the file make no sense.
  private static let longestHole: Int64 = 10

  /// Puts decoded samples in their place: priming, padding and what was before a seek's target are cut, and a hole in
  /// the file becomes silence.
  func take(_ output: SampleDecoder.Output) {
    let frames = Int64(output.frames)
    var place = (output.place ?? decoded ?? next) + (output.place == nil ? 0 : shift)
    let hole = place - (decoded ?? next)
    if decoded != nil, abs(hole) <= frames / 2 {
      // The decoder is late by a part of a frame, or the times are rounded.
      place -= hole
    } else if hole > Self.longestHole * Int64(decoder.rate) || (decoded != nil && hole < -farBack) {
      (place, shift) = (place - hole, shift - hole)
    }
    decoded = place + frames
    let last = limit(reaching: place + frames).map { min($0, place + frames) } ?? place + frames
    guard last > next else { return }
    let channels = decoder.channels
    let silence = [Float](repeating: 0, count: Int(max(0, min(place, last) - next)) * channels)
    let (first, end) = (Int(max(0, next - place)) * channels, Int(max(0, last - place)) * channels)
    let heard = first < end ? output.samples[first..<end] : []
    store = silence.isEmpty ? heard : (silence + heard)[...]
  }

  /// A packet that is further back begins another time line.
  private var farBack: Int64 { Self.longestHole * Int64(decoder.rate) }

  /// The frame at which the sound ends although the last packet has more; `nil` if all of it is heard.
  private func limit(reaching end: Int64) -> Int64? {
    guard let length = reader.length, length.isLimit else { return nil }
    guard end > length.frames else { return length.frames }
    // The limit is in the header. All of the file shows if it is right.
    while reader.study() {}
    return reader.length.flatMap { $0.isLimit ? $0.frames : nil }
  }

  /// No more packets, with the reason if there should be more.
  func end(_ reason: String?) {
    while reader.study() {}
    let length = reader.length
    if decoded == nil, reason == nil, let length, !length.isExact, secondsBack < Self.longestHole * 1000 {
      // Nothing was found behind the estimated end: the last packets tell it.
      secondsBack = max(Self.longestHole, secondsBack * 10)
      return move(before: max(0, min(next, length.frames) - secondsBack * Int64(decoder.rate)))
    }
    let all = decoded ?? length?.frames ?? next
    let place = max(0, length.map { $0.isLimit ? min(all, $0.frames) : all } ?? all)
    if let reason {
      ending = .broken(atFrame: place, reason)
    } else if let length, length.isCutShort || (length.isExact && place + tolerance < length.frames) {
      ending = .broken(atFrame: place, "the file ends before its sound does")
    } else {
      ending = .end(frames: place)
    }
  }

  /// Frames that may be missing at the end of a whole file; programs round the length.
  private var tolerance: Int64 { Int64(decoder.rate) / 20 }
}
