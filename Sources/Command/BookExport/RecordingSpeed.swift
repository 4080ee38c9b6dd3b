import Stretch

/// The sound of a recording at another speed, with the same pitch. It knows the place of each frame in the result.
final class RecordingSpeed {
  private var stretch: SpeechStretch
  private let rate: Double
  /// Frames between two notes of a place.
  private let interval: Int64
  /// Places of the source, in frames of it, and the places of the same sound in the result, in order.
  private var places: [(source: Int64, result: Int64)] = [(0, 0)]

  /// - Parameters:
  ///   - sampleRate: frames a second, of the source and of the result.
  ///   - channels: 1 or 2.
  ///   - rate: seconds of the source in one second of the result, 0.25…6.
  init(sampleRate: Int, channels: Int, rate: Double) {
    stretch = SpeechStretch(sampleRate: sampleRate, channels: channels, rate: rate)
    self.rate = rate
    interval = Int64(max(1, sampleRate / 4))
  }

  /// Returns the sound that is ready after these samples.
  func process(_ samples: [Float]) -> [Float] {
    var made: [Int16] = []
    stretch.process(samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }[...], into: &made)
    let source = stretch.framesIn - stretch.framesHeldBack
    if source - places[places.count - 1].source >= interval { places.append((source, stretch.framesOut)) }
    return made.map { Float($0) / 32_768 }
  }

  /// Returns the rest of the sound.
  func flush() -> [Float] {
    var made: [Int16] = []
    stretch.flush(into: &made)
    if stretch.framesIn > places[places.count - 1].source { places.append((stretch.framesIn, stretch.framesOut)) }
    return made.map { Float($0) / 32_768 }
  }

  /// Returns the place in the result of a frame of the source. Places that were not yet made are estimated.
  func place(of source: Int64) -> Int64 {
    var (low, high) = (0, places.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if places[middle].source <= source { low = middle } else { high = middle }
    }
    let before = places[low]
    guard low + 1 < places.count else {
      return before.result + Int64((Double(source - before.source) / rate).rounded())
    }
    let after = places[low + 1]
    let share = Double(source - before.source) / Double(after.source - before.source)
    return before.result + Int64((share * Double(after.result - before.result)).rounded())
  }
}
